"""List the techniques of a ladder.

Each has its cost and level, and a position in which it finds a step.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.data.sudoku import LADDER
from entails.models.fields import Document, Option, Value
from entails.queries.query import LanguageOption, Progress, Query, QueryOptions, QueryResult
from entails.queries.sudoku.steps import chosen_ladder

if TYPE_CHECKING:
    from entails.locale.message import Language
    from entails.models.sudoku.ladder import Ladder
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder

PANEL = "Human solving"
PLACE = 23
__all__ = ["techniques"]


class SudokuTechniquesOptions(QueryOptions):
    """Options of `techniques`."""

    ladder: Annotated[
        str | Document,
        LADDER,
        Field(description="Ladder: entails, sudoku-explainer, hodoku, sudokuwiki, or a TOML or JSON file."),
        Option(metavar="NAME|FILE"),
    ] = "entails"
    language: LanguageOption = "en"


class TechniqueReport(Value):
    """A technique of a ladder.

    `example` is a position in which it finds a step: a grid, or a line of a technique library that keeps candidates.
    """

    technique: str
    name: str
    level: str | None
    cost: float | None
    example: str | None


class TechniquesReport(Value):
    """Result of `techniques`: a ladder and its techniques, easiest first."""

    ladder: str
    about: str
    source: str
    score: Literal["sum", "max"] | None
    techniques: tuple[TechniqueReport, ...]


def techniques(
    ladder: "str | Document | Ladder | TechniqueLadder" = "entails", language: "Language" = "en"
) -> TechniquesReport:
    """Return the techniques of a ladder, easiest first, with a position for each."""
    from entails.data.sudoku import technique_examples
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder
    from entails.solvers.sudoku.steps.words import technique_name

    resolved = ladder if isinstance(ladder, TechniqueLadder) else chosen_ladder(ladder)
    assert resolved is not None
    return TechniquesReport(
        ladder=resolved.ladder.name,
        about=resolved.ladder.about,
        source=resolved.ladder.source,
        score=resolved.ladder.score,
        techniques=tuple(
            TechniqueReport(
                technique=rung.technique,
                name=technique_name(rung.technique, language),
                level=resolved.level_name(rung) or None,
                cost=rung.cost,
                example=technique_examples().get(rung.technique),
            )
            for rung in resolved.rungs
        ),
    )


def answer(nothing: None, options: SudokuTechniquesOptions, progress: Progress) -> QueryResult[TechniquesReport]:
    """Return the techniques of the chosen ladder."""
    del nothing, progress
    report = techniques(options.ladder or "entails", options.language)
    return QueryResult(report, report)


QUERY = Query(
    options=SudokuTechniquesOptions,
    report=TechniquesReport,
    answer=answer,
    takes="nothing",
    examples={"HoDoKu's": {"ladder": "hodoku"}},
)
