"""How far apart two variables are."""

from entails.encoders.check.known import NO_FAULT, Faults, Known, compares
from entails.models.sentence import Template
from entails.models.statement import Distance

_APART = Template("they are {apart} apart, not {op} {k}: {both}", "leur écart est {apart}, pas {op} {k} : {both}")


def faults(said: Distance, known: Known) -> Faults:
    apart = abs(known.values[said.left] - known.values[said.right])
    if compares(apart, said.op, said.k):
        return NO_FAULT
    both = known.told((said.left, said.right))
    return known.fault(said, _APART(apart=apart, op=said.op, k=said.k, both=both))
