"""The two rows of variables are not equal everywhere: a shared auxiliary tells for each place whether they are."""

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import TRUE, Writer
from entails.models.statement import Differ


def size(said: Differ, space: Space) -> Size:
    values = sum(space.count(number) for number in (*said.left, *said.right))
    places = len(said.left)
    return Size(2 * values + 1, 5 * values + places, places)


def write(said: Differ, out: Writer) -> None:
    out.claim_open(*(-equal(left, right, out) for left, right in zip(said.left, said.right, strict=True)))


def equal(left: int, right: int, out: Writer) -> int:
    """A literal that holds when two variables have the same value."""
    if left == right:
        return TRUE
    left, right = min(left, right), max(left, right)
    return out.once(("equal", left, right), lambda: _equal(left, right, out))


def _equal(left: int, right: int, out: Writer) -> int:
    lefts, rights = out.facts(left), out.facts(right)
    common = lefts.keys() & rights.keys()
    if not common:
        return -TRUE
    found = out.fresh()
    for value, literal in lefts.items():
        if value in common:
            out.define(-literal, -rights[value], found)
            out.define(-found, -literal, rights[value])
        else:
            out.define(-found, -literal)
    for value, literal in rights.items():
        out.define(-found, -literal, *((lefts[value],) if value in common else ()))
    return found
