"""Rate the difficulty: rounds, step sizes, available steps."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from pydantic import Field

from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason, PathStatus
from entails.models.rating import RatingWeights
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.queries.query import Progress, Query, QueryResult, Seconds, Seed, TimedOptions, named
from entails.queries.quine import exact_depth
from entails.queries.steps import VERDICTS, stated
from entails.solvers.engine import Budget
from entails.solvers.steps.path import Difficulty, difficulty

if TYPE_CHECKING:
    from entails.models.fields import Document
    from entails.models.sudoku.ladder import Ladder
    from entails.solvers.quine.depth import ExactDepth
    from entails.solvers.sudoku.difficulty.model import Rating

PANEL = "Human solving"
PLACE = 22
__all__ = ["rate", "reasoned_difficulty"]

_DEEPEST = 3


class RateOptions(TimedOptions):
    """Options of `sudoku rate`."""

    seconds: Seconds = 60.0
    seed: Seed = 0


class ReasonedRateReport(Report):
    """Report of `rate` for a puzzle type without a difficulty model.

    `effort` is rounds + 2 · sizes. `criteria` has all criteria by name; `depth` is the disjunction depth, null if
    unknown. `status` is as in `steps`.
    """

    status: PathStatus
    effort: int | None = None
    largest: int
    criteria: dict[str, float | None] = Field(default_factory=dict)
    reason: EndReason | None = None


@dataclass(frozen=True)
class RatingResult:
    """A rating by steps, with the disjunction depth."""

    difficulty: Difficulty
    depth: "ExactDepth"


def reasoned_difficulty(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> Difficulty:
    """Rate a puzzle only by its steps, with criteria that all puzzle types share."""
    cnf, statement = stated(puzzle, "rate")
    return difficulty(cnf, statement, limits, seed=seed)


@overload
def rate(
    puzzle: Grid,
    *,
    weights: RatingWeights | None = None,
    quine: bool = True,
    nested: bool = True,
    chaos: bool = False,
    limits: Limits = UNLIMITED,
    seed: int = 0,
    ladder: "str | Document | Ladder | None" = None,
) -> "Rating": ...


@overload
def rate(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> RatingResult: ...


def rate(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0, **of_sudoku: Any) -> Any:
    """Rate the difficulty of a puzzle for a person.

    Sudoku has its own model and options; other puzzle types are rated by common criteria.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, Grid):
        from entails.queries.sudoku.rate import rate as rate_sudoku

        return rate_sudoku(puzzle, limits=limits, seed=seed, **of_sudoku)
    if of_sudoku:
        raise UnsupportedCapability(
            f"{puzzle_type_of(puzzle).name} has no option {next(iter(of_sudoku))!r}; sudoku has"
        )
    budget = Budget(limits)
    by_steps = reasoned_difficulty(puzzle, limits=limits, seed=seed)
    left = Limits() if budget.seconds is None else Limits(seconds=max(budget.seconds, 0.001))
    return RatingResult(by_steps, exact_depth(puzzle, limits=left, cap=_DEEPEST))


def answer(puzzle: Any, options: RateOptions, progress: Progress) -> QueryResult[RatingResult]:
    """Return the criteria of a rating, and an effort if steps solve the puzzle."""
    del progress
    rated: RatingResult = rate(puzzle, limits=options.limits, seed=options.seed)
    by_steps = rated.difficulty
    criteria: dict[str, float | None] = {
        name: getattr(by_steps, name)
        for name in ("rounds", "stuck", "largest", "sizes", "steps", "available", "least_available")
    }
    report = ReasonedRateReport(
        **named(puzzle),
        status=by_steps.status,
        effort=by_steps.effort if by_steps.status == "solved" else None,
        largest=by_steps.largest,
        criteria={**criteria, "depth": rated.depth.depth},
        reason=by_steps.reason,
    )
    return QueryResult(rated, report, VERDICTS[by_steps.status])


QUERY = Query(options=RateOptions, report=ReasonedRateReport, answer=answer, schema="reasoned-rate")
