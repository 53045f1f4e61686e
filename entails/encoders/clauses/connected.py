"""The vertices whose literal holds hang together; none at all does too."""

from entails.encoders.clauses import elimination
from entails.encoders.clauses.elimination import Order
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import Connected


def size(said: Connected, space: Space) -> Size:
    return _order(said, space).size.plus(Size(1, 1))


def write(said: Connected, out: Writer) -> None:
    lits = said.lits
    if said.root is not None:
        out.claim(lits[said.root])
    edges = [(one, other, out.all_of((lits[one], lits[other]))) for one, other in said.edges if one != other]
    if lits:
        elimination.claim(_order(said, out.space), lits.__getitem__, edges, out, rooted=said.root is not None)


def _order(said: Connected, space: Space) -> Order:
    return space.once(said, lambda: elimination.order(range(len(said.lits)), said.edges, said.root))
