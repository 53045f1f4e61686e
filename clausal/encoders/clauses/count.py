"""So many of these literals hold.

Few cases are listed as clauses; "at most one" is said in the chosen form; otherwise a counter is shared. Counts that
would take a huge counter are added up in binary.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from clausal.encoders.clauses import adder, choose_one
from clausal.encoders.clauses.counter import at_least
from clausal.encoders.clauses.size import Size
from clausal.encoders.clauses.space import Space
from clausal.encoders.clauses.writer import Writer
from clausal.models.statement import Count

LISTED = 30
"""So many clauses at most are listed rather than counted."""
COUNTED = 100_000
"""Counters of more cells give way to binary sums."""


def size(said: Count, space: Space) -> Size:
    return size_of(len(said.lits), said.op, said.k, space.at_most_one)


def write(said: Count, out: Writer) -> None:
    claim(said.lits, said.op, said.k, out)


def size_of(total: int, op: str, k: int, at_most_one: str) -> Size:
    """What it takes to count so many literals."""
    if op == "=":
        return size_of(total, "<=", k, at_most_one).plus(size_of(total, ">=", k, at_most_one))
    spare = total - k if op == ">=" else k
    if not 0 <= spare <= total:
        return Size(1)
    if op != "!=":
        if spare == 1:
            return choose_one.size(at_most_one, total)
        if spare == 0 or (cases := comb(total, spare + 1)) <= LISTED:
            return Size(total, total) if spare == 0 else Size(cases, cases * (spare + 1))
    cells = _cells(total, k)
    return adder.size([1] * total) if cells > COUNTED else Size(4 * cells + 1, 10 * cells + 2, cells)


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
    elif op != "!=" and comb(total, spare + 1) <= LISTED:
        out.claim_all(_no_more(few, spare))
    elif _cells(total, k) > COUNTED:
        adder.claim([(1, literal) for literal in literals], op, k, out)
    else:
        enough, more = (_reaches(literals, negated, count, 2 * k > total, out) for count in (k, k + 1))
        claimed = {"<=": (-more,), ">=": (enough,), "!=": (-enough, more)}[op]
        out.claim(*(literal for literal in claimed if literal))


def _no_more(literals: Sequence[int], k: int) -> Iterator[list[int]]:
    """Among any k + 1, one does not hold."""
    for chosen in combinations(literals, k + 1):
        yield [-literal for literal in chosen]


def _reaches(literals: Sequence[int], negated: Sequence[int], count: int, mirrored: bool, out: Writer) -> int:
    """A literal for "at least so many hold"; 0 where that is certain or impossible. Mirrored, those are counted that do
    not hold."""
    if not 0 < count <= len(literals):
        return 0
    return -at_least(out, negated, len(literals) - count + 1) if mirrored else at_least(out, literals, count)
