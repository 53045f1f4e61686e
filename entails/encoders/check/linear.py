"""A sum compared with a number."""

from entails.encoders.check.known import NO_FAULT, Faults, Known, compares
from entails.models.sentence import Template
from entails.models.statement import Linear

_SUM = Template("the sum is {total}, not {op} {value}: {parts}", "la somme est {total}, pas {op} {value} : {parts}")


def faults(said: Linear, known: Known) -> Faults:
    total = sum(times * known.values[number] for times, number in said.terms)
    total += sum(times for times, fact in said.facts if known.holds(fact))
    if compares(total, said.op, said.value):
        return NO_FAULT
    parts = known.told(number for _, number in said.terms)
    return known.fault(said, _SUM(total=total, op=said.op, value=said.value, parts=parts))
