"""`clausal wordle check`: is the history consistent, what is left, and if nothing is, why."""

from inspect import getdoc
from typing import TYPE_CHECKING, Annotated

import typer

from clausal.cli import options as opt
from clausal.cli.verbs import for_puzzle

if TYPE_CHECKING:
    from clausal.cli.source import Source


def add_check(app: typer.Typer) -> None:
    """Add `check`, in the place of the one that every puzzle has."""
    app.command("check", help=getdoc(check), rich_help_panel="Questions")(for_puzzle(check, "wordle"))


def check(
    source: "Source",
    show: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="List at most so many words, 0 all; 60 without --json.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="How many contradictions and repairs to list.")] = 3,
    seconds: opt.Seconds = None,
    json: opt.AsJson = False,
) -> int:
    """Is the history consistent, which words are left, what is certain? If none is left: why, and which guess to doubt.

    A contradiction is put in words, and whether already the letters are to blame or only the lexicon.
    """
    from clausal.cli.wordle_check_answers import check_histories

    return check_histories(source, show=show, most=most, limits=opt.bounded_limits(seconds), json=json)
