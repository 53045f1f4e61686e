"""The puzzle as a picture: in characters, as SVG, or as a description that a program can draw."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from entails.models.drawing import Drawing
from entails.models.fields import Option
from entails.models.outcome import Satisfied
from entails.models.report import Report
from entails.puzzles import kind_of
from entails.queries.query import Artefact, Progress, Query, QueryResult, TimedOptions, named, yes_no
from entails.queries.solve import solve

PLACE = 7
__all__ = ["drawing"]


class DrawOptions(TimedOptions):
    """What `draw` may be told."""

    solved: Annotated[bool, Field(description="With a solution.")] = False
    known: Annotated[
        tuple[str, ...],
        Field(description="With these facts, as `forced` names them."),
        Option("--known", metavar="FACT"),
    ] = ()


class DrawReport(Report):
    """`draw`: the picture as a description. `solved` tells whether there is a solution, null when that was not asked or
    not decided."""

    drawing: Drawing
    solved: bool | None = None


@dataclass(frozen=True)
class DrawingResult:
    """A puzzle and what is drawn into it."""

    puzzle: Any
    drawing: Drawing


def drawing(puzzle: Any, answer: Any = None) -> Drawing:
    """A puzzle as a picture, with an answer or without: see `entails.formats.drawing`."""
    return kind_of(puzzle).draw(puzzle, answer)


def answer(puzzle: Any, ask: DrawOptions, progress: Progress) -> QueryResult[DrawingResult]:
    """The puzzle as it is, with a solution, or with the facts that are known."""
    del progress
    shown, solved = None, None
    if ask.solved:
        outcome = solve(puzzle, limits=ask.limits, assume=ask.known)
        solved = {"satisfied": True, "unsatisfiable": False, "undecided": None}[outcome.status]
        shown = outcome.answer if isinstance(outcome, Satisfied) else None
    elif ask.known:
        shown = kind_of(puzzle).partial_answer(puzzle, ask.known)
    result = DrawingResult(puzzle, drawing(puzzle, shown))
    report = DrawReport(**named(puzzle), drawing=result.drawing, solved=solved)
    return QueryResult(result, report, yes_no(solved) if ask.solved else "yes")


def _svg(result: DrawingResult, ask: DrawOptions, ending: str) -> str:
    del ask, ending
    from entails.formats.drawing.svg import svg

    return svg(result.drawing, title=kind_of(result.puzzle).name)


QUESTION = Query(
    ask=DrawOptions,
    report=DrawReport,
    answer=answer,
    artefacts={"svg": Artefact(_svg, "Write the picture to this file.", Option("--svg", metavar="FILE"), ("svg",))},
    examples={"as it is": {}, "with a solution": {"solved": True}},
)
