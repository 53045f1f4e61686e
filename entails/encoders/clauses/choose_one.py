"""Rules that want one of several literals: "a variable has one value", "a row holds one 7".

They are written as tables, since there are thousands of them: a row for each rule, all of one width. Said pair by pair,
a whole table becomes clauses at once; the other forms of at-most-one go row by row.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from entails.encoders.at_most_one import AT_MOST_ONE
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.writer import Writer
from entails.models.encoding import Clauses

MANY = 50
"""More than so many literals are never said pair by pair, which is quadratic, but by `product`."""

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Table:
    """Rules of one width: `lits[i]` are the literals of rule i, `groups[i]` is its group. `least` tells the rules that
    want one of them at least, `most` those that want one at most."""

    lits: Ints
    groups: Ints
    least: NDArray[np.bool_]
    most: NDArray[np.bool_]


def form_of(at_most_one: str, width: int) -> str:
    """The form that is used for so many literals."""
    return "product" if at_most_one == "pairwise" and width > MANY else at_most_one


@lru_cache(64)
def size(at_most_one: str, width: int) -> Size:
    """What one "at most one" of this width takes."""
    form = form_of(at_most_one, width)
    if form == "pairwise" or width < 3:
        pairs = width * (width - 1) // 2
        return Size(pairs, 2 * pairs)
    if form == "bitwise":
        bits = (width - 1).bit_length()
        return Size(width * bits, 2 * width * bits, bits)
    return Size(4 * width, 8 * width, 2 * width)


def clauses(at_most_one: str, literals: Sequence[int], fresh: Callable[[], int]) -> Iterator[list[int]]:
    """At most one of these, in a form that fits their number."""
    return AT_MOST_ONE[form_of(at_most_one, len(literals))](literals, fresh)


def write(table: Table, out: Writer) -> None:
    """Say a table; each rule under its group."""
    form = form_of(out.at_most_one, table.lits.shape[1])
    if form == "pairwise":
        write_at_least(table, out)
        one, other = pairs(table.lits.shape[1])
        lits = table.lits[table.most]
        write_pairs(out, lits[:, one], lits[:, other], np.repeat(table.groups[table.most], len(one)))
        return
    rows = zip(table.lits.tolist(), table.groups.tolist(), table.least.tolist(), table.most.tolist(), strict=True)
    for lits, group, least, most in rows:
        out.begin(group)
        if least:
            out.claim(*lits)
        if most:
            out.claim_all(clauses(form, lits, out.fresh))


def write_at_least(table: Table, out: Writer) -> None:
    lits = table.lits[table.least]
    out.ahead(Clauses(lits.ravel(), even_starts(*lits.shape), table.groups[table.least]))


def write_pairs(out: Writer, one: Ints, other: Ints, groups: Ints) -> None:
    """No two of each pair; those of one rule stand together."""
    lits = np.empty((one.size, 2), np.int32)
    np.negative(one.ravel(), out=lits[:, 0])
    np.negative(other.ravel(), out=lits[:, 1])
    if (groups[1:] < groups[:-1]).any():
        order = np.argsort(groups.astype(np.uint16) if groups.max() < 1 << 16 else groups, kind="stable")
        lits, groups = lits[order], groups[order]
    out.block(Clauses(lits.ravel(), even_starts(one.size, 2), groups))


def even_starts(clauses: int, width: int) -> Ints:
    """Where clauses of one width begin."""
    return np.arange(clauses + 1, dtype=np.int32) * np.int32(width)


@lru_cache(64)
def pairs(width: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of all pairs in a row."""
    one, other = np.triu_indices(width, 1)
    return one, other
