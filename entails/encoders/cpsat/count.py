"""So many of these hold: a sum of literals."""

from entails.encoders.cpsat.model import Model, intervals
from entails.models.statement import Count


def post(said: Count, model: Model) -> None:
    guard = model.guard(said)
    model.sum((), [(1, lit) for lit in said.lits], intervals(said.op, said.k), guard)
