"""Sessions in a worker process, for what cannot be stopped from inside: `WorkerSession` speaks to `solvers.serve`.

The worker is ended when the time is over, when it takes more memory than allowed, or on Ctrl-C, and a new one takes its
place at the next need. A worker that finished its session well is kept for the next one. Its start counts
for no limit.

It is a plain `python -c` child talking over its standard streams, not a `multiprocessing` one: a script that uses
Entails then needs no `if __name__ == "__main__"` guard, and the child never runs the script again.
"""

import atexit
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Generic, Protocol, TypeVar

from entails.models.encoding import Encoding, Native
from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Reason, Satisfied, Stats, Undecided
from entails.solvers.engine import BaseSession, EngineProtocol
from entails.solvers.pool.limits import memory_over, polls_memory
from entails.solvers.pool.server import ProgressMessage

A = TypeVar("A")
Hear = Callable[[Any], None]

_START = (
    "import sys; sys.path[:] = eval(sys.argv[1]);"
    " from entails.solvers.pool.server import serve; serve(int(sys.argv[2]))"
)
_POLL = 0.05
_GRACE = 1.0


class WorkerLost(Exception):
    """The worker ended without an answer. `reason` is None when nothing explains it."""

    def __init__(self, reason: Reason | None) -> None:
        self.reason = reason
        super().__init__(reason)


class Child(Protocol):
    """The process of a worker, and the pipes to it."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    pid: int

    def kill(self) -> None: ...

    def wait(self) -> int: ...


def spawned(lifeline: int) -> Child:
    """A new interpreter that serves; it gets this end of its lifeline."""
    return subprocess.Popen(
        [sys.executable, "-c", _START, repr(sys.path), str(lifeline)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C at the terminal is ours to handle
        pass_fds=(lifeline,) if os.name == "posix" else (),
    )


class Worker:
    """One child process that answers one call at a time. `born` makes the process."""

    def __init__(self, born: Callable[[int], Child] = spawned) -> None:
        self._lifeline: int | None
        theirs, self._lifeline = os.pipe()  # nothing is ever written to it: its end tells them that we are gone
        try:
            self._process = born(theirs)
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(theirs)
        self._replies: SimpleQueue[Any] = SimpleQueue()
        Thread(target=self._listen, name="entails-worker", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while True:
                self._replies.put(pickle.load(stream))
        except Exception:  # the stream has ended, or nobody knows what it says any more
            self._replies.put(WorkerLost(None))

    def call(
        self, message: object, seconds: float | None, memory_mb: int | None = None, hear: Hear | None = None
    ) -> Any:
        """Send a call, wait for its reply. Raises WorkerLost, with the worker ended, when none came. What the worker
        tells on its way (`serve.Told`) goes to `hear`."""
        deadline = None if seconds is None else time.monotonic() + seconds
        stream = self._process.stdin
        assert stream is not None
        try:
            pickle.dump(message, stream)
            stream.flush()
            reply = self._wait(deadline, memory_mb)
            while isinstance(reply, ProgressMessage):
                if hear is not None:
                    hear(reply.news)
                reply = self._wait(deadline, memory_mb)
        except BrokenPipeError:
            reply = WorkerLost(None)
        except BaseException:  # Ctrl-C above all
            self.end()
            raise
        if isinstance(reply, WorkerLost):
            self.end()
            raise reply
        return reply

    def _wait(self, deadline: float | None, memory_mb: int | None) -> Any:
        polls = polls_memory() and memory_mb is not None
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return WorkerLost("time")
            if polls and memory_mb is not None and memory_over(self._process.pid, memory_mb):
                return WorkerLost("memory")
            try:
                return self._replies.get(timeout=min(left or _POLL, _POLL) if polls else left)
            except Empty:
                continue

    def kill(self) -> None:
        """End the process from another thread; the call that waits for it then finds it lost."""
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was still to be written has no reader any more
                    stream.close()


_idle: list[Worker] = []
_idle_lock = Lock()
_inherited: list[Worker] = []


def _hire() -> Worker:
    """An idle worker that still answers, else a new one."""
    while (worker := _next_idle()) is not None:
        with suppress(WorkerLost):
            worker.call(("wake", ()), _GRACE)
            return worker
    return Worker()


def _next_idle() -> Worker | None:
    with _idle_lock:
        return _idle.pop() if _idle else None


def _leave_to_parent() -> None:
    """After a fork, the workers are the parent's: two processes must not speak to one worker."""
    global _idle_lock
    _idle_lock = Lock()
    _inherited.extend(_idle)
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def _dismiss(worker: Worker) -> None:
    with _idle_lock:
        _idle.append(worker)


