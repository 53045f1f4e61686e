"""Which clues are unneeded, and a set of clues that is enough; --smallest for as few as possible."""

from typing import Annotated, Any

from pydantic import Field

from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason
from entails.models.report import Report
from entails.queries.query import Progress, Query, QueryResult, Seconds, Spoken, TimedOptions, Verdict, named
from entails.queries.steps_common import StatementText, stated
from entails.solvers.engine import engine
from entails.solvers.mus import ClueSet, Standing, needed_clues

PLACE = 8
__all__ = ["minimal_clues"]

_FINDS, _CONFIRMS = "minisat22", "mergesat3"
_VERDICTS: dict[Standing, Verdict] = {"one": "yes", "several": "no", "none": "no", "unknown": "undecided"}


class MinimalOptions(TimedOptions):
    """What `minimal` may be told."""

    smallest: Annotated[bool, Field(description="Look for a set as small as possible, while the time lasts.")] = False
    language: Spoken = "en"
    seconds: Seconds = 10.0


class MinimalReport(Report):
    """`minimal`. Each of `unneeded` could go alone. `statements` are clues that are enough together: `minimal` says
    that none of them can go, `smallest` that no fewer are enough, `verified` that a second engine agrees. Only a puzzle
    with one solution has any of this; `solutions` says what keeps others from it."""

    solutions: Standing
    clues: int
    unneeded: tuple[StatementText, ...] = ()
    statements: tuple[StatementText, ...] = ()
    minimal: bool = False
    smallest: bool = False
    verified: bool = False
    reason: EndReason | None = None


def minimal_clues(puzzle: Any, *, smallest: bool = False, limits: Limits = UNLIMITED) -> ClueSet:
    """Which clues a puzzle needs for its only solution: those that could go, and a minimal set that is enough; with
    `smallest`, one as small as possible."""
    cnf, _ = stated(puzzle, "minimal")
    return needed_clues(engine(_FINDS), cnf, limits, smallest=smallest, referee=engine(_CONFIRMS))


def answer(puzzle: Any, ask: MinimalOptions, progress: Progress) -> QueryResult[ClueSet]:
    """The clues, needed and not."""
    del progress
    clue_set = minimal_clues(puzzle, smallest=ask.smallest, limits=ask.limits)
    report = MinimalReport(
        **named(puzzle),
        solutions=clue_set.solutions,
        clues=len(clue_set.clues),
        unneeded=StatementText.of(clue_set.unneeded, ask.language),
        statements=StatementText.of(clue_set.kept, ask.language),
        minimal=clue_set.minimal,
        smallest=clue_set.smallest,
        verified=clue_set.verified,
        reason=clue_set.reason,
    )
    return QueryResult(clue_set, report, _VERDICTS[clue_set.solutions])


QUESTION = Query(
    ask=MinimalOptions,
    report=MinimalReport,
    answer=answer,
    examples={"as it is": {}, "as few as possible": {"smallest": True}},
)
