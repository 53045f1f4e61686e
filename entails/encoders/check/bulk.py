"""Clauses by the million: all of them looked at as one array."""

import numpy as np

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Bulk

_NONE = Template("none of these holds: {facts}", "rien de ceci n'est vrai : {facts}")


def faults(said: Bulk, known: Known) -> Faults:
    true = np.zeros(known.statement.facts + 1, bool)
    true[np.array(list(known.true), np.int64)] = True
    held = true[np.abs(said.lits)] == (said.lits > 0)
    counted = np.concatenate([[0], np.cumsum(held)])
    empty_handed = np.flatnonzero(counted[said.starts[1:]] == counted[said.starts[:-1]]).tolist()
    if not empty_handed:
        return NO_FAULT
    groups = said.group_of.tolist() or [said.group] * (len(said.starts) - 1)
    first_of = {groups[clause]: clause for clause in reversed(empty_handed)}
    return tuple(
        fault
        for group, clause in sorted(first_of.items())
        for fault in known.fault(said, _NONE(facts=known.facts(_clause(said, clause))), group)
    )


def _clause(said: Bulk, clause: int) -> list[int]:
    return [int(lit) for lit in said.lits[said.starts[clause] : said.starts[clause + 1]]]
