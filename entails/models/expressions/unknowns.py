"""The unknowns of a problem, and the plainest thing to say of one: it has this value."""

from collections.abc import Hashable, Mapping

from entails.models.expressions.base import Condition, Expression, Reading


class Unknown(Expression):
    """A variable of a problem: its place there, its name, its values, and words for them where they have such."""

    __slots__ = ("_ends", "_listed", "labels", "name", "number", "owner", "values")

    def __init__(
        self, owner: object, number: int, name: str, values: range | tuple[int, ...], labels: tuple[str, ...] = ()
    ) -> None:
        self.owner, self.number, self.name, self.values, self.labels = owner, number, name, values, labels
        self._listed: dict[int, int] | None = None
        self._ends: tuple[int, int] | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        if self._ends is None:
            whole = isinstance(self.values, range)
            self._ends = (self.values[0], self.values[-1]) if whole else (min(self.values), max(self.values))
        return self._ends

    def has(self, value: int) -> bool:
        """Is this one of its values? Quick for long lists too."""
        return value in self.values if isinstance(self.values, range) else value in self._places()

    def _places(self) -> dict[int, int]:
        if self._listed is None:
            self._listed = {value: place for place, value in enumerate(self.values)}
        return self._listed

    def place(self, value: int) -> int:
        """The place of a value among its values."""
        return self.values.index(value) if isinstance(self.values, range) else self._places()[value]

    @property
    def key(self) -> Hashable:
        return self.number

    def value(self, reading: Reading) -> int:
        return reading(self)

    def word(self, value: int) -> str:
        """How this value is written."""
        return self.labels[self.place(value)] if self.labels and self.has(value) else str(value)


class Int(Unknown):
    """A variable with whole numbers for values."""

    __slots__ = ()


class Choice(Int):
    """A variable with words for values. Its `values` are the codes of the words: equal words have equal codes."""

    __slots__ = ("_vocabulary",)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        if not hasattr(self, "_vocabulary"):
            self._vocabulary = dict(zip(self.labels, self.values, strict=True))
        return self._vocabulary


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
        return ("fact", self.of.number, self.to)

    @property
    def known(self) -> bool | None:
        if not self.of.has(self.to):
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
