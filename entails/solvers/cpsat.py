"""OR-Tools CP-SAT as an engine, on its own recipes (`CpSat`) and on `Cnf`.

CP-SAT keeps no state between calls: a session keeps the built models and adds what is assumed or blocked to a copy.
One worker by default: these puzzles are small, and one worker is faster and repeatable.

The CP-SAT models of an encoding, and copies of them that take what one question adds.

Answers of CP-SAT as a stream: it hands them to a callback in a thread of its own, we want to iterate.
"""

import atexit
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from math import inf, isclose, isinf
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from entails.models.encoding import Cnf, CpParts, CpSat, Encoding
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Core, EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.engine import Budget, Engine, ForgetfulSession, Session, run_stoppable, stop_until

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver


class Models:
    """The models of an encoding, each built when it is first needed: with a bound most of them never are."""

    def __init__(self, encoding: Cnf[Any] | CpSat[Any]) -> None:
        self._encoding = encoding
        self._asked: set[int] = set()
        self._kept: dict[int, CpParts] = {}

    def __len__(self) -> int:
        return 1 if isinstance(self._encoding, Cnf) else len(self._encoding.parts)

    def copy(self, index: int) -> "ModelCopy":
        """A copy of a model for one question. Most models are asked once, so the first question gets the model itself;
        from the second on one is kept to be copied."""
        if index not in self._asked:
            self._asked.add(index)
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
        """Facts of a model that have to be denied to tell an answer from others."""
        return () if self._encoding.one_hot else parts.deniable

    @property
    def maximises(self) -> bool:
        """Is more better? All models of an encoding agree in that."""
        encoding = self._encoding
        if isinstance(encoding, Cnf):
            return encoding.objective is None or encoding.objective.sense == "maximise"
        return encoding.sense == "maximise"

    @cached_property
    def bounds(self) -> tuple[float, ...]:
        """What no answer of each model can surpass."""
        encoding = self._encoding
        if isinstance(encoding, Cnf) or encoding.bound is None:
            return (inf if self.maximises else -inf,) * len(self)
        return tuple(encoding.bound(*part) for part in encoding.parts)

    @cached_property
    def promising_first(self) -> tuple[int, ...]:
        """The models in the order of what they promise, where that is known."""
        return tuple(sorted(range(len(self)), key=self.bounds.__getitem__, reverse=self.maximises))

    def in_turn(self, known: "SearchRecord") -> Iterator[int]:
        """The models to ask for a better answer than the best known, which changes while they are asked."""
        for index in self.promising_first:
            if known.reaches(self.bounds[index]):
                yield index


class SearchRecord:
    """What is known about the best answer while models are asked one after the other."""

    def __init__(self, models: Models) -> None:
        self._better = max if models.maximises else min
        self._best: float | None = None
        self._bounds = dict(enumerate(models.bounds))

    def reaches(self, worth: float) -> bool:
        """Would this be better than what is known?"""
        return self._best is None or (worth != self._best and self._better(worth, self._best) == worth)

    def settle(self, index: int, worth: float | None = None, bound: float | None = None) -> None:
        """A model has an answer of this worth and none beyond the bound; or no answer at all."""
        if worth is None or bound is None:
            del self._bounds[index]
            return
        self._bounds[index] = bound
        self._best = worth if self.reaches(worth) else self._best

    @property
    def bound(self) -> float | None:
        """What no answer of any model can surpass, None when nothing is known about that."""
        known = self._better((*self._bounds.values(), *(() if self._best is None else (self._best,))))
        return None if isinf(known) else known


def cnf_parts(cnf: Cnf[Any]) -> CpParts:
    """The clauses of a `Cnf` as a CP-SAT model."""
    from ortools.sat.python.cp_model import CpModel, LinearExpr

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
    if cnf.objective is not None:
        worths, facts = [worth for worth, _ in cnf.objective.facts], [literal[fact] for _, fact in cnf.objective.facts]
        better = model.maximize if cnf.objective.sense == "maximise" else model.minimize
        better(LinearExpr.weighted_sum(facts, worths) + cnf.objective.fixed)
    return CpParts(model, [(variable, 1) for variable in variables[: cnf.answers]], switches)


@dataclass
class ModelCopy:
    """One built model, and a copy of it that takes this call's extra constraints. Beyond its facts come the auxiliaries
    that the model has itself (`auxiliaries`, for a CNF), then those of what is added."""

    parts: CpParts
    copy: "CpModel"
    auxiliaries: int = 0
    _literals: dict[int, Any] = field(default_factory=dict)

    def literal(self, fact: int) -> Any:
        """A Boolean of the copy that says `fact`."""
        number = abs(fact)
        if number not in self._literals:
            self._literals[number] = self._says(number)
        return self._literals[number] if fact > 0 else ~self._literals[number]

    def _says(self, number: int) -> Any:
        if number > len(self.parts.facts):
            own = number <= len(self.parts.facts) + self.auxiliaries
            return self.copy.get_bool_var_from_proto_index(number - 1) if own else self.copy.new_bool_var("")
        variable, value = self.parts.facts[number - 1]
        if tuple(self.copy.proto.variables[variable.index].domain) == (0, 1):
            holds: Any = self.copy.get_bool_var_from_proto_index(variable.index)
            return holds if value == 1 else ~holds
        here, holds = self.copy.get_int_var_from_proto_index(variable.index), self.copy.new_bool_var("")
        self.copy.add(here == value).only_enforce_if(holds)
        self.copy.add(here != value).only_enforce_if(~holds)
        return holds

    def switch(self, group: int) -> Any:
        return self.copy.get_bool_var_from_proto_index(self.parts.switches[group].index)

    def tell(self, clauses: Iterable[tuple[int, Sequence[int]]]) -> dict[int, int]:
        """Further clauses, each with the number of what it belongs to, 0 for nothing: these simply hold. The others
        hang on a switch for each number; the number of each switch, by its index."""
        switches: dict[int, Any] = {}
        for number, clause in clauses:
            said = self.copy.add_bool_or([self.literal(fact) for fact in clause])
            if number:
                if number not in switches:
                    switches[number] = self.copy.new_bool_var("")
                said.only_enforce_if(switches[number])
        return {switch.index: number for number, switch in switches.items()}


def by_index(model: "CpModel", index: int) -> Any:
    """The literal with this index; negated literals have negative ones."""
    literal = model.get_bool_var_from_proto_index(index if index >= 0 else -index - 1)
    return literal if index >= 0 else ~literal


def true_facts(parts: CpParts, values: Any) -> tuple[int, ...]:
    """The numbers of the facts that hold in an answer."""
    found = (said.get(values.value(variable), ()) for variable, said in parts.saying)
    return tuple(sorted(fact for facts in found for fact in facts))


class Stream:
    """Answers on their way from CP-SAT's thread to ours. The queue is short, so that CP-SAT never runs far ahead.

    The search ends with the `with` block, or with the program when an iteration was left hanging.
    """

    def __init__(self, parts: CpParts, solver: "CpSolver", search: Callable[[Any], str]) -> None:
        from ortools.sat.python.cp_model import CpSolverSolutionCallback

        stream = self

        class Callback(CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                stream._offer(true_facts(parts, self))

        self.status = ""
        self._failure: BaseException | None = None
        self._queue: Queue[tuple[int, ...] | None] = Queue(maxsize=256)
        self._stopped = Event()
        self._ended = Event()
        self._solver = solver
        self._thread = Thread(target=self._work, args=(search, Callback()), name="entails-answers", daemon=True)

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
        known = SearchRecord(self._models)
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
