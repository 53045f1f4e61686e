"""Tasks in the background that nobody awaits: one that fails is told in the log and begins again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger("entails.service")
_FIRST_PAUSE, _LONGEST_PAUSE, _GOOD_SECONDS = 0.2, 5.0, 30.0


class Supervisor:
    """Keeps tasks alive until it is closed. `failures` counts how often one had to begin again."""

    def __init__(self) -> None:
        self.failures = 0
        self._tasks: list[asyncio.Task[None]] = []

    def keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` again and again: it should only ever end by being cancelled."""
        self._tasks.append(asyncio.create_task(self._kept(name, work), name=name))

    async def _kept(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE
        while True:
            begun = loop.time()
            try:
                await work()
            except Exception:
                self.failures += 1
                _log.exception("a task in the background failed and begins again", extra={"task": name})
            pause = _FIRST_PAUSE if loop.time() - begun > _GOOD_SECONDS else min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
