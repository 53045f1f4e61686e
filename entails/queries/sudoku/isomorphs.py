"""Grids that differ only by symmetries and digit renaming: canonical form and comparison."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from pydantic import Field

from entails.models.errors import EntailsError, Invalid, UnsupportedPuzzle, at_field
from entails.models.fields import CommandArgument, Option
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.queries.parse import parse
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, named, require_puzzle_type
from entails.queries.sudoku.steps import NEWSPAPER_GRID

VERBS = {
    "isomorphic": {
        "PANEL": "Human solving",
        "PLACE": 25,
        "__all__": ["isomorphic"],
        "text": "Check whether two classic 9x9 grids are the same puzzle.\n\n"
        "Grids are the same puzzle if symmetries and digit renaming turn one into the other.",
    },
    "canonical": {
        "PANEL": "Human solving",
        "PLACE": 24,
        "__all__": ["canonical"],
        "text": "Print the canonical form of a classic 9x9 grid.\n\n"
        "The canonical form is the smallest grid among all rotations, reflections, permutations of rows and "
        "columns, and digit renamings.",
    },
}


class SudokuIsomorphicOptions(QueryOptions):
    """Options of `sudoku isomorphic`."""

    other: Annotated[str, Field(description="Grid to compare with."), CommandArgument("OTHER")]


class IsomorphicReport(Report):
    """Report of `sudoku isomorphic`: whether two grids are the same puzzle, and their canonical forms."""

    isomorphic: bool
    canonical: str
    other_canonical: str


def isomorphic(grid: Grid, second: Grid) -> bool:
    """Return whether two grids are the same puzzle up to symmetries and digit renaming."""
    return canonical(grid) == canonical(second)


def _isomorphic_answer(grid: Grid, options: SudokuIsomorphicOptions, progress: Progress) -> QueryResult[bool]:
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


ISOMORPHIC = Query(
    options=SudokuIsomorphicOptions,
    report=IsomorphicReport,
    answer=_isomorphic_answer,
    examples={"turned": {"puzzle": NEWSPAPER_GRID, "other": NEWSPAPER_GRID[::-1]}},
)


_BATCH = 256


class SudokuCanonicalOptions(QueryOptions):
    """Options of `sudoku canonical`."""

    duplicates: Annotated[
        bool,
        Field(description="Report which earlier grid is the same puzzle."),
        Option(command_only=True),
    ] = False

    @property
    def remembers(self) -> bool:
        return self.duplicates


class CanonicalReport(Report):
    """Report of `sudoku canonical`: the canonical form of a grid.

    With --duplicates, `same_as` is the number (from 1) of the first earlier grid with the same form.
    """

    canonical: str
    same_as: int | None = None

    def absent(self) -> set[str]:
        return super().absent() | ({"same_as"} if self.same_as is None else set())


def canonical(grid: Grid) -> Grid:
    """Return the canonical form: the smallest grid that symmetries and digit renaming can reach."""
    from entails.solvers.sudoku.persistent import canonical_forms

    require_puzzle_type(grid, "sudoku", "canonical")
    return canonical_forms([grid])[0]


def _canonical_answer(grid: Grid, options: SudokuCanonicalOptions, progress: Progress) -> QueryResult[Grid]:
    """Return the canonical form of one grid."""
    del options, progress
    return _result(grid, canonical(grid))


def answer_many(
    grids: Iterator[Grid], options: SudokuCanonicalOptions, progress: Progress
) -> Iterator[QueryResult[Grid] | EntailsError]:
    """Yield the canonical form of each grid; with `duplicates`, also the first grid that has the same form."""
    from entails.solvers.sudoku.persistent import canonical_forms, require_canonical_form

    del progress
    first: dict[tuple[int, ...], int] = {}
    number = 0
    while some := list(islice(grids, _BATCH)):
        refused: dict[int, UnsupportedPuzzle] = {}
        for place, grid in enumerate(some):
            try:
                require_canonical_form(grid)
            except UnsupportedPuzzle as error:
                refused[place] = error
        forms = iter(canonical_forms([grid for place, grid in enumerate(some) if place not in refused]))
        for place, grid in enumerate(some):
            number += 1
            if place in refused:
                yield refused[place]
                continue
            form = next(forms)
            same = first.setdefault(form.cells, number) if options.duplicates else number
            yield _result(grid, form, None if same == number else same)


def _result(grid: Grid, form: Grid, same_as: int | None = None) -> QueryResult[Grid]:
    return QueryResult(form, CanonicalReport(**named(grid), canonical=form.line, same_as=same_as))


CANONICAL = Query(
    options=SudokuCanonicalOptions,
    report=CanonicalReport,
    answer=_canonical_answer,
    takes="many",
    many=answer_many,
    examples={"a newspaper grid": {"puzzle": NEWSPAPER_GRID}},
)
