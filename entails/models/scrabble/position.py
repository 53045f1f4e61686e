"""A Scrabble position, which is the puzzle: a board, a rack, the tile set, the lexicon and the rules."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.errors import InvalidPuzzle
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Notation, Placement, Square, square_name, words_on, write_place
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import Rack, TileSet, symbols_of, whole_set


@dataclass(frozen=True)
class Position:
    """The position of the player to move. `Position.of` checks its input; the plain constructor does not.

    Attributes:
        others: Racks of the other players; empty racks if unknown.
        scores: Scores of the players, the player to move first.
        zeros: Number of consecutive turns without points before this one.
        wanted: The only play to consider; None for all plays.
        notation: Notation of places in sentences.
    """

    board: Board
    rack: Rack
    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules = STANDARD
    others: tuple[Rack, ...] = ()
    scores: tuple[int, ...] = ()
    zeros: int = 0
    wanted: Placement | None = None
    notation: Notation = "gcg"

    @classmethod
    def of(cls, board: Board, rack: Rack, tile_set: TileSet, lexicon: Lexicon, rules: Rules = STANDARD) -> "Position":
        """Build a position from outside data; check that tiles are connected and that the bag can supply the rack."""
        check_board(board, anywhere=rules.restricted)
        check_rack(board, rack, tile_set, rules)
        return cls(board, rack, tile_set, lexicon, rules)

    @property
    def unseen(self) -> Rack:
        """The tiles that the player to move cannot see: those in the bag and on the other racks."""
        return whole_set(self.tile_set).without(self.board.tiles).without(self.rack)

    def warnings(self) -> tuple[str, ...]:
        """Return warnings about the board: words that are not in the lexicon, more tiles than the set has."""
        return tuple(_odd_words(self)) + tuple(_odd_tiles(self))


_LEGAL_BOARD = "a board that legal plays can make"


def check_board(board: Board, anywhere: bool = False) -> None:
    """Check that every tile is connected to the start square; with `anywhere`, to the first tile of the board."""
    if board.is_empty:
        return
    start = next((square for square in board.layout.start if board.has_tile(*square)), None)
    if start is None and anywhere:
        start = next(
            (row, column)
            for row in range(board.layout.rows)
            for column in range(board.layout.columns)
            if board.has_tile(row, column)
        )
    if start is None:
        names = " or ".join(square_name(*square) for square in board.layout.start)
        raise InvalidPuzzle("no tile covers the start", where=names, expected=_LEGAL_BOARD)
    connected = _connected(board, start)
    for row in range(board.layout.rows):
        for column in range(board.layout.columns):
            if board.has_tile(row, column) and (row, column) not in connected:
                raise InvalidPuzzle(
                    f"the tile {board.tile(row, column)} is not connected with the start",
                    where=f"row {row + 1}, column {column + 1} ({square_name(row, column)})",
                    expected=_LEGAL_BOARD,
                )


def check_rack(board: Board, rack: Rack, tile_set: TileSet, rules: Rules = STANDARD) -> None:
    """Check that a rack is not too large and that the tile set, without the tiles on the board, can supply it."""
    if rack.total > rules.rack_size:
        problem = f"the rack {_shown(rack)} has {rack.total} tiles"
        raise InvalidPuzzle(problem, where="rack", expected=f"at most {rules.rack_size}")
    left = whole_set(tile_set).without(board.tiles)
    symbols = symbols_of(tile_set.alphabet)
    counts = zip(symbols, rack.counts, left.counts, board.tiles.counts, tile_set.counts, strict=True)
    for symbol, held, have, laid, total in counts:
        if held > have:
            on_board = f", {laid} of them on the board" if laid else ""
            raise InvalidPuzzle(
                f"the rack has {held} x {symbol}, but the {tile_set.name} set has {total}{on_board}",
                where="rack",
                expected=f"at most {have} x {symbol}",
            )


def _connected(board: Board, start: Square) -> set[Square]:
    connected, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for square in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if square not in connected and board.has_tile(*square):
                connected.add(square)
                waiting.append(square)
    return connected


def _odd_words(position: Position) -> Iterator[str]:
    for word in words_on(position.board):
        if word.word not in position.lexicon:
            place = write_place(word.row, word.column, word.across)
            yield f"{place} {word.word} on the board is not in lexicon {position.lexicon.name}"


def _odd_tiles(position: Position) -> Iterator[str]:
    symbols = symbols_of(position.tile_set.alphabet)
    counts = zip(symbols, position.board.tiles.counts, position.tile_set.counts, strict=True)
    for symbol, laid, have in counts:
        if laid > have:
            yield f"the board has {laid} x {symbol}, but the {position.tile_set.name} set has {have}"


def _shown(rack: Rack) -> str:
    text = str(rack)
    return text if len(text) <= 20 else f"{text[:20]}…"
