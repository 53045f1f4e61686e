"""`JobBook`: the store as the event loop uses it. A thread of its own talks to the store, so a slow disk or a database
that is far away holds nobody up who does not ask about jobs."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from entails.service.settings import Settings
from entails.service.store import Store, StoreTrouble

T = TypeVar("T")
_SECONDS = 8.0


def store_of(settings: Settings) -> Store:
    """The store that the settings name. Raises StoreInUse, OSError or sqlite3.Error for a file that is not usable."""
    if settings.jobs_are_elsewhere:
        from entails.service.postgres_store import PostgresStore

        return PostgresStore(settings.jobs_db)
    from entails.service.sqlite_store import SqliteStore

    return SqliteStore(settings.jobs_file)


class JobBook:
    """Asks the store. `trouble` says in words what keeps jobs from being kept, as of the last time somebody asked."""

    def __init__(self, store: Store) -> None:
        self.trouble: str | None = None
        self._store = store
        self._thread = ThreadPoolExecutor(1, "entails-jobs")
        self._listening = ThreadPoolExecutor(1, "entails-news")
        self._closed = False

    async def do(self, work: Callable[[Store], T]) -> T:
        """What this gives of the store. Raises StoreTrouble, also when the store does not answer."""
        if self._closed:
            raise StoreTrouble("the server is going down")
        asked = asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)
        done, _ = await asyncio.wait({asked}, timeout=_SECONDS)
        if not done:
            asked.add_done_callback(_nobody_waits)
            self.trouble = "the store does not answer"
            raise StoreTrouble(self.trouble)
        try:
            found = asked.result()
        except StoreTrouble as trouble:
            self.trouble = str(trouble)
            raise
        self.trouble = None
        return found

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


def _nobody_waits(asked: "asyncio.Future[T]") -> None:
    """Its error, should there be one, has been told as "does not answer"."""
    if not asked.cancelled():
        asked.exception()
