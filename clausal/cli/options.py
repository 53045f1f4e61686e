"""Options that many verbs share, so that they are spelt and explained once."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from clausal.models.limits import Limits

Seconds = Annotated[
    float | None,
    typer.Option(min=0.001, metavar="S", help="Spend so many seconds on each puzzle.", rich_help_panel="Limits"),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed of every random choice.", rich_help_panel="Choices")]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON Lines instead of text.")]
OutputFile = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file, whole or not at all.")
]


def bounded_limits(seconds: float | None = None, nodes: int | None = None) -> "Limits":
    """Limits as a user gives them."""
    from clausal.questions.ask import bounded

    return bounded(seconds, nodes=nodes)
