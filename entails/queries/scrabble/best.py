"""The placement with the highest score. Exit code 1 when there is none."""

from entails.models.fields import Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryResult, Stream, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.moves import moves
from entails.queries.scrabble.plays import RACK, MoveReport, PlayReport, WithLeave, move_report

PANEL = "Plays"
PLACE = 16
__all__ = ["best"]


class ScrabbleBestOptions(AnyAsk):
    """What `best` may be told."""

    leave: WithLeave = False


class BestReport(Value):
    """The best play; null when none is possible."""

    best: MoveReport | None


def best(position: Position, *, leave: bool = False) -> PlayReport | None:
    """The play that scores most, or with `leave` makes most of score and leave together; None when there is none."""
    found = moves(position, leave=leave)
    return found[0] if found else None


def answer(position: Position, ask: ScrabbleBestOptions, progress: Progress) -> Stream:
    """One line, or none."""
    del progress
    found = best(position, leave=ask.leave)
    report = None if found is None else move_report(position, found)
    if report is not None:
        yield QueryResult(found, report)
    return QueryResult(found, BestReport(best=report), yes_no(found is not None))


QUESTION = Query(
    ask=ScrabbleBestOptions,
    report=MoveReport,
    whole=BestReport,
    answer=answer,
    stream=True,
    arguments=RACK,
    unused=("word",),
    schema="scrabble-moves",
)
