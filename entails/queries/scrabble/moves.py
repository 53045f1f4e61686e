"""Every placement, best first. Exit code 1 when there is none.

Letters in brackets lie on the board already; a small letter is a blank.
"""

from typing import Annotated

import numpy as np
from pydantic import Field

from entails.models.alphabet import fold, is_word
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryResult, Stream, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.plays import MARS, RACK, LeaveReport, MoveReport, Plays, WithLeave, move_report

PANEL = "Plays"
PLACE = 15
__all__ = ["moves"]

_LONGEST = 40


class ScrabbleMovesOptions(AnyAsk):
    """What `moves` may be told."""

    top: Annotated[int, Field(ge=1, description="Show the best so many."), Option("--top", metavar="N", lists=True)] = (
        20
    )
    every: Annotated[bool, Field(description="Show all of them."), Option("--all", command_only=True)] = False
    min_score: Annotated[int, Field(ge=0, description="Only plays of so many points."), Option(metavar="N")] = 0
    contains: Annotated[
        str, Field(description="Only words that hold all of these letters."), Option(metavar="LETTERS")
    ] = ""
    leave: WithLeave = False


class MovesReport(Value):
    """The plays asked for, best first, and how many there are in all."""

    count: int
    moves: tuple[MoveReport, ...]


def moves(position: Position, *, min_score: int = 0, contains: str = "", leave: bool = False) -> Plays:
    """What can be played, best first: by score, or with `leave` by score and what stays on the rack together."""
    from entails.solvers.scrabble.generator import all_placements

    found = all_placements(position)
    fits = (found.scores >= min_score) & found.holding(_letters(contains))[found.play_of]
    if not leave:
        return Plays(position, found, np.flatnonzero(fits))
    leaves = LeaveReport.of(position, found)
    order = np.argsort(-leaves.equities, kind="stable")
    return Plays(position, found, order[fits[order]], leaves)


def _letters(text: str) -> str:
    """Letters that a word must hold, folded."""
    folded = fold(text.strip())
    if folded and not is_word(folded[:_LONGEST]):
        refused = InvalidOption("these are not letters", where="--contains", expected="letters that the word must hold")
        refused.field = "contains"
        raise refused
    return folded


def answer(position: Position, ask: ScrabbleMovesOptions, progress: Progress) -> Stream:
    """A line each."""
    del progress
    found = moves(position, min_score=ask.min_score, contains=ask.contains, leave=ask.leave)
    shown: list[MoveReport] = []
    for play in found[: None if ask.every else ask.top]:
        shown.append(move_report(position, play))
        yield QueryResult(play, shown[-1])
    return QueryResult(found, MovesReport(count=len(found), moves=tuple(shown)), yes_no(bool(shown)))


QUESTION = Query(
    ask=ScrabbleMovesOptions,
    report=MoveReport,
    whole=MovesReport,
    answer=answer,
    stream=True,
    arguments=RACK,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS, "top": 5}},
)
