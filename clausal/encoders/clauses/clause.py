"""One of these literals holds: a clause already."""

from clausal.encoders.clauses.size import Size
from clausal.encoders.clauses.space import Space
from clausal.encoders.clauses.writer import Writer
from clausal.models.statement import Clause


def size(said: Clause, space: Space) -> Size:
    del space
    return Size(1, len(said.lits))


def write(said: Clause, out: Writer) -> None:
    out.claim(*said.lits)
