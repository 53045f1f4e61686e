"""`Pool`: worker processes that answer calls. One that overruns its time or memory is ended, and a new one takes its
place, so that nobody else waits for it longer than for an honest call."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from clausal.service.answer import Answer
from clausal.solvers.worker import Worker, WorkerLost

Hear = Callable[[Any], None]
_ANSWER = "clausal.service.answer:answer"
_PREPARE = "clausal.service.answer:prepare"
_WARM_UP = "clausal.service.answer:warm_up"
_MODULES = ("clausal.api", "clausal.service.calls")


class Busy(Exception):
    """Too many calls are waiting already."""


class Overrun(Exception):
    """The call was ended because its time was over."""


class Cancelled(Exception):
    """The call was ended because somebody wanted it."""


class Crashed(Exception):
    """The worker ended without an answer and nobody knows why: most likely memory."""


@dataclass
class Ticket:
    """A handle to end a running call from elsewhere."""

    cancelled: bool = False
    _worker: Worker | None = field(default=None, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def cancel(self) -> None:
        with self._lock:
            self.cancelled = True
            if self._worker is not None:
                self._worker.kill()

    def give(self, worker: Worker | None) -> None:
        with self._lock:
            self._worker = worker
            if self.cancelled and worker is not None:
                worker.kill()


class Pool:
    """`size` workers; up to `waiting` calls may wait for one."""

    def __init__(self, size: int, memory_mb: int, waiting: int, niceness: int = 0) -> None:
        self.size = size
        self.in_use = 0
        self.waiting = 0
        self.replaced = 0
        self._memory_mb = memory_mb
        self._most_waiting = waiting
        self._niceness = niceness
        self._free = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._idle_lock = Lock()
        self._threads = ThreadPoolExecutor(size, "clausal-pool")
        self._closed = False

    async def run(
        self, name: str, body: str, seconds: float, *, hear: Hear | None = None, ticket: Ticket | None = None
    ) -> Answer:
        """The answer to a call, or one of the exceptions above."""
        if self.waiting >= self._most_waiting:
            raise Busy
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        self.in_use += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._ask, name, body, seconds, hear, ticket or Ticket())
        finally:
            self.in_use -= 1
            self._free.release()

    async def warm(self, jobs: Sequence[str] = ()) -> None:
        """Start every worker, and let each load these kernels."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, self._warm_one, jobs) for _ in range(self.size)))

    def _warm_one(self, jobs: Sequence[str]) -> None:
        worker = self._started()
        try:
            worker.call(("run", (_WARM_UP, jobs)), None)
        except WorkerLost:
            return
        self._keep(worker)

    def _ask(self, name: str, body: str, seconds: float, hear: Hear | None, ticket: Ticket) -> Answer:
        worker = self._hired()
        ticket.give(worker)
        try:
            if ticket.cancelled:
                raise Cancelled
            reply = worker.call(("run", (_ANSWER, name, body, self._memory_mb)), seconds, self._memory_mb, hear)
        except WorkerLost as lost:
            self.replaced += 1
            if ticket.cancelled:
                raise Cancelled from None
            if lost.reason == "time":
                raise Overrun from None
            raise Crashed from None
        finally:
            ticket.give(None)
        if not isinstance(reply, Answer):
            worker.end()
            self.replaced += 1
            raise reply if isinstance(reply, BaseException) else Crashed
        if reply.worn:
            worker.end()
        else:
            self._keep(worker)
        return reply

    def _hired(self) -> Worker:
        with self._idle_lock:
            if self._idle:
                return self._idle.pop()
        return self._started()

    def _started(self) -> Worker:
        worker = Worker()
        worker.call(("run", (_PREPARE, self._niceness, _MODULES)), None)
        return worker

    def _keep(self, worker: Worker) -> None:
        with self._idle_lock:
            if not self._closed:
                self._idle.append(worker)
                return
        worker.end()

    def close(self) -> None:
        """End every worker; running calls should have finished or been cancelled before."""
        with self._idle_lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
