"""`Server`: the parts of a running service, together.

`Readiness`: can a call and a job run now? Found out by having a process answer and by keeping something in the
store; what was found holds for a moment, so that asking often costs nothing.
"""

import asyncio

from entails.service.jobs import JobBook, Jobs, store_of
from entails.service.metrics import Metrics
from entails.service.middleware import Guard
from entails.service.scheduler import Pool
from entails.service.settings import ServiceSettings
from entails.service.store import StoreTrouble
from entails.service.workers import NoWorker, Supervisor, WorkerPool

_HOLDS = 1.5
_PING_SECONDS = 2.0


class Readiness:
    """Asks the parts of a server."""

    def __init__(self, workers: WorkerPool, pool: Pool, book: JobBook) -> None:
        self._workers, self._pool, self._book = workers, pool, book
        self._found: tuple[float, str | None] | None = None
        self._looking: asyncio.Task[str | None] | None = None

    async def missing(self) -> str | None:
        """What is missing, in words; None when everything is there."""
        now = asyncio.get_running_loop().time()
        if self._found is not None and now - self._found[0] < _HOLDS:
            return self._found[1]
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> str | None:
        try:
            missing = await self._no_call() or await self._no_job()
            self._found = asyncio.get_running_loop().time(), missing
            return missing
        finally:
            self._looking = None

    async def _no_call(self) -> str | None:
        if (starting := self._workers.starting) is not None:
            return starting
        if asyncio.get_running_loop().time() - self._pool.last_answer < _HOLDS:
            return None
        try:
            await self._workers.ping(_PING_SECONDS)
        except NoWorker:
            return "no worker process answers"
        return None

    async def _no_job(self) -> str | None:
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await self._book.do(lambda store: store.probe())
        except StoreTrouble as trouble:
            return f"jobs cannot be kept: {trouble}"
        except TimeoutError:
            return "jobs cannot be kept: the store does not answer"
        return None


class Server:
    """Opened and closed with the application."""

    def __init__(self, settings: ServiceSettings) -> None:
        self.settings = settings
        self.guard = Guard.of(settings)
        self.metrics = Metrics()
        self.supervisor = Supervisor()
        idle = max(settings.workers, settings.slow_workers, settings.job_workers)
        self.workers = WorkerPool(settings.memory_mb, idle=idle, warm=settings.warm)
        self.pool = Pool(self.workers, settings)
        self.book = JobBook(store_of(settings))
        self.jobs = Jobs(self.book, self.workers, settings, self.metrics)
        self.readiness = Readiness(self.workers, self.pool, self.book)
        gauge = self.metrics.gauge
        gauge("entails_calls_running", "Calls that have a worker.", lambda: self.pool.running)
        gauge("entails_calls_waiting", "Calls that wait for a worker.", lambda: self.pool.waiting)
        gauge("entails_calls_preempted", "Calls that made room and began anew.", lambda: self.pool.preempted)
        gauge("entails_workers_replaced", "Workers ended and replaced.", lambda: self.workers.replaced)
        gauge("entails_tasks_failed", "Tasks in the background that began again.", lambda: self.supervisor.failures)
        gauge("entails_jobs_queued", "Jobs that wait.", lambda: self.jobs.counts.get("queued", 0))
        gauge("entails_jobs_running", "Jobs that run.", lambda: self.jobs.counts.get("running", 0))
        gauge("entails_jobs_watched", "Clients that watch a job.", lambda: self.jobs.watching)

    async def open(self) -> None:
        """Take jobs up again and make the workers ready; until they are, calls are put off in words."""
        self.workers.open(self.supervisor)
        try:
            await self.jobs.recover()
        except StoreTrouble:
            self.supervisor.keep("recovery", self._recover)
        self.jobs.start(self.supervisor)

    async def _recover(self) -> None:
        """Once the store can be asked again. It ends by failing until then, and then never."""
        await self.jobs.recover()
        await asyncio.Event().wait()

    async def close(self) -> None:
        await self.supervisor.close()
        await self.jobs.stop()
        self.abandon()

    def abandon(self) -> None:
        """Let everything go that was never opened, or has stopped."""
        self.workers.close()
        self.book.close()
