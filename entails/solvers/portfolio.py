"""A race of two engines on one puzzle: a SAT solver (RC2 if there is an objective) on its clauses, CP-SAT on its model.

Each runs in a process of its own. The first proven result wins; the slower engine gets as much time again to confirm
it, within the limits. A contradiction between the two is an EngineFault. Without a CP-SAT model of the same facts,
CP-SAT gets the clauses; without clauses, it runs alone. At most two second engines run at once in a process.
"""

import time
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import Any, Generic, NamedTuple, TypeVar, cast

from entails.models.encoding import Cnf, CpSat, Encoding
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.engine import Budget, Engine, ForgetfulSession, Session, engine
from entails.solvers.pool.process import WorkerSession

A = TypeVar("A")
R = TypeVar("R")

_GRACE = 0.05
"""Seconds that the slower engine always gets: ending its process costs more."""
_LEAST_TO_CONFIRM = 0.2


class PortfolioEngine(Engine):
    """A race of a SAT solver and CP-SAT."""

    def __init__(self) -> None:
        super().__init__(
            "portfolio",
            "a race of CP-SAT and a SAT or MaxSAT solver, each in its own process; the first proven result wins",
            frozenset({"cnf", "cpsat"}),
            frozenset({"add", "assume", "enumerate", "optimise"}),
        )

    def missing(self) -> str | None:
        return engine("cpsat").missing() or engine("rc2").missing()

    def needs_worker(self, limits: Limits) -> bool:
        """Return whether the engine's CPU time is spent in other processes: always."""
        del limits
        return True

    def open(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        """Open a session in this process; each engine of the race runs in a process that enforces the limits."""
        self._reject_unsupported(encoding, limits, options)
        return self.open_here(encoding, limits, options)

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf | CpSat)
        return PortfolioSession(encoding, limits, options)


class RaceResult(NamedTuple, Generic[R]):
    """The result of one contestant, or the error that ended it."""

    engine: str
    value: R | BaseException


_RIVALS = BoundedSemaphore(2)
"""Permits for second engines. A loser may still be starting when the next race begins, which then goes without one."""


@dataclass(eq=False)
class Contestant(Generic[A]):
    """An engine with its own encoding of the puzzle."""

    engine: Engine
    encoding: Encoding[A]
    is_rival: bool = False
    session: WorkerSession[A] | None = None
    is_stopped: bool = False

    def run(
        self,
        query: Callable[[WorkerSession[A]], R],
        limits: Limits,
        options: Options,
        results: "SimpleQueue[RaceResult[R]]",
    ) -> None:
        """Answer a query in a worker process and report the result."""
        value: R | Undecided | BaseException
        try:
            with WorkerSession(self.engine, self.encoding, limits, options) as session:
                self.session = session
                value = Undecided("cancelled", Stats(self.engine.name)) if self.is_stopped else query(session)
        except BaseException as error:
            value = error
        finally:
            if self.is_rival:
                _RIVALS.release()
        results.put(RaceResult(self.engine.name, cast("R | BaseException", value)))

    def stop(self) -> None:
        """End the search from another thread; a process that only starts is kept for the next search."""
        self.is_stopped = True
        if self.session is not None:
            self.session.kill()


