"""Engines, sessions and budgets: the interface through which every encoding is solved.

An engine (`EngineProtocol`, base class `Engine`) opens a `Session` on an encoding, and the session answers queries
about it. Enumeration, uniqueness, explanations and forced facts are written once, on sessions.

`Engine.open` decides where a session lives: in this process, or in a worker process that can be killed. A worker is
needed if the engine may crash its process, if memory is limited, or if time is limited and the engine cannot be
interrupted. A `Budget` counts from the opening of a session.

`engines` lists all engines; a new one is a line in `_MODULES`, and the contract suite and `entails engines` include it.
Only the module of a requested engine is imported, because engines of one puzzle import its models.

`solutions` lists solutions by solving and blocking; symmetries of values shorten a count.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import count
from math import factorial
from os import register_at_fork
from queue import SimpleQueue
from threading import Event, Thread
from types import TracebackType
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar

from entails.models.constraints import AllDifferent
from entails.models.encoding import Encoding, Kind, Native
from entails.models.errors import EngineFault, EngineUnavailable, UnsupportedCapability, UnsupportedPuzzle
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, ModelCount, Outcome, Reason, Satisfied, Solutions, Undecided
from entails.models.statement import Statement
from entails.solvers.kernels.jit import clock, runs_plain_python

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

Capability = Literal[
    "assume",  # solves under assumed facts
    "core",  # names the assumptions and groups that conflict
    "enumerate",  # can block a solution and continue
    "add",  # adds clauses, and drops them with their scope
    "proof",  # writes a DRUP/DRAT proof with an "unsatisfiable"
    "interrupt",  # can be stopped from another thread, inside this process
    "conflicts",  # keeps a conflict limit
    "nodes",  # keeps a node limit
    "optimise",  # finds the best solution of an encoding with an objective
    "propagate",  # lists what follows by unit propagation alone
]


@dataclass(frozen=True, slots=True)
class GroupVerdict:
    """Verdict on the consistency of soft groups; None if a limit was reached, given as `reason`.

    `core` has groups that conflict, not necessarily a minimal set; None if the engine names none.
    """

    consistent: bool | None
    core: frozenset[int] | None = None
    reason: Reason = "time"


@dataclass(frozen=True, slots=True)
class Heaviest:
    """A heavy consistent set of soft groups; `proven` if no set is heavier."""

    groups: frozenset[int]
    proven: bool


class Session(Protocol[A_co]):
    """A puzzle loaded into an engine for many related queries. Use it in a `with` block.

    Literals are facts of the encoding: `+i` if fact i is true, `-i` if it is false.
    """

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A_co]:
        """Return one solution, if there is any.

        `groups` are the soft groups to enforce, all of them if None. Selecting groups requires a session opened with
        `Options(soft_groups=True)`.
        """
        ...

    def answers(self, most: int | None) -> Generator[A_co, None, EndReason | None]:
        """Yield up to `most` different solutions; return why the list ended early, or None if it is complete."""
        ...

    def block(self, facts: Sequence[int]) -> None:
        """Exclude all solutions in which every one of these facts is true."""
        ...

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        """Add clauses until they are dropped or their scope ends; return the number by which to drop them.

        Variables from `own` on are auxiliaries of these clauses alone; by default, those beyond the encoding's.
        """
        ...

    def drop(self, added: int) -> None:
        """Remove the clauses of an addition, given its number."""
        ...

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        """Run unit propagation; return False if it meets a conflict, and the implied literals with the assumptions.

        The literals may include auxiliary variables of the encoding or the engine, numbered above the facts.
        """
        ...

    def push(self) -> None:
        """Open a scope: the matching `pop` removes the solutions blocked and the clauses added in it."""
        ...

    def pop(self) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class EngineProtocol(Protocol):
    """Protocol of engines. Their abilities are data (`accepts`, `capabilities`), which callers can inspect.

    An `isolated` engine may crash its process, so it runs only in a worker process.
    """

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def accepts(self) -> frozenset[Kind]: ...

    @property
    def capabilities(self) -> frozenset[Capability]: ...

    @property
    def isolated(self) -> bool: ...

    def missing(self) -> str | None:
        """Return why the engine cannot run here, in a few words; None if it can."""
        ...

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]: ...


_watched = False


def set_monitored() -> None:
    """Declare that another process monitors the time and memory of this one, so that any session may run here."""
    global _watched
    _watched = True


class Engine(ABC):
    """Base class of engines. A subclass declares its abilities and opens sessions in this process (`open_here`)."""

    def __init__(
        self,
        name: str,
        summary: str,
        accepts: frozenset[Kind],
        capabilities: frozenset[Capability],
        isolated: bool = False,
    ) -> None:
        self.name = name
        self.summary = summary
        self.accepts = accepts
        self.capabilities = capabilities
        self.isolated = isolated

    def missing(self) -> str | None:
        """Return why the engine cannot run here; None if it can."""
        return None

    def load(self) -> None:
        """Import the packages of the engine; this does not count against any query's budget."""
        return

    def load_fully(self) -> None:
        """Import everything that building an encoding may need, before a worker process limits its memory."""
        self.load()

    def unsupported(self, encoding: Encoding[Any]) -> UnsupportedCapability | None:
        """Return the error to raise if the engine does not support an encoding; None if it does."""
        if encoding.kind not in self.accepts:
            takes = ", ".join(sorted(self.accepts))
            able = ", ".join(name for name, solver in engines().items() if encoding.kind in solver.accepts)
            return UnsupportedCapability(
                f"engine {self.name} takes {takes} encodings, not {encoding.kind}; available: {able}"
            )
        problem = self.rejects_puzzle(encoding.puzzle) if isinstance(encoding, Native) else None
        return None if problem is None else UnsupportedPuzzle(problem)

    def rejects_puzzle(self, puzzle: object) -> str | None:
        """Return why the engine does not support a puzzle in native form, as a sentence; None if it does.

        Every engine that accepts native encodings overrides this.
        """
        del puzzle
        return None

    @abstractmethod
    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """Open a session in this process. Time is limited by interrupting the engine; memory is not limited."""

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """Open a session that observes all limits, in this process or in a worker."""
        self._reject_unsupported(encoding, limits, options)
        if self.needs_worker(limits):
            from entails.solvers.pool.process import WorkerSession

            return WorkerSession(self, encoding, limits, options)
        self.load()
        return self.open_here(encoding, limits, options)

    def needs_worker(self, limits: Limits) -> bool:
        if _watched:
            return self.isolated
        uninterruptible = limits.seconds is not None and "interrupt" not in self.capabilities
        return self.isolated or limits.memory_mb is not None or uninterruptible

    def _reject_unsupported(self, encoding: Encoding[Any], limits: Limits, options: Options) -> None:
        if problem := self.missing():
            raise EngineUnavailable(f"engine {self.name} cannot run here: {problem}")
        if refusal := self.unsupported(encoding):
            raise refusal
        wanted: list[tuple[object, Capability, str]] = [
            (limits.conflicts, "conflicts", "keep a limit on conflicts"),
            (limits.nodes, "nodes", "keep a limit on nodes"),
            (options.proof, "proof", "write proofs"),
        ]
        for wish, capability, words in wanted:
            if wish and capability not in self.capabilities:
                raise UnsupportedCapability(f"engine {self.name} cannot {words}")

    def __repr__(self) -> str:
        return f"<engine {self.name}>"


