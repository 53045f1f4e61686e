"""List the candidate squares of the restricted game.

For each square: the tiles around it, the direction of a word through it, and how far the word may reach. With a rack,
the strategy "arrangements" is run: words of 5 letters first, then 4, then 6. The rules are the restricted ones even
without --rules restricted.
"""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from entails.models.fields import Value
from entails.models.scrabble.board import square_name
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED
from entails.puzzles.scrabble import read_anywhere
from entails.queries.query import Input, Progress, Query, QueryOptions, QueryResult, Stream, yes_no
from entails.queries.scrabble.plays import FoundPlayReport, play_fields

if TYPE_CHECKING:
    from entails.solvers.scrabble.arrangements import ArrangementSearch, SquareSearch

PANEL = "Experiments"
PLACE = 20
__all__ = ["squares"]


class SquareReport(Value):
    """One line of `scrabble squares`: a candidate square of the restricted game (Guzniczak 2018).

    `around` says whether each square around it, itself included, holds a tile, row by row: 9 inside the board, 6 on an
    edge, 4 in a corner. `direction` is 0 (none), 1 (down) or 2 (across); `before` and `after` are the squares of the
    safety cylinder. With a rack: the number of arrangements looked up, and the plays found.
    """

    square: str
    row: int = Field(description="from 1")
    column: int = Field(description="from 1")
    letter: str = Field(description="empty for the start of an empty board")
    kind: Literal["inside", "edge", "corner"]
    around: tuple[int, ...]
    direction: Literal[0, 1, 2]
    before: int
    after: int
    arrangements: int | None = None
    plays: tuple[FoundPlayReport, ...] | None = None


class SquaresReport(Value):
    """All candidate squares; `length` is the length of the words found, null without a rack or a play."""

    squares: tuple[SquareReport, ...]
    length: int | None


def squares(position: Position) -> "ArrangementSearch":
    """Return the candidate squares and, with a rack, the plays of the strategy at each."""
    from entails.solvers.scrabble.arrangements import search

    return search(replace(position, rules=RESTRICTED))


def answer(position: Position, options: QueryOptions, progress: Progress) -> Stream:
    """Yield one line per square. The verdict is no if a rack has no play."""
    del options, progress
    search, reports = squares(position), []
    for searched in search.squares:
        reports.append(_report(position, searched))
        yield QueryResult(searched, reports[-1])
    played = search.length is not None or not position.rack.total
    return QueryResult(search, SquaresReport(squares=tuple(reports), length=search.length), yes_no(played))


def _report(position: Position, searched: "SquareSearch") -> SquareReport:
    square, with_rack = searched.square, bool(position.rack.total)
    plays = (FoundPlayReport(**play_fields(position, play.placement), score=play.score) for play in searched.plays)
    fields = {**asdict(square), "row": square.row + 1, "column": square.column + 1, "kind": square.kind}
    if with_rack:
        fields |= {"arrangements": searched.arranged, "plays": tuple(plays)}
    return SquareReport(square=square_name(square.row, square.column, position.notation), **fields)


QUERY = Query(
    options=QueryOptions,
    report=SquareReport,
    whole=SquaresReport,
    answer=answer,
    stream=True,
    input=Input(read=read_anywhere),
    unused=("word",),
)
