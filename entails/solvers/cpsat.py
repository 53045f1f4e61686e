"""OR-Tools CP-SAT as an engine, for `CpSat` recipes and for `Cnf`.

CP-SAT keeps no state between calls. A session keeps the built models and adds the assumptions and blocked solutions of
a query to a copy. One worker by default: these puzzles are small, and one worker is faster and repeatable.

Groups that a query selects are fixed in the domains of their switches, so that presolve simplifies the model with them.
Assumptions, which presolve must leave open, are used only to get a core of a model that was found infeasible.

CP-SAT passes solutions to a callback in its own thread; `Stream` turns them into an iterator.
"""

import atexit
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from math import inf, isclose, isinf
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from entails.models.encoding import Cnf, CpParts, CpSat, Encoding
from entails.models.errors import EngineFault, UnsupportedCapability, UnsupportedPuzzle
from entails.models.limits import Limits, Options
from entails.models.outcome import Core, EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.cpsat_groups import GroupModel
from entails.solvers.engine import (
    Budget,
    Engine,
    ForgetfulSession,
    GroupVerdict,
    Heaviest,
    Session,
    run_stoppable,
    stop_until,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver


def cpsat_interface() -> Any:
    """Return OR-Tools' CP-SAT classes as a module, imported on first use."""
    from entails.encoders.cpsat.light import interface

    return interface()


class Models:
    """The models of an encoding, each built on first use: most models whose bound cannot win are never built."""

    def __init__(self, encoding: Cnf[Any] | CpSat[Any]) -> None:
        self._encoding = encoding
        self._used: set[int] = set()
        self._kept: dict[int, CpParts] = {}

    def __len__(self) -> int:
        return 1 if isinstance(self._encoding, Cnf) else len(self._encoding.parts)

    def copy(self, index: int) -> "ModelCopy":
        """Return a copy of a model for one query.

        Most models are solved once, so the first query gets the model itself. From the second query on, the model is
        kept and copied.
        """
        if index not in self._used:
            self._used.add(index)
            parts = self._build(index)
            return ModelCopy(parts, parts.model, self._auxiliaries)
        if index not in self._kept:
            self._kept[index] = self._build(index)
        return ModelCopy(self._kept[index], self._kept[index].model.clone(), self._auxiliaries)

    @property
    def _auxiliaries(self) -> int:
        encoding = self._encoding
        return encoding.variables - encoding.answers if isinstance(encoding, Cnf) else 0

    def _build(self, index: int) -> CpParts:
        encoding = self._encoding
        return cnf_parts(encoding) if isinstance(encoding, Cnf) else encoding.build(*encoding.parts[index])

    def deniable(self, parts: CpParts) -> tuple[int, ...]:
        """Return the facts that a blocking clause must deny to exclude exactly one solution."""
        return () if self._encoding.one_hot else parts.deniable

    @property
    def maximises(self) -> bool:
        """Whether the larger objective is better; the same for all models of an encoding."""
        encoding = self._encoding
        if isinstance(encoding, Cnf):
            return encoding.objective is None or encoding.objective.sense == "maximise"
        return encoding.sense == "maximise"

    @cached_property
    def bounds(self) -> tuple[float, ...]:
        """The proven bound on the objective of each model."""
        encoding = self._encoding
        if isinstance(encoding, Cnf) or encoding.bound is None:
            return (inf if self.maximises else -inf,) * len(self)
        return tuple(encoding.bound(*part) for part in encoding.parts)

    @cached_property
    def promising_first(self) -> tuple[int, ...]:
        """The indices of the models, best bound first."""
        return tuple(sorted(range(len(self)), key=self.bounds.__getitem__, reverse=self.maximises))

    def in_turn(self, record: "SearchRecord") -> Iterator[int]:
        """Yield the models that may improve on the best solution; the caller updates the record between them."""
        for index in self.promising_first:
            if record.improves(self.bounds[index]):
                yield index


class SearchRecord:
    """The best objective and the bounds so far, while models are solved in turn."""

    def __init__(self, models: Models) -> None:
        self._better = max if models.maximises else min
        self._best: float | None = None
        self._bounds = dict(enumerate(models.bounds))

    def improves(self, objective: float) -> bool:
        """Return whether an objective is better than the best one so far."""
        return self._best is None or (objective != self._best and self._better(objective, self._best) == objective)

    def settle(self, index: int, objective: float | None = None, bound: float | None = None) -> None:
        """Record the objective and the bound of a solved model; without them, remove a model that has no solution."""
        if objective is None or bound is None:
            del self._bounds[index]
            return
        self._bounds[index] = bound
        self._best = objective if self.improves(objective) else self._best

    @property
    def bound(self) -> float | None:
        """The proven bound on the objective over all models; None if it is unknown."""
        known = self._better((*self._bounds.values(), *(() if self._best is None else (self._best,))))
        return None if isinf(known) else known


def cnf_parts(cnf: Cnf[Any]) -> CpParts:
    """Convert the clauses of a `Cnf` to a CP-SAT model."""
    api = cpsat_interface()
    model = api.CpModel()
    variables = [model.new_bool_var("") for _ in range(cnf.variables)]
    switches = {group: model.new_bool_var("") for group in cnf.soft}
    literal: dict[int, Any] = {index + 1: variable for index, variable in enumerate(variables)}
    literal |= {-index: ~variable for index, variable in literal.items()}
    clauses = cnf.clauses
    for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True):
        constraint = model.add_bool_or([literal[lit] for lit in clause])
        if group in switches:
            constraint.only_enforce_if(switches[group])
    if cnf.objective is not None:
        weights, facts = zip(*cnf.objective.facts, strict=True) if cnf.objective.facts else ((), ())
        optimise = model.maximize if cnf.objective.sense == "maximise" else model.minimize
        terms = api.LinearExpr.weighted_sum([literal[fact] for fact in facts], list(weights))
        optimise(terms + cnf.objective.fixed)
    return CpParts(model, [(variable, 1) for variable in variables[: cnf.answers]], switches)


