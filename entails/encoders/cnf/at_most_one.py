"""At-most-one constraints as CNF, in six forms, and tables of "exactly one" rules.

The forms differ in the numbers of clauses and auxiliary variables. Each takes literals and a supply of fresh variables
and yields clauses that allow exactly the assignments with at most one true literal.

Rules such as "a variable has one value" or "a row has one 7" come by the thousand, so they are tables: one row per
rule, all of one width. Pairwise, a whole table becomes clauses at once; the other forms go row by row.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil, sqrt
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf import FORMS
from entails.encoders.cnf.writer import Size, Writer
from entails.models.encoding import Clauses

Fresh = Callable[[], int]
AtMostOne = Callable[[Sequence[int], Fresh], Iterator[list[int]]]


def pair_by_pair(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Yield the pairwise encoding: a clause against every pair, n(n-1)/2 clauses, no auxiliaries."""
    del fresh
    for left, right in combinations(lits, 2):
        yield [-left, -right]


def sequential(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Yield a sequential counter (Sinz 2005): `seen[i]` means that one of the first i+1 is true; 3n-4 clauses."""
    if len(lits) < 3:
        yield from pair_by_pair(lits, fresh)
        return
    seen = [fresh() for _ in lits[:-1]]
    for lit, here in zip(lits, seen, strict=False):
        yield [-lit, here]
    for before, here in pairwise(seen):
        yield [-before, here]
    for before, lit in zip(seen, lits[1:], strict=True):
        yield [-before, -lit]


def ladder(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Yield a ladder encoding (Gent & Nightingale 2004): rungs are true up to the position of the true literal."""
    if len(lits) < 3:
        yield from pair_by_pair(lits, fresh)
        return
    rungs = [fresh() for _ in lits[:-1]]
    for lower, upper in pairwise(rungs):
        yield [lower, -upper]
    for place, lit in enumerate(lits):
        if place < len(rungs):
            yield [-lit, -rungs[place]]
        if place > 0:
            yield [-lit, rungs[place - 1]]


def bitwise(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Yield the bitwise encoding (Prestwich 2007): a literal implies the bits of its number; n log n clauses."""
    if len(lits) < 3:
        yield from pair_by_pair(lits, fresh)
        return
    bits = [fresh() for _ in range((len(lits) - 1).bit_length())]
    for number, lit in enumerate(lits):
        for position, bit in enumerate(bits):
            yield [-lit, bit if number >> position & 1 else -bit]


def product(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Yield the product encoding (Chen 2010): a grid with at most one row and column; 2n + O(sqrt n) clauses."""
    if len(lits) < 5:
        yield from pair_by_pair(lits, fresh)
        return
    width = ceil(sqrt(len(lits)))
    rows = [fresh() for _ in range(ceil(len(lits) / width))]
    columns = [fresh() for _ in range(width)]
    for place, lit in enumerate(lits):
        yield [-lit, rows[place // width]]
        yield [-lit, columns[place % width]]
    yield from product(rows, fresh)
    yield from product(columns, fresh)


def commander(lits: Sequence[int], fresh: Fresh, squad: int = 3) -> Iterator[list[int]]:
    """Yield the commander encoding (Klieber & Kwon 2007): squads of three, at most one commander of a squad true.

    The clause that makes an idle commander false is left out: "at most one" does not need it.
    """
    if len(lits) <= squad + 1:
        yield from pair_by_pair(lits, fresh)
        return
    commanders = []
    for start in range(0, len(lits), squad):
        members = lits[start : start + squad]
        leader = fresh()
        commanders.append(leader)
        yield from pair_by_pair(members, fresh)
        for member in members:
            yield [-member, leader]
    yield from commander(commanders, fresh, squad)


AT_MOST_ONE: Mapping[str, AtMostOne] = MappingProxyType(
    dict(zip(FORMS, (pair_by_pair, sequential, ladder, bitwise, product, commander), strict=True))
)

MANY = 50
"""Number of literals above which `product` replaces the pairwise form, which is quadratic."""

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class ExactlyOneRows:
    """Rules "exactly one" over equally many literals: `lits[i]` are those of rule i, `groups[i]` is its group.

    `least` marks rules that require at least one true literal, `most` those that require at most one.
    """

    lits: Ints
    groups: Ints
    least: NDArray[np.bool_]
    most: NDArray[np.bool_]


def form_of(at_most_one: str, width: int) -> str:
    """Return the at-most-one encoding to use for this number of literals."""
    return "product" if at_most_one == "pairwise" and width > MANY else at_most_one


@lru_cache(64)
def size_choose_one(at_most_one: str, width: int) -> Size:
    """Predict the size of one at-most-one constraint over this number of literals."""
    form = form_of(at_most_one, width)
    if form == "pairwise" or width < 3:
        pairs = width * (width - 1) // 2
        return Size(pairs, 2 * pairs)
    if form == "bitwise":
        bits = (width - 1).bit_length()
        return Size(width * bits, 2 * width * bits, bits)
    return Size(4 * width, 8 * width, 2 * width)


def clauses(at_most_one: str, literals: Sequence[int], fresh: Callable[[], int]) -> Iterator[list[int]]:
    """Yield the clauses of an at-most-one constraint, in an encoding that fits the number of literals."""
    return AT_MOST_ONE[form_of(at_most_one, len(literals))](literals, fresh)


def write_choose_one(table: ExactlyOneRows, out: Writer) -> None:
    """Write the rules of a table as clauses, each rule in its group."""
    form = form_of(out.at_most_one, table.lits.shape[1])
    if form == "pairwise":
        write_at_least(table, out)
        left, right = pairs(table.lits.shape[1])
        lits = table.lits[table.most]
        write_pairs(out, lits[:, left], lits[:, right], np.repeat(table.groups[table.most], len(left)))
        return
    rows = zip(table.lits.tolist(), table.groups.tolist(), table.least.tolist(), table.most.tolist(), strict=True)
    for lits, group, least, most in rows:
        out.begin(group)
        if least:
            out.claim(*lits)
        if most:
            out.claim_all(clauses(form, lits, out.fresh))


def write_at_least(table: ExactlyOneRows, out: Writer) -> None:
    lits = table.lits[table.least]
    out.ahead(Clauses(lits.ravel(), even_starts(*lits.shape), table.groups[table.least]))


def write_pairs(out: Writer, left: Ints, right: Ints, groups: Ints) -> None:
    """Write a clause against each pair of literals; clauses of one rule are consecutive."""
    lits = np.empty((left.size, 2), np.int32)
    np.negative(left.ravel(), out=lits[:, 0])
    np.negative(right.ravel(), out=lits[:, 1])
    if (groups[1:] < groups[:-1]).any():
        order = np.argsort(groups.astype(np.uint16) if groups.max() < 1 << 16 else groups, kind="stable")
        lits, groups = lits[order], groups[order]
    out.block(Clauses(lits.ravel(), even_starts(left.size, 2), groups))


def even_starts(clauses: int, width: int) -> Ints:
    """Return the start indices of clauses of equal width."""
    return np.arange(clauses + 1, dtype=np.int32) * np.int32(width)


@lru_cache(64)
def pairs(width: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the indices of all pairs in a row of this width."""
    left, right = np.triu_indices(width, 1)
    return left, right
