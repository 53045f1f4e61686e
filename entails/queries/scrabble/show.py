"""Draw the board with its premium squares, or write it as CGP or JSON."""

from typing import Annotated, Literal

from pydantic import Field

from entails.formats.scrabble.position import record_of, write_cgp
from entails.models.fields import Option, Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult

PANEL = "Board"
PLACE = 12


class ScrabbleShowOptions(QueryOptions):
    """Options of `show`."""

    form: Annotated[
        Literal["drawn", "cgp", "json"] | None,
        Field(description="Format instead of a coloured picture."),
        Option("--format", "--form", command_only=True),
    ] = None


class ShowReport(Value):
    """Result of `scrabble show`: a position."""

    cgp: str
    rows: tuple[str, ...]
    rack: str
    layout: str
    tiles: str
    lexicon: str
    scores: tuple[int, ...]
    warnings: tuple[str, ...]


def show_report(position: Position) -> ShowReport:
    """Return the report of a position."""
    return ShowReport(
        cgp=write_cgp(record_of(position)),
        rows=position.board.rows,
        rack=str(position.rack),
        layout=position.board.layout.name,
        tiles=position.tile_set.name,
        lexicon=position.lexicon.name,
        scores=position.scores,
        warnings=position.warnings(),
    )


def answer(position: Position, options: ScrabbleShowOptions, progress: Progress) -> QueryResult[Position]:
    """Return the position."""
    del options, progress
    return QueryResult(position, lambda: show_report(position))


QUERY = Query(options=ScrabbleShowOptions, report=ShowReport, answer=answer, unused=("word",))
