"""So many of these literals hold.

Few cases are listed as clauses; "at most one" is said in the chosen form; otherwise a counter is shared. Where the
counter would be huge the literals are sorted, and where that would be too, they are added up in binary.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from entails.encoders.clauses import adder, choose_one, network
from entails.encoders.clauses.counter import at_least
from entails.encoders.clauses.shape import Shape
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import TRUE, Writer
from entails.models.statement import Count

LISTED = 30
"""So many clauses at most are listed rather than counted."""
COUNTED = 100_000
"""Counters of more cells give way to sorting."""
SORTED = 10_000
"""More literals than this are added up."""


def size(said: Count, space: Space) -> Size:
    return size_of(len(said.lits), said.op, said.k, space.at_most_one)


def shape(said: Count) -> Shape:
    return Shape((said.op, said.k, len(said.lits)), (), said.lits)


def write(said: Count, out: Writer) -> None:
    claim(said.lits, said.op, said.k, out)


def size_of(total: int, op: str, k: int, at_most_one: str) -> Size:
    """What it takes to count so many literals. Both sides of "=" share what is counted."""
    sides = {"<=": [k], ">=": [total - k], "=": [k, total - k], "!=": [-1]}[op]
    direct = [_direct_size(total, spare, at_most_one) if op != "!=" else None for spare in sides]
    found = Size(2, 2)
    for size in direct:
        found = found if size is None else found.plus(size)
    if None not in direct or not 0 <= k <= total:
        return found
    cells = _cells(total, k)
    if cells <= COUNTED:
        return found.plus(Size(4 * cells, 10 * cells, cells))
    return found.plus(network.size(total) if total <= SORTED else adder.size([1] * total))


def _direct_size(total: int, spare: int, at_most_one: str) -> Size | None:
    """What "at most `spare`" takes without a counter; None where there is one."""
    if not 0 <= spare < total:
        return Size(1)
    if spare == 0:
        return Size(total, total)
    if spare == 1:
        return choose_one.size(at_most_one, total)
    if _listed(total, spare):
        return Size(comb(total, spare + 1), comb(total, spare + 1) * (spare + 1))
    return None


def _cells(total: int, k: int) -> int:
    """How many cells the counter has, counted from the side where it is smaller."""
    return (min(k, total - k) + 1) * total


def claim(literals: Sequence[int], op: str, k: int, out: Writer) -> None:
    """Claim that `op` k of these hold."""
    total = len(literals)
    if op == "=":
        claim(literals, "<=", k, out)
        claim(literals, ">=", k, out)
        return
    negated = [-literal for literal in literals]
    few, spare = (negated, total - k) if op == ">=" else (literals, k)  # at most `spare` of `few` may hold
    if not 0 <= spare < total + (op == "!="):
        if spare < 0 and op != "!=":
            out.claim()
    elif op != "!=" and spare == 0:
        out.claim_all((-literal,) for literal in few)
    elif op != "!=" and spare == 1 and total > 2:
        out.claim_all(choose_one.clauses(out.at_most_one, few, out.fresh))
    elif op != "!=" and _listed(total, spare):
        out.claim_all(_no_more(few, spare))
    elif _cells(total, k) > COUNTED and total > SORTED:
        adder.claim([(1, literal) for literal in literals], op, k, out)
    else:
        counted = _Counted(literals, negated, k, out)
        if op == "!=":
            out.claim_open(-counted.at_least(k), counted.at_least(k + 1))
        else:
            out.claim_open(counted.at_least(k) if op == ">=" else -counted.at_least(k + 1))


def _listed(total: int, spare: int) -> bool:
    """Are the sets of one more than `spare` few enough to be listed?"""
    return total <= LISTED + 1 and comb(total, spare + 1) <= LISTED


def _no_more(literals: Sequence[int], k: int) -> Iterator[list[int]]:
    """Among any k + 1, one does not hold."""
    for chosen in combinations(literals, k + 1):
        yield [-literal for literal in chosen]


class _Counted:
    """Literals counted around k: in a counter of those that hold or, where fewer do not, of those; or sorted."""

    def __init__(self, literals: Sequence[int], negated: Sequence[int], k: int, out: Writer) -> None:
        self.out, self.literals, self.negated = out, literals, negated
        self.sorted = _cells(len(literals), k) > COUNTED
        self.mirrored = 2 * k > len(literals)

    def at_least(self, count: int) -> int:
        """A literal for "at least so many hold"; it may be settled."""
        total = len(self.literals)
        if not 0 < count <= total:
            return TRUE if count <= 0 else -TRUE
        if self.sorted:
            return network.at_least(self.out, self.literals, count)
        if self.mirrored:
            return -at_least(self.out, self.negated, total - count + 1)
        return at_least(self.out, self.literals, count)
