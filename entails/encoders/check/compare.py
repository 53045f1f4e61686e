"""Two variables compared."""

from entails.encoders.check.known import NO_FAULT, Faults, Known, compares
from entails.models.statement import Compare


def faults(said: Compare, known: Known) -> Faults:
    left, right = known.values[said.left], known.values[said.right]
    if compares(left, said.op, right + said.offset):
        return NO_FAULT
    return known.fault(said, known.told((said.left, said.right)))
