"""left op right + offset. Equality goes value by value, order by listed supports or, for many values, by "x <= v"."""

from entails.encoders.clauses import order, relation
from entails.encoders.clauses.order import at_most
from entails.encoders.clauses.shape import Shape
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import Compare

LISTED = 120
"""So many pairs of values at most are looked at one by one."""


def size(said: Compare, space: Space) -> Size:
    one, other = space.count(said.left), space.count(said.right)
    if said.op in ("=", "!="):
        return Size(one + other, 2 * (one + other))
    if one * other <= LISTED:
        return relation.size(said.left, said.right, space)
    return order.size(one).plus(order.size(other)).plus(Size(other + 1, 2 * other + 2))


def shape(said: Compare) -> Shape:
    return Shape((said.op, said.offset), (said.left, said.right))


def write(said: Compare, out: Writer) -> None:
    offset = said.offset
    match said.op:
        case "=":
            _equal(said.left, said.right, offset, out)
            _equal(said.right, said.left, -offset, out)
        case "!=":
            _unequal(said.left, said.right, offset, out)
        case "<=" | "<":
            claim_at_most(said.left, said.right, offset - (said.op == "<"), out)
        case ">=" | ">":
            claim_at_most(said.right, said.left, -offset - (said.op == ">"), out)


def _equal(left: int, right: int, offset: int, out: Writer) -> None:
    """Each value of the left has its partner."""
    partners = out.facts(right)
    for value, literal in out.facts(left).items():
        partner = partners.get(value - offset)
        out.claim(-literal) if partner is None else out.claim(-literal, partner)


def _unequal(left: int, right: int, offset: int, out: Writer) -> None:
    partners = out.facts(right)
    for value, literal in out.facts(left).items():
        if (partner := partners.get(value - offset)) is not None:
            out.claim(-literal, -partner)


def claim_at_most(left: int, right: int, offset: int, out: Writer) -> None:
    """Claim left <= right + offset."""
    lefts, rights = out.facts(left), out.facts(right)
    if len(lefts) * len(rights) <= LISTED:
        relation.claim(left, right, lambda a, b: a <= b + offset, out)
        return
    for bound in rights:  # where the right is at most so much, the left is at most that and the offset
        out.claim_open(-at_most(out, right, bound), at_most(out, left, bound + offset))
