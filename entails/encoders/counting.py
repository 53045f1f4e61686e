"""How many of these literals are true, in clauses: the sequential counter (Sinz 2005), said in both directions."""

from collections.abc import Callable, Iterator, Sequence

Fresh = Callable[[], int]


def at_least(lits: Sequence[int], fresh: Fresh) -> tuple[list[int], Iterator[list[int]]]:
    """Literals t1, t2, ... of which tk says "at least k of them are true", and the clauses that make it so.

    The clauses only define: they restrict no literal. So "at least k" is the unit clause tk, "at most k" is -t(k+1),
    and both prune all that they can by unit propagation.
    """
    before: list[int] = []
    clauses: list[list[int]] = []
    for lit in lits:
        counted = [fresh() for _ in range(len(before) + 1)]
        for place, now in enumerate(counted):  # now: at least place + 1 of those so far, this one included
            fewer = before[place - 1] if place else None
            enough = before[place] if place < len(before) else None
            clauses.append([-lit, now] if fewer is None else [-lit, -fewer, now])
            clauses.append([-now, lit] if enough is None else [-now, lit, enough])
            if enough is not None:
                clauses.append([-enough, now])
            if fewer is not None:
                clauses.append([-now, fewer])
        before = counted
    return before, iter(clauses)
