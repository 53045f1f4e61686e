"""`clausal serve`: the service and its page."""

from pathlib import Path
from typing import Annotated, Any

import typer

_PANEL = "Limits"


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="Port; 0 takes any free one.")] = 8000,
    token: Annotated[
        str | None,
        typer.Option(envvar="CLAUSAL_TOKEN", metavar="TEXT", help="Answer only those who send this as bearer token."),
    ] = None,
    jobs_db: Annotated[
        Path | None, typer.Option("--jobs-db", metavar="PATH", help="Keep jobs and their results in this file.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, metavar="N", help="Processes that answer.", rich_help_panel=_PANEL)
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, metavar="S", help="Hard cap of an answer that comes at once.", rich_help_panel=_PANEL),
    ] = None,
    memory_mb: Annotated[
        int | None,
        typer.Option("--memory-mb", min=64, metavar="N", help="Memory of one answer.", rich_help_panel=_PANEL),
    ] = None,
    cors: Annotated[
        list[str] | None,
        typer.Option("--cors", metavar="ORIGIN", help="Let pages of this origin call (repeatable); none by default."),
    ] = None,
) -> None:
    """Serve the page and the calls over HTTP, until Ctrl-C."""
    from clausal.cli.output import say
    from clausal.models.errors import EngineUnavailable

    try:
        from clausal.service.run import run
        from clausal.service.settings import Settings
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"the service needs {error.name}: pip install clausal[service]") from None
    chosen: dict[str, Any] = {
        "jobs_db": jobs_db,
        "workers": workers,
        "seconds": seconds,
        "memory_mb": memory_mb,
        "cors_origins": tuple(cors or ()),
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    settings = Settings(host=host, port=port, token=token, **given)
    raise typer.Exit(run(settings, lambda address: say(f"Clausal is at {address} (Ctrl-C ends it)", "bold")))
