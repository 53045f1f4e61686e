"""The solution, and whether it is the only one; or the best, where something is to be maximised or minimised."""

from pydantic import Field

from entails.models.problem.model import ProblemModel
from entails.models.problem.model import Solution as Values
from entails.queries import solve as common
from entails.queries.query import Progress, Query, QueryResult

PLACE = 2

Told = dict[str, bool | int | str]


class ModelSolveReport(common.SolveReport):
    """`model solve`. `solution` is the same as `answer`, as text."""

    answer: Told | None = Field(default=None, description="the value of every variable, by its name")
    answers: list[Told] | None = Field(default=None, description="with --all: every solution found")
    optimal: bool | None = Field(default=None, description="none is better; null where none is better than another")


def answer(puzzle: ProblemModel, ask: common.SolveOptions, progress: Progress) -> QueryResult[tuple[Values, ...]]:
    """What the common question says, with the answer by the names of the variables."""
    found = common.answer(puzzle, ask, progress)
    told = [dict(one) for one in found.value]
    said = {name: getattr(found.report, name) for name in common.SolveReport.model_fields}
    report = ModelSolveReport(
        **said,
        answer=told[0] if told else None,
        answers=None if ask.all is None else told,
        optimal=None if found.report.objective is None else found.report.complete,
    )
    return QueryResult(found.value, report, found.verdict)


QUESTION = Query(ask=common.SolveOptions, report=ModelSolveReport, answer=answer)
