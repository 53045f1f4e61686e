"""A sum of variables read one by one, by order: "the sum so far is at least t" for each t that matters.

For sums of plain variables (all coefficients 1 or -1, values without gaps) this prunes bounds at once, where sums told
one by one (`partial_sums`) prune nothing before all but one are excluded: magic squares take a tenth of the conflicts.
A sum so far that is out of reach of the number is cut off at the nearest that is, which changes nothing in the end.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from entails.encoders.clauses.choices import Sum
from entails.encoders.clauses.layers import Choice
from entails.encoders.clauses.order import at_most
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.writer import TRUE, Writer


def fits(said: Sum) -> bool:
    """Do the weights of each choice rise or fall by 1 with its values, and is it more than a count?"""
    return any(len(choice) > 2 for choice in said.choices) and all(map(_is_even, said.choices))


def _is_even(choice: Choice) -> bool:
    rising = list(range(len(choice)))
    return [weight for weight, _ in choice] in (rising, rising[::-1])


def edges(said: Sum) -> int:
    """At most so many pairs of a sum so far and a value."""
    reached, rest = _reached(said), _rest(said)
    widths = (min(so_far, to_come) + 3 for so_far, to_come in zip(reached, rest, strict=True))
    return sum(width * len(choice) for width, choice in zip(widths, said.choices, strict=False))


def size(said: Sum) -> Size:
    pairs, values = edges(said), sum(len(choice) for choice in said.choices)
    return Size(2 * pairs + 4 * values + 1, 6 * pairs + 9 * values + 2, pairs + values)


class _Level(NamedTuple):
    """Sums so far from `low` to `high`; `lits[i]` says "at least low + 1 + i"."""

    low: int
    high: int
    lits: list[int]

    def at_least(self, bound: int) -> int:
        if bound <= self.low:
            return TRUE
        return -TRUE if bound > self.high else self.lits[bound - self.low - 1]


def claim(said: Sum, out: Writer) -> None:
    """Claim it by the order of the sums so far."""
    for clause in out.once(("ordered", said), lambda: _clauses(said, out)):
        out.claim_open(*clause)


def _clauses(said: Sum, out: Writer) -> list[tuple[int, ...]]:
    """Define the sums so far; the claims over them."""
    level = _Level(0, 0, [])
    bounds = list(zip(_reached(said), _rest(said), strict=True))[1:]
    for place, (choice, (reached, rest)) in enumerate(zip(said.choices, bounds, strict=True)):
        steps = _steps(choice, out)
        low = max(0, said.value - rest - (said.op != "<="))
        high = min(reached, said.value + 1)
        if place == len(said.choices) - 1 and said.op != "!=":
            wanted = [TRUE if low + 1 + i <= said.value else -TRUE for i in range(high - low)]
            return list(_leading(level, steps, _Level(low, high, wanted), both=said.op == "="))
        lits = steps[low + 1 : high + 1] if place == 0 else [out.fresh() for _ in range(high - low)]
        following = _Level(low, high, lits)
        if place:
            for clause in _leading(level, steps, following, both=True):
                out.define_open(*clause)
        level = following
    return [(-level.at_least(said.value), level.at_least(said.value + 1))]


def _leading(before: _Level, steps: list[int], after: _Level, *, both: bool) -> Iterator[tuple[int, ...]]:
    """From the sum so far and the next weight to the next sum: lower bounds add up, and so do upper ones. `steps[j]`
    says that the weight is at least j. What a neighbouring clause says already is left out."""
    most = len(steps) - 2
    for bound in range(before.low, before.high + 1):
        for weight in range(most + 1):
            total = bound + weight
            if after.low < total <= after.high or (total > after.high and (weight == 0 or bound == before.low)):
                yield -before.at_least(bound), -steps[weight], after.at_least(min(total, after.high))
    for bound in range(before.low + 1, before.high + 2) if both else ():
        for weight in range(most + 1):
            total = bound + weight
            if after.low < total <= after.high or (total <= after.low and (weight == most or bound > before.high)):
                yield before.at_least(bound), steps[weight + 1], -after.at_least(max(total, after.low + 1))


def _steps(choice: Choice, out: Writer) -> list[int]:
    """Literals for "the weight is at least 0, 1, 2... and more than there is"."""
    by_weight = [literal for _, literal in sorted(choice)]
    if len(by_weight) == 2:
        return [TRUE, by_weight[1], -TRUE]
    variable = out.space.owner(by_weight[0])
    values = list(out.facts(variable))
    if out.facts(variable)[values[0]] == by_weight[0]:
        return [TRUE, *(-at_most(out, variable, value) for value in values[:-1]), -TRUE]
    return [TRUE, *(at_most(out, variable, value) for value in values[-2::-1]), -TRUE]


def _reached(said: Sum) -> list[int]:
    """The most that the first 0, 1, 2... choices add."""
    return [*accumulate(said.heaviest, initial=0)]


def _rest(said: Sum) -> list[int]:
    """The most that the choices after them add."""
    return [*accumulate(reversed(said.heaviest), initial=0)][::-1]
