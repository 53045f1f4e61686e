"""The file of a game that is being played: each move is on the disk before the next one is made."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from clausal.cli.files import label, read_input, whole_file

if TYPE_CHECKING:
    from clausal.models.lexicon import Lexicon
    from clausal.models.scrabble.game import Game, Turn
    from clausal.models.scrabble.saved import SavedHeader


def save_game(path: str, game: "Game", extra: dict[str, str] | None = None) -> None:
    """Write the whole game, or leave the file as it is."""
    from clausal.models.scrabble.saved import saved_game

    with whole_file(path) as file:
        file.write(saved_game(game, extra))


def append_turn(path: str, turn: "Turn") -> None:
    """Add one move. It is on the disk when this returns; cut off in the middle, it is ignored by `load_game`."""
    from clausal.models.scrabble.saved import saved_turn

    with Path(path).open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"{saved_turn(turn)}\n")
        file.flush()
        os.fsync(file.fileno())


def load_game(path: str, lexicon_of: "Callable[[str], Lexicon]") -> "tuple[Game, SavedHeader]":
    """The game of a file, ready to go on: a move that was cut off is taken out of the file too."""
    from clausal.models.errors import Invalid
    from clausal.models.scrabble.saved import read_saved
    from clausal.models.text import decoded

    data = read_input(path)
    try:
        text = decoded(data)
        game, header = read_saved(text, lexicon_of)
    except Invalid as error:
        raise error.at(label(path)) from None
    if path != "-" and not text.endswith("\n"):
        save_game(path, game, dict(header.extra))
    return game, header
