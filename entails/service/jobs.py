"""Jobs: long work that is queued, run on this or other machines, watched and cancelled.

`AsyncJobStore` calls the store from a thread, so that a slow disk or database does not block the event loop. `work`
is `entails worker`, which runs jobs that servers queued.
"""

import asyncio
import logging
import os
import re
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from entails.models.errors import InvalidPuzzle
from entails.service.answer import CallResult
from entails.service.calls import CALLS, Unfinished
from entails.service.metrics import Metrics
from entails.service.middleware import Caller, RequestFault, RequestRejected, log_json_lines, problem_response
from entails.service.settings import ServiceSettings
from entails.service.store import (
    ENDED,
    JobFilter,
    JobStore,
    KeyReused,
    NewJob,
    SqliteStore,
    State,
    StoredJob,
    StoreUnavailable,
    TooManyJobs,
)
from entails.service.workers import (
    JOB_NICENESS,
    KernelsPending,
    NoWorker,
    Overrun,
    Supervisor,
    WorkerCrashed,
    WorkerPool,
)
from entails.solvers.pool.process import OnProgress

T = TypeVar("T")
_SECONDS = 8.0


def store_of(settings: ServiceSettings) -> JobStore:
    """Return the store of the settings. Raises StoreInUse, OSError or sqlite3.Error for a file that is not usable."""
    if settings.jobs_are_elsewhere:
        from entails.service.postgres import PostgresStore

        return PostgresStore(settings.jobs_db)
    return SqliteStore(settings.jobs_file)


class AsyncJobStore:
    """The job store for the event loop; `trouble` is the message of its latest error, or None."""

    def __init__(self, store: JobStore) -> None:
        self.trouble: str | None = None
        self._store = store
        self._thread = ThreadPoolExecutor(1, "entails-jobs")
        self._listening = ThreadPoolExecutor(1, "entails-news")
        self._closed = False

    async def do(self, work: Callable[[JobStore], T]) -> T:
        """Run `work` on the store in a thread and return its result. Raises StoreUnavailable, also on a timeout."""
        if self._closed:
            raise StoreUnavailable("the server is shutting down")
        future = asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)
        done, _ = await asyncio.wait({future}, timeout=_SECONDS)
        if not done:
            future.add_done_callback(_ignore_result)
            self.trouble = "the job store does not respond"
            raise StoreUnavailable(self.trouble)
        try:
            result = future.result()
        except StoreUnavailable as trouble:
            self.trouble = str(trouble)
            raise
        self.trouble = None
        return result

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with each notification from another machine, until the connection ends."""
        loop = asyncio.get_running_loop()

        def heard(news: str) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(hear, news)

        await loop.run_in_executor(self._listening, self._store.listen, heard, lambda: self._closed)

    def close(self) -> None:
        self._closed = True
        self._listening.shutdown(wait=False, cancel_futures=True)
        self._thread.submit(self._store.close)
        self._thread.shutdown(wait=True)


def _ignore_result(future: "asyncio.Future[T]") -> None:
    """Retrieve the error of a late result, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()


Seen = tuple[StoredJob, int | None]
"""A job, and the number of jobs before it in the queue."""

_PASSWORD = re.compile(r"(://[^:/@]*):[^@/]*(?=@)")
_log = logging.getLogger("entails.jobs")
_SWEEP_SECONDS = 600.0
_BACKUP_SECONDS = 3600.0
_TELL_SECONDS = 0.2
_POLL_SECONDS = 2.0
_TROUBLE_SECONDS = 1.0
_QUEUE_SECONDS = 60.0


@dataclass(frozen=True)
class _Ending:
    """The outcome of a job: its state, and its result or problem."""

    state: State
    result: str | None = None
    problem: str | None = None


