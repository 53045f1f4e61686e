"""What people write about unknowns: `2 * x + y <= 7`, `(x == 3) | ~b`. `lowering` turns it into constraints.

An `Expression` stands for a whole number; a `Condition` holds or does not, and counts as 1 or 0 in sums. None has a
value before there is an answer, so `if x == 3:` is refused, and `answer[x == 3]` tells afterwards.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NoReturn, SupportsIndex, TypeAlias, Union

import entails.models.expressions as kinds  # operators make the other kinds, which stand on this one
from entails.models.errors import InvalidStatement
from entails.models.sentence import Language

if TYPE_CHECKING:
    from entails.models.expressions.unknowns import Unknown

Op: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Operand: TypeAlias = Union["Expression", SupportsIndex]
Claim: TypeAlias = Union["Condition", bool]
Reading: TypeAlias = "Callable[[Unknown], int]"
"""The value of each unknown, in an answer."""
_MOST_SHOWN = 12


class Expression:
    """A whole number that depends on unknowns."""

    __slots__ = ()

    @property
    def bounds(self) -> tuple[int, int]:
        """It lies between these two."""
        raise NotImplementedError

    @property
    def parts(self) -> Sequence["Expression"]:
        """What it is made of."""
        return ()

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """The words that it can be, with their codes; none for numbers."""
        return {}

    @property
    def key(self) -> Hashable:
        """Equal for expressions that mean the same because they are written the same."""
        raise NotImplementedError

    def value(self, reading: Reading) -> int:
        """What it is in an answer."""
        raise NotImplementedError

    def unknowns(self) -> Iterator["Unknown"]:
        """The unknowns that it speaks of, in the order of their first appearance."""
        seen: dict[Unknown, None] = {}
        waiting: list[Expression] = [self]
        while waiting:
            one = waiting.pop()
            if isinstance(one, kinds.Unknown):
                seen[one] = None
            waiting.extend(reversed(one.parts))
        return iter(seen)

    def say(self, language: Language = "en") -> str:
        """As a person would write it."""
        from entails.models.expressions.wording import worded

        return worded(self, language)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return self.say()

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __bool__(self) -> NoReturn:
        raise InvalidStatement(
            f"{self} is neither true nor false before there is an answer",
            expected="conditions joined by & | ~ and .implies() instead of and, or, not and if",
        )

    def __add__(self, other: Operand) -> "Expression":
        return kinds.Sum.of((1, self), (1, other))

    def __radd__(self, other: SupportsIndex) -> "Expression":
        return kinds.Sum.of((1, other), (1, self))

    def __sub__(self, other: Operand) -> "Expression":
        return kinds.Sum.of((1, self), (-1, other))

    def __rsub__(self, other: SupportsIndex) -> "Expression":
        return kinds.Sum.of((1, other), (-1, self))

    def __neg__(self) -> "Expression":
        return kinds.Sum.of((-1, self))

    def __pos__(self) -> "Expression":
        return self

    def __mul__(self, other: Operand) -> "Expression":
        if isinstance(other, Expression):
            return kinds.applied("*", self, other)
        return kinds.Sum.of((whole(other), self))

    def __rmul__(self, other: SupportsIndex) -> "Expression":
        return kinds.Sum.of((whole(other), self))

    def __floordiv__(self, other: Operand) -> "Expression":
        return kinds.applied("//", self, other)

    def __mod__(self, other: Operand) -> "Expression":
        return kinds.applied("%", self, other)

    def __abs__(self) -> "Expression":
        return kinds.applied("abs", self)

    def __eq__(self, other: object) -> "Condition":  # type: ignore[override]
        return kinds.compared(self, "=", other)

    def __ne__(self, other: object) -> "Condition":  # type: ignore[override]
        return kinds.compared(self, "!=", other)

    def __lt__(self, other: Operand) -> "Condition":
        return kinds.compared(self, "<", other)

    def __le__(self, other: Operand) -> "Condition":
        return kinds.compared(self, "<=", other)

    def __gt__(self, other: Operand) -> "Condition":
        return kinds.compared(self, ">", other)

    def __ge__(self, other: Operand) -> "Condition":
        return kinds.compared(self, ">=", other)

    def among(self, *values: "int | str | Sequence[int | str]") -> "Condition":
        """It has one of these values: `x.among(1, 3, 5)`, `colour.among("red", "blue")`."""
        flat = [one for value in values for one in ([value] if isinstance(value, int | str) else value)]
        return kinds.join("or", *(self == value for value in flat))


class Condition(Expression):
    """Something that holds or does not."""

    __slots__ = ()

    @property
    def bounds(self) -> tuple[int, int]:
        return {True: (1, 1), False: (0, 0), None: (0, 1)}[self.known]

    @property
    def known(self) -> bool | None:
        """Does it hold whatever the unknowns are, never, or is that open? It may be overlooked that it is not open."""
        return None

    def opposite(self) -> "Condition":
        """It does not hold."""
        return kinds.Joined("not", (self,))

    def __invert__(self) -> "Condition":
        return self.opposite()

    def __and__(self, other: Claim) -> "Condition":
        return kinds.join("and", self, other)

    def __rand__(self, other: bool) -> "Condition":
        return kinds.join("and", other, self)

    def __or__(self, other: Claim) -> "Condition":
        return kinds.join("or", self, other)

    def __ror__(self, other: bool) -> "Condition":
        return kinds.join("or", other, self)

    def __xor__(self, other: Claim) -> "Condition":
        return kinds.join("xor", self, other)

    def __rxor__(self, other: bool) -> "Condition":
        return kinds.join("xor", other, self)

    def implies(self, other: Claim) -> "Condition":
        """Where this holds, the other holds too."""
        return kinds.join("implies", self, other)

    def iff(self, other: Claim) -> "Condition":
        """Both hold, or neither: the same as `==`."""
        return kinds.join("iff", self, other)


def countable(expression: Expression) -> Expression:
    """The expression, when it is a number: words cannot be added up."""
    if words := expression.vocabulary:
        raise InvalidStatement(
            f"{expression} has words for values ({few(words)}), which are no numbers to calculate with",
            expected="numbers; words can only be equal or not",
        )
    return expression


def few(words: Iterable[str]) -> str:
    """Words one after the other; of many the first."""
    listing = list(words)
    return ", ".join(listing[:_MOST_SHOWN]) + (", ..." if len(listing) > _MOST_SHOWN else "")


def whole(number: Any) -> int:
    """The number, when it is a whole one; numpy's are welcome."""
    try:
        return index(number)
    except TypeError:
        raise InvalidStatement(f"{number!r} is not a whole number", expected="whole numbers only") from None
