"""Counts and linear constraints as CNF.

A count with few cases is listed as clauses. Others use a form of at-most-one, a shared counter or, if they are huge, a
sorting network or binary addition. In a sum, cells of a cage that all differ are handled by the sets of values that
fit; few small choices are listed; others are read one by one while there are few partial sums; the rest is added in
binary.

A sequential counter (Sinz 2005) defines "at least k of the literals so far" in both directions, so that both bounds
propagate; columns are created when needed and shared. For larger counts a sorting network (Batcher 1968) of n log² n /
4 comparators is used. Weighted sums that are too large to count are added in binary with full and half adders, which
propagate less but grow only with the number of bits. All bits are defined in both directions, so the facts determine
them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, prod
from operator import itemgetter

from entails.encoders.cnf import sums
from entails.encoders.cnf.at_most_one import clauses, size_choose_one
from entails.encoders.cnf.sums import (
    SumTerms,
    claim_ordered_sums,
    claim_partial_sums,
    edges_ordered_sums,
    edges_partial_sums,
    fits,
    normal,
    size_ordered_sums,
    size_partial_sums,
)
from entails.encoders.cnf.writer import NOTHING, TRUE, ConstraintShape, Size, Space, Writer
from entails.models.constraints import Count, Linear

Weighted = tuple[int, int]
"""A weight, at least 1, and the literal that has it."""


def size_adder(weights: Sequence[int]) -> Size:
    """Predict the size of an adder: at most one full adder per bit of each weight and of the sum."""
    adders = sum(weight.bit_count() for weight in weights) + 2 * sum(weights).bit_length()
    return Size(14 * adders, 46 * adders, 2 * adders)


def claim_adder(weighted: Sequence[Weighted], op: str, value: int, out: Writer) -> None:
    """Add clauses for `sum op value`, where `sum` adds the weights of the true literals."""
    most = sum(weight for weight, _ in weighted)
    if op == ">=":
        claim_adder([(weight, -literal) for weight, literal in weighted], "<=", most - value, out)
        return
    if not 0 <= value <= most:
        if op == "=" or (op == "<=" and value < 0):
            out.claim()
        return
    bits = total(weighted, out)
    if op == "=":
        for place, bit in enumerate(bits):
            _claim_bit(out, bit, bool(value >> place & 1))
    elif op == "!=":
        out.claim(*(-bit if value >> place & 1 else bit for place, bit in enumerate(bits) if bit))
    else:
        _at_most(bits, value, out)


def _claim_bit(out: Writer, bit: int, holds: bool) -> None:
    if bit:
        out.claim(bit if holds else -bit)
    elif holds:
        out.claim()


def _at_most(bits: Sequence[int], value: int, out: Writer) -> None:
    """Add clauses that require a sum, as bits, to be at most `value`.

    A bit may be 1 where `value` has a 0 only if a higher bit is 0 where `value` has a 1.
    """
    excuses: list[int] = []
    certain = False
    for place in range(len(bits) - 1, -1, -1):
        bit = bits[place]
        if value >> place & 1:
            certain = certain or not bit  # the sum is below the number here, whatever comes after
            excuses.append(-bit)
        elif bit and not certain:
            out.claim(-bit, *excuses)


def total(weighted: Sequence[Weighted], out: Writer) -> list[int]:
    """Return the bits of a weighted sum, lowest first; 0 for a bit that is never set."""
    columns: list[list[int]] = [[] for _ in range(sum(weight for weight, _ in weighted).bit_length())]
    for weight, literal in sorted(weighted):
        for place in range(weight.bit_length()):
            if weight >> place & 1:
                columns[place].append(literal)
    bits = []
    for place, column in enumerate(columns):
        waiting = column[::-1]
        while len(waiting) > 1:
            added = [waiting.pop() for _ in range(min(3, len(waiting)))]
            result, carry = _added(tuple(sorted(added)), out)
            waiting.insert(0, result)
            if place + 1 < len(columns):
                columns[place + 1].append(carry)
        bits.append(waiting[0] if waiting else 0)
    return bits


def _added(parts: tuple[int, ...], out: Writer) -> tuple[int, int]:
    """Return the sum and the carry of two or three bits."""
    return out.once(("added", parts), lambda: _full(out, *parts) if len(parts) == 3 else _half(out, *parts))


def _half(out: Writer, a: int, b: int) -> tuple[int, int]:
    bit, carry = out.fresh(), out.fresh()
    for x, y in ((a, b), (-a, -b)):
        out.define(-x, -y, -bit)
    out.define(a, -b, bit)
    out.define(-a, b, bit)
    out.define(-carry, a)
    out.define(-carry, b)
    out.define(-a, -b, carry)
    return bit, carry


def _full(out: Writer, a: int, b: int, c: int) -> tuple[int, int]:
    bit, carry = out.fresh(), out.fresh()
    for x, y, z in ((a, b, c), (a, -b, -c), (-a, b, -c), (-a, -b, c)):  # an odd number of them
        out.define(-x, -y, -z, bit)
        out.define(x, y, z, -bit)
    for x, y in ((a, b), (a, c), (b, c)):
        out.define(-x, -y, carry)
        out.define(x, y, -carry)
    return bit, carry


Columns = tuple[tuple[int, ...], ...]
"""Counters: `columns[k - 1][i]` is the literal for "at least k of the first k + i literals are true"."""


def at_least(out: Writer, literals: Sequence[int], count: int) -> int:
    """Return a literal for "at least `count` of these are true", by a counter; 1 <= count <= len(literals)."""
    key = ("count", tuple(sorted(literals)))
    columns: Columns = out.once(key, tuple)
    if len(columns) < count:
        columns = out.by_key[key] = _widened(out, key[1], columns, count)
    return columns[count - 1][-1]


def _widened(out: Writer, literals: tuple[int, ...], columns: Columns, count: int) -> Columns:
    """Extend a counter to a larger count."""
    widened = list(columns)
    for k in range(len(columns) + 1, count + 1):
        column: list[int] = []
        for place in range(k - 1, len(literals)):
            lit = literals[place]
            fewer = widened[-1][place - k + 1] if k > 1 else None  # k - 1 of those before this one
            column.append(_cell(out, lit, fewer, column[-1] if column else None))
        widened.append(tuple(column))
    return tuple(widened)


def _cell(out: Writer, lit: int, fewer: int | None, before: int | None) -> int:
    """Return a literal of a counter: "at least k of the literals up to `lit` are true".

    `before` is "at least k" for the earlier literals, or None if there are fewer than k. `fewer` is "at least k - 1"
    for them, or None if k is 1.
    """
    if fewer is None and before is None:
        return lit
    now = out.fresh()
    if fewer is None:
        out.define(-lit, now)
    else:
        out.define(-lit, -fewer, now)
        out.define(-now, fewer)
    if before is None:
        out.define(-now, lit)
    else:
        out.define(-now, lit, before)
        out.define(-before, now)
    return now


def size_network(total: int) -> Size:
    """Predict the size of a sorting network: six clauses per comparator."""
    steps = max(total - 1, 1).bit_length()
    comparators = total * steps * (steps + 1) // 4 + total
    return Size(6 * comparators, 14 * comparators, 2 * comparators)


def network_at_least(out: Writer, literals: Sequence[int], count: int) -> int:
    """Return a literal for "at least `count` of these are true", by a sorting network; 1 <= count <= len(literals)."""
    key = tuple(sorted(literals))
    return out.once(("sorted", key), lambda: _sorted(out, list(key)))[count - 1]


def _sorted(out: Writer, literals: list[int]) -> list[int]:
    """Return the output literals of a sorting network, with the true ones first."""
    for upper, lower in _comparators(len(literals)):
        upper_literal, lower_literal = literals[upper], literals[lower]
        literals[upper], literals[lower] = (
            out.any_of((upper_literal, lower_literal)),
            out.all_of((upper_literal, lower_literal)),
        )
    return literals


def _comparators(total: int) -> Iterator[tuple[int, int]]:
    """Yield the comparators of Batcher's odd-even merge sort for any number of inputs."""
    size = 1
    while size < total:
        step = size
        while step:
            for start in range(step % size, total - step, 2 * step):
                for place in range(start, min(start + step, total - step)):
                    if place // (2 * size) == (place + step) // (2 * size):
                        yield place, place + step
            step //= 2
        size *= 2


