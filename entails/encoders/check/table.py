"""One of these rows, or none of them."""

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Table

_NOT_A_ROW = Template("no row of the table has {row}", "aucune ligne de la table n'a {row}")
_A_ROW = Template("a row of the table has {row}", "une ligne de la table a {row}")


def faults(said: Table, known: Known) -> Faults:
    row = [known.values[number] for number in said.over]
    if bool((said.rows.array == row).all(axis=1).any()) == said.allowed:
        return NO_FAULT
    how = _NOT_A_ROW if said.allowed else _A_ROW
    return known.fault(said, how(row=known.told(said.over)))
