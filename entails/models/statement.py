"""Statements: variables, constraints as values, and the groups that give them sentences.

A variable of d values owns d facts, "r1c1=1" to "r1c1=9", of which exactly one is true. A boolean variable owns one
fact, true if the variable is 1. Compilers turn a statement into CNF (`encoders/cnf`) or CP-SAT models
(`encoders/cpsat`); a checker (`encoders/check`) names the group that an assignment breaks.

All compilers number groups by `GroupIndex`. The groups of "exactly one value" (`Variable.holds`, equal ones shared)
come first, then the other groups of the statement. A group of all-different constraints with a sentence per value is
replaced by one group per value: state coarsely, explain finely. A soft one stays, as the parent of its fine groups.
"""

from bisect import bisect_right
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
from entails.models.numbering import FactNames, FactNumbering, domain_of

DOMAINS = Group("domains", "every variable has one value")
_USUAL = "{name}={value}"
WIDE = 10_000
"""Number of values above which a variable is wide: an interval whose facts are never listed."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with finitely many values.

    Attributes:
        holds: Group of "exactly one value"; variables that share it are soft or hard together.
        says: Name of a fact ("{name}={value}", or "{label}" for the word of a value); of a boolean, of its only fact.
        labels: Words for the values.
        defined: Whether the other variables determine it, so that solutions never differ in it alone.
        hidden: Whether it is auxiliary and not shown; hidden variables come last.
        words: Whether the values are codes of the labels; equal words have equal codes, and codes are never shown.
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
        """Return the number of facts of the variable."""
        return 1 if self.boolean else len(self.values)

    @property
    def wide(self) -> bool:
        """Return whether the variable is an interval with too many values to list its facts; they are computed."""
        return isinstance(self.values, range) and len(self.values) > WIDE and not self.labels and self.says == _USUAL

    def fact_names(self) -> Iterator[str]:
        """Iterate over the names of the variable's facts, in the order of its values."""
        return (self.fact_name(place) for place in range(self.facts))

    def fact_name(self, place: int) -> str:
        """Return the name of the variable's fact at an index."""
        if self.boolean:
            return self.name if self.says == _USUAL else self.says.format(name=self.name)
        return self.says.format(name=self.name, value=self.values[place], label=self.word(place))

    def word(self, place: int) -> str:
        """Return the text of the value at an index."""
        return self.labels[place] if self.labels else str(self.values[place])

    def shown(self, value: int) -> int | str:
        """Return the value as sentences show it: a word if values are words, else the number."""
        return self.labels[self.values.index(value)] if self.words else value


def run(values: Iterable[int]) -> range | tuple[int, ...]:
    """Return numbers sorted and without duplicates, as a range if they have no gaps."""
    ordered = tuple(sorted(set(values)))
    whole = bool(ordered) and len(ordered) == ordered[-1] - ordered[0] + 1
    return range(ordered[0], ordered[-1] + 1) if whole else ordered


class Codes(dict[str, int]):
    """The words of a problem and their codes, in order of appearance."""

    def domain(self, words: Sequence[str]) -> tuple[range | tuple[int, ...], tuple[str, ...]]:
        """Return the sorted codes of these words, and the words in the order of their codes."""
        codes = {self.setdefault(word, len(self)): word for word in words}
        return run(codes), tuple(codes[code] for code in sorted(codes))


def boolean(name: str, *, says: str = "{name}", defined: bool = False, hidden: bool = False) -> Variable:
    """Build a boolean variable, which has one fact."""
    return Variable(name, range(2), says=says, boolean=True, defined=defined, hidden=hidden)


