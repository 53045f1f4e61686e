"""|left - right| op k: supports value by value, or order where there are many values."""

from entails.encoders.clauses import order, relation
from entails.encoders.clauses.compare import LISTED, claim_at_most
from entails.encoders.clauses.order import at_most
from entails.encoders.clauses.shape import Shape
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import Distance


def size(said: Distance, space: Space) -> Size:
    one, other = space.count(said.left), space.count(said.right)
    if one * other <= LISTED:
        return relation.size(said.left, said.right, space)
    return order.size(one).plus(order.size(other)).plus(Size(2 * (one + other), 6 * (one + other)))


def shape(said: Distance) -> Shape:
    return Shape((said.op, said.k), (said.left, said.right))


def write(said: Distance, out: Writer) -> None:
    left, right, op, k = said.left, said.right, said.op, said.k
    if op in ("<", ">"):
        op, k = ("<=", k - 1) if op == "<" else (">=", k + 1)
    if k < 0:
        if op in ("=", "<="):
            out.claim()
    elif len(out.facts(left)) * len(out.facts(right)) <= LISTED:
        relation.claim(left, right, _goes(op, k), out)
    elif op == "<=":
        claim_at_most(left, right, k, out)
        claim_at_most(right, left, k, out)
    elif op == ">=":
        _far(left, right, k, out)
    else:
        _exactly(left, right, k, op == "=", out)


def _goes(op: str, k: int) -> relation.Goes:
    match op:
        case "=":
            return lambda a, b: abs(a - b) == k
        case "!=":
            return lambda a, b: abs(a - b) != k
        case "<=":
            return lambda a, b: abs(a - b) <= k
    return lambda a, b: abs(a - b) >= k


def _far(left: int, right: int, k: int, out: Writer) -> None:
    """Where the left has a value, the right is at least k below or at least k above it."""
    for one, other in ((left, right), (right, left)):
        for value, literal in out.facts(one).items():
            out.claim_open(-literal, at_most(out, other, value - k), -at_most(out, other, value + k - 1))


def _exactly(left: int, right: int, k: int, wanted: bool, out: Writer) -> None:
    """Only the values at this distance matter."""
    for one, other in ((left, right), (right, left)):
        partners = out.facts(other)
        for value, literal in out.facts(one).items():
            there = [partners[number] for number in {value - k, value + k} if number in partners]
            if wanted:
                out.claim(-literal, *there)
            elif one == left:
                out.claim_all((-literal, -partner) for partner in there)
