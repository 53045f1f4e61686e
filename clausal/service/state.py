"""`Server`: the parts of a running service, together."""

from clausal.service.jobs import Jobs
from clausal.service.metrics import Metrics
from clausal.service.pool import Pool
from clausal.service.settings import Settings
from clausal.service.store import Store

WARMED = ("bit solver", "steps", "rating")
"""Jobs of `clausal warm` whose kernels every worker loads at the start; the others load on use."""


class Server:
    """Opened and closed with the application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.ready = False
        self.pool = Pool(settings.workers, settings.memory_mb, settings.waiting)
        self.job_pool = Pool(settings.job_workers, settings.memory_mb, settings.queued_jobs, niceness=10)
        self._store = Store(settings.jobs_db)
        self.jobs = Jobs(self._store, self.job_pool, settings)
        self.metrics.gauge("clausal_calls_running", "Calls that have a worker.", lambda: self.pool.in_use)
        self.metrics.gauge("clausal_calls_waiting", "Calls that wait for a worker.", lambda: self.pool.waiting)
        self.metrics.gauge("clausal_workers_replaced", "Workers ended and replaced.", lambda: self.pool.replaced)
        self.metrics.gauge("clausal_jobs_queued", "Jobs that wait.", lambda: self._store.count("queued"))
        self.metrics.gauge("clausal_jobs_running", "Jobs that run.", lambda: self._store.count("running"))

    async def open(self) -> None:
        """Take jobs up again and make the workers ready; calls may come before that is done, they only take longer."""
        self.jobs.start()
        await self.pool.warm(WARMED if self.settings.warm else ())
        self.ready = True

    async def close(self) -> None:
        await self.jobs.stop()
        self.abandon()

    def abandon(self) -> None:
        """Let everything go that was never opened, or has stopped."""
        self.pool.close()
        self.job_pool.close()
        self._store.close()
