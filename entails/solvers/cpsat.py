"""OR-Tools CP-SAT as an engine, on its own recipes (`CpSat`) and on `Cnf`.

CP-SAT keeps no state between calls: a session keeps the built models and adds what is assumed or blocked to a copy.
One worker by default: these puzzles are small, and one worker is faster and repeatable.
"""

import time
from collections.abc import Collection, Generator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import isclose
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from entails.models.encoding import Cnf, CpSat, Encoding
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Core, EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.base import Session
from entails.solvers.budget import Budget, run_stoppable
from entails.solvers.cpsat_models import ModelCopy, Models, Record, by_index
from entails.solvers.cpsat_stream import Stream, true_facts
from entails.solvers.engine import Engine
from entails.solvers.session import ForgetfulSession

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

A = TypeVar("A")


class CpSatEngine(Engine):
    """The CP-SAT solver of OR-Tools."""

    def __init__(self) -> None:
        super().__init__(
            "cpsat",
            "OR-Tools CP-SAT",
            frozenset({"cnf", "cpsat"}),
            frozenset({"add", "assume", "core", "enumerate", "interrupt", "conflicts", "optimise"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("ortools") else "the package ortools is not installed"

    def load(self) -> None:
        import_module("ortools.sat.python.cp_model")

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf | CpSat)
        return CpSatSession(encoding, limits, options)


class CpSatSession(ForgetfulSession, Generic[A]):
    """The models of one puzzle. An answer of any of them is an answer; the best objective over all of them counts."""

    engine_name = "cpsat"

    def __init__(self, encoding: Cnf[A] | CpSat[A], limits: Limits, options: Options) -> None:
        super().__init__(encoding.variables if isinstance(encoding, Cnf) else len(encoding.names))
        self._encoding = encoding
        self._options = options
        self._budget = Budget(limits)
        self._models = Models(encoding)

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        if groups is not None and not self._options.doubt:
            raise UnsupportedCapability("choosing groups needs a session opened with Options(doubt=True)")
        best: Satisfied[A] | None = None
        known = Record(self._models)
        stopped: Undecided | None = None
        cores: list[Core] = []
        conflicts = 0
        for index in self._models.in_turn(known):
            outcome = self._solve_one(index, assume, groups)
            conflicts += outcome.stats.conflicts or 0
            match outcome:
                case Satisfied(objective=None):
                    return outcome
                case Satisfied(objective=float(worth), bound=bound):
                    best = outcome if known.reaches(worth) else best
                    known.settle(index, worth, bound)
                case Unsatisfiable(core=core):
                    known.settle(index)
                    cores += [] if core is None else [core]
                case Undecided():
                    stopped = outcome
                    break
        stats = Stats(self.engine_name, time.perf_counter() - started, conflicts)
        if best is not None:
            return replace(best, stats=stats, optimal=known.bound == best.objective, bound=known.bound)
        if stopped is not None:
            return Undecided(stopped.reason, stats)
        groups_in = {name for core in cores for name in core.groups}
        in_order = tuple(group.id for group in self._encoding.groups if group.id in groups_in)
        assumed, added = (
            {lit for core in cores for lit in core.assumed},
            {one for core in cores for one in core.added},
        )
        return Unsatisfiable(stats, Core(in_order, tuple(sorted(assumed)), tuple(sorted(added))))

    def _solve_one(self, index: int, assume: Sequence[int], groups: Collection[int] | None) -> Outcome[A]:
        started = time.perf_counter()
        model = self._models.copy(index)
        parts = model.parts
        added = model.tell(self._told())
        assumed = {model.literal(fact).index: fact for fact in assume}
        held = {model.switch(g).index: g for g in parts.switches if groups is None or g in groups}
        claimed = [by_index(model.copy, index) for index in (*assumed, *held, *added)]
        if self._options.doubt or assume:  # assumptions and an objective do not go together
            model.copy.clear_objective()  # type: ignore[no-untyped-call]
            model.copy.add_assumptions(claimed)
        else:
            model.copy.add_bool_and(claimed)
        solver = self._solver()
        status = self._run(solver, model.copy)
        stats = Stats(self.engine_name, time.perf_counter() - started, solver.num_conflicts, solver.num_branches)
        self._budget.spend_conflicts(solver.num_conflicts)
        if status in ("OPTIMAL", "FEASIBLE"):
            return self._satisfied(model, solver, stats, proven=status == "OPTIMAL")
        if status == "INFEASIBLE":
            core = set(solver.sufficient_assumptions_for_infeasibility() if model.copy.proto.assumptions else ())
            if not core <= {*assumed, *held, *added}:  # presolve may name an equal literal that was not assumed
                core = {*assumed, *held, *added}
            names = tuple(self._encoding.groups[held[index]].id for index in held if index in core)
            facts, numbers = (tuple(of[i] for i in of if i in core) for of in (assumed, added))
            return Unsatisfiable(stats, Core(names, facts, numbers))
        return Undecided(self._budget.what_ran_out(), stats)

    def _satisfied(self, model: ModelCopy, solver: "CpSolver", stats: Stats, *, proven: bool) -> Satisfied[A]:
        true = true_facts(model.parts, solver)
        facts = (*true, *(-fact for fact in set(self._models.deniable(model.parts)).difference(true)))
        worth = _exact(solver.objective_value) if model.copy.has_objective() else None
        bound = worth if worth is None or proven else _exact(solver.best_objective_bound)
        return Satisfied(self._encoding.decode(true), stats, tuple(sorted(facts, key=abs)), worth, bound=bound)

    def answers(self, most: int | None) -> Generator[A, None, EndReason | None]:
        """All answers by CP-SAT's own enumeration, as it finds them; the objective is dropped."""
        seen: set[tuple[int, ...]] = set()  # auxiliaries may let it find an answer several times
        for index in self._models.promising_first:
            reason = yield from self._answers_of(self._models.copy(index), seen, most)
            if reason is not None:
                return reason
        return None

    def _answers_of(
        self, model: ModelCopy, seen: set[tuple[int, ...]], most: int | None
    ) -> Generator[A, None, EndReason | None]:
        """The answers of one model that are not yet among those seen."""
        parts = model.parts
        model.copy.clear_objective()  # type: ignore[no-untyped-call]
        added = model.tell(self._told())
        model.copy.add_bool_and([model.switch(group) for group in parts.switches])
        model.copy.add_bool_and([by_index(model.copy, index) for index in added])
        solver = self._solver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        with Stream(parts, solver, partial(self._run, solver, model.copy)) as stream:
            for facts in stream:
                if facts not in seen:
                    if len(seen) == most:
                        return "maximum"
                    seen.add(facts)
                    yield self._encoding.decode(facts)
        self._budget.spend_conflicts(solver.num_conflicts)
        return None if stream.status in ("OPTIMAL", "INFEASIBLE") else self._budget.what_ran_out()

    def _solver(self) -> "CpSolver":
        from ortools.sat.python.cp_model import CpSolver

        solver = CpSolver()
        solver.parameters.num_workers = self._options.workers
        solver.parameters.random_seed = self._options.seed
        solver.parameters.catch_sigint_signal = False
        if self._budget.seconds is not None:
            solver.parameters.max_time_in_seconds = self._budget.seconds
        if self._budget.conflicts is not None:
            solver.parameters.max_number_of_conflicts = self._budget.conflicts
        return solver

    def _run(self, solver: "CpSolver", model: "CpModel", callback: Any = None) -> str:
        """The name of the status. The engine runs in a thread of its own, so that Ctrl-C is seen at once."""
        seconds = None if self._budget.seconds is None else self._budget.seconds + 1.0  # its own limit comes first
        code = run_stoppable(lambda: solver.solve(model, callback), solver.stop_search, seconds)
        status = str(solver.status_name(code))
        if status == "MODEL_INVALID":
            raise EngineFault(f"CP-SAT refuses the model: {model.validate()}")
        return status


def _exact(value: float) -> float:
    """An objective of whole numbers comes back with the error of its scaling."""
    nearest = float(round(value))
    return nearest if isclose(value, nearest, rel_tol=1e-9, abs_tol=1e-6) else value


ENGINE = CpSatEngine()
