"""Scrabble layouts: the squares of a board with their multipliers, read from board files or JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationError

from entails.models.errors import InvalidData, validation_message
from entails.models.fields import Value

Multipliers = NDArray[np.uint8]
Square = tuple[int, int]
"""Row and column, from 0."""

LARGEST = 26
"""Most rows and columns: a letter names either of them, depending on the notation."""

PREMIUMS = {".": (1, 1), "'": (2, 1), '"': (3, 1), "^": (4, 1), "-": (1, 2), "=": (1, 3), "~": (1, 4)}
"""(letter, word) multipliers of each character of a board file. Quackle and Macondo use these characters."""

_SYMBOLS = {pair: symbol for symbol, pair in PREMIUMS.items()}
_EXPECTED = "rows of . ' \" ^ - = ~ (plain, letter x2 x3 x4, word x2 x3 x4)"
_LONGEST_FILE = 20_000


@dataclass(frozen=True, eq=False)
class Layout:
    """A board without tiles. Layouts are equal if their squares are, whatever their names.

    Attributes:
        letter: Letter multiplier of each square (read-only).
        word: Word multiplier of each square (read-only).
        start: Squares of which the first play must cover one.
    """

    name: str
    rows: int
    columns: int
    letter: Multipliers
    word: Multipliers
    start: tuple[Square, ...]

    def __post_init__(self) -> None:
        if not (2 <= self.rows <= LARGEST and 2 <= self.columns <= LARGEST):
            raise InvalidData(
                f"the board has {self.rows} rows and {self.columns} columns", expected=f"2 to {LARGEST} of each"
            )
        for name in ("letter", "word"):
            squares = np.array(getattr(self, name), dtype=np.uint8)
            if squares.shape != (self.rows, self.columns):
                raise InvalidData(
                    "the size of the multipliers differs from the board",
                    where=self.name,
                    expected=f"{self.rows} rows of {self.columns}",
                )
            squares.setflags(write=False)
            object.__setattr__(self, name, squares)
        if not self.start or not all(self.holds(row, column) for row, column in self.start):
            raise InvalidData("the start is not on the board", where=self.name, expected="a row and a column")

    def holds(self, row: int, column: int) -> bool:
        """Return whether a square is on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    @cached_property
    def transposed(self) -> "Layout":
        """The layout with rows and columns exchanged."""
        turned = tuple((column, row) for row, column in self.start)
        return Layout(self.name, self.columns, self.rows, self.letter.T, self.word.T, turned)

    def symbol(self, row: int, column: int) -> str:
        """Return the character of a square in a board file."""
        return _SYMBOLS[int(self.letter[row, column]), int(self.word[row, column])]

    @cached_property
    def _content(self) -> tuple[object, ...]:
        return (self.rows, self.columns, frozenset(self.start), self.letter.tobytes(), self.word.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


class LayoutDocument(Value):
    """A layout as JSON.

    Attributes:
        rows: One character per square, as in a board file.
        start: Squares (row and column, from 1) of which the first play must cover one; default: the middle.
    """

    name: str = Field(default="", max_length=100)
    rows: tuple[str, ...] = Field(min_length=1)
    start: tuple[tuple[int, int], ...] = ()


def read_layout(text: str, name: str) -> Layout:
    """Read a layout: JSON (see `LayoutDocument`) or a board file.

    A board file has rows of characters, `start ROW,COLUMN` lines (from 1; default: the middle) and # comments.
    """
    if len(text) > _LONGEST_FILE:
        problem = f"the board has {len(text)} characters"
        raise InvalidData(problem, where=name, expected=f"at most {_LONGEST_FILE}: {_EXPECTED}")
    if text.lstrip().startswith("{"):
        return _document(text, name)
    rows: list[str] = []
    start: list[Square] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        where = f"{name}, line {number}"
        if content.startswith("start"):
            start.append(_start(content.removeprefix("start"), where))
        else:
            rows.append(_row(content, rows, where))
    if not rows:
        raise InvalidData("no board found", where=name, expected=_EXPECTED)
    return _layout(name, rows, start)


def _document(text: str, name: str) -> Layout:
    try:
        document = LayoutDocument.model_validate_json(text)
    except ValidationError as error:
        expected = '{"rows": ["=......=", ...], "start": [[8, 8]]}'
        raise InvalidData(f"invalid board ({validation_message(error)})", where=name, expected=expected) from None
    rows: list[str] = []
    for number, row in enumerate(document.rows, 1):
        rows.append(_row(row, rows, f"{name}, row {number}"))
    return _layout(document.name or name, rows, [(row - 1, column - 1) for row, column in document.start])


def _layout(name: str, rows: Sequence[str], start: Sequence[Square]) -> Layout:
    pairs = np.array([[PREMIUMS[symbol] for symbol in row] for row in rows], dtype=np.uint8)
    middle = ((len(rows) // 2, len(rows[0]) // 2),)
    return Layout(name, len(rows), len(rows[0]), pairs[..., 0], pairs[..., 1], tuple(start) or middle)


def write_layout(layout: Layout) -> str:
    """Write a layout as a board file."""
    rows = ["".join(layout.symbol(row, column) for column in range(layout.columns)) for row in range(layout.rows)]
    starts = [f"start {row + 1},{column + 1}" for row, column in layout.start]
    return "\n".join([*starts, *rows, ""])


def _row(content: str, before: Sequence[str], where: str) -> str:
    for column, symbol in enumerate(content, 1):
        if symbol not in PREMIUMS:
            raise InvalidData(f"invalid square {symbol!r}", where=f"{where}, column {column}", expected=_EXPECTED)
    if before and len(content) != len(before[0]):
        problem = f"the row has {len(content)} squares"
        raise InvalidData(problem, where=where, expected=f"{len(before[0])}, as in the first row")
    return content


def _start(text: str, where: str) -> Square:
    row, _, column = text.partition(",")
    try:
        return int(row[:9]) - 1, int(column[:9]) - 1
    except ValueError:
        raise InvalidData("invalid start square", where=where, expected="start ROW,COLUMN from 1") from None
