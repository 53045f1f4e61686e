"""`Slot`: a line, a start and a length, where the main word of a play may lie. Each slot is one small statement.

What the rules say about squares alone is asked in `geometry`, what they say about letters in `statement`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from entails.models.scrabble.board import EMPTY, Board
from entails.models.scrabble.layout import Square


@dataclass(frozen=True)
class Slot:
    """Squares in a line: `line` is a row when the word goes across, else a column. It may reach over the edge, which a
    rule then forbids."""

    board: Board
    across: bool
    line: int
    start: int
    length: int

    @property
    def origin(self) -> Square:
        """Row and column of its first square."""
        return (self.line, self.start) if self.across else (self.start, self.line)

    @cached_property
    def along(self) -> Board:
        """The board turned so that the word goes across."""
        return self.board if self.across else self.board.transposed

    @cached_property
    def places(self) -> range:
        """The places of the word along the line."""
        return range(self.start, self.start + self.length)

    def square(self, place: int) -> Square:
        """Row and column of a place of the line."""
        return (self.line, place) if self.across else (place, self.line)

    def tile_at(self, place: int) -> int:
        """The letter that lies at a place of the line, or EMPTY; off the board there is none."""
        return letter_at(self.along, self.line, place)

    @cached_property
    def open_places(self) -> tuple[int, ...]:
        """The places that take a tile."""
        return tuple(place for place in self.places if self.tile_at(place) == EMPTY)

    @cached_property
    def pattern(self) -> tuple[int, ...]:
        """The letters that lie there already, EMPTY between them."""
        return tuple(self.tile_at(place) for place in self.places)

    def cross(self, place: int) -> tuple[int, tuple[int, ...]]:
        """The word that a tile at this place makes across the line: where it begins, and its letters, EMPTY for the
        tile itself. It has one letter when the tile has no neighbour there."""
        first = last = self.line
        while letter_at(self.along, first - 1, place) != EMPTY:
            first -= 1
        while letter_at(self.along, last + 1, place) != EMPTY:
            last += 1
        letters = (letter_at(self.along, line, place) for line in range(first, last + 1))
        return first, tuple(EMPTY if line == self.line else letter for line, letter in enumerate(letters, first))

    @cached_property
    def crossed(self) -> tuple[int, ...]:
        """The open places where a tile makes a cross word."""
        return tuple(place for place in self.open_places if len(self.cross(place)[1]) > 1)

    @property
    def fits(self) -> bool:
        """Does it stay on the board?"""
        return self.start + self.length <= self.along.layout.columns

    @property
    def is_connected(self) -> bool:
        """Does it touch a tile, or cover a start square when there is none?"""
        if self.board.is_empty:
            return any(self.square(place) in self.board.layout.start for place in self.places)
        return len(self.open_places) < self.length or bool(self.crossed)

    @property
    def is_told_across(self) -> bool:
        """Is this a single tile that makes a word across as well? Then the play is told that way, and counted once."""
        return not self.across and len(self.open_places) == 1 and bool(self.crossed)


def letter_at(board: Board, row: int, column: int) -> int:
    """The letter on a square, EMPTY when there is none or no such square."""
    return int(board.letters[row, column]) if board.layout.holds(row, column) else EMPTY


def slots(board: Board, tiles: int, both: bool = False) -> Iterator[Slot]:
    """Every slot that takes one to so many tiles, each play in one of them only; whether the rules allow it is asked in
    `geometry`. The first play goes across, unless `both`."""
    for across in (True, False) if both or not board.is_empty else (True,):
        layout = board.layout if across else board.layout.transposed
        for line in range(layout.rows):
            for start in range(layout.columns):
                for length in range(2, layout.columns - start + 1):
                    slot = Slot(board, across, line, start, length)
                    if len(slot.open_places) > tiles:
                        break
                    if slot.open_places and not slot.is_told_across:
                        yield slot
