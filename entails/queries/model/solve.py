"""The solution, and whether it is the only one; or the best, where something is to be maximised or minimised."""

from pydantic import Field

from entails.models.problem.model import Answer as Values
from entails.models.problem.model import Model
from entails.queries import solve as common
from entails.queries.query import Answer, Progress, Question

PLACE = 2

Told = dict[str, bool | int | str]


class ModelSolveReport(common.SolveReport):
    """`model solve`. `solution` is the same as `answer`, as text."""

    answer: Told | None = Field(default=None, description="the value of every variable, by its name")
    answers: list[Told] | None = Field(default=None, description="with --all: every solution found")
    optimal: bool | None = Field(default=None, description="none is better; null where none is better than another")


def answer(puzzle: Model, ask: common.Ask, progress: Progress) -> Answer[tuple[Values, ...]]:
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
    return Answer(found.value, report, found.verdict)


QUESTION = Question(ask=common.Ask, report=ModelSolveReport, answer=answer)
