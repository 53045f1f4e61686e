"""Worker processes: `Worker` answers calls in a spawned process; `WorkerSession` is a session that runs in one.

A session runs in a worker if it cannot be stopped from inside. The worker is killed at the time limit, above its memory
limit, or on Ctrl-C, and a new one is started when it is needed. A worker whose session ended normally is reused. Its
start counts against no limit.

A worker is a plain `python -c` child that runs `server.serve` over its standard streams, not a `multiprocessing` child.
So a script that uses Entails needs no `if __name__ == "__main__"` guard, and the child never runs the script again.
"""

import atexit
import os
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from entails.models.encoding import Encoding, Native
from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Reason, Satisfied, Stats, Undecided
from entails.solvers.pool import server
from entails.solvers.pool.limits import memory_over, polls_memory
from entails.solvers.pool.server import ProgressMessage, pack, read_message

A = TypeVar("A")
OnProgress = Callable[[Any], None]

_POLL = 0.05
_GRACE = 1.0


class WorkerLost(Exception):
    """Error: the worker ended without a reply. `reason` is None if the cause is unknown."""

    def __init__(self, reason: Reason | None) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True)
class ChildProcess:
    """A process that serves calls on a socket. `process` is None if the forkserver is its parent."""

    pid: int
    stream: socket.socket
    lifeline: int
    process: subprocess.Popen[bytes] | None = None


@contextmanager
def lifeline() -> Iterator[tuple[int, int]]:
    """Yield the child's end and our end of a pipe without data; its end of file tells the child to exit.

    Afterwards the child's end is closed here; ours too if starting the child failed.
    """
    theirs, ours = os.pipe()
    try:
        yield theirs, ours
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)


def start_python(
    module: str, function: str, *arguments: int, descriptors: Collection[int], **options: Any
) -> subprocess.Popen[bytes]:
    """Start a Python interpreter that calls a function with these inherited descriptors."""
    code = f"import sys; sys.path[:] = eval(sys.argv[1]); import {module} as m; m.{function}(*map(int, sys.argv[2:]))"
    return subprocess.Popen(
        [sys.executable, "-c", code, repr(sys.path), *map(str, arguments)],
        start_new_session=True,  # Ctrl-C at the terminal is ours to handle
        pass_fds=tuple(descriptors) if os.name == "posix" else (),
        **options,
    )


def _start_server(lifeline: int, niceness: int, stream: int) -> subprocess.Popen[bytes]:
    return start_python(
        server.__name__, "serve", lifeline, niceness, descriptors=[lifeline], stdin=stream, stdout=stream
    )


def spawn(niceness: int) -> ChildProcess:
    """Start a process that serves calls on a socket, for an event loop."""
    ours, theirs = socket.socketpair()
    with theirs, lifeline() as (their_lifeline, our_lifeline):
        try:
            process = _start_server(their_lifeline, niceness, theirs.fileno())
        except BaseException:
            ours.close()
            raise
    return ChildProcess(process.pid, ours, our_lifeline, process)


