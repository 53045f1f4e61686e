"""Outcomes of engines, a closed union to match on, and steps of reasoning.

A timeout is not "unsatisfiable"; "unsatisfiable" is a result, not an exception. A step is a set of constraints that,
with facts known before, force new facts; a path is a sequence of steps.
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
"""Reason why an engine stopped undecided."""


class ShownAsText:
    """Mixin whose HTML in a notebook is its text."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


_CONSISTENT = Message("no conflict", "aucun conflit")
_UNDECIDED = Message("undecided ({reason})", "indécis ({reason})")
_CONFLICT_HEADING = Message("these conflict:", "ceci est en conflit :")
_RULES_ALONE = Message("the rules alone conflict:", "les règles seules sont en conflit :")
_BY_THE_RULE = Message("  because {rule}", "  car {rule}")
_CHANGE = Message("to change: {change}", "à changer : {change}")
_GIVE_UP = Message("to fix it, remove: {statements}", "pour corriger, retirer : {statements}")
_INSTEAD = Message(" (instead: {others})", " (à la place : {others})")

EndReason = Reason | Literal["maximum"]
"""Reason why a list or a count is incomplete; "maximum": the requested number was reached."""


@dataclass(frozen=True, slots=True)
class Stats:
    """Cost of a run; None for figures that the engine does not count.

    `seconds` is wall time; `cpu_seconds` is the CPU time of the engine's process, if it ran in another one. After a
    race, `decided_by` names the engine that won, then the one that confirmed its result.
    """

    engine: str
    seconds: float = 0.0
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    cpu_seconds: float | None = None
    decided_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Satisfied(Generic[A_co]):
    """A solution. `facts` are the literals of the encoding that are true in it.

    With an objective: `objective` is its value, `bound` the known bound, and `optimal` whether no solution is better.
    With several objectives in order of precedence, `objectives` has the value of each.
    """

    answer: A_co
    stats: Stats
    facts: tuple[int, ...] = ()
    objective: float | None = None
    optimal: bool = False
    bound: float | None = None
    objectives: tuple[float, ...] = ()
    status: Literal["satisfied"] = "satisfied"

    def __str__(self) -> str:
        worths = self.objectives or (() if self.objective is None else (self.objective,))
        listed = ", then ".join(f"{worth:.15g}" for worth in worths)
        worth = f"\nobjective {listed}{', optimal' * self.optimal}" if worths else ""
        return f"{self.answer}{worth}"

    def _repr_html_(self) -> str:
        """Return the HTML of the solution, or its text if it has none or there is an objective value to show."""
        drawn: Callable[[], str] | None = getattr(self.answer, "_repr_html_", None)
        return f"<pre>{escape(str(self))}</pre>" if drawn is None or self.objective is not None else drawn()


