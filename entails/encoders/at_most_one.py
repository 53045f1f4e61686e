"""At most one of these literals is true: six ways to say it in clauses.

They differ in how many clauses and auxiliary variables they spend. Each takes the literals and a supply of fresh
variables and yields clauses, which allow exactly the assignments with at most one literal true.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import ceil, sqrt
from types import MappingProxyType

Fresh = Callable[[], int]
AtMostOne = Callable[[Sequence[int], Fresh], Iterator[list[int]]]


def pair_by_pair(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """No two of them: n(n-1)/2 clauses, nothing else."""
    del fresh
    for one, other in combinations(lits, 2):
        yield [-one, -other]


def sequential(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Sinz 2005: a counter runs along the row; `seen[i]` says that one of the first i+1 is true. 3n-4 clauses."""
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
    """Gent & Nightingale 2004: rungs are true up to one place and false after it; a literal stands for that place."""
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
    """Prestwich 2007: each literal implies the bits of its own number. n log n clauses, log n variables."""
    if len(lits) < 3:
        yield from pair_by_pair(lits, fresh)
        return
    bits = [fresh() for _ in range((len(lits) - 1).bit_length())]
    for number, lit in enumerate(lits):
        for position, bit in enumerate(bits):
            yield [-lit, bit if number >> position & 1 else -bit]


def product(lits: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """Chen 2010: put them on a grid; at most one row and at most one column is used. 2n + O(sqrt n) clauses."""
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
    """Klieber & Kwon 2007: squads of three with a commander each, true when one of the squad is; at most one commander.

    The clause that makes an idle commander false is left out: it is not needed for "at most one".
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
    {
        "pairwise": pair_by_pair,
        "sequential": sequential,
        "ladder": ladder,
        "bitwise": bitwise,
        "product": product,
        "commander": commander,
    }
)
