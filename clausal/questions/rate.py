"""How hard it is by criteria that mean the same for every puzzle: rounds, sizes of steps, what there is to find."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import Field

from clausal.models.limits import UNLIMITED, Limits
from clausal.models.outcome import EndReason
from clausal.models.report import Report
from clausal.models.steps import PathStatus
from clausal.puzzles import as_puzzle
from clausal.questions.ask import Limited, Seconds, Seed
from clausal.questions.base import Answer, Progress, Question, named
from clausal.questions.quine import exact_depth
from clausal.questions.reasoning import stated
from clausal.questions.steps import VERDICTS
from clausal.solvers.budget import Budget
from clausal.solvers.reasons.difficulty import Difficulty, difficulty

if TYPE_CHECKING:
    from clausal.solvers.quine.depth import ExactDepth

PANEL = "For people"
PLACE = 22
__all__ = ["reasoned_difficulty"]

_DEEPEST = 3


class Ask(Limited):
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
class Rated:
    """The criteria from steps, and the depth of disjunctions."""

    difficulty: Difficulty
    depth: "ExactDepth"


def reasoned_difficulty(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> Difficulty:
    """How hard a puzzle is by its steps alone, with criteria that mean the same for every puzzle."""
    cnf, statement = stated(puzzle, "rate")
    return difficulty(cnf, statement, limits, seed=seed)


def answer(puzzle: Any, ask: Ask, progress: Progress) -> Answer[Rated]:
    """The criteria; a difficulty only of a puzzle that steps solve."""
    del progress
    budget = Budget(ask.limits)
    found = reasoned_difficulty(puzzle, limits=ask.limits, seed=ask.seed)
    left = Limits() if budget.seconds is None else Limits(seconds=max(budget.seconds, 0.001))
    depth = exact_depth(as_puzzle(puzzle), limits=left, cap=_DEEPEST)
    criteria: dict[str, float | None] = {
        name: getattr(found, name)
        for name in ("rounds", "stuck", "largest", "sizes", "steps", "available", "least_available")
    }
    report = ReasonedRateReport(
        **named(puzzle),
        status=found.status,
        effort=found.effort if found.status == "solved" else None,
        largest=found.largest,
        criteria={**criteria, "depth": depth.depth},
        reason=found.reason,
    )
    return Answer(Rated(found, depth), report, VERDICTS[found.status])


QUESTION = Question(ask=Ask, report=ReasonedRateReport, answer=answer, schema="reasoned-rate")
