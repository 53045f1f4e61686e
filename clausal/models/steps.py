"""Steps of reasoning in any puzzle: statements that, with facts known before, force new facts; and paths of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clausal.models.encoding import Group
from clausal.models.outcome import EndReason

Tier = Literal["alone", "few", "supposition"]
"""One statement by itself; several together; or what would follow is taken for granted until it contradicts."""
PathStatus = Literal["solved", "several", "contradiction", "undecided"]

_MOST_TOLD = 6


@dataclass(frozen=True, slots=True)
class ReasonedStep:
    """`statements` together with `facts`, known before, force `forces`; names of facts, "not " before those that do not
    hold.

    `minimal`: without any one of the statements the first forced fact would not follow. `smallest`: no fewer statements
    force anything at all. `by_propagation` says that unit propagation is enough, without any supposition. `verified`: a
    second engine agrees.
    """

    statements: tuple[Group, ...]
    facts: tuple[str, ...]
    forces: tuple[str, ...]
    tier: Tier
    minimal: bool
    smallest: bool
    by_propagation: bool
    verified: bool = True
    literals: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """Where to look."""
        return tuple(dict.fromkeys(cell for group in self.statements for cell in group.cells))

    @property
    def sentence(self) -> str:
        """What a person would say."""
        rules = listed([group.text for group in self.statements], most=len(self.statements))
        given = f", with {listed(self.facts)}" if self.facts else ""
        if self.tier == "supposition":
            return f"Suppose {denied(self.forces[0])}: that contradicts {rules}{given}. So {listed(self.forces)}."
        return f"{listed(self.forces)}, since {rules}{given}."


@dataclass(frozen=True, slots=True)
class WrongEntry:
    """Something a player wrote that cannot be, and why: `statements` and `facts` refute it."""

    entry: str
    statements: tuple[Group, ...]
    facts: tuple[str, ...]
    minimal: bool

    @property
    def sentence(self) -> str:
        rules = listed([group.text for group in self.statements], most=len(self.statements))
        given = f", with {listed(self.facts)}" if self.facts else ""
        yours = f"your {self.entry}"
        if self.entry.startswith("not "):
            yours = f"that you crossed out {denied(self.entry)}"
        return f"{yours[:1].upper()}{yours[1:]} is wrong: it clashes with {rules}{given}."


@dataclass(frozen=True, slots=True)
class ReasonedPath:
    """Step by step from the puzzle to its solution, or as far as it goes. `wrong` are entries of the player that were
    left out. `status` is "several" when nothing more is forced, and `reason` says what ended it early."""

    steps: tuple[ReasonedStep, ...]
    status: PathStatus
    wrong: tuple[WrongEntry, ...] = ()
    reason: EndReason | None = None


def denied(name: str) -> str:
    """The opposite of a fact."""
    return name.removeprefix("not ") if name.startswith("not ") else f"not {name}"


def listed(names: Sequence[str], most: int = _MOST_TOLD) -> str:
    """Names in a sentence."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