LISTED_COUNT = 30
"""Maximum number of clauses that are listed instead of counting."""
COUNTED = 100_000
"""Maximum number of cells of a counter; larger counts use a sorting network."""
SORTED = 10_000
"""Maximum number of literals of a sorting network; larger counts are added in binary."""


def size_count(constraint: Count, space: Space) -> Size:
    return size_of(len(constraint.lits), constraint.op, constraint.k, space.at_most_one)


def shape_count(constraint: Count) -> ConstraintShape:
    return ConstraintShape((constraint.op, constraint.k, len(constraint.lits)), (), constraint.lits)


def write_count(constraint: Count, out: Writer) -> None:
    claim_count(constraint.lits, constraint.op, constraint.k, out)


def size_of(total: int, op: str, k: int, at_most_one: str) -> Size:
    """Predict the size of a cardinality constraint; both sides of "=" share the counter."""
    sides = {"<=": [k], ">=": [total - k], "=": [k, total - k], "!=": [-1]}[op]
    direct = [_direct_size(total, spare, at_most_one) if op != "!=" else None for spare in sides]
    predicted = Size(2, 2)
    for size in direct:
        predicted = predicted if size is None else predicted.plus(size)
    if None not in direct or not 0 <= k <= total:
        return predicted
    cells = _cells(total, k)
    if cells <= COUNTED:
        return predicted.plus(Size(4 * cells, 10 * cells, cells))
    return predicted.plus(size_network(total) if total <= SORTED else size_adder([1] * total))


