"""Two variables compared: their difference against the offset."""

from entails.encoders.cpsat.model import Model, intervals
from entails.models.statement import Compare


def post(said: Compare, model: Model) -> None:
    guard = model.guard(said)
    model.sum([(1, said.left), (-1, said.right)], (), intervals(said.op, said.offset), guard)
