"""How far apart two variables are: their difference lies among the numbers of the right size, on either side of 0."""

from entails.encoders.cpsat.model import Interval, Model, intervals
from entails.models.statement import Distance


def post(said: Distance, model: Model) -> None:
    guard = model.guard(said)
    sizes = [(max(0, low), high) for low, high in intervals(said.op, said.k) if high >= 0]
    model.sum([(1, said.left), (-1, said.right)], (), _both_sides(sizes), guard)


def _both_sides(sizes: list[Interval]) -> list[Interval]:
    """The numbers of these sizes, in order; the two that meet in the middle are one."""
    below = [(-high, -low) for low, high in reversed(sizes)]
    if below and below[-1][1] == 0:
        return [*below[:-1], (below[-1][0], sizes[0][1]), *sizes[1:]]
    return below + sizes
