"""Long work: taken in at once, done by processes of its own, here or on other machines, watched and cancelled.

`JobBook`: the store as the event loop uses it. A thread of its own talks to the store, so a slow disk or a database
that is far away holds nobody up who does not ask about jobs.

`entails worker`: works on jobs that servers on this or other machines took in, and answers nobody itself.
"""

import asyncio
import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

from entails.models.errors import InvalidPuzzle
from entails.service.answer import CallResult
from entails.service.calls import CALLS, Unfinished
from entails.service.metrics import Metrics
from entails.service.middleware import Caller, RequestFault, RequestRefused, log_as_json, problem_response
from entails.service.settings import ServiceSettings
from entails.service.store import (
    ENDED,
    JobStore,
    KeyReused,
    NewJob,
    State,
    StoredJob,
    StoreTrouble,
    TooManyJobs,
    Wanted,
)
from entails.service.workers import JOB_NICENESS, Crashed, NoWorker, Overrun, Supervisor, WorkerPool
from entails.solvers.pool.process import OnProgress

T = TypeVar("T")
_SECONDS = 8.0


def store_of(settings: ServiceSettings) -> JobStore:
    """The store that the settings name. Raises StoreInUse, OSError or sqlite3.Error for a file that is not usable."""
    if settings.jobs_are_elsewhere:
        from entails.service.databases import PostgresStore

        return PostgresStore(settings.jobs_db)
    from entails.service.databases import SqliteStore

    return SqliteStore(settings.jobs_file)


