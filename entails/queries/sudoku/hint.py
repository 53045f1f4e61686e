"""Show a hint for the next step.

--strength sets how much it reveals: where to look, the technique, or the step.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.locale.message import Language
from entails.models.fields import Document, Option, Value
from entails.models.sudoku.grid import Grid
from entails.puzzles import puzzle_type_of
from entails.queries.query import (
    Artefact,
    LanguageOption,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    require_puzzle_type,
)
from entails.queries.sudoku.steps import (
    NEWSPAPER_GRID,
    VERDICTS,
    LadderOption,
    StepReport,
    TechniqueId,
    Techniques,
    chosen_ladder,
    chosen_techniques,
    status_now,
    step_report,
)

if TYPE_CHECKING:
    from entails.models.sudoku.ladder import Ladder
    from entails.solvers.sudoku.steps.path import StepHint

PANEL = "Human solving"
PLACE = 21
__all__ = ["hint"]

Strength = Literal["where", "technique", "step"]


class SudokuHintOptions(QueryOptions):
    """Options of `hint`."""

    strength: Annotated[
        Strength,
        Field(description="Amount of help: where, technique or step."),
        Option("--strength", "-s", metavar="S"),
    ] = "where"
    techniques: Techniques = None
    ladder: LadderOption = None
    language: LanguageOption = "en"


class HintReport(Value):
    """Result of `hint`, with as much detail as requested.

    `found` is false if there is no next step; `sentence` then says why.
    """

    puzzle: str
    strength: Strength
    found: bool
    sentence: str
    cells: tuple[str, ...] = Field(default=(), description="cells to look at; empty without a step")
    technique: TechniqueId = Field(default=None, description="absent with strength where")
    step: StepReport | None = Field(default=None, description="only with strength step")


def hint(
    grid: Grid,
    strength: Strength = "where",
    techniques: Sequence[str] | None = None,
    language: Language = "en",
    ladder: "str | Document | Ladder | None" = None,
) -> "StepHint":
    """Return a hint for the next step: `where` to look, the `technique`, or the `step` itself."""
    from entails.solvers.sudoku.steps.path import hint as hint_at

    require_puzzle_type(grid, "sudoku", "hint")
    names = None if techniques is None else tuple(techniques)
    return hint_at(grid, strength, chosen_techniques(names, chosen_ladder(ladder)), language)


def answer(grid: Grid, options: SudokuHintOptions, progress: Progress) -> "QueryResult[StepHint]":
    """Return the hint with the requested detail."""
    del progress
    shown = hint(grid, options.strength, options.techniques, options.language, options.ladder)
    step = shown.step
    report = HintReport(
        puzzle=puzzle_type_of(grid).format(grid),
        strength=options.strength,
        found=step is not None,
        sentence=shown.sentence,
        cells=_where(shown),
        technique=step.technique if step is not None and options.strength != "where" else None,
        step=step_report(step, options.language) if step is not None and options.strength == "step" else None,
    )
    return QueryResult(shown, report, "yes" if step is not None else VERDICTS[status_now(grid)])


def _where(shown: "StepHint") -> tuple[str, ...]:
    from entails.solvers.sudoku.steps.path import region

    if shown.step is None:
        return ()
    return tuple(map(shown.grid.shape.cell_name, sorted(region(shown.step).cells)))


def _picture(shown: "StepHint", options: SudokuHintOptions, ending: str) -> str | None:
    """Draw the step with its links, if the strength is `step`."""
    del ending
    from entails.solvers.sudoku.steps.picture import picture

    return picture(shown.grid, shown.step) if shown.step is not None and options.strength == "step" else None


QUERY = Query(
    options=SudokuHintOptions,
    artefacts={"svg": Artefact(_picture, "Write a picture of the step.", Option("--svg", metavar="FILE"), ("svg",))},
    report=HintReport,
    answer=answer,
    examples={"the technique": {"puzzle": NEWSPAPER_GRID, "strength": "technique"}},
    schema="hint",
)
