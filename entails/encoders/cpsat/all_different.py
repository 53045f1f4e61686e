"""No value twice. Where each value has a sentence of its own that may be doubted, it is said value by value."""

from entails.encoders.cpsat.model import Model
from entails.models.statement import AllDifferent


def post(said: AllDifferent, model: Model) -> None:
    fine = model.grain.fine(said)
    if fine and model.statement.every_group[said.group].doubtable:
        for value, group in fine.items():
            model.sum((), _having(said, value, model), [(1, 1)], model.guard(said, fine=group))
    elif said.apart_from and not said.apart_from.isdisjoint(_values(said, model)):
        for value in sorted(_values(said, model) - said.apart_from):
            model.sum((), _having(said, value, model), [(0, 1)], model.guard(said))
    else:
        model.hold(model.cp.add_all_different([model.variables[number] for number in said.over]), model.guard(said))


def _values(said: AllDifferent, model: Model) -> set[int]:
    return {value for number in said.over for value in model.statement.variables[number].values}


def _having(said: AllDifferent, value: int, model: Model) -> list[tuple[int, int]]:
    """The facts that give one of them this value, each counted once."""
    able = [number for number in said.over if value in model.statement.variables[number].values]
    return [(1, model.statement.fact(number, value)) for number in able]
