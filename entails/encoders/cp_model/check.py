"""Checker of solutions of CP-SAT models, without OR-Tools.

A solution has the named variables only. Constraints over other variables cannot be checked and are skipped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import prod

from entails.encoders.cp_model.text import Wording
from entails.models.cp_model import (
    AllDiff,
    Arithmetic,
    Body,
    Bools,
    Circuit,
    Contents,
    CpAutomaton,
    CpElement,
    CpExpression,
    CpLinear,
    CpTable,
    Cumulative,
    Domain,
    Interval,
    Inverse,
    NoOverlap,
    Nothing,
    OrToolsModel,
    Reservoir,
)


def breach(model: OrToolsModel, answer: Mapping[str, int]) -> str | None:
    """Return why a solution of a CP-SAT model is invalid; None if it is valid."""
    known = {index: answer[name] for index, name in model.names.items() if name in answer}
    broken = broken_constraint(model, known)
    return None if broken is None else broken[1]


def broken_constraint(model: OrToolsModel, values: Mapping[int, int]) -> tuple[int, str] | None:
    """Return a violated constraint by its index (-1 for a domain), with a sentence; None if there is none.

    Constraints over variables without a value are skipped.
    """
    variables = model.contents.variables
    for index, name in model.names.items():
        if index not in values or not _in(values[index], variables[index].domain):
            return -1, f"{name} has no value of its own"
    for index, value in values.items():
        if not _in(value, variables[index].domain):
            return -1, f"variable {index} has no value of its own"
    fixed = {i: variable.fixed for i, variable in enumerate(variables) if variable.fixed is not None}
    check = CpChecker(model.contents, {**values, **fixed})
    for place, constraint in enumerate(model.contents.constraints):
        if check.broken(place):
            words = Wording(model.contents, model.names).constraint(constraint)
            return place, f"{constraint.name or f'constraint #{place + 1}'} does not hold: {words}"
    return None


class _NotKnown(Exception):
    """Exception for a variable without a value in the solution."""


class CpChecker:
    """Evaluator of a model's constraints under the known values of its variables."""

    def __init__(self, contents: Contents, values: Mapping[int, int]) -> None:
        self._contents = contents
        self._values = values

    def broken(self, place: int) -> bool:
        """Return whether a constraint is violated whatever the unknown values are."""
        constraint = self._contents.constraints[place]
        try:
            return self._all_hold(constraint.enforced) and not self._holds(constraint.body)
        except _NotKnown:
            return False

    def _all_hold(self, literals: Iterable[int]) -> bool:
        """Return whether all literals are true; one false literal decides this even if others are unknown."""
        unknown = False
        for literal in literals:
            try:
                if not self._literal(literal):
                    return False
            except _NotKnown:
                unknown = True
        if unknown:
            raise _NotKnown
        return True

    def _literal(self, literal: int) -> bool:
        return bool(self._value(literal)) if literal >= 0 else not self._value(-literal - 1)

    def _value(self, variable: int) -> int:
        if variable not in self._values:
            raise _NotKnown
        return self._values[variable]

    def _sum(self, expression: CpExpression) -> int:
        return (
            sum(coefficient * self._value(variable) for coefficient, variable in expression.terms) + expression.offset
        )

    def _sums(self, sums: Iterable[CpExpression]) -> list[int]:
        return [self._sum(expression) for expression in sums]

    def _holds(self, body: Body) -> bool:
        match body:
            case CpLinear(total, domain):
                return _in(self._sum(total), domain)
            case Bools(kind, literals):
                return _COUNTS[kind](sum(map(self._literal, literals)), len(literals))
            case Arithmetic(kind, target, exprs):
                return self._sum(target) == _RESULTS[kind](self._sums(exprs))
            case AllDiff(exprs):
                return len(set(self._sums(exprs))) == len(exprs)
            case CpElement(index, items, target):
                place = self._sum(index)
                return 0 <= place < len(items) and self._sum(items[place]) == self._sum(target)
            case CpTable(exprs, rows, negated):
                return (tuple(self._sums(exprs)) in rows) != negated
            case CpAutomaton(exprs, start, finals, transitions):
                return _accepted(self._sums(exprs), start, finals, transitions)
            case Inverse(direct, inverse):
                return _inverse(list(map(self._value, direct)), list(map(self._value, inverse)))
            case Circuit(arcs, several):
                return _circuit([(a, b) for a, b, literal in arcs if self._literal(literal)], _nodes(arcs), several)
            case Interval(start, size, end):
                return self._sum(size) >= 0 and self._sum(start) + self._sum(size) == self._sum(end)
            case NoOverlap(intervals, across):
                return self._apart(intervals, across)
            case Cumulative(intervals, demands, capacity):
                return self._below(intervals, demands, self._sum(capacity))
            case Reservoir():
                return self._level(body)
            case Nothing():
                return True

    def _span(self, place: int) -> tuple[int, int] | None:
        """Return start and end of an interval; None if it is absent."""
        constraint = self._contents.constraints[place]
        assert isinstance(constraint.body, Interval)
        if not self._all_hold(constraint.enforced):
            return None
        return self._sum(constraint.body.start), self._sum(constraint.body.end)

    def _apart(self, intervals: Sequence[int], across: Sequence[int] | None) -> bool:
        boxes = []
        for pair in zip(intervals, *([] if across is None else [across]), strict=True):
            sides = [self._span(place) for place in pair]
            if None not in sides:
                boxes.append([side for side in sides if side is not None])
        return all(
            any(a[1] <= b[0] or b[1] <= a[0] for a, b in zip(pair, other_box, strict=True))
            for pair, other_box in combinations(boxes, 2)
        )

    def _below(self, intervals: Sequence[int], demands: Sequence[CpExpression], capacity: int) -> bool:
        running = [
            (span, self._sum(need))
            for place, need in zip(intervals, demands, strict=True)
            if (span := self._span(place))
        ]
        loads = (sum(need for (begin, end), need in running if begin <= moment < end) for (moment, _), _ in running)
        return all(load <= capacity for load in loads)

    def _level(self, reservoir: Reservoir) -> bool:
        active = reservoir.active or None
        events = sorted(
            (self._sum(moment), self._sum(change))
            for place, (moment, change) in enumerate(zip(reservoir.times, reservoir.changes, strict=True))
            if active is None or self._literal(active[place])
        )
        moments = {moment for moment, _ in events}
        levels = (sum(change for when, change in events if when <= moment) for moment in moments)
        return all(reservoir.lowest <= level <= reservoir.highest for level in levels)


