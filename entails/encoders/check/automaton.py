"""Values that lead through an automaton from its start to a final state."""

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Automaton

_REFUSED = Template("this row is refused: {row}", "cette suite est refusée : {row}")


def faults(said: Automaton, known: Known) -> Faults:
    states = {said.start}
    for number in said.over:
        value = known.values[number]
        states = {after for before, read, after in said.transitions if read == value and before in states}
    if not states.isdisjoint(said.finals):
        return NO_FAULT
    return known.fault(said, _REFUSED(row=known.told(said.over)))
