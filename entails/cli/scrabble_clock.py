"""`Clock`: the time of the person at the terminal. It runs while a line is awaited, and goes below zero."""

import math
import time
from dataclasses import dataclass, field
from types import TracebackType

PENALTY = 10
"""Points for each minute over time that has begun."""


@dataclass
class Clock:
    """So many minutes for the whole game; `with clock:` counts."""

    minutes: float
    used: float = 0.0
    _since: float = field(default=0.0, repr=False)

    def __enter__(self) -> "Clock":
        self._since = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.used += time.monotonic() - self._since

    @property
    def left(self) -> float:
        """Seconds."""
        return self.minutes * 60 - self.used

    @property
    def minutes_over(self) -> int:
        """Minutes over time, each counted as soon as it begins."""
        return max(math.ceil(-self.left / 60), 0)

    def __str__(self) -> str:
        minutes, seconds = divmod(int(abs(self.left)), 60)
        return f"{'-' if self.left < 0 else ''}{minutes}:{seconds:02}"
