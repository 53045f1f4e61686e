"""`Crew`: the worker processes of a server. It hires them from the nursery and keeps idle ones.

A process that dies under a call is no answer: not "undecided", not "memory", unless the kernel's note of its death says
so. The call is tried once more on a fresh process; a second death is told as a fault of the server.

Tasks in the background that nobody awaits: one that fails is told in the log and begins again.

`Worker`: a process that answers calls, as the event loop sees it. The loop reads its stream; no thread waits.
"""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from entails.service.answer import START, CallResult
from entails.service.forkserver import ForkServer, NurseryLost, can_fork
from entails.solvers.pool.server import ANSWER, CALL, GRANTED, NEWS, PING, Unpacker, opened, packed

_log = logging.getLogger("entails.service")
_FIRST_PAUSE, _LONGEST_PAUSE, _GOOD_SECONDS = 0.2, 5.0, 30.0


class Supervisor:
    """Keeps tasks alive until it is closed. `failures` counts how often one had to begin again."""

    def __init__(self) -> None:
        self.failures = 0
        self._tasks: list[asyncio.Task[None]] = []

    def keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` again and again: it should only ever end by being cancelled."""
        self._tasks.append(asyncio.create_task(self._kept(name, work), name=name))

    async def _kept(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE
        while True:
            begun = loop.time()
            try:
                await work()
            except Exception:
                self.failures += 1
                _log.exception("a task in the background failed and begins again", extra={"task": name})
            pause = _FIRST_PAUSE if loop.time() - begun > _GOOD_SECONDS else min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()


Hear = Callable[[Any], None]
SLOW_NICENESS, JOB_NICENESS = 5, 10
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_GRACE = 1.0
"""An answer that is told to stop by itself has so long to do so."""


class Died(Exception):
    """The process ended without an answer, and nobody here had ended it."""


class Overrun(Exception):
    """The call was ended because its time was over."""


class AsyncWorker(asyncio.Protocol):
    """One process. It answers one call at a time; `on_end` is told when it is gone, however that came."""

    def __init__(self, pid: int, lifeline: int, niceness: int, on_end: Callable[["AsyncWorker"], None]) -> None:
        self.pid = pid
        self.niceness = niceness
        self.ended = False
        self._lifeline = lifeline
        self._handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        self._on_end = on_end
        self._unpacker = Unpacker()
        self._transport: asyncio.WriteTransport | None = None
        self._answer: asyncio.Future[CallResult] | None = None
        self._pong: asyncio.Future[None] | None = None
        self._hear: Hear | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def ask(
        self, call: str, body: bytes, seconds: float, memory_mb: int, *, at_once: bool = True, hear: Hear | None = None
    ) -> CallResult:
        """The answer to a call. Raises Overrun or Died, with the process ended; cancelling this ends it too."""
        loop = asyncio.get_running_loop()
        self._answer, self._hear = loop.create_future(), hear
        self._cap, self._begun = seconds, loop.time()
        self._timer = loop.call_later(seconds, self._overrun)
        head = {"call": call, "memory_mb": memory_mb, "allowed": seconds if at_once else None}
        try:
            self._write(packed(CALL, head, body))
            return await self._answer
        except asyncio.CancelledError:
            self.end()
            raise
        finally:
            self._timer.cancel()
            self._answer = self._hear = None

    async def ping(self) -> None:
        """Wait until it shows that it is there. Raises Died."""
        self._pong = asyncio.get_running_loop().create_future()
        try:
            self._write(packed(PING, None))
            await self._pong
        finally:
            self._pong = None

    def fail(self, error: Exception) -> None:
        """End the process; who waits for its answer is told this error."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
        self.end()

    def cpu_seconds(self) -> float | None:
        """How long it has had a processor since it was born; None where that cannot be told."""
        try:
            numbers = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
            return (int(numbers[11]) + int(numbers[12])) / _TICKS
        except (OSError, IndexError):
            return None

    def step_back(self) -> None:
        """Go on at a lower priority. It cannot be raised again."""
        self.niceness = SLOW_NICENESS
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PGRP, self.pid, SLOW_NICENESS)

    def end(self) -> None:
        """End the process, by a handle where there is one, since another may have got its number meanwhile."""
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
        os.close(self._lifeline)
        if self._transport is not None:
            self._transport.abort()
        for waiting in (self._answer, self._pong):
            if waiting is not None and not waiting.done():
                waiting.set_exception(Died())
        self._on_end(self)

    def _write(self, frame: bytes) -> None:
        if self.ended or self._transport is None:
            raise Died
        self._transport.write(frame)

    def _overrun(self) -> None:
        self.fail(Overrun())

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for kind, content in self._unpacker.feed(data):
            head, body = opened(content)
            if kind == PING:
                if self._pong is not None and not self._pong.done():
                    self._pong.set_result(None)
            elif self._answer is None or self._answer.done():
                continue
            elif kind == ANSWER:
                head["faults"] = tuple((pointer, detail) for pointer, detail in head["faults"])
                self._answer.set_result(CallResult(**{**head, "text": body.decode()}))
            elif kind == NEWS and self._hear is not None:
                self._hear(head)
            elif kind == GRANTED and head + _GRACE < self._cap and self._timer is not None:
                self._timer.cancel()
                loop = asyncio.get_running_loop()
                self._timer = loop.call_at(self._begun + head + _GRACE, self._overrun)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.end()


async def forked(nursery: ForkServer, niceness: int, on_end: Callable[[AsyncWorker], None]) -> AsyncWorker:
    """A worker from the nursery."""
    born = await nursery.birth(niceness)
    worker = AsyncWorker(born.pid, born.lifeline, niceness, on_end)
    await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=born.stream)
    return worker


async def spawned(niceness: int, on_end: Callable[[AsyncWorker], None]) -> AsyncWorker:
    """A worker that is an interpreter of its own, where forking is not safe."""
    ours, theirs = socket.socketpair()
    their_lifeline, our_lifeline = os.pipe()
    try:
        stream = str(theirs.fileno())
        process = subprocess.Popen(
            [sys.executable, "-c", START, json.dumps(sys.path), stream, stream, str(their_lifeline), str(niceness)],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=(theirs.fileno(), their_lifeline),
        )
    finally:
        theirs.close()
        os.close(their_lifeline)

    def gone(worker: AsyncWorker) -> None:
        asyncio.get_running_loop().run_in_executor(None, process.wait)
        on_end(worker)

    worker = AsyncWorker(process.pid, our_lifeline, niceness, gone)
    await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=ours)
    return worker


MODULES = ("pysat.solvers", "ortools.sat.python.cp_model")
PRIMED = (
    *(f"sudoku/{verb}" for verb in ("solve", "check", "count", "hint", "steps", "rate", "quine")),
    *(f"wordle/{verb}" for verb in ("check", "suggest", "turn")),
    *(f"scrabble/{verb}" for verb in ("check", "moves", "tiles", "board", "turn")),
)
"""What is loaded before anybody asks, besides the questions: modules, and whatever the examples of these calls need
(kernels, lexicons)."""

_BIRTH_SECONDS = 3.0
_DEATH_SECONDS = 0.5
_PAUSE = 0.05


class NoWorker(Exception):
    """No process can be had now."""


class Crashed(Exception):
    """Two processes, one after the other, ended without an answer to the same call."""


class WorkerPool:
    """Processes that answer. Everything here runs on the event loop and waits for nobody."""

    def __init__(self, memory_mb: int, *, idle: int, warm: bool) -> None:
        self.memory_mb = memory_mb
        self.replaced = 0
        self._most_idle = idle
        self._primed = PRIMED if warm else ()
        self._idle: defaultdict[int, list[AsyncWorker]] = defaultdict(list)
        self._workers: set[AsyncWorker] = set()
        self._nursery: ForkServer | None = None
        self._arrived = asyncio.Event()
        self._closed = False

    def open(self, supervisor: Supervisor) -> None:
        """Begin to load. Calls may come before that is done."""
        if can_fork():
            supervisor.keep("nursery", self._tend)

    @property
    def starting(self) -> str | None:
        """What keeps processes from being born, in words; None when nothing does."""
        if not can_fork() or (self._nursery is not None and self._nursery.ready.is_set()):
            return None
        return "the workers are starting" if self._nursery is None else self._nursery.loading

    async def _tend(self) -> None:
        """Have a nursery, and a new one when it is lost."""
        nursery = self._nursery = ForkServer(MODULES, self._primed)
        self._arrived.set()
        try:
            await nursery.lost.wait()
            _log.warning("the nursery of the workers was lost; another is started")
        finally:
            self._arrived.clear()
            self._nursery = None
            nursery.close()

    async def hired(self, niceness: int) -> AsyncWorker:
        """An idle process, else a new one, however long that takes: whoever asks says how long it may."""
        idle = self._idle[niceness]
        while idle:
            worker = idle.pop()
            if not worker.ended:
                return worker
        while (born := await self._born(niceness)) is None:
            await asyncio.sleep(_PAUSE)
        self._workers.add(born)
        if self._closed:
            born.end()
            raise NoWorker
        return born

    async def _born(self, niceness: int) -> AsyncWorker | None:
        if not can_fork():
            return await spawned(niceness, self._gone)
        await self._arrived.wait()
        nursery = self._nursery
        if nursery is None:
            return None
        await _either(nursery.ready, nursery.lost)
        try:
            async with asyncio.timeout(_BIRTH_SECONDS):
                return await forked(nursery, niceness, self._gone)
        except (TimeoutError, NurseryLost):
            nursery.close()  # one that does not answer is as good as lost; the next one is on its way
            return None

    def dismissed(self, worker: AsyncWorker) -> None:
        """A process that has answered well is kept for the next call, if there is room."""
        idle = self._idle[worker.niceness]
        if self._closed or len(idle) >= self._most_idle:
            worker.end()
        else:
            idle.append(worker)

    def _gone(self, worker: AsyncWorker) -> None:
        self._workers.discard(worker)
        idle = self._idle[worker.niceness]
        if worker in idle:
            idle.remove(worker)

    async def ask(
        self,
        call: str,
        body: bytes,
        seconds: float,
        *,
        niceness: int = 0,
        patience: float,
        at_once: bool = True,
        hear: Hear | None = None,
        begun: Callable[[AsyncWorker], None] | None = None,
    ) -> CallResult:
        """The answer to a call. Raises NoWorker, Crashed or Overrun; cancelling it ends the process."""
        for attempt in range(2):
            try:
                async with asyncio.timeout(patience):
                    worker = await self.hired(niceness)
            except TimeoutError:
                raise NoWorker from None
            if begun is not None:
                begun(worker)
            try:
                answer = await worker.ask(call, body, seconds, self.memory_mb, at_once=at_once, hear=hear)
            except Died:
                self.replaced += 1
                if await self._was_memory(worker):
                    return CallResult("memory", "")
                _log.warning(
                    "a worker died under a call", extra={"call": call, "worker": worker.pid, "again": not attempt}
                )
                continue
            except Overrun:
                self.replaced += 1
                raise
            if answer.worn:
                worker.end()
            else:
                self.dismissed(worker)
            return answer
        raise Crashed

    async def _was_memory(self, worker: AsyncWorker) -> bool:
        """Did the process die of its memory limit? An engine in C++ that gets no more memory aborts."""
        if self._nursery is None:
            return False
        try:
            async with asyncio.timeout(_DEATH_SECONDS):
                death = await self._nursery.death(worker.pid)
        except (TimeoutError, NurseryLost):
            return False
        return death is not None and death.signal == signal.SIGABRT and death.most_mb > self.memory_mb // 2

    async def ping(self, seconds: float) -> None:
        """Show that a process can be had and answers. Raises NoWorker."""
        try:
            async with asyncio.timeout(seconds):
                worker = await self.hired(0)
                try:
                    await worker.ping()
                except BaseException:
                    worker.end()
                    raise
        except (TimeoutError, Died):
            raise NoWorker from None
        self.dismissed(worker)

    def close(self) -> None:
        """End every process."""
        self._closed = True
        for worker in list(self._workers):
            worker.end()


async def _either(*events: asyncio.Event) -> None:
    """Wait until one of these is set."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
