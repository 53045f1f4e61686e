"""A sum read choice by choice, the heaviest first: a state is the sum so far.

With the light choices last, few sums so far can still lead to the number, so the layers stay narrow even for
coefficients as far apart as in SEND + MORE = MONEY.
"""

from bisect import bisect_right
from itertools import accumulate
from math import gcd

from entails.encoders.clauses import layers
from entails.encoders.clauses.choices import Sum
from entails.encoders.clauses.layers import DONE, State
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.writer import Writer

_MOST_SUMS = 3_000
"""Sums of the choices to come are listed up to this number, to tell which sums so far are as good as others."""


def edges(said: Sum) -> int:
    """At most so many ways lead from a state to the next. A layer has no more states than the choices before it make
    or the choices after it tell apart, and none that is too far from the number."""
    heaviest, total = said.heaviest, 0
    options = [len({weight for weight, _ in choice}) for choice in said.choices]
    reached, common, combined = 0, 0, 1
    ahead = [*accumulate(reversed(options), lambda a, b: min(a * b, 1 << 60), initial=1)][::-1]
    rest = sum(heaviest)
    for place, choice in enumerate(said.choices):
        width = min(combined, ahead[place] + 1, min(reached, rest) // (common or 1) + 1)
        total += width * len(choice)
        reached, rest = reached + heaviest[place], rest - heaviest[place]
        common, combined = gcd(common, *(weight for weight, _ in choice)), combined * options[place]
    return total


def size(said: Sum) -> Size:
    ways = edges(said)
    return Size(3 * ways, 9 * ways, ways)


def claim(said: Sum, out: Writer) -> None:
    """Claim it by the sums so far."""
    heaviest = said.heaviest
    rest = [*accumulate(reversed(heaviest), initial=0)][::-1]  # rest[i]: the most that choices i, i + 1... can add
    last, value = len(said.choices) - 1, said.value
    to_come = _sums_to_come(said) if said.op == "<=" else []

    def equal(place: int, state: State, weight: int) -> State | None:
        total = state + weight
        if place == last:
            return DONE if total == value else None
        return total if total <= value <= total + rest[place + 1] else None

    def unequal(place: int, state: State, weight: int) -> State | None:
        total = state + weight
        if not total <= value <= total + rest[place + 1]:
            return DONE
        return None if place == last else total

    def at_most(place: int, state: State, weight: int) -> State | None:
        total = state + weight
        if total > value or total + rest[place + 1] <= value:
            return None if total > value else DONE
        return _as_good(total, value, to_come[place + 1])

    step = {"=": equal, "!=": unequal, "<=": at_most}[said.op]
    layers.claim(said, said.choices, 0, step, out)


def _sums_to_come(said: Sum) -> list[list[int]]:
    """For each place, the sums that the choices from there on can make; none listed where there are too many."""
    found: list[list[int]] = [[0]]
    for choice in reversed(said.choices):
        weights = {weight for weight, _ in choice}
        ahead = found[-1]
        listed = ahead and len(weights) * len(ahead) <= _MOST_SUMS
        found.append(sorted({weight + other for weight in weights for other in ahead}) if listed else [])
    return found[::-1]


def _as_good(total: int, value: int, ahead: list[int]) -> State:
    """The largest sum so far that leaves the same choices open as this one."""
    return value - ahead[bisect_right(ahead, value - total) - 1] if ahead else total
