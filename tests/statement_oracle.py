"""All solutions of a small statement by evaluating conditions, without a compiler."""

from collections.abc import Iterator

from entails.formats.model_json.scope import Lifting, unknowns_of
from entails.models.expressions.core import Condition
from entails.models.statement import Statement


def every_assignment(statement: Statement) -> Iterator[tuple[int, ...]]:
    """Yield the values of all variables, including hidden ones, that satisfy every constraint; each constraint is
    tested once its last variable has a value.
    """
    unknowns = unknowns_of(statement)
    lifting = Lifting(statement, unknowns)
    due: list[list[Condition]] = [[] for _ in range(len(unknowns) + 1)]
    for constraint in statement.every_constraint:
        condition = lifting.whole(constraint)
        due[max((unknown.number + 1 for unknown in condition.unknowns()), default=0)].append(condition)
    values: list[int] = []

    def kept() -> bool:
        return all(condition.value(lambda unknown: values[unknown.number]) for condition in due[len(values)])

    def extended() -> Iterator[tuple[int, ...]]:
        if len(values) == len(unknowns):
            yield tuple(values)
            return
        for value in unknowns[len(values)].values:
            values.append(value)
            if kept():
                yield from extended()
            values.pop()

    if kept():
        yield from extended()


def every_answer(statement: Statement) -> list[tuple[int, ...]]:
    """Return the solutions without hidden variables, each as often as the hidden ones can complete it."""
    return [values[: statement.shown] for values in every_assignment(statement)]
