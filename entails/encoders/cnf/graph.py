"""Connectivity and loops as CNF, by vertex elimination.

When a vertex is eliminated, its neighbours that are linked through it get a link of their own, as in elimination for
linear equations. A true vertex without a link to the remaining ones completes its component; the graph is connected if
no true vertex remains then. Links are defined in both directions, so the facts determine them: no ranks, distances or
choice of a tree. On a grid of n cells this takes about n² / 4 clauses, much less than distances up to n; the vertex
with the fewest neighbours goes first, which keeps new links few.

The edges of a loop are connected, and each vertex has none or two of them.
"""

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import NamedTuple

from entails.encoders.cnf import linear
from entails.encoders.cnf.writer import TRUE, Size, Space, Writer
from entails.models.constraints import Connected, Loop
from entails.models.errors import TooLarge

_MOST_LINKS = 2_000_000


class VertexOrder(NamedTuple):
    """Vertices in elimination order, each with its neighbours at that time."""

    steps: tuple[tuple[int, tuple[int, ...]], ...]
    edges: int

    @property
    def size(self) -> Size:
        """The predicted size of the connectivity clauses for this order."""
        joined = sum(len(left) * (len(left) - 1) // 2 for _, left in self.steps)
        linked = sum(len(left) for _, left in self.steps)
        vertices = len(self.steps)
        return Size(
            4 * joined + 4 * (linked + self.edges) + 5 * vertices,
            10 * joined + 10 * (linked + self.edges) + 12 * vertices,
            joined + linked + 2 * self.edges + 2 * vertices,
        )


def order(vertices: Iterable[int], edges: Iterable[tuple[int, int]], last: int | None = None) -> VertexOrder:
    """Return an elimination order, fewest neighbours first, `last` at the end."""
    near: dict[int, set[int]] = {vertex: set() for vertex in vertices}
    count = 0
    for first, second in edges:
        count += 1
        if first != second:
            near[first].add(second)
            near[second].add(first)
    waiting = [(len(own), vertex) for vertex, own in near.items() if vertex != last]
    heapify(waiting)
    steps: list[tuple[int, tuple[int, ...]]] = []
    joined = 0
    while waiting:
        degree, vertex = heappop(waiting)
        if vertex not in near or degree != len(near[vertex]):
            continue
        left = near.pop(vertex)
        joined += len(left) * (len(left) - 1) // 2
        if joined > _MOST_LINKS:
            raise TooLarge(f"following connections through this graph takes more than {_MOST_LINKS:,} links")
        for second in left:
            near[second].discard(vertex)
            near[second] |= left - {second}
            if second != last:
                heappush(waiting, (len(near[second]), second))
        steps.append((vertex, tuple(sorted(left))))
    return VertexOrder((*steps, *((vertex, ()) for vertex in near)), count)


def claim_elimination(
    taken: VertexOrder,
    holds: Callable[[int], int],
    edges: Iterable[tuple[int, int, int]],
    out: Writer,
    *,
    rooted: bool = False,
) -> None:
    """Add clauses that require the true vertices to be connected by edges (vertex, vertex, literal).

    With `rooted`, the vertex eliminated last is known to be true.
    """
    links: dict[tuple[int, int], list[int]] = {}
    for first, second, literal in edges:
        if first != second:
            links.setdefault((min(first, second), max(first, second)), []).append(literal)
    later = _some_later(taken, holds, out) if not rooted else [TRUE] * (len(taken.steps) - 1) + [-TRUE]
    for (vertex, left), more in zip(taken.steps, later, strict=True):
        to = [out.any_of(links.pop((min(vertex, second), max(vertex, second)))) for second in left]
        for (second, first), (further, two) in combinations(zip(left, to, strict=True), 2):
            links.setdefault((second, further), []).append(out.all_of((first, two)))
        out.claim_open(-holds(vertex), *to, -more)


def _some_later(taken: VertexOrder, holds: Callable[[int], int], out: Writer) -> list[int]:
    """Return, for each vertex, a literal for "a vertex eliminated later is true"."""
    later_literals = [-TRUE]
    for vertex, _ in reversed(taken.steps[1:]):
        later_literals.append(out.any_of((later_literals[-1], holds(vertex))))
    return later_literals[::-1]


def size_connected(constraint: Connected, space: Space) -> Size:
    return _order(constraint, space).size.plus(Size(1, 1))


def write_connected(constraint: Connected, out: Writer) -> None:
    lits = constraint.lits
    if constraint.root is not None:
        out.claim(lits[constraint.root])
    edges = [(left, right, out.all_of((lits[left], lits[right]))) for left, right in constraint.edges if left != right]
    if lits:
        claim_elimination(
            _order(constraint, out.space), lits.__getitem__, edges, out, rooted=constraint.root is not None
        )


def _order(constraint: Connected, space: Space) -> VertexOrder:
    return space.once(constraint, lambda: order(range(len(constraint.lits)), constraint.edges, constraint.root))


def size_loop(constraint: Loop, space: Space) -> Size:
    total = _loop_order(constraint, space).size.plus(Size(1, len(constraint.lits)))
    for ends in _ends(constraint).values():
        total = total.plus(linear.size_of(len(ends), "<=", 2, space.at_most_one)).plus(Size(len(ends), len(ends) ** 2))
    return total


def write_loop(constraint: Loop, out: Writer) -> None:
    out.claim(*constraint.lits)
    ends, group = _ends(constraint), out.group
    for vertex, literals in ends.items():
        if constraint.at_vertex:
            out.begin(_group(constraint, vertex, out), constraint.when)
        linear.claim_count(literals, "<=", 2, out)
        for place, literal in enumerate(literals):
            others = literals[:place] + literals[place + 1 :]
            if literal not in others:
                out.claim(-literal, *others)
    out.begin(group, constraint.when)
    passed = {vertex: out.any_of(literals) for vertex, literals in ends.items()}
    edges = [(left, right, literal) for (left, right), literal in zip(constraint.edges, constraint.lits, strict=True)]
    if passed:
        claim_elimination(_loop_order(constraint, out.space), passed.__getitem__, edges, out)


def _group(constraint: Loop, vertex: int, out: Writer) -> int:
    number = out.granularity.number[constraint.at_vertex[vertex]]
    assert number is not None  # only groups of all-differents give way to finer ones
    return number


def _loop_order(constraint: Loop, space: Space) -> VertexOrder:
    return space.once(
        constraint, lambda: order({vertex for edge in constraint.edges for vertex in edge}, constraint.edges)
    )


def _ends(constraint: Loop) -> dict[int, list[int]]:
    """Return the literals of the edges at each vertex, one per end."""
    edges_at: dict[int, list[int]] = {}
    for edge, literal in zip(constraint.edges, constraint.lits, strict=True):
        for vertex in edge:
            edges_at.setdefault(vertex, []).append(literal)
    return edges_at
