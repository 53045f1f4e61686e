"""The statement language: variables, constraints as values, sentences over them.

`Variable`: something unknown with finitely many values. Each value is a fact, and facts are what engines speak of.

A variable of d values owns d facts, "r1c1=1" to "r1c1=9", of which exactly one holds. A boolean one owns a single fact:
it holds when the variable is 1.

`Statement`: a problem said once. Variables, constraints that are values, and the sentence over each of them.

Compilers make of it what engines take (`encoders/cnf`, `encoders/cpsat`), a checker says which sentence an
assignment breaks (`encoders/check`). Nothing here knows how.

`StatementBuilder`: a statement in the making. Rules are said in sentences; those of the same sentence are one group.

`GroupIndex`: the groups of an encoding, numbered through, and which of them each thing that is said belongs to.

First come the groups of "has one value" (`Variable.holds`, equal ones shared), then the statement's other groups. A
group of all-differents that have a sentence for each value gives way to one group for each value: state coarsely,
explain finely. Where it may be doubted it stays, as the parent of its fine ones. All compilers number groups by this.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from entails.locale.message import Sentence
from entails.models.constraints import (
    AllDifferent,
    Bulk,
    Clause,
    Constraint,
)
from entails.models.encoding import Group, LazySequence, Objective

DOMAINS = Group("domains", "every variable has one value")
_USUAL = "{name}={value}"


@dataclass(frozen=True, slots=True)
class Variable:
    """`holds` is the group of "exactly one value": variables that share it are doubted, or not, together.

    `says` names a fact ("{name}={value}", or "{label}" for a value's word in `labels`); a boolean's fact has its name,
    or what `says` makes of it ("star {name}").
    A `defined` variable follows from the others, so answers do not differ in it alone; a `hidden` one is an auxiliary
    that nobody is told about, and comes after all that are not. Where the values are `words`, they are codes of the
    words in `labels`: equal words have equal codes in the whole statement, and a code is never shown.
    """

    name: str
    values: range | tuple[int, ...]
    holds: Group = DOMAINS
    says: str = _USUAL
    labels: tuple[str, ...] = ()
    boolean: bool = False
    defined: bool = False
    hidden: bool = False
    words: bool = False

    @property
    def facts(self) -> int:
        """How many facts it owns."""
        return 1 if self.boolean else len(self.values)

    def fact_names(self) -> Iterator[str]:
        """What its facts are called, in the order of its values."""
        if self.boolean:
            yield self.name if self.says == _USUAL else self.says.format(name=self.name)
            return
        for place, value in enumerate(self.values):
            yield self.says.format(name=self.name, value=value, label=self.word(place))

    def word(self, place: int) -> str:
        """How the value at this place is written."""
        return self.labels[place] if self.labels else str(self.values[place])

    def shown(self, value: int) -> int | str:
        """The value as sentences name it: the word where values are words, else the number."""
        return self.labels[self.values.index(value)] if self.words else value


def run(values: Iterable[int]) -> range | tuple[int, ...]:
    """These numbers in order, each once; as a range where none is missing."""
    ordered = tuple(sorted(set(values)))
    whole = bool(ordered) and len(ordered) == ordered[-1] - ordered[0] + 1
    return range(ordered[0], ordered[-1] + 1) if whole else ordered


class Codes(dict[str, int]):
    """The words of a problem and their codes, numbered in the order in which they come up."""

    def domain(self, words: Sequence[str]) -> tuple[range | tuple[int, ...], tuple[str, ...]]:
        """The codes of these words, in order, and the words in the order of their codes."""
        codes = {self.setdefault(word, len(self)): word for word in words}
        return run(codes), tuple(codes[code] for code in sorted(codes))


def boolean(name: str, *, says: str = "{name}", defined: bool = False, hidden: bool = False) -> Variable:
    """A variable that is true or false: one fact."""
    return Variable(name, range(2), says=says, boolean=True, defined=defined, hidden=hidden)


@dataclass(frozen=True, eq=False)
class Statement:
    """`groups` and `constraints` are what this statement adds to its `frame`: a statement that many share, such as the
    rules of the game on one board. The groups of the frame come first, so a constraint's `group` counts through both;
    its variables are the frame's, with more behind them where it has its own.

    It is compared by identity, so that compilers can keep beside it what they made of it.
    """

    variables: tuple[Variable, ...]
    groups: tuple[Group, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    objective: Objective | None = None
    frame: "Statement | None" = None
    about: tuple[str, ...] = ()

    @cached_property
    def cache(self) -> dict[Hashable, Any]:
        """Results of compilers, each computed once; not pickled with the statement."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: self.__dict__[field.name] for field in fields(self)}

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The first fact of each variable; at the end, the first number that is no fact."""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.firsts
        return tuple(accumulate((variable.facts for variable in self.variables), initial=1))

    @property
    def facts(self) -> int:
        """How many facts there are, those of hidden variables included."""
        return self.firsts[-1] - 1

    @cached_property
    def shown(self) -> int:
        """How many variables are not hidden; they come first."""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.shown
        return sum(not variable.hidden for variable in self.variables)

    @cached_property
    def names(self) -> Sequence[str]:
        """What the facts are called that are not hidden, in order."""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.names
        shown = self.variables[: self.shown]
        return LazySequence(
            self.firsts[self.shown] - 1, lambda: tuple(name for variable in shown for name in variable.fact_names())
        )

    @cached_property
    def every_group(self) -> tuple[Group, ...]:
        """The groups of the frame, then its own."""
        return self.groups if self.frame is None else self.frame.every_group + self.groups

    @cached_property
    def every_constraint(self) -> tuple[Constraint, ...]:
        """The constraints of the frame, then its own."""
        return self.constraints if self.frame is None else self.frame.every_constraint + self.constraints

    def fact(self, variable: int, value: int) -> int:
        """The literal that says "this variable has this value"."""
        declared = self.variables[variable]
        if declared.boolean:
            return self.firsts[variable] if value else -self.firsts[variable]
        return self.firsts[variable] + declared.values.index(value)

    @cached_property
    def one_hot(self) -> bool:
        """Do the facts that hold in one answer never contain those of another?"""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.one_hot
        return all(not variable.boolean or variable.defined for variable in self.variables[: self.shown])

    @cached_property
    def worths(self) -> Objective | None:
        """The objective told of facts alone: each is worth what the value it gives its variable is."""
        objective = self.objective
        if objective is None:
            return None
        facts = list(objective.facts)
        for times, number in objective.terms:
            variable, first = self.variables[number], self.firsts[number]
            worths = (times,) if variable.boolean else (times * value for value in variable.values)
            facts += [(worth, fact) for fact, worth in enumerate(worths, first) if worth]
        return Objective(objective.sense, facts=tuple(facts), fixed=objective.fixed)

    def values_of(self, true: Sequence[int]) -> tuple[int | None, ...]:
        """The value of each variable that is not hidden, when exactly these facts hold; None where no fact tells."""
        holding, values = {fact for fact in true if fact > 0}, list[int | None]()
        for variable, first in zip(self.variables[: self.shown], self.firsts, strict=False):
            if variable.boolean:
                values.append(int(first in holding))
            else:
                places = (place for place in range(len(variable.values)) if first + place in holding)
                place = next(places, None)
                values.append(None if place is None else variable.values[place])
        return tuple(values)


class StatementBuilder:
    """What is said goes behind what a `frame` says already: the rules of the game, which many puzzles share."""

    def __init__(self, variables: Iterable[Variable] = (), frame: Statement | None = None) -> None:
        self._bare = Statement(tuple(variables) if frame is None else frame.variables, frame=frame)
        self._groups: dict[Group, int] = {}
        self._first = 0 if frame is None else len(frame.every_group)
        self._said: list[Constraint] = []

    def fact(self, variable: int, value: int = 1) -> int:
        """The literal that says "this variable has this value"."""
        return self._bare.fact(variable, value)

    def facts(self, variables: Iterable[int], value: int = 1) -> tuple[int, ...]:
        """The same of several variables."""
        return tuple(self._bare.fact(variable, value) for variable in variables)

    def rule(self, sentence: Sentence, *constraints: Constraint, at: Sequence[int | str] = ()) -> int:
        """A rule of the game, and the variables or names of places to point `at`. Nobody doubts it. The number of its
        group is for constraints that say it in part."""
        text = sentence.say()
        return self._say(Group(text, text, cells=self._names(at), sentence=sentence), constraints)

    def given(self, name: str, sentence: Sentence, *constraints: Constraint, at: Sequence[int | str] = ()) -> None:
        """What this puzzle states, under a short name. It may be doubted."""
        text = sentence.say()
        group = Group(f"given {name}", text, doubtable=True, cells=self._names(at), sentence=sentence)
        self._say(group, constraints)

    def statement(self, about: Sequence[str] = ()) -> Statement:
        """What was said so far."""
        return replace(self._bare, groups=tuple(self._groups), constraints=tuple(self._said), about=tuple(about))

    def _names(self, places: Sequence[int | str]) -> tuple[str, ...]:
        return tuple(place if isinstance(place, str) else self._bare.variables[place].name for place in places)

    def _say(self, group: Group, constraints: Iterable[Constraint]) -> int:
        number = self._groups.setdefault(group, self._first + len(self._groups))
        self._said += (replace(constraint, group=number) for constraint in constraints)
        return number


DEFINITIONS = Group("definitions", "what the other statements are said with")
"""The group of clauses that only define auxiliary variables."""

_NEED_NO_DEFINITION = {Clause, Bulk, AllDifferent}


@dataclass(frozen=True, eq=False)
class GroupIndex:
    """`holds` gives the group of each variable's values (-1 for a boolean, which has nothing to hold), `number` that of
    each of the statement's groups (None where it gave way), `definitions` that of the auxiliaries."""

    groups: Sequence[Group]
    holds: tuple[int, ...]
    number: tuple[int | None, ...]
    definitions: int | None
    _first_fine: dict[int, tuple[int, tuple[int, ...]]]
    """By the identity of a constraint: its first fine group, and the values that have one."""

    @classmethod
    def of(cls, statement: Statement) -> "GroupIndex":
        """The numbering for a statement. What a frame has keeps its numbers, and is numbered once."""
        index: GroupIndex | None = statement.cache.get("grain")
        if index is None:
            frame = statement.frame
            shared = cls.of(frame) if frame is not None and frame.variables is statement.variables else None
            index = statement.cache["grain"] = _numbered(statement, shared)
        return index

    def first_fine(self, constraint: AllDifferent) -> int | None:
        """The group of its lowest value, where it has one for each; those of the others follow in order."""
        first = self._first_fine.get(id(constraint))
        return None if first is None else first[0]

    def fine(self, constraint: AllDifferent) -> dict[int, int]:
        """The group of each value, where this all-different has them."""
        first, values = self._first_fine.get(id(constraint), (0, ()))
        return {value: first + place for place, value in enumerate(values)}


class _Refined(NamedTuple):
    """A coarse group as one group for each value."""

    coarse: Group
    constraint: AllDifferent
    values: tuple[int, ...]
    variable: Variable
    parent: str | None

    def groups(self) -> Iterator[Group]:
        assert self.constraint.each is not None
        for value in self.values:
            word = self.variable.word(self.variable.values.index(value))
            sentence = self.constraint.each.having(value=self.variable.shown(value), label=word)
            text, coarse = sentence.say(), self.coarse
            yield Group(
                text, text, self.parent, coarse.doubtable, coarse.cells, coarse.implied, sentence, coarse.weight
            )


def _numbered(statement: Statement, before: GroupIndex | None) -> GroupIndex:
    """Number what a statement adds to its frame's numbering; all of it where there is no frame to share."""
    if before is not None:
        return _continued(statement, before, statement.groups, statement.constraints, {})
    holding: dict[Group, int] = {}
    holds = [
        -1 if variable.boolean else holding.setdefault(variable.holds, len(holding)) for variable in statement.variables
    ]
    first = GroupIndex(tuple(holding), tuple(holds), (), None, {})
    return _continued(statement, first, statement.every_group, statement.every_constraint, holding)


def _continued(
    statement: Statement,
    before: GroupIndex,
    groups: tuple[Group, ...],
    constraints: tuple[Constraint, ...],
    holding: dict[Group, int],
) -> GroupIndex:
    """Number these groups and what is said under them. What is said under one of `holding` joins it."""
    kinds = {type(constraint) for constraint in constraints}
    parts: list[Group | _Refined]
    if AllDifferent in kinds or (holding and not holding.keys().isdisjoint(groups)):
        parts, number, fine, end = _one_by_one(statement, before, constraints, holding)
    else:
        end = len(before.groups) + len(groups)
        parts, number, fine = [*groups], (*before.number, *range(len(before.groups), end)), before._first_fine
    definitions = before.definitions
    if definitions is None and not kinds <= _NEED_NO_DEFINITION:
        parts.append(DEFINITIONS)
        definitions, end = end, end + 1
    return GroupIndex(LazySequence(end, lambda: _worded(before.groups, parts)), before.holds, number, definitions, fine)


def _worded(before: Sequence[Group], parts: list[Group | _Refined]) -> tuple[Group, ...]:
    """The groups, the fine ones put into words."""
    own = (group for part in parts for group in ((part,) if isinstance(part, Group) else part.groups()))
    return (*before, *own)


def _one_by_one(
    statement: Statement, before: GroupIndex, constraints: tuple[Constraint, ...], holding: dict[Group, int]
) -> tuple[list[Group | _Refined], tuple[int | None, ...], dict[int, tuple[int, tuple[int, ...]]], int]:
    """The groups with their fine ones in place; where a frame's group is refined later, its fine ones come last."""
    parts: list[Group | _Refined] = []
    number, first_fine, next_number = list(before.number), dict(before._first_fine), len(before.groups)
    refined, plain = _refined(statement, constraints)
    every_group, known = statement.every_group, len(number)
    for place in (*range(known, len(every_group)), *(place for place in refined if place < known)):
        group, own = every_group[place], refined.get(place, [])
        if not own and group in holding:
            number.append(holding[group])
            continue
        heads = group.doubtable or place in plain or not own
        if place >= known:
            number.append(next_number if heads else None)
            if heads:
                parts.append(group if not own or place in plain or not group.doubtable else _heading(group))
                next_number += 1
        for constraint, values in own:
            parent = group.id if heads or place < known else group.parent
            parts.append(_Refined(group, constraint, values, statement.variables[constraint.over[0]], parent))
            first_fine[id(constraint)] = next_number, values
            next_number += len(values)
    return parts, tuple(number), first_fine, next_number


def _heading(group: Group) -> Group:
    """A coarse group of which only the fine ones say anything."""
    return Group(group.id, group.text, group.parent, False, group.cells, group.implied, group.sentence)


def _refined(
    statement: Statement, constraints: Sequence[Constraint]
) -> tuple[dict[int, list[tuple[AllDifferent, tuple[int, ...]]]], set[int]]:
    """By group, the all-differents that are said finely, with their values; and the groups that say more than that."""
    refined: dict[int, list[tuple[AllDifferent, tuple[int, ...]]]] = {}
    plain: set[int] = set()
    for constraint in constraints:
        if (
            isinstance(constraint, AllDifferent)
            and constraint.each is not None
            and (values := _fine_values(statement, constraint))
        ):
            refined.setdefault(constraint.group, []).append((constraint, values))
        elif isinstance(constraint, Bulk) and len(constraint.group_of):
            plain.update(set(constraint.group_of.tolist()))
        else:
            plain.add(constraint.group)
    return refined, plain


def _fine_values(statement: Statement, constraint: AllDifferent) -> tuple[int, ...]:
    """The values with a sentence of their own: all of them, where each is taken by exactly one of the variables."""
    if not constraint.over or constraint.apart_from or len(set(constraint.over)) != len(constraint.over):
        return ()
    domain = statement.variables[constraint.over[0]].values
    if len(domain) != len(constraint.over):
        return ()
    others = (statement.variables[number].values for number in constraint.over)
    alike = all(values is domain or set(values) == set(domain) for values in others)
    return tuple(sorted(domain)) if alike else ()