@dataclass
class ModelCopy:
    """A built model, and its copy to which the constraints of one query are added.

    Attributes:
        parts: The built model, its facts and its switches.
        copy: The model to solve.
        auxiliaries: The number of auxiliary variables of a CNF; those of added clauses are numbered after them.
    """

    parts: CpParts
    copy: "CpModel"
    auxiliaries: int = 0
    _literals: dict[int, Any] = field(default_factory=dict)

    def literal(self, fact: int) -> Any:
        """Return the copy's literal for a fact."""
        number = abs(fact)
        if number not in self._literals:
            self._literals[number] = self._new_literal(number)
        return self._literals[number] if fact > 0 else ~self._literals[number]

    def _new_literal(self, number: int) -> Any:
        if number > len(self.parts.facts):
            is_own = number <= len(self.parts.facts) + self.auxiliaries
            return self.copy.get_bool_var_from_proto_index(number - 1) if is_own else self.copy.new_bool_var("")
        variable, value = self.parts.facts[number - 1]
        if tuple(self.copy.proto.variables[variable.index].domain) == (0, 1):
            literal: Any = self.copy.get_bool_var_from_proto_index(variable.index)
            return literal if value == 1 else ~literal
        copied, literal = self.copy.get_int_var_from_proto_index(variable.index), self.copy.new_bool_var("")
        self.copy.add(copied == value).only_enforce_if(literal)
        self.copy.add(copied != value).only_enforce_if(~literal)
        return literal

    def add_clauses(self, clauses: Iterable[tuple[int, Sequence[int]]]) -> dict[int, int]:
        """Add clauses, each with the number of its addition; return these numbers by the index of their selector.

        Clauses with the number 0 have no switch and always hold.
        """
        switches: dict[int, Any] = {}
        for number, clause in clauses:
            constraint = self.copy.add_bool_or([self.literal(fact) for fact in clause])
            if number:
                if number not in switches:
                    switches[number] = self.copy.new_bool_var("")
                constraint.only_enforce_if(switches[number])
        return {switch.index: number for number, switch in switches.items()}

    def fix(self, index: int, value: int) -> None:
        """Fix a Boolean variable to a value."""
        domain = self.copy.proto.variables[index].domain
        domain[0] = domain[1] = value

    def fix_switches(self, groups: Collection[int] | None = None) -> dict[int, int]:
        """Fix the selector of every group: true for the selected groups (all if None), false for the others.

        Return the selected groups by the index of their switch.
        """
        selected = {}
        for group, switch in self.parts.switches.items():
            is_selected = groups is None or group in groups
            self.fix(switch.index, int(is_selected))
            if is_selected:
                selected[switch.index] = group
        return selected

    def assume(self, indices: Iterable[int]) -> None:
        """Assume the literals with these indices, whose variables are open; a core can name them."""
        self.copy.add_assumptions([self._by_index(index) for index in indices])

    def require(self, indices: Iterable[int]) -> None:
        """Require the literals with these indices to be true."""
        self.copy.add_bool_and([self._by_index(index) for index in indices])

    def _by_index(self, index: int) -> Any:
        """Return the literal with an index; a negated literal has a negative index."""
        literal = self.copy.get_bool_var_from_proto_index(index if index >= 0 else -index - 1)
        return literal if index >= 0 else ~literal


