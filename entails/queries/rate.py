"""How hard it is by criteria that mean the same for every puzzle: rounds, sizes of steps, what there is to find."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from pydantic import Field

from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason, PathStatus
from entails.models.rating import RatingWeights
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.puzzles import as_puzzle, kind_of
from entails.queries.query import Progress, Query, QueryResult, Seconds, Seed, TimedOptions, named
from entails.queries.quine import exact_depth
from entails.queries.steps import VERDICTS
from entails.queries.steps_common import stated
from entails.solvers.engine import Budget
from entails.solvers.steps.path import Difficulty, difficulty

if TYPE_CHECKING:
    from entails.solvers.quine.depth import ExactDepth
    from entails.solvers.sudoku.difficulty.model import Rating

PANEL = "For people"
PLACE = 22
__all__ = ["rate", "reasoned_difficulty"]

_DEEPEST = 3


class RateOptions(TimedOptions):
    """What `rate` may be told."""

    seconds: Seconds = 60.0
    seed: Seed = 0


class ReasonedRateReport(Report):
    """`rate` of a puzzle that has no model of its own for it. `effort` is rounds + 2 · sizes; `criteria` has all that
    is known, by name, `depth` the depth of disjunctions, null when it was not found. `status` as in `steps`."""

    status: PathStatus
    effort: int | None = None
    largest: int
    criteria: dict[str, float | None] = Field(default_factory=dict)
    reason: EndReason | None = None


@dataclass(frozen=True)
class RatingResult:
    """The criteria from steps, and the depth of disjunctions."""

    difficulty: Difficulty
    depth: "ExactDepth"


def reasoned_difficulty(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> Difficulty:
    """How hard a puzzle is by its steps alone, with criteria that mean the same for every puzzle."""
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
) -> "Rating": ...


@overload
def rate(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> RatingResult: ...


def rate(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0, **of_sudoku: Any) -> Any:
    """Rate how hard a puzzle is for a person. A Sudoku has a model and options of its own; other puzzles are rated by
    criteria that mean the same for all of them."""
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, Grid):
        from entails.queries.sudoku.rate import rate as rate_sudoku

        return rate_sudoku(puzzle, limits=limits, seed=seed, **of_sudoku)
    if of_sudoku:
        raise UnsupportedCapability(f"{kind_of(puzzle).name} has no option {next(iter(of_sudoku))!r}; sudoku has")
    budget = Budget(limits)
    by_steps = reasoned_difficulty(puzzle, limits=limits, seed=seed)
    left = Limits() if budget.seconds is None else Limits(seconds=max(budget.seconds, 0.001))
    return RatingResult(by_steps, exact_depth(puzzle, limits=left, cap=_DEEPEST))


def answer(puzzle: Any, ask: RateOptions, progress: Progress) -> QueryResult[RatingResult]:
    """Return the criteria, and a difficulty where steps solve the puzzle."""
    del progress
    rated: RatingResult = rate(puzzle, limits=ask.limits, seed=ask.seed)
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


QUESTION = Query(ask=RateOptions, report=ReasonedRateReport, answer=answer, schema="reasoned-rate")
