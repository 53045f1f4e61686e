"""The MaxSAT solver RC2 of python-sat, for the best solution of a `Cnf` with weighted literals.

RC2 (Ignatiev, Morgado & Marques-Silva 2019) raises a lower bound until a solution meets it, so it has no solution
before the best one. Without weights it returns any solution, more slowly than a SAT solver. Its search cannot be
interrupted, so it runs in a worker process.
"""

import time
from collections import Counter
from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from entails.models.encoding import Cnf, Encoding
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.engine import Budget, Engine, ForgetfulSession, Session

A = TypeVar("A")


class Rc2Engine(Engine):
    """The MaxSAT solver RC2."""

    def __init__(self) -> None:
        super().__init__(
            "rc2",
            "RC2, MaxSAT: the best solution of weighted clauses; runs in its own process",
            frozenset({"cnf"}),
            frozenset({"add", "assume", "enumerate", "optimise"}),
            isolated=True,
        )

    def missing(self) -> str | None:
        return None if find_spec("pysat") else "the package python-sat is not installed"

    def load(self) -> None:
        import_module("pysat.examples.rc2")

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf)
        return Rc2Session(encoding, limits, options)


class Rc2Session(ForgetfulSession, Generic[A]):
    """A formula for RC2; each query is a new search with the assumptions as unit clauses."""

    engine_name = "rc2"

    def __init__(self, cnf: Cnf[A], limits: Limits, options: Options) -> None:
        super().__init__(cnf.variables)
        self._cnf = cnf
        self._options = options
        self._budget = Budget(limits)
        self._weights, self._lost = _weights(cnf)

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        if groups is not None and not self._options.soft_groups:
            raise UnsupportedCapability("selecting groups requires a session opened with Options(soft_groups=True)")
        if self._budget.out_of_time:
            return Undecided("time", Stats(self.engine_name))
        best = self._search(
            [*self._clauses_of(groups), *(clause for _, clause in self._extra_clauses()), *([lit] for lit in assume)]
        )
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if best is None:
            return Unsatisfiable(stats)
        model, cost = best
        return self._satisfied({lit for lit in model if lit > 0}, cost, stats)

    def _clauses_of(self, groups: Collection[int] | None) -> list[list[int]]:
        clauses = self._cnf.clauses
        if groups is None:
            return clauses.lists
        off = set(self._cnf.soft).difference(groups)
        of_groups = zip(clauses.lists, clauses.group_of.tolist(), strict=True)
        return [clause for clause, group in of_groups if group not in off]

    def _search(self, clauses: list[Sequence[int]]) -> tuple[list[int], int] | None:
        """Return a best model and the weight of violated soft clauses; None if there is no model."""
        from pysat.examples.rc2 import RC2, RC2Stratified
        from pysat.formula import WCNF

        if not all(clauses):  # RC2 does not accept the empty clause
            return None
        formula: Any = WCNF()
        formula.extend(map(list, clauses))
        for lit, weight in self._weights.items():
            formula.append([lit], weight=weight)
        by_weight = len(set(self._weights.values())) > 1
        with (RC2Stratified if by_weight else RC2)(formula) as rc2:
            model = rc2.compute()
            return None if model is None else (model, rc2.cost)

    def _satisfied(self, true: set[int], cost: int, stats: Stats) -> Satisfied[A]:
        cnf = self._cnf
        facts = [fact if fact in true else -fact for fact in range(1, cnf.answers + 1)]
        true_facts = [fact for fact in facts if fact > 0]
        answer = cnf.decode(true_facts)
        known = tuple(true_facts if cnf.one_hot else facts)
        if cnf.objective is None:
            return Satisfied(answer, stats, known)
        worth = cnf.objective.worth(true)
        least = cost + self._lost
        if worth != (-least if cnf.objective.sense == "maximise" else least):
            raise EngineFault(f"engine rc2 reports objective {least} for a solution of objective {worth}")
        return Satisfied(answer, stats, known, float(worth), optimal=True, bound=float(worth))


def _weights(cnf: Cnf[Any]) -> tuple[dict[int, int], int]:
    """Return the weight that each literal loses by being false, and the weight that is always lost."""
    if cnf.objective is None:
        return {}, 0
    sign = -1 if cnf.objective.sense == "maximise" else 1
    costs: Counter[int] = Counter()
    lost = sign * cnf.objective.fixed
    for worth, lit in cnf.objective.facts:
        costs[abs(lit)] += sign * (worth if lit > 0 else -worth)
        lost += sign * worth if lit < 0 else 0
    lost += sum(cost for cost in costs.values() if cost < 0)
    return {(-fact if cost > 0 else fact): abs(cost) for fact, cost in costs.items() if cost}, lost


ENGINE = Rc2Engine()