def true_facts(parts: CpParts, values: Any) -> tuple[int, ...]:
    """Return the facts that are true in a solution, by number."""
    by_variable = (facts_of.get(values.value(variable), ()) for variable, facts_of in parts.literals_of_value)
    return tuple(sorted(fact for facts in by_variable for fact in facts))


class Stream:
    """Solutions passed from CP-SAT's thread to the consumer. The queue is short, so that CP-SAT does not run far ahead.

    The search ends with the `with` block, or with the program if an iteration was never finished.
    """

    def __init__(self, parts: CpParts, solver: "CpSolver", search: Callable[[Any], str]) -> None:
        stream = self

        class Callback(cpsat_interface().CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                stream._offer(true_facts(parts, self))

        self.status = ""
        self._failure: BaseException | None = None
        self._queue: Queue[tuple[int, ...] | None] = Queue(maxsize=256)
        self._stopped = Event()
        self._ended = Event()
        self._solver = solver
        self._thread = Thread(target=self._work, args=(search, Callback()), name="entails-solutions", daemon=True)

    def _work(self, search: Callable[[Any], str], callback: Any) -> None:
        try:
            self.status = search(callback)
        except BaseException as error:
            self._failure = error
        finally:
            self._ended.set()
        self._offer(None)

    def _offer(self, facts: tuple[int, ...] | None) -> None:
        while not self._stopped.is_set():
            try:
                return self._queue.put(facts, timeout=0.1)
            except Full:
                continue
        return None

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield from iter(self._queue.get, None)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """End the search and wait until it has ended."""
        self._stopped.set()
        stop_until(self._ended, self._solver.stop_search)

    def __enter__(self) -> "Stream":
        atexit.register(self.stop)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        atexit.unregister(self.stop)


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
        cpsat_interface()

    def load_fully(self) -> None:
        """Import the full `cp_model` module, which recipes of OR-Tools' own models need."""
        import_module("ortools.sat.python.cp_model")
        self.load()

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf | CpSat)
        return CpSatSession(encoding, limits, options)


