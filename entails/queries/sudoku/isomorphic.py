"""Are two grids the same puzzle, but for turning, moving rows and columns, and renaming digits? Classic 9x9 grids."""

from typing import Annotated

from pydantic import Field

from entails.models.errors import Invalid, blaming
from entails.models.fields import CommandArgument
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.queries.parse import parse
from entails.queries.query import Progress, Query, QueryResult, named
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.sudoku.canonical import canonical
from entails.queries.sudoku.steps import NEWSPAPER_GRID

PANEL = "For people"
PLACE = 25
__all__ = ["isomorphic"]


class SudokuIsomorphicOptions(AnyAsk):
    """The grid to compare with."""

    other: Annotated[str, Field(description="The other grid."), CommandArgument("OTHER")]


class IsomorphicReport(Report):
    """`isomorphic`: whether the two grids are the same puzzle; `canonical` and `other_canonical` are their forms."""

    isomorphic: bool
    canonical: str
    other_canonical: str


def isomorphic(grid: Grid, other: Grid) -> bool:
    """Are these the same puzzle, turned, with rows and columns moved, or digits renamed?"""
    return canonical(grid) == canonical(other)


def answer(grid: Grid, ask: SudokuIsomorphicOptions, progress: Progress) -> QueryResult[bool]:
    """Their forms, compared."""
    del progress
    with blaming("other"):
        try:
            second = canonical(parse("sudoku", ask.other))
        except Invalid as error:
            raise error.at("other") from None
    first = canonical(grid)
    report = IsomorphicReport(
        **named(grid), isomorphic=first == second, canonical=first.line, other_canonical=second.line
    )
    return QueryResult(report.isomorphic, report, "yes" if report.isomorphic else "no")


QUESTION = Query(
    ask=SudokuIsomorphicOptions,
    report=IsomorphicReport,
    answer=answer,
    examples={"turned": {"puzzle": NEWSPAPER_GRID, "other": NEWSPAPER_GRID[::-1]}},
)
