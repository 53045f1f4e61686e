"""`clausal scrabble moves|best|bingo|mark|tally`: what can be played, found by the generator."""

from typing import Annotated, Literal

import typer

from clausal.cli import options as opt
from clausal.cli import scrabble_choice as choice

_PANEL = "Plays"

RackArgument = Annotated[
    str | None,
    typer.Argument(metavar="[RACK]", help="Your tiles, ? for a blank; without them those that the board names."),
]
WithLeave = Annotated[
    bool, typer.Option("--leave", metavar="", help="Count what the tiles that stay are worth, and order by the sum.")
]


def add_verbs(app: typer.Typer) -> None:
    """Add the verbs of this file."""
    for verb in (moves, best, bingo, mark, tally):
        app.command(rich_help_panel=_PANEL)(verb)


def moves(
    board: choice.BoardText,
    rack: RackArgument = None,
    top: Annotated[int, typer.Option("--top", min=1, metavar="N", help="Show the best so many.")] = 20,
    every: Annotated[bool, typer.Option("--all", metavar="", help="Show all of them.")] = False,
    min_score: Annotated[int | None, typer.Option(min=0, metavar="N", help="Only plays of so many points.")] = None,
    contains: Annotated[
        str | None, typer.Option(metavar="LETTERS", help="Only words that hold all of these letters.")
    ] = None,
    leave: WithLeave = False,
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    rules: choice.RulesName = "standard",
    json: opt.AsJson = False,
) -> None:
    """Every placement, best first. Exit code 1 when there is none.

    Letters in brackets lie on the board already; a small letter is a blank.
    """
    from clausal.cli.scrabble_listing import Wish, show_moves

    position = choice.chosen_position(
        board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules=rules, quiet=json
    )
    wish = Wish(None if every else top, min_score or 0, contains or "", leave)
    raise typer.Exit(show_moves(position, wish, notation, json=json))


def best(
    board: choice.BoardText,
    rack: RackArgument = None,
    leave: WithLeave = False,
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    rules: choice.RulesName = "standard",
    json: opt.AsJson = False,
) -> None:
    """The placement with the highest score. Exit code 1 when there is none."""
    from clausal.cli.scrabble_listing import show_best

    position = choice.chosen_position(
        board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules=rules, quiet=json
    )
    raise typer.Exit(show_best(position, notation, leave=leave, json=json))


def bingo(
    board: choice.BoardText,
    rack: RackArgument = None,
    show: Annotated[bool, typer.Option("--show", metavar="", help="Tell which they are.")] = False,
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    json: opt.AsJson = False,
) -> None:
    """Is there a play with the bonus for seven tiles? Exit code 0 when there is, 1 when not; no word is given away."""
    from clausal.cli.scrabble_listing import show_bingo

    position = choice.chosen_position(board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, quiet=json)
    raise typer.Exit(show_bingo(position, notation, show=show, json=json))


def mark(
    board: choice.BoardText,
    rack: Annotated[str, typer.Argument(metavar="RACK", help="Your tiles, ? for a blank.")],
    play: Annotated[
        list[str],
        typer.Argument(metavar="PLACEMENT|WORD", help="Your play: 8D MARS; or a word alone, at its best place."),
    ],
    notation: choice.Notation = "gcg",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    rules: choice.RulesName = "standard",
    json: opt.AsJson = False,
) -> None:
    """Where my play stands among all, without giving the better ones away. Exit code 1 when it cannot be played."""
    from clausal.cli.scrabble_mark import show_mark

    position = choice.chosen_position(
        board, rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules=rules, quiet=json
    )
    raise typer.Exit(show_mark(position, " ".join(play).strip(), notation, json=json))


def tally(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE.tsv", help="A CGP board, a tab and a rack on each line, or - for standard input."),
    ],
    engine: Annotated[
        Literal["generator", "cpsat"], typer.Option("--engine", "-e", help="Who counts: cpsat is the second opinion.")
    ] = "generator",
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    rules: choice.RulesName = "standard",
    json: opt.AsJson = False,
) -> None:
    """How many placements each of many positions has, the best score, and the sum of all scores.

    A single tile counts once, whichever way it reads; openings go across only. Further columns are not looked at.
    """
    from clausal.cli.scrabble_tally import tally_file

    said = choice.chosen_setting(lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules=rules, quiet=json)
    raise typer.Exit(tally_file(file, said, engine, json=json))
