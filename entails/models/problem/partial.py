"""Partial functions: division by a number that may be 0, an item at an index that may be out of range.

Each returns an expression that is always defined, and the condition under which it is the value of the function.
Auxiliary variables stand for the divisor or the index; where the value is undefined, they have a fixed value.
"""

from collections.abc import Sequence

from entails.models.expressions.core import Condition, Expression, SumExpression, Truth, Unknown, join
from entails.models.expressions.operators import Item, applied, item
from entails.models.problem.builder import Builder

_MOST_LISTED = 1_000


def divided(builder: Builder, function: str, dividend: Expression, divisor: Expression) -> tuple[Expression, Condition]:
    """Return a quotient or remainder ("div" or "rem"), and the condition that the divisor is not 0."""
    low, high = divisor.bounds
    if not low <= 0 <= high or (isinstance(divisor, Unknown) and not divisor.has(0)):
        return applied(function, dividend, divisor), Truth(True)
    if low == high:
        return SumExpression((), 0), Truth(False)
    if isinstance(divisor, Unknown) and len(divisor.values) <= _MOST_LISTED:
        return applied(function, dividend, _stand_in(builder, divisor, [each for each in divisor.values if each])), (
            divisor != 0
        )
    signs = [span for span in (range(low, 0), range(1, high + 1)) if span]
    results = tuple([applied(function, dividend, _stand_in(builder, divisor, span)) for span in signs])
    value = Item(results, SumExpression.of((1, divisor > 0))) if len(signs) > 1 else results[0]
    return value, divisor != 0


def item_at(builder: Builder, items: Sequence[Expression], index: Expression) -> tuple[Expression, Condition]:
    """Return the item at an index that counts from 0, and the condition that there is one."""
    low, high = index.bounds
    last = len(items) - 1
    if low >= 0 and high <= last:
        return item(items, index), Truth(True)
    if high < 0 or low > last:
        return SumExpression((), 0), Truth(False)
    inside = join("and", index >= 0, index <= last)
    return item(items, _stand_in(builder, index, range(max(low, 0), min(high, last) + 1))), inside


def _stand_in(builder: Builder, number: Expression, values: Sequence[int]) -> Expression:
    """Return a new variable that equals a number if that has one of these values, else the first of them."""
    domain = (values[0], values[-1]) if isinstance(values, range) else (list(values), None)
    stand_in = builder.integer(f"auxiliary {len(builder.unknowns) + 1}", *domain)
    inside = (
        join("and", number >= values[0], number <= values[-1]) if isinstance(values, range) else number.among(values)
    )
    meaning = f"definition of {stand_in.name}: {number}"
    builder.hard(inside.implies(stand_in == number), because=meaning)
    builder.hard((~inside).implies(stand_in == values[0]), because=meaning)
    return stand_in
