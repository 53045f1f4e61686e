"""`Readiness`: can a call and a job run now? Found out by having a process answer and by keeping something in the
store; what was found holds for a moment, so that asking often costs nothing."""

import asyncio

from entails.service.crew import Crew, NoWorker
from entails.service.job_book import JobBook
from entails.service.pool import Pool
from entails.service.store import StoreTrouble

_HOLDS = 1.5
_PING_SECONDS = 2.0


class Readiness:
    """Asks the parts of a server."""

    def __init__(self, crew: Crew, pool: Pool, book: JobBook) -> None:
        self._crew, self._pool, self._book = crew, pool, book
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
        if (starting := self._crew.starting) is not None:
            return starting
        if asyncio.get_running_loop().time() - self._pool.last_answer < _HOLDS:
            return None
        try:
            await self._crew.ping(_PING_SECONDS)
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