@dataclass(frozen=True, eq=False)
class Statement:
    """Variables, constraints and groups of a problem.

    `groups` and `constraints` are added to those of the `base`: a statement that many puzzles share, such as the
    rules on one board. Its groups come first, so the `group` of a constraint counts through both; its variables
    come first too. A statement is compared by identity, so that compilers can cache their results with it.
    """

    variables: tuple[Variable, ...]
    groups: Sequence[Group] = ()
    constraints: tuple[Constraint, ...] = ()
    objective: Objective | None = None
    base: "Statement | None" = None
    about: tuple[str, ...] = ()

    @cached_property
    def cache(self) -> dict[Hashable, Any]:
        """Results of compilers, each computed once; not pickled with the statement."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: self.__dict__[field.name] for field in fields(self)}

    @cached_property
    def first_literals(self) -> tuple[int, ...]:
        """Return the first fact of each variable; the last item is the first number that is not a fact."""
        if self.base is not None and self.base.variables is self.variables:
            return self.base.first_literals
        return tuple(accumulate((variable.facts for variable in self.variables), initial=1))

    @property
    def facts(self) -> int:
        """Return the number of facts, those of hidden variables included."""
        return self.first_literals[-1] - 1

    @cached_property
    def shown(self) -> int:
        """Return the number of variables that are not hidden; they come first."""
        if self.base is not None and self.base.variables is self.variables:
            return self.base.shown
        return sum(not variable.hidden for variable in self.variables)

    @cached_property
    def names(self) -> Sequence[str]:
        """Return the names of the facts that are not hidden, in order."""
        if self.base is not None and self.base.variables is self.variables:
            return self.base.names
        if self.wide:
            return FactNames(self.numbering)
        shown = self.variables[: self.shown]
        return LazySequence(
            self.first_literals[self.shown] - 1,
            lambda: tuple(name for variable in shown for name in variable.fact_names()),
        )

    @cached_property
    def wide(self) -> bool:
        """Return whether any variable is wide."""
        if self.base is not None and self.base.variables is self.variables:
            return self.base.wide
        return any(variable.wide for variable in self.variables)

    @cached_property
    def numbering(self) -> FactNumbering:
        """Return the numbering of the facts that are not hidden."""
        shown = self.variables[: self.shown]
        return FactNumbering(
            [variable.name for variable in shown],
            [variable.boolean for variable in shown],
            [domain_of(variable.values) for variable in shown],
            [variable.labels for variable in shown],
        )

    @cached_property
    def listed_facts(self) -> int:
        """Return the number of facts kept in memory: a wide variable counts as one."""
        return sum(1 if variable.wide else variable.facts for variable in self.variables)

    @cached_property
    def every_group(self) -> Sequence[Group]:
        """Return the groups of the base, then the statement's own."""
        return self.groups if self.base is None else (*self.base.every_group, *self.groups)

    @cached_property
    def every_constraint(self) -> tuple[Constraint, ...]:
        """Return the constraints of the base, then the statement's own."""
        return self.constraints if self.base is None else self.base.every_constraint + self.constraints

    def fact(self, variable: int, value: int) -> int:
        """Return the literal that assigns `value` to a variable."""
        declared = self.variables[variable]
        if declared.boolean:
            return self.first_literals[variable] if value else -self.first_literals[variable]
        return self.first_literals[variable] + declared.values.index(value)

    @cached_property
    def one_hot(self) -> bool:
        """Return whether the true facts of one solution never contain those of another."""
        if self.base is not None and self.base.variables is self.variables:
            return self.base.one_hot
        return all(not variable.boolean or variable.defined for variable in self.variables[: self.shown])

    @cached_property
    def scaled_objective(self) -> Objective | None:
        """Return the objectives as one weighted sum: an earlier objective always outweighs those after it."""
        objective = self.objective
        if objective is None or not objective.then:
            return objective
        terms, facts, fixed = dict[int, int](), dict[int, int](), 0
        for level, (low, high) in zip((objective, *objective.then), self.objective_ranges, strict=True):
            same, weight = level.sense == objective.sense, high - low + 1
            sign = 1 if same else -1
            first = level is objective
            scale = 1 if first else weight
            shift = 0 if first else (-low if same else high)
            fixed = scale * fixed + shift + sign * level.fixed
            for sums, added in ((terms, level.terms), (facts, level.facts)):
                for number in sums:
                    sums[number] *= scale
                for factor, number in added:
                    sums[number] = sums.get(number, 0) + sign * factor
        listed = [tuple((factor, number) for number, factor in sums.items() if factor) for sums in (terms, facts)]
        return Objective(objective.sense, listed[0], listed[1], fixed)

    @cached_property
    def objective_ranges(self) -> tuple[tuple[int, int], ...]:
        """Return the least and the largest possible value of each objective."""
        ranges = []
        for level in () if self.objective is None else (self.objective, *self.objective.then):
            spans = [sorted((0, worth)) for worth, _ in level.facts]
            for factor, number in level.terms:
                values = self.variables[number].values
                ends = (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))
                spans.append(sorted(factor * end for end in ends))
            ranges.append((level.fixed + sum(low for low, _ in spans), level.fixed + sum(high for _, high in spans)))
        return tuple(ranges)

    def objective_values(self, scaled: float) -> tuple[float, ...]:
        """Convert a value of the scaled objective to the value of each objective, in order."""
        objective, values = self.objective, list[float]()
        for level, (low, high) in reversed(
            list(zip(objective.then if objective else (), self.objective_ranges[1:], strict=True))
        ):
            scaled, rest = divmod(scaled, high - low + 1)
            values.append(low + rest if objective is not None and level.sense == objective.sense else high - rest)
        return (scaled, *reversed(values))

    @cached_property
    def literal_objective(self) -> Objective | None:
        """Return the objective as a sum over facts: the coefficient of a fact is what its value contributes."""
        objective = self.scaled_objective
        if objective is None:
            return None
        facts = list(objective.facts)
        for times, number in objective.terms:
            variable, first = self.variables[number], self.first_literals[number]
            literal_objective = (times,) if variable.boolean else (times * value for value in variable.values)
            facts += [(worth, fact) for fact, worth in enumerate(literal_objective, first) if worth]
        return Objective(objective.sense, facts=tuple(facts), fixed=objective.fixed)

    def values_of(self, true: Sequence[int]) -> tuple[int | None, ...]:
        """Return the value of each shown variable, given the true facts; None where they do not determine it."""
        shown, first_literals = self.variables[: self.shown], self.first_literals
        values: list[int | None] = [0 if variable.boolean else None for variable in shown]
        end = first_literals[self.shown]
        for fact in sorted(fact for fact in true if 0 < fact < end):
            number = bisect_right(first_literals, fact) - 1
            if shown[number].boolean:
                values[number] = 1
            elif values[number] is None:
                values[number] = shown[number].values[fact - first_literals[number]]
        return tuple(values)


