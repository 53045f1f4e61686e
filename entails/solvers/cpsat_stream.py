"""Answers of CP-SAT as a stream: it hands them to a callback in a thread of its own, we want to iterate."""

import atexit
from collections.abc import Callable, Iterator
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from entails.models.encoding import CpParts
from entails.solvers.budget import stop_until

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver


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
