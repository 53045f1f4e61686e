"""A proof that statements contradict, checked before anybody sees it.

It speaks of the rules and of these statements alone, so it proves as much of the whole formula: what follows from some
clauses follows from all of them.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from entails.models.encoding import Clauses, Cnf
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Unsatisfiable
from entails.solvers.proof import check_proof
from entails.solvers.registry import engine

_WRITES_PROOFS = "cadical195"


def refutation(cnf: Cnf[Any], held: Collection[str], limits: Limits) -> tuple[str, ...] | None:
    """The lines of a proof that the rules and the groups of these ids have no answer; None when the limits came
    first."""
    kept = np.array([not group.doubtable or group.id in held for group in cnf.groups], bool)
    clauses = _of_groups(cnf.clauses, kept)
    alone = replace(cnf, base=Clauses.of([]), added=clauses)
    with engine(_WRITES_PROOFS).open(alone, limits, Options(proof=True)) as session:
        outcome = session.solve()
    if not isinstance(outcome, Unsatisfiable):
        return None
    lines = outcome.proof or ()
    if not (found := check_proof(clauses.lists, lines)).verified:
        raise EngineFault(f"the proof of engine {_WRITES_PROOFS} does not hold: {found.problem}")
    return lines


def refuse_without_clauses(encoding: object) -> Cnf[Any]:
    """The clauses that a proof speaks of."""
    if not isinstance(encoding, Cnf):
        raise UnsupportedCapability("a proof speaks of clauses: choose an encoder that makes them")
    return encoding


def _of_groups(clauses: Clauses, kept: "np.ndarray[Any, np.dtype[np.bool_]]") -> Clauses:
    """The clauses of these groups, in their order."""
    wanted = kept[clauses.group_of]
    sizes = np.diff(clauses.starts)
    starts = np.concatenate([np.zeros(1, np.int32), np.cumsum(sizes[wanted], dtype=np.int32)])
    return Clauses(clauses.lits[np.repeat(wanted, sizes)], starts, clauses.group_of[wanted])
