"""`entails puzzles|engines|doctor|schema|warm|cache|demo|new`: about Entails itself."""

from typing import Annotated

import typer

from entails.cli.groups import PlainCommand, PlainGroup

_PANEL = "About Entails"

AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON Lines instead of text.")]


def add_commands(app: typer.Typer) -> None:
    """Add them to the main command."""
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


_cache = typer.Typer(cls=PlainGroup, help="What Entails keeps on disk.", no_args_is_help=True)


def list_puzzles(json: AsJson = False) -> None:
    """Every puzzle, what can be asked of it and the forms it is written in."""
    from entails.cli.about import show_puzzles

    show_puzzles(json=json)


def list_engines(
    json: AsJson = False,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="List every engine name, as --json always does.")
    ] = False,
) -> None:
    """The engines, what each takes and what it can do."""
    from entails.cli.about import show_engines

    show_engines(json=json, every=every)


def doctor(json: AsJson = False) -> None:
    """What is installed, which caches exist, what is missing."""
    from entails.cli.about import show_health

    raise typer.Exit(show_health(json=json))


def schema(
    name: Annotated[str | None, typer.Argument(help="One report only, such as solve.")] = None,
) -> None:
    """The JSON schemas of everything that --json prints."""
    from entails.cli.about import show_schema

    show_schema(name)


def warm() -> None:
    """Compile what is compiled on first use, so that later calls start fast."""
    from entails.cli.about import warm_up

    warm_up()


def demo(
    puzzle: Annotated[str | None, typer.Argument(help="One puzzle only.")] = None,
) -> None:
    """Answer the main questions on the examples of every puzzle."""
    from entails.cli.demo import run_demo

    raise typer.Exit(run_demo(puzzle))


def new(
    puzzle: Annotated[str, typer.Argument(help="What the puzzle is called: small letters, digits and dashes.")],
    folder: Annotated[
        str | None,
        typer.Option("--in", metavar="FOLDER", help="Where to put the package; entails-PUZZLE, if not said."),
    ] = None,
    here: Annotated[
        bool, typer.Option("--here", metavar="", help="Into Entails's own source instead of a package.")
    ] = False,
    template: Annotated[
        str, typer.Option("--template", metavar="NAME", help="What it begins as: digits, shading, loop or outside.")
    ] = "digits",
) -> None:
    """Write a puzzle of your own to begin with: a file that works, its tests, and a package that Entails finds."""
    from entails.cli.new import write_puzzle

    raise typer.Exit(write_puzzle(puzzle, folder, template, here=here))


@_cache.command("info", cls=PlainCommand)
def cache_info() -> None:
    """Where the cache is and how much it holds."""
    from entails.cli.about import show_cache

    show_cache()


@_cache.command("clear", cls=PlainCommand)
def cache_clear() -> None:
    """Remove everything from the cache."""
    from entails.cli.about import clear_cache

    clear_cache()
