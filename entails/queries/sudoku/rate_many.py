"""Rate many grids in one request."""

from typing import Annotated

from pydantic import Field

from entails.models.errors import EntailsError
from entails.models.fields import Value
from entails.queries.parse import parse
from entails.queries.query import Progress, Query, QueryResult, TimedOptions
from entails.queries.sudoku.rate import RateReport, rate, rate_report
from entails.queries.sudoku.steps import NEWSPAPER_GRID

PANEL = None


class SudokuRateManyOptions(TimedOptions):
    """Options of `rate_many`: the grids to rate."""

    puzzles: Annotated[tuple[str, ...], Field(min_length=1, description="The grids.")]


class RatedReport(Value):
    """The rating of each grid, in order; null for an invalid grid, with a message in `errors` by its index."""

    ratings: tuple[RateReport | None, ...]
    errors: dict[int, str] = Field(default_factory=dict)


def answer(nothing: None, options: SudokuRateManyOptions, progress: Progress) -> QueryResult[RatedReport]:
    """Rate the grids one by one and collect the errors of invalid ones."""
    del nothing
    ratings: list[RateReport | None] = []
    errors: dict[int, str] = {}
    for index, text in enumerate(options.puzzles):
        try:
            ratings.append(rate_report(rate(parse("sudoku", text), quine=False)))
        except EntailsError as error:
            ratings.append(None)
            errors[index] = str(error)
        progress((index + 1) / len(options.puzzles), f"{index + 1} / {len(options.puzzles)}")
    report = RatedReport(ratings=tuple(ratings), errors=errors)
    return QueryResult(report, report)


QUERY = Query(
    options=SudokuRateManyOptions,
    report=RatedReport,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"one grid": {"puzzles": [NEWSPAPER_GRID]}},
)
