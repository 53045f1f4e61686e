"""Options that many verbs share, so that they are spelt and explained once."""

from typing import Annotated

import typer

from clausal.models.choices import Choices, bounded_limits

__all__ = ["Choices", "bounded_limits"]

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
