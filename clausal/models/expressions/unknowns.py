"""The unknowns of a problem, and the plainest thing to say of one: it has this value."""

from collections.abc import Hashable

from clausal.models.expressions.base import Condition, Expression, Reading


class Unknown(Expression):
    """A variable of a problem: its place there, its name, its values, and words for them where they have such."""

    __slots__ = ("labels", "name", "number", "owner", "values")

    def __init__(
        self, owner: object, number: int, name: str, values: range | tuple[int, ...], labels: tuple[str, ...] = ()
    ) -> None:
        self.owner, self.number, self.name, self.values, self.labels = owner, number, name, values, labels

    @property
    def bounds(self) -> tuple[int, int]:
        return min(self.values), max(self.values)

    @property
    def key(self) -> Hashable:
        return self.number

    def value(self, reading: Reading) -> int:
        return reading(self)

    def word(self, value: int) -> str:
        """How this value is written."""
        return self.labels[self.values.index(value)] if self.labels else str(value)


class Int(Unknown):
    """A variable with whole numbers for values."""

    __slots__ = ()


class Choice(Int):
    """A variable with words for values, which have numbers too."""

    __slots__ = ()


class Bool(Unknown, Condition):
    """A variable that is true or false."""

    __slots__ = ()

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 1


class Fact(Condition):
    """An unknown has this value."""

    __slots__ = ("of", "to")

    def __init__(self, of: Int, to: int) -> None:
        self.of, self.to = of, to

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.of,)

    @property
    def key(self) -> Hashable:
        return ("=", self.of.number, self.to)

    @property
    def known(self) -> bool | None:
        if self.to not in self.of.values:
            return False
        return True if len(self.of.values) == 1 else None

    def value(self, reading: Reading) -> int:
        return int(reading(self.of) == self.to)


class Truth(Condition):
    """What holds anyway, or never."""

    __slots__ = ("holds",)

    def __init__(self, holds: bool) -> None:
        self.holds = holds

    @property
    def key(self) -> Hashable:
        return ("truth", self.holds)

    @property
    def known(self) -> bool:
        return self.holds

    def opposite(self) -> Condition:
        return Truth(not self.holds)

    def value(self, reading: Reading) -> int:
        del reading
        return int(self.holds)
