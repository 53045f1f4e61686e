"""`clausal serve`: the service and its page. Every choice of `Settings` is an option and an environment variable."""

import inspect
import types
from collections.abc import Callable, Collection
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, get_type_hints

import typer

from clausal.service.settings import Settings


def command(function: Callable[[Settings], int], names: Collection[str] | None = None) -> Callable[..., None]:
    """A command that takes these choices, all by default, and gives the exit code."""
    chosen = [one for one in fields(Settings) if one.metadata["for_owner"] and (names is None or one.name in names)]

    def run(**said: Any) -> None:
        from clausal.models.errors import InvalidPuzzle

        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in said.items()
        }
        try:
            settings = Settings(**{name: value for name, value in given.items() if value is not None})
        except ValueError as error:
            raise InvalidPuzzle(str(error)) from None
        raise typer.Exit(function(settings))

    run.__doc__ = function.__doc__
    run.__name__ = function.__name__
    hints = get_type_hints(Settings)
    parameters = [_parameter(one, hints[one.name]) for one in chosen]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameter(one: "Field[Any]", hint: Any) -> inspect.Parameter:
    said = one.metadata
    is_many = not isinstance(hint, (type, types.UnionType))
    kind = list[str] if is_many else hint
    bounds = {name: said[key] for name, key in (("min", "least"), ("max", "most")) if said[key] is not None}
    option = typer.Option(
        f"--{one.name.replace('_', '-')}",
        envvar=f"CLAUSAL_{one.name.upper()}",
        show_envvar=False,
        metavar=said["metavar"],
        help=said["about"],
        rich_help_panel=said["panel"],
        **bounds,
    )
    default = one.default if one.default is not MISSING and not is_many else None
    annotation: Any = Annotated[kind if default is not None else kind | None, option]
    return inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _serve(settings: Settings) -> int:
    """Serve the page and the calls over HTTP, until Ctrl-C. Options may be environment variables too: CLAUSAL_PORT."""
    from clausal.cli.output import say
    from clausal.models.errors import EngineUnavailable

    try:
        from clausal.service.run import run
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"the service needs {error.name}: pip install clausal[service]") from None
    return run(settings, lambda address: say(f"Clausal is at {address} (Ctrl-C ends it)", "bold"))


serve = command(_serve)
serve.__name__ = "serve"
