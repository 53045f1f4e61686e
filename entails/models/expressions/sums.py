"""Sums, and comparisons of them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import SupportsIndex

from entails.models.errors import InvalidStatement
from entails.models.expressions.base import Condition, Expression, Op, Operand, Reading, countable, few, whole
from entails.models.expressions.logic import join
from entails.models.expressions.unknowns import Fact, Int, Truth

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
                terms += ((by, countable(part)),)
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
        from entails.models.expressions.linear import normal, settled

        if (words := self.left.vocabulary) and (others := self.right.vocabulary) and words.keys().isdisjoint(others):
            return self.op == "!="
        return settled(normal(self))

    def opposite(self) -> Condition:
        return Comparison(self.left, OPPOSITE[self.op], self.right)

    def value(self, reading: Reading) -> int:
        return int(HOLDS[self.op](self.left.value(reading), self.right.value(reading)))


def as_expression(operand: Operand) -> Expression:
    return operand if isinstance(operand, Expression) else Sum((), whole(operand))


def alike(items: Sequence[Expression]) -> Mapping[str, int]:
    """The words that these can be, with their codes; none for numbers. Words beside numbers are refused."""
    words: dict[str, int] = {}
    for item in items:
        words.update(item.vocabulary)
    if words and (number := next((item for item in items if not item.vocabulary), None)) is not None:
        worded = next(item for item in items if item.vocabulary)
        raise InvalidStatement(
            f"{worded} has words for values and {number} is a number", expected="words only, or numbers only"
        )
    return words


def compared(left: Expression, op: Op, right: object) -> Condition:
    """`left op right`; with one unknown and one value that is a fact, with two conditions it is logic."""
    if isinstance(right, float):
        raise InvalidStatement(f"{right} is not a whole number", expected="whole numbers only")
    if not isinstance(right, Expression | SupportsIndex | str):
        return NotImplemented  # type: ignore[no-any-return]
    equality = op in ("=", "!=")
    if left.vocabulary and not equality and (isinstance(right, str) or alike((left, as_expression(right)))):
        raise InvalidStatement(f"{left} has words for values, which have no order", expected="== or !=")
    if not isinstance(right, Expression):
        number = coded(right, left.vocabulary, left)
        fact: Condition | None = None
        if isinstance(left, Int) and equality:
            fact = Fact(left, number)
        elif isinstance(left, Condition) and equality:
            fact = (left.opposite(), left)[number] if number in (0, 1) else Truth(False)
        if fact is not None:
            return fact if op == "=" else fact.opposite()
        return Comparison(left, op, Sum((), number))
    alike((left, right))
    if equality and isinstance(left, Condition) and isinstance(right, Condition):
        return join("iff" if op == "=" else "xor", left, right)
    return Comparison(left, op, right)


def coded(value: object, words: Mapping[str, int], of: object) -> int:
    """A value as `of` has it: the code of one of these words, or without words a whole number."""
    if isinstance(value, str):
        if value not in words:
            expected = f"one of {few(words)}" if words else "a whole number"
            raise InvalidStatement(f"{of} has no value {value!r}", expected=expected)
        return words[value]
    if words:
        raise InvalidStatement(f"{of} has words for values, not the number {value!r}", expected=f"one of {few(words)}")
    return whole(value)
