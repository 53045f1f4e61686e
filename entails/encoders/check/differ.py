"""Two rows that are not equal everywhere."""

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Differ

_EQUAL = Template("both are the same: {row}", "les deux sont identiques : {row}")


def faults(said: Differ, known: Known) -> Faults:
    if any(known.values[one] != known.values[other] for one, other in zip(said.left, said.right, strict=True)):
        return NO_FAULT
    return known.fault(said, _EQUAL(row=known.told(said.left)))
