"""Solve it as a person does, each step with its reason. Classic 9x9 grids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from clausal.models.sudoku import Grid
from clausal.models.value import Value
from clausal.questions.ask import Ask as AnyAsk
from clausal.questions.base import Answer, Progress, Question, Verdict, refuse_others
from clausal.questions.sudoku.techniques import NEWSPAPER_GRID, Techniques, chosen_techniques

if TYPE_CHECKING:
    from clausal.solvers.sudoku.steps.path import Path
    from clausal.solvers.sudoku.steps.step import Step

PANEL = "For people"
PLACE = 20
__all__ = ["steps"]

VERDICTS: dict[str, Verdict] = {"solved": "yes", "stuck": "undecided", "contradiction": "no"}


class Ask(AnyAsk):
    """What `steps` may be told."""

    techniques: Techniques = None
    available: Annotated[bool, Field(description="Every step that can be taken now, not the path.")] = False


class StepReport(Value):
    """`steps` prints one line a grid, a list of these. Cells are named r1c1, candidates r1c1=5."""

    technique: str
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    places: tuple[str, ...]
    removes: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class Taken:
    """The steps, and the path that they make where that was asked for."""

    steps: Sequence["Step"]
    path: "Path | None" = None


def steps(grid: Grid, techniques: Sequence[str] | None = None) -> "Path":
    """The whole path of a person through a classic 9x9 grid."""
    from clausal.solvers.sudoku.steps.ask import steps as path_of

    refuse_others(grid, "sudoku", "steps")
    return path_of(grid, chosen_techniques(None if techniques is None else tuple(techniques)))


def answer(grid: Grid, ask: Ask, progress: Progress) -> Answer[Taken]:
    """The path, or all that could be done now."""
    from clausal.solvers.sudoku.steps.ask import steps_now

    del progress
    if ask.available:
        found = steps_now(grid, chosen_techniques(ask.techniques))
        verdict: Verdict = "yes" if found else VERDICTS[status_now(grid)]
        return Answer(Taken(found), [step_report(step) for step in found], verdict)
    path = steps(grid, ask.techniques)
    return Answer(Taken(path.steps, path), [step_report(step) for step in path.steps], VERDICTS[path.status])


def step_report(step: "Step") -> StepReport:
    return StepReport(**step.as_json())


def status_now(grid: Grid) -> str:
    """Why there is no step."""
    from clausal.solvers.sudoku.steps.path import contradiction

    return "contradiction" if contradiction(grid) else "solved" if all(grid.cells) else "stuck"


QUESTION = Question(
    ask=Ask,
    report=list[StepReport],
    answer=answer,
    examples={"a newspaper grid": {"puzzle": NEWSPAPER_GRID}, "now": {"puzzle": NEWSPAPER_GRID, "available": True}},
    schema="steps",
)
