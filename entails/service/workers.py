"""Worker processes of a server, and background tasks that are restarted when they fail.

The pool gets processes from the forkserver and keeps idle ones. If a process dies during a call, the call is tried
once more on a new process; a second death is reported as an error of the server. Only if the exit record shows that
the memory limit was exceeded is the result "memory".
"""

import asyncio
import logging
import os
import signal
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from entails.service.answer import CallResult, PlainLoop, TimeLimit, answer_call, preload
from entails.service.compiling import KernelCompiler
from entails.solvers.pool.forkserver import ForkServer, ForkServerLost, can_fork
from entails.solvers.pool.limits import cores
from entails.solvers.pool.process import ChildProcess, OnProgress, spawn
from entails.solvers.pool.server import ProgressMessage, Unpacker, pack

_log = logging.getLogger("entails.service")
_FIRST_PAUSE, _LONGEST_PAUSE, _GOOD_SECONDS = 0.2, 5.0, 30.0


class Supervisor:
    """Runner of background tasks: it logs failures and restarts the tasks; `failures` counts the restarts."""

    def __init__(self) -> None:
        self.failures = 0
        self._tasks: list[asyncio.Task[None]] = []

    def keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` and restart it whenever it ends, until the supervisor is closed."""
        self._tasks.append(asyncio.create_task(self._kept(name, work), name=name))

    async def _kept(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE
        while True:
            begun = loop.time()
            try:
                await work()
            except Exception:
                self.failures += 1
                _log.exception("a background task failed and is restarted", extra={"task": name})
            pause = _FIRST_PAUSE if loop.time() - begun > _GOOD_SECONDS else min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()


_ANSWER, _PRELOAD = (f"{function.__module__}:{function.__name__}" for function in (answer_call, preload))
SLOW_NICENESS, JOB_NICENESS = 5, 10
_PROCESS_CLOCK = 2
"""Lowest bits of the id of a clock of Linux that counts the CPU time of a process; the others are its inverted pid."""
_GRACE = 1.0
"""Seconds that a query has to stop by itself after its time limit."""


class WorkerDied(Exception):
    """The worker process ended without a result, and not by the server's kill."""


class Overrun(Exception):
    """The call was stopped at its time limit."""


class AsyncWorker(asyncio.Protocol):
    """A worker process that answers one call at a time; `on_end` is called when the process has ended.

    Attributes:
        epoch: A process of an earlier epoch than its pool's was forked before kernels were compiled; it is not reused.
        ran_plain: Whether the call runs kernels as plain Python because they are not compiled yet.
    """

    def __init__(self, child: ChildProcess, niceness: int, on_end: Callable[["AsyncWorker"], None]) -> None:
        self.pid = child.pid
        self.niceness = niceness
        self.epoch = 0
        self.ran_plain = False
        self.ended = False
        self._child = child
        self._handle = os.pidfd_open(child.pid) if hasattr(os, "pidfd_open") else None
        self._on_end = on_end
        self._unpacker = Unpacker()
        self._transport: asyncio.WriteTransport | None = None
        self._reply: asyncio.Future[Any] | None = None
        self._on_progress: OnProgress | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def run_call(
        self,
        call: str,
        body: bytes,
        seconds: float,
        memory_mb: int,
        *,
        at_once: bool = True,
        on_progress: OnProgress | None = None,
    ) -> CallResult:
        """Answer a call. Raises Overrun or WorkerDied, after which the process has ended.

        A call that is answered `at_once` sends parts of its report to `on_progress`.
        """
        loop = asyncio.get_running_loop()
        self._on_progress, self.ran_plain = on_progress, False
        self._cap, self._begun = seconds, loop.time()
        self._timer = loop.call_later(seconds, self._overrun)
        try:
            allowed, streams = (seconds, on_progress is not None) if at_once else (None, False)
            answer: CallResult = await self._call("run", _ANSWER, call, body, memory_mb, allowed, streams)
            return answer
        except asyncio.CancelledError:
            self.end()
            raise
        finally:
            self._timer.cancel()
            self._on_progress = None

    async def run(self, function: str, *arguments: object) -> Any:
        """Return the result of a function `module:name`, without a time limit. Raises WorkerDied."""
        return await self._call("run", function, *arguments)

    async def ping(self) -> None:
        """Wait for a sign of life of the process. Raises WorkerDied."""
        await self._call("ping")

    async def _call(self, method: str, *arguments: object) -> Any:
        if self.ended or self._transport is None:
            raise WorkerDied
        self._reply = asyncio.get_running_loop().create_future()
        try:
            self._transport.write(pack((method, arguments)))
            return await self._reply
        finally:
            self._reply = None

    def fail(self, error: Exception) -> None:
        """End the process; its pending call raises `error`."""
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(error)
        self.end()

    def cpu_seconds(self) -> float | None:
        """Return the CPU time of the process since its start, or None if unknown."""
        try:
            return time.clock_gettime(~self.pid << 3 | _PROCESS_CLOCK)
        except (OSError, AttributeError):
            return None

    def lower_priority(self) -> None:
        """Lower the priority of the process permanently."""
        self.niceness = SLOW_NICENESS
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PGRP, self.pid, SLOW_NICENESS)

    def end(self) -> None:
        """Kill the process, by its handle if there is one, since its pid may have been reused."""
        if self.ended:
            return
        self.ended = True
        with suppress(OSError):
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)
        if self._handle is not None:
            os.close(self._handle)
        os.close(self._child.lifeline)
        if self._child.process is not None:
            asyncio.get_running_loop().run_in_executor(None, self._child.process.wait)
        if self._transport is not None:
            self._transport.abort()
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(WorkerDied())
        self._on_end(self)

    def _overrun(self) -> None:
        self.fail(Overrun())

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for message in self._unpacker.feed(data):
            if self._reply is None or self._reply.done():
                continue
            if not isinstance(message, ProgressMessage):
                if isinstance(message, BaseException):
                    self.end()
                else:
                    self._reply.set_result(message)
            elif isinstance(message.progress, TimeLimit):
                self._shorten(message.progress.seconds + _GRACE)
            elif isinstance(message.progress, PlainLoop):
                self.ran_plain = True
            elif self._on_progress is not None:
                self._on_progress(message.progress)

    def _shorten(self, seconds: float) -> None:
        """Lower the time limit of the running call to `seconds`."""
        if seconds < self._cap and self._timer is not None:
            self._timer.cancel()
            self._timer = asyncio.get_running_loop().call_at(self._begun + seconds, self._overrun)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.end()


async def connect(child: ChildProcess, niceness: int, on_end: Callable[[AsyncWorker], None]) -> AsyncWorker:
    """Connect to a new process and return its worker."""
    worker = AsyncWorker(child, niceness, on_end)
    await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=child.stream)
    return worker


_MODULES = ("pysat.solvers", "entails.encoders.cpsat.light")
_EXAMPLE_CALLS = (
    *(f"sudoku/{verb}" for verb in ("solve", "check", "count", "hint", "steps", "rate", "quine")),
    *(f"wordle/{verb}" for verb in ("check", "suggest", "turn")),
    *(f"scrabble/{verb}" for verb in ("check", "moves", "tiles", "board", "turn")),
)
"""Modules to import, and calls whose examples are answered before the first request, to load kernels and lexicons."""

_FORK_SECONDS, _LOADING_SECONDS = 3.0, 15.0
_EXIT_RECORD_SECONDS = 0.5
_PAUSE = 0.05


class NoWorker(Exception):
    """No worker process is available."""


class KernelsPending(NoWorker):
    """The call needs a kernel that is being compiled in the background."""


class WorkerCrashed(Exception):
    """Two processes in a row died during the same call."""


class WorkerPool:
    """The worker processes of a server, for use on the event loop without blocking it.

    Attributes:
        replaced: Number of processes that died or were killed during a call.
        kernels: What is compiled; None in a server for tests that does not compile in the background (`warm`).
    """

    def __init__(self, memory_mb: int, *, idle: int, warm: bool) -> None:
        self.memory_mb = memory_mb
        self.replaced = 0
        self.kernels = KernelCompiler(self._compiler_process, cores()) if warm else None
        self._most_idle = idle
        self._preloaded = _EXAMPLE_CALLS if warm else ()
        self._idle: defaultdict[int, list[AsyncWorker]] = defaultdict(list)
        self._workers: set[AsyncWorker] = set()
        self._forkserver: ForkServer | None = None
        self._arrived = asyncio.Event()
        self._closed = False
        self._epoch = 0

    def open(self, supervisor: Supervisor) -> None:
        """Start the forkserver and the compilation of kernels. Calls may arrive before either is ready."""
        if can_fork():
            supervisor.keep("forkserver", self._keep_forkserver)
        if self.kernels is not None:
            self.kernels.open(supervisor.keep)
            if self.kernels.is_cold:
                supervisor.keep("renewal", self._renew)

    async def _compiler_process(self) -> AsyncWorker:
        worker = await connect(spawn(JOB_NICENESS), JOB_NICENESS, self._workers.discard)
        self._workers.add(worker)
        return worker

    async def _renew(self) -> None:
        """End idle processes after a kernel was compiled, because they would not load it."""
        assert self.kernels is not None
        while self.kernels.is_cold:
            await self.kernels.changed(self.kernels.compiled)
            self._retire()
        await asyncio.Event().wait()

    def _retire(self) -> None:
        """End idle processes now, and busy processes after their call."""
        self._epoch += 1
        for worker in [worker for idle in self._idle.values() for worker in idle]:
            worker.end()

    async def available(self) -> None:
        """Wait until a process can be started."""
        while self.starting is not None:
            await self._arrived.wait()
            if self._forkserver is not None:
                await _either(self._forkserver.ready, self._forkserver.lost)
            if self.starting is not None:
                await asyncio.sleep(_PAUSE)

    @property
    def starting(self) -> str | None:
        """The reason why no process can be started yet, as a phrase; None if one can be started."""
        if not can_fork() or (self._forkserver is not None and self._forkserver.ready.is_set()):
            return None
        return "the workers are starting" if self._forkserver is None else self._forkserver.loading

    async def _keep_forkserver(self) -> None:
        """Run a forkserver until it is lost; the supervisor then calls this function again.

        While kernels are being compiled it has loaded none of them, and is ready at once. When all are compiled,
        another that has loaded them takes its place.
        """
        is_cold = self.kernels is not None and self.kernels.is_cold
        forkservers = [self._new_forkserver(is_cold)]
        self._forkserver = forkservers[0]
        self._arrived.set()
        try:
            if is_cold and self.kernels is not None:
                await _either(self.kernels.finished, forkservers[0].lost)
                if not forkservers[0].lost.is_set():
                    forkservers.append(self._new_forkserver(False))
                    await _either(forkservers[1].ready, forkservers[1].lost, forkservers[0].lost)
                    self._forkserver = forkservers[1]
                    forkservers[0].close()
                    self._retire()
            await _either(self._forkserver.loaded, self._forkserver.lost)
            self._retire()  # workers forked from now on share what was loaded
            await self._forkserver.lost.wait()
            _log.warning("the forkserver was lost and is restarted")
        finally:
            self._arrived.clear()
            self._forkserver = None
            for forkserver in forkservers:
                forkserver.close()

    def _new_forkserver(self, is_cold: bool) -> ForkServer:
        return ForkServer(_PRELOAD, _MODULES, () if is_cold else self._preloaded, self.kernels is None, is_cold)

    async def acquire(self, niceness: int) -> AsyncWorker:
        """Return an idle process, else a new one, waiting as long as necessary."""
        idle = self._idle[niceness]
        while idle:
            worker = idle.pop()
            if not worker.ended:
                return worker
        epoch = self._epoch
        while (started := await self._start(niceness)) is None:
            epoch = self._epoch
            await asyncio.sleep(_PAUSE)
        self._workers.add(started)
        started.epoch = epoch
        if self._closed:
            started.end()
            raise NoWorker
        return started

    async def _start(self, niceness: int) -> AsyncWorker | None:
        if not can_fork():
            return await connect(spawn(niceness), niceness, self._forget)
        await self._arrived.wait()
        forkserver = self._forkserver
        if forkserver is None:
            return None
        await _either(forkserver.ready, forkserver.lost)
        try:
            async with asyncio.timeout(_FORK_SECONDS if forkserver.loaded.is_set() else _LOADING_SECONDS):
                return await connect(await forkserver.fork(niceness), niceness, self._forget)
        except (TimeoutError, ForkServerLost):
            forkserver.close()  # it does not respond; the supervisor starts another
            return None

    def release(self, worker: AsyncWorker) -> None:
        """Keep an idle process for the next call, or end it if there are enough."""
        idle = self._idle[worker.niceness]
        if self._closed or worker.epoch != self._epoch or len(idle) >= self._most_idle:
            worker.end()
        else:
            idle.append(worker)

    def _forget(self, worker: AsyncWorker) -> None:
        self._workers.discard(worker)
        idle = self._idle[worker.niceness]
        if worker in idle:
            idle.remove(worker)

    async def run_call(
        self,
        call: str,
        body: bytes,
        seconds: float,
        *,
        niceness: int = 0,
        queue_seconds: float,
        at_once: bool = True,
        on_progress: OnProgress | None = None,
        begun: Callable[[AsyncWorker], None] | None = None,
    ) -> CallResult:
        """Answer a call. Raises NoWorker, KernelsPending, WorkerCrashed or Overrun. Cancelling ends the process."""
        for attempt in range(2):
            try:
                async with asyncio.timeout(queue_seconds):
                    worker = await self.acquire(niceness)
            except TimeoutError:
                raise NoWorker from None
            if begun is not None:
                begun(worker)
            try:
                answer = await worker.run_call(
                    call, body, seconds, self.memory_mb, at_once=at_once, on_progress=on_progress
                )
            except WorkerDied:
                self.replaced += 1
                if await self._was_memory(worker):
                    return CallResult("memory", "")
                _log.warning(
                    "a worker died during a call", extra={"call": call, "worker": worker.pid, "again": not attempt}
                )
                continue
            except Overrun:
                self.replaced += 1
                if worker.ran_plain:  # with the kernel compiled, it may be fast
                    raise KernelsPending from None
                raise
            if answer.worn:
                worker.end()
            else:
                self.release(worker)
            if answer.kernel is not None:
                if self.kernels is not None:
                    self.kernels.demand(answer.kernel)
                raise KernelsPending
            return answer
        raise WorkerCrashed

    async def _was_memory(self, worker: AsyncWorker) -> bool:
        """Return whether the process died of its memory limit; engines in C++ abort when memory is exhausted."""
        if self._forkserver is None:
            return False
        try:
            async with asyncio.timeout(_EXIT_RECORD_SECONDS):
                record = await self._forkserver.exit_record(worker.pid)
        except (TimeoutError, ForkServerLost):
            return False
        return record is not None and record.signal == signal.SIGABRT and record.most_mb > self.memory_mb // 2

    async def ping(self, seconds: float) -> None:
        """Check that a process is available and responds. Raises NoWorker."""
        try:
            async with asyncio.timeout(seconds):
                worker = await self.acquire(0)
                try:
                    await worker.ping()
                except BaseException:
                    worker.end()
                    raise
        except (TimeoutError, WorkerDied):
            raise NoWorker from None
        self.release(worker)

    def close(self) -> None:
        """End every process."""
        self._closed = True
        for worker in list(self._workers):
            worker.end()


async def _either(*events: asyncio.Event) -> None:
    """Wait until one of two events is set."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
