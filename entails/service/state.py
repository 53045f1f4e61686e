"""`Server`: the parts of a running service, together."""

import asyncio

from entails.service.crew import Crew
from entails.service.guard import Guard
from entails.service.job_book import JobBook, store_of
from entails.service.jobs import Jobs
from entails.service.metrics import Metrics
from entails.service.pool import Pool
from entails.service.readiness import Readiness
from entails.service.settings import Settings
from entails.service.store import StoreTrouble
from entails.service.supervise import Supervisor


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
        gauge("entails_calls_running", "Calls that have a worker.", lambda: self.pool.running)
        gauge("entails_calls_waiting", "Calls that wait for a worker.", lambda: self.pool.waiting)
        gauge("entails_calls_preempted", "Calls that made room and began anew.", lambda: self.pool.preempted)
        gauge("entails_workers_replaced", "Workers ended and replaced.", lambda: self.crew.replaced)
        gauge("entails_tasks_failed", "Tasks in the background that began again.", lambda: self.supervisor.failures)
        gauge("entails_jobs_queued", "Jobs that wait.", lambda: self.jobs.counts.get("queued", 0))
        gauge("entails_jobs_running", "Jobs that run.", lambda: self.jobs.counts.get("running", 0))
        gauge("entails_jobs_watched", "Clients that watch a job.", lambda: self.jobs.watching)

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
