"""Show the play with the highest score.

Exit code 1 if there is none.
"""

from entails.models.fields import Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Stream, yes_no
from entails.queries.scrabble.moves import moves
from entails.queries.scrabble.plays import RACK, MoveReport, PlayReport, WithLeave, move_report

PANEL = "Plays"
PLACE = 16
__all__ = ["best"]


class ScrabbleBestOptions(QueryOptions):
    """Options of `best`."""

    leave: WithLeave = False


class BestReport(Value):
    """The best play; null if there is none."""

    best: MoveReport | None


def best(position: Position, *, leave: bool = False) -> PlayReport | None:
    """Return the play with the highest score, or with `leave` the highest equity; None if there is none."""
    plays = moves(position, leave=leave)
    return plays[0] if plays else None


def answer(position: Position, options: ScrabbleBestOptions, progress: Progress) -> Stream:
    """Yield the best play, if there is one."""
    del progress
    play = best(position, leave=options.leave)
    report = None if play is None else move_report(position, play)
    if report is not None:
        yield QueryResult(play, report)
    return QueryResult(play, BestReport(best=report), yes_no(play is not None))


QUERY = Query(
    options=ScrabbleBestOptions,
    report=MoveReport,
    whole=BestReport,
    answer=answer,
    stream=True,
    arguments=RACK,
    unused=("word",),
    schema="scrabble-moves",
)