class Jobs:
    """The jobs that a process queues and runs.

    Attributes:
        name: Name of this worker in the store.
        stopping: Whether the server is shutting down.
        watching: Number of clients that watch jobs.
        counts: Number of jobs by state, as of the last sweep.
        backed_up: Unix time of the last copy of the job database, 0 if there is none.
    """

    def __init__(self, book: AsyncJobStore, workers: WorkerPool, settings: ServiceSettings, metrics: Metrics) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.stopping = False
        self.watching = 0
        self.counts: dict[State, int] = {}
        self.backed_up = 0.0
        self._book = book
        self._workers = workers
        self._settings = settings
        self._metrics = metrics
        self._work = asyncio.Event()
        self._running: dict[str, tuple[StoredJob, asyncio.Task[_Ending]]] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self._put_off: dict[str, int] = {}

    def start(self, supervisor: Supervisor) -> None:
        for number in range(self._settings.job_workers):
            supervisor.keep(f"job runner {number + 1}", self._run)
        supervisor.keep("heart", self._beat)
        supervisor.keep("sweeper", self._sweep)
        if self._settings.jobs_backup is not None:
            supervisor.keep("backup", self._back_up)
        if self._settings.jobs_are_elsewhere:
            supervisor.keep("listener", lambda: self._book.listen(self._hear))
        self._work.set()

    async def recover(self) -> None:
        """Put jobs that were running when the last server with this database ended back into the queue."""
        if not self._settings.jobs_are_elsewhere and (again := await self._book.do(lambda store: store.recover())):
            _log.info("jobs queued again", extra={"jobs": again})

    async def submit(self, call: str, request: str, key: str | None, caller: Caller) -> StoredJob:
        """Queue a job and return it. Repeating the key with the same request returns the same job."""
        wanted = NewJob(secrets.token_urlsafe(12), caller.owner, caller.client, key, call, request)
        settings = self._settings
        try:
            job, is_new = await self._do(lambda store: store.add(wanted, settings.queued_jobs, settings.client_jobs))
        except KeyReused:
            detail = "this Idempotency-Key was used for another request"
            raise RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, detail) from None
        except TooManyJobs as many:
            detail = f"too many {'of your ' if many.of_client else ''}jobs are queued; try again later"
            raise RequestRejected(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "30"}) from None
        if is_new:
            self._work.set()
        return job

    async def get(self, identity: str, caller: Caller) -> StoredJob:
        return (await self.seen(identity, caller))[0]

    async def seen(self, identity: str, caller: Caller) -> Seen:
        """Return a job of the caller, and the number of jobs before it in the queue."""
        seen = await self._do(lambda store: store.seen(identity))
        if seen is None or not caller.may_read(seen[0].owner):
            raise RequestRejected(HTTPStatus.NOT_FOUND, "job not found; it may have expired")
        return seen

    async def listed(
        self, caller: Caller, most: int, state: State | None, call: str | None, before: str | None
    ) -> list[StoredJob]:
        """Return the caller's jobs, newest first. Callers differ by token, or by address if there are no tokens."""
        whose = {"owner": caller.owner} if caller.owner else {"client": caller.client}
        wanted = JobFilter(most=most, state=state, call=call, before=before, **whose)
        return await self._do(lambda store: store.listed(wanted))

    async def cancel(self, identity: str, caller: Caller) -> StoredJob:
        """Cancel a job. A job that has ended is not changed."""
        job = await self.get(identity, caller)
        if await self._do(lambda store: store.cancel(identity)):
            self._stop_here(identity)
            self._tell(identity)
            self._metrics.job(job.call, "cancelled", 0.0)
            job = await self.get(identity, caller)
        return job

    def reject_watcher(self) -> None:
        """Raise an error if the limit on clients that watch jobs is reached."""
        if self.watching >= self._settings.watchers:
            detail = "too many clients watch jobs; poll the job instead"
            raise RequestRejected(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "5"})

    async def watch(self, identity: str) -> AsyncIterator[Seen | None]:
        """Yield the job now and after each change, until it or the server ends; None keeps the connection alive."""
        self.watching += 1
        known: Seen | None = None
        try:
            while True:
                event = self._changed.setdefault(identity, asyncio.Event())
                try:
                    seen = await self._book.do(lambda store: store.seen(identity))
                except StoreUnavailable:
                    seen = known
                yield None if seen == known else seen
                known = seen
                if self.stopping or (seen is not None and seen[0].has_ended):
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_SECONDS):
                        await event.wait()
        finally:
            self.watching -= 1
            self._tell(identity)

    def stop_watching(self) -> None:
        """End all watches of jobs, because the server shuts down."""
        self.stopping = True
        for identity in list(self._changed):
            self._tell(identity)

    async def stop(self) -> None:
        """Put running jobs back into the queue. The tasks that run them must have been cancelled."""
        self.stop_watching()
        for identity, (job, task) in list(self._running.items()):
            task.cancel()
            self._running.pop(identity)
            try:
                await self._book.do(lambda store, job=job: store.release(job))  # type: ignore[misc]
            except StoreUnavailable as trouble:
                _log.warning("job not put back into the queue: %s", trouble, extra={"job": identity})

    async def _do(self, work: Callable[[JobStore], T]) -> T:
        """Run `work` on the store for a request; reject the request if the store is unavailable."""
        try:
            return await self._book.do(work)
        except StoreUnavailable as trouble:
            detail = f"the job store is unavailable: {trouble}; accepted jobs are not lost; try again later"
            raise RequestRejected(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": "10"}) from None

    def _tell(self, identity: str) -> None:
        if (event := self._changed.pop(identity, None)) is not None:
            event.set()

    def _hear(self, news: str) -> None:
        """Handle a notification: "queued", or the id of a job that has changed."""
        if news == "queued":
            self._work.set()
            return
        self._tell(news)
        if news in self._running:
            self._in_background(self._look_after(news))

    async def _look_after(self, identity: str) -> None:
        job = await self._book.do(lambda store: store.get(identity))
        if job is None or job.state in ENDED or job.worker != self.name:
            self._stop_here(identity)

    def _stop_here(self, identity: str) -> None:
        if identity in self._running:
            self._running[identity][1].cancel()

    def _in_background(self, work: Any) -> None:
        """Run a small task in the background. Errors of the store are only logged, since the task is repeated."""

        async def quietly() -> None:
            try:
                await work
            except StoreUnavailable as trouble:
                _log.info("the job store is unavailable: %s", trouble)

        task = asyncio.create_task(quietly())
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _claim(self) -> StoredJob | None:
        """Claim and return the next job whose kernels are compiled; None if there is no such job."""
        without = self._not_compiled()
        return await self._book.do(lambda store: store.claim(self.name, self._settings.lease, without))

    async def _run(self) -> None:
        """Claim and run jobs one after the other, as long as a process can be started for them."""
        while True:
            await self._workers.available()
            try:
                job = await self._claim()
            except StoreUnavailable as trouble:
                _log.warning("cannot claim a job: %s", trouble)
                await asyncio.sleep(_TROUBLE_SECONDS)
                continue
            if job is None:
                self._work.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_SECONDS):
                        await self._work.wait()
                continue
            await self._work_on(job)

    def _not_compiled(self) -> list[str]:
        """Return the calls that need a kernel which is not compiled; empty once more has been compiled."""
        kernels = self._workers.kernels
        if kernels is None or not self._put_off:
            return []
        self._put_off = {call: compiled for call, compiled in self._put_off.items() if compiled == kernels.compiled}
        return list(self._put_off)

    async def _work_on(self, job: StoredJob) -> None:
        task = asyncio.create_task(self._answered(job))
        self._running[job.id] = job, task
        self._tell(job.id)
        begun = time.monotonic()
        await asyncio.wait({task})  # cancelled at shutdown: `stop` puts the job back
        if task.cancelled():  # the job was cancelled, or another worker has it
            self._running.pop(job.id, None)
            self._tell(job.id)
            return
        if isinstance(task.exception(), KernelsPending):
            await self._put_back(job)
            return
        ending = task.result() if task.exception() is None else None
        if ending is None:
            _log.error("a job failed", exc_info=task.exception(), extra={"job": job.id})
            ending = _failed(RequestRejected(500, "the job failed; see the log of the server"), job)
        await self._keep(job, ending)
        self._running.pop(job.id, None)
        self._metrics.job(job.call, ending.state, time.monotonic() - begun)
        self._tell(job.id)

    async def _put_back(self, job: StoredJob) -> None:
        """Put a job whose kernels are not compiled here back into the queue; another worker may have them."""
        kernels = self._workers.kernels
        if kernels is not None:
            self._put_off[job.call] = kernels.compiled
        while True:
            try:
                await self._book.do(lambda store: store.release(job))
                break
            except StoreUnavailable as trouble:
                _log.warning("a job is not put back yet: %s", trouble, extra={"job": job.id})
                await asyncio.sleep(_TROUBLE_SECONDS)
        self._running.pop(job.id, None)
        self._tell(job.id)

    async def _keep(self, job: StoredJob, ending: _Ending) -> None:
        """Store the outcome of a job. Retry until that succeeds, so that a full disk loses no result."""
        while True:
            try:
                kept = await self._book.do(
                    lambda store: store.end(job, ending.state, result=ending.result, problem=ending.problem)
                )
            except StoreUnavailable as trouble:
                _log.warning("a result is not stored yet: %s", trouble, extra={"job": job.id})
                await asyncio.sleep(_TROUBLE_SECONDS)
                continue
            if not kept:
                _log.info("the job has ended already, or another worker has it", extra={"job": job.id})
            return

    async def _answered(self, job: StoredJob) -> _Ending:
        last = 0.0

        def on_progress(progress: tuple[float | None, str]) -> None:
            nonlocal last
            if time.monotonic() - last < _TELL_SECONDS and progress[0] != 1:
                return
            last = time.monotonic()
            self._in_background(self._progress(job, *progress))

        if job.call not in CALLS:
            return _failed(RequestRejected(404, "this call no longer exists"), job)
        try:
            answer = await self._call_result(
                job.call,
                job.request.encode(),
                self._settings.job_seconds,
                on_progress,
            )
        except Overrun:
            return _Ending("succeeded", Unfinished(reason="time").json_line())
        except WorkerCrashed:
            detail = "two worker processes crashed on this job"
            return _failed(RequestRejected(500, detail), job)
        if answer.kind == "report":
            return _Ending("succeeded", answer.text)
        if answer.kind == "memory":
            return _Ending("succeeded", Unfinished(reason="memory").json_line())
        if answer.kind == "fault":
            _log.error("a job failed", extra={"job": job.id, "trace": answer.text})
            return _failed(RequestRejected(500, "the job failed; see the log of the server"), job)
        faults = answer.faults or ((answer.pointer, answer.text),)
        details = [RequestFault(pointer=f"/request{pointer}", detail=detail) for pointer, detail in faults]
        return _failed(RequestRejected(answer.status, answer.text, details), job)

    async def _call_result(self, call: str, request: bytes, seconds: float, on_progress: OnProgress) -> CallResult:
        """Answer a call of a job, waiting for a process as long as necessary. Raises KernelsPending."""
        while True:
            try:
                return await self._workers.run_call(
                    call,
                    request,
                    seconds,
                    niceness=JOB_NICENESS,
                    queue_seconds=_QUEUE_SECONDS,
                    at_once=False,
                    on_progress=on_progress,
                )
            except KernelsPending:
                raise
            except NoWorker:
                _log.warning("a job is waiting for a process")

    async def _progress(self, job: StoredJob, share: float | None, text: str) -> None:
        await self._book.do(lambda store: store.progress(job, share, text))
        self._tell(job.id)

    async def _beat(self) -> None:
        """Send heartbeats for running jobs, and stop jobs that another worker has taken over."""
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            if self._running:
                mine = {identity: job for identity, (job, _) in self._running.items()}
                try:
                    still = await self._book.do(lambda store: store.beat(self.name))
                except StoreUnavailable:
                    continue
                for identity in mine.keys() - still:
                    self._stop_here(identity)

    async def _back_up(self) -> None:
        """Copy the job database at intervals, starting now."""
        path = Path(self._settings.jobs_backup or "").expanduser()
        while True:
            try:
                await self._book.do(lambda store: store.back_up(path))
                self.backed_up = time.time()
            except StoreUnavailable as trouble:
                _log.error("the job database was not copied: %s", trouble)
            await asyncio.sleep(_BACKUP_SECONDS)

    async def _sweep(self) -> None:
        """Delete expired jobs and count jobs by state, at intervals."""
        swept = 0.0
        while True:
            with suppress(StoreUnavailable):
                if time.monotonic() - swept > _SWEEP_SECONDS or not swept:
                    swept = time.monotonic()
                    await self._book.do(lambda store: store.forget(self._settings.job_days * 86400))
                self.counts = await self._book.do(lambda store: store.counts())
            await asyncio.sleep(_POLL_SECONDS)


