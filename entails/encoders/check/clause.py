"""One of these holds."""

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Clause

_NONE = Template("none of these holds: {facts}", "rien de ceci n'est vrai : {facts}")


def faults(said: Clause, known: Known) -> Faults:
    true = known.true
    for lit in said.lits:
        if lit in true if lit > 0 else -lit not in true:
            return NO_FAULT
    return known.fault(said, _NONE(facts=known.facts(said.lits)))
