"""Show the position just before a technique is needed, for practice.

Easier techniques of the ladder are applied until only this technique finds a step.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from entails.formats.sudoku.files import write_library_line
from entails.formats.sudoku.links import write_sudokupad
from entails.models.fields import Document, Option
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.queries.query import (
    Artefact,
    LanguageOption,
    Pages,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    named,
    require_puzzle_type,
)
from entails.queries.sudoku.steps import LadderOption, StepReport, TechniqueId, step_report

if TYPE_CHECKING:
    from entails.models.rating import Ladder
    from entails.solvers.sudoku.steps.position import Step

PANEL = "Human solving"
PLACE = 21
__all__ = ["practice"]

POINTING_GRID = "3...5..6.92.....5..1.9..........37..4.9...6.3..75..........8.7..3.....48.8..7...1"


class SudokuPracticeOptions(QueryOptions):
    """Options of `sudoku practice`."""

    technique: Annotated[str, Field(description="Technique to practise, such as skyscraper."), Option(metavar="NAME")]
    ladder: LadderOption = None
    language: LanguageOption = "en"


class PracticeReport(Report):
    """Report of `sudoku practice` on one grid.

    Attributes:
        found: Whether the techniques before it get stuck and the technique then finds a step.
        technique: The technique.
        ladder: The ladder whose order was followed.
        taken: The number of steps before the position.
        position: The position with its candidates, as a line of a technique library; `hint` and `sheet` read it.
        link: The position in SudokuPad.
        step: The step to find.
    """

    found: bool
    technique: TechniqueId
    ladder: str
    taken: int
    position: str | None
    link: str | None
    step: StepReport | None


@dataclass(frozen=True, slots=True)
class PracticePosition:
    """A position just before a technique is needed, and the technique's step.

    Attributes:
        technique: The technique.
        ladder: The name of the ladder.
        taken: The number of steps before the position.
        grid: The position with its candidates as marks; where the ladder ends if no step was found.
        step: The step to find; None if the grid does not need the technique.
    """

    technique: str
    ladder: str
    taken: int
    grid: Grid
    step: "Step | None"

    @property
    def line(self) -> str:
        """The position and the technique, in the line format of technique libraries, without the step."""
        return write_library_line(self.grid, self.technique)


def practice(grid: Grid, technique: str, ladder: "str | Document | Ladder | None" = None) -> PracticePosition:
    """Return the position just before a grid needs this technique.

    Without a ladder, the order is that of `generate`: the default, or HoDoKu's if ratings do not name the technique.
    """
    from entails.solvers.sudoku.orders import ladder_of
    from entails.solvers.sudoku.steps.any_shape import position_of
    from entails.solvers.sudoku.steps.path import has_one_solution

    require_puzzle_type(grid, "sudoku", "practice")
    order, name = ladder_of(technique, ladder)
    position = position_of(grid, order.up_to(name), has_one_solution(grid))
    taken = 0
    while (step := position.easiest()) is not None and step.technique != name:
        position.take(step)
        taken += 1
    return PracticePosition(name, order.ladder.name, taken, position.grid, step)


def answer(grid: Grid, options: SudokuPracticeOptions, progress: Progress) -> QueryResult[PracticePosition]:
    """Return the position and the report on it."""
    del progress
    shown = practice(grid, options.technique, options.ladder)
    step = shown.step
    report = PracticeReport(
        **named(grid),
        found=step is not None,
        technique=shown.technique,
        ladder=shown.ladder,
        taken=shown.taken,
        position=None if step is None else shown.line,
        link=None if step is None else write_sudokupad(shown.grid),
        step=None if step is None else step_report(step, options.language),
    )
    return QueryResult(shown, report, "no" if step is None else "yes")


def _pictures(shown: PracticePosition, options: SudokuPracticeOptions, ending: str) -> Pages | None:
    del options, ending
    from entails.solvers.sudoku.steps.picture import picture

    return None if shown.step is None else Pages([picture(shown.grid), picture(shown.grid, shown.step)])


QUERY = Query(
    options=SudokuPracticeOptions,
    report=PracticeReport,
    artefacts={
        "svg": Artefact(
            _pictures,
            "Write two pictures: FILE.svg, the position; FILE-2.svg, with the step.",
            Option("--svg", metavar="FILE"),
            ("svg",),
        )
    },
    answer=answer,
    examples={"a pointing pair": {"puzzle": POINTING_GRID, "technique": "pointing-pair"}},
)
