"""Sessions in a worker process, for what cannot be stopped from inside: `WorkerSession` speaks to `serve`.

The worker is ended when the time is over, when it takes more memory than allowed, or on Ctrl-C, and a new one takes its
place at the next need. A worker that finished its session well is kept for the next one.

It is a plain `python -c` child talking over its standard streams, not a `multiprocessing` one: a script that uses
Clausal then needs no `if __name__ == "__main__"` guard, and the child never runs the script again.
"""

import atexit
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Generic, TypeVar

from clausal.models.encoding import Cnf, CpSat, Encoding, Native
from clausal.models.errors import EngineFault
from clausal.models.limits import Limits, Options
from clausal.models.outcome import Outcome, Reason, Satisfied, Stats, Undecided
from clausal.solvers.engine import Engine
from clausal.solvers.memory import cap_memory, memory_over, polls_memory
from clausal.solvers.session import BaseSession

A = TypeVar("A")

_START = "import sys; sys.path[:] = eval(sys.argv[1]); from clausal.solvers.worker import serve; serve()"
_POLL = 0.05


class WorkerLost(Exception):
    """The worker ended without an answer. `reason` is None when nothing explains it."""

    def __init__(self, reason: Reason | None) -> None:
        self.reason = reason
        super().__init__(reason)


class Worker:
    """One child process that answers one call at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, repr(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C at the terminal is ours to handle
        )
        self._replies: SimpleQueue[Any] = SimpleQueue()
        Thread(target=self._listen, name="clausal-worker", daemon=True).start()

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while True:
                self._replies.put(pickle.load(stream))
        except (EOFError, OSError, pickle.UnpicklingError, ValueError):
            self._replies.put(WorkerLost(None))

    def call(self, message: object, seconds: float | None, memory_mb: int | None = None) -> Any:
        """Send a call, wait for its reply. Raises WorkerLost, with the worker ended, when none came."""
        deadline = None if seconds is None else time.monotonic() + seconds
        stream = self._process.stdin
        assert stream is not None
        try:
            pickle.dump(message, stream)
            stream.flush()
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

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what was still to be written has no reader any more
                    pass


_idle: list[Worker] = []
_idle_lock = Lock()


def _hire() -> Worker:
    with _idle_lock:
        while _idle:
            worker = _idle.pop()
            if worker.alive:
                return worker
            worker.end()
    return Worker()


def _dismiss(worker: Worker) -> None:
    with _idle_lock:
        _idle.append(worker)


@atexit.register
def _end_idle_workers() -> None:
    with _idle_lock:
        while _idle:
            _idle.pop().end()


def _same(literals: Sequence[int]) -> tuple[int, ...]:
    return tuple(literals)


class WorkerSession(BaseSession, Generic[A]):
    """A session that lives in a worker. Answers are decoded here, so `decode` need not pickle."""

    def __init__(self, engine: Engine, encoding: Encoding[A], limits: Limits, options: Options) -> None:
        self.engine_name = engine.name
        self._encoding = encoding
        grace = 1.0 if "interrupt" in engine.capabilities else 0.0  # such an engine stops by itself first
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds + grace
        self._memory_mb = limits.memory_mb
        self._lost: Reason | None = None
        self._worker: Worker | None = _hire()
        bare = encoding if isinstance(encoding, Native) else replace(encoding, decode=_same)
        self._call("open", engine.name, _portable(bare), limits, options)

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
        if isinstance(reply, MemoryError):
            self._worker.end()
            self._worker, self._lost = None, "memory"
            return None
        if isinstance(reply, BaseException):
            raise reply
        return reply

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        outcome: Outcome[Any] | None = self._call("solve", tuple(assume), groups if groups is None else list(groups))
        if outcome is None:
            return Undecided(self._lost or "cancelled", Stats(self.engine_name, time.perf_counter() - started))
        if isinstance(outcome, Satisfied):
            return replace(outcome, answer=self._decode(outcome.answer))
        return outcome

    def _decode(self, answer: Any) -> A:
        return answer if isinstance(self._encoding, Native) else self._encoding.decode(answer)  # type: ignore[no-any-return]

    def block(self, facts: Sequence[int]) -> None:
        self._call("block", tuple(facts))

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
        try:
            worker.call(("close", ()), 1.0)
        except WorkerLost:
            return
        _dismiss(worker)


def _portable(encoding: Encoding[Any]) -> bytes:
    """The encoding as bytes; pickled apart, so that one that cannot travel is refused with a sentence."""
    try:
        return pickle.dumps(encoding)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise EngineFault(f"this encoding cannot be sent to a worker process: {error}") from error


def serve() -> None:
    """The worker's side: read calls from standard input, write replies to what was standard output."""
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # an engine that prints must not garble the replies
    session: Any = None
    while True:
        try:
            method, arguments = pickle.load(calls)
        except EOFError:
            return
        try:
            if method == "open":
                session, reply = _open_in_worker(*arguments), None
            elif method == "close":
                session, reply = _close_in_worker(session), None
            else:
                reply = getattr(session, method)(*arguments)
        except MemoryError:
            reply = MemoryError()
        except Exception as error:
            reply = error
        _reply(replies, reply)


def _reply(replies: IO[bytes], reply: object) -> None:
    try:
        data = pickle.dumps(reply)
    except Exception:
        data = pickle.dumps(EngineFault(f"a worker's reply does not pickle: {type(reply).__name__}"))
    replies.write(data)
    replies.flush()


def _open_in_worker(engine_name: str, encoding: bytes, limits: Limits, options: Options) -> Any:
    from clausal.solvers.registry import engine

    cap_memory(limits.memory_mb)
    chosen = engine(engine_name)
    seconds = limits.seconds if "interrupt" in chosen.capabilities else None  # else the parent looks at the clock
    kept_here = limits.model_copy(update={"seconds": seconds, "memory_mb": None})
    opener: Callable[..., Any] = chosen.open_here
    return opener(pickle.loads(encoding), kept_here, options)


def _close_in_worker(session: Any) -> None:
    session.close()
    cap_memory(None)
