"""Counting and adding literals as CNF: sequential counters, sorting networks and binary adders.

A sequential counter (Sinz 2005) defines "at least k of the literals so far" in both directions, so that both bounds
propagate; columns are created when needed and shared. For larger counts a sorting network (Batcher 1968) of n log² n /
4 comparators is used. Weighted sums that are too large to count are added in binary with full and half adders, which
propagate less but grow only with the number of bits. All bits are defined in both directions, so the facts determine
them.
"""

from collections.abc import Iterator, Sequence

from entails.encoders.cnf.writer import Size, Writer

Weighted = tuple[int, int]
"""A weight, 1 at least, and the literal that is worth it."""


def size_adder(weights: Sequence[int]) -> Size:
    """Predict at most one full adder per bit of each weight and per bit of the sum."""
    adders = sum(weight.bit_count() for weight in weights) + 2 * sum(weights).bit_length()
    return Size(14 * adders, 46 * adders, 2 * adders)


def claim_adder(weighted: Sequence[Weighted], op: str, value: int, out: Writer) -> None:
    """Claim that the weights of the true literals sum to `op` value."""
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
    """Claim that a sum, given by its bits, is at most `value`.

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
    """Return the bits of the sum, lowest first; 0 stands for a bit that is never set."""
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
    """Return sum and carry of two or three bits."""
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
"""columns[k - 1][i] says: at least k of the first k + i literals hold."""


def at_least(out: Writer, literals: Sequence[int], count: int) -> int:
    """Return a literal for "at least `count` of these are true", for 1 <= count <= len(literals)."""
    key = ("count", tuple(sorted(literals)))
    columns: Columns = out.once(key, tuple)
    if len(columns) < count:
        columns = out.by_key[key] = _widened(out, key[1], columns, count)
    return columns[count - 1][-1]


def _widened(out: Writer, literals: tuple[int, ...], columns: Columns, count: int) -> Columns:
    """Return the counter extended to a larger count."""
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
    """Return a literal for "at least k of the literals up to `lit` are true".

    `before` is "at least k" for the earlier literals, None if they are fewer than k. `fewer` is "at least k - 1" for
    them, None if k is 1.
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
    """Predict six clauses per comparator."""
    steps = max(total - 1, 1).bit_length()
    comparators = total * steps * (steps + 1) // 4 + total
    return Size(6 * comparators, 14 * comparators, 2 * comparators)


def network_at_least(out: Writer, literals: Sequence[int], count: int) -> int:
    """Return a literal for "at least `count` of these are true", for 1 <= count <= len(literals), by sorting."""
    key = tuple(sorted(literals))
    return out.once(("sorted", key), lambda: _sorted(out, list(key)))[count - 1]


def _sorted(out: Writer, literals: list[int]) -> list[int]:
    """Return as many literals, true ones first."""
    for upper, lower in _comparators(len(literals)):
        upper_literal, lower_literal = literals[upper], literals[lower]
        literals[upper], literals[lower] = (
            out.any_of((upper_literal, lower_literal)),
            out.all_of((upper_literal, lower_literal)),
        )
    return literals


def _comparators(total: int) -> Iterator[tuple[int, int]]:
    """Yield the comparators of Batcher's odd-even merge sort for any number of places."""
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