class StatementBuilder:
    """Builder of a statement on top of a `base`, such as the rules that many puzzles share."""

    def __init__(self, variables: Iterable[Variable] = (), base: Statement | None = None) -> None:
        self._bare = Statement(tuple(variables) if base is None else base.variables, base=base)
        self._groups: dict[Group, int] = {}
        self._first = 0 if base is None else len(base.every_group)
        self._constraints: list[Constraint] = []

    def fact(self, variable: int, value: int = 1) -> int:
        """Return the literal that assigns `value` to a variable."""
        return self._bare.fact(variable, value)

    def facts(self, variables: Iterable[int], value: int = 1) -> tuple[int, ...]:
        """Return the literals that assign `value` to each variable."""
        return tuple(self._bare.fact(variable, value) for variable in variables)

    def rule(self, sentence: Sentence, *constraints: Constraint, at: Sequence[int | str] = ()) -> int:
        """Add a hard rule with its sentence; `at` has the variables or names to highlight.

        Return the number of its group, for further constraints of the rule.
        """
        text = sentence.say()
        return self._say(Group(text, text, cells=self._names(at), sentence=sentence), constraints)

    def given(self, name: str, sentence: Sentence, *constraints: Constraint, at: Sequence[int | str] = ()) -> None:
        """Add a soft clue of this puzzle, with a short name and its sentence."""
        text = sentence.say()
        group = Group(f"given {name}", text, soft=True, cells=self._names(at), sentence=sentence)
        self._say(group, constraints)

    def statement(self, about: Sequence[str] = ()) -> Statement:
        """Return the statement built so far."""
        return replace(self._bare, groups=tuple(self._groups), constraints=tuple(self._constraints), about=tuple(about))

    def _names(self, places: Sequence[int | str]) -> tuple[str, ...]:
        return tuple(place if isinstance(place, str) else self._bare.variables[place].name for place in places)

    def _say(self, group: Group, constraints: Iterable[Constraint]) -> int:
        number = self._groups.setdefault(group, self._first + len(self._groups))
        self._constraints += (replace(constraint, group=number) for constraint in constraints)
        return number


DEFINITIONS = Group("definitions", "what the other statements are said with")
"""The group of clauses that only define auxiliary variables."""

_NEED_NO_DEFINITION = {Clause, Bulk, AllDifferent}


