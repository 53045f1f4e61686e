"""The restricted game of Guzniczak (2018): a word crosses one tile, completes no other word and makes no second one.

The study looks at the board square by square. Each tile is a *candidate square*; the squares around it tell whether a
word can be written down (1) or across (2) through it, or not at all (0); a "safety cylinder" of three lines tells how
far before and behind the tile it may reach without touching another. This is how it finds what may be played; the two
rules themselves are stated in `rules` and in the constraint model, and tests show that they say the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from entails.models.scrabble.board import Board

LENGTHS = (5, 4, 6)
"""The lengths of words, in the order in which they are tried; the first that gives a play ends the search."""

Surroundings = Literal["inside", "edge", "corner"]
Direction = Literal[0, 1, 2]
NONE: Final = 0
DOWN: Final = 1
ACROSS: Final = 2

_KINDS: dict[int, Surroundings] = {9: "inside", 6: "edge", 4: "corner"}


@dataclass(frozen=True, slots=True)
class CandidateSquare:
    """A tile that a word may go through. `around` tells of it and its neighbours, row by row, which hold a tile (1);
    `before` and `after` are how many squares a word may take on either side. The start of an empty board has no letter.
    """

    row: int
    column: int
    letter: str
    around: tuple[int, ...]
    direction: Direction
    before: int
    after: int

    @property
    def kind(self) -> Surroundings:
        """Where on the board it is: nine squares around it, six on an edge, four in a corner."""
        return _KINDS[len(self.around)]

    def begins(self, length: int) -> range:
        """How many letters of a word of this length may stand before the tile."""
        return range(max(0, length - 1 - self.after), min(self.before, length - 1) + 1)


def candidate_squares(board: Board) -> Iterator[CandidateSquare]:
    """Every tile of the board, row by row; of an empty board the start."""
    if board.is_empty:
        for row, column in board.layout.start:
            yield _start(board, row, column)
        return
    for row in range(board.layout.rows):
        for column in range(board.layout.columns):
            if board.has_tile(row, column):
                yield _candidate(board, row, column)


def around(board: Board, row: int, column: int) -> tuple[int, ...]:
    """Which of the squares around this one hold a tile, itself among them, row by row; only those on the board."""
    window = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    return tuple(int(board.has_tile(*square)) for square in window if board.layout.holds(*square))


def direction(board: Board, row: int, column: int) -> Direction:
    """Which way a word may go through this tile: across when none lies beside it, else down when none lies above or
    below it. (A lone tile would allow both; only boards that nobody played have one.)"""
    if not board.has_tile(row, column - 1) and not board.has_tile(row, column + 1):
        return ACROSS
    if not board.has_tile(row - 1, column) and not board.has_tile(row + 1, column):
        return DOWN
    return NONE


def cylinder(board: Board, row: int, column: int, way: Direction) -> tuple[int, int]:
    """How many squares before and after the tile a word may take: free in its own line and in both lines beside it,
    and with an empty square left between its end and the next tile."""
    if way == NONE:
        return 0, 0
    turned, line, place = (board, row, column) if way == ACROSS else (board.transposed, column, row)
    return _reach(turned, line, place, -1), _reach(turned, line, place, 1)


def _reach(board: Board, line: int, place: int, step: int) -> int:
    reach = 0
    while _is_free(board, line, place + step * (reach + 1)):
        reach += 1
    touches = board.has_tile(line, place + step * (reach + 1))
    return reach - 1 if touches and reach else reach


def _is_free(board: Board, line: int, place: int) -> bool:
    return board.layout.holds(line, place) and not any(board.has_tile(line + beside, place) for beside in (-1, 0, 1))


def _candidate(board: Board, row: int, column: int) -> CandidateSquare:
    way = direction(board, row, column)
    reach = cylinder(board, row, column, way)
    return CandidateSquare(row, column, board.tile(row, column), around(board, row, column), way, *reach)


def _start(board: Board, row: int, column: int) -> CandidateSquare:
    reach = cylinder(board, row, column, ACROSS)
    return CandidateSquare(row, column, "", around(board, row, column), ACROSS, *reach)
