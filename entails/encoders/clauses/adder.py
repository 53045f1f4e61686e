"""Sums in binary, for what is too large to count: weights are added bit by bit with full and half adders.

The bits are defined in both directions, so the facts decide them; comparing them with a number prunes less than
counting does, but the size grows only with the number of bits.
"""

from collections.abc import Sequence

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.writer import Writer

Weighted = tuple[int, int]
"""A weight, 1 at least, and the literal that is worth it."""


def size(weights: Sequence[int]) -> Size:
    """At most one full adder for each bit of each weight, and for each bit of the sum."""
    adders = sum(weight.bit_count() for weight in weights) + 2 * sum(weights).bit_length()
    return Size(14 * adders, 46 * adders, 2 * adders)


def claim(weighted: Sequence[Weighted], op: str, value: int, out: Writer) -> None:
    """Claim that the sum of weights of what holds is `op` value."""
    most = sum(weight for weight, _ in weighted)
    if op == ">=":
        claim([(weight, -literal) for weight, literal in weighted], "<=", most - value, out)
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
    """Where the number has a 0, the sum may have a 1 only if it has a 0 higher up where the number has a 1."""
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
    """The bits of the sum, lowest first; 0 stands for a bit that is never set."""
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
    """Sum and carry of two or three bits."""
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
