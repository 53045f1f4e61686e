"""`clausal scrabble squares`: how the study of Guzniczak (2018) looks at a board."""

import typer

from clausal.cli import options as opt
from clausal.cli import scrabble_choice as choice


def add_verbs(app: typer.Typer) -> None:
    """Add the verb of this file."""
    app.command(rich_help_panel="Experiments")(squares)


def squares(
    board: choice.BoardText,
    rack: choice.RackText = None,
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    json: opt.AsJson = False,
) -> None:
    """The candidate squares of the restricted game: what lies around them, which way a word may go, how far.

    With a rack, the strategy "arrangements" is run: words of 5 letters first, then 4, then 6.
    """
    from clausal.cli.scrabble_candidates import show_squares

    position = choice.chosen_position(
        board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules="restricted", quiet=json
    )
    raise typer.Exit(show_squares(position, notation, json=json))