T = TypeVar("T")

_STOP_AGAIN = 0.05
_LOOK_AGAIN = 0.01
"""Seconds between two checks of a clock that may be stopped."""


class Budget:
    """The remaining limits of a session, shared by all its queries."""

    def __init__(self, limits: Limits) -> None:
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._conflicts = limits.conflicts

    @property
    def seconds(self) -> float | None:
        """Return the remaining seconds, at least 0; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - clock())

    @property
    def out_of_time(self) -> bool:
        return self.seconds == 0.0

    @property
    def conflicts(self) -> int | None:
        """Return the remaining conflicts; None without a limit."""
        return self._conflicts

    def spend_conflicts(self, spent: int) -> None:
        if self._conflicts is not None:
            self._conflicts = max(0, self._conflicts - spent)

    def exhausted_limit(self) -> Reason:
        """Return which limit stopped an engine.

        Not every engine reports its conflicts; after a stop by the conflict limit, all are counted as used.
        """
        if self.out_of_time or self._conflicts is None:
            return "time"
        self._conflicts = 0
        return "conflicts"


class _Helper:
    """A thread that runs calls one at a time; starting a thread for each call would take longer than short calls."""

    idle: ClassVar["list[_Helper]"] = []

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        Thread(target=self._work, name="entails-engine", daemon=True).start()

    def _work(self) -> None:
        while True:
            self._calls.get()()
            _Helper.idle.append(self)

    @classmethod
    def run(cls, call: Callable[[], None]) -> None:
        """Run a call, which must not raise, in an idle helper thread or in a new one."""
        try:
            helper = cls.idle.pop()
        except IndexError:
            helper = cls()
        helper._calls.put(call)


register_at_fork(after_in_child=_Helper.idle.clear)


def run_stoppable(call: Callable[[], T], stop: Callable[[], object], seconds: float | None) -> T:
    """Run `call` in a thread, and `stop` it at the time limit or on Ctrl-C.

    For engines that release the GIL and can be interrupted: the waiting thread can react to both. `call` must return
    soon after `stop`.
    """
    result: list[T] = []
    failure: list[BaseException] = []
    done = Event()

    def work() -> None:
        try:
            result.append(call())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    try:
        _Helper.run(work)
    except RuntimeError as error:  # no memory for its stack
        raise MemoryError(str(error)) from error
    try:
        _wait(done, seconds)
    finally:
        stop_until(done, stop)
    if failure:
        raise failure[0]
    return result[0]


def run_loop(call: Callable[[], T], stop: Callable[[], object], seconds: float | None) -> T:
    """Run a `call` of kernels, and `stop` it at the time limit or on Ctrl-C.

    Plain Python loops receive Ctrl-C directly and are ended by the JIT policy. The time limit then applies to the
    machine code that replaces them.
    """
    if not runs_plain_python():
        return run_stoppable(call, stop, seconds)
    if seconds is None:
        return call()
    done = Event()

    def watch() -> None:
        _wait(done, seconds)
        stop_until(done, stop)

    Thread(target=watch, name="entails-watch", daemon=True).start()
    try:
        return call()
    finally:
        done.set()


def _wait(done: Event, seconds: float | None) -> None:
    """Wait until `done` is set or time is up, on a clock that stops while kernels are compiled."""
    if seconds is None:
        done.wait()
        return
    deadline = clock() + seconds
    while (left := deadline - clock()) > 0 and not done.wait(max(left, _LOOK_AGAIN)):
        pass


def stop_until(done: Event, stop: Callable[[], object]) -> None:
    """Call `stop` repeatedly until `done` is set, since an engine that has not started yet ignores it.

    A second Ctrl-C is ignored here, because the data of a running engine must not be freed. The event is used because a
    `Thread.join` that Ctrl-C interrupts marks the thread as ended.
    """
    while not done.is_set():
        with suppress(KeyboardInterrupt):
            stop()
            done.wait(_STOP_AGAIN)


_MODULES = {
    "cpsat": "cpsat",
    "rc2": "rc2",
    "portfolio": "portfolio",
    "quine": "quine.run",
    "bits": "sudoku.bits",
    "filter": "wordle.check",
    "generator": "scrabble.generator",
}
"""Modules of engines below `entails.solvers`; all engines of python-sat are in `sat`."""


@cache
def engines() -> dict[str, Engine]:
    """Return every engine by name, the default first. Engines import their packages on first use."""
    return {**_of_python_sat(), **{name: _of_its_own(name) for name in _MODULES}}


def engine(name: str) -> Engine:
    """Return the engine with this name."""
    if name in _MODULES:
        return _of_its_own(name)
    known = _of_python_sat().get(name) or engines().get(name)
    if known is None:
        raise EngineUnavailable(f"unknown engine {name!r}; available: {', '.join(engines())}")
    return known


@cache
def _of_python_sat() -> dict[str, Engine]:
    return {engine.name: engine for engine in import_module("entails.solvers.sat").ENGINES}


def _of_its_own(name: str) -> Engine:
    loaded: Engine = import_module(f"entails.solvers.{_MODULES[name]}").ENGINE
    return loaded


class BaseSession:
    """Base class of sessions, which rejects unsupported operations and closes at the end of a `with` block."""

    engine_name = "this engine"

    def close(self) -> None:
        """Free the resources of the session; a second call does nothing."""

    def cannot(self, action: str) -> UnsupportedCapability:
        return UnsupportedCapability(f"engine {self.engine_name} cannot {action}")

    def answers(self: Session[A], most: int | None) -> Generator[A, None, EndReason | None]:
        """List solutions by repeated solving and blocking; engines with a faster method override this.

        One more solution than `most` is searched for, so that a list of exactly `most` is known to be complete or not.
        """
        blocked: tuple[int, ...] | None = None
        for number in count():
            outcome = self.solve()
            if isinstance(outcome, Undecided):
                return outcome.reason
            if not isinstance(outcome, Satisfied):
                break
            if outcome.facts == blocked:
                raise EngineFault(f"engine {outcome.stats.engine} returned a blocked solution again")
            if number == most:
                return "maximum"
            yield outcome.answer
            blocked = outcome.facts
            self.block(blocked)
        return None

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        del assume
        raise self.cannot("propagate")

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        del clauses, own
        raise self.cannot("add clauses")

    def drop(self, added: int) -> None:
        del added
        raise self.cannot("add clauses")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True)
class Addition:
    """Clauses added at a scope depth; variables from number `own` on occur only in this addition."""

    clauses: tuple[tuple[int, ...], ...]
    own: int
    depth: int


class ForgetfulSession(BaseSession):
    """A session on a stateless engine: blocked solutions and added clauses are passed with each query.

    Auxiliary variables of additions are numbered above the encoding's `variables`.
    """

    def __init__(self, variables: int) -> None:
        self._variables = variables
        self._blocked: list[tuple[int, ...]] = []
        self._additions: dict[int, Addition] = {}
        self._numbers = count(1)
        self._scopes: list[int] = []

    def block(self, facts: Sequence[int]) -> None:
        self._blocked.append(tuple(-fact for fact in facts))

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        number, kept = next(self._numbers), tuple(tuple(clause) for clause in clauses)
        self._additions[number] = Addition(kept, self._variables + 1 if own is None else own, len(self._scopes))
        return number

    def drop(self, added: int) -> None:
        del self._additions[added]

    def push(self) -> None:
        self._scopes.append(len(self._blocked))

    def pop(self) -> None:
        ended = len(self._scopes)
        self._additions = {number: addition for number, addition in self._additions.items() if addition.depth < ended}
        del self._blocked[self._scopes.pop() :]

    def _extra_clauses(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the clauses that the encoding lacks, with the number of their addition; 0 for blocked solutions."""
        yield from ((0, clause) for clause in self._blocked)
        fresh = count(self._variables + 1)
        for number, addition in self._additions.items():
            yield from ((number, clause) for clause in renamed(addition.clauses, addition.own, partial(next, fresh)))


