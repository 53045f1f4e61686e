"""Do the vertices that hold hang together? Told by leaving out one vertex after the other.

When a vertex is left out, its neighbours that are linked through it get a link of their own, as in elimination for
linear equations. A vertex that holds and has no link to those that are left completes its part of the graph; so the
graph hangs together when nothing holds after that. Links are defined in both directions, and the facts decide them:
no ranks, no distances, no free choice of a tree. On a grid of n cells this takes about n² / 4 clauses, much less than
distances up to n; the vertex with the fewest neighbours goes first, which keeps new links few.

The vertices whose literal holds hang together; none at all does too.

The edges whose literal holds make one closed loop: there is one, each vertex has none of them or two, and they hang
together.
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
    """Vertices in the order of leaving them out, each with its neighbours by then."""

    steps: tuple[tuple[int, tuple[int, ...]], ...]
    edges: int

    @property
    def size(self) -> Size:
        """What the links take."""
        joined = sum(len(left) * (len(left) - 1) // 2 for _, left in self.steps)
        linked = sum(len(left) for _, left in self.steps)
        vertices = len(self.steps)
        return Size(
            4 * joined + 4 * (linked + self.edges) + 5 * vertices,
            10 * joined + 10 * (linked + self.edges) + 12 * vertices,
            joined + linked + 2 * self.edges + 2 * vertices,
        )


def order(vertices: Iterable[int], edges: Iterable[tuple[int, int]], last: int | None = None) -> VertexOrder:
    """The vertex with the fewest neighbours first, `last` at the end."""
    near: dict[int, set[int]] = {vertex: set() for vertex in vertices}
    count = 0
    for one, other in edges:
        count += 1
        if one != other:
            near[one].add(other)
            near[other].add(one)
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
        for other in left:
            near[other].discard(vertex)
            near[other] |= left - {other}
            if other != last:
                heappush(waiting, (len(near[other]), other))
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
    """Claim that the vertices that hold hang together by edges (vertex, vertex, literal). With `rooted`, the vertex
    that is left out last is known to hold."""
    links: dict[tuple[int, int], list[int]] = {}
    for one, other, literal in edges:
        if one != other:
            links.setdefault((min(one, other), max(one, other)), []).append(literal)
    later = _some_later(taken, holds, out) if not rooted else [TRUE] * (len(taken.steps) - 1) + [-TRUE]
    for (vertex, left), more in zip(taken.steps, later, strict=True):
        to = [out.any_of(links.pop((min(vertex, other), max(vertex, other)))) for other in left]
        for (other, one), (further, two) in combinations(zip(left, to, strict=True), 2):
            links.setdefault((other, further), []).append(out.all_of((one, two)))
        out.claim_open(-holds(vertex), *to, -more)


def _some_later(taken: VertexOrder, holds: Callable[[int], int], out: Writer) -> list[int]:
    """For each vertex, a literal that says that one left out after it holds."""
    found = [-TRUE]
    for vertex, _ in reversed(taken.steps[1:]):
        found.append(out.any_of((found[-1], holds(vertex))))
    return found[::-1]


def size_connected(said: Connected, space: Space) -> Size:
    return _order(said, space).size.plus(Size(1, 1))


def write_connected(said: Connected, out: Writer) -> None:
    lits = said.lits
    if said.root is not None:
        out.claim(lits[said.root])
    edges = [(one, other, out.all_of((lits[one], lits[other]))) for one, other in said.edges if one != other]
    if lits:
        claim_elimination(_order(said, out.space), lits.__getitem__, edges, out, rooted=said.root is not None)


def _order(said: Connected, space: Space) -> VertexOrder:
    return space.once(said, lambda: order(range(len(said.lits)), said.edges, said.root))


def size_loop(said: Loop, space: Space) -> Size:
    total = _loop_order(said, space).size.plus(Size(1, len(said.lits)))
    for ends in _ends(said).values():
        total = total.plus(linear.size_of(len(ends), "<=", 2, space.at_most_one)).plus(Size(len(ends), len(ends) ** 2))
    return total


def write_loop(said: Loop, out: Writer) -> None:
    out.claim(*said.lits)
    ends, group = _ends(said), out.group
    for vertex, literals in ends.items():
        if said.at_vertex:
            out.begin(_group(said, vertex, out), said.when)
        linear.claim_count(literals, "<=", 2, out)
        for place, literal in enumerate(literals):
            others = literals[:place] + literals[place + 1 :]
            if literal not in others:
                out.claim(-literal, *others)
    out.begin(group, said.when)
    passed = {vertex: out.any_of(literals) for vertex, literals in ends.items()}
    edges = [(one, other, literal) for (one, other), literal in zip(said.edges, said.lits, strict=True)]
    if passed:
        claim_elimination(_loop_order(said, out.space), passed.__getitem__, edges, out)


def _group(said: Loop, vertex: int, out: Writer) -> int:
    number = out.grain.number[said.at_vertex[vertex]]
    assert number is not None  # only groups of all-differents give way to finer ones
    return number


def _loop_order(said: Loop, space: Space) -> VertexOrder:
    return space.once(said, lambda: order({vertex for edge in said.edges for vertex in edge}, said.edges))


def _ends(said: Loop) -> dict[int, list[int]]:
    """The literals of the edges at each vertex, one for each end."""
    found: dict[int, list[int]] = {}
    for edge, literal in zip(said.edges, said.lits, strict=True):
        for vertex in edge:
            found.setdefault(vertex, []).append(literal)
    return found
