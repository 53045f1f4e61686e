"""Functions of expressions, and the normal form of comparisons: distinct terms on the left, a number on the right."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod

from entails.models.errors import InvalidStatement
from entails.models.expressions.core import (
    HOLDS,
    Comparison,
    Condition,
    Expression,
    Joined,
    LoweringHooks,
    Op,
    Operand,
    Reading,
    SumExpression,
    Unknown,
    alike,
    as_expression,
    countable,
)


def truncated(left: int, right: int) -> int:
    """Return the quotient rounded towards zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


COMPUTE: dict[str, Callable[..., int]] = {
    "abs": abs,
    "*": lambda *numbers: prod(numbers),
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
    "div": lambda left, right: truncated(left, right),
    "rem": lambda left, right: left - right * truncated(left, right),
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
}
CHAINED = ("*", "min", "max")
"""Functions that are computed two arguments at a time."""


class Function(Expression):
    """A function of expressions, by its name in `COMPUTE`."""

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, arguments: tuple[Expression, ...]) -> None:
        self.name, self.arguments = name, arguments

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.arguments

    @property
    def key(self) -> Hashable:
        return (self.name, *(argument.key for argument in self.arguments))

    @property
    def bounds(self) -> tuple[int, int]:
        ends: list[tuple[int, ...]] = [argument.bounds for argument in self.arguments]
        compute = COMPUTE[self.name]
        if self.name == "abs":
            (low, high) = ends[0]
            return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
        if self.name == "%":
            (low, high) = ends[1]
            return min(low + 1, 0), max(high - 1, 0)
        if self.name == "*":
            low, high = ends[0]
            for left, right in ends[1:]:
                corners = [low * left, low * right, high * left, high * right]
                low, high = min(corners), max(corners)
            return low, high
        if self.name == "rem":
            largest = max(map(abs, ends[1])) - 1
            return -largest if ends[0][0] < 0 else 0, largest if ends[0][1] > 0 else 0
        if self.name in (
            "//",
            "div",
        ):  # the quotient is largest, or smallest, at the ends or where it is divided by 1 or -1
            low, high = ends[1]
            ends[1] = tuple(divisor for divisor in {low, high, -1, 1} if low <= divisor <= high)
        results = [compute(*corner) for corner in product(*ends)]
        return min(results), max(results)

    def value(self, reading: Reading) -> int:
        return COMPUTE[self.name](*(argument.value(reading) for argument in self.arguments))


class Item(Expression):
    """The item of a list at an index that is an expression, from 0."""

    __slots__ = ("items", "place")

    def __init__(self, items: tuple[Expression, ...], place: Expression) -> None:
        self.items, self.place = items, place

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (*self.items, self.place)

    @property
    def key(self) -> Hashable:
        return ("item", self.place.key, *(item.key for item in self.items))

    @property
    def bounds(self) -> tuple[int, int]:
        ends = [item.bounds for item in self.items]
        return min(low for low, _ in ends), max(high for _, high in ends)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return {word: code for item in self.items for word, code in item.vocabulary.items()}

    def value(self, reading: Reading) -> int:
        return self.items[self.place.value(reading)].value(reading)


def item(items: Sequence[Operand], place: Expression) -> Expression:
    """Return `items[place]`; reject an index that may be out of range."""
    low, high = countable(place).bounds
    if low < 0 or high >= len(items):
        at = low if low < 0 else high
        raise InvalidStatement(
            f"{place} may be {at}, which is out of range", expected=f"indices from 0 to {len(items) - 1}"
        )
    listing = tuple(as_expression(operand) for operand in items)
    alike(listing)
    return Item(listing, place)


