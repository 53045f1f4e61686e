"""`entails puzzles|engines|doctor|schema|warm|cache|demo|new`: commands about Entails itself."""

from typing import Annotated

import typer

from entails.cli.groups import PlainCommand, PlainGroup

_PANEL = "Tools"

AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON Lines instead of text.")]


def add_commands(app: typer.Typer) -> None:
    """Add the commands about Entails itself to the main command."""
    for name, command in (
        ("demo", demo),
        ("new", new),
        ("puzzles", list_puzzles),
        ("engines", list_engines),
        ("doctor", doctor),
        ("schema", schema),
        ("warm", warm),
    ):
        app.command(name, cls=PlainCommand, rich_help_panel=_PANEL)(command)
    app.add_typer(_cache, name="cache", rich_help_panel=_PANEL)


_cache = typer.Typer(cls=PlainGroup, help="Show or clear the cache.", no_args_is_help=True)


def list_puzzles(json: AsJson = False) -> None:
    """List puzzle types with rules, commands and formats."""
    from entails.cli.about import show_puzzles

    show_puzzles(json=json)


def list_engines(
    json: AsJson = False,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="List every engine name, as --json always does.")
    ] = False,
) -> None:
    """List engines, their encodings and capabilities."""
    from entails.cli.about import show_engines

    show_engines(json=json, every=every)


def doctor(
    json: AsJson = False,
    service: Annotated[
        str | None, typer.Option("--service", metavar="URL", help="Check the deployment at this address instead.")
    ] = None,
    token: Annotated[
        str | None, typer.Option("--token", metavar="TEXT", envvar="ENTAILS_TOKEN", help="Token for --service.")
    ] = None,
) -> None:
    """Check the installation, or a running service."""
    from entails.cli.about import show_health, show_service

    raise typer.Exit(show_health(json=json) if service is None else show_service(service, token, json=json))


def schema(
    name: Annotated[str | None, typer.Argument(help="Report, such as solve (default: all).")] = None,
) -> None:
    """Print the JSON schemas of reports and input documents."""
    from entails.cli.about import show_schema

    show_schema(name)


def warm() -> None:
    """Compile the solvers now, so that later commands start faster."""
    from entails.cli.about import warm_up

    warm_up()


def demo(
    puzzle: Annotated[str | None, typer.Argument(help="Puzzle type (default: all).")] = None,
) -> None:
    """Run commands on the examples of every puzzle type."""
    from entails.cli.demo import run_demo

    raise typer.Exit(run_demo(puzzle))


def new(
    puzzle: Annotated[str, typer.Argument(help="Name: lower-case letters, digits and dashes.")],
    folder: Annotated[
        str | None,
        typer.Option("--in", metavar="FOLDER", help="Folder of the package (default: entails-PUZZLE)."),
    ] = None,
    here: Annotated[
        bool, typer.Option("--here", metavar="", help="Write into the source of Entails instead of a package.")
    ] = False,
    template: Annotated[
        str, typer.Option("--template", metavar="NAME", help="Template: digits, shading, loop or outside.")
    ] = "digits",
) -> None:
    """Create a puzzle package from a template."""
    from entails.cli.new import write_puzzle

    raise typer.Exit(write_puzzle(puzzle, folder, template, here=here))


@_cache.command("info", cls=PlainCommand)
def cache_info() -> None:
    """Print the place and size of the cache."""
    from entails.cli.about import show_cache

    show_cache()


@_cache.command("clear", cls=PlainCommand)
def cache_clear() -> None:
    """Remove everything from the cache."""
    from entails.cli.about import clear_cache

    clear_cache()