def _direct_size(total: int, spare: int, at_most_one: str) -> Size | None:
    """Predict the size of "at most `spare`" without a counter; None if it needs a counter."""
    if not 0 <= spare < total:
        return Size(1)
    if spare == 0:
        return Size(total, total)
    if spare == 1:
        return size_choose_one(at_most_one, total)
    if _listed_count(total, spare):
        return Size(comb(total, spare + 1), comb(total, spare + 1) * (spare + 1))
    return None


def _cells(total: int, k: int) -> int:
    """Return the number of cells of a counter, over the true or the false literals, whichever is smaller."""
    return (min(k, total - k) + 1) * total


def claim_count(literals: Sequence[int], op: str, k: int, out: Writer) -> None:
    """Add clauses for a cardinality constraint, `number of true literals op k`."""
    total = len(literals)
    if op == "=":
        claim_count(literals, "<=", k, out)
        claim_count(literals, ">=", k, out)
        return
    negated = [-literal for literal in literals]
    few, spare = (negated, total - k) if op == ">=" else (literals, k)  # at most `spare` of `few` may hold
    if not 0 <= spare < total + (op == "!="):
        if spare < 0 and op != "!=":
            out.claim()
    elif op != "!=" and spare == 0:
        out.claim_all((-literal,) for literal in few)
    elif op != "!=" and spare == 1 and total > 2:
        out.claim_all(clauses(out.at_most_one, few, out.fresh))
    elif op != "!=" and _listed_count(total, spare):
        out.claim_all(_no_more(few, spare))
    elif _cells(total, k) > COUNTED and total > SORTED:
        claim_adder([(1, literal) for literal in literals], op, k, out)
    else:
        counted = _Counted(literals, negated, k, out)
        if op == "!=":
            out.claim_open(-counted.at_least(k), counted.at_least(k + 1))
        else:
            out.claim_open(counted.at_least(k) if op == ">=" else -counted.at_least(k + 1))


def _listed_count(total: int, spare: int) -> bool:
    """Return whether the sets of `spare` + 1 literals are few enough to list one clause for each."""
    return total <= LISTED_COUNT + 1 and comb(total, spare + 1) <= LISTED_COUNT


def _no_more(literals: Sequence[int], k: int) -> Iterator[list[int]]:
    """Yield the clauses of "at most k": among any k + 1 literals, one is false."""
    for chosen in combinations(literals, k + 1):
        yield [-literal for literal in chosen]


class _Counted:
    """Literals counted around k: a counter of true or of false ones, whichever is smaller, or a sorting network."""

    def __init__(self, literals: Sequence[int], negated: Sequence[int], k: int, out: Writer) -> None:
        self.out, self.literals, self.negated = out, literals, negated
        self.sorted = _cells(len(literals), k) > COUNTED
        self.mirrored = 2 * k > len(literals)

    def at_least(self, count: int) -> int:
        """Return a literal for "at least `count` are true"; it may be `TRUE` or `-TRUE`."""
        total = len(self.literals)
        if not 0 < count <= total:
            return TRUE if count <= 0 else -TRUE
        if self.sorted:
            return network_at_least(self.out, self.literals, count)
        if self.mirrored:
            return -at_least(self.out, self.negated, total - count + 1)
        return at_least(self.out, self.literals, count)


LISTED = 300
"""Maximum number of listed clauses, for at most three choices."""
READ = 20_000
"""Maximum number of transitions between partial sums; larger sums are added in binary."""


def size_linear(constraint: Linear, space: Space) -> Size:
    summed = _summed(constraint, space)
    if summed.settled is not None:
        return NOTHING if summed.settled else Size(1)
    if (counted := _as_count(summed)) is not None:
        return size_of(len(counted[0]), *counted[1:], space.at_most_one)
    if _cases(summed) <= LISTED:
        longest = sum(len(choice) for choice in summed.choices)
        return Size(3 * _cases(summed), 3 * longest * _cases(summed))
    if fits(summed) and edges_ordered_sums(summed) <= READ:
        return size_ordered_sums(summed)
    if edges_partial_sums(summed) <= READ:
        return size_partial_sums(summed)
    named = sum(len(choice) * max(weight for weight, _ in choice).bit_length() for choice in summed.choices)
    return size_adder(_bit_weights(summed)).plus(Size(2 * named, 4 * named, named))


