"""Check whether a bingo is possible, without revealing it.

Exit code 0 if there is a play with the bonus for seven tiles, 1 if not.
"""

from typing import Annotated

import numpy as np
from pydantic import Field

from entails.models.fields import Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, yes_no
from entails.queries.scrabble.plays import RACK, MoveReport, Plays, move_report

PANEL = "Plays"
PLACE = 17
__all__ = ["bingo"]


class ScrabbleBingoOptions(QueryOptions):
    """Options of `bingo`."""

    show: Annotated[bool, Field(description="List the plays.")] = False


class BingoReport(Value):
    """Result of `scrabble bingo`: whether a play lays enough tiles for the bonus. `plays` only with --show."""

    bingo: bool
    count: int
    tiles: int = Field(description="number of tiles that earns the bonus")
    plays: tuple[MoveReport, ...] | None = None

    def absent(self) -> set[str]:
        return {"plays"} if self.plays is None else set()


def bingo(position: Position) -> Plays:
    """Return the plays that earn the bonus, best first."""
    from entails.solvers.scrabble.generator import all_placements

    placements = all_placements(position)
    return Plays(position, placements, np.flatnonzero(placements.laid >= position.rules.bonus_tiles))


def answer(position: Position, options: ScrabbleBingoOptions, progress: Progress) -> QueryResult[Plays]:
    """Report whether there are such plays; name them only if requested."""
    del progress
    plays = bingo(position)
    report = BingoReport(
        bingo=bool(plays),
        count=len(plays),
        tiles=position.rules.bonus_tiles,
        plays=tuple(move_report(position, play) for play in plays) if options.show else None,
    )
    return QueryResult(plays, report, yes_no(bool(plays)))


QUERY = Query(options=ScrabbleBingoOptions, report=BingoReport, answer=answer, arguments=RACK, unused=("word",))