def applied(name: str, *operands: Operand) -> Expression:
    """Apply a function to operands; return the number if all operands are constants."""
    arguments = tuple(countable(as_expression(operand)) for operand in operands)
    if name in ("//", "%", "div", "rem") and _may_be(arguments[1], 0):
        raise InvalidStatement(f"{arguments[1]} may be 0: division by zero")
    if not arguments:
        raise InvalidStatement(f"{name} without arguments", expected="at least one number")
    numbers = [
        argument.constant for argument in arguments if isinstance(argument, SumExpression) and not argument.terms
    ]
    if len(numbers) == len(arguments):
        return SumExpression((), COMPUTE[name](*numbers))
    if name in CHAINED:
        same = (
            argument_or_chain.arguments
            if isinstance(argument_or_chain, Function) and argument_or_chain.name == name
            else (argument_or_chain,)
            for argument_or_chain in arguments
        )
        arguments = tuple(argument for flat in same for argument in flat)
        if len(arguments) == 1:
            return arguments[0]
    return Function(name, arguments)


def _may_be(expression: Expression, number: int) -> bool:
    if isinstance(expression, Unknown):
        return expression.has(number)
    low, high = expression.bounds
    return low <= number <= high


TURNED: dict[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Normal:
    """A comparison in normal form, `terms op value`: distinct terms, nonzero factors without a common divisor.

    `impossible`: the divisor does not divide the value of an equation.
    """

    terms: tuple[tuple[int, Expression], ...]
    op: Op
    value: int
    impossible: bool = False


class _Latest:
    """The comparison brought into normal form last: the same one is needed several times in a row."""

    form: tuple[Comparison, Normal] | None = None


def normal(comparison: Comparison) -> Normal:
    """Return a comparison in normal form."""
    latest = _Latest.form
    if latest is not None and latest[0] is comparison:
        return latest[1]
    terms, number = gathered((1, comparison.left), (-1, comparison.right))
    form = _reduced(terms, comparison.op, -number)
    _Latest.form = comparison, form
    return form


def gathered(*scaled: tuple[int, Expression]) -> tuple[tuple[tuple[int, Expression], ...], int]:
    """Collect a sum into distinct terms and a constant. "Not c" counts as 1 - c."""
    by_key: dict[Hashable, tuple[int, Expression]] = {}
    number = 0
    remaining = list(reversed(scaled))
    while remaining:
        factor, part = remaining.pop()
        if isinstance(part, SumExpression):
            number += factor * part.constant
            remaining.extend([(factor * by, inner) for by, inner in reversed(part.terms)])
        elif isinstance(part, Joined) and part.joint == "not":
            number += factor
            remaining.append((-factor, part.joins[0]))
        elif isinstance(part, Condition) and part.known is not None:
            number += factor * part.known
        else:
            key = part.key
            before = by_key.get(key)
            by_key[key] = (factor, part) if before is None else (before[0] + factor, part)
    return tuple([term for term in by_key.values() if term[0]]), number


def _reduced(terms: tuple[tuple[int, Expression], ...], op: Op, value: int) -> Normal:
    if terms and all(factor < 0 for factor, _ in terms):
        terms, op, value = tuple((-factor, part) for factor, part in terms), TURNED[op], -value
    common = gcd(*(factor for factor, _ in terms)) if terms else 1
    if common > 1:
        if op in ("=", "!=") and value % common:
            return Normal(terms, op, value, impossible=True)
        value = -(-value // common) if op in (">=", "<") else value // common
        terms = tuple((factor // common, part) for factor, part in terms)
    return Normal(terms, op, value)


def settled(comparison: Normal) -> bool | None:
    """Return True or False if the bounds of the terms decide a comparison, else None."""
    if comparison.impossible:
        return comparison.op == "!="
    if len(comparison.terms) == 1 and comparison.op in ("=", "!="):
        ((factor, part),) = comparison.terms
        if isinstance(part, Unknown) and (comparison.value % factor or not part.has(comparison.value // factor)):
            return comparison.op == "!="
    return settled_between(comparison.op, comparison.value, *SumExpression(comparison.terms, 0).bounds)


def settled_between(op: Op, value: int, low: int, high: int) -> bool | None:
    """Return True or False if `number op value` is the same for all numbers from `low` to `high`, else None."""
    if op in ("=", "!="):
        if not low <= value <= high:
            return op == "!="
        return op == "=" if low == high else None
    holds = HOLDS[op](low, value)
    return holds if holds == HOLDS[op](high, value) else None


LoweringHooks.apply = applied
LoweringHooks.settle = lambda comparison: settled(normal(comparison))
