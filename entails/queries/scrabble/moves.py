"""List all plays, best first.

Letters in brackets are on the board already; a small letter is a blank. Exit code 1 if there is no play.
"""

from typing import Annotated

import numpy as np
from pydantic import Field

from entails.models.alphabet import fold, is_word
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Stream, yes_no
from entails.queries.scrabble.plays import MARS, RACK, LeaveReport, MoveReport, Plays, WithLeave, move_report

PANEL = "Plays"
PLACE = 15
__all__ = ["moves"]

_LONGEST = 40


class ScrabbleMovesOptions(QueryOptions):
    """Options of `moves`."""

    top: Annotated[int, Field(ge=1, description="Number of plays."), Option("--top", metavar="N", lists=True)] = 20
    every: Annotated[bool, Field(description="List all plays."), Option("--all", command_only=True)] = False
    min_score: Annotated[int, Field(ge=0, description="Minimum score."), Option(metavar="N")] = 0
    contains: Annotated[str, Field(description="Letters that the word must contain."), Option(metavar="LETTERS")] = ""
    leave: WithLeave = False


class MovesReport(Value):
    """The plays shown, best first, and the number of all matching plays."""

    count: int
    moves: tuple[MoveReport, ...]


def moves(position: Position, *, min_score: int = 0, contains: str = "", leave: bool = False) -> Plays:
    """Return the plays by score, or with `leave` by equity, best first."""
    from entails.solvers.scrabble.generator import all_placements

    placements = all_placements(position)
    fits = (placements.scores >= min_score) & placements.holding(_letters(contains))[placements.play_of]
    if not leave:
        return Plays(position, placements, np.flatnonzero(fits))
    leaves = LeaveReport.of(position, placements)
    order = np.argsort(-leaves.equities, kind="stable")
    return Plays(position, placements, order[fits[order]], leaves)


def _letters(text: str) -> str:
    """Return the letters that a word must contain, folded."""
    folded = fold(text.strip())
    if folded and not is_word(folded[:_LONGEST]):
        problem = f"invalid letters {text[:_LONGEST]!r}"
        error = InvalidOption(problem, where="--contains", expected="letters that the word must contain")
        error.field = "contains"
        raise error
    return folded


def answer(position: Position, options: ScrabbleMovesOptions, progress: Progress) -> Stream:
    """Yield one line per play."""
    del progress
    plays = moves(position, min_score=options.min_score, contains=options.contains, leave=options.leave)
    shown: list[MoveReport] = []
    for play in plays[: None if options.every else options.top]:
        shown.append(move_report(position, play))
        yield QueryResult(play, shown[-1])
    return QueryResult(plays, MovesReport(count=len(plays), moves=tuple(shown)), yes_no(bool(shown)))


QUERY = Query(
    options=ScrabbleMovesOptions,
    report=MoveReport,
    whole=MovesReport,
    answer=answer,
    stream=True,
    arguments=RACK,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS, "top": 5}},
)
