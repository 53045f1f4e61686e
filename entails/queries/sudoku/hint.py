"""Help with the next step only, as much as you want: --strength where, technique or step."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.locale.message import Language
from entails.models.fields import Option, Value
from entails.models.sudoku.grid import Grid
from entails.puzzles import kind_of
from entails.queries.query import Artefact, Progress, Query, QueryResult, Spoken, refuse_others
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.sudoku.steps import (
    NEWSPAPER_GRID,
    VERDICTS,
    StepReport,
    TechniqueId,
    Techniques,
    chosen_techniques,
    status_now,
    step_report,
)

if TYPE_CHECKING:
    from entails.solvers.sudoku.steps.path import StepHint

PANEL = "For people"
PLACE = 21
__all__ = ["hint"]

Strength = Literal["where", "technique", "step"]


class SudokuHintOptions(AnyAsk):
    """What `hint` may be told."""

    strength: Annotated[
        Strength,
        Field(description="where to look, which technique, or the step itself."),
        Option("--strength", "-s", metavar="S"),
    ] = "where"
    techniques: Techniques = None
    language: Spoken = "en"


class HintReport(Value):
    """`hint`. Only as much is told as was asked for. `found` is false when there is no step to hint at; then the
    sentence says why."""

    puzzle: str
    strength: Strength
    found: bool
    sentence: str
    cells: tuple[str, ...] = Field(default=(), description="where to look, by name; empty when there is no step")
    technique: TechniqueId = Field(default=None, description="not with the strength where")
    step: StepReport | None = Field(default=None, description="with the strength step")


def hint(
    grid: Grid, strength: Strength = "where", techniques: Sequence[str] | None = None, language: Language = "en"
) -> "StepHint":
    """A hint at the next step: `where` to look, which `technique`, or the `step` itself."""
    from entails.solvers.sudoku.steps.path import hint as hint_at

    refuse_others(grid, "sudoku", "hint")
    return hint_at(grid, strength, chosen_techniques(None if techniques is None else tuple(techniques)), language)


def answer(grid: Grid, ask: SudokuHintOptions, progress: Progress) -> "QueryResult[StepHint]":
    """The hint, told as far as it was asked for."""
    del progress
    found = hint(grid, ask.strength, ask.techniques, ask.language)
    step = found.step
    report = HintReport(
        puzzle=kind_of(grid).format(grid),
        strength=ask.strength,
        found=step is not None,
        sentence=found.sentence,
        cells=_where(found),
        technique=step.technique if step is not None and ask.strength != "where" else None,
        step=step_report(step, ask.language) if step is not None and ask.strength == "step" else None,
    )
    return QueryResult(found, report, "yes" if step is not None else VERDICTS[status_now(grid)])


def _where(found: "StepHint") -> tuple[str, ...]:
    from entails.solvers.sudoku.steps.path import region

    if found.step is None:
        return ()
    return tuple(map(found.grid.shape.cell_name, sorted(region(found.step).cells)))


def _picture(found: "StepHint", ask: SudokuHintOptions, ending: str) -> str | None:
    """The step itself, with its links; only where that was asked for."""
    del ending
    from entails.solvers.sudoku.steps.picture import picture

    return picture(found.grid, found.step) if found.step is not None and ask.strength == "step" else None


QUESTION = Query(
    ask=SudokuHintOptions,
    artefacts={"svg": Artefact(_picture, "Draw the step.", Option("--svg", metavar="FILE"), ("svg",))},
    report=HintReport,
    answer=answer,
    examples={"the technique": {"puzzle": NEWSPAPER_GRID, "strength": "technique"}},
    schema="hint",
)
