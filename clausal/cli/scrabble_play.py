"""`clausal scrabble play|selfplay`: whole games, by a person or by programs."""

from typing import Annotated, Literal

import typer

from clausal.cli import options as opt
from clausal.cli import scrabble_choice as choice

_PANEL = "Games"
_SAVING = "Keeping games"
_MOST_SEED = 2**53

Opponent = Literal["best", "equity", "arrangements", "random"]


def add_verbs(app: typer.Typer) -> None:
    """Add the verbs of this file."""
    for verb in (play, selfplay):
        app.command(rich_help_panel=_PANEL)(verb)


def play(
    against: Annotated[
        Opponent,
        typer.Option(help="The highest score, score and leave, the way of Guzniczak 2018, or any play."),
    ] = "best",
    duplicate: Annotated[
        bool, typer.Option("--duplicate", metavar="", help="Topping: find the best play of each rack.")
    ] = False,
    second: Annotated[bool, typer.Option("--second", metavar="", help="The program begins.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=_MOST_SEED, metavar="N", help="Number of the game: the same tiles again."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep the game in this file. Without it, it is kept until it is over.",
            rich_help_panel=_SAVING,
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE|last", help="Go on with a game that was left.", rich_help_panel=_SAVING),
    ] = None,
    gcg: Annotated[
        str | None,
        typer.Option("--gcg", metavar="FILE", help="Write the game as GCG, too.", rich_help_panel=_SAVING),
    ] = None,
    notation: Annotated[
        choice.NotationName | None,
        typer.Option(
            help="How places are written: gcg (8D across, D8 down; the default) or french (H4, 4H).",
            rich_help_panel="Board",
        ),
    ] = None,
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    rules: choice.RulesName = "standard",
) -> None:
    """A game at the terminal, against a program or (--duplicate) against the top. --lang fr plays and speaks French.

    8D MARS plays, -EIO exchanges, - passes; ? is a hint, ?? shows the best plays, * what is unseen. Each move is on the
    disk before the next one.
    """
    from clausal.cli.scrabble_start import Wishes, play_game

    wishes = Wishes(lang, lexicon, layout, tiles, rules, against, second, duplicate, seed, notation, save, resume, gcg)
    raise typer.Exit(play_game(wishes))


def selfplay(
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, max=1_000_000, metavar="N", help="So many games.")
    ] = 100,
    seed: Annotated[
        int, typer.Option(min=0, max=_MOST_SEED, metavar="N", help="The same seed deals the same tiles.")
    ] = 0,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="best, equity, arrangements, random; several with commas, one plays itself."
        ),
    ] = "best,equity",
    plot: Annotated[
        str | None, typer.Option(metavar="FILE.png", help="Draw scores, margins, turns and bingos (png, svg, pdf).")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, metavar="N", help="Processes; without it one for each core.")
    ] = None,
    lexicon: choice.LexiconName = None,
    lang: choice.LanguageName = None,
    layout: choice.LayoutName = None,
    tiles: choice.TilesName = None,
    json: opt.AsJson = False,
) -> None:
    """Let programs play each other and sum up: scores, turns, bingos, wins, with 95 % intervals.

    Different players play each deal once from each seat. The number of processes changes nothing but the time.
    """
    from clausal.cli.scrabble_selfplay import run
    from clausal.cli.scrabble_start import table_of
    from clausal.solvers.cores import cores
    from clausal.studies.scrabble.selfplay import Plan, read_players

    names = read_players(players)
    squares, tile_set, words, rules = table_of(lexicon, lang, layout, tiles, "standard", quiet=json)
    plan = Plan(names, games, seed, squares, tile_set, words, rules)
    raise typer.Exit(run(plan, workers=workers or cores(), plot=plot, json=json))
