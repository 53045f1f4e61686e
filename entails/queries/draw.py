"""Draw the puzzle as text or SVG, or print the drawing as JSON."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from entails.models.drawing import Drawing
from entails.models.fields import Option
from entails.models.outcome import Satisfied
from entails.models.report import Report
from entails.puzzles import puzzle_type_of
from entails.queries.query import Artefact, Progress, Query, QueryResult, TimedOptions, named, yes_no
from entails.queries.solve import solve

PLACE = 7
__all__ = ["drawing"]


class DrawOptions(TimedOptions):
    """Options of `draw`."""

    solved: Annotated[bool, Field(description="Draw a solution too.")] = False
    known: Annotated[
        tuple[str, ...],
        Field(description="A fact to draw, such as r1c1=5."),
        Option("--known", metavar="FACT"),
    ] = ()


class DrawReport(Report):
    """Report of `draw`: the drawing as data. `solved` is null if no solution was requested or it is undecided."""

    drawing: Drawing
    solved: bool | None = None


@dataclass(frozen=True)
class DrawingResult:
    """A puzzle and its drawing."""

    puzzle: Any
    drawing: Drawing


def drawing(puzzle: Any, answer: Any = None) -> Drawing:
    """Draw a puzzle, with or without a solution; see `entails.formats.drawing`."""
    return puzzle_type_of(puzzle).draw(puzzle, answer)


def answer(puzzle: Any, options: DrawOptions, progress: Progress) -> QueryResult[DrawingResult]:
    """Draw the puzzle without a solution, with one, or with known facts."""
    del progress
    shown, solved = None, None
    if options.solved:
        outcome = solve(puzzle, limits=options.limits, assume=options.known)
        solved = {"satisfied": True, "unsatisfiable": False, "undecided": None}[outcome.status]
        shown = outcome.answer if isinstance(outcome, Satisfied) else None
    elif options.known:
        shown = puzzle_type_of(puzzle).partial_answer(puzzle, options.known)
    result = DrawingResult(puzzle, drawing(puzzle, shown))
    report = DrawReport(**named(puzzle), drawing=result.drawing, solved=solved)
    return QueryResult(result, report, yes_no(solved) if options.solved else "yes")


def _svg(result: DrawingResult, options: DrawOptions, ending: str) -> str:
    del options, ending
    from entails.formats.drawing.svg import svg

    return svg(result.drawing, title=puzzle_type_of(result.puzzle).name)


QUERY = Query(
    options=DrawOptions,
    report=DrawReport,
    answer=answer,
    artefacts={"svg": Artefact(_svg, "Write the picture to this file.", Option("--svg", metavar="FILE"), ("svg",))},
    examples={"as it is": {}, "with a solution": {"solved": True}},
)
