"""`entails serve`, `entails worker` and `entails mcp`.

Every field of `ServiceSettings` is an option and an environment variable.
"""

import inspect
import types
from collections.abc import Callable, Collection, Sequence
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, get_type_hints

import typer

from entails.cli.groups import SERVICE, PlainCommand
from entails.service.settings import ServiceSettings


def command(
    function: Callable[..., int], names: Collection[str] | None = None, more: Sequence[inspect.Parameter] = ()
) -> Callable[..., None]:
    """Return a command that calls `function` with the named settings (default: all) and `more` parameters."""
    chosen = [
        field
        for field in fields(ServiceSettings)
        if field.metadata["for_owner"] and (names is None or field.name in names)
    ]

    def run(**values: Any) -> None:
        from entails.models.errors import InvalidPuzzle

        own = {parameter.name: values.pop(parameter.name) for parameter in more}
        choices: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
        }
        try:
            settings = ServiceSettings(**{name: value for name, value in choices.items() if value is not None})
        except ValueError as error:
            name, _, problem = str(error).partition(" ")
            raise InvalidPuzzle(f"--{name.replace('_', '-')} {problem}") from None
        raise typer.Exit(function(settings, **own))

    run.__doc__ = function.__doc__
    run.__name__ = function.__name__
    hints = get_type_hints(ServiceSettings)
    parameters = [*more, *(_parameter(field, hints[field.name]) for field in chosen)]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameter(field: "Field[Any]", hint: Any) -> inspect.Parameter:
    marks, names = field.metadata, (field.name, *field.metadata["aliases"])
    is_many = not isinstance(hint, (type, types.UnionType))
    kind = list[str] if is_many else hint
    bounds = {name: marks[key] for name, key in (("min", "least"), ("max", "most")) if marks[key] is not None}
    option = typer.Option(
        *(f"--{name.replace('_', '-')}" for name in names),
        envvar=[f"ENTAILS_{name.upper()}" for name in names],
        show_envvar=False,
        metavar=marks["metavar"],
        help=marks["about"],
        rich_help_panel=marks["panel"],
        **bounds,
    )
    default = field.default if field.default is not MISSING and not is_many else None
    annotation: Any = Annotated[kind if default is not None else kind | None, option]
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _serve(settings: ServiceSettings) -> int:
    """Start the HTTP API and web interface.

    Options can also be set by environment variables, such as ENTAILS_PORT.
    """
    from entails.cli.output import say
    from entails.models.errors import EngineUnavailable

    try:
        from entails.service.server import run
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"the service needs {error.name}: pip install entails[service]") from None
    return run(settings, lambda address: say(f"Listening on {address} (Ctrl-C to stop)", "bold"))


def _worker(settings: ServiceSettings) -> int:
    """Run queued jobs.

    Servers and workers on several machines share a database: --jobs-db postgresql://...
    """
    from entails.cli.output import say
    from entails.models.errors import EngineUnavailable

    try:
        from entails.service.jobs import work
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"the service needs {error.name}: pip install entails[service]") from None
    return work(settings, lambda name: say(f"Running jobs as {name} (Ctrl-C to stop)", "bold"))


def _mcp(settings: ServiceSettings, http: bool, puzzle: list[str] | None) -> int:
    """Serve the commands as tools of the Model Context Protocol."""
    from entails.models.errors import EngineUnavailable, InvalidOption
    from entails.puzzles import puzzles
    from entails.queries import subjects

    known = {*puzzles(), *subjects()}
    for name in puzzle or ():
        if name not in known:
            raise InvalidOption(
                f"unknown puzzle type {name[:40]!r}", where="--puzzle", expected=f"one of {', '.join(sorted(known))}"
            )
    try:
        from entails.service.mcp import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"the Model Context Protocol needs {error.name}: pip install entails[mcp]") from None
    return (serve_http if http else serve_stdio)(settings, puzzle or ())


_MCP_MORE = (
    inspect.Parameter(
        "http",
        inspect.Parameter.KEYWORD_ONLY,
        default=False,
        annotation=Annotated[
            bool, typer.Option("--http", metavar="", help="Serve over HTTP at /mcp instead of standard streams.")
        ],
    ),
    inspect.Parameter(
        "puzzle",
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[
            list[str] | None,
            typer.Option(
                "--puzzle", metavar="NAME", help="Puzzle type whose commands are offered (repeatable; default: all)."
            ),
        ],
    ),
)
_OF_JOBS = ("jobs_db", "job_workers", "job_seconds", "memory_mb", "job_days", "lease")
_OF_CALLS = ("workers", "slow_workers", "client_slow", "seconds", "queue_seconds", "memory_mb", "waiting")

serve = command(_serve)
worker = command(_worker, _OF_JOBS)
mcp = command(_mcp, ("host", "port", "token", "tokens", "allowed_host", *_OF_CALLS), _MCP_MORE)


def add_commands(app: typer.Typer) -> None:
    """Add the commands of the service to the main command."""
    for name, function in (("serve", serve), ("worker", worker), ("mcp", mcp)):
        app.command(name, cls=PlainCommand, rich_help_panel=SERVICE)(function)
