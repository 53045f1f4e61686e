"""Options that many verbs share, so that they are spelt and explained once."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from clausal.models.limits import Limits, Options

_LIMITS = "Limits"
_CHOICES = "Choices"

EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine", "-e", metavar="NAME", help="Engine to use; see clausal engines.", rich_help_panel=_CHOICES
    ),
]
EncoderName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Encoding to use; a wrong name lists them.", rich_help_panel=_CHOICES),
]
Seconds = Annotated[
    float | None,
    typer.Option(min=0.001, metavar="S", help="Spend so many seconds on each puzzle.", rich_help_panel=_LIMITS),
]
Conflicts = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="Stop after so many conflicts of the engine: the same on every machine.",
        rich_help_panel=_LIMITS,
    ),
]
MemoryMb = Annotated[
    int | None,
    typer.Option("--memory-mb", min=1, metavar="N", help="Use so many megabytes at most.", rich_help_panel=_LIMITS),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed of every random choice.", rich_help_panel=_CHOICES)]
Workers = Annotated[int, typer.Option(min=1, metavar="N", help="Threads of CP-SAT.", rich_help_panel=_CHOICES)]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON Lines instead of text.")]
OutputFile = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file, whole or not at all.")
]

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
    """What the common options of a verb say."""

    engine: str | None
    encoder: str | None
    seconds: float | None
    conflicts: int | None
    memory_mb: int | None
    seed: int
    workers: int

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
