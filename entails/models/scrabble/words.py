"""The words that a play makes: its main word and the cross words, read square by square from the board.

Plain Python on purpose: the referee (`rules`), the constraint model and the generator must not share code.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.scrabble.board import EMPTY_SQUARE, Board
from entails.models.scrabble.layout import Square
from entails.models.scrabble.placement import THROUGH, Placement


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word on the board after a play. `new` tells for each of its letters whether the play laid it."""

    row: int
    column: int
    across: bool
    word: str
    new: tuple[bool, ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        """Its squares, in order."""
        down, right = (0, 1) if self.across else (1, 0)
        return tuple((self.row + down * step, self.column + right * step) for step in range(len(self.word)))


def words_formed(board: Board, placement: Placement) -> tuple[FormedWord, ...]:
    """The main word, then each cross word of two letters or more, in the order of the tiles.

    The tiles must lie on the board. The main word is read from the squares, so it may be longer than the placement
    says when a tile touches its end; a play of one tile may have a main word of one letter.
    """
    laid = {(row, column) for row, column, _, _ in placement.laid}
    after = board.with_placement(placement)
    main = _word_through(after, placement.squares[0], placement.across, laid)
    crosses = (
        _word_through(after, square, not placement.across, laid) for square in placement.squares if square in laid
    )
    return main, *(cross for cross in crosses if len(cross.word) > 1)


def words_on(board: Board) -> Iterator[FormedWord]:
    """Every word of two letters or more on a board, across then down."""
    for across in (True, False):
        for row in range(board.layout.rows):
            for column in range(board.layout.columns):
                before = (row, column - 1) if across else (row - 1, column)
                if board.has_tile(row, column) and not board.has_tile(*before):
                    word = _word_through(board, (row, column), across, set())
                    if len(word.word) > 1:
                        yield word


def normalised(board: Board, placement: Placement) -> Placement:
    """A play of one tile told the one way that counts: across when it makes a word across, else down.

    Other plays, and those that do not fit on the board, stay as they are.
    """
    laid = [(row, column) for row, column, _, _ in placement.laid]
    if len(laid) != 1 or board.has_tile(*laid[0]) or not all(board.layout.holds(*one) for one in placement.squares):
        return placement
    after = board.with_placement(placement)
    across, down = (_word_through(after, laid[0], way, set(laid)) for way in (True, False))
    main = down if len(across.word) == 1 and len(down.word) > 1 else across
    if placement.across == main.across or len(main.word) == 1:
        return placement
    tiles = "".join(letter if new else THROUGH for letter, new in zip(main.word, main.new, strict=True))
    return Placement(main.row, main.column, main.across, main.word, tiles, placement.alphabet)


def _word_through(board: Board, square: Square, across: bool, laid: set[Square]) -> FormedWord:
    down, right = (0, 1) if across else (1, 0)
    row, column = square
    while board.has_tile(row - down, column - right):
        row, column = row - down, column - right
    first = (row, column)
    letters, new = [], []
    while board.layout.holds(row, column) and (tile := board.tile(row, column)) != EMPTY_SQUARE:
        letters.append(tile)
        new.append((row, column) in laid)
        row, column = row + down, column + right
    return FormedWord(*first, across, "".join(letters), tuple(new))
