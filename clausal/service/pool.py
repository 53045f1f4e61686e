"""`Pool`: worker processes that answer calls. One that overruns its time or memory is ended, and a new one takes its
place, so that nobody else waits for it longer than for an honest call.

Most calls take milliseconds, a few take seconds. A call that has taken longer than a moment leaves its place in the
first row to the next one and goes on in the second row, at a lower priority. Only when the second row is full do quick
calls have to wait for slow ones.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from clausal.service.answer import Answer
from clausal.solvers.worker import Worker, WorkerLost

Hear = Callable[[Any], None]
_ANSWER = "clausal.service.answer:answer"
_PREPARE = "clausal.service.answer:prepare"
_MOMENT = 0.3
_SLOW_NICENESS = 10


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
    """A handle on a running call: to end it, or to let it step back, from elsewhere."""

    cancelled: bool = False
    is_slow: bool = False
    _worker: Worker | None = field(default=None, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def cancel(self) -> None:
        with self._lock:
            self.cancelled = True
            if self._worker is not None:
                self._worker.kill()

    def step_back(self) -> None:
        """Go on at a lower priority. It cannot be raised again, so the worker is not used any more afterwards."""
        with self._lock:
            self.is_slow = True
            if self._worker is not None and hasattr(os, "setpriority"):
                with suppress(OSError):
                    os.setpriority(os.PRIO_PGRP, self._worker.pid, _SLOW_NICENESS)

    def give(self, worker: Worker | None) -> None:
        with self._lock:
            self._worker = worker
            if self.cancelled and worker is not None:
                worker.kill()


class Pool:
    """`size` places in the first row, `slow` in the second; up to `waiting` calls may wait for a place."""

    def __init__(
        self,
        size: int,
        memory_mb: int,
        waiting: int,
        *,
        slow: int = 0,
        niceness: int = 0,
        hire: Callable[[], Worker] = Worker,
    ) -> None:
        self.size = size
        self.in_use = 0
        self.waiting = 0
        self.replaced = 0
        self._memory_mb = memory_mb
        self._most_waiting = waiting
        self._niceness = niceness
        self._hire = hire
        self._first_row = asyncio.Semaphore(size)
        self._second_row = asyncio.Semaphore(slow)
        self._idle: list[Worker] = []
        self._idle_lock = Lock()
        self._threads = ThreadPoolExecutor(size + slow, "clausal-pool")
        self._closed = False

    async def run(
        self, name: str, body: str, seconds: float, *, hear: Hear | None = None, ticket: Ticket | None = None
    ) -> Answer:
        """The answer to a call, or one of the exceptions above."""
        if self.waiting >= self._most_waiting:
            raise Busy
        self.waiting += 1
        try:
            await self._first_row.acquire()
        finally:
            self.waiting -= 1
        self.in_use += 1
        ticket = ticket or Ticket()
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._threads, self._ask, name, body, seconds, hear, ticket)
        row = self._first_row
        try:
            await asyncio.wait({asked}, timeout=_MOMENT)
            if not asked.done():
                row = await self._stepped_back(asked, ticket)
            return await asked
        finally:
            self.in_use -= 1
            row.release()

    async def _stepped_back(self, asked: "asyncio.Future[Answer]", ticket: Ticket) -> asyncio.Semaphore:
        """The row that a call is in when it ends: the second, once there was a place in it."""
        place = asyncio.ensure_future(self._second_row.acquire())
        either: set[asyncio.Future[Any]] = {asked, place}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not place.done():
            place.cancel()
            return self._first_row
        if asked.done():
            self._second_row.release()
            return self._first_row
        ticket.step_back()
        self._first_row.release()
        return self._second_row

    async def warm(self) -> None:
        """Have a worker ready for every place of the first row."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, self._warm_one) for _ in range(self.size)))

    def _warm_one(self) -> None:
        self._keep(self._started())

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
        if reply.worn or ticket.is_slow:
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
        worker = self._hire()
        worker.call(("run", (_PREPARE, self._niceness)), None)
        return worker

    def _keep(self, worker: Worker) -> None:
        with self._idle_lock:
            if not self._closed and len(self._idle) < self.size:
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
