"""Where a game of Scrabble is kept while it is played: a file that each turn is added to."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_state_path

from entails.cli.exit import complain
from entails.cli.files import label, named, read_input, whole_file
from entails.cli.output import say
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.game import Game, Turn
from entails.models.scrabble.saved import SavedHeader, SavedTurn, read_lines, saved_game, saved_turn
from entails.models.text import decoded

LAST = "last"
"""How `--resume` names the game that was left last."""


@dataclass(frozen=True)
class GameFile:
    """The file of a game; `ours` goes away with the end of the game. Without a path nothing is kept."""

    path: str | None
    ours: bool = False

    def begin(self, game: Game, about: dict[str, str]) -> None:
        """Write what the game is played with."""
        if self.path is not None:
            with whole_file(self.path) as file:
                file.write(saved_game(game, about))

    def add(self, turn: Turn) -> None:
        """One turn more. It is on the disk when this returns; cut off in the middle, it is ignored when read."""
        if self.path is not None:
            with Path(self.path).open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{saved_turn(turn)}\n")
                file.flush()
                os.fsync(file.fileno())

    def drop(self) -> None:
        """The game needs to be kept no longer; a file that was asked for stays."""
        if self.ours and self.path is not None:
            with suppress(OSError):
                Path(self.path).unlink(missing_ok=True)

    def say_where(self, phrase: str) -> None:
        """Tell how to go on."""
        if self.path is not None:
            say(phrase.format(file=self.path, name=LAST if self.ours else self.path), "dim")


def new_file(path: str | None) -> GameFile:
    """The file for a new game. One that is there already may be somebody's game, and is left alone."""
    if path is not None and Path(path).is_file():
        expected = "a new name, or --resume to go on with that game"
        raise InvalidPuzzle("there is such a file already", where=label(path)[:200], expected=expected)
    if path is not None:
        return GameFile(path)
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError
    except OSError:
        complain(f"{folder} cannot be written to, so this game is not saved (see --save)")
        return GameFile(None)
    return GameFile(str(folder / f"scrabble-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"), ours=True)


def open_file(path: str) -> tuple[GameFile, SavedHeader, list[tuple[int, SavedTurn]]]:
    """A game that was left, ready to go on: a turn that was cut off in the middle is taken out of the file."""
    ours = path == LAST and not Path(path).exists()
    if ours:
        games = list(_folder().glob("scrabble-*.jsonl")) if _folder().is_dir() else []
        if not games:
            raise InvalidPuzzle("no game was left", where="--resume", expected="the file of a game, or last")
        path = str(max(games, key=lambda game: game.stat().st_mtime))
    if path == "-":
        raise InvalidPuzzle("a game cannot go on in a pipe", where="--resume", expected="a file")
    data = read_input(path)
    with named(path):
        text = decoded(data)
        header, turns = read_lines(text)
    if not text.endswith("\n"):
        with whole_file(path) as file:
            file.writelines(f"{line.model_dump_json()}\n" for line in (header, *(turn for _, turn in turns)))
    return GameFile(path, ours), header, turns


def _folder() -> Path:
    return user_state_path("entails", appauthor=False) / "games"
