"""The parts of a running service (`Server`), and its readiness.

`Readiness` pings a worker process and writes to the job store. The result is cached for a moment, so that frequent
checks are cheap.
"""

import asyncio
import socket
from http import HTTPStatus
from ipaddress import ip_address

from starlette.types import Scope

from entails.service.compiling import NO_KERNEL
from entails.service.jobs import AsyncJobStore, Jobs, store_of
from entails.service.metrics import Metrics, serve_metrics
from entails.service.middleware import CALLER, Guard, RequestRejected
from entails.service.scheduler import Pool
from entails.service.settings import ServiceSettings
from entails.service.store import StoreUnavailable
from entails.service.workers import NoWorker, Supervisor, WorkerPool

_HOLDS = 1.5
_PING_SECONDS = 2.0


class Readiness:
    """Whether and why a server is ready for calls and jobs."""

    def __init__(self, workers: WorkerPool, pool: Pool, book: AsyncJobStore) -> None:
        self._workers, self._pool, self._book = workers, pool, book
        self._cached: tuple[float, str | None] | None = None
        self._checking: asyncio.Task[str | None] | None = None

    async def missing(self) -> str | None:
        """Return why the server is not ready, as a phrase; None if it is ready."""
        if (starting := self._starting()) is not None:
            return starting
        now = asyncio.get_running_loop().time()
        if self._cached is not None and now - self._cached[0] < _HOLDS:
            checked = self._cached[1]
            if checked is not None or self._book.trouble is None:  # a job may have met an error since the check
                return checked
        if self._checking is None:
            self._checking = asyncio.create_task(self._check())
        return await asyncio.shield(self._checking)

    async def _check(self) -> str | None:
        try:
            missing = await self._no_call() or await self._no_job()
            self._cached = asyncio.get_running_loop().time(), missing
            return missing
        finally:
            self._checking = None

    @property
    def was_ready(self) -> bool:
        """Whether the last check found the server ready."""
        return self._starting() is None and self._cached is not None and self._cached[1] is None

    def capabilities(self) -> dict[str, str]:
        """Return the state of each capability: "ready", "compiling", "waiting" or "failed"."""
        kernels = self._workers.kernels
        states = {NO_KERNEL: "ready"} if kernels is None else kernels.capabilities()
        return states if self._workers.starting is None else {**states, NO_KERNEL: "waiting"}

    def _starting(self) -> str | None:
        kernels = self._workers.kernels
        return self._workers.starting or (None if kernels is None else kernels.missing)

    async def _no_call(self) -> str | None:
        if (starting := self._starting()) is not None:
            return starting
        if asyncio.get_running_loop().time() - self._pool.last_answer < _HOLDS:
            return None
        try:
            await self._workers.ping(_PING_SECONDS)
        except NoWorker:
            return "no worker process responds"
        return None

    async def _no_job(self) -> str | None:
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await self._book.do(lambda store: store.probe())
        except StoreUnavailable as trouble:
            return f"the job store is unavailable: {trouble}"
        except TimeoutError:
            return "the job store is unavailable: it does not respond"
        return None


def _is_local(address: str) -> bool:
    """Return whether a client is on this machine. A client behind a trusted proxy counts by its own address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


class Server:
    """The parts of a running service, opened and closed with the application."""

    def __init__(self, settings: ServiceSettings) -> None:
        self.settings = settings
        self.metrics_listener: socket.socket | None = None
        self.guard = Guard.of(settings)
        self.metrics = Metrics()
        self.supervisor = Supervisor()
        idle = max(settings.workers, settings.slow_workers, settings.job_workers)
        self.workers = WorkerPool(settings.memory_mb, idle=idle, warm=settings.warm)
        self.pool = Pool(self.workers, settings)
        self.book = AsyncJobStore(store_of(settings))
        self.jobs = Jobs(self.book, self.workers, settings, self.metrics)
        self.readiness = Readiness(self.workers, self.pool, self.book)
        gauge = self.metrics.gauge
        gauge("entails_calls_running", "Running calls.", lambda: self.pool.running)
        gauge("entails_calls_waiting", "Queued calls.", lambda: self.pool.waiting)
        gauge("entails_calls_preempted", "Calls preempted and started again.", lambda: self.pool.preempted)
        gauge("entails_calls_patient", "Calls that wait for kernels.", lambda: self.pool.patient)
        gauge("entails_kernels_missing", "Capabilities that are not compiled yet.", lambda: self._kernels_missing)
        gauge("entails_workers_replaced", "Workers killed and replaced.", lambda: self.workers.replaced)
        gauge("entails_tasks_failed", "Background tasks restarted.", lambda: self.supervisor.failures)
        gauge("entails_jobs_queued", "Queued jobs.", lambda: self.jobs.counts.get("queued", 0))
        gauge("entails_jobs_running", "Running jobs.", lambda: self.jobs.counts.get("running", 0))
        gauge("entails_ready", "1 if the last check found the server ready.", lambda: self.readiness.was_ready)
        gauge("entails_jobs_backup_time_seconds", "Unix time of the last copy.", lambda: self.jobs.backed_up)
        gauge("entails_jobs_watched", "Clients watching a job.", lambda: self.jobs.watching)

    def admit_to_metrics(self, scope: Scope) -> None:
        """Reject a request for metrics without a token; without tokens, reject requests from other machines."""
        if self.guard.has_tokens:
            scope[CALLER] = self.guard.caller(scope)
        elif self.settings.metrics_address is not None:
            raise RequestRejected(HTTPStatus.NOT_FOUND, "address not found")
        elif not _is_local((scope.get("client") or ("",))[0]):
            detail = "metrics need a token, or a port of their own (--metrics-address)"
            raise RequestRejected(HTTPStatus.FORBIDDEN, detail)

    @property
    def _kernels_missing(self) -> int:
        kernels = self.workers.kernels
        return 0 if kernels is None else sum(state != "ready" for state in kernels.states.values())

    async def open(self) -> None:
        """Start the workers and resume jobs. Until workers and kernels are ready, calls that need them get 503."""
        self.workers.open(self.supervisor)
        try:
            await self.jobs.recover()
        except StoreUnavailable:
            self.supervisor.keep("recovery", self._recover)
        self.jobs.start(self.supervisor)
        if (listener := self.metrics_listener) is not None:
            self.supervisor.keep("metrics", lambda: serve_metrics(self.metrics, listener))

    async def _recover(self) -> None:
        """Resume jobs; fail until the store is available, so that the supervisor tries again."""
        await self.jobs.recover()
        await asyncio.Event().wait()

    async def close(self) -> None:
        await self.supervisor.close()
        await self.jobs.stop()
        self.release()

    def release(self) -> None:
        """Release the processes and the job store of a server that has stopped or was never opened."""
        self.workers.close()
        self.book.close()
