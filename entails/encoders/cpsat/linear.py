"""A sum compared with a number, which is what CP-SAT is made for."""

from entails.encoders.cpsat.model import Model, intervals
from entails.models.statement import Linear


def post(said: Linear, model: Model) -> None:
    guard = model.guard(said)
    model.sum(said.terms, said.facts, intervals(said.op, said.value), guard)
