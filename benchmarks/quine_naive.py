"""1-saturation with python-sat's `propagate`, in two straightforward versions, for comparison with the kernels."""

from pysat.solvers import Solver

from entails.models.encoding import Cnf
from entails.models.sudoku.grid import Grid

SOLVER = "minisat22"


class OneSolver:
    """One solver with all rules; givens and derived facts are assumed again with every supposition."""

    def __init__(self, rules: Cnf[Grid]) -> None:
        self._variables = rules.variables
        self._solver = Solver(name=SOLVER, bootstrap_with=rules.base.lists)

    def solves(self, givens: list[int]) -> bool:
        consistent, known = self._solver.propagate(givens)
        facts = set(known)
        gained = consistent
        while gained and len(facts) < self._variables:
            gained = False
            for variable in range(1, self._variables + 1):
                if variable in facts or -variable in facts:
                    continue
                can_be, true = self._solver.propagate([*facts, variable])
                need_not_be, false = self._solver.propagate([*facts, -variable])
                kept = set(false) if not can_be else set(true) if not need_not_be else set(true) & set(false)
                if not kept <= facts:
                    facts = set(self._solver.propagate([*facts, *kept])[1])
                    gained = True
        return len(facts) == self._variables


def solves_with_its_own_solver(cnf: Cnf[Grid], solver: Solver) -> bool:
    """Return whether 1-saturation solves a grid, with a solver loaded with its pruned clauses."""
    settled: set[int] = set()
    gained = True
    while gained and len(settled) < cnf.variables:
        gained = False
        for variable in range(1, cnf.variables + 1):
            if variable in settled:
                continue
            can_be, true = solver.propagate([variable])
            need_not_be, false = solver.propagate([-variable])
            if not can_be or not need_not_be:
                kept = {variable, *true} if can_be else {-variable, *false}
            else:
                kept = set(true) & set(false)
            if kept:
                gained = True
                settled.update(map(abs, kept))
                for literal in kept:
                    solver.add_clause([literal])
    return len(settled) == cnf.variables
