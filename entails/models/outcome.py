"""What an engine answers. A closed union: match on it, and the type checker knows when a case is missing.

A timeout is not an "unsatisfiable"; an "unsatisfiable" is an answer, not an exception.

Steps of reasoning in any puzzle: statements that, with facts known before, force new facts; and paths of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Generic, Literal, NoReturn, TypeVar

from entails.locale.message import (
    DENIED,
    OR,
    Language,
    Message,
    Sentence,
    denied,
    fact_sentence,
    facts_listed,
    in_words,
    listed,
    series,
)
from entails.models.encoding import Group
from entails.models.errors import NoAnswer

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

Reason = Literal["time", "conflicts", "nodes", "memory", "cancelled"]
"""Why an engine stopped before it knew."""


class ShownAsText:
    """What a notebook shows as it prints."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


_CONSISTENT = Message("nothing contradicts", "rien ne se contredit")
_UNDECIDED = Message("undecided ({reason})", "indécis ({reason})")
_CANNOT_ALL = Message("these cannot all hold:", "tout ceci ne peut être vrai à la fois :")
_RULES_ALONE = Message("the rules alone cannot hold:", "les règles seules se contredisent :")
_BY_THE_RULE = Message("  by the rule: {rule}", "  d'après la règle : {rule}")
_MEND = Message("to change: {change}", "à changer : {change}")
_GIVE_UP = Message("to give up: {statements}", "à abandonner : {statements}")
_INSTEAD = Message(" (instead: {others})", " (à la place : {others})")

EndReason = Reason | Literal["maximum"]
"""Why a list or a count ended before it was complete; "maximum" is the number that was asked for."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What it cost. An engine that does not count something leaves it at None. `seconds` are those of the clock,
    `cpu_seconds` the processor time of the process that an engine worked in, where that was not this one."""

    engine: str
    seconds: float = 0.0
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    cpu_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Satisfied(Generic[A_co]):
    """There is an answer, and this is one. `facts` are the literals of the encoding that hold in it.

    Where answers differ in worth, `objective` is what this one is worth, `bound` what none can surpass as far as it is
    known, and `optimal` says that none does.
    """

    answer: A_co
    stats: Stats
    facts: tuple[int, ...] = ()
    objective: float | None = None
    optimal: bool = False
    bound: float | None = None
    status: Literal["satisfied"] = "satisfied"

    def __str__(self) -> str:
        worth = "" if self.objective is None else f"\nworth {self.objective:.15g}{', the best' * self.optimal}"
        return f"{self.answer}{worth}"

    def _repr_html_(self) -> str:
        """As the answer shows itself, where it does and nothing else is to be told."""
        drawn: Callable[[], str] | None = getattr(self.answer, "_repr_html_", None)
        return f"<pre>{escape(str(self))}</pre>" if drawn is None or self.objective is not None else drawn()


@dataclass(frozen=True, slots=True)
class Core:
    """Enough to contradict the rules: ids of doubtable groups, assumed literals, and what was added to the session, by
    the number that it was given. Not always minimal."""

    groups: tuple[str, ...] = ()
    assumed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsatisfiable(ShownAsText):
    """There is no answer. `core` says which part already has none; `proof` holds DRUP/DRAT lines when asked for."""

    stats: Stats
    core: Core | None = None
    proof: tuple[str, ...] | None = None
    status: Literal["unsatisfiable"] = "unsatisfiable"

    @property
    def answer(self) -> NoReturn:
        """There is none, and asking for it says so: `solve(...).answer` needs no case of its own."""
        raise NoAnswer("there is no answer: what is said contradicts itself")

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "there is no answer"


@dataclass(frozen=True, slots=True)
class Undecided(ShownAsText):
    """The budget ran out first. `known` is what was learnt before that, in words."""

    reason: Reason
    stats: Stats
    known: str = ""
    status: Literal["undecided"] = "undecided"

    @property
    def answer(self) -> NoReturn:
        """It is not known."""
        raise NoAnswer(f"no answer was found within the limits ({self.reason}), and there may be one")

    def __bool__(self) -> NoReturn:
        raise NoAnswer(f"it is undecided ({self.reason}): neither yes nor no")

    def __str__(self) -> str:
        return f"undecided ({self.reason})"


Outcome = Satisfied[A] | Unsatisfiable | Undecided


@dataclass(frozen=True, slots=True)
class Solved(Generic[A_co]):
    """One of many puzzles and what became of it: `solution` is None when there is none, `unique` says that there is
    no other."""

    puzzle: Any
    solution: A_co | None
    unique: bool


@dataclass(frozen=True, slots=True)
class ModelCount(ShownAsText):
    """How many answers. Not `exact` means "at least"; `reason` then says what stopped the count."""

    value: int
    exact: bool
    reason: EndReason | None = None

    def __str__(self) -> str:
        return str(self.value) if self.exact else f"at least {self.value}"


