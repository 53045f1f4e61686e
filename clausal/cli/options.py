"""Options that many verbs share, so that they are spelt and explained once."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from clausal.models.limits import Limits, Options

_LIMITS = "Limits"
_CHOICES = "Choices"

EngineName = Annotated[
    str | None, typer.Option("--engine", "-e", help="Engine to use; see clausal engines.", rich_help_panel=_CHOICES)
]
EncoderName = Annotated[str | None, typer.Option("--encoder", help="Encoding to use.", rich_help_panel=_CHOICES)]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Stop after so many seconds.", rich_help_panel=_LIMITS)]
Conflicts = Annotated[
    int | None, typer.Option(min=1, help="Stop after so many conflicts (repeatable).", rich_help_panel=_LIMITS)
]
MemoryMb = Annotated[
    int | None, typer.Option("--memory-mb", min=1, help="Stop at so much memory.", rich_help_panel=_LIMITS)
]
Seed = Annotated[int, typer.Option(help="Seed of every random choice.", rich_help_panel=_CHOICES)]
Workers = Annotated[int, typer.Option(min=1, help="Threads of CP-SAT.", rich_help_panel=_CHOICES)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON Lines instead of text.")]
OutputFile = Annotated[str | None, typer.Option("--output", "-o", help="Write to this file, whole or not at all.")]


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
        from clausal.models.limits import Limits

        return Limits(seconds=self.seconds, conflicts=self.conflicts, memory_mb=self.memory_mb)

    def options(self, max_solutions: int | None = None) -> "Options":
        from clausal.models.limits import Options

        return Options(seed=self.seed, workers=self.workers, max_solutions=max_solutions)
