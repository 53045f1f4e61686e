"""`clausal scrabble check|tiles|show|gcg`: the referee, what is unseen, the board, a game replayed."""

from typing import Annotated, Literal

import typer

from clausal.cli import options as opt
from clausal.cli import scrabble_choice as choice

_PANEL = "The board"

Form = Annotated[
    Literal["drawn", "cgp", "json"] | None, typer.Option("--form", help="Write it in this form instead of a picture.")
]
GameForm = Annotated[
    Literal["gcg", "cgp"] | None,
    typer.Option("--form", help="Write the game as GCG in UTF-8, or its last position as CGP, instead of a table."),
]
Turn = Annotated[int | None, typer.Option("--turn", min=0, metavar="N", help="Stop after so many events.")]


def add_verbs(app: typer.Typer) -> None:
    """Add the verbs of this file."""
    for verb in (check, show, tiles, gcg):
        app.command(rich_help_panel=_PANEL)(verb)


def check(
    board: choice.BoardText,
    placement: Annotated[
        list[str],
        typer.Argument(metavar="PLACEMENT", help="Place and word: 8D MARS, H8 .ILENT; a blank in lower case."),
    ],
    rack: choice.RackText = None,
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    rules: choice.RulesName = "standard",
    json: opt.AsJson = False,
) -> None:
    """Is this play legal, and if not, why? What does it score, word by word? Exit code 0 when legal, 1 when not."""
    from clausal.cli.scrabble_referee import check_play

    position = choice.chosen_position(
        board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules=rules, quiet=json
    )
    raise typer.Exit(check_play(position, " ".join(placement), notation, json=json))


def tiles(
    board: choice.BoardText,
    rack: choice.RackText = None,
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    json: opt.AsJson = False,
) -> None:
    """What is unseen: the tiles neither on the board nor on your rack."""
    from clausal.cli.scrabble_referee import show_tiles

    position = choice.chosen_position(board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, quiet=json)
    raise typer.Exit(show_tiles(position, json=json))


def show(
    board: choice.BoardText,
    rack: choice.RackText = None,
    notation: choice.Notation = "gcg",
    form: Form = None,
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    json: opt.AsJson = False,
) -> None:
    """Draw the board with its premium squares, or write it as CGP or JSON."""
    from clausal.cli.scrabble_referee import show_position

    position = choice.chosen_position(board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, quiet=json)
    raise typer.Exit(show_position(position, notation, form, json=json))


def gcg(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A GCG file, or - for standard input.")],
    turn: Turn = None,
    form: GameForm = None,
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    json: opt.AsJson = False,
) -> None:
    """Replay a game: scores as written against scores as the rules give them. Exit code 1 when they differ."""
    from clausal.cli.scrabble_games import show_game

    said = choice.chosen_setting(lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, quiet=json)
    raise typer.Exit(show_game(file, said, turn, notation, form, json=json))
