"""OR-Tools CP-SAT as an engine, on its own recipes (`CpSat`) and on `Cnf`.

CP-SAT keeps no state between calls: a session keeps the built models and adds what is assumed or blocked to a copy.
One worker by default: these puzzles are small, and one worker is faster and repeatable.
"""

import time
from collections import Counter
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from clausal.models.encoding import Cnf, CpParts, CpSat, Encoding
from clausal.models.errors import EngineFault, UnsupportedCapability
from clausal.models.limits import Limits, Options
from clausal.models.outcome import Core, EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from clausal.solvers.base import Session
from clausal.solvers.budget import Budget, run_stoppable
from clausal.solvers.cpsat_stream import Stream, true_facts
from clausal.solvers.engine import Engine
from clausal.solvers.session import BaseSession

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

A = TypeVar("A")


class CpSatEngine(Engine):
    """The CP-SAT solver of OR-Tools."""

    def __init__(self) -> None:
        super().__init__(
            "cpsat",
            "OR-Tools CP-SAT",
            frozenset({"cnf", "cpsat"}),
            frozenset({"assume", "core", "enumerate", "interrupt", "conflicts", "optimise"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("ortools") else "the package ortools is not installed"

    def load(self) -> None:
        import_module("ortools.sat.python.cp_model")

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf | CpSat)
        return CpSatSession(encoding, limits, options)


def cnf_parts(cnf: Cnf[Any]) -> CpParts:
    """The clauses of a `Cnf` as a CP-SAT model."""
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    variables = [model.new_bool_var("") for _ in range(cnf.variables)]
    switches = {group: model.new_bool_var("") for group in cnf.doubtable}
    literal: dict[int, Any] = {index + 1: variable for index, variable in enumerate(variables)}
    literal |= {-index: ~variable for index, variable in literal.items()}
    clauses = cnf.clauses
    for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True):
        constraint = model.add_bool_or([literal[lit] for lit in clause])
        if group in switches:
            constraint.only_enforce_if(switches[group])
    return CpParts(model, [(variable, 1) for variable in variables[: cnf.answers]], switches)


@dataclass
class _Model:
    """One built model, and a copy of it with this call's extra constraints."""

    parts: CpParts
    copy: "CpModel"

    @classmethod
    def of(cls, parts: CpParts) -> "_Model":
        return cls(parts, parts.model.clone())

    def literal(self, fact: int) -> Any:
        """A Boolean of the copy that says `fact`."""
        variable, value = self.parts.facts[abs(fact) - 1]
        here = self.copy.get_int_var_from_proto_index(variable.index)
        if tuple(self.copy.proto.variables[variable.index].domain) == (0, 1):
            holds: Any = self.copy.get_bool_var_from_proto_index(variable.index)
            holds = holds if value == 1 else ~holds
        else:
            holds = self.copy.new_bool_var("")
            self.copy.add(here == value).only_enforce_if(holds)
            self.copy.add(here != value).only_enforce_if(~holds)
        return holds if fact > 0 else ~holds

    def switch(self, group: int) -> Any:
        return self.copy.get_bool_var_from_proto_index(self.parts.switches[group].index)

    def block(self, facts: Sequence[int]) -> None:
        self.copy.add_bool_or([~self.literal(fact) for fact in facts])

    @property
    def maximises(self) -> bool:
        return bool(self.parts.model.proto.objective.scaling_factor < 0)

    @property
    def optimises(self) -> bool:
        return bool(self.parts.model.has_objective())


class CpSatSession(BaseSession, Generic[A]):
    """The models of one puzzle. An answer of any of them is an answer; the best objective over all of them counts."""

    engine_name = "cpsat"

    def __init__(self, encoding: Cnf[A] | CpSat[A], limits: Limits, options: Options) -> None:
        self._encoding = encoding
        self._options = options
        self._budget = Budget(limits)
        self._blocked: list[Sequence[int]] = []
        self._depths: list[int] = []
        if isinstance(encoding, Cnf):
            self._models = [cnf_parts(encoding)]
        else:
            self._models = [encoding.build(*part) for part in encoding.parts]
        one_hot = isinstance(encoding, Cnf) and encoding.one_hot
        self._deniable = [() if one_hot else _deniable(parts) for parts in self._models]

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        if groups is not None and not self._options.doubt:
            raise UnsupportedCapability("choosing groups needs a session opened with Options(doubt=True)")
        best: Satisfied[A] | None = None
        stopped: Undecided | None = None
        cores: list[Core] = []
        conflicts = 0
        for parts, deniable in zip(self._models, self._deniable, strict=True):
            outcome, maximises = self._solve_one(parts, deniable, assume, groups)
            conflicts += outcome.stats.conflicts or 0
            match outcome:
                case Satisfied(objective=None):
                    return outcome
                case Satisfied() if best is None or _better(outcome, best, maximises):
                    best = outcome
                case Unsatisfiable(core=core) if core is not None:
                    cores.append(core)
                case Undecided():
                    stopped = outcome
        stats = Stats(self.engine_name, time.perf_counter() - started, conflicts)
        if best is not None:
            proven = best.optimal and stopped is None
            return Satisfied(best.answer, stats, best.facts, best.objective, proven)
        if stopped is not None:
            return Undecided(stopped.reason, stats)
        groups_in = {name for core in cores for name in core.groups}
        in_order = tuple(group.id for group in self._encoding.groups if group.id in groups_in)
        return Unsatisfiable(stats, Core(in_order, tuple(sorted({lit for core in cores for lit in core.assumed}))))

    def _solve_one(
        self, parts: CpParts, deniable: Sequence[int], assume: Sequence[int], groups: Collection[int] | None
    ) -> tuple[Outcome[A], bool]:
        started = time.perf_counter()
        model = _Model.of(parts)
        for facts in self._blocked:
            model.block(facts)
        assumed = {model.literal(fact).index: fact for fact in assume}
        held = {model.switch(g).index: g for g in parts.switches if groups is None or g in groups}
        if self._options.doubt or assume:  # assumptions and an objective do not go together
            model.copy.clear_objective()  # type: ignore[no-untyped-call]
            model.copy.add_assumptions([_by_index(model.copy, index) for index in (*assumed, *held)])
        else:
            model.copy.add_bool_and([_by_index(model.copy, index) for index in held])
        solver = self._solver()
        status = self._run(solver, model.copy)
        stats = Stats(self.engine_name, time.perf_counter() - started, solver.num_conflicts, solver.num_branches)
        self._budget.spend_conflicts(solver.num_conflicts)
        if status in ("OPTIMAL", "FEASIBLE"):
            true = tuple(true_facts(parts.facts, solver))
            facts = (*true, *(-fact for fact in set(deniable).difference(true)))
            value = solver.objective_value if model.copy.has_objective() else None
            proven = status == "OPTIMAL" and value is not None
            answer = self._encoding.decode(true)
            return Satisfied(answer, stats, tuple(sorted(facts, key=abs)), value, proven), model.maximises
        if status == "INFEASIBLE":
            core = set(solver.sufficient_assumptions_for_infeasibility() if model.copy.proto.assumptions else ())
            if not core <= {*assumed, *held}:  # presolve may name an equal literal that was not assumed
                core = {*assumed, *held}
            names = tuple(self._encoding.groups[held[index]].id for index in held if index in core)
            return Unsatisfiable(stats, Core(names, tuple(assumed[i] for i in assumed if i in core))), False
        if status == "MODEL_INVALID":
            raise EngineFault(f"CP-SAT refuses the model: {model.copy.validate()}")
        return Undecided(self._budget.what_ran_out(), stats), False

    def answers(self, most: int | None) -> Generator[A, None, EndReason | None]:
        """All answers by CP-SAT's own enumeration, as it finds them; the objective is dropped."""
        seen: set[tuple[int, ...]] = set()  # auxiliaries may let it find an answer several times
        for parts in self._models:
            model = _Model.of(parts)
            model.copy.clear_objective()  # type: ignore[no-untyped-call]
            model.copy.add_bool_and([model.switch(group) for group in parts.switches])
            for facts in self._blocked:
                model.block(facts)
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
            if stream.status not in ("OPTIMAL", "INFEASIBLE"):
                return self._budget.what_ran_out()
        return None

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
        status = run_stoppable(lambda: solver.solve(model, callback), solver.stop_search, seconds)
        return str(solver.status_name(status))

    def block(self, facts: Sequence[int]) -> None:
        self._blocked.append(tuple(facts))

    def push(self) -> None:
        self._depths.append(len(self._blocked))

    def pop(self) -> None:
        del self._blocked[self._depths.pop() :]


def _better(one: Satisfied[A], other: Satisfied[A], maximises: bool) -> bool:
    assert one.objective is not None
    assert other.objective is not None
    return one.objective > other.objective if maximises else one.objective < other.objective


def _by_index(model: "CpModel", index: int) -> Any:
    """The literal with this index; negated literals have negative ones."""
    literal = model.get_bool_var_from_proto_index(index if index >= 0 else -index - 1)
    return literal if index >= 0 else ~literal


def _deniable(parts: CpParts) -> tuple[int, ...]:
    """Facts that have to be denied to tell an answer from others: their variable has values that no fact names."""
    named = Counter(variable.index for variable, _ in parts.facts)

    def values(variable: "IntVar") -> int:
        domain = list(parts.model.proto.variables[variable.index].domain)
        return sum(high - low + 1 for low, high in zip(domain[::2], domain[1::2], strict=True))

    return tuple(n for n, (variable, _) in enumerate(parts.facts, 1) if named[variable.index] < values(variable))


ENGINE = CpSatEngine()
