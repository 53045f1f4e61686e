"""A CP-SAT model as an encoding, with a switch for each named constraint.

All constraint types but the interval accept enforcement literals in CP-SAT 9.15 (the tests try all of them), so every
named constraint can be soft. Constraints with the same name are one group. An interval only defines a task for other
constraints, so it is always hard.

An enforced division or remainder loses solutions in 9.15.6755 if the dividend may be negative. Then the result gets a
variable of its own, and only its equality with the target is enforced.

Facts are "x=3" for every value of a variable, or "x" for a boolean. A variable may have millions of values, so facts
are not listed but computed from their numbers.
"""

import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from entails.encoders.cp_model.text import Wording
from entails.models.cp_model import (
    Arithmetic,
    Contents,
    CpConstraint,
    CpExpression,
    Domain,
    Interval,
    OrToolsModel,
    scope,
)
from entails.models.encoding import CpParts, CpSat, Group

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


@dataclass(frozen=True)
class CpValues:
    """The values of a domain by index, and their indices."""

    domain: Domain

    @property
    def count(self) -> int:
        return sum(high - low + 1 for low, high in self._spans())

    def _spans(self) -> Sequence[tuple[int, int]]:
        return tuple(zip(self.domain[::2], self.domain[1::2], strict=True))

    def value(self, place: int) -> int:
        for low, high in self._spans():
            if place <= high - low:
                return low + place
            place -= high - low + 1
        raise IndexError(place)

    def place(self, value: int) -> int | None:
        before = 0
        for low, high in self._spans():
            if low <= value <= high:
                return before + value - low
            before += high - low + 1
        return None


class CpFacts:
    """The numbering of facts, from 1: those of the first variable come first."""

    def __init__(self, model: OrToolsModel) -> None:
        given_names = model.names
        variables = model.contents.variables
        self.indices = tuple(given_names)
        self.words = tuple(given_names.values())
        self.booleans = tuple(variables[index].boolean for index in given_names)
        self.values = tuple(CpValues(variables[index].domain) for index in given_names)
        sizes = (1 if boolean else values.count for boolean, values in zip(self.booleans, self.values, strict=True))
        self.first_literals = tuple(accumulate(sizes, initial=1))

    @property
    def count(self) -> int:
        return self.first_literals[-1] - 1

    def value_of(self, fact: int) -> tuple[int, int]:
        """Return the index of a fact's variable, and the value."""
        if not 0 < fact <= self.count:
            raise IndexError(fact)
        place = bisect_right(self.first_literals, fact) - 1
        return place, 1 if self.booleans[place] else self.values[place].value(fact - self.first_literals[place])

    def fact(self, place: int, value: int) -> int | None:
        """Return the fact that a variable has a value; None if there is none."""
        if self.booleans[place]:
            return self.first_literals[place] if value else None
        position = self.values[place].place(value)
        return None if position is None else self.first_literals[place] + position

    def answer(self, true: Sequence[int]) -> dict[str, int]:
        """Return the value of every variable, given the true facts."""
        values = dict.fromkeys(self.words, 0)  # a boolean without a fact is false
        for fact in true:
            if fact > 0:
                place, value = self.value_of(fact)
                values[self.words[place]] = value
        return values


