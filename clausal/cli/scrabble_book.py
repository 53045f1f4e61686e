"""Where a game that is being played is kept: in the file asked for, or in a folder of ours until it is over."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clausal.cli.exit import complain
from clausal.cli.files import label, read_input, whole_file
from clausal.cli.output import say
from clausal.cli.scrabble_files import append_turn, save_game
from clausal.models.errors import Invalid, InvalidPuzzle

if TYPE_CHECKING:
    from clausal.models.scrabble.game import Game, Turn
    from clausal.models.scrabble.saved import SavedHeader, SavedTurn

LAST = "last"
"""How `--resume` names the game that was left last."""


@dataclass(frozen=True)
class Book:
    """The file of a game; `ours` goes away with the end of the game. Without a path nothing is kept."""

    path: str | None
    ours: bool = False

    def begin(self, game: "Game", extra: dict[str, str]) -> None:
        """Write what the game is played with."""
        if self.path is not None:
            save_game(self.path, game, extra)

    def add(self, turn: "Turn") -> None:
        """One turn more; it is on the disk when this returns."""
        if self.path is not None:
            append_turn(self.path, turn)

    def drop(self) -> None:
        """The game needs to be kept no longer; a file that was asked for stays."""
        if self.ours and self.path is not None:
            with suppress(OSError):
                Path(self.path).unlink(missing_ok=True)

    def say_where(self, phrase: str) -> None:
        """Tell how to go on."""
        if self.path is not None:
            say(phrase.format(file=self.path, name=LAST if self.ours else self.path), "dim")


def new_book(path: str | None) -> Book:
    """The file for a new game. One that is there already may be somebody's game, and is left alone."""
    if path is None:
        return _our_book()
    if Path(path).is_file():
        expected = "a new name, or --resume to go on with that game"
        raise InvalidPuzzle("there is such a file already", where=label(path)[:200], expected=expected)
    return Book(path)


def open_book(path: str) -> "tuple[Book, SavedHeader, list[tuple[int, SavedTurn]]]":
    """A game that was left, ready to go on: a turn that was cut off in the middle is taken out of the file."""
    from clausal.models.scrabble.saved import read_lines
    from clausal.models.text import decoded

    book = Book(path, ours=False) if path != LAST or Path(path).exists() else _last_book()
    assert book.path is not None
    if book.path == "-":
        raise InvalidPuzzle("a game cannot go on in a pipe", where="--resume", expected="a file")
    data = read_input(book.path)
    try:
        text = decoded(data)
        header, turns = read_lines(text)
    except Invalid as error:
        raise error.at(label(book.path)[:200]) from None
    if not text.endswith("\n"):
        with whole_file(book.path) as file:
            file.writelines(f"{line.model_dump_json()}\n" for line in (header, *(turn for _, turn in turns)))
    return book, header, turns


def _folder() -> Path:
    from platformdirs import user_state_path

    return user_state_path("clausal", appauthor=False) / "games"


def _our_book() -> Book:
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError
    except OSError:
        complain(f"{folder} cannot be written to, so this game is not saved (see --save)")
        return Book(None)
    return Book(str(folder / f"scrabble-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"), ours=True)


def _last_book() -> Book:
    games = list(_folder().glob("scrabble-*.jsonl")) if _folder().is_dir() else []
    if not games:
        raise InvalidPuzzle("no game was left", where="--resume", expected="the file of a game, or last")
    return Book(str(max(games, key=lambda game: game.stat().st_mtime)), ours=True)
