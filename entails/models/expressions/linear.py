"""Comparisons in one form: a sum of different things on the left, a number on the right."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import gcd

from entails.models.expressions.base import Condition, Expression, Op
from entails.models.expressions.logic import Joined
from entails.models.expressions.sums import HOLDS, Comparison, Sum
from entails.models.expressions.unknowns import Unknown

TURNED: dict[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Normal:
    """`terms op value`: no two terms are of the same thing, no factor is 0, and the factors have no common divisor.
    `impossible`: the divisor does not go into the value of an equation."""

    terms: tuple[tuple[int, Expression], ...]
    op: Op
    value: int
    impossible: bool = False


def normal(comparison: Comparison) -> Normal:
    """The comparison with everything unknown on the left."""
    terms, number = gathered((1, comparison.left), (-1, comparison.right))
    return _reduced(terms, comparison.op, -number)


def gathered(*scaled: tuple[int, Expression]) -> tuple[tuple[tuple[int, Expression], ...], int]:
    """The sum of these as terms of different things, and a number."""
    found: dict[Hashable, tuple[int, Expression]] = {}
    number = 0
    for factor, part in _flat(scaled):
        if isinstance(part, Sum):
            number += factor * part.constant
        elif isinstance(part, Condition) and part.known is not None:
            number += factor * part.known
        else:
            before, _ = found.get(part.key, (0, part))
            found[part.key] = (before + factor, part)
    return tuple(term for term in found.values() if term[0]), number


def _flat(scaled: Iterable[tuple[int, Expression]]) -> Iterable[tuple[int, Expression]]:
    """Sums taken apart; of each the number alone is given as a sum. "Not c" counts as 1 - c."""
    for factor, part in scaled:
        if isinstance(part, Sum):
            yield factor, Sum((), part.constant)
            yield from _flat((factor * by, one) for by, one in part.terms)
        elif isinstance(part, Joined) and part.joint == "not":
            yield factor, Sum((), 1)
            yield from _flat([(-factor, part.joins[0])])
        else:
            yield factor, part


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


def settled(said: Normal) -> bool | None:
    """Whether it always or never holds, as far as the bounds of its terms tell."""
    if said.impossible:
        return said.op == "!="
    if len(said.terms) == 1 and said.op in ("=", "!="):
        ((factor, part),) = said.terms
        if isinstance(part, Unknown) and (said.value % factor or not part.has(said.value // factor)):
            return said.op == "!="
    return settled_between(said.op, said.value, *Sum(said.terms, 0).bounds)


def settled_between(op: Op, value: int, low: int, high: int) -> bool | None:
    """Whether a number from `low` to `high` always or never compares like this with the value."""
    if op in ("=", "!="):
        if not low <= value <= high:
            return op == "!="
        return op == "=" if low == high else None
    ends = {HOLDS[op](end, value) for end in (low, high)}
    return ends.pop() if len(ends) == 1 else None