class Solutions(Generic[A]):
    """All answers, one after the other. Once the iteration has ended, `complete` says whether there are no more, and
    `reason` what stopped it otherwise."""

    def __init__(self, produce: Callable[["Solutions[A]"], Iterator[A]]) -> None:
        self._produce = produce
        self.complete = False
        self.reason: EndReason | None = None
        self.found = 0

    def __iter__(self) -> Iterator[A]:
        self.complete, self.reason, self.found = False, None, 0
        for answer in self._produce(self):
            self.found += 1
            yield answer

    def ended(self, reason: EndReason | None) -> None:
        """Told by the producer: None when every answer was given."""
        self.complete, self.reason = reason is None, reason


@dataclass(frozen=True, slots=True)
class Conflict:
    """Groups that cannot all hold, given the rules. `minimal`: without any one of them they could.

    `rules` are those of the game that it takes for the contradiction, where they were looked for.
    """

    groups: tuple[Group, ...]
    minimal: bool = True
    rules: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """Groups to give up so that the rest is consistent. `minimal`: none of them could stay.

    Where it is a single one, `changes` are facts, or numbers, that could stand in its place instead. `cost` is what the
    groups weigh together.
    """

    groups: tuple[Group, ...]
    minimal: bool = True
    changes: tuple[str, ...] = ()
    cost: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Explanation(ShownAsText):
    """Why there is no answer: conflicts and repairs, smallest first.

    `consistent` is True when there is nothing to explain, None when that could not be decided. `complete` says that
    every conflict and every repair is known; otherwise `reason` says what stopped the search. `smallest` says that no
    conflict is smaller than the first, `smallest_repair` the same of repairs. `longer` counts conflicts that were found
    but are not listed, since two statements explain it. What is `verified` was confirmed by a second engine, all of it.
    `proof` has the DRUP lines that refute the first conflict, where they were asked for. `mends` are single changes of
    what was stated that leave nothing to contradict, as sentences, where the puzzle knows of such. Where the puzzle
    names a second engine to confirm the result, `engine` is the first and `confirmed_by` the second.
    """

    consistent: bool | None
    conflicts: tuple[Conflict, ...] = ()
    repairs: tuple[Repair, ...] = ()
    complete: bool = False
    reason: EndReason | None = None
    smallest: bool = field(default=False, compare=False)
    smallest_repair: bool = field(default=False, compare=False)
    longer: int = 0
    verified: bool = field(default=False, compare=False)
    proof: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    mends: tuple[Sentence, ...] = ()
    engine: str | None = field(default=None, compare=False)
    confirmed_by: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.say()

    def say(self, language: Language = "en") -> str:
        """What a person reads: each conflict with the rules behind it, then what could be changed or given up."""
        if self.consistent is not False:
            words = _CONSISTENT() if self.consistent else _UNDECIDED(reason=self.reason or "")
            return words.say(language)
        lines: list[str] = []
        for conflict in self.conflicts:
            lines.append((_CANNOT_ALL if conflict.groups else _RULES_ALONE).wording(language))
            lines += [f"  - {group.say(language)}" for group in conflict.groups]
            lines += [_BY_THE_RULE(rule=group.say(language)).say(language) for group in conflict.rules]
        lines += [_MEND(change=change).say(language) for change in self.mends]
        for repair in self.repairs:
            others = series(map(fact_sentence, repair.changes), OR)
            instead = _INSTEAD(others=others).say(language) if repair.changes else ""
            given_up = "; ".join(group.say(language) for group in repair.groups)
            lines.append(_GIVE_UP(statements=f"{given_up}{instead}").say(language))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Forced(ShownAsText):
    """What holds in every answer (the backbone). `facts` are literals, `names` their words, in the same order.

    Not `complete` means that the facts given are forced but others may be too. `consistent` is False when there is no
    answer at all, so that everything would be forced.
    """

    consistent: bool | None
    facts: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    complete: bool = True
    reason: Reason | None = None
    stats: Stats | None = field(default=None, compare=False)

    def __str__(self) -> str:
        if not self.consistent:
            return "there is no answer" if self.consistent is False else f"undecided ({self.reason})"
        listed = f"certain: {', '.join(self.names)}" if self.names else "nothing is certain"
        return listed if self.complete else f"{listed}, as far as is known ({self.reason})"


Tier = Literal["alone", "few", "supposition"]
"""One statement by itself; several together; or what would follow is taken for granted until it contradicts."""
PathStatus = Literal["solved", "several", "contradiction", "undecided"]

_CELL = re.compile(r"r\d+c\d+")
_ARTICLE = re.compile(r"(an?|no|not|one|two|une?|aucune?|deux|pas) ")
_INDEFINITE = re.compile(r"^(an?|une?) ")
_FORCES = Message("{forces}, since {rules}{given}.", "{forces}, car {rules}{given}.")
_SUPPOSE = Message(
    "Suppose {opposite}: that contradicts {rules}{given}. So {forces}.",
    "Supposons {opposite} : cela contredit {rules}{given}. Donc {forces}.",
)
_WITH = Message(", with {facts}", ", avec {facts}")
_WRONG = Message(
    "Your {entry} is wrong: it clashes with {rules}{given}.",
    "Votre {entry} est une erreur : cela contredit {rules}{given}.",
)
_CROSSED_OUT = Message(
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
