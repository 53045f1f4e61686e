"""Options of the disjunction engine, and the three presets.

Landreau 2025 describes its algorithm twice, as pseudo-code (annex 5) and as a C program, and the two differ. Every
difference is an option here. `annex` and `program` reproduce the two originals; `default` is ours.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pydantic import ValidationError

from entails.models.errors import InvalidOption, misfit
from entails.models.fields import Value
from entails.models.limits import Positive

Heuristic = Literal["shortest", "min", "max", "max-program", "random"]

HEURISTICS: Mapping[Heuristic, str] = MappingProxyType(
    {
        "shortest": "ours: the disjunction that pays with the shortest argument; when none does, the most far-reaching",
        "min": "the variable of the smallest clause that holds it positively, ties by fewest negative occurrences",
        "max": "the variable of the largest clause that holds it positively, ties by most negative occurrences",
        "max-program": "the smallest clause again, but ties by most negative occurrences, as the C program has it",
        "random": "any open variable, each as likely as it is frequent in the open clauses",
    }
)
"""The heuristics by name. `random`, `min` and `max` are the study's 1, 2 and 3.

The clause-size heuristics look at positive literals. In a formula whose open clauses hold none, they read every literal
with its sign flipped. Ties that remain go to the variable that comes first, or stands first (see `deletion`).
"""


class QuineOptions(Value):
    """Options of the disjunction engine. The default values are the preset `default`."""

    heuristic: Heuristic = "shortest"
    """Which variable a disjunction is made on."""

    follow: Literal["saturate", "alternate", "true-first"] = "saturate"
    """How the two cases advance. `alternate` (annex): one elimination each in turn, up to the first one they share.
    `true-first` (program): the true case to its end, then the false case up to the first one they share. `saturate`:
    both to their ends, then everything they share is kept, so that the order of the clauses does not matter."""

    recurse: Literal["both", "one-at-random"] = "both"
    """Where to look further when both cases are stuck: in `both` (annex), or in one drawn by lot (program)."""

    returned: Literal["union", "replace"] = "union"
    """What an inner disjunction's facts do to the facts of its case: join them (`union`, program) or take their place
    (`replace`, annex), so that what the case knew before can no longer be found shared."""

    solved_case: Literal["continue", "accept"] = "continue"
    """A case that satisfies every clause: `accept` (program) takes it as the answer, which is sound only if the answer
    is unique, so the result then says whether it is. `continue` goes on until the other case is refuted, shares a fact,
    or is solved too, which shows two answers."""

    unit_order: Literal["oldest", "formula"] = "oldest"
    """Which unit clause comes next: the one that has waited longest, or the first in the formula (program)."""

    empty_clause: Literal["at-once", "in-turn"] = "at-once"
    """When an empty clause is noticed: as it comes about, or `in-turn`, when no unit clause precedes it (program)."""

    deletion: Literal["in-place", "swap-last"] = "in-place"
    """What becomes of clauses that hold and of literals that do not: `in-place` leaves the order of the others as it
    was. `swap-last` (program) moves the last clause, or the last literal of the clause, into the gap, so that the order
    that unit clauses and equal choices are met in changes as it goes. There, ties of a heuristic go to what stands
    first; `in-place`, to the variable that comes first. It implies `unit_order` "formula"."""

    count_failed: bool = False
    """Count calls of unit propagation that find nothing, or a contradiction, as eliminations (program)."""

    seed: int = 0
    """For the `random` heuristic and for `one-at-random`."""

    max_depth: Positive | None = None
    """Give up, undecided, rather than nest disjunctions deeper than this."""

    @classmethod
    def of(cls, preset: str = "default", **changes: Any) -> "QuineOptions":
        """Return a preset with some options changed; None keeps the value of the preset."""
        if preset not in PRESETS:
            raise InvalidOption(f"there is no preset {preset[:40]!r}", expected=f"one of {', '.join(PRESETS)}")
        wanted = {name: value for name, value in changes.items() if value is not None}
        try:
            return cls(**{**PRESETS[preset].model_dump(), **wanted})
        except ValidationError as error:
            first = misfit(error)
            where = "option " + ".".join(map(str, first.place))
            raise InvalidOption(first.problem, where=where[:60], expected=first.expected) from None


PRESETS: Mapping[str, QuineOptions] = MappingProxyType(
    {
        "default": QuineOptions(),
        "annex": QuineOptions(
            heuristic="min",
            follow="alternate",
            recurse="both",
            returned="replace",
            solved_case="continue",
            unit_order="formula",
            empty_clause="at-once",
            count_failed=False,
        ),
        "program": QuineOptions(
            heuristic="min",
            follow="true-first",
            recurse="one-at-random",
            returned="union",
            solved_case="accept",
            unit_order="formula",
            deletion="swap-last",
            empty_clause="in-turn",
            count_failed=True,
        ),
    }
)
