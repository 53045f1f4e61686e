"""Conditions joined by and, or, not, implies, iff and xor."""

from collections.abc import Hashable, Sequence
from typing import Literal, TypeAlias

from entails.models.errors import InvalidStatement
from entails.models.expressions.base import Claim, Condition, Reading
from entails.models.expressions.unknowns import Truth

Joint: TypeAlias = Literal["and", "or", "not", "implies", "iff", "xor"]


class Joined(Condition):
    """Conditions joined by and, or, not, implies, iff, xor."""

    __slots__ = ("joins", "joint")

    def __init__(self, joint: Joint, joins: tuple[Condition, ...]) -> None:
        self.joint, self.joins = joint, joins

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.joins

    @property
    def key(self) -> Hashable:
        return (self.joint, *(part.key for part in self.joins))

    @property
    def known(self) -> bool | None:
        found = [part.known for part in self.joins]
        if self.joint in ("and", "or"):
            decisive = self.joint == "or"
            return decisive if decisive in found else (None if None in found else not decisive)
        if self.joint == "implies" and (found[0] is False or found[1] is True):
            return True
        return None if None in found else bool(holds(self.joint, [bool(one) for one in found]))

    def opposite(self) -> Condition:
        if self.joint == "not":
            return self.joins[0]
        return super().opposite()

    def value(self, reading: Reading) -> int:
        """Parts behind a decisive one are not looked at: "the place is in the list, and the item there is 5"."""
        if self.joint in ("and", "or"):
            decisive = self.joint == "or"
            return int(any(bool(part.value(reading)) == decisive for part in self.joins) == decisive)
        return int(holds(self.joint, [bool(part.value(reading)) for part in self.joins]))


def holds(joint: Joint, parts: Sequence[bool]) -> bool:
    """What the words mean: "iff" of several is "all alike", "xor" an odd number of them."""
    match joint:
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case "not":
            return not parts[0]
        case "implies":
            return not parts[0] or parts[1]
        case "iff":
            return len(set(parts)) <= 1
        case "xor":
            return sum(parts) % 2 == 1


def join(joint: Joint, *claims: Claim) -> Condition:
    """The conditions joined; those that are joined by the same "and" or "or" already are taken apart."""
    parts: list[Condition] = []
    for claim in claims:
        one = as_condition(claim)
        flat = joint in ("and", "or") and isinstance(one, Joined) and one.joint == joint
        parts.extend(one.joins if flat and isinstance(one, Joined) else (one,))
    return parts[0] if len(parts) == 1 and joint in ("and", "or") else Joined(joint, tuple(parts))


def as_condition(claim: Claim) -> Condition:
    if isinstance(claim, Condition):
        return claim
    if isinstance(claim, bool):
        return Truth(claim)
    raise InvalidStatement(f"{claim} is not a condition", expected="something that holds or does not, such as x > 3")
