"""Every answer of a small statement, by trying. What constraints mean is read off their conditions, not compiled."""

from collections.abc import Iterator

from entails.formats.model_json.scope import Lifting, unknowns_of
from entails.models.expressions.core import Condition
from entails.models.statement import Statement


def every_assignment(statement: Statement) -> Iterator[tuple[int, ...]]:
    """The values of all variables, hidden ones too, that keep every constraint. A constraint is looked at as soon as
    its last variable has a value, so hidden variables, which follow from the others, cost next to nothing."""
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
    """The same without the hidden variables, each answer as often as there are ways to hide it."""
    return [values[: statement.shown] for values in every_assignment(statement)]
