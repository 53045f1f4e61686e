"""Contradictions beside python-sat's MUSX and LBX on a random unsatisfiable formula of SATLIB's uuf50 kind."""

import random
from typing import Any

from benchmarks.measure import cpu, figure
from clausal.models.dimacs import read_dimacs
from clausal.models.limits import Limits, Options
from clausal.models.outcome import Explanation
from clausal.solvers.explain import explain
from clausal.solvers.registry import engine

VARIABLES, CLAUSES, FORMULAS = 50, 218, 5
REPAIRS = 20


def main() -> None:
    """Run all of them."""
    contradictions()


def unsatisfiable(seed: int) -> list[list[int]]:
    """Random clauses of three literals without a solution."""
    from pysat.solvers import Minisat22

    dice = random.Random(seed)
    while True:
        clauses = []
        for _ in range(CLAUSES):
            three = dice.sample(range(1, VARIABLES + 1), 3)
            clauses.append([literal if dice.random() < 0.5 else -literal for literal in three])
        with Minisat22(bootstrap_with=clauses) as solver:
            if not solver.solve():
                return clauses


def contradictions() -> None:
    """A minimal conflict and a minimal repair, each solved again, against the two programs that give one of them."""
    from pysat.examples.lbx import LBX
    from pysat.examples.musx import MUSX
    from pysat.formula import WCNF

    ours, musx, lbx = 0.0, 0.0, 0.0
    found: list[Explanation] = []
    for seed in range(FORMULAS):
        clauses = unsatisfiable(seed)
        text = f"p cnf {VARIABLES} {CLAUSES}\n" + "".join(" ".join(map(str, one)) + " 0\n" for one in clauses)
        formula = read_dimacs(text)
        soft = WCNF()
        for clause in clauses:
            soft.append(clause, weight=1)

        def first(formula: Any = formula) -> None:
            limits = Limits(seconds=10)
            found.append(
                explain(engine("minisat22"), formula, limits, Options(), first=True, referee=engine("mergesat3"))
            )

        def repairs(soft: Any = soft) -> None:
            with LBX(soft) as search:
                for _ in range(REPAIRS):
                    search.block(search.compute())

        ours += cpu(first)
        musx += cpu(lambda soft=soft: MUSX(soft, verbosity=0).compute())  # type: ignore[misc]
        lbx += cpu(repairs)
    assert all(one.verified and one.conflicts and one.repairs for one in found)
    name = f"a conflict and a repair of {CLAUSES} random clauses, confirmed, against MUSX and LBX"
    ratio = ours / (musx + lbx)
    each = f"{1000 * ours / FORMULAS:.0f} ms against {1000 * musx / FORMULAS:.0f} + {1000 * lbx / FORMULAS:.0f}"
    figure(name, f"{ratio:.1f} times their time ({each})", "3", ratio <= 3)


if __name__ == "__main__":
    main()
