"""Which variable to reason on. A heuristic looks at the open clauses and names a variable that occurs in them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from clausal.solvers.kernels import argument, choice
from clausal.solvers.kernels.cnf import I32
from clausal.solvers.quine.options import Heuristic
from clausal.solvers.quine.workspace import Workspace

Choose = Callable[[Workspace, Random], int]
"""Gives a variable (from 0). There is at least one open clause; it is negative only when the work was stopped."""


@dataclass(frozen=True)
class Weights:
    """Per variable: sizes of its smallest and largest open clause with the wanted sign, and its other occurrences."""

    smallest: I32
    largest: I32
    against: I32

    @property
    def candidates(self) -> NDArray[np.intp]:
        """The variables that occur with the wanted sign."""
        return np.flatnonzero(self.smallest)


def weigh(work: Workspace) -> Weights:
    """Weights by positive occurrences; where there are none, with every sign flipped.

    Auxiliary variables count only where the puzzle's own do not occur any more.
    """
    for variables in dict.fromkeys((work.answers, work.variables)):
        for sign in (0, 1):
            weights = Weights(*np.zeros((3, variables), np.int32))
            if choice.weigh(
                work.formula, work.trail, variables, sign, weights.smallest, weights.largest, weights.against
            ):
                return weights
    raise AssertionError("no clause is open")


def smallest_clause(work: Workspace, random: Random) -> int:
    del random
    weights = weigh(work)
    return _first_of_least(weights.candidates, weights.smallest, weights.against)


def largest_clause(work: Workspace, random: Random) -> int:
    del random
    weights = weigh(work)
    return _first_of_least(weights.candidates, -weights.largest, -weights.against)


def smallest_clause_as_programmed(work: Workspace, random: Random) -> int:
    del random
    weights = weigh(work)
    return _first_of_least(weights.candidates, weights.smallest, -weights.against)


def _first_of_least(candidates: NDArray[np.intp], first: I32, then: I32) -> int:
    """The candidate that is least by `first`, then by `then`, then by its number."""
    best = candidates[first[candidates] == first[candidates].min()]
    return int(best[np.argmin(then[best])])


def by_occurrences(work: Workspace, random: Random) -> int:
    for variables in dict.fromkeys((work.answers, work.variables)):
        _, total = choice.occurrence(work.formula, work.trail, variables, -1)
        if total:
            variable, _ = choice.occurrence(work.formula, work.trail, variables, random.randrange(total))
            return int(variable)
    raise AssertionError("no clause is open")


def shortest_argument(work: Workspace, random: Random) -> int:
    del random
    weights = weigh(work)
    occurring = np.flatnonzero((weights.smallest > 0) | (weights.against > 0)).astype(np.int32)
    variable, _ = argument.shortest(work.formula, work.trail, work.size, occurring, work.stop)
    return int(variable)


CHOOSE: Mapping[Heuristic, Choose] = MappingProxyType(
    {
        "shortest": shortest_argument,
        "min": smallest_clause,
        "max": largest_clause,
        "max-program": smallest_clause_as_programmed,
        "random": by_occurrences,
    }
)
