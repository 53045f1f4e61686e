"""`clausal wordle tree|verify`: the best strategy as a tree, and an independent replay of it."""

from typing import Annotated

import typer

from clausal.cli import options as opt
from clausal.cli import wordle_choice as choice

_PANEL = "Trees"


def add_tree(app: typer.Typer) -> None:
    """Add the verbs about trees."""
    app.command("tree", rich_help_panel=_PANEL)(tree)
    app.command("verify", rich_help_panel=_PANEL)(verify)


def tree(
    history: Annotated[
        list[str] | None, typer.Argument(metavar="HISTORY", help="Guesses already made, such as crane:bybbg.")
    ] = None,
    opener: Annotated[str | None, typer.Option(metavar="WORD", help="Guess this word first.")] = None,
    hard: Annotated[
        bool, typer.Option("--hard", metavar="", help="Hard mode: use what the colours have shown.")
    ] = False,
    beam: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, metavar="K", help="Try the K best guesses at each place (10; counts 3)."),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", metavar="", help="Prove it, for this opener or after this history.")
    ] = False,
    every: Annotated[
        bool,
        typer.Option(
            "--all", metavar="", help="With --exact: over all openers. An hour or more; goes on where it was ended."
        ),
    ] = False,
    max_depth: Annotated[
        int | None,
        typer.Option(min=0, max=1000, metavar="N", help="At most N guesses (what is left of six); 0 for any number."),
    ] = None,
    worst_case: Annotated[
        bool, typer.Option("--worst-case", metavar="", help="First the fewest guesses in the worst case, then in all.")
    ] = False,
    feedback: choice.FeedbackName = None,
    lang: choice.LanguageName = None,
    length: choice.Length = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    made: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Take this tree instead of searching, to export it.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the tree: .json, or .md or .html for a table to play from."
        ),
    ] = None,
    json: opt.AsJson = False,
) -> None:
    """The decision tree with the smallest total of guesses. Exit code 1 when there is none within the guesses."""
    from clausal.cli.wordle_tree_answers import Order, make_tree, show_made

    if made is not None:
        raise typer.Exit(show_made(made, output, json=json))
    order = Order(tuple(history or ()), opener, hard, beam, exact, every, max_depth, worst_case)
    raise typer.Exit(make_tree(order, feedback, (lang, length, answers, allowed), output, json=json))


def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A tree of clausal wordle tree, or - for standard input.")
    ],
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    json: opt.AsJson = False,
) -> None:
    """Play every answer by a tree, with the plain rules alone. Exit code 1, and the first fault, when it is not what it
    says."""
    from clausal.cli.wordle_tree_answers import verify_tree

    raise typer.Exit(verify_tree(file, answers, allowed, json=json))
