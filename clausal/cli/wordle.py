"""`clausal wordle`: the verbs that only Wordle has, each group of them in a file of its own."""

import typer

from clausal.cli.wordle_check import add_check
from clausal.cli.wordle_game import add_game
from clausal.cli.wordle_race import add_race
from clausal.cli.wordle_suggest import add_suggest
from clausal.cli.wordle_tree import add_tree


def add_verbs(app: typer.Typer) -> None:
    """Add Wordle's own verbs."""
    add_check(app)
    add_suggest(app)
    add_game(app)
    add_race(app)
    add_tree(app)
