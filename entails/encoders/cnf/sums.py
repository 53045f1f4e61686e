"""Sums of choices as CNF: ordered sums, partial sums, and cages.

A linear constraint is normalised to a sum of choices that is =, != or <= a number. The weights of a choice are at least
0. A variable is a choice among its values; facts of the same variable are part of it, so nothing is counted twice.

Ordered sums define "the sum so far is at least t". For plain variables (coefficients 1 or -1, values without gaps) they
propagate bounds early: magic squares take a tenth of the conflicts of partial sums. Partial sums are states, read
heaviest choice first, so that layers stay narrow even for coefficients as far apart as in SEND + MORE = MONEY. A cage,
cells that all differ, is described by the sets of values that fit (3 cells that add up to 7 are 1, 2 and 4), which is
exact, needs no partial sums and propagates more.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations
from math import comb, gcd
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple

from entails.encoders.cnf import extensional
from entails.encoders.cnf.arithmetic import at_most
from entails.encoders.cnf.extensional import DONE, Choice, State
from entails.encoders.cnf.writer import TRUE, Size, Space, Writer
from entails.models.constraints import Linear


class SumTerms(NamedTuple):
    """A sum of choices, heaviest first, compared with a number; `op` is "=", "!=" or "<="."""

    choices: tuple[Choice, ...]
    op: str
    value: int

    @property
    def heaviest(self) -> list[int]:
        """Return the largest weight of each choice."""
        return [max(weight for weight, _ in choice) for choice in self.choices]

    @property
    def settled(self) -> bool | None:
        """Return True or False if the comparison has the same result for all choices, else None."""
        most = sum(self.heaviest)
        if self.op == "<=":
            return True if self.value >= most else False if self.value < 0 else None
        if not 0 <= self.value <= most:
            return self.op == "!="
        return None if self.choices else self.op == "="


def normal(constraint: Linear, space: Space) -> SumTerms:
    """Normalise a linear constraint to a sum of choices."""
    shares, value = _shares(constraint, space)
    op = constraint.op
    if op in ("<", ">"):
        op, value = ("<=", value - 1) if op == "<" else (">=", value + 1)
    if op == ">=":
        shares = [{literal: -weight for literal, weight in share.items()} for share in shares]
        op, value = "<=", -value
    choices: list[Choice] = []
    for share in shares:
        least = min(share.values())
        value -= least
        if any(weight != least for weight in share.values()):
            choices.append(_choice({literal: weight - least for literal, weight in share.items()}))
    return _reduced(choices, op, value)


def _shares(constraint: Linear, space: Space) -> tuple[list[dict[int, int]], int]:
    """Return the contribution of each literal, by variable, and the number on the right-hand side."""
    shares: dict[int, dict[int, int]] = {}
    value = constraint.value
    for coefficient, variable in constraint.terms:
        facts = space.facts(variable)
        share = shares.setdefault(variable, dict.fromkeys(facts.values(), 0))
        for number, literal in facts.items():
            share[literal] += coefficient * number
    for coefficient, literal in constraint.facts:
        variable = space.owner(literal)
        share = shares.setdefault(variable, dict.fromkeys(space.facts(variable).values(), 0))
        if literal < 0 and literal not in share:  # "is not 3" is worth as much as 1 - "is 3"
            value -= coefficient
            share[-literal] -= coefficient
        else:
            share[literal] += coefficient
    return list(shares.values()), value


def _choice(share: Mapping[int, int]) -> Choice:
    """Return the weighted literals of a choice.

    If all literals but one have the same weight, only that one and its negation are used.
    """
    weights = list(share.values())
    if len(weights) > 2 and len(set(weights)) == 2:
        for weight in set(weights):
            if weights.count(weight) == 1:
                (alone,) = (literal for literal, own in share.items() if own == weight)
                (rest,) = set(weights) - {weight}
                return ((rest, -alone), (weight, alone))
    return tuple((weight, literal) for literal, weight in share.items())


def _reduced(choices: list[Choice], op: str, value: int) -> SumTerms:
    """Divide all weights of a sum by their common divisor."""
    common = gcd(*(weight for choice in choices for weight, _ in choice))
    if common > 1:
        if value % common and op in ("=", "!="):
            return SumTerms((), op, -1)  # never met
        value //= common
        choices = [tuple((weight // common, literal) for weight, literal in choice) for choice in choices]
    choices.sort(key=lambda choice: -max(weight for weight, _ in choice))
    return SumTerms(tuple(choices), op, value)


def fits(sum_terms: SumTerms) -> bool:
    """Return whether ordered sums apply: the weights of each choice differ by 1, and the sum is more than a count."""
    return any(len(choice) > 2 for choice in sum_terms.choices) and all(map(_is_even, sum_terms.choices))


def _is_even(choice: Choice) -> bool:
    rising = list(range(len(choice)))
    return [weight for weight, _ in choice] in (rising, rising[::-1])


def edges_ordered_sums(sum_terms: SumTerms) -> int:
    """Return an upper bound of the number of (partial sum, value) pairs in ordered sums."""
    reached, rest = _reached(sum_terms), _rest(sum_terms)
    widths = (min(so_far, to_come) + 3 for so_far, to_come in zip(reached, rest, strict=True))
    return sum(width * len(choice) for width, choice in zip(widths, sum_terms.choices, strict=False))


def size_ordered_sums(sum_terms: SumTerms) -> Size:
    pairs, values = edges_ordered_sums(sum_terms), sum(len(choice) for choice in sum_terms.choices)
    return Size(2 * pairs + 4 * values + 1, 6 * pairs + 9 * values + 2, pairs + values)


class _Level(NamedTuple):
    """A partial sum from `low` to `high`; `lits[i]` means "at least low + 1 + i"."""

    low: int
    high: int
    lits: list[int]

    def at_least(self, bound: int) -> int:
        if bound <= self.low:
            return TRUE
        return -TRUE if bound > self.high else self.lits[bound - self.low - 1]


def claim_ordered_sums(sum_terms: SumTerms, out: Writer) -> None:
    """Add clauses for a linear constraint by ordered sums (order literals of partial sums)."""
    for clause in out.once(("ordered", sum_terms), lambda: _clauses(sum_terms, out)):
        out.claim_open(*clause)


def _clauses(sum_terms: SumTerms, out: Writer) -> list[tuple[int, ...]]:
    """Define the partial sums; return the clauses that restrict them."""
    level = _Level(0, 0, [])
    bounds = list(zip(_reached(sum_terms), _rest(sum_terms), strict=True))[1:]
    for place, (choice, (reached, rest)) in enumerate(zip(sum_terms.choices, bounds, strict=True)):
        steps = _steps(choice, out)
        low = max(0, sum_terms.value - rest - (sum_terms.op != "<="))
        high = min(reached, sum_terms.value + 1)
        if place == len(sum_terms.choices) - 1 and sum_terms.op != "!=":
            wanted = [TRUE if low + 1 + i <= sum_terms.value else -TRUE for i in range(high - low)]
            return list(_leading(level, steps, _Level(low, high, wanted), both=sum_terms.op == "="))
        lits = steps[low + 1 : high + 1] if place == 0 else [out.fresh() for _ in range(high - low)]
        following = _Level(low, high, lits)
        if place:
            for clause in _leading(level, steps, following, both=True):
                out.define_open(*clause)
        level = following
    return [(-level.at_least(sum_terms.value), level.at_least(sum_terms.value + 1))]


def _leading(before: _Level, steps: list[int], after: _Level, *, both: bool) -> Iterator[tuple[int, ...]]:
    """Yield clauses from one partial sum to the next: lower bounds add up; with `both`, upper bounds too.

    `steps[j]` means that the weight is at least j. Clauses implied by a neighbouring one are left out.
    """
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
    """Return the literals "the weight is at least 0, 1, 2, ..." of a choice, up to one more than its maximum."""
    by_weight = [literal for _, literal in sorted(choice)]
    if len(by_weight) == 2:
        return [TRUE, by_weight[1], -TRUE]
    variable = out.space.owner(by_weight[0])
    values = list(out.facts(variable))
    if out.facts(variable)[values[0]] == by_weight[0]:
        return [TRUE, *(-at_most(out, variable, value) for value in values[:-1]), -TRUE]
    return [TRUE, *(at_most(out, variable, value) for value in values[-2::-1]), -TRUE]


def _reached(sum_terms: SumTerms) -> list[int]:
    """Return the largest partial sums of the first 0, 1, 2, ... choices."""
    return [*accumulate(sum_terms.heaviest, initial=0)]


def _rest(sum_terms: SumTerms) -> list[int]:
    """Return, for each position, the largest sum of the choices from there on; the last item is 0."""
    return [*accumulate(reversed(sum_terms.heaviest), initial=0)][::-1]


_COMPARED: dict[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_LISTED = 1_000
_KEPT = 150


def sets(constraint: Linear, out: Writer) -> list[tuple[int, ...]] | None:
    """Return the sets of values that fill a cage; None if the cells may be equal or there are too many sets."""
    coefficients = {coefficient for coefficient, _ in constraint.terms}
    over = [variable for _, variable in constraint.terms]
    if constraint.facts or len(coefficients) != 1 or len(over) < 3 or len(set(over)) != len(over):
        return None
    values = sorted({value for variable in over for value in out.facts(variable)})
    if comb(len(values), len(over)) > _LISTED or not out.apart.all_differ(over):
        return None
    (coefficient,) = coefficients
    fits = _COMPARED[constraint.op]
    fitting = [
        chosen for chosen in combinations(values, len(over)) if fits(coefficient * sum(chosen), constraint.value)
    ]
    return fitting if len(fitting) <= _KEPT else None


def claim_cage(over: Sequence[int], fitting: Sequence[tuple[int, ...]], out: Writer) -> None:
    """Add clauses that require the values of a cage to be one of the sets."""
    if not fitting:
        out.claim()
        return
    common, possible = set(fitting[0]).intersection(*fitting), set(chain(*fitting))
    takers: dict[int, list[int]] = {}
    for variable in over:
        for value, literal in out.facts(variable).items():
            takers.setdefault(value, []).append(literal)
            if value not in possible:
                out.claim(-literal)
    for value in sorted(common):
        out.claim(*takers[value])
    taken = {value: out.any_of(takers[value]) for value in sorted(possible - common)}
    if taken:
        chosen = {values: out.all_of(taken[value] for value in values if value in taken) for values in fitting}
        out.claim(*chosen.values())
        for value, literal in taken.items():
            out.claim(-literal, *(set_literal for values, set_literal in chosen.items() if value in values))


_MOST_SUMS = 3_000
"""Limit on the possible sums of the remaining choices that are listed to merge equivalent partial sums."""


def edges_partial_sums(sum_terms: SumTerms) -> int:
    """Return an upper bound of the number of transitions between partial sums.

    A layer has no more states than the choices before it produce or the choices after it distinguish, and none that is
    too far from the number.
    """
    heaviest, total = sum_terms.heaviest, 0
    options = [len({weight for weight, _ in choice}) for choice in sum_terms.choices]
    reached, common, combined = 0, 0, 1
    ahead = [*accumulate(reversed(options), lambda a, b: min(a * b, 1 << 60), initial=1)][::-1]
    rest = sum(heaviest)
    for place, choice in enumerate(sum_terms.choices):
        width = min(combined, ahead[place] + 1, min(reached, rest) // (common or 1) + 1)
        total += width * len(choice)
        reached, rest = reached + heaviest[place], rest - heaviest[place]
        common, combined = gcd(common, *(weight for weight, _ in choice)), combined * options[place]
    return total


def size_partial_sums(sum_terms: SumTerms) -> Size:
    ways = edges_partial_sums(sum_terms)
    return Size(3 * ways, 9 * ways, ways)


def claim_partial_sums(sum_terms: SumTerms, out: Writer) -> None:
    """Add clauses for a linear constraint by partial sums, one state per sum."""
    heaviest = sum_terms.heaviest
    rest = [*accumulate(reversed(heaviest), initial=0)][::-1]  # rest[i]: the most that choices i, i + 1... can add
    last, value = len(sum_terms.choices) - 1, sum_terms.value
    to_come = _sums_to_come(sum_terms) if sum_terms.op == "<=" else []

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

    step = {"=": equal, "!=": unequal, "<=": at_most}[sum_terms.op]
    extensional.claim_layers(sum_terms, sum_terms.choices, 0, step, out)


def _sums_to_come(sum_terms: SumTerms) -> list[list[int]]:
    """Return, for each position, the possible sums of the choices from there on; empty if there are too many."""
    sums: list[list[int]] = [[0]]
    for choice in reversed(sum_terms.choices):
        weights = {weight for weight, _ in choice}
        ahead = sums[-1]
        listed = ahead and len(weights) * len(ahead) <= _MOST_SUMS
        sums.append(sorted({weight + total for weight in weights for total in ahead}) if listed else [])
    return sums[::-1]


def _as_good(total: int, value: int, ahead: list[int]) -> State:
    """Return the largest partial sum that allows the same remaining choices as `total`, so that they share a state."""
    return value - ahead[bisect_right(ahead, value - total) - 1] if ahead else total
