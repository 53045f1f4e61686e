"""Intervals of time as expressions, and conditions on them: no overlap, limited capacity."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

from entails.models.errors import InvalidStatement
from entails.models.expressions.core import (
    Comparison,
    Condition,
    Expression,
    Operand,
    Reading,
    SumExpression,
    as_expression,
    countable,
    join,
)
from entails.models.expressions.operators import applied


class TaskInterval:
    """A named interval of time with `start`, `duration` and `end`; with `present`, it takes place only if that is true.

    Attributes:
        end: `start + duration`, as an expression.
    """

    __slots__ = ("duration", "name", "present", "start")

    def __init__(self, name: str, start: Operand, duration: Operand, present: Condition | None = None) -> None:
        self.name = name
        self.start, self.duration = countable(as_expression(start)), countable(as_expression(duration))
        self.present = present
        if self.duration.bounds[0] < 0:
            raise InvalidStatement(f"the duration of {name} may be {self.duration.bounds[0]}", expected="0 or more")

    @property
    def end(self) -> Expression:
        return SumExpression.of((1, self.start), (1, self.duration))

    @property
    def parts(self) -> tuple[Expression, ...]:
        """Return the expressions that the interval consists of."""
        return (self.start, self.duration) if self.present is None else (self.start, self.duration, self.present)

    @property
    def key(self) -> Hashable:
        """Return a key that is equal for equal intervals."""
        return tuple(part.key for part in self.parts)

    def before(self, later: "TaskInterval", gap: Operand = 0) -> Condition:
        """Return the condition that the interval ends at least `gap` before `later` starts, if both take place."""
        order = SumExpression.of((1, self.end), (1, gap)) <= later.start
        both = [interval.present for interval in (self, later) if interval.present is not None]
        return join("and", *both).implies(order) if both else order

    def overlaps(self, interval: "TaskInterval") -> Condition:
        """Return the condition that both intervals take place and overlap."""
        present = [each.present for each in (self, interval) if each.present is not None]
        lasting = [each.duration >= 1 for each in (self, interval)]
        lasting = [condition for condition in lasting if condition.known is not True]
        return join("and", *present, *lasting, self.start < interval.end, interval.start < self.end)

    def at(self, time: Expression) -> Condition:
        """Return the condition that the interval takes place and covers this time."""
        present = [] if self.present is None else [self.present]
        return join("and", *present, self.start <= time, time < self.end)

    def span(self, reading: Reading) -> tuple[int, int] | None:
        """Return the start and end of the interval in a solution; None if it does not take place."""
        duration = self.duration.value(reading)
        if duration <= 0 or (self.present is not None and not self.present.value(reading)):
            return None
        start = self.start.value(reading)
        return start, start + duration

    def __repr__(self) -> str:
        return self.name


def times(left: Expression, right: Expression) -> Expression:
    """Return the product of two expressions; a constant factor scales the other expression."""
    for factor, part in ((left, right), (right, left)):
        if isinstance(factor, SumExpression) and not factor.terms:
            return SumExpression.of((factor.constant, part))
    return applied("*", left, right)


@dataclass(frozen=True, eq=False, repr=False)
class Disjoint(Condition):
    """The condition that no two intervals overlap; `resource` is the name of what they share."""

    intervals: tuple[TaskInterval, ...]
    resource: str = ""

    @property
    def parts(self) -> tuple[Expression, ...]:
        return tuple(part for interval in self.intervals for part in interval.parts)

    @property
    def key(self) -> Hashable:
        return ("no_overlap", *(interval.key for interval in self.intervals))

    @property
    def known(self) -> bool | None:
        return True if len(self.intervals) < 2 else None

    def opposite(self) -> Condition:
        return join("or", *(left.overlaps(right) for left, right in combinations(self.intervals, 2)))

    def value(self, reading: Reading) -> int:
        spans = sorted(span for interval in self.intervals if (span := interval.span(reading)) is not None)
        return int(all(before[1] <= after[0] for before, after in combinations(spans, 2)))


@dataclass(frozen=True, eq=False, repr=False)
class WithinCapacity(Condition):
    """The condition that the total demand of the intervals never exceeds the capacity."""

    intervals: tuple[TaskInterval, ...]
    demands: tuple[Expression, ...]
    capacity: Expression
    resource: str = ""

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*(part for interval in self.intervals for part in interval.parts), *self.demands, self.capacity)

    @property
    def key(self) -> Hashable:
        numbers = tuple(part.key for part in (*self.demands, self.capacity))
        return ("cumulative", numbers, *(interval.key for interval in self.intervals))

    def opposite(self) -> Condition:
        overloads = []
        for beginning in self.intervals:
            used: list[tuple[int, Operand]] = [
                (1, times(demand, SumExpression.of((1, interval.at(beginning.start)))))
                for interval, demand in zip(self.intervals, self.demands, strict=True)
            ]
            overload = Comparison(SumExpression.of(*used), ">", self.capacity)
            overloads.append(overload if beginning.present is None else join("and", beginning.present, overload))
        return join("or", *overloads)

    def value(self, reading: Reading) -> int:
        capacity = self.capacity.value(reading)
        running = [
            (span, demand.value(reading))
            for interval, demand in zip(self.intervals, self.demands, strict=True)
            if (span := interval.span(reading)) is not None
        ]
        return int(
            all(
                sum(demand for (start, end), demand in running if start <= time < end) <= capacity
                for (time, _), _ in running
            )
        )


def not_negative(numbers: Sequence[Expression], what: str) -> None:
    """Reject expressions that can be negative."""
    for number in numbers:
        if number.bounds[0] < 0:
            raise InvalidStatement(f"the {what} {number} may be {number.bounds[0]}", expected="0 or more")
