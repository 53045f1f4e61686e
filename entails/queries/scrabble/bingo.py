"""Is there a play with the bonus for seven tiles? Exit code 0 when there is, 1 when not; no word is given away."""

from typing import Annotated

import numpy as np
from pydantic import Field

from entails.models.fields import Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.plays import RACK, MoveReport, Plays, move_report

PANEL = "Plays"
PLACE = 17
__all__ = ["bingo"]


class ScrabbleBingoOptions(AnyAsk):
    """What `bingo` may be told."""

    show: Annotated[bool, Field(description="Tell which they are.")] = False


class BingoReport(Value):
    """`scrabble bingo`: is there a play that lays the whole rack? `plays` only with --show."""

    bingo: bool
    count: int
    tiles: int = Field(description="how many tiles earn the bonus")
    plays: tuple[MoveReport, ...] | None = None

    def absent(self) -> set[str]:
        return {"plays"} if self.plays is None else set()


def bingo(position: Position) -> Plays:
    """The plays that earn the bonus for laying so many tiles, best first."""
    from entails.solvers.scrabble.generator import all_placements

    found = all_placements(position)
    return Plays(position, found, np.flatnonzero(found.laid >= position.rules.bonus_tiles))


def answer(position: Position, ask: ScrabbleBingoOptions, progress: Progress) -> QueryResult[Plays]:
    """Whether there are any, and which only where it is asked."""
    del progress
    found = bingo(position)
    report = BingoReport(
        bingo=bool(found),
        count=len(found),
        tiles=position.rules.bonus_tiles,
        plays=tuple(move_report(position, play) for play in found) if ask.show else None,
    )
    return QueryResult(found, report, yes_no(bool(found)))


QUESTION = Query(ask=ScrabbleBingoOptions, report=BingoReport, answer=answer, arguments=RACK, unused=("word",))
