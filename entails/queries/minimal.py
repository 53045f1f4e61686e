"""Find redundant clues, and a minimal set that keeps the solution unique."""

from typing import Annotated, Any

from pydantic import Field

from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason
from entails.models.report import Report
from entails.queries.query import LanguageOption, Progress, Query, QueryResult, Seconds, TimedOptions, Verdict, named
from entails.queries.steps import StatementText, stated
from entails.solvers.engine import engine
from entails.solvers.mus import ClueSet, Standing, needed_clues

PLACE = 8
__all__ = ["minimal_clues"]

_FINDS, _CONFIRMS = "minisat22", "mergesat3"
_VERDICTS: dict[Standing, Verdict] = {"one": "yes", "several": "no", "none": "no", "unknown": "undecided"}


class MinimalOptions(TimedOptions):
    """Options of `minimal`."""

    smallest: Annotated[bool, Field(description="Search for a smallest sufficient set, until the time limit.")] = False
    language: LanguageOption = "en"
    seconds: Seconds = 10.0


class MinimalReport(Report):
    """Report of `minimal`. It needs a puzzle with exactly one solution; otherwise `solutions` says why it failed.

    Attributes:
        unneeded: Clues that are redundant if all others stay.
        statements: A sufficient set of clues.
        minimal: Whether no clue of the set can be removed.
        smallest: Whether no smaller set is sufficient.
        verified: Whether a second engine confirmed the set.
    """

    solutions: Standing
    clues: int
    unneeded: tuple[StatementText, ...] = ()
    statements: tuple[StatementText, ...] = ()
    minimal: bool = False
    smallest: bool = False
    verified: bool = False
    reason: EndReason | None = None


def minimal_clues(puzzle: Any, *, smallest: bool = False, limits: Limits = UNLIMITED) -> ClueSet:
    """Find the redundant clues of a puzzle with one solution, and a minimal sufficient set of clues.

    With `smallest`, search for a smallest set.
    """
    cnf, _ = stated(puzzle, "minimal")
    return needed_clues(engine(_FINDS), cnf, limits, smallest=smallest, verifier=engine(_CONFIRMS))


def answer(puzzle: Any, options: MinimalOptions, progress: Progress) -> QueryResult[ClueSet]:
    """Find redundant and sufficient clues."""
    del progress
    clue_set = minimal_clues(puzzle, smallest=options.smallest, limits=options.limits)
    report = MinimalReport(
        **named(puzzle),
        solutions=clue_set.solutions,
        clues=len(clue_set.clues),
        unneeded=StatementText.of(clue_set.unneeded, options.language),
        statements=StatementText.of(clue_set.kept, options.language),
        minimal=clue_set.minimal,
        smallest=clue_set.smallest,
        verified=clue_set.verified,
        reason=clue_set.reason,
    )
    return QueryResult(clue_set, report, _VERDICTS[clue_set.solutions])


QUERY = Query(
    options=MinimalOptions,
    report=MinimalReport,
    answer=answer,
    examples={"as it is": {}, "as few as possible": {"smallest": True}},
)
