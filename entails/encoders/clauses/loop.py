"""The edges whose literal holds make one closed loop: there is one, each vertex has none of them or two, and they hang
together."""

from entails.encoders.clauses import count, elimination
from entails.encoders.clauses.elimination import Order
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import Loop


def size(said: Loop, space: Space) -> Size:
    total = _order(said, space).size.plus(Size(1, len(said.lits)))
    for ends in _ends(said).values():
        total = total.plus(count.size_of(len(ends), "<=", 2, space.at_most_one)).plus(Size(len(ends), len(ends) ** 2))
    return total


def write(said: Loop, out: Writer) -> None:
    out.claim(*said.lits)
    ends, group = _ends(said), out.group
    for vertex, literals in ends.items():
        if said.at_vertex:
            out.begin(_group(said, vertex, out), said.when)
        count.claim(literals, "<=", 2, out)
        for place, literal in enumerate(literals):
            others = literals[:place] + literals[place + 1 :]
            if literal not in others:
                out.claim(-literal, *others)
    out.begin(group, said.when)
    passed = {vertex: out.any_of(literals) for vertex, literals in ends.items()}
    edges = [(one, other, literal) for (one, other), literal in zip(said.edges, said.lits, strict=True)]
    if passed:
        elimination.claim(_order(said, out.space), passed.__getitem__, edges, out)


def _group(said: Loop, vertex: int, out: Writer) -> int:
    number = out.grain.number[said.at_vertex[vertex]]
    assert number is not None  # only groups of all-differents give way to finer ones
    return number


def _order(said: Loop, space: Space) -> Order:
    return space.once(said, lambda: elimination.order({vertex for edge in said.edges for vertex in edge}, said.edges))


def _ends(said: Loop) -> dict[int, list[int]]:
    """The literals of the edges at each vertex, one for each end."""
    found: dict[int, list[int]] = {}
    for edge, literal in zip(said.edges, said.lits, strict=True):
        for vertex in edge:
            found.setdefault(vertex, []).append(literal)
    return found