class JobBook:
    """Asks the store. `trouble` says in words what keeps jobs from being kept, as of the last time somebody asked."""

    def __init__(self, store: JobStore) -> None:
        self.trouble: str | None = None
        self._store = store
        self._thread = ThreadPoolExecutor(1, "entails-jobs")
        self._listening = ThreadPoolExecutor(1, "entails-news")
        self._closed = False

    async def do(self, work: Callable[[JobStore], T]) -> T:
        """What this gives of the store. Raises StoreTrouble, also when the store does not answer."""
        if self._closed:
            raise StoreTrouble("the server is going down")
        future = asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)
        done, _ = await asyncio.wait({future}, timeout=_SECONDS)
        if not done:
            future.add_done_callback(_nobody_waits)
            self.trouble = "the store does not answer"
            raise StoreTrouble(self.trouble)
        try:
            result = future.result()
        except StoreTrouble as trouble:
            self.trouble = str(trouble)
            raise
        self.trouble = None
        return result

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Hear what other machines tell, for as long as the connection lasts."""
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


def _nobody_waits(future: "asyncio.Future[T]") -> None:
    """Its error, should there be one, has been told as "does not answer"."""
    if not future.cancelled():
        future.exception()


Seen = tuple[StoredJob, int | None]
"""A job, and how many come before it while it waits."""

_log = logging.getLogger("entails.jobs")
_SWEEP_SECONDS = 600.0
_TELL_SECONDS = 0.2
_POLL_SECONDS = 2.0
_TROUBLE_SECONDS = 1.0
_PATIENCE = 60.0


@dataclass(frozen=True)
class _Ending:
    """What came of a job."""

    state: State
    result: str | None = None
    problem: str | None = None


class Jobs:
    """The jobs that one process takes in, and those that it works on."""

    def __init__(self, book: JobBook, workers: WorkerPool, settings: ServiceSettings, metrics: Metrics) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.stopping = False
        self.watching = 0
        self.counts: dict[State, int] = {}
        self._book = book
        self._workers = workers
        self._settings = settings
        self._metrics = metrics
        self._work = asyncio.Event()
        self._running: dict[str, tuple[StoredJob, asyncio.Task[_Ending]]] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def start(self, supervisor: Supervisor) -> None:
        for number in range(self._settings.job_workers):
            supervisor.keep(f"job runner {number + 1}", self._run)
        supervisor.keep("heart", self._beat)
        supervisor.keep("sweeper", self._sweep)
        if self._settings.jobs_are_elsewhere:
            supervisor.keep("listener", lambda: self._book.listen(self._hear))
        self._work.set()

    async def recover(self) -> None:
        """Take up again what ran when the last server of this file ended."""
        if not self._settings.jobs_are_elsewhere and (again := await self._book.do(lambda store: store.recover())):
            _log.info("jobs are run again", extra={"jobs": again})

    async def submit(self, call: str, request: str, key: str | None, caller: Caller) -> StoredJob:
        """The job. The same key with the same request gives the job it gave before."""
        wanted = NewJob(secrets.token_urlsafe(12), caller.owner, caller.client, key, call, request)
        settings = self._settings
        try:
            job, is_new = await self._do(lambda store: store.add(wanted, settings.queued_jobs, settings.client_jobs))
        except KeyReused:
            detail = "this Idempotency-Key came with another request before"
            raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, detail) from None
        except TooManyJobs as many:
            whose = "of yours " if many.of_client else ""
            detail = f"too many jobs {whose}are waiting: try again later"
            raise RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "30"}) from None
        if is_new:
            self._work.set()
        return job

    async def get(self, identity: str, caller: Caller) -> StoredJob:
        return (await self.seen(identity, caller))[0]

    async def seen(self, identity: str, caller: Caller) -> Seen:
        """The job, and how many come before it while it waits."""
        seen = await self._do(lambda store: store.seen(identity))
        if seen is None or not caller.may_see(seen[0].owner):
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such job, or it is no longer kept")
        return seen

    async def listed(
        self, caller: Caller, most: int, state: State | None, call: str | None, before: str | None
    ) -> list[StoredJob]:
        """Jobs of the caller: of its token, or where there are none of its address; the newest first."""
        whose = {"owner": caller.owner} if caller.owner else {"client": caller.client}
        wanted = Wanted(most=most, state=state, call=call, before=before, **whose)
        return await self._do(lambda store: store.listed(wanted))

    async def cancel(self, identity: str, caller: Caller) -> StoredJob:
        """End a job; one that has ended stays as it is."""
        job = await self.get(identity, caller)
        if await self._do(lambda store: store.cancel(identity)):
            self._stop_here(identity)
            self._tell(identity)
            self._metrics.job(job.call, "cancelled", 0.0)
            job = await self.get(identity, caller)
        return job

    def refuse_watchers(self) -> None:
        """Refuse one more who would watch when there are enough."""
        if self.watching >= self._settings.watchers:
            detail = "too many clients watch jobs: ask now and then instead"
            raise RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "5"})

    async def watch(self, identity: str) -> AsyncIterator[Seen | None]:
        """The job now, and again whenever something changes, until it ends or the server does; None now and then, to
        see whether somebody is still there."""
        self.watching += 1
        known: Seen | None = None
        try:
            while True:
                event = self._changed.setdefault(identity, asyncio.Event())
                try:
                    seen = await self._book.do(lambda store: store.seen(identity))
                except StoreTrouble:
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
        """Let every watcher go: the server is going down."""
        self.stopping = True
        for identity in list(self._changed):
            self._tell(identity)

    async def stop(self) -> None:
        """Put what runs back, once the runners have been cancelled."""
        self.stop_watching()
        for identity, (job, task) in list(self._running.items()):
            task.cancel()
            self._running.pop(identity)
            try:
                await self._book.do(lambda store, job=job: store.release(job))  # type: ignore[misc]
            except StoreTrouble as trouble:
                _log.warning("a job could not be put back: %s", trouble, extra={"job": identity})

    async def _do(self, work: Callable[[JobStore], T]) -> T:
        """Ask the store for somebody who is told when it cannot be asked."""
        try:
            return await self._book.do(work)
        except StoreTrouble as trouble:
            detail = f"jobs cannot be kept now: {trouble}. What was accepted is not lost; try again later"
            raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": "10"}) from None

    def _tell(self, identity: str) -> None:
        if (event := self._changed.pop(identity, None)) is not None:
            event.set()

    def _hear(self, news: str) -> None:
        """Another machine tells that there is work, or that a job has changed."""
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
        """Something small that may fail with the store, and is done again anyway."""

        async def quietly() -> None:
            try:
                await work
            except StoreTrouble as trouble:
                _log.info("the store of jobs is in trouble: %s", trouble)

        task = asyncio.create_task(quietly())
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _run(self) -> None:
        """Work jobs off, one after the other."""
        while True:
            try:
                job = await self._book.do(lambda store: store.claim(self.name, self._settings.lease))
            except StoreTrouble as trouble:
                _log.warning("no job can be taken up: %s", trouble)
                await asyncio.sleep(_TROUBLE_SECONDS)
                continue
            if job is None:
                self._work.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_SECONDS):
                        await self._work.wait()
                continue
            await self._work_on(job)

    async def _work_on(self, job: StoredJob) -> None:
        task = asyncio.create_task(self._answered(job))
        self._running[job.id] = job, task
        self._tell(job.id)
        begun = time.monotonic()
        await asyncio.wait({task})  # cancelled when the server goes down: `stop` puts the job back
        if task.cancelled():  # somebody cancelled the job, or another worker has it
            self._running.pop(job.id, None)
            self._tell(job.id)
            return
        ending = task.result() if task.exception() is None else None
        if ending is None:
            _log.error("a job failed", exc_info=task.exception(), extra={"job": job.id})
            ending = _failed(RequestRefused(500, "the job failed: the log of the server says more"), job)
        await self._keep(job, ending)
        self._running.pop(job.id, None)
        self._metrics.job(job.call, ending.state, time.monotonic() - begun)
        self._tell(job.id)

    async def _keep(self, job: StoredJob, ending: _Ending) -> None:
        """Write down what came of a job, however long that takes: a full disk loses no result."""
        while True:
            try:
                kept = await self._book.do(
                    lambda store: store.end(job, ending.state, result=ending.result, problem=ending.problem)
                )
            except StoreTrouble as trouble:
                _log.warning("a result waits to be kept: %s", trouble, extra={"job": job.id})
                await asyncio.sleep(_TROUBLE_SECONDS)
                continue
            if not kept:
                _log.info("a job had ended before, or is another worker's", extra={"job": job.id})
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
            return _failed(RequestRefused(404, "this call exists no longer"), job)
        try:
            answer = await self._asked(
                job.call,
                job.request.encode(),
                self._settings.job_seconds,
                on_progress,
            )
        except Overrun:
            return _Ending("succeeded", Unfinished(reason="time").json_line())
        except Crashed:
            detail = "the process that worked on this job ended without an answer, and so did a second one"
            return _failed(RequestRefused(500, detail), job)
        if answer.kind == "report":
            return _Ending("succeeded", answer.text)
        if answer.kind == "memory":
            return _Ending("succeeded", Unfinished(reason="memory").json_line())
        if answer.kind == "fault":
            _log.error("a job failed", extra={"job": job.id, "trace": answer.text})
            return _failed(RequestRefused(500, "the job failed: the log of the server says more"), job)
        faults = answer.faults or ((answer.pointer, answer.text),)
        details = [RequestFault(pointer=f"/request{pointer}", detail=detail) for pointer, detail in faults]
        return _failed(RequestRefused(answer.status, answer.text, details), job)

    async def _asked(self, call: str, request: bytes, seconds: float, on_progress: OnProgress) -> CallResult:
        """The answer to a call. A process is waited for as long as it takes: kernels may have to be compiled."""
        while True:
            try:
                return await self._workers.ask(
                    call,
                    request,
                    seconds,
                    niceness=JOB_NICENESS,
                    patience=_PATIENCE,
                    at_once=False,
                    on_progress=on_progress,
                )
            except NoWorker:
                _log.warning("a job waits for a process")

    async def _progress(self, job: StoredJob, share: float | None, text: str) -> None:
        await self._book.do(lambda store: store.progress(job, share, text))
        self._tell(job.id)

    async def _beat(self) -> None:
        """Say again and again that we live, and learn which jobs are no longer ours."""
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            if self._running:
                mine = {identity: job for identity, (job, _) in self._running.items()}
                try:
                    still = await self._book.do(lambda store: store.beat(self.name))
                except StoreTrouble:
                    continue
                for identity in mine.keys() - still:
                    self._stop_here(identity)

    async def _sweep(self) -> None:
        """Forget what has been kept long enough, and count what there is."""
        swept = 0.0
        while True:
            with suppress(StoreTrouble):
                if time.monotonic() - swept > _SWEEP_SECONDS or not swept:
                    swept = time.monotonic()
                    await self._book.do(lambda store: store.forget(self._settings.job_days * 86400))
                self.counts = await self._book.do(lambda store: store.counts())
            await asyncio.sleep(_POLL_SECONDS)


def _failed(refused: RequestRefused, job: StoredJob) -> _Ending:
    return _Ending("failed", problem=bytes(problem_response(refused, job.id).body).decode())


def work(settings: ServiceSettings, begun: Callable[[str], None]) -> int:
    """Work until told to end; then jobs that run are put back, and another worker takes them."""
    if not settings.jobs_are_elsewhere:
        problem = "a worker shares jobs with servers, which a file cannot do"
        raise InvalidPuzzle(problem, expected="--jobs-db postgresql://...")
    try:
        store = store_of(settings)
    except ModuleNotFoundError as error:
        raise InvalidPuzzle(f"keeping jobs in PostgreSQL needs {error.name}: pip install entails[postgres]") from None
    log = log_as_json()
    try:
        asyncio.run(_work(settings, JobBook(store), begun))
    finally:
        log.stop()
    return 0


async def _work(settings: ServiceSettings, book: JobBook, begun: Callable[[str], None]) -> None:
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
