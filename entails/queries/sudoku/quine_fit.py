"""Fit ratings from depth, disjunctions and eliminations.

The coefficients of Landreau 2025 are shown for comparison.
"""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from entails.models.errors import at_field
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.report import Report
from entails.queries.query import Artefact, Progress, Query, QueryOptions, QueryResult, Stream, counted
from entails.studies.common import KINDS, require_matplotlib

if TYPE_CHECKING:
    from entails.studies.quine import FitReport

PANEL = "Experiments"
PLACE = 31


class SudokuQuineFitOptions(QueryOptions):
    """Options of `quine-fit`."""

    data: Annotated[
        Document, Field(description="CSV file with the columns puzzle and target."), CommandArgument("DATA.csv")
    ]
    target: Annotated[str, Field(description="Rating column."), Option(metavar="COLUMN")]
    cap: Annotated[int, Field(ge=1, description="Disjunction limit per grid.")] = 1000
    limit: Annotated[
        int | None, Field(ge=1, description="Number of rows to use."), Option("--rows", "--limit", metavar="N")
    ] = None
    preset: Annotated[str, Field(description="Engine preset: program, annex or default."), Option(metavar="NAME")] = (
        "program"
    )
    heuristic: Annotated[
        tuple[str, ...],
        Field(description="Heuristic to fit (repeatable; default: all)."),
        Option("--heuristic", metavar="NAME"),
    ] = ()


class QuineFitReport(Report):
    """Result of `quine-fit` for one heuristic, with the study's coefficients if it gives them."""

    target: str
    grids: int
    heuristic: str
    coefficients: dict[str, float | None]
    study: dict[str, float | None] | None
    pearson: float
    spearman: float
    cross_validated_pearson: float
    cross_validated_spearman: float
    undecided: int


class QuineFitsReport(Value):
    """The fits of all heuristics."""

    fits: tuple[QuineFitReport, ...]


def answer(nothing: None, query_options: SudokuQuineFitOptions, progress: Progress) -> Stream:
    """Yield the fit of each heuristic on the same grids."""
    from entails.solvers.quine.options import HEURISTICS, QuineOptions
    from entails.studies.quine import quine_fit, read_ratings

    del nothing
    with at_field("data"), query_options.data.naming_errors():
        ratings = read_ratings(query_options.data, query_options.target, query_options.limit)
    chosen = query_options.heuristic or tuple(HEURISTICS)
    fitted = counted(progress, len(chosen) * len(ratings.grids), "fitting")
    fits = quine_fit(ratings, QuineOptions.of(query_options.preset), query_options.cap, chosen, fitted)
    reports = tuple(
        QuineFitReport(
            file=query_options.data.name, target=query_options.target, grids=len(ratings.grids), **fit.as_json()
        )
        for fit in fits.fits
    )
    for fit, report in zip(fits.fits, reports, strict=True):
        yield QueryResult(fit, report)
    return QueryResult(fits, QuineFitsReport(fits=reports))


def _plot(fits: "FitReport", options: SudokuQuineFitOptions, ending: str) -> bytes:
    from entails.studies.quine import plot

    del options
    return plot(fits, ending)


QUERY = Query(
    options=SudokuQuineFitOptions,
    report=QuineFitReport,
    whole=QuineFitsReport,
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    artefacts={
        "plot": Artefact(
            _plot,
            "Write a plot of rating against fit: .png, .svg or .pdf.",
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        )
    },
    examples={
        "three grids": {
            "data": "puzzle,ER\n"
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2\n"
            ".....3......67..9..239.1..8.1.7.84....2...7....93.4.6.6..1.524..5..36......4.....,4.5\n"
            "8...1..47.7...4..54.23......1..43...............16..8......92.11..5...9.58..7...3,1.5\n",
            "target": "ER",
            "heuristic": ["min"],
        }
    },
    schema="quine-fit",
)
