"""Solve it as a person does, each step with its reason. Classic 9x9 grids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import ConfigDict, Field

from entails.locale.message import Language
from entails.models.errors import blaming
from entails.models.fields import Option, Value
from entails.models.report import OneOf, Report
from entails.models.sudoku.grid import Grid
from entails.queries.query import Artefact, Pages, Progress, Query, QueryResult, Spoken, Verdict, named, refuse_others
from entails.queries.query import QueryOptions as AnyAsk

if TYPE_CHECKING:
    from entails.solvers.sudoku.steps.path import Path
    from entails.solvers.sudoku.steps.step import Step

__all__ = ["steps"]

NEWSPAPER_GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""An example for questions that only classic grids answer."""

Techniques = Annotated[
    tuple[str, ...] | None,
    Field(description="Only these techniques, in this order; study is a list, a wrong name shows them."),
    Option(metavar="A,B,C", commas=True),
]


def _technique_ids() -> list[str]:
    from entails.solvers.sudoku.steps.technique import TECHNIQUES

    return [technique.id for technique in TECHNIQUES]


TechniqueId = Annotated[str | None, OneOf(_technique_ids)]


def chosen_techniques(said: tuple[str, ...] | None) -> tuple[str, ...]:
    """The ids that were meant; all of them, easiest first, where none is named."""
    from entails.solvers.sudoku.steps.technique import DEFAULT, chosen

    if said is None:
        return DEFAULT
    with blaming("techniques"):
        return tuple(one.id for one in chosen(said))


PANEL = "For people"
PLACE = 20

Status = Literal["solved", "stuck", "several", "contradiction", "open"]
VERDICTS: dict[Status, Verdict] = {
    "solved": "yes",
    "open": "yes",
    "stuck": "undecided",
    "several": "undecided",
    "contradiction": "no",
}


class SudokuStepsOptions(AnyAsk):
    """What `steps` may be told."""

    techniques: Techniques = None
    available: Annotated[bool, Field(description="Every step that can be taken now, not the path.")] = False
    draw: Annotated[bool, Field(description="Draw each step on the terminal; one puzzle.")] = False
    language: Spoken = "en"


class StepMarkReport(Value):
    """Candidates with the role that they play together: "placed", "eliminated"; "end" and "link" of a chain, "set" for
    what the argument rests on (a group, an almost locked set, the body of a fish), "fin", "corner", "pivot", ..."""

    role: str
    candidates: tuple[str, ...]


class LinkReport(Value):
    """From one digit in some cells to another: "strong", one of both holds; "weak", not both do; "then", the second
    follows from the first (and others)."""

    model_config = ConfigDict(serialize_by_alias=True)

    start: Annotated[tuple[str, ...], Field(alias="from")]
    end: Annotated[tuple[str, ...], Field(alias="to")]
    kind: Literal["strong", "weak", "then"]


class StepReport(Value):
    """One step. Cells are named r1c1, candidates r1c1=5. `chain` is how players write it: (5=3)r1c1-(3)r1c5=r4c5."""

    technique: str
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    places: tuple[str, ...]
    removes: tuple[str, ...]
    sentence: str
    marks: tuple[StepMarkReport, ...] = ()
    links: tuple[LinkReport, ...] = ()
    chain: str | None = None


class SudokuStepsReport(Report):
    """`steps` of a Sudoku, one line a grid. `status` says where the steps end: "solved"; "stuck", when none of the
    techniques finds more although there is one solution; "several", when more than one solution is left;
    "contradiction", with the `reason`; "open", when the steps are those that can be taken now."""

    status: Status
    steps: tuple[StepReport, ...]
    reason: str | None = None

    def absent(self) -> set[str]:
        return super().absent() | ({"reason"} if self.reason is None else set())


@dataclass(frozen=True)
class Taken:
    """The steps, and the path that they make where that was asked for."""

    steps: Sequence["Step"]
    grid: Grid
    path: "Path | None" = None


def steps(grid: Grid, techniques: Sequence[str] | None = None) -> "Path":
    """The whole path of a person through a classic 9x9 grid."""
    from entails.solvers.sudoku.steps.path import steps as path_of

    refuse_others(grid, "sudoku", "steps")
    return path_of(grid, chosen_techniques(None if techniques is None else tuple(techniques)))


def answer(grid: Grid, ask: SudokuStepsOptions, progress: Progress) -> QueryResult[Taken]:
    """The path, or all that could be done now."""
    from entails.solvers.sudoku.steps.path import contradiction, steps_now

    del progress
    if ask.available:
        found = steps_now(grid) if ask.techniques is None else steps_now(grid, chosen_techniques(ask.techniques))
        status = status_now(grid) if not found else "open"
        wrong = contradiction(grid, ask.language) if status == "contradiction" else None
        return QueryResult(Taken(found, grid), _report(grid, status, found, wrong, ask.language), VERDICTS[status])
    path = steps(grid, ask.techniques)
    status = _stuck(grid) if path.status == "stuck" else path.status
    wrong = contradiction(path.final, ask.language) if status == "contradiction" else None
    report = _report(grid, status, path.steps, wrong, ask.language)
    return QueryResult(Taken(path.steps, grid, path), report, VERDICTS[status])


def _report(
    grid: Grid, status: Status, taken: Sequence["Step"], reason: str | None, language: Language
) -> SudokuStepsReport:
    told = tuple(step_report(step, language) for step in taken)
    return SudokuStepsReport(**named(grid), status=status, steps=told, reason=reason)


def step_report(step: "Step", language: Language = "en") -> StepReport:
    return StepReport(**step.as_json(language))


def status_now(grid: Grid) -> Status:
    """Why there is no step."""
    from entails.solvers.sudoku.steps.path import contradiction

    return "contradiction" if contradiction(grid) else "solved" if all(grid.cells) else _stuck(grid)


def _stuck(grid: Grid) -> Status:
    from entails.solvers.sudoku.steps.position import has_several_solutions

    return "several" if has_several_solutions(grid) else "stuck"


def _pictures(found: Taken, ask: SudokuStepsOptions, ending: str) -> Pages | None:
    """A picture of each step, its links drawn; of steps that could be taken now, each on the grid as it is."""
    del ask, ending
    from entails.solvers.sudoku.steps.picture import picture, pictures

    if not found.steps:
        return None
    if found.path is None:
        return Pages([picture(found.grid, step) for step in found.steps])
    return Pages(list(pictures(found.path.puzzle, found.steps)))


QUESTION = Query(
    ask=SudokuStepsOptions,
    report=SudokuStepsReport,
    artefacts={
        "svg": Artefact(
            _pictures, "Draw each step: FILE.svg, FILE-2.svg, ...", Option("--svg", metavar="FILE"), ("svg",)
        )
    },
    answer=answer,
    examples={"a newspaper grid": {"puzzle": NEWSPAPER_GRID}, "now": {"puzzle": NEWSPAPER_GRID, "available": True}},
    schema="steps",
)
