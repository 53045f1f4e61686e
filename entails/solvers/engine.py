"""`Engine`: the part of the `Solver` interface that is the same for all of them.

It decides where a session lives: in this process, or in a worker process that can be ended. A worker is needed when the
engine may take its process down, when memory is limited, and when time is limited but the engine cannot be interrupted.

The common interface of all engines: `Solver` opens a `Session` on an encoding; the session answers.

Everything else (enumeration, uniqueness, explanations, forced facts) is written once, on sessions.

The budget of a session, counted from its opening, and a way to run an engine call that can be stopped.

All engines by name. Adding one is a line here; the contract suite and `entails engines` then know it.

Only the module of the engine that is asked for is imported: those of one puzzle bring its models with them.

`BaseSession`: the small parts that every session shares.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import count
from threading import Event, Thread
from types import TracebackType
from typing import Any, Literal, Protocol, Self, TypeVar

from entails.models.encoding import Encoding, Kind, Native
from entails.models.errors import EngineFault, EngineUnavailable, UnsupportedCapability, UnsupportedPuzzle
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Reason, Satisfied, Undecided
from entails.solvers.kernels.jit import clock, is_plain

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

Capability = Literal[
    "assume",  # solves under assumed facts
    "core",  # names the assumptions and groups that already contradict
    "enumerate",  # can block an answer and go on
    "add",  # takes further clauses, and drops them with their scope
    "proof",  # writes a DRUP/DRAT proof with an "unsatisfiable"
    "interrupt",  # can be stopped from another thread, inside this process
    "conflicts",  # keeps a conflict limit
    "nodes",  # keeps a node limit
    "optimise",  # finds the best answer of an encoding with an objective
    "propagate",  # tells what follows by unit propagation alone
]


class Session(Protocol[A_co]):
    """A puzzle loaded into an engine, ready for many related questions. Use it in a `with` block.

    Literals are facts of the encoding: `+i` holds, `-i` does not.
    """

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A_co]:
        """One answer, if any. `groups` are the doubtable groups that hold (all of them when None); choosing them
        needs a session opened with `Options(doubt=True)`."""
        ...

    def answers(self, most: int | None) -> Generator[A_co, None, EndReason | None]:
        """Yield up to `most` different answers; return what ended the list early, None when there are no more."""
        ...

    def block(self, facts: Sequence[int]) -> None:
        """From now on no answer may have all of these facts."""
        ...

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        """From now on these clauses hold as well, until what comes back is dropped or their scope ends. Variables from
        `own` on (those beyond the encoding's when it is None) are auxiliaries of theirs alone."""
        ...

    def drop(self, added: int) -> None:
        """What was added under this number does not hold any more."""
        ...

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        """What follows by unit propagation: (no contradiction seen, the literals that follow, assumptions included).

        Auxiliary variables of the encoding or the engine may be among them; they are above the facts."""
        ...

    def push(self) -> None:
        """Open a scope: what is blocked or added from now on is forgotten at the matching `pop`."""
        ...

    def pop(self) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class EngineProtocol(Protocol):
    """An engine. `accepts` and `capabilities` are data: nobody has to try and see.

    `isolated` engines may take the whole process down with them, so they only ever run in a worker process.
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
        """What keeps it from running here, in a few words; None when it can run."""
        ...

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]: ...


_watched = False


def be_watched() -> None:
    """This process is itself a worker whose time and memory somebody else watches: sessions may live in it, whatever
    their limits are."""
    global _watched
    _watched = True


class Engine(ABC):
    """Base of all engines; a subclass says what it is and opens sessions in this process (`open_here`)."""

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
        """What keeps it from running here; None when it can run."""
        return None

    def load(self) -> None:
        """Import the packages behind it, which takes time and memory that belong to no question's budget."""
        return

    def load_fully(self) -> None:
        """Import all that building an encoding may need too, before a worker process limits its memory."""
        self.load()

    def refuses(self, encoding: Encoding[Any]) -> UnsupportedCapability | None:
        """Why it cannot take this encoding, as the error to raise; None when it can."""
        if encoding.kind not in self.accepts:
            takes = ", ".join(sorted(self.accepts))
            return UnsupportedCapability(f"engine {self.name} takes {takes} encodings, not {encoding.kind}")
        problem = self.refuses_puzzle(encoding.puzzle) if isinstance(encoding, Native) else None
        return None if problem is None else UnsupportedPuzzle(problem)

    def refuses_puzzle(self, puzzle: object) -> str | None:
        """Why it cannot take this puzzle as it is, in a sentence; None when it can. Every engine that accepts native
        encodings says here which puzzles are its own."""
        del puzzle
        return None

    @abstractmethod
    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """A session in this process. Time is limited by interrupting, memory not at all."""

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """A session that keeps all limits, wherever it has to live for that."""
        self._refuse_what_it_cannot(encoding, limits, options)
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

    def _refuse_what_it_cannot(self, encoding: Encoding[Any], limits: Limits, options: Options) -> None:
        if problem := self.missing():
            raise EngineUnavailable(f"engine {self.name} cannot run here: {problem}")
        if refusal := self.refuses(encoding):
            raise refusal
        wanted: list[tuple[object, Capability, str]] = [
            (limits.conflicts, "conflicts", "keep a limit on conflicts"),
            (limits.nodes, "nodes", "keep a limit on nodes"),
            (options.proof, "proof", "write proofs"),
        ]
        for asked, capability, words in wanted:
            if asked and capability not in self.capabilities:
                raise UnsupportedCapability(f"engine {self.name} cannot {words}")

    def __repr__(self) -> str:
        return f"<engine {self.name}>"


T = TypeVar("T")

_STOP_AGAIN = 0.05
_LOOK_AGAIN = 0.01
"""Seconds between two looks at a clock that may stand still."""


class Budget:
    """What is left of the limits. All questions asked of one session share it."""

    def __init__(self, limits: Limits) -> None:
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._conflicts = limits.conflicts

    @property
    def seconds(self) -> float | None:
        """Seconds left (never below zero), None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - clock())

    @property
    def out_of_time(self) -> bool:
        return self.seconds == 0.0

    @property
    def conflicts(self) -> int | None:
        """Conflicts left, None without a limit."""
        return self._conflicts

    def spend_conflicts(self, spent: int) -> None:
        if self._conflicts is not None:
            self._conflicts = max(0, self._conflicts - spent)

    def what_ran_out(self) -> Reason:
        """Why an engine gave up. Not every engine counts its conflicts for us, so none are left after that."""
        if self.out_of_time or self._conflicts is None:
            return "time"
        self._conflicts = 0
        return "conflicts"


def run_stoppable(call: Callable[[], T], stop: Callable[[], object], seconds: float | None) -> T:
    """Run `call` in a thread of its own and `stop` it when the time is over or on Ctrl-C.

    For engines that release the GIL and can be interrupted: the waiting thread stays free to see both. `call` must
    return by itself soon after `stop`.
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
        Thread(target=work, name="entails-engine", daemon=True).start()
    except RuntimeError as error:  # there is no room for its stack
        raise MemoryError(str(error)) from error
    try:
        _wait(done, seconds)
    finally:
        stop_until(done, stop)
    if failure:
        raise failure[0]
    return result[0]


def run_loop(call: Callable[[], T], stop: Callable[[], object], seconds: float | None) -> T:
    """Run `call` on loops of `kernels` and `stop` it when the time is over or on Ctrl-C.

    As plain Python they hear Ctrl-C where they are, and `patience` ends them; a limit of time is for the compiled loop
    that begins anew.
    """
    if not is_plain():
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
    """Wait until it is done, or the time is over on a clock that stands still while loops are compiled."""
    if seconds is None:
        done.wait()
        return
    deadline = clock() + seconds
    while (left := deadline - clock()) > 0 and not done.wait(max(left, _LOOK_AGAIN)):
        pass


def stop_until(done: Event, stop: Callable[[], object]) -> None:
    """Call `stop` until it has taken effect, which it may not on an engine that has not begun.

    A second Ctrl-C is ignored here: what an engine works on must not be freed before it has ended. (An event, because
    a `Thread.join` that Ctrl-C interrupts takes the thread for ended.)
    """
    while not done.is_set():
        with suppress(KeyboardInterrupt):
            stop()
            done.wait(_STOP_AGAIN)


_MODULES = {
    "cpsat": "cpsat",
    "rc2": "rc2",
    "quine": "quine.run",
    "bits": "sudoku.bits",
    "filter": "wordle.check",
    "generator": "scrabble.generator",
}
"""Where those are that have a module of their own; those of python-sat share one."""


@cache
def engines() -> dict[str, Engine]:
    """Every engine, the default first. Importing their modules is cheap: the packages behind them load on use."""
    return {**_of_python_sat(), **{name: _of_its_own(name) for name in _MODULES}}


def engine(name: str) -> Engine:
    """The engine of this name."""
    if name in _MODULES:
        return _of_its_own(name)
    found = _of_python_sat().get(name) or engines().get(name)
    if found is None:
        raise EngineUnavailable(f"there is no engine {name!r}; there are {', '.join(engines())}")
    return found


@cache
def _of_python_sat() -> dict[str, Engine]:
    return {engine.name: engine for engine in import_module("entails.solvers.sat").ENGINES}


def _of_its_own(name: str) -> Engine:
    found: Engine = import_module(f"entails.solvers.{_MODULES[name]}").ENGINE
    return found


class BaseSession:
    """Closes itself at the end of a `with` block; refuses what its engine cannot do."""

    engine_name = "this engine"

    def close(self) -> None:
        """Give back what the session holds; harmless when called twice."""

    def cannot(self, what: str) -> UnsupportedCapability:
        return UnsupportedCapability(f"engine {self.engine_name} cannot {what}")

    def answers(self: Session[A], most: int | None) -> Generator[A, None, EndReason | None]:
        """List answers by solving and blocking; an engine with a faster method overrides this.

        It looks for one more than asked for, so that a list of exactly `most` answers is known to be complete.
        """
        blocked: tuple[int, ...] | None = None
        for number in count():
            outcome = self.solve()
            if isinstance(outcome, Undecided):
                return outcome.reason
            if not isinstance(outcome, Satisfied):
                break
            if outcome.facts == blocked:
                raise EngineFault(f"engine {outcome.stats.engine} gave a blocked answer again")
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
        raise self.cannot("take further clauses")

    def drop(self, added: int) -> None:
        del added
        raise self.cannot("take further clauses")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True)
