"""`clausal scrabble`: the verbs that only Scrabble has, from the files that hold them."""

import typer

from clausal.cli import scrabble_check, scrabble_moves, scrabble_play, scrabble_squares


def add_verbs(app: typer.Typer) -> None:
    """Add Scrabble's own verbs."""
    scrabble_check.add_verbs(app)
    scrabble_moves.add_verbs(app)
    scrabble_squares.add_verbs(app)
    scrabble_play.add_verbs(app)