@dataclass(frozen=True, slots=True)
class ExplanationEvent:
    """A piece of an explanation, as soon as it is known.

    Attributes:
        event: `conflict`, `repair`; at the end `consistent`, `undecided` or `end`.
        groups: The soft constraints of a conflict or a repair.
        minimal: Whether none of them can be left out, as is proven.
        smallest: Whether it is proven that no conflict is smaller, or no repair cheaper; such an event may be repeated.
        complete: At the end: whether there are no other conflicts and repairs.
        cost: Cost of a repair.
        reason: Why the search ended early.
    """

    event: Literal["conflict", "repair", "consistent", "undecided", "end"]
    groups: tuple[Group, ...] = ()
    minimal: bool = False
    smallest: bool = False
    complete: bool = False
    cost: int | None = None
    reason: EndReason | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the sentences of the constraints in the conflict or repair."""
        return tuple(group.text for group in self.groups)

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """Return the event as an object for JSON Lines, without empty fields."""
        fields: dict[str, Any] = {"event": self.event}
        if self.event in ("conflict", "repair"):
            fields |= {
                "ids": [group.id for group in self.groups],
                "texts": [group.say(language) for group in self.groups],
            }
            fields |= {"minimal": self.minimal, "smallest": self.smallest}
        if self.event == "end":
            fields["complete"] = self.complete
        if self.cost is not None:
            fields["cost"] = self.cost
        return fields if self.reason is None else {**fields, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Core:
    """An unsatisfiable core: ids of soft groups, assumed literals, and numbers of added clauses. Not always minimal."""

    groups: tuple[str, ...] = ()
    assumed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsatisfiable(ShownAsText):
    """Outcome of a run that proved that there is no solution.

    `core` is an unsatisfiable part; `proof` holds DRUP/DRAT lines if requested.
    """

    stats: Stats
    core: Core | None = None
    proof: tuple[str, ...] | None = None
    status: Literal["unsatisfiable"] = "unsatisfiable"

    @property
    def answer(self) -> NoReturn:
        """Raise NoAnswer, so that `solve(...).answer` needs no special case."""
        raise NoAnswer("there is no solution: the constraints conflict")

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "no solution"


@dataclass(frozen=True, slots=True)
class Undecided(ShownAsText):
    """Outcome of a run that reached a limit first. `known` describes what is known so far."""

    reason: Reason
    stats: Stats
    known: str = ""
    status: Literal["undecided"] = "undecided"

    @property
    def answer(self) -> NoReturn:
        """Raise NoAnswer: the solution is unknown."""
        raise NoAnswer(f"no solution found within the limits ({self.reason}); there may be one")

    def __bool__(self) -> NoReturn:
        raise NoAnswer(f"undecided ({self.reason}): neither true nor false")

    def __str__(self) -> str:
        return f"undecided ({self.reason})"


Outcome = Satisfied[A] | Unsatisfiable | Undecided


@dataclass(frozen=True, slots=True)
class Solved(Generic[A_co]):
    """The result for one of many puzzles: its `solution`, None if there is none, and whether it is `unique`."""

    puzzle: Any
    solution: A_co | None
    unique: bool


@dataclass(frozen=True, slots=True)
class ModelCount(ShownAsText):
    """A number of solutions. If not `exact`, it is a lower bound and `reason` says why the count stopped."""

    value: int
    exact: bool
    reason: EndReason | None = None

    def __str__(self) -> str:
        return str(self.value) if self.exact else f"at least {self.value}"


class Solutions(Generic[A]):
    """An iteration over solutions. At its end, `complete` is true if all were listed; if not, `reason` says why.

    After a race of engines, `decided_by` names the winner, then the engine that came to the same result.
    """

    def __init__(self, produce: Callable[["Solutions[A]"], Iterator[A]]) -> None:
        self._produce = produce
        self.complete = False
        self.reason: EndReason | None = None
        self.found = 0
        self.decided_by: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[A]:
        self.complete, self.reason, self.found = False, None, 0
        for answer in self._produce(self):
            self.found += 1
            yield answer

    def ended(self, reason: EndReason | None) -> None:
        """Record the end of the iteration: `reason` says why it stopped early, or is None if it is complete."""
        self.complete, self.reason = reason is None, reason


@dataclass(frozen=True, slots=True)
class Conflict:
    """Soft groups that conflict, given the rules (a MUS if `minimal`: removing any one resolves it).

    `rules` lists the hard groups that the conflict uses, if they were computed.
    """

    groups: tuple[Group, ...]
    minimal: bool = True
    rules: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """Soft groups whose removal makes the rest consistent (an MCS if `minimal`: all of them are needed).

    For a single group, `changes` lists facts or numbers that may replace it. `cost` is the sum of the weights.
    """

    groups: tuple[Group, ...]
    minimal: bool = True
    changes: tuple[str, ...] = ()
    cost: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Explanation(ShownAsText):
    """Minimal conflicts and repairs of a puzzle without a solution, smallest first.

    Attributes:
        consistent: True if there is a solution, None if undecided.
        complete: Whether all conflicts and repairs are listed; otherwise `reason` says why the search stopped.
        smallest: Whether no conflict is smaller than the first.
        smallest_repair: Whether no repair is cheaper than the first.
        longer: Number of conflicts not listed because a conflict of two groups is.
        verified: Whether a second engine confirmed all of them.
        proof: DRUP lines that refute the first conflict, if requested.
        mends: Single changes that make the puzzle consistent, as sentences, if the puzzle type computes them.
        engine: The engine that answered, if the puzzle type names a second engine to confirm it.
        confirmed_by: The engine that confirmed the result, or None.
        chosen_because: The reason why CP-SAT was chosen instead of the default engine, or None.
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
    chosen_because: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.say()

    def say(self, language: Language = "en") -> str:
        """Return the explanation as text: each conflict with its rules, then changes and repairs."""
        if self.consistent is not False:
            words = _CONSISTENT() if self.consistent else _UNDECIDED(reason=self.reason or "")
            return words.say(language)
        lines: list[str] = []
        for conflict in self.conflicts:
            lines.append((_CONFLICT_HEADING if conflict.groups else _RULES_ALONE).wording(language))
            lines += [f"  - {group.say(language)}" for group in conflict.groups]
            lines += [_BY_THE_RULE(rule=group.say(language)).say(language) for group in conflict.rules]
        lines += [_CHANGE(change=change).say(language) for change in self.mends]
        for repair in self.repairs:
            others = series(map(fact_sentence, repair.changes), OR)
            instead = _INSTEAD(others=others).say(language) if repair.changes else ""
            given_up = "; ".join(group.say(language) for group in repair.groups)
            lines.append(_GIVE_UP(statements=f"{given_up}{instead}").say(language))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Forced(ShownAsText):
    """The facts that are true in every solution (the backbone): literals in `facts`, their `names` in the same order.

    If not `complete`, other facts may be forced too. `consistent` is False if there is no solution, so that every fact
    would be forced. `bounds` has the least and the largest value, over all solutions, of each wide variable (more than
    10,000 values) that has several.
    """

    consistent: bool | None
    facts: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    complete: bool = True
    reason: Reason | None = None
    stats: Stats | None = field(default=None, compare=False)
    bounds: tuple[tuple[str, int, int], ...] = ()

    def __str__(self) -> str:
        if not self.consistent:
            return "no solution" if self.consistent is False else f"undecided ({self.reason})"
        spans = [f"{low} <= {name} <= {high}" for name, low, high in self.bounds]
        listed = f"forced: {', '.join((*self.names, *spans))}" if self.names or spans else "nothing is forced"
        return listed if self.complete else f"{listed}, as far as is known ({self.reason})"


