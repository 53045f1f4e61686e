"""So many of these hold."""

from entails.encoders.check.known import NO_FAULT, Faults, Known, compares
from entails.models.sentence import Template
from entails.models.statement import Count

_COUNTED = Template("{found} of these hold, not {op} {k}: {facts}", "{found} sont vrais, pas {op} {k} : {facts}")


def faults(said: Count, known: Known) -> Faults:
    found = sum(map(known.holds, said.lits))
    if compares(found, said.op, said.k):
        return NO_FAULT
    return known.fault(said, _COUNTED(found=found, op=said.op, k=said.k, facts=known.facts(said.lits)))
