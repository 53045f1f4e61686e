"""Sums, and comparisons of them."""

from collections.abc import Callable, Hashable
from typing import SupportsIndex

from clausal.models.errors import InvalidStatement
from clausal.models.expressions.base import Condition, Expression, Op, Operand, Reading, whole
from clausal.models.expressions.logic import join
from clausal.models.expressions.unknowns import Fact, Int, Truth, Unknown

HOLDS: dict[Op, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
OPPOSITE: dict[Op, Op] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Sum(Expression):
    """Parts with their coefficients, and a number."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Expression], ...], constant: int) -> None:
        self.terms, self.constant = terms, constant

    @classmethod
    def of(cls, *scaled: tuple[int, Operand]) -> "Sum":
        """The sum of these; sums among them are taken apart."""
        terms: tuple[tuple[int, Expression], ...] = ()
        constant = 0
        for by, part in scaled:
            if isinstance(part, Sum):
                terms += part.terms if by == 1 else tuple((by * factor, one) for factor, one in part.terms)
                constant += by * part.constant
            elif isinstance(part, Expression):
                terms += ((by, part),)
            else:
                constant += by * whole(part)
        return cls(terms, constant)

    @property
    def parts(self) -> tuple[Expression, ...]:
        return tuple(part for _, part in self.terms)

    @property
    def key(self) -> Hashable:
        return ("+", self.constant, *((factor, part.key) for factor, part in self.terms))

    @property
    def bounds(self) -> tuple[int, int]:
        low = high = self.constant
        for factor, part in self.terms:
            ends = [factor * end for end in part.bounds]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def value(self, reading: Reading) -> int:
        return self.constant + sum(factor * part.value(reading) for factor, part in self.terms)


class Comparison(Condition):
    """Two numbers compared."""

    __slots__ = ("left", "op", "right")

    def __init__(self, left: Expression, op: Op, right: Expression) -> None:
        self.left, self.op, self.right = left, op, right

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.left, self.right)

    @property
    def key(self) -> Hashable:
        return (self.op, self.left.key, self.right.key)

    @property
    def known(self) -> bool | None:
        from clausal.models.expressions.linear import normal, settled

        return settled(normal(self))

    def opposite(self) -> Condition:
        return Comparison(self.left, OPPOSITE[self.op], self.right)

    def value(self, reading: Reading) -> int:
        return int(HOLDS[self.op](self.left.value(reading), self.right.value(reading)))


def as_expression(operand: Operand) -> Expression:
    return operand if isinstance(operand, Expression) else Sum((), whole(operand))


def compared(left: Expression, op: Op, right: object) -> Condition:
    """`left op right`; with one unknown and one value that is a fact, with two conditions it is logic."""
    if isinstance(right, str):
        right = _value_of(left, right)
    if not isinstance(right, Expression | SupportsIndex):
        if isinstance(right, float):
            raise InvalidStatement(f"{right} is not a whole number", expected="whole numbers only")
        return NotImplemented  # type: ignore[no-any-return]
    equality = op in ("=", "!=")
    if isinstance(left, Int) and isinstance(right, Int) and equality and left.labels != right.labels:
        raise InvalidStatement(f"{left} and {right} have other words for their values and cannot be equal")
    if equality and not isinstance(right, Expression):
        number = whole(right)
        fact: Condition | None = None
        if isinstance(left, Int):
            fact = Fact(left, number)
        elif isinstance(left, Condition):
            fact = (left.opposite(), left)[number] if number in (0, 1) else Truth(False)
        if fact is not None:
            return fact if op == "=" else fact.opposite()
    if equality and isinstance(left, Condition) and isinstance(right, Condition):
        return join("iff" if op == "=" else "xor", left, right)
    return Comparison(left, op, as_expression(right))


def _value_of(expression: Expression, word: str) -> int:
    if not isinstance(expression, Unknown) or word not in expression.labels:
        known = ", ".join(expression.labels) if isinstance(expression, Unknown) else ""
        expected = f"one of {known}" if known else "a whole number"
        raise InvalidStatement(f"{expression} has no value {word!r}", expected=expected)
    return expression.values[expression.labels.index(word)]
