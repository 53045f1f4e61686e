"""One of these rows, or none of them."""

from entails.encoders.cpsat.model import Model
from entails.models.statement import Table


def post(said: Table, model: Model) -> None:
    guard = model.guard(said)
    if not said.over or not len(said.rows):
        if said.allowed != bool(len(said.rows)):
            model.never(guard)
        return
    add = model.cp.add_allowed_assignments if said.allowed else model.cp.add_forbidden_assignments
    model.hold(add([model.variables[number] for number in said.over], said.rows.array), guard)
