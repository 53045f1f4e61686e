"""`Crew`: the worker processes of a server. It hires them from the nursery and keeps idle ones.

A process that dies under a call is no answer: not "undecided", not "memory", unless the kernel's note of its death says
so. The call is tried once more on a fresh process; a second death is told as a fault of the server.
"""

import asyncio
import logging
import signal
from collections import defaultdict
from collections.abc import Callable

from entails.service.answer import Answer
from entails.service.nursery import Nursery, NurseryLost, can_fork
from entails.service.supervise import Supervisor
from entails.service.worker import Died, Hear, Overrun, Worker, forked, spawned

_log = logging.getLogger("entails.service")
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


class Crew:
    """Processes that answer. Everything here runs on the event loop and waits for nobody."""

    def __init__(self, memory_mb: int, *, idle: int, warm: bool) -> None:
        self.memory_mb = memory_mb
        self.replaced = 0
        self._most_idle = idle
        self._primed = PRIMED if warm else ()
        self._idle: defaultdict[int, list[Worker]] = defaultdict(list)
        self._workers: set[Worker] = set()
        self._nursery: Nursery | None = None
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
        nursery = self._nursery = Nursery(MODULES, self._primed)
        self._arrived.set()
        try:
            await nursery.lost.wait()
            _log.warning("the nursery of the workers was lost; another is started")
        finally:
            self._arrived.clear()
            self._nursery = None
            nursery.close()

    async def hired(self, niceness: int) -> Worker:
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

    async def _born(self, niceness: int) -> Worker | None:
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

    def dismissed(self, worker: Worker) -> None:
        """A process that has answered well is kept for the next call, if there is room."""
        idle = self._idle[worker.niceness]
        if self._closed or len(idle) >= self._most_idle:
            worker.end()
        else:
            idle.append(worker)

    def _gone(self, worker: Worker) -> None:
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
        begun: Callable[[Worker], None] | None = None,
    ) -> Answer:
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
                    return Answer("memory", "")
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

    async def _was_memory(self, worker: Worker) -> bool:
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