@dataclass(frozen=True, eq=False)
class GroupIndex:
    """The numbering of groups in an encoding.

    Attributes:
        holds: Group of each variable's values; -1 for a boolean, which needs none.
        number: Group of each of the statement's groups; None if it was replaced by fine groups.
        definitions: Group of the definitions of auxiliary variables.
    """

    groups: Sequence[Group]
    holds: tuple[int, ...]
    number: tuple[int | None, ...]
    definitions: int | None
    _first_fine: dict[int, tuple[int, tuple[int, ...]]]
    """The first fine group of each constraint, by its identity, and the values that have one."""

    @classmethod
    def of(cls, statement: Statement) -> "GroupIndex":
        """Number the groups of a statement. The groups of a base are numbered once and keep their numbers."""
        index: GroupIndex | None = statement.cache.get("grain")
        if index is None:
            base = statement.base
            shared = cls.of(base) if base is not None and base.variables is statement.variables else None
            index = statement.cache["grain"] = _numbered(statement, shared)
        return index

    def first_fine(self, constraint: AllDifferent) -> int | None:
        """Return the group of a constraint's lowest value if each value has a group; the other groups follow."""
        first = self._first_fine.get(id(constraint))
        return None if first is None else first[0]

    def fine(self, constraint: AllDifferent) -> dict[int, int]:
        """Return the group of each value of an all-different constraint; empty if its values have no groups."""
        first, values = self._first_fine.get(id(constraint), (0, ()))
        return {value: first + place for place, value in enumerate(values)}


class _Refined(NamedTuple):
    """A coarse group to be replaced by one group per value."""

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
            yield Group(text, text, self.parent, coarse.soft, coarse.cells, coarse.implied, sentence, coarse.weight)


def _numbered(statement: Statement, before: GroupIndex | None) -> GroupIndex:
    """Number the groups that a statement adds to its base; all of them if no base is shared."""
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
    groups: Sequence[Group],
    constraints: tuple[Constraint, ...],
    holding: dict[Group, int],
) -> GroupIndex:
    """Number these groups and their constraints. Constraints of groups in `holding` are not split by value."""
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
    """Return the groups, with sentences for those that were split off by value."""
    own = (group for part in parts for group in ((part,) if isinstance(part, Group) else part.groups()))
    return (*before, *own)


def _one_by_one(
    statement: Statement, before: GroupIndex, constraints: tuple[Constraint, ...], holding: dict[Group, int]
) -> tuple[list[Group | _Refined], tuple[int | None, ...], dict[int, tuple[int, tuple[int, ...]]], int]:
    """Replace each refined group by its groups per value; those of groups of the base come last."""
    parts: list[Group | _Refined] = []
    number, first_fine, next_number = list(before.number), dict(before._first_fine), len(before.groups)
    refined, plain = _refined(statement, constraints)
    every_group, known = statement.every_group, len(number)
    for place in (*range(known, len(every_group)), *(place for place in refined if place < known)):
        group, own = every_group[place], refined.get(place, [])
        if not own and group in holding:
            number.append(holding[group])
            continue
        heads = group.soft or place in plain or not own
        if place >= known:
            number.append(next_number if heads else None)
            if heads:
                parts.append(group if not own or place in plain or not group.soft else _heading(group))
                next_number += 1
        for constraint, values in own:
            parent = group.id if heads or place < known else group.parent
            parts.append(_Refined(group, constraint, values, statement.variables[constraint.over[0]], parent))
            first_fine[id(constraint)] = next_number, values
            next_number += len(values)
    return parts, tuple(number), first_fine, next_number


def _heading(group: Group) -> Group:
    """Return a coarse group as the parent of its fine groups."""
    return Group(group.id, group.text, group.parent, False, group.cells, group.implied, group.sentence)


def _refined(
    statement: Statement, constraints: Sequence[Constraint]
) -> tuple[dict[int, list[tuple[AllDifferent, tuple[int, ...]]]], set[int]]:
    """Return, by group, the all-different constraints to split by value, and the groups of other constraints."""
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
    """Return the values with sentences of their own: all if each is taken by exactly one variable, else none."""
    if not constraint.over or constraint.apart_from or len(set(constraint.over)) != len(constraint.over):
        return ()
    domain = statement.variables[constraint.over[0]].values
    if len(domain) != len(constraint.over):
        return ()
    others = (statement.variables[number].values for number in constraint.over)
    alike = all(values is domain or set(values) == set(domain) for values in others)
    return tuple(sorted(domain)) if alike else ()