@dataclass(frozen=True)
class FactNames(Sequence[str]):
    """The names of the facts, computed on access."""

    facts: CpFacts

    def __len__(self) -> int:
        return min(self.facts.count, sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place, value = self.facts.value_of(index + 1 if index >= 0 else self.facts.count + index + 1)
        return self.facts.words[place] if self.facts.booleans[place] else f"{self.facts.words[place]}={value}"


class _ByValue:
    """The facts that each value of one variable makes true, computed on access."""

    def __init__(self, facts: CpFacts, place: int) -> None:
        self._facts, self._place = facts, place

    def get(self, value: int, default: tuple[int, ...] = ()) -> tuple[int, ...]:
        fact = self._facts.fact(self._place, value)
        return default if fact is None else (fact,)


class _Sayings(Sequence[tuple["IntVar", int]]):
    """The variable and the value that each fact of a built model states, computed on access."""

    def __init__(self, facts: CpFacts, variables: Sequence["IntVar"]) -> None:
        self._facts, self._variables = facts, variables

    def __len__(self) -> int:
        return min(self._facts.count, sys.maxsize)

    def __getitem__(self, index: Any) -> Any:
        place, value = self._facts.value_of(index + 1)
        return self._variables[place], value


@dataclass(frozen=True)
class ManyFacts(CpParts):
    """A built model whose facts are computed on access."""

    numbering: CpFacts | None = None

    @property
    def literals_of_value(self) -> Any:
        assert self.numbering is not None
        assert isinstance(self.facts, _Sayings)
        return [(variable, _ByValue(self.numbering, place)) for place, variable in enumerate(self.facts._variables)]

    @property
    def deniable(self) -> tuple[int, ...]:
        assert self.numbering is not None
        return tuple(
            first
            for first, boolean in zip(self.numbering.first_literals, self.numbering.booleans, strict=False)
            if boolean
        )


def parts(model: "CpModel", facts: CpFacts, switches: dict[int, "IntVar"]) -> CpParts:
    """Return a built model with its facts."""
    variables = [model.get_int_var_from_proto_index(index) for index in facts.indices]
    return ManyFacts(model, _Sayings(facts, variables), switches, facts)


Answer: TypeAlias = dict[str, int]
"""The value of each variable by its name."""

_TOLD_TOGETHER = 3


def as_written(model: OrToolsModel) -> CpSat[Answer]:
    """Return the recipe of a model as it is, including its objective."""
    facts = CpFacts(model)
    goal = model.contents.goal
    return CpSat(
        build=build,
        parts=((model,),),
        names=FactNames(facts),
        groups=grouped(model).every,
        decode=facts.answer,
        sense="maximise" if goal is None else goal.sense,
    )


def build(model: OrToolsModel) -> CpParts:
    """Build the OR-Tools model and add switches."""
    built = model.build()
    every, of_constraint, of_assumption = grouped(model)
    switches = {index: built.new_bool_var("") for index, group in enumerate(every) if group.soft}
    protos = built.proto.constraints
    for place, group in enumerate(of_constraint):
        if group in switches:
            protos[place].enforcement_literal.append(switches[group].index)
    for place, constraint in enumerate(model.contents.constraints):
        if isinstance(constraint.body, Arithmetic) and constraint.body.kind in ("int_div", "int_mod"):
            _define(built, place, constraint.body, model.contents)
    built.clear_assumptions()
    for literal, group in zip(model.contents.assumptions, of_assumption, strict=True):
        held = built.get_bool_var_from_proto_index(literal if literal >= 0 else -literal - 1)
        built.add_bool_or(held if literal >= 0 else ~held).only_enforce_if(switches[group])
    return parts(built, CpFacts(model), switches)


def _define(built: "CpModel", place: int, definition: Arithmetic, contents: Contents) -> None:
    """Give the result of an enforced division a variable, and enforce its equality with the target."""
    enforced = list(built.proto.constraints[place].enforcement_literal)
    if not enforced:
        return
    most = _largest(definition.exprs[0], contents)
    result = built.new_int_var(-most, most, "")
    equal = built.add(_as_sum(definition.target, built) == result)
    proto = built.proto.constraints[place]
    divided = proto.int_div if definition.kind == "int_div" else proto.int_mod
    divided.target.vars.clear()
    divided.target.coeffs.clear()
    divided.target.vars.append(result.index)
    divided.target.coeffs.append(1)
    divided.target.offset = 0
    proto.enforcement_literal.clear()
    built.proto.constraints[equal.index].enforcement_literal.extend(enforced)


def _largest(expression: CpExpression, contents: Contents) -> int:
    """Return a bound on the absolute value of a sum."""
    ends = ((c, contents.variables[variable].domain) for c, variable in expression.terms)
    return abs(expression.offset) + sum(abs(c) * max(abs(domain[0]), abs(domain[-1])) for c, domain in ends)


def _as_sum(expression: CpExpression, built: "CpModel") -> Any:
    return sum(c * built.get_int_var_from_proto_index(variable) for c, variable in expression.terms) + expression.offset


class CpGroups(NamedTuple):
    """The groups of a model, and the group of each constraint and assumption."""

    every: tuple[Group, ...]
    of_constraint: tuple[int, ...]
    of_assumption: tuple[int, ...]


def grouped(model: OrToolsModel) -> CpGroups:
    """Return the groups: constraints of one name, and each other constraint by itself."""
    contents, wording = model.contents, Wording(model.contents, model.names)
    taken = {constraint.name for constraint in contents.constraints}
    members: dict[str, list[CpConstraint]] = {}
    heads: list[str] = []
    for place, constraint in enumerate(contents.constraints, start=1):
        heads.append(constraint.name if _named(constraint) else _free(f"constraint #{place}", taken))
        members.setdefault(heads[-1], []).append(constraint)
    groups = {head: _group(head, together, model, wording) for head, together in members.items()}
    assumed = [_free(f"assumption #{place}", taken) for place in range(1, len(contents.assumptions) + 1)]
    for head, literal in zip(assumed, contents.assumptions, strict=True):
        groups[head] = Group(head, f"assumed: {wording.literal(literal)}", soft=True)
    number = {head: index for index, head in enumerate(groups)}
    every = tuple(groups.values())
    return CpGroups(every, tuple(number[head] for head in heads), tuple(number[head] for head in assumed))


def _named(constraint: CpConstraint) -> bool:
    return bool(constraint.name) and not isinstance(constraint.body, Interval)


def _free(head: str, taken: set[str]) -> str:
    """Return a name that no constraint of the model has."""
    return head if head not in taken else _free(f"{head}'", taken)


def _group(head: str, together: list[CpConstraint], model: OrToolsModel, wording: Wording) -> Group:
    words = [wording.constraint(constraint) for constraint in together[:_TOLD_TOGETHER]]
    if len(together) > _TOLD_TOGETHER:
        words.append(f"… ({len(together)} constraints)")
    first = together[0]
    text = "; ".join(words)
    soft = _named(first) or (model.soft_unnamed and not isinstance(first.body, Interval))
    mentioned = dict.fromkeys(index for constraint in together for index in scope(constraint, model.contents))
    cells = tuple(model.names[index] for index in mentioned if index in model.names)
    return Group(head, f"{first.name}: {text}" if first.name else text, soft=soft, cells=cells)
