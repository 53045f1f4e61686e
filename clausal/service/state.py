"""`Server`: the parts of a running service, together."""

import asyncio

from clausal.service.crew import Crew
from clausal.service.guard import Guard
from clausal.service.job_book import JobBook, store_of
from clausal.service.jobs import Jobs
from clausal.service.metrics import Metrics
from clausal.service.pool import Pool
from clausal.service.readiness import Readiness
from clausal.service.settings import Settings
from clausal.service.store import StoreTrouble
from clausal.service.supervise import Supervisor


class Server:
    """Opened and closed with the application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guard = Guard.of(settings)
        self.metrics = Metrics()
        self.supervisor = Supervisor()
        idle = max(settings.workers, settings.slow_workers, settings.job_workers)
        self.crew = Crew(settings.memory_mb, idle=idle, warm=settings.warm)
        self.pool = Pool(self.crew, settings)
        self.book = JobBook(store_of(settings))
        self.jobs = Jobs(self.book, self.crew, settings, self.metrics)
        self.readiness = Readiness(self.crew, self.pool, self.book)
        gauge = self.metrics.gauge
        gauge("clausal_calls_running", "Calls that have a worker.", lambda: self.pool.running)
        gauge("clausal_calls_waiting", "Calls that wait for a worker.", lambda: self.pool.waiting)
        gauge("clausal_calls_preempted", "Calls that made room and began anew.", lambda: self.pool.preempted)
        gauge("clausal_workers_replaced", "Workers ended and replaced.", lambda: self.crew.replaced)
        gauge("clausal_tasks_failed", "Tasks in the background that began again.", lambda: self.supervisor.failures)
        gauge("clausal_jobs_queued", "Jobs that wait.", lambda: self.jobs.counts.get("queued", 0))
        gauge("clausal_jobs_running", "Jobs that run.", lambda: self.jobs.counts.get("running", 0))
        gauge("clausal_jobs_watched", "Clients that watch a job.", lambda: self.jobs.watching)

    async def open(self) -> None:
        """Take jobs up again and make the workers ready; until they are, calls are put off in words."""
        self.crew.open(self.supervisor)
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
        self.crew.close()
        self.book.close()