class Worker:
    """A child process that answers one call at a time while the caller waits."""

    def __init__(self) -> None:
        with lifeline() as (theirs, ours):
            self._process = _start_server(theirs, 0, subprocess.PIPE)
        self._lifeline: int | None = ours
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
                self._replies.put(read_message(stream))
        except Exception:  # the stream has ended, or is no longer readable
            self._replies.put(WorkerLost(None))

    def call(
        self,
        method: str,
        arguments: tuple[object, ...] = (),
        seconds: float | None = None,
        memory_mb: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        """Call a method of `server` in the worker and return its reply, an exception if the call failed.

        If there is no reply within the limits, end the worker and raise WorkerLost.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(pack((method, arguments)))
            stream.flush()
            while isinstance(reply := self._wait(deadline, memory_mb), ProgressMessage):
                if on_progress is not None:
                    on_progress(reply.progress)
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
        """End the process from another thread; a call that awaits its reply raises WorkerLost."""
        self._process.kill()

    def end(self) -> None:
        """End the process and close its connections."""
        self._process.kill()
        self._process.wait()
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # pending output has no reader any more
                    stream.close()


MOST_IDLE = 4
"""Idle workers that are kept, each with about 100 MB."""
_idle: list[Worker] = []
_idle_lock = Lock()
_inherited: list[Worker] = []


def acquire() -> Worker:
    """Return an idle worker that responds, or start a new one."""
    while (worker := _next_idle()) is not None:
        with suppress(WorkerLost):
            worker.call("ping", seconds=_GRACE)
            return worker
    return Worker()


def release(worker: Worker) -> None:
    """Return a worker to the idle ones, for a later `acquire`; end it if there are enough of them."""
    with _idle_lock:
        if len(_idle) < MOST_IDLE:
            _idle.append(worker)
            return
    worker.end()


def _next_idle() -> Worker | None:
    with _idle_lock:
        return _idle.pop() if _idle else None


def _leave_to_parent() -> None:
    """Forget all workers after a fork: they belong to the parent, and a worker must not have two callers."""
    global _idle_lock
    _idle_lock = Lock()
    _inherited.extend(_idle)
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


@atexit.register
def end_idle_workers() -> None:
    """End all idle workers."""
    while (worker := _next_idle()) is not None:
        worker.end()


def _is_about_threads(reply: object) -> bool:
    """Return whether an error says that memory did not suffice to start a thread."""
    return isinstance(reply, RuntimeError) and "start new thread" in str(reply)


def _identity(literals: Sequence[int]) -> Any:
    return tuple(literals)


class _Engine(Protocol):
    """The part of an engine that is needed in the parent of its worker."""

    @property
    def name(self) -> str: ...

    @property
    def capabilities(self) -> frozenset[str]: ...


class WorkerSession(Generic[A]):
    """A session that runs in a worker. Solutions are decoded here, so `decode` need not be picklable."""

    def __init__(self, engine: _Engine, encoding: Encoding[A], limits: Limits, options: Options) -> None:
        self.engine_name = engine.name
        self._encoding = encoding
        self._memory_mb = limits.memory_mb
        self._deadline: float | None = None
        self._lost: Reason | None = None
        bare: Any = encoding if isinstance(encoding, Native) else replace(encoding, decode=_identity)
        sent_encoding, sent_engine = _pickle(bare), _pickle(engine)
        self._worker: Worker | None = acquire()
        try:
            self._call("prepare", sent_engine)
            if limits.seconds is not None:
                grace = _GRACE if "interrupt" in engine.capabilities else 0.0  # such an engine stops by itself first
                self._deadline = time.monotonic() + limits.seconds + grace
            self._call("open", sent_engine, sent_encoding, limits, options)
        except BaseException:
            self._abandon()
            raise

    def _call(self, method: str, *arguments: object) -> Any:
        """Return the reply of a call; None if the worker was lost to a limit, named by `self._lost`."""
        if self._worker is None:
            return None
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        try:
            reply = self._worker.call(method, arguments, left, self._memory_mb)
        except WorkerLost as lost:
            self._worker = None
            self._lost = lost.reason or self._lost or ("memory" if self._memory_mb is not None else None)
            if self._lost is None:
                raise EngineFault(f"engine {self.engine_name} ended its process without a reply") from None
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
        """List solutions in the worker by the engine's own method."""
        self._call("list_answers", most)
        while (reply := self._call("next_answer")) is not None:
            has_answer, answer = reply
            if not has_answer:
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

    def kill(self) -> None:
        """End the process from another thread; a call that waits for its reply ends as cancelled."""
        if (worker := self._worker) is not None:
            self._lost = "cancelled"
            worker.kill()

    def close(self) -> None:
        if self._worker is None:
            return
        worker, self._worker = self._worker, None
        with suppress(WorkerLost):
            if worker.call("close", seconds=_GRACE):
                release(worker)
            else:
                worker.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _pickle(value: object) -> bytes:
    """Pickle a part of a call; raise a one-sentence error if that is impossible."""
    try:
        return pickle.dumps(value)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise EngineFault(f"cannot be sent to a worker process: {error}") from error
