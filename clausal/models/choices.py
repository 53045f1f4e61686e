"""`Choices`: what a person may choose about a question: the engine, the encoding, the limits, the seed."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clausal.models.limits import Limits, Options

_A_YEAR = 366 * 24 * 3600.0
_MOST_COUNTED = 2**31 - 1
_MOST_MB = 2**40
_MOST_WORKERS = 256


def bounded_limits(
    seconds: float | None = None,
    conflicts: int | None = None,
    memory_mb: int | None = None,
    nodes: int | None = None,
) -> "Limits":
    """Limits as a user gives them. Engines count with numbers of a certain size, so "no limit at all", said with a huge
    number or as `inf`, becomes the largest limit that all of them understand."""
    from clausal.models.limits import Limits

    return Limits(
        seconds=None if seconds is None else min(seconds, _A_YEAR),
        conflicts=None if conflicts is None else min(conflicts, _MOST_COUNTED),
        nodes=None if nodes is None else min(nodes, _MOST_COUNTED),
        memory_mb=None if memory_mb is None else min(memory_mb, _MOST_MB),
    )


@dataclass(frozen=True)
class Choices:
    """What the common options of a verb, or the common fields of a request, say."""

    engine: str | None = None
    encoder: str | None = None
    seconds: float | None = None
    conflicts: int | None = None
    memory_mb: int | None = None
    seed: int = 0
    workers: int = 1

    @property
    def are_default(self) -> bool:
        """The user left engine, encoder and limits to us."""
        return not any((self.engine, self.encoder, self.seconds, self.conflicts, self.memory_mb))

    @property
    def limits(self) -> "Limits":
        return bounded_limits(self.seconds, self.conflicts, self.memory_mb)

    def options(self, max_solutions: int | None = None) -> "Options":
        from clausal.models.limits import Options

        seed, workers = self.seed & _MOST_COUNTED, min(self.workers, _MOST_WORKERS)
        return Options(seed=seed, workers=workers, max_solutions=max_solutions)
