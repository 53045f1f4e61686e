"""Steps of reasoning in any puzzle: statements that, with facts known before, force new facts; and paths of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from entails.models.encoding import Group
from entails.models.fact_words import DENIED, denied, facts_listed, in_words, listed
from entails.models.outcome import EndReason
from entails.models.sentence import Language, Template

Tier = Literal["alone", "few", "supposition"]
"""One statement by itself; several together; or what would follow is taken for granted until it contradicts."""
PathStatus = Literal["solved", "several", "contradiction", "undecided"]

_CELL = re.compile(r"r\d+c\d+")
_ARTICLE = re.compile(r"(an?|no|not|one|two|une?|aucune?|deux|pas) ")
_INDEFINITE = re.compile(r"^(an?|une?) ")
_FORCES = Template("{forces}, since {rules}{given}.", "{forces}, car {rules}{given}.")
_SUPPOSE = Template(
    "Suppose {opposite}: that contradicts {rules}{given}. So {forces}.",
    "Supposons {opposite} : cela contredit {rules}{given}. Donc {forces}.",
)
_WITH = Template(", with {facts}", ", avec {facts}")
_WRONG = Template(
    "Your {entry} is wrong: it clashes with {rules}{given}.",
    "Votre {entry} est une erreur : cela contredit {rules}{given}.",
)
_CROSSED_OUT = Template(
    "That you crossed out {entry} is wrong: it clashes with {rules}{given}.",
    "Avoir barré {entry} est une erreur : cela contredit {rules}{given}.",
)


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
        return self.say()

    def say(self, language: Language = "en") -> str:
        """The same in this language."""
        forces = facts_listed(self.forces, language)
        if self.tier != "supposition":
            forces = capital(forces) if _ARTICLE.match(forces) else forces  # the name of a fact stays as it is
        return (_SUPPOSE if self.tier == "supposition" else _FORCES)(
            forces=forces,
            opposite=in_words(denied(self.forces[0]), language),
            rules=rules_listed(self.statements, language),
            given=_given(self.facts, language),
        ).say(language)


@dataclass(frozen=True, slots=True)
class WrongEntry:
    """Something a player wrote that cannot be, and why: `statements` and `facts` refute it."""

    entry: str
    statements: tuple[Group, ...]
    facts: tuple[str, ...]
    minimal: bool

    @property
    def sentence(self) -> str:
        """What a person would say."""
        return self.say()

    def say(self, language: Language = "en") -> str:
        """The same in this language."""
        crossed_out = self.entry.startswith(DENIED)
        entry = denied(self.entry) if crossed_out else self.entry
        said = in_words(entry, language)
        return (_CROSSED_OUT if crossed_out else _WRONG)(
            entry=said if crossed_out else _INDEFINITE.sub("", said),  # "your line", not "your a line"
            rules=rules_listed(self.statements, language),
            given=_given(self.facts, language),
        ).say(language)


@dataclass(frozen=True, slots=True)
class ReasonedPath:
    """Step by step from the puzzle to its solution, or as far as it goes. `wrong` are entries of the player that were
    left out. `status` is "several" when nothing more is forced, and `reason` says what ended it early."""

    steps: tuple[ReasonedStep, ...]
    status: PathStatus
    wrong: tuple[WrongEntry, ...] = ()
    reason: EndReason | None = None


def rules_listed(groups: Sequence[Group], language: Language = "en", most: int | None = None) -> str:
    """Statements in a sentence, all of them unless told otherwise."""
    return listed([group.say(language) for group in groups], most or len(groups), language)


def capital(sentence: str) -> str:
    """With a capital, unless it begins with the name of a cell."""
    return sentence if _CELL.match(sentence) else f"{sentence[:1].upper()}{sentence[1:]}"


def _given(facts: Sequence[str], language: Language) -> str:
    return _WITH(facts=facts_listed(facts, language)).say(language) if facts else ""
