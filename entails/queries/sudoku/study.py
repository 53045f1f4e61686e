"""Rerun the experiments of a study and compare the figures.

The study is landreau (Landreau 2025): visual criteria, technique counts with two linear models, modified Quine, chaos.
INPUT is a file of classic grids to measure; the printed coefficients are applied to each. --ratings names a CSV file
with the columns puzzle and target for the correlations and fits. Without either, a small shipped set with its ER is
used.
"""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from entails.models.errors import InvalidData, InvalidOption, at_field
from entails.models.fields import CommandArgument, Document, Option
from entails.models.rating import SudokuStudyReport
from entails.queries.query import Progress, Query, QueryResult, Seed, TimedOptions, counted
from entails.queries.sudoku.steps import NEWSPAPER_GRID

if TYPE_CHECKING:
    from entails.models.sudoku.grid import Grid

PANEL = "Experiments"
PLACE = 32

_STUDIES = ("landreau",)
_MOST_GRIDS = 100_000


class SudokuStudyOptions(TimedOptions):
    """Options of `sudoku study`."""

    name: Annotated[str, CommandArgument("NAME", "Study: landreau.")]
    data: Annotated[
        Document | None,
        Field(description="File of classic grids to measure (default: the rated grids)."),
        CommandArgument("INPUT"),
    ] = None
    ratings: Annotated[
        Document | None,
        Field(description="CSV file with the columns puzzle and target, for correlations and fits."),
        Option(metavar="FILE"),
    ] = None
    target: Annotated[
        str | None,
        Field(description="Rating column (default: rating, time or D_TO)."),
        Option(metavar="COLUMN"),
    ] = None
    limit: Annotated[
        int | None, Field(ge=1, description="Number of rated rows to read."), Option("--rows", metavar="N")
    ] = None
    chaos: Annotated[
        int, Field(ge=0, le=10_000, description="Number of grids whose chaos is measured."), Option(metavar="N")
    ] = 3
    seconds: Annotated[
        float,
        Field(ge=0.001, allow_inf_nan=False, description="Time limit of modified Quine and chaos, in seconds."),
        Option(metavar="S", panel="Limits"),
    ] = 60.0
    seed: Annotated[Seed, Field(ge=0)] = 0


def answer(nothing: None, options: SudokuStudyOptions, progress: Progress) -> QueryResult[SudokuStudyReport]:
    """Measure the grids, and compare the printed figures with those on the rated grids."""
    from entails.studies.sudoku import landreau

    del nothing
    with at_field("name"):
        if options.name not in _STUDIES:
            raise InvalidOption(f"unknown study {options.name[:30]!r}", where="NAME", expected=", ".join(_STUDIES))
    with at_field("target"):
        if options.ratings is None and options.target is not None:
            raise InvalidOption("a target needs ratings", where="--target", expected="--ratings FILE")
    grids, rated = None, None
    if options.data is not None:
        with at_field("data"), options.data.naming_errors():
            grids = _grids(options.data)
    if options.ratings is not None or grids is None:
        table = options.ratings or landreau.shipped_ratings()
        with at_field("ratings"), table.naming_errors():
            rated = landreau.read_base(table, options.target, options.limit)
            _require_classic(rated.grids)
        grids = rated.grids if grids is None else grids
    each = counted(progress, landreau.parts(grids, rated), "disjunctions")
    seed = options.seed % 2**31
    report = landreau.rerun(grids, rated, limits=options.limits, chaos=options.chaos, seed=seed, each=each)
    return QueryResult(report, report)


def _grids(document: Document) -> "tuple[Grid, ...]":
    """Return the grids of a file; an invalid one raises its error."""
    from entails.formats.sudoku.read import read_grids

    grids = []
    for entry in read_grids(document.text):
        if entry.error is not None:
            raise entry.error.at(f"line {entry.line}")
        if entry.puzzle is not None:
            grids.append(entry.puzzle)
        if len(grids) > _MOST_GRIDS:
            raise InvalidData(f"more than {_MOST_GRIDS:,} grids", expected="a smaller file")
    _require_classic(grids)
    return tuple(grids)


def _require_classic(grids: "tuple[Grid, ...] | list[Grid]") -> None:
    from entails.solvers.sudoku.steps.position import require_classic

    if not grids:
        raise InvalidData("no grids", expected="classic 9x9 grids")
    for grid in grids:
        require_classic(grid)


QUERY = Query(
    options=SudokuStudyOptions,
    report=SudokuStudyReport,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"one grid": {"name": "landreau", "data": f"{NEWSPAPER_GRID}\n", "chaos": 0}},
)
