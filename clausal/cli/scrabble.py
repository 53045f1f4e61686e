"""`clausal scrabble play`: how a game at the terminal begins or goes on, and where it is kept meanwhile."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from clausal.cli.exit import complain
from clausal.cli.files import label, named, read_input, whole_file
from clausal.cli.output import say

if TYPE_CHECKING:
    from clausal.cli.scrabble_speech import Speech
    from clausal.models.lexicon import Lexicon
    from clausal.models.scrabble.game import Game, Turn
    from clausal.models.scrabble.notation import Notation
    from clausal.models.scrabble.saved import SavedHeader, SavedTurn
    from clausal.puzzles.scrabble import Settings

LAST = "last"
"""How `--resume` names the game that was left last."""

_BOARD, _WORDS, _SAVING = "Board", "Words", "Keeping games"
_MOST_NUMBERS = 1_000_000

Opponent = Literal["best", "equity", "arrangements", "random"]


def _option(help: str, panel: str | None = None, metavar: str = "NAME|FILE", *flags: str, **more: Any) -> Any:
    return typer.Option(*flags, metavar=metavar, help=help, rich_help_panel=panel, **more)


def add_verbs(app: typer.Typer) -> None:
    """Add the verb that is no question."""
    app.command(rich_help_panel="Games")(play)


def play(
    against: Annotated[
        Opponent, typer.Option(help="The highest score, score and leave, the way of Guzniczak 2018, or any play.")
    ] = "best",
    duplicate: Annotated[bool, _option("Topping: find the best play of each rack.", None, "", "--duplicate")] = False,
    second: Annotated[bool, _option("The program begins.", None, "", "--second")] = False,
    seed: Annotated[
        int | None, _option("Number of the game: the same tiles again.", metavar="N", min=0, max=2**53)
    ] = None,
    save: Annotated[
        str | None, _option("Keep the game in this file. Without it, it is kept until it is over.", _SAVING, "FILE")
    ] = None,
    resume: Annotated[str | None, _option("Go on with a game that was left.", _SAVING, "FILE|last")] = None,
    gcg: Annotated[str | None, _option("Write the game as GCG, too.", _SAVING, "FILE")] = None,
    notation: Annotated[
        str | None,
        _option("How places are written: gcg (8D across, D8 down; the default) or french (H4, 4H).", _BOARD, "NAME"),
    ] = None,
    lexicon: Annotated[
        str | None, _option("A lexicon of clausal lexicon list, or a file with one word a line.", _WORDS)
    ] = None,
    lang: Annotated[str | None, _option("Language: en (the default) or fr.", _WORDS, "LANG")] = None,
    layout: Annotated[str | None, _option("The squares: standard, super or a board file.", _BOARD)] = None,
    tiles: Annotated[
        str | None, _option("The tile set: english, french, english-super or a JSON file.", _BOARD)
    ] = None,
    rules: Annotated[
        str, _option("The standard game, or the restricted one of the study.", _BOARD, "NAME")
    ] = "standard",
) -> None:
    """A game at the terminal, against a program or (--duplicate) against the top. --lang fr plays and speaks French.

    8D MARS plays, -EIO exchanges, - passes; ? is a hint, ?? shows the best plays, * what is unseen. Each move is on the
    disk before the next one.
    """
    from clausal.cli.documents import contents
    from clausal.models.errors import InvalidOption
    from clausal.puzzles import kind
    from clausal.puzzles.scrabble import Settings, notation_of, notes_on_words

    said = {"lexicon": lexicon, "lang": lang, "layout": layout, "tiles": tiles, "rules": rules, "notation": notation}
    settings = kind("scrabble").told(contents(Settings.model_fields, said))
    assert isinstance(settings, Settings)
    places = notation_of(settings)
    if resume is not None and save is not None:
        raise InvalidOption("a game that goes on stays in its file", where="--save", expected="--resume alone")
    if resume is not None:
        _resume(settings, None if notation is None else places, resume, gcg)
        return
    for note in notes_on_words(settings):
        complain(note)
    about = {"mode": "duplicate" if duplicate else "versus", "against": against, "notation": places}
    _begin(settings, about, randrange(1, _MOST_NUMBERS) if seed is None else seed, second, new_book(save), gcg)


def _begin(settings: "Settings", about: dict[str, str], seed: int, second: bool, book: "Book", gcg: str | None) -> None:
    from clausal.cli.scrabble_game import Topping, Versus
    from clausal.cli.scrabble_speech import PHRASES
    from clausal.models.scrabble.game import Game
    from clausal.puzzles.scrabble import notation_of, table_of
    from clausal.solvers.scrabble.duplicate import Duplicate
    from clausal.solvers.scrabble.players import leave_tables

    things, notation, against = table_of(settings, settings.rules), notation_of(settings), about["against"]
    if against == "equity":
        leave_tables(things.tile_set.language)  # says at once, not in the middle of the game, when there are none
    speech: Speech = "fr" if (settings.lang or things.lexicon.language) == "fr" else "en"
    you, alone = PHRASES[speech].you, about["mode"] == "duplicate"
    players = (you,) if alone else ("clausal", you) if second else (you, "clausal")
    person = players.index(you)
    game = Game.start(players, *things, seed)
    book.begin(game, about | {"person": str(person), "speech": speech})
    if alone:
        Topping(notation, speech, book, gcg, game).play(Duplicate.like(game))
    else:
        Versus(notation, speech, book, gcg, person, against).play(game)


def _resume(settings: "Settings", notation: "Notation | None", path: str, gcg: str | None) -> None:
    from clausal.cli.scrabble_game import Topping, Versus
    from clausal.models.errors import InvalidPuzzle
    from clausal.models.scrabble.notation import NOTATIONS
    from clausal.models.scrabble.saved import begun, played_again
    from clausal.solvers.scrabble.duplicate import Duplicate
    from clausal.solvers.scrabble.players import PLAYERS

    book, header, turns = open_book(path)
    about = header.extra
    kept: Notation = next((one for one in NOTATIONS if one == about.get("notation")), "gcg")
    places = notation or kept
    speech: Speech = "fr" if (settings.lang or about.get("speech")) == "fr" else "en"
    with named(book.path or ""):
        start = begun(header, lambda name: _words(settings, name))
        if about.get("mode") == "duplicate":
            topping = played_again(Duplicate.like(start), turns)
        else:
            person, against = about.get("person", "0"), about.get("against", "best")
            if len(start.players) != 2 or person not in ("0", "1") or against not in PLAYERS:
                raise InvalidPuzzle("this is not a game against a program", where="line 1")
            game = played_again(start, turns)
    if about.get("mode") == "duplicate":
        Topping(places, speech, book, gcg, start).play(topping)
    else:
        Versus(places, speech, book, gcg, int(person), against).play(game)


def _words(settings: "Settings", name: str) -> "Lexicon":
    """The lexicon that was said, else the one that a file names."""
    from clausal.cli.documents import named_or_document
    from clausal.data.lexicons.opened import LEXICON, opened

    return opened(settings.lexicon or named_or_document(name, LEXICON), settings.lang)[0]


@dataclass(frozen=True)
class Book:
    """The file of a game; `ours` goes away with the end of the game. Without a path nothing is kept."""

    path: str | None
    ours: bool = False

    def begin(self, game: "Game", about: dict[str, str]) -> None:
        """Write what the game is played with."""
        from clausal.models.scrabble.saved import saved_game

        if self.path is not None:
            with whole_file(self.path) as file:
                file.write(saved_game(game, about))

    def add(self, turn: "Turn") -> None:
        """One turn more. It is on the disk when this returns; cut off in the middle, it is ignored when read."""
        from clausal.models.scrabble.saved import saved_turn

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


def new_book(path: str | None) -> Book:
    """The file for a new game. One that is there already may be somebody's game, and is left alone."""
    from clausal.models.errors import InvalidPuzzle

    if path is not None and Path(path).is_file():
        expected = "a new name, or --resume to go on with that game"
        raise InvalidPuzzle("there is such a file already", where=label(path)[:200], expected=expected)
    if path is not None:
        return Book(path)
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError
    except OSError:
        complain(f"{folder} cannot be written to, so this game is not saved (see --save)")
        return Book(None)
    return Book(str(folder / f"scrabble-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"), ours=True)


def open_book(path: str) -> "tuple[Book, SavedHeader, list[tuple[int, SavedTurn]]]":
    """A game that was left, ready to go on: a turn that was cut off in the middle is taken out of the file."""
    from clausal.models.errors import InvalidPuzzle
    from clausal.models.scrabble.saved import read_lines
    from clausal.models.text import decoded

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
    return Book(path, ours), header, turns


def _folder() -> Path:
    from platformdirs import user_state_path

    return user_state_path("clausal", appauthor=False) / "games"
