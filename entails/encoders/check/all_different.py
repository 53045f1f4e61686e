"""No value twice. Where each value has a sentence of its own, that of a value that comes again, or never, is broken."""

from collections import Counter

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Sentence, Template
from entails.models.statement import AllDifferent
from entails.models.statement.grain import Grain

_AGAIN = Template("{value} comes more than once: {where}", "{value} apparaît plusieurs fois : {where}")
_NEVER = Template("{value} does not come at all", "{value} n'apparaît pas")


def faults(said: AllDifferent, known: Known) -> Faults:
    if len(set(map(known.values.__getitem__, said.over))) == len(said.over):
        return NO_FAULT
    counted = Counter(known.values[number] for number in said.over)
    if fine := Grain.of(known.statement).fine(said):
        return tuple((group, _how(said, value, known)) for value, group in fine.items() if counted[value] != 1)
    again = [value for value in sorted(counted) if counted[value] > 1 and value not in said.apart_from]
    return known.fault(said, _how(said, again[0], known)) if again else NO_FAULT


def _how(said: AllDifferent, value: int, known: Known) -> Sentence:
    where = [number for number in said.over if known.values[number] == value]
    if where:
        return _AGAIN(value=known.shown(where[0]), where=known.told(where))
    return _NEVER(value=known.statement.variables[said.over[0]].shown(value))
