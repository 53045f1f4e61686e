"""`Server`: the parts of a running service, together."""

from threading import Lock

from clausal.service.jobs import Jobs
from clausal.service.metrics import Metrics
from clausal.service.nursery import Nursery, NurseryLost, can_fork
from clausal.service.pool import Pool
from clausal.service.settings import Settings
from clausal.service.store import Store
from clausal.solvers.worker import Worker

MODULES = ("clausal.service.calls", "pysat.solvers", "ortools.sat.python.cp_model")
PRIMED = (
    *(f"sudoku/{verb}" for verb in ("solve", "check", "count", "hint", "steps", "rate", "quine")),
    *(f"wordle/{verb}" for verb in ("check", "suggest", "turn")),
    *(f"scrabble/{verb}" for verb in ("check", "moves", "tiles", "board", "turn")),
)
"""What is loaded before anybody asks: modules, and whatever the examples of these calls need (kernels, lexicons)."""


class Server:
    """Opened and closed with the application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.ready = False
        self._nursery: Nursery | None = None
        self._nursery_lock = Lock()
        self.pool = Pool(
            settings.workers, settings.memory_mb, settings.waiting, slow=settings.slow_workers, hire=self._hired
        )
        self.job_pool = Pool(
            settings.job_workers, settings.memory_mb, settings.queued_jobs, niceness=10, hire=self._hired
        )
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
        await self.pool.warm()
        self.ready = True

    async def close(self) -> None:
        await self.jobs.stop()
        self.abandon()

    def abandon(self) -> None:
        """Let everything go that was never opened, or has stopped."""
        self.pool.close()
        self.job_pool.close()
        with self._nursery_lock:
            if self._nursery is not None:
                self._nursery.close()
                self._nursery = None
        self._store.close()

    def _hired(self) -> Worker:
        """A worker from the nursery, which is started when it is first needed and again should it be lost; a new
        interpreter where forking is not safe."""
        if not can_fork():
            return Worker()
        with self._nursery_lock:
            if self._nursery is None:
                self._nursery = Nursery(MODULES, PRIMED if self.settings.warm else ())
            nursery = self._nursery
        try:
            return Worker(nursery.birth)
        except NurseryLost:
            with self._nursery_lock:
                if self._nursery is nursery:
                    self._nursery = None
            return Worker()