def shape_linear(constraint: Linear) -> ConstraintShape | None:
    """Return the shape of a linear constraint, with variables ordered by their coefficients."""
    if constraint.facts:
        return None
    terms = sorted(constraint.terms, key=itemgetter(0))
    return ConstraintShape(
        (*(times for times, _ in terms), constraint.op, constraint.value), tuple(variable for _, variable in terms)
    )


def is_special(constraint: Linear, out: Writer) -> bool:
    """Return whether a constraint is a cage, whose encoding depends on which cells are known to differ."""
    return sums.sets(constraint, out) is not None


def write_linear(constraint: Linear, out: Writer) -> None:
    summed = _summed(constraint, out.space)
    if summed.settled is not None:
        if not summed.settled:
            out.claim()
    elif (counted := _as_count(summed)) is not None:
        claim_count(*counted, out)
    elif (fitting := sums.sets(constraint, out)) is not None:
        sums.claim_cage([variable for _, variable in constraint.terms], fitting, out)
    elif _cases(summed) <= LISTED:
        out.claim_all(_listed(summed))
    elif fits(summed) and edges_ordered_sums(summed) <= READ:
        claim_ordered_sums(summed, out)
    elif edges_partial_sums(summed) <= READ:
        claim_partial_sums(summed, out)
    else:
        claim_adder(_weighted(summed, out), summed.op, summed.value, out)


def _summed(constraint: Linear, space: Space) -> SumTerms:
    return space.once(constraint, lambda: normal(constraint, space))


def _as_count(sum_terms: SumTerms) -> tuple[list[int], str, int] | None:
    """Return a sum with equal weights as a count of literals: literals, operator, number; None for other sums."""
    if any(len(choice) != 2 for choice in sum_terms.choices) or set(sum_terms.heaviest) != {1}:
        return None
    return (
        [literal for choice in sum_terms.choices for weight, literal in choice if weight],
        sum_terms.op,
        sum_terms.value,
    )


def _cases(sum_terms: SumTerms) -> int:
    """Return the number of clauses when a sum is encoded by listing combinations of values."""
    if len(sum_terms.choices) > 3:
        return LISTED + 1
    total = prod(map(len, sum_terms.choices))
    return sum(total // len(choice) for choice in sum_terms.choices)


def _listed(sum_terms: SumTerms) -> Iterator[tuple[int, ...]]:
    """Yield the clauses of a sum by listing: values of some choices restrict or exclude those of another."""
    seen: set[tuple[int, ...]] = set()
    for place, choice in enumerate(sum_terms.choices):
        for others in product(
            *(other_choice for index, other_choice in enumerate(sum_terms.choices) if index != place)
        ):
            so_far = sum(weight for weight, _ in others)
            left = [literal for weight, literal in choice if _fits(so_far + weight, sum_terms)]
            against = [-literal for _, literal in others]
            if len(left) < len(choice) - 2 or not left:
                yield *against, *left
            else:
                for literal in {literal for _, literal in choice}.difference(left):
                    clause = tuple(sorted((*against, -literal)))
                    if clause not in seen:
                        seen.add(clause)
                        yield clause


def _fits(total: int, sum_terms: SumTerms) -> bool:
    if sum_terms.op == "<=":
        return total <= sum_terms.value
    return (total == sum_terms.value) == (sum_terms.op == "=")


def _weighted(sum_terms: SumTerms, out: Writer) -> list[Weighted]:
    """Return weighted literals for a sum, with powers of two as weights: a choice has a literal for each bit."""
    weighted: list[Weighted] = []
    for choice in sum_terms.choices:
        if len(choice) == 2 and not min(choice)[0]:
            weighted.append(max(choice))
            continue
        for place in range(max(weight for weight, _ in choice).bit_length()):
            having = [literal for weight, literal in choice if weight >> place & 1]
            if having:
                weighted.append((1 << place, out.any_of(having)))
    return weighted


def _bit_weights(sum_terms: SumTerms) -> list[int]:
    """Return the weights of the bits of a sum, as `_weighted` writes them, or upper bounds of these."""
    worth: list[int] = []
    for choice, heaviest in zip(sum_terms.choices, sum_terms.heaviest, strict=True):
        worth += [heaviest] if len(choice) == 2 else [1 << place for place in range(heaviest.bit_length())]
    return worth