@atexit.register
def _end_idle_workers() -> None:
    while (worker := _next_idle()) is not None:
        worker.end()


def _is_about_threads(reply: object) -> bool:
    """A thread needs room for its stack; this is how Python says that there is none."""
    return isinstance(reply, RuntimeError) and "start new thread" in str(reply)


def _same(literals: Sequence[int]) -> Any:
    return tuple(literals)


class WorkerSession(BaseSession, Generic[A]):
    """A session that lives in a worker. Answers are decoded here, so `decode` need not pickle."""

    def __init__(self, engine: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options) -> None:
        self.engine_name = engine.name
        self._encoding = encoding
        self._memory_mb = limits.memory_mb
        self._deadline: float | None = None
        self._lost: Reason | None = None
        bare: Any = encoding if isinstance(encoding, Native) else replace(encoding, decode=_same)
        sent, kind = _portable(bare), _portable(engine)
        self._worker: Worker | None = _hire()
        try:
            self._call("prepare", kind)
            if limits.seconds is not None:
                grace = _GRACE if "interrupt" in engine.capabilities else 0.0  # such an engine stops by itself first
                self._deadline = time.monotonic() + limits.seconds + grace
            self._call("open", kind, sent, limits, options)
        except BaseException:
            self._abandon()
            raise

    def _call(self, method: str, *arguments: object) -> Any:
        """The reply, or None once the worker is lost to a limit (`self._lost` then says which)."""
        if self._worker is None:
            return None
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        try:
            reply = self._worker.call((method, arguments), left, self._memory_mb)
        except WorkerLost as lost:
            self._worker = None
            self._lost = lost.reason or ("memory" if self._memory_mb is not None else None)
            if self._lost is None:
                raise EngineFault(f"engine {self.engine_name} ended its process without an answer") from None
            return None
        except BaseException:
            self._worker = None
            raise
        if isinstance(reply, MemoryError) or (self._memory_mb is not None and _is_about_threads(reply)):
            self._abandon()
            self._lost = "memory"
            return None
        if isinstance(reply, BaseException):
            raise reply
        return reply

    def _abandon(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        outcome: Outcome[Any] | None = self._call("solve", tuple(assume), groups if groups is None else list(groups))
        if outcome is None:
            return Undecided(self._lost or "cancelled", Stats(self.engine_name, time.perf_counter() - started))
        if isinstance(outcome, Satisfied):
            return replace(outcome, answer=self._decode(outcome.answer))
        return outcome

    def _decode(self, answer: Any) -> A:
        return answer if isinstance(self._encoding, Native) else self._encoding.decode(answer)

    def answers(self, most: int | None) -> Generator[A, None, EndReason | None]:
        """The list is made over there, so that an engine with a way of its own can use it."""
        self._call("list_answers", most)
        while (reply := self._call("next_answer")) is not None:
            found, answer = reply
            if not found:
                reason: EndReason | None = answer
                return reason
            yield self._decode(answer)
        return self._lost or "cancelled"

    def block(self, facts: Sequence[int]) -> None:
        self._call("block", tuple(facts))

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        added: int | None = self._call("add", [tuple(clause) for clause in clauses], own)
        return 0 if added is None else added

    def drop(self, added: int) -> None:
        self._call("drop", added)

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        reply: tuple[bool, tuple[int, ...]] | None = self._call("propagate", tuple(assume))
        return reply if reply is not None else (True, ())

    def push(self) -> None:
        self._call("push")

    def pop(self) -> None:
        self._call("pop")

    def close(self) -> None:
        if self._worker is None:
            return
        worker, self._worker = self._worker, None
        with suppress(WorkerLost):
            if worker.call(("close", ()), 1.0):
                _dismiss(worker)
            else:
                worker.end()


def _portable(thing: object) -> bytes:
    """It as bytes; pickled apart, so that what cannot travel is refused with a sentence."""
    try:
        return pickle.dumps(thing)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise EngineFault(f"this cannot be sent to a worker process: {error}") from error
