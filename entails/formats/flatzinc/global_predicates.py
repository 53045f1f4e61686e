"""Global predicates of FlatZinc as conditions. A library of the solver tells MiniZinc to keep them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import repeat
from typing import Any

from entails.models.errors import InvalidStatement
from entails.models.expressions.core import (
    Condition,
    Expression,
    SumExpression,
    Truth,
    Unknown,
    as_condition,
    as_expression,
    join,
)
from entails.models.expressions.global_constraints import (
    Accepted,
    DistinctCount,
    Inverted,
    LexicallyOrdered,
    Machine,
    Occurrences,
    OnCircuit,
    equal,
)
from entails.models.expressions.operators import applied
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity, not_negative

Items = Sequence[Any]


def _numbers(items: Items) -> tuple[Expression, ...]:
    """Return the items as numbers; a truth value is 0 or 1."""
    return tuple(as_expression(int(item) if isinstance(item, bool) else item) for item in items)


def _same_length(*lists: Items) -> None:
    if len({len(items) for items in lists}) > 1:
        raise InvalidStatement(
            f"arrays of {' and '.join(str(len(items)) for items in lists)} items", expected="arrays of equal length"
        )


def _intervals(starts: Items, durations: Items, present: Items | None = None) -> tuple[TaskInterval, ...]:
    _same_length(starts, durations, present if present is not None else starts)
    return tuple(
        TaskInterval(str(start), start, duration, None if takes_place is None else as_condition(takes_place))
        for start, duration, takes_place in zip(
            starts, durations, repeat(None) if present is None else present, strict=False
        )
    )


def _disjunctive(starts: Items, durations: Items) -> Condition:
    return Disjoint(_intervals(starts, durations)) if starts else Truth(True)


def _disjunctive_opt(present: Items, starts: Items, durations: Items) -> Condition:
    return Disjoint(_intervals(starts, durations, present)) if starts else Truth(True)


def _cumulative(starts: Items, durations: Items, demands: Items, capacity: Any) -> Condition:
    return _within(_intervals(starts, durations), demands, capacity)


def _cumulative_opt(present: Items, starts: Items, durations: Items, demands: Items, capacity: Any) -> Condition:
    return _within(_intervals(starts, durations, present), demands, capacity)


def _within(intervals: tuple[TaskInterval, ...], demands: Items, capacity: Any) -> Condition:
    _same_length(intervals, demands)
    used, most = _numbers(demands), as_expression(capacity)
    not_negative(used, "demand")
    if not intervals:
        return Truth(True)
    if most.bounds[0] < 0:
        return join("and", most >= 0, _within_some(intervals, used, most))
    return WithinCapacity(intervals, used, most)


def _within_some(intervals: tuple[TaskInterval, ...], used: tuple[Expression, ...], most: Expression) -> Condition:
    """Return the condition for a capacity that may be negative: it is then raised to 0, and excluded elsewhere."""
    return WithinCapacity(intervals, used, applied("max", most, 0))


def _circuit(successors: Items, first: int) -> Condition:
    return OnCircuit(_numbers(successors), first) if successors else Truth(True)


def _subcircuit(successors: Items, first: int) -> Condition:
    return OnCircuit(_numbers(successors), first, optional=True) if successors else Truth(True)


def _inverse(left: Items, right: Items, first_left: int, first_right: int) -> Condition:
    _same_length(left, right)
    return Inverted(_numbers(left), _numbers(right), first_left, first_right) if left else Truth(True)


def _lexicographic(strict: bool) -> Callable[[Items, Items], Condition]:
    def condition(left: Items, right: Items) -> Condition:
        """Compare the common part; of equal ones, the shorter list comes first."""
        common = min(len(left), len(right))
        must_differ = len(left) > len(right) or (strict and len(left) == len(right))
        if not common:
            return Truth(not must_differ)
        return LexicallyOrdered(_numbers(left[:common]), _numbers(right[:common]), must_differ)

    return condition


def _cardinality(closed: bool) -> Callable[[Items, Sequence[int], Items], Condition]:
    def condition(items: Items, cover: Sequence[int], counts: Items) -> Condition:
        _same_length(cover, counts)
        return Occurrences(_numbers(items), tuple(cover), _numbers(counts), closed)

    return condition


def _low_up(items: Items, cover: Sequence[int], least: Sequence[int], most: Sequence[int]) -> Condition:
    _same_length(cover, least, most)
    counts = [SumExpression(tuple((1, equal(item, value)) for item in _numbers(items)), 0) for value in cover]
    limits = [(count >= low) & (count <= high) for count, low, high in zip(counts, least, most, strict=True)]
    return join("and", Truth(True), *limits)


def _nvalue(number: Any, items: Items) -> Condition:
    return DistinctCount(_numbers(items), "=", as_expression(number)) if items else as_expression(number) == 0


GLOBAL_PREDICATES: Mapping[str, Callable[..., Condition]] = {
    "fzn_disjunctive": _disjunctive,
    "entails_disjunctive_opt": _disjunctive_opt,
    "fzn_cumulative": _cumulative,
    "entails_cumulative_opt": _cumulative_opt,
    "entails_circuit": _circuit,
    "entails_subcircuit": _subcircuit,
    "entails_inverse": _inverse,
    **{f"fzn_lex_less_{kind}": _lexicographic(True) for kind in ("int", "bool")},
    **{f"fzn_lex_lesseq_{kind}": _lexicographic(False) for kind in ("int", "bool")},
    "fzn_global_cardinality": _cardinality(False),
    "fzn_global_cardinality_closed": _cardinality(True),
    "fzn_global_cardinality_low_up": _low_up,
    "fzn_nvalue": _nvalue,
}


def regular(
    over: tuple[Unknown, ...], states: int, signs: int, table: Sequence[int], start: int, finals: Collection[int]
) -> Condition:
    """Return that an automaton accepts the values: `table` has the next state of each state and value, 0 for none."""
    if len(table) != states * signs:
        raise InvalidStatement(f"{len(table)} transitions", expected=f"{states * signs}")
    steps = tuple(
        (state, sign, after)
        for state in range(1, states + 1)
        for sign in range(1, signs + 1)
        if (after := table[(state - 1) * signs + sign - 1])
    )
    if not over:
        return Truth(start in finals)
    return Accepted(over, Machine(start, frozenset(finals), steps))
