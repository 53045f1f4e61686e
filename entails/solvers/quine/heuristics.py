"""Which variable to reason on. A heuristic looks at the open clauses and names a variable that occurs in them.

Auxiliary variables are considered only where the puzzle's own do not occur any more.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from entails.solvers.kernels import argument, choice, struck
from entails.solvers.quine.options import Heuristic
from entails.solvers.quine.shrinking import ShrinkingWorkspace
from entails.solvers.quine.workspace import Workspace

Choose = Callable[[Workspace, Random], int]
"""Gives a variable (from 0) of an open clause; a negative number only when the work was stopped."""


def by_clause_size(*, largest: bool, most: bool) -> Choose:
    """Positive occurrences decide; where there are none, negative ones stand in for them."""

    def choose(work: Workspace, random: Random) -> int:
        del random
        for variables in (work.answers, work.variables):
            for sign in (0, 1):
                if isinstance(work, ShrinkingWorkspace):
                    variable = struck.first_by_clause_size(work.left, variables, sign, largest, most)
                else:
                    variable = choice.by_clause_size(work.formula, work.trail, variables, sign, largest, most)
                if variable >= 0:
                    return variable
        raise AssertionError("no clause is open")

    return choose


def by_occurrences(work: Workspace, random: Random) -> int:
    """Every occurrence is as likely as any other."""
    for variables in (work.answers, work.variables):
        _, total = _occurrence(work, variables, -1)
        if total:
            return _occurrence(work, variables, random.randrange(total))[0]
    raise AssertionError("no clause is open")


def _occurrence(work: Workspace, variables: int, wanted: int) -> tuple[int, int]:
    if isinstance(work, ShrinkingWorkspace):
        return struck.nth_occurrence(work.left, variables, wanted)
    return choice.occurrence(work.formula, work.trail, variables, wanted)


def by_argument(work: Workspace, random: Random) -> int:
    """Try every variable and compare the arguments."""
    del random
    for variables in (work.answers, work.variables):
        candidates = choice.occurring(work.formula, work.trail, variables)
        if len(candidates):
            variable, _ = argument.shortest(work.formula, work.trail, work.size, candidates, work.stop)
            return int(variable)
    raise AssertionError("no clause is open")


CHOOSE: Mapping[Heuristic, Choose] = MappingProxyType(
    {
        "shortest": by_argument,
        "min": by_clause_size(largest=False, most=False),
        "max": by_clause_size(largest=True, most=True),
        "max-program": by_clause_size(largest=False, most=True),
        "random": by_occurrences,
    }
)
