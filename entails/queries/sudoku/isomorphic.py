"""Check whether two classic 9x9 grids are the same puzzle.

Grids are the same puzzle if symmetries and digit renaming turn one into the other.
"""

from typing import Annotated

from pydantic import Field

from entails.models.errors import Invalid, at_field
from entails.models.fields import CommandArgument
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.queries.parse import parse
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, named
from entails.queries.sudoku.canonical import canonical
from entails.queries.sudoku.steps import NEWSPAPER_GRID

PANEL = "Human solving"
PLACE = 25
__all__ = ["isomorphic"]


class SudokuIsomorphicOptions(QueryOptions):
    """Options of `isomorphic`."""

    other: Annotated[str, Field(description="Grid to compare with."), CommandArgument("OTHER")]


class IsomorphicReport(Report):
    """Result of `isomorphic`: whether both grids are the same puzzle, and their canonical forms."""

    isomorphic: bool
    canonical: str
    other_canonical: str


def isomorphic(grid: Grid, second: Grid) -> bool:
    """Return whether two grids are the same puzzle up to symmetries and digit renaming."""
    return canonical(grid) == canonical(second)


def answer(grid: Grid, options: SudokuIsomorphicOptions, progress: Progress) -> QueryResult[bool]:
    """Compare the canonical forms of two grids."""
    del progress
    with at_field("other"):
        try:
            second = canonical(parse("sudoku", options.other))
        except Invalid as error:
            raise error.at("other") from None
    first = canonical(grid)
    report = IsomorphicReport(
        **named(grid), isomorphic=first == second, canonical=first.line, other_canonical=second.line
    )
    return QueryResult(report.isomorphic, report, "yes" if report.isomorphic else "no")


QUERY = Query(
    options=SudokuIsomorphicOptions,
    report=IsomorphicReport,
    answer=answer,
    examples={"turned": {"puzzle": NEWSPAPER_GRID, "other": NEWSPAPER_GRID[::-1]}},
)
