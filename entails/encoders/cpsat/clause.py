"""One of these holds."""

from entails.encoders.cpsat.model import Model
from entails.models.statement import Clause


def post(said: Clause, model: Model) -> None:
    guard = model.guard(said)
    if len(said.lits) == 1:
        model.claim(said.lits[0], guard)
    else:
        model.hold(model.cp.add_bool_or(model.literals(said.lits)), guard)
