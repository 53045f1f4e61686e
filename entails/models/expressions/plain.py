"""Conditions made plain: only "and", "or", "iff" and "xor" are left, over conditions that are not joined themselves."""

from collections.abc import Sequence

from entails.models.expressions.base import Condition, Expression
from entails.models.expressions.functions import Function
from entails.models.expressions.linear import gathered, normal
from entails.models.expressions.logic import Joined, Joint, join
from entails.models.expressions.sums import Comparison, Sum
from entails.models.expressions.unknowns import Int, Truth

_DENIED: dict[Joint, Joint] = {"and": "or", "or": "and", "iff": "xor", "xor": "iff"}


def plain(condition: Condition) -> Condition:
    """The same, said with less. Parts that are known are left out."""
    known = condition.known
    if known is not None:
        return Truth(known)
    if isinstance(condition, Comparison):
        return _without_bars(condition)
    if not isinstance(condition, Joined):
        return condition
    if condition.joint == "not":
        return _denied(condition.joins[0])
    if condition.joint == "implies":
        return plain(join("or", _denied(condition.joins[0]), condition.joins[1]))
    parts = [plain(part) for part in condition.joins]
    if condition.joint in ("and", "or"):
        decisive = condition.joint == "or"
        if any(part.known is decisive for part in parts):
            return Truth(decisive)
        return _joined(condition.joint, [part for part in parts if part.known is None])
    return _without_constants(condition.joint, parts)


def _denied(condition: Condition) -> Condition:
    """Not this: "not" ends at what is not joined."""
    if isinstance(condition, Joined):
        if condition.joint == "not":
            return plain(condition.joins[0])
        if condition.joint == "implies":
            return plain(join("and", condition.joins[0], condition.joins[1].opposite()))
        if condition.joint in ("and", "or"):
            return plain(join(_DENIED[condition.joint], *(part.opposite() for part in condition.joins)))
        if len(condition.joins) == 2:
            return plain(join(_DENIED[condition.joint], *condition.joins))
    opposite = condition.opposite()
    return opposite if isinstance(opposite, Joined) else plain(opposite)


def _joined(joint: Joint, parts: Sequence[Condition]) -> Condition:
    if not parts:
        return Truth(joint == "and")
    return join(joint, *parts)


def _without_constants(joint: Joint, parts: list[Condition]) -> Condition:
    """ "iff" and "xor" with what is known taken out."""
    open_ = [part for part in parts if part.known is None]
    known = {part.known for part in parts if part.known is not None}
    if joint == "xor":
        odd = sum(part.known is True for part in parts) % 2 == 1
        if not open_:
            return Truth(odd)
        rest = open_[0] if len(open_) == 1 else join("xor", *open_)
        return plain(rest.opposite()) if odd else rest
    if len(known) == 2:
        return Truth(False)
    if known:
        (held,) = known
        return plain(join("and", *(open_ if held else [part.opposite() for part in open_])))
    return join("iff", *open_) if len(open_) > 1 else Truth(True)


def _without_bars(said: Comparison) -> Condition:
    """|e| <= k is said as -k <= e <= k, and the like; |x - y| has a constraint of its own and stays."""
    form = normal(said)
    if len(form.terms) != 1:
        return said
    factor, part = form.terms[0]
    if not isinstance(part, Function) or part.name != "abs" or factor != 1 or distance(part) is not None:
        return said
    inside = part.arguments[0]
    op, k = form.op, form.value
    between = op in ("<", "<=", "!=")
    above = Comparison(inside, op, Sum((), k))
    below = Comparison(Sum.of((-1, inside)), op, Sum((), k))
    return plain(join("and" if between else "or", above, below))


def distance(said: Expression) -> tuple[Int, Int] | None:
    """The two unknowns x and y of |x - y|."""
    if isinstance(said, Function) and said.name == "abs":
        terms, number = gathered((1, said.arguments[0]))
        if number == 0 and sorted(factor for factor, _ in terms) == [-1, 1]:
            (_, left), (_, right) = sorted(terms, key=lambda term: -term[0])
            if isinstance(left, Int) and isinstance(right, Int):
                return left, right
    return None
