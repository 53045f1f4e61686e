"""What two variables may be together, listed: for each value of one, the values of the other that go with it.

A value with hardly anything against it names what is against it (pairs); else it names its supports. Both directions
are said, which makes unit propagation as strong as looking at all pairs.
"""

from collections.abc import Callable

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer

FEW = 2
"""So many values against one are named one by one."""

Goes = Callable[[int, int], bool]
"""May the left have the first of these values while the right has the second?"""


def size(left: int, right: int, space: Space) -> Size:
    """One clause for each value of each, over all values of the other at most; or a few pairs."""
    one, other = space.count(left), space.count(right)
    return Size(max(FEW, 1) * (one + other), 2 * one * other + one + other + 2 * FEW * (one + other))


def claim(left: int, right: int, goes: Goes, out: Writer) -> None:
    """Claim that they go together. It looks at all pairs of values."""
    lefts, rights = out.facts(left), out.facts(right)
    against: dict[int, int] = dict.fromkeys(rights.values(), 0)
    supports: dict[int, list[int]] = {literal: [] for literal in rights.values()}
    for value, literal in lefts.items():
        with_it = [other for number, other in rights.items() if goes(value, number)]
        for other in with_it:
            supports[other].append(literal)
        named = _name(literal, with_it, list(rights.values()), out)
        for other in named:
            against[other] += 1
    for other, with_it in supports.items():
        if len(with_it) + against[other] < len(lefts):
            out.claim(-other, *with_it)


def _name(literal: int, with_it: list[int], others: list[int], out: Writer) -> list[int]:
    """Say what goes with a literal; those that were named as being against it."""
    if not with_it:
        out.claim(-literal)
        return others
    if len(others) - len(with_it) <= FEW:
        fine = set(with_it)
        named = [other for other in others if other not in fine]
        for other in named:
            out.claim(-literal, -other)
        return named
    out.claim(-literal, *with_it)
    return []
