"""`Placement`: tiles laid in one line, told by the whole word that they make there.

`word` is the main word from its first to its last letter, a blank in lower case; `tiles` has "." where a tile lay
already and the laid tile elsewhere. SILENT played down through the S of MARS is word "SILENT", tiles ".ILENT".

A single tile may make words both ways and is still one placement: across when it makes a word across, else down (see
`entails.models.scrabble.words.normalised`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import InvalidMove
from entails.models.scrabble.board import Board
from entails.models.scrabble.layout import Square
from entails.models.scrabble.rack import Rack
from entails.models.scrabble.tiles import BLANK

THROUGH = "."
"""A square of the word where a tile lay already."""


class _Fields(NamedTuple):
    """A tuple, since a position has thousands of placements and tuples are made quickest."""

    row: int
    column: int
    across: bool
    word: str
    tiles: str
    alphabet: Alphabet = LATIN


class Placement(_Fields):
    """A play. `row` and `column` (from 0) are where the main word begins."""

    __slots__ = ()

    def __new__(
        cls, row: int, column: int, across: bool, word: str, tiles: str, alphabet: Alphabet = LATIN
    ) -> "Placement":
        known = alphabet.numbers
        if not word or len(word) != len(tiles) or not all(one in known or one == THROUGH for one in word + tiles):
            raise InvalidMove("word and tiles of this placement do not fit", expected="as many tiles as letters")
        return super().__new__(cls, row, column, across, word, tiles, alphabet)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of the main word, in order."""
        down, right = (0, 1) if self.across else (1, 0)
        return tuple((self.row + down * step, self.column + right * step) for step in range(len(self.word)))

    @property
    def laid(self) -> Iterator[tuple[int, int, int, bool]]:
        """(row, column, number of the letter, is it a blank) of each tile laid."""
        for (row, column), tile in zip(self.squares, self.tiles, strict=True):
            if tile != THROUGH:
                yield row, column, self.alphabet.number(tile), tile.islower()

    @property
    def laid_squares(self) -> tuple[Square, ...]:
        """Where it lays its tiles."""
        return tuple((row, column) for row, column, _, _ in self.laid)

    @property
    def bracketed(self) -> str:
        """The word as players write it, letters that lay there already in brackets: UNTI(M)ELy."""
        pairs = zip(self.word, self.tiles, strict=True)
        return "".join(f"({letter})" if tile == THROUGH else tile for letter, tile in pairs).replace(")(", "")

    @property
    def used(self) -> Rack:
        """The tiles that it takes from the rack."""
        return Rack.of((BLANK if blank else letter for _, _, letter, blank in self.laid), self.alphabet)

    @property
    def transposed(self) -> "Placement":
        """The same play on the board turned over."""
        return Placement(self.column, self.row, not self.across, self.word, self.tiles, self.alphabet)

    @classmethod
    def on(cls, board: Board, row: int, column: int, across: bool, text: str) -> "Placement":
        """A play as people write its word: the squares that hold a tile already as "." or by their letter.

        Nothing is judged here: a letter that differs from the tile beneath it stays a laid tile, a "." over an empty
        square stays a "."; `entails.models.scrabble.rules.legality` says what is wrong with them.
        """
        word, tiles = [], []
        for step, symbol in enumerate(text):
            square = (row, column + step) if across else (row + step, column)
            below = board.tile(*square) if board.layout.holds(*square) else THROUGH
            through = below != THROUGH and (symbol == THROUGH or symbol.upper() == below.upper())
            word.append(below if through else symbol)
            tiles.append(THROUGH if through else symbol)
        return cls(row, column, across, "".join(word), "".join(tiles), board.alphabet)