def _failed(refused: RequestRejected, job: StoredJob) -> _Ending:
    return _Ending("failed", problem=bytes(problem_response(refused, job.id, "en").body).decode())


def reach_database(store: JobStore, settings: ServiceSettings) -> None:
    """Raise InvalidPuzzle if the job database cannot be reached within the time of the settings."""
    try:
        store.reach(settings.database_seconds)
    except StoreUnavailable as trouble:
        address = _PASSWORD.sub(r"\1", settings.jobs_db)
        problem = f"cannot use the job database {address}: {trouble}"
        raise InvalidPuzzle(problem, expected="a database that runs, or --database-seconds") from None
    finally:
        store.close()


def work(settings: ServiceSettings, begun: Callable[[str], None]) -> int:
    """Run queued jobs until a signal, then put running jobs back for other workers. Return the exit code."""
    if not settings.jobs_are_elsewhere:
        problem = "a worker needs a database that it shares with servers"
        raise InvalidPuzzle(problem, expected="--jobs-db postgresql://...")
    try:
        store = store_of(settings)
    except ModuleNotFoundError as error:
        raise InvalidPuzzle(f"jobs in PostgreSQL need {error.name}: pip install entails[postgres]") from None
    reach_database(store, settings)
    log = log_json_lines()
    try:
        asyncio.run(_work(settings, AsyncJobStore(store), begun))
    finally:
        log.stop()
    return 0


async def _work(settings: ServiceSettings, book: AsyncJobStore, begun: Callable[[str], None]) -> None:
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    supervisor = Supervisor()
    workers = WorkerPool(settings.memory_mb, idle=settings.job_workers, warm=settings.warm)
    jobs = Jobs(book, workers, settings, Metrics())
    workers.open(supervisor)
    jobs.start(supervisor)
    begun(jobs.name)
    await ending.wait()
    await supervisor.close()
    await jobs.stop()
    workers.close()
    book.close()
