"""The position, with its premium squares."""

from entails.models.errors import bracketed
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import BLANK_SYMBOL
from entails.queries.query import Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.plays import MARS
from entails.queries.scrabble.show import ShowReport, show_report

PANEL = None


class ScrabbleBoardReport(ShowReport):
    """A position as a page draws it: the premium squares as rows of symbols (' double letter, " triple letter, - double
    word, = triple word, ^ and ~ quadruple), and what each tile is worth."""

    premiums: tuple[str, ...]
    values: dict[str, int]


def board_report(position: Position) -> ScrabbleBoardReport:
    """What a page needs to draw a position."""
    layout = position.board.layout
    premiums = ("".join(layout.symbol(row, column) for column in range(layout.columns)) for row in range(layout.rows))
    values = {bracketed(symbol): value for symbol, _, value in position.tile_set.kinds() if symbol != BLANK_SYMBOL}
    return ScrabbleBoardReport(**show_report(position).model_dump(), premiums=tuple(premiums), values=values)


def answer(position: Position, ask: QueryOptions, progress: Progress) -> QueryResult[Position]:
    """The position itself."""
    del ask, progress
    return QueryResult(position, board_report(position))


QUESTION = Query(
    ask=QueryOptions,
    report=ScrabbleBoardReport,
    answer=answer,
    unused=("word", "rules"),
    examples={"an opening answered": {"puzzle": MARS}},
)