def renamed(clauses: Iterable[Sequence[int]], own: int, fresh: Callable[[], int]) -> Iterator[tuple[int, ...]]:
    """Yield the clauses with a fresh variable in place of each variable from `own` on."""
    names: defaultdict[int, int] = defaultdict(fresh)
    for clause in clauses:
        if any(abs(lit) >= own for lit in clause):
            yield tuple(lit if abs(lit) < own else names[lit] if lit > 0 else -names[-lit] for lit in clause)
        else:
            yield tuple(clause)


def solutions(solver: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options) -> Solutions[A]:
    """Return a lazy list of solutions; the engine runs only when it is iterated."""

    def produce(listing: Solutions[A]) -> Iterator[A]:
        with solver.open(encoding, limits, options) as session:
            reason = yield from session.answers(options.max_solutions)
            listing.decided_by = getattr(session, "decided_by", ())
            listing.ended(reason)

    return Solutions(produce)


def count_enumerate(solver: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options) -> ModelCount:
    """Count solutions by listing them, up to `options.max_solutions`."""
    listing = solutions(solver, encoding, limits, options)
    value = sum(1 for _ in listing)
    return ModelCount(value, listing.complete, listing.reason)


def interchangeable(statement: Statement) -> tuple[tuple[int, ...], int] | None:
    """Return facts that break a value symmetry, and the factor by which they reduce a count; None without symmetry.

    If all constraints are all-different constraints on variables with equal domains, renaming the values maps solutions
    to solutions. The values of a line that holds each value once can then be fixed in one order out of all.
    """
    values = {tuple(variable.values) for variable in statement.variables}
    constraints = statement.every_constraint
    if len(values) != 1 or any(variable.boolean or variable.hidden for variable in statement.variables):
        return None
    if not all(
        isinstance(constraint, AllDifferent) and not constraint.apart_from and not constraint.when
        for constraint in constraints
    ):
        return None
    (domain,) = values
    for constraint in constraints:
        if isinstance(constraint, AllDifferent) and len(set(constraint.over)) == len(constraint.over) == len(domain):
            fixed = tuple(statement.fact(number, value) for number, value in zip(constraint.over, domain, strict=True))
            return fixed, factorial(len(domain))
    return None
