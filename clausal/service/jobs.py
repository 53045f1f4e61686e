"""Long work: taken in at once, done one after the other by its own workers, watched and cancelled while it runs."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from http import HTTPStatus

from clausal.service.call import Unfinished
from clausal.service.calls import CALLS
from clausal.service.pool import Cancelled, Crashed, Overrun, Pool, Ticket
from clausal.service.problems import Fault, Refused, problem_response
from clausal.service.settings import Settings
from clausal.service.store import Job, Store

_log = logging.getLogger("clausal.jobs")
_SWEEP_SECONDS = 600.0
_TELL_SECONDS = 0.2


class Jobs:
    """The queue of one server and the tasks that work it off."""

    def __init__(self, store: Store, pool: Pool, settings: Settings) -> None:
        self._store = store
        self._pool = pool
        self._settings = settings
        self._work = asyncio.Event()
        self._tickets: dict[str, Ticket] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.stopping = False

    def start(self) -> None:
        again = self._store.recover()
        if again:
            _log.info("jobs are run again", extra={"jobs": again})
        self._tasks = [asyncio.create_task(self._worker()) for _ in range(self._settings.job_workers)]
        self._tasks.append(asyncio.create_task(self._sweeper()))
        self._work.set()

    async def submit(self, call: str, request: str, key: str | None) -> tuple[Job, bool]:
        """The job, and whether it is new. The same key with the same request gives the job it gave before."""
        if key is not None and (known := self._store.by_key(key)) is not None:
            if (known.call, known.request) != (call, request):
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "this Idempotency-Key came with another request before")
            return known, False
        if self._store.count("queued") >= self._settings.queued_jobs:
            detail = "too many jobs are waiting: try again later"
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "30"})
        identity = secrets.token_urlsafe(12)
        self._store.add(identity, key, call, request)
        self._work.set()
        return self.get(identity), True

    def get(self, identity: str) -> Job:
        job = self._store.get(identity)
        if job is None:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such job, or it is no longer kept")
        return job

    def cancel(self, identity: str) -> Job:
        """End a job; one that has ended stays as it is."""
        job = self.get(identity)
        if self._store.end(identity, "cancelled"):
            if (ticket := self._tickets.get(identity)) is not None:
                ticket.cancel()
            self._tell(identity)
            job = self.get(identity)
        return job

    async def watch(self, identity: str) -> AsyncIterator[Job]:
        """The job now, and again whenever something changes, until it ends or the server does."""
        job = self.get(identity)
        while True:
            event = self._changed.setdefault(identity, asyncio.Event())
            yield job
            if job.has_ended or self.stopping:
                return
            await event.wait()
            job = self.get(identity)

    def stop_watching(self) -> None:
        """Let every watcher go: the server is going down."""
        self.stopping = True
        for identity in list(self._changed):
            self._tell(identity)

    async def stop(self) -> None:
        """Put what runs back into the queue and end."""
        self.stop_watching()
        for task in self._tasks:
            task.cancel()
        for identity, ticket in list(self._tickets.items()):
            self._store.release(identity)
            ticket.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _tell(self, identity: str) -> None:
        if (event := self._changed.pop(identity, None)) is not None:
            event.set()

    async def _worker(self) -> None:
        while not self.stopping:
            job = self._store.claim()
            if job is None:
                self._work.clear()
                await self._work.wait()
                continue
            try:
                await self._do(job)
            except Exception:
                _log.exception("a job failed", extra={"job": job.id})
                self._store.end(job.id, "failed", problem=_problem(Refused(500, "the job failed: see the log"), job))
            finally:
                self._tickets.pop(job.id, None)
                self._tell(job.id)

    async def _do(self, job: Job) -> None:
        ticket = self._tickets[job.id] = Ticket()
        self._tell(job.id)
        loop = asyncio.get_running_loop()
        last = 0.0

        def hear(news: tuple[float | None, str]) -> None:
            nonlocal last
            if time.monotonic() - last < _TELL_SECONDS and news[0] != 1:
                return
            last = time.monotonic()
            self._store.progress(job.id, *news)
            loop.call_soon_threadsafe(self._tell, job.id)

        if job.call not in CALLS:
            self._store.end(job.id, "failed", problem=_problem(Refused(404, "this call exists no longer"), job))
            return
        seconds = self._settings.job_seconds
        try:
            answer = await self._pool.run(job.call, job.request, seconds, hear=hear, ticket=ticket)
        except Cancelled:
            return
        except (Overrun, Crashed) as stopped:
            reason = Unfinished(reason="time" if isinstance(stopped, Overrun) else "memory")
            self._store.end(job.id, "succeeded", result=reason.json_line())
            return
        if answer.kind == "report":
            self._store.end(job.id, "succeeded", result=answer.text)
        elif answer.kind == "memory":
            self._store.end(job.id, "succeeded", result=Unfinished(reason="memory").json_line())
        else:
            pointer = f"/request{answer.pointer}"
            refused = Refused(answer.status, answer.text, [Fault(pointer=pointer, detail=answer.text)])
            self._store.end(job.id, "failed", problem=_problem(refused, job))

    async def _sweeper(self) -> None:
        while True:
            self._store.forget(time.time() - self._settings.job_days * 86400)
            await asyncio.sleep(_SWEEP_SECONDS)


def _problem(refused: Refused, job: Job) -> str:
    return bytes(problem_response(refused, job.id).body).decode()
