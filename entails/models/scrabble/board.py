"""`Board`: the tiles that lie on a layout."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import LATIN, Alphabet
from entails.models.brackets import bracketed
from entails.models.errors import InvalidMove, InvalidPuzzle
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.rack import Rack
from entails.models.scrabble.tiles import BLANK, KINDS

if TYPE_CHECKING:
    from entails.models.scrabble.placement import Placement

EMPTY = -1
EMPTY_SQUARE = "."


@dataclass(frozen=True, eq=False)
class Board:
    """Letters by number on the squares, -1 where there is none, and which of them are blanks. Equal by content; the
    arrays are not to be written to. The alphabet says what the letters are."""

    layout: Layout
    letters: NDArray[np.int8]
    blanks: NDArray[np.bool_]
    alphabet: Alphabet = LATIN

    def __post_init__(self) -> None:
        shape = (self.layout.rows, self.layout.columns)
        letters = np.array(self.letters, dtype=np.int8)
        blanks = np.array(self.blanks, dtype=np.bool_)
        if letters.shape != shape or blanks.shape != shape:
            raise InvalidPuzzle("these squares are not those of the layout", expected=f"{shape[0]} rows of {shape[1]}")
        known = ((letters >= EMPTY) & (letters < KINDS) & (letters != BLANK)).all()
        if not known or (blanks & (letters == EMPTY)).any():
            raise InvalidPuzzle("a square holds no letter of the game", expected="numbers of letters, -1 where empty")
        letters.setflags(write=False)
        blanks.setflags(write=False)
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "blanks", blanks)

    @classmethod
    def empty(cls, layout: Layout, alphabet: Alphabet = LATIN) -> "Board":
        """A board before the first play."""
        shape = (layout.rows, layout.columns)
        return cls(layout, np.full(shape, EMPTY, np.int8), np.zeros(shape, np.bool_), alphabet)

    @classmethod
    def from_rows(cls, layout: Layout, rows: Sequence[str], alphabet: Alphabet = LATIN) -> "Board":
        """Rows of characters: capitals are tiles, small letters blanks, anything that is no letter is empty."""
        if len(rows) != layout.rows:
            raise InvalidPuzzle(f"the board has {len(rows)} rows", expected=f"{layout.rows} ({layout.name})")
        for number, row in enumerate(rows, 1):
            if len(row) != layout.columns:
                problem, expected = f"this row has {len(row)} squares", f"{layout.columns} ({layout.name})"
                raise InvalidPuzzle(problem, where=f"row {number}", expected=expected)
            for column, symbol in enumerate(row, 1):
                if symbol.isalpha() and alphabet.number(symbol) < 0:
                    where = f"row {number}, column {column}"
                    raise InvalidPuzzle(f"{bracketed(symbol)} is not a tile of this set", where=where)
        letters = [[alphabet.number(symbol) for symbol in row] for row in rows]
        blanks = [[symbol.islower() and symbol in alphabet.numbers for symbol in row] for row in rows]
        return cls(layout, np.array(letters, np.int8), np.array(blanks, np.bool_), alphabet)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The board as rows of characters: capitals, small letters for blanks, "." for empty."""
        return tuple(
            "".join(self.tile(row, column) for column in range(self.layout.columns)) for row in range(self.layout.rows)
        )

    def tile(self, row: int, column: int) -> str:
        """The tile of a square: a capital, a small letter for a blank, "." for none."""
        letter = int(self.letters[row, column])
        if letter == EMPTY:
            return EMPTY_SQUARE
        return (self.alphabet.small if self.blanks[row, column] else self.alphabet.capitals)[letter]

    def has_tile(self, row: int, column: int) -> bool:
        """Is there a tile on this square? Off the board there is none."""
        return self.layout.holds(row, column) and bool(self.letters[row, column] != EMPTY)

    @cached_property
    def is_empty(self) -> bool:
        """No tile lies on it."""
        return bool((self.letters == EMPTY).all())

    @cached_property
    def tiles(self) -> Rack:
        """All tiles that lie on it; a blank counts as a blank."""
        laid = self.letters != EMPTY
        return Rack.of(np.where(self.blanks, BLANK, self.letters)[laid].tolist(), self.alphabet)

    def with_placement(self, placement: "Placement") -> "Board":
        """The board after a play. Whether the play is legal is not asked here."""
        letters, blanks = self.letters.copy(), self.blanks.copy()
        for row, column, letter, blank in placement.laid:
            if not self.layout.holds(row, column):
                raise InvalidMove(f"{placement.word} does not fit on the board")
            letters[row, column], blanks[row, column] = letter, blank
        return Board(self.layout, letters, blanks, self.alphabet)

    @cached_property
    def transposed(self) -> "Board":
        """Rows become columns."""
        return Board(self.layout.transposed, self.letters.T, self.blanks.T, self.alphabet)

    @cached_property
    def _content(self) -> tuple[object, ...]:
        return (self.layout, self.letters.tobytes(), self.blanks.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)
