"""Return a position with its premium squares."""

from entails.models.errors import bracketed
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import BLANK_SYMBOL
from entails.queries.query import Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.plays import MARS
from entails.queries.scrabble.show import ShowReport, show_report

PANEL = None


class ScrabbleBoardReport(ShowReport):
    """A position for drawing, with premium squares and tile values.

    `premiums` are rows of symbols: ' double letter, " triple letter, - double word, = triple word, ^ and ~ quadruple.
    """

    premiums: tuple[str, ...]
    values: dict[str, int]


def board_report(position: Position) -> ScrabbleBoardReport:
    """Return the data for drawing a position."""
    layout = position.board.layout
    premiums = ("".join(layout.symbol(row, column) for column in range(layout.columns)) for row in range(layout.rows))
    values = {bracketed(symbol): value for symbol, _, value in position.tile_set.kinds() if symbol != BLANK_SYMBOL}
    return ScrabbleBoardReport(**show_report(position).model_dump(), premiums=tuple(premiums), values=values)


def answer(position: Position, options: QueryOptions, progress: Progress) -> QueryResult[Position]:
    """Return the position."""
    del options, progress
    return QueryResult(position, board_report(position))


QUERY = Query(
    options=QueryOptions,
    report=ScrabbleBoardReport,
    answer=answer,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS}},
)