class PortfolioSession(ForgetfulSession, Generic[A]):
    """A session in which each query is a race."""

    engine_name = "portfolio"

    def __init__(self, encoding: Cnf[A] | CpSat[A], limits: Limits, options: Options) -> None:
        super().__init__(encoding.variables if isinstance(encoding, Cnf) else len(encoding.names))
        self._encoding = encoding
        self._limits = limits
        self._options = options
        self._budget = Budget(limits)
        self.decided_by: tuple[str, ...] = ()
        """The engine whose result was returned last, then the one that came to the same result."""

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        if groups is not None and not self._options.soft_groups:
            raise UnsupportedCapability("selecting groups requires a session opened with Options(soft_groups=True)")
        clauses = [clause for _, clause in self._extra_clauses()]

        def query(session: WorkerSession[A]) -> Outcome[A]:
            if clauses:
                session.add(clauses)
            return session.solve(assume, groups)

        results = self._race(query, _is_proven, needs_confirmation=lambda outcome: not _is_plain(outcome))
        outcomes = [result.value for result in results if not isinstance(result.value, BaseException)]
        proven = [outcome for outcome in outcomes if _is_proven(outcome)]
        if len({(outcome.status, getattr(outcome, "objective", None)) for outcome in proven}) > 1:
            raise EngineFault(f"engines disagree: {' and '.join(self.decided_by)}")
        satisfied = (outcome for outcome in outcomes if isinstance(outcome, Satisfied))
        best = next(iter(proven), None) or next(satisfied, None) or next(iter(outcomes), None)
        stats = Stats(self.engine_name, time.perf_counter() - started, decided_by=self.decided_by)
        if best is None:
            return Undecided("time", stats)
        return Unsatisfiable(stats) if isinstance(best, Unsatisfiable) else replace(best, stats=stats)

    def answers(self, most: int | None) -> Generator[A, None, EndReason | None]:
        """List solutions: the first complete list wins. Without a maximum, one engine lists them as it finds them."""

        def query(session: WorkerSession[A]) -> tuple[list[A], EndReason | None]:
            if clauses:
                session.add(clauses)
            listed: list[A] = []
            solutions = session.answers(most)
            while True:
                try:
                    listed.append(next(solutions))
                except StopIteration as end:
                    return listed, end.value

        clauses = [clause for _, clause in self._extra_clauses()]
        if most is None:
            first = self._contestants()[0]
            with first.engine.open(first.encoding, self._left(), self._options) as session:
                if clauses:
                    session.add(clauses)
                self.decided_by = (first.engine.name,)
                reason: EndReason | None = yield from session.answers(None)
                return reason
        results = self._race(query, lambda listed: listed[1] in (None, "maximum"), needs_confirmation=lambda _: True)
        lists = [result.value for result in results if not isinstance(result.value, BaseException)]
        proven = [listed for listed in lists if listed[1] in (None, "maximum")]
        if len({(len(listed), reason) for listed, reason in proven}) > 1:
            raise EngineFault(f"engines disagree on the number of solutions: {' and '.join(self.decided_by)}")
        longest = max(lists, key=lambda listed: len(listed[0]), default=([], "time"))
        listed, reason = proven[0] if proven else longest
        yield from listed
        return reason

    def _contestants(self) -> list[Contestant[A]]:
        encoding = self._encoding
        if isinstance(encoding, CpSat):
            return [Contestant(engine("cpsat"), encoding)]
        plain, rival = replace(encoding, rival=None), encoding.rival
        sat = "cadical195" if encoding.objective is None else "rc2"
        return [Contestant(engine(sat), plain), Contestant(engine("cpsat"), rival or plain, is_rival=True)]

    def _left(self) -> Limits:
        seconds = self._budget.seconds
        return self._limits if seconds is None else self._limits.model_copy(update={"seconds": max(seconds, 1e-3)})

    def _race(
        self,
        query: Callable[[WorkerSession[A]], R],
        is_proven: Callable[[R], bool],
        needs_confirmation: Callable[[R], bool],
    ) -> list[RaceResult[R]]:
        """Return the results in the order of their arrival, and record who decided.

        Raise the error of a contestant if there is no result.
        """
        started = time.perf_counter()
        results: SimpleQueue[RaceResult[R]] = SimpleQueue()
        arrived: list[RaceResult[R]] = []
        contestants = [] if self._budget.out_of_time else self._contestants()
        contestants = [each for each in contestants if not each.is_rival or _RIVALS.acquire(blocking=False)]
        wait: float | None = None
        try:
            for contestant in contestants:
                arguments = (query, self._left(), self._options, results)
                Thread(target=contestant.run, args=arguments, name="entails-race", daemon=True).start()
            for _ in contestants:
                arrived.append(results.get(timeout=wait))
                value = arrived[-1].value
                if wait is None and not isinstance(value, BaseException) and is_proven(value):
                    again = max(time.perf_counter() - started, _LEAST_TO_CONFIRM)
                    left = self._budget.seconds
                    wait = again if left is None else min(again, left)
                    wait = wait if needs_confirmation(value) else _GRACE
        except Empty:
            pass  # the slower engine does not confirm in time
        finally:
            for contestant in contestants:
                contestant.stop()
        values = [(result.engine, result.value) for result in arrived]
        proven = [name for name, value in values if not isinstance(value, BaseException) and is_proven(value)]
        self.decided_by = tuple(proven)
        errors = [value for _, value in values if isinstance(value, BaseException)]
        if errors and len(errors) == len(arrived):
            raise errors[0]
        return arrived


def _is_proven(outcome: Outcome[Any]) -> bool:
    return (
        isinstance(outcome, Unsatisfiable) or _is_plain(outcome) or (isinstance(outcome, Satisfied) and outcome.optimal)
    )


def _is_plain(outcome: Outcome[Any]) -> bool:
    """Return whether an outcome is a solution without objective, which the checker verifies."""
    return isinstance(outcome, Satisfied) and outcome.objective is None


ENGINE = PortfolioEngine()