class Addition:
    """Clauses that were added in the scope of this depth; variables from `own` on are theirs alone."""

    clauses: tuple[tuple[int, ...], ...]
    own: int
    depth: int


class ForgetfulSession(BaseSession):
    """For an engine that keeps nothing between questions: what was blocked and added is told again with each of them.

    The encoding has so many `variables`; auxiliaries of additions are numbered behind them.
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
        number, said = next(self._numbers), tuple(tuple(clause) for clause in clauses)
        self._additions[number] = Addition(said, self._variables + 1 if own is None else own, len(self._scopes))
        return number

    def drop(self, added: int) -> None:
        del self._additions[added]

    def push(self) -> None:
        self._scopes.append(len(self._blocked))

    def pop(self) -> None:
        ended = len(self._scopes)
        self._additions = {number: one for number, one in self._additions.items() if one.depth < ended}
        del self._blocked[self._scopes.pop() :]

    def _told(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The clauses to tell besides the encoding's, each with the number of its addition, 0 for what is blocked."""
        yield from ((0, clause) for clause in self._blocked)
        fresh = count(self._variables + 1)
        for number, one in self._additions.items():
            yield from ((number, clause) for clause in renamed(one.clauses, one.own, partial(next, fresh)))


def renamed(clauses: Iterable[Sequence[int]], own: int, fresh: Callable[[], int]) -> Iterator[tuple[int, ...]]:
    """Clauses in which every variable from `own` on is a fresh one."""
    names: defaultdict[int, int] = defaultdict(fresh)
    for clause in clauses:
        if any(abs(lit) >= own for lit in clause):
            yield tuple(lit if abs(lit) < own else names[lit] if lit > 0 else -names[-lit] for lit in clause)
        else:
            yield tuple(clause)
