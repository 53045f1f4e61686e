"""Solve or optimise; report whether the solution is unique."""

from pydantic import Field

from entails.models.problem.model import ProblemModel
from entails.models.problem.model import Solution as Values
from entails.queries import solve as common
from entails.queries.query import Progress, Query, QueryResult

PLACE = 2

NamedValues = dict[str, bool | int | str]


class ModelSolveReport(common.SolveReport):
    """Report of `model solve`. `solution` is `answer` as text."""

    answer: NamedValues | None = Field(default=None, description="the value of every variable, by its name")
    answers: list[NamedValues] | None = Field(default=None, description="with --all: every solution found")
    optimal: bool | None = Field(default=None, description="proven optimal; null if there is no objective")


def answer(puzzle: ProblemModel, options: common.SolveOptions, progress: Progress) -> QueryResult[tuple[Values, ...]]:
    """Solve as the common query does, with solutions by variable name."""
    result = common.answer(puzzle, options, progress)
    solutions = [dict(solution) for solution in result.value]
    fields = {name: getattr(result.report, name) for name in common.SolveReport.model_fields}
    report = ModelSolveReport(
        **fields,
        answer=solutions[0] if solutions else None,
        answers=None if options.all is None else solutions,
        optimal=None if result.report.objective is None else result.report.complete,
    )
    return QueryResult(result.value, report, result.verdict, result.notes)


QUERY = Query(options=common.SolveOptions, report=ModelSolveReport, answer=answer)