Tier = Literal["alone", "few", "supposition"]
"""Difficulty of a step: one constraint alone, a few together, or a supposition that leads to a contradiction."""
PathStatus = Literal["solved", "several", "contradiction", "undecided"]

_CELL = re.compile(r"r\d+c\d+")
_ARTICLE = re.compile(r"(an?|no|not|one|two|une?|aucune?|deux|pas) ")
_INDEFINITE = re.compile(r"^(an?|une?) ")
_FORCES = Message("{forces}, because {rules}{given}.", "{forces}, car {rules}{given}.")
_SUPPOSE = Message(
    "Suppose {opposite}: this contradicts {rules}{given}. So {forces}.",
    "Supposons {opposite} : cela contredit {rules}{given}. Donc {forces}.",
)
_WITH = Message(" (known: {facts})", " (connu : {facts})")
_WRONG = Message(
    "Your {entry} is wrong: {rules}{given}.",
    "Votre {entry} est faux : {rules}{given}.",
)
_CROSSED_OUT = Message(
    "Crossing out {entry} is wrong: {rules}{given}.",
    "Avoir barré {entry} est faux : {rules}{given}.",
)


@dataclass(frozen=True, slots=True)
class ReasonedStep:
    """A deduction step: constraints (`statements`) and known `facts` force `forces`. Negated facts begin with "not ".

    Attributes:
        minimal: Whether the first forced fact needs all of the constraints.
        smallest: Whether no smaller set of constraints forces a fact.
        by_propagation: Whether unit propagation is enough.
        verified: Whether a second engine confirmed it.
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
        """Return the names of the cells that the step is about."""
        return tuple(dict.fromkeys(cell for group in self.statements for cell in group.cells))

    @property
    def sentence(self) -> str:
        """Return the step as an English sentence."""
        return self.say()

    def say(self, language: Language = "en") -> str:
        """Return the step as a sentence in this language."""
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
    """An entry of a player that contradicts the puzzle; `statements` and `facts` refute it."""

    entry: str
    statements: tuple[Group, ...]
    facts: tuple[str, ...]
    minimal: bool

    @property
    def sentence(self) -> str:
        """Return the refutation as an English sentence."""
        return self.say()

    def say(self, language: Language = "en") -> str:
        """Return the refutation as a sentence in this language."""
        crossed_out = self.entry.startswith(DENIED)
        entry = denied(self.entry) if crossed_out else self.entry
        words = in_words(entry, language)
        return (_CROSSED_OUT if crossed_out else _WRONG)(
            entry=words if crossed_out else _INDEFINITE.sub("", words),  # "your line", not "your a line"
            rules=rules_listed(self.statements, language),
            given=_given(self.facts, language),
        ).say(language)


@dataclass(frozen=True, slots=True)
class ReasonedPath:
    """Steps from the puzzle towards its solution.

    `wrong` lists entries of the player that were ignored. `status` is "several" if nothing more is forced;
    `reason` says why the path ended early.
    """

    steps: tuple[ReasonedStep, ...]
    status: PathStatus
    wrong: tuple[WrongEntry, ...] = ()
    reason: EndReason | None = None


def rules_listed(groups: Sequence[Group], language: Language = "en", most: int | None = None) -> str:
    """List the sentences of groups, at most `most` of them."""
    return listed([group.say(language) for group in groups], most or len(groups), language)


def capital(sentence: str) -> str:
    """Capitalise the first letter of a sentence, unless it is the name of a cell."""
    return sentence if _CELL.match(sentence) else f"{sentence[:1].upper()}{sentence[1:]}"


def _given(facts: Sequence[str], language: Language) -> str:
    return _WITH(facts=facts_listed(facts, language)).say(language) if facts else ""