def _in(value: int, domain: Domain) -> bool:
    return any(low <= value <= high for low, high in zip(domain[::2], domain[1::2], strict=True))


_COUNTS: dict[str, Callable[[int, int], bool]] = {
    "bool_or": lambda true, _: true > 0,
    "bool_and": lambda true, all_of_them: true == all_of_them,
    "bool_xor": lambda true, _: true % 2 == 1,
    "at_most_one": lambda true, _: true <= 1,
    "exactly_one": lambda true, _: true == 1,
}


def _quotient(of: Sequence[int]) -> int | None:
    """Return the quotient of two expressions, rounded towards zero."""
    above, below = of
    return None if below == 0 else abs(above) // abs(below) * (1 if (above < 0) == (below < 0) else -1)


def _remainder(of: Sequence[int]) -> int | None:
    """Return the remainder of two expressions, with the sign of the dividend."""
    quotient = _quotient(of)
    return None if quotient is None else of[0] - quotient * of[1]


_RESULTS: dict[str, Callable[[Sequence[int]], int | None]] = {
    "int_div": _quotient,
    "int_mod": _remainder,
    "int_prod": prod,
    "lin_max": max,
}


def _accepted(
    values: Sequence[int], start: int, finals: Sequence[int], transitions: Iterable[tuple[int, int, int]]
) -> bool:
    steps = {(tail, label): head for tail, label, head in transitions}
    state: int | None = start
    for value in values:
        state = None if state is None else steps.get((state, value))
    return state in finals


def _inverse(direct: Sequence[int], inverse: Sequence[int]) -> bool:
    return all(0 <= j < len(inverse) and inverse[j] == i for i, j in enumerate(direct)) and all(
        0 <= i < len(direct) and direct[i] == j for j, i in enumerate(inverse)
    )


def _nodes(arcs: Iterable[tuple[int, int, int]]) -> set[int]:
    return {node for tail, head, _ in arcs for node in (tail, head)}


def _circuit(held: Sequence[tuple[int, int]], nodes: set[int], several: bool) -> bool:
    """Return whether the arcs form a circuit: every node is left and entered once, or has an arc to itself.

    With `several`, node 0 may be passed more than once, and every circuit passes it.
    """
    after: dict[int, list[int]] = {node: [] for node in nodes}
    before: dict[int, list[int]] = {node: [] for node in nodes}
    for tail, head in held:
        after[tail].append(head)
        before[head].append(tail)
    ends = [node for node in nodes if several is False or node != 0]
    if any(len(after[node]) != 1 or len(before[node]) != 1 for node in ends):
        return False
    travelling = {node for node in nodes if after[node] and after[node] != [node]}
    if not travelling:
        return True
    home = 0 if several else min(travelling)
    reached, waiting = {home}, [home]
    while waiting:
        for node in after.get(waiting.pop(), ()):
            if node not in reached:
                reached.add(node)
                waiting.append(node)
    return travelling <= reached