class CpSatSession(ForgetfulSession, Generic[A]):
    """A session on the models of one puzzle. A solution of any model counts; the best objective over all is sought."""

    engine_name = "cpsat"

    def __init__(self, encoding: Cnf[A] | CpSat[A], limits: Limits, options: Options) -> None:
        super().__init__(encoding.variables if isinstance(encoding, Cnf) else len(encoding.names))
        self._encoding = encoding
        self._options = options
        self._budget = Budget(limits)
        self._models = Models(encoding)
        self._tested: GroupModel | None = None
        self._extra: list[tuple[int, tuple[int, ...]]] = []

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        if groups is not None and not self._options.soft_groups:
            raise UnsupportedCapability("selecting groups requires a session opened with Options(soft_groups=True)")
        best: Satisfied[A] | None = None
        record = SearchRecord(self._models)
        stopped: Undecided | None = None
        cores: list[Core] = []
        conflicts = 0
        for index in self._models.in_turn(record):
            outcome = self._solve_model(index, assume, groups)
            conflicts += outcome.stats.conflicts or 0
            match outcome:
                case Satisfied(objective=None):
                    return outcome
                case Satisfied(objective=float(objective), bound=bound):
                    best = outcome if record.improves(objective) else best
                    record.settle(index, objective, bound)
                case Unsatisfiable(core=core):
                    record.settle(index)
                    cores += [] if core is None else [core]
                case Undecided():
                    stopped = outcome
                    break
        stats = Stats(self.engine_name, time.perf_counter() - started, conflicts)
        if best is not None:
            return replace(best, stats=stats, optimal=record.bound == best.objective, bound=record.bound)
        if stopped is not None:
            return Undecided(stopped.reason, stats)
        groups_in = {name for core in cores for name in core.groups}
        in_order = tuple(group.id for group in self._encoding.groups if group.id in groups_in)
        assumed = {lit for core in cores for lit in core.assumed}
        added = {addition for core in cores for addition in core.added}
        return Unsatisfiable(stats, Core(in_order, tuple(sorted(assumed)), tuple(sorted(added))))

    def _solve_model(self, index: int, assume: Sequence[int], groups: Collection[int] | None) -> Outcome[A]:
        """Solve one model with all selectors and assumptions fixed.

        If it is infeasible and a core is wanted, solve it again with assumptions in place of the fixed values.
        """
        started = time.perf_counter()
        wants_core = self._options.soft_groups or bool(assume)
        model = self._models.copy(index)
        added = model.add_clauses(self._extra_clauses())
        assumed = {model.literal(fact).index: fact for fact in assume}
        selected = model.fix_switches(groups)
        model.require((*assumed, *added))
        if wants_core:  # a query about groups or assumptions asks for any solution
            model.copy.clear_objective()  # type: ignore[no-untyped-call]
        solver = self._solver()
        status = self._run(solver, model.copy)
        stats = Stats(self.engine_name, time.perf_counter() - started, solver.num_conflicts, solver.num_branches)
        self._budget.spend_conflicts(solver.num_conflicts)
        if status in ("OPTIMAL", "FEASIBLE"):
            return self._satisfied(model, solver, stats, proven=status == "OPTIMAL")
        if status == "INFEASIBLE":
            names = [self._encoding.groups[group].id for group in selected.values()]
            core = Core(tuple(names), tuple(assumed.values()), tuple(added.values()))
            if not wants_core:
                core = Core((), (), ())
            elif len(selected) + len(assumed) + len(added) > 1:
                core = self._core(index, assume, selected.values()) or core
            return Unsatisfiable(stats, core)
        return Undecided(self._budget.exhausted_limit(), stats)

    def test(self, groups: Collection[int], seconds: float | None = None) -> GroupVerdict:
        """Return whether some soft groups are consistent, using a model that is kept between queries."""
        if len(self._models) != 1:
            return self._verdict(self.solve(groups=groups))
        if self._budget.out_of_time or self._budget.conflicts == 0:
            return GroupVerdict(None, reason=self._budget.exhausted_limit())
        left = self._budget.seconds
        within = left if seconds is None or left is None else min(seconds, left)
        extra = list(self._extra_clauses())
        if self._tested is None or self._extra != extra:
            model = self._models.copy(0)
            model.require(model.add_clauses(extra))
            self._tested, self._extra = GroupModel(model.copy, model.parts.switches), extra
        return self._tested.test(groups, within, self._attempt)

    def satisfied(self) -> Collection[int]:
        """Return the soft groups that the last solution satisfies, including groups that were not enforced."""
        tested = self._tested
        return () if tested is None else [*tested.satisfied(), *set(self._encoding.soft).difference(tested.switches)]

    def heaviest(self, weights: Mapping[int, int]) -> Heaviest | None:
        """Search for the heaviest consistent set of soft groups; None if no consistent set is found."""
        if self._tested is None or self._budget.out_of_time or self._budget.conflicts is not None:
            return None
        return self._tested.heaviest(weights, self._budget.seconds, self._attempt)

    def _attempt(self, model: "CpModel", seconds: float | None, work: float | None) -> tuple[str, "CpSolver"]:
        """Run CP-SAT within limits of time and of deterministic work; return the status and the solver."""
        solver = self._solver(light_presolve=bool(list(model.proto.assumptions)))
        if work is not None:
            solver.parameters.max_deterministic_time = work
        if seconds is not None:
            solver.parameters.max_time_in_seconds = seconds
        status = self._run(solver, model)
        self._budget.spend_conflicts(solver.num_conflicts)
        return status, solver

    def _verdict(self, outcome: Outcome[A]) -> GroupVerdict:
        match outcome:
            case Satisfied():
                return GroupVerdict(True)
            case Undecided(reason=reason):
                return GroupVerdict(None, reason=reason)
            case Unsatisfiable(core=core):
                names = () if core is None else core.groups
                index = {group.id: place for place, group in enumerate(self._encoding.groups)}
                return GroupVerdict(False, core=None if core is None else frozenset(index[name] for name in names))

    def _core(self, index: int, assume: Sequence[int], groups: Collection[int]) -> Core | None:
        """Return a core of an infeasible model; None if CP-SAT does not find one in time."""
        model = self._models.copy(index)
        model.copy.clear_objective()  # type: ignore[no-untyped-call]
        added = model.add_clauses(self._extra_clauses())
        assumed = {model.literal(fact).index: fact for fact in assume}
        selected = {}
        for group, switch in model.parts.switches.items():
            if group in groups:
                selected[switch.index] = group
            else:
                model.fix(switch.index, 0)
        model.assume((*assumed, *selected, *added))
        solver = self._solver(light_presolve=True)
        status = self._run(solver, model.copy)
        self._budget.spend_conflicts(solver.num_conflicts)
        named = set(solver.sufficient_assumptions_for_infeasibility()) if status == "INFEASIBLE" else {None}
        if not named <= {*assumed, *selected, *added}:  # presolve may name an equal literal that was not assumed
            return None
        names = tuple(self._encoding.groups[group].id for index, group in selected.items() if index in named)
        facts, additions = (tuple(of[index] for index in of if index in named) for of in (assumed, added))
        return Core(names, facts, additions)

    def _satisfied(self, model: ModelCopy, solver: "CpSolver", stats: Stats, *, proven: bool) -> Satisfied[A]:
        true = true_facts(model.parts, solver)
        facts = (*true, *(-fact for fact in set(self._models.deniable(model.parts)).difference(true)))
        objective = _exact(solver.objective_value) if model.copy.has_objective() else None
        bound = objective if objective is None or proven else _exact(solver.best_objective_bound)
        return Satisfied(self._encoding.decode(true), stats, tuple(sorted(facts, key=abs)), objective, bound=bound)

    def answers(self, most: int | None) -> Generator[A, None, EndReason | None]:
        """Yield all solutions by CP-SAT's own enumeration, without regard to the objective."""
        seen: set[tuple[int, ...]] = set()  # auxiliaries may let it find a solution several times
        for index in self._models.promising_first:
            reason = yield from self._answers_of(self._models.copy(index), seen, most)
            if reason is not None:
                return reason
        return None

    def _answers_of(
        self, model: ModelCopy, seen: set[tuple[int, ...]], most: int | None
    ) -> Generator[A, None, EndReason | None]:
        """Yield the solutions of one model that were not seen before."""
        parts = model.parts
        model.copy.clear_objective()  # type: ignore[no-untyped-call]
        model.fix_switches()
        model.require(model.add_clauses(self._extra_clauses()))
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
        return None if stream.status in ("OPTIMAL", "INFEASIBLE") else self._budget.exhausted_limit()

    def _solver(self, *, light_presolve: bool = False) -> "CpSolver":
        from entails.encoders.cpsat.light import new_solver, set_light_presolve

        solver: CpSolver = new_solver()
        if light_presolve or (isinstance(self._encoding, CpSat) and self._encoding.light_presolve):
            set_light_presolve(solver.parameters)
        if isinstance(self._encoding, CpSat) and self._encoding.full_relaxation:
            solver.parameters.linearization_level = 2
        solver.parameters.num_workers = self._options.workers
        solver.parameters.random_seed = self._options.seed
        solver.parameters.catch_sigint_signal = False
        if self._budget.seconds is not None:
            solver.parameters.max_time_in_seconds = self._budget.seconds
        if self._budget.conflicts is not None:
            solver.parameters.max_number_of_conflicts = self._budget.conflicts
        return solver

    def _run(self, solver: "CpSolver", model: "CpModel", callback: Any = None) -> str:
        """Run the solver and return the name of its status.

        It runs in its own thread, so that Ctrl-C takes effect at once.
        """
        seconds = None if self._budget.seconds is None else self._budget.seconds + 1.0  # its own limit comes first
        code = run_stoppable(lambda: solver.solve(model, callback), solver.stop_search, seconds)
        status = str(solver.status_name(code))
        if status == "MODEL_INVALID":
            problem = str(model.validate())
            if "overflow" in problem or "int64" in problem:
                raise UnsupportedPuzzle("engine cpsat uses 64-bit integers, which numbers of this model may exceed")
            raise EngineFault(f"CP-SAT rejects the model: {problem}")
        return status


def _exact(value: float) -> float:
    """Remove the rounding error that scaling adds to an integer objective value."""
    nearest = float(round(value))
    return nearest if isclose(value, nearest, rel_tol=1e-9, abs_tol=1e-6) else value


ENGINE = CpSatEngine()
