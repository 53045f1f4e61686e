"""The variables of a problem in the making."""

from collections.abc import Iterable, Mapping, Sequence
from typing import SupportsIndex, TypeVar

from entails.models.building.arrays import Array, Grid
from entails.models.building.model import Board
from entails.models.building.names import known_keywords, listed, readable, refused
from entails.models.errors import InvalidStatement, TooLarge
from entails.models.expressions import Bool, Choice, Int, Unknown
from entails.models.expressions.base import whole
from entails.models.statement import Codes, Statement, Variable, boolean, run

U = TypeVar("U", bound=Unknown)
Values = int | Iterable[int]
MOST_FACTS = 5_000_000
_MOST = 1_000_000_000
"""The largest number, as in documents: engines count in 64 bits."""


@known_keywords
class Declarations:
    """Variables with their names, in the order in which they are declared."""

    def __init__(self, name: str = "") -> None:
        self.name = readable(name, "the name of the problem") if name.strip() else ""
        self._variables: list[Variable] = []
        self._unknowns: dict[str, Unknown] = {}
        self._facts = 0
        self._codes = Codes()
        self._boards: list[Board] = []
        self._made: Statement | None = None

    def integer(self, name: str, low: Values, high: int | None = None) -> Int:
        """A whole number from `low` to `high`, or one of the numbers of a list."""
        return self._declared(Int, name, _domain(name, low, high))

    def ints(self, names: str | Iterable[str], low: Values, high: int | None = None) -> Array[Int]:
        """Several of them: `p.ints("x y z", 0, 9)`, `p.ints("q1..q8", 1, 8)`."""
        domain = _domain(str(names), low, high)
        return Array(self._declared(Int, name, domain) for name in listed(names))

    def boolean(self, name: str) -> Bool:
        """Something that holds or does not."""
        return self._declared(Bool, name, range(2))

    def bools(self, names: str | Iterable[str]) -> Array[Bool]:
        return Array(self._declared(Bool, name, range(2)) for name in listed(names))

    def choice(self, name: str, words: str | Sequence[str]) -> Choice:
        """One of these words: `p.choice("sky", "blue grey")`, `sky == "blue"`.

        Words are equal or not; they have no order and cannot be added up."""
        listing = tuple(words.split() if isinstance(words, str) else words)
        if len(set(listing)) < len(listing) or any(not word or "=" in word for word in listing):
            raise InvalidStatement(
                f"{name} has words that are empty, the same or contain =", expected="different words"
            )
        words_shown = [readable(word, f"the words of {name}") for word in listing]
        return self._declared(Choice, name, *self._codes.domain(words_shown))

    def choices(self, names: str | Iterable[str], words: str | Sequence[str]) -> Array[Choice]:
        return Array(self.choice(name, words) for name in listed(names))

    def grid(self, name: str, rows: int, columns: int, low: Values, high: int | None = None) -> Grid[Int]:
        """A board of numbers; the name tells how a cell is called: "r{row}c{column}", both counted from 1."""
        domain = _domain(name, low, high)
        return Grid(self._board(Int, Board(name, rows, columns), domain))

    def bool_grid(self, name: str, rows: int, columns: int) -> Grid[Bool]:
        """A board of cells that are true or false."""
        return Grid(self._board(Bool, Board(name, rows, columns), range(2)))

    def _board(self, kind: type[U], board: Board, domain: range | tuple[int, ...]) -> list[list[U]]:
        if board.rows < 1 or board.columns < 1:
            raise InvalidStatement(f"a grid of {board.rows}x{board.columns} has no cells", where=board.name)
        made = [[self._declared(kind, name, domain) for name in row] for row in board.names]
        self._boards.append(board)
        return made

    def _declared(self, kind: type[U], name: str, values: range | tuple[int, ...], labels: tuple[str, ...] = ()) -> U:
        if problem := refused(name):
            raise InvalidStatement(problem)
        if name in self._unknowns:
            raise InvalidStatement(f"there is a variable {name!r} already", expected="another name")
        if not values:
            raise InvalidStatement(f"{name} has no values", expected="one value at least")
        self._facts += 1 if issubclass(kind, Bool) else len(values)
        if self._facts > MOST_FACTS:
            raise TooLarge(f"with {name} there are {self._facts:,} facts", expected=f"{MOST_FACTS:,} at most")
        unknown = kind(self, len(self._variables), name, values, labels)
        if issubclass(kind, Bool):
            self._variables.append(boolean(name))
        else:
            says = "{name}={label}" if labels else "{name}={value}"
            self._variables.append(Variable(name, values, says=says, labels=labels, words=bool(labels)))
        self._unknowns[name] = unknown
        self._made = None
        return unknown

    @property
    def unknowns(self) -> Mapping[str, Unknown]:
        """Every variable by its name, in the order in which they were declared."""
        return dict(self._unknowns)


def _domain(name: str, low: Values, high: int | None) -> range | tuple[int, ...]:
    if isinstance(low, SupportsIndex):
        low = whole(low)
        if high is None:
            raise InvalidStatement(f"{name} has a lowest value and no highest one", expected="two numbers, or a list")
        high = whole(high)
        if high < low:
            raise InvalidStatement(f"{name} has no values between {low} and {high}", expected="the lower number first")
        return range(_value(name, low), _value(name, high) + 1)
    if high is not None:
        raise InvalidStatement(f"{name} has a list of values and a highest one", expected="two numbers, or a list")
    return run(_value(name, whole(value)) for value in low)


def _value(name: str, value: int) -> int:
    if abs(value) > _MOST:
        raise TooLarge(f"{name} has the value {value:,}", expected=f"numbers from -{_MOST:,} to {_MOST:,}")
    return value
