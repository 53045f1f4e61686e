"""A game at the terminal, one line at a time: what every kind of game has, see `MatchSession` and `DuplicateSession`.

Where a game of Scrabble is kept while it is played: a file that each turn is added to.

`Clock`: the time of the person at the terminal. It runs while a line is awaited, and goes below zero.
"""

import math
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Generic, TypeVar

from platformdirs import user_state_path

from entails.cli.exit import complain
from entails.cli.files import Lines, label, named, read_input, whole_file, write_text
from entails.cli.output import columns, draw, folded, print_line, say
from entails.cli.show.scrabble import place_of, print_board, rows_of_tiles
from entails.formats.scrabble.gcg import GcgGame, write_gcg
from entails.formats.scrabble.saved import SavedHeader, SavedTurn, read_lines, saved_game, saved_turn
from entails.locale import scrabble as messages
from entails.locale.message import Argument, Language, Message
from entails.models.errors import Invalid, InvalidPuzzle, bracketed
from entails.models.fields import decoded
from entails.models.scrabble.board import Notation, Placement, as_meant, normalised
from entails.models.scrabble.game import PASS, Exchange, Game, Move, ScrabbleTurn, read_move
from entails.models.scrabble.layout import Square
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Reason, legality
from entails.models.scrabble.tiles import Rack, TileSet, symbols_of
from entails.queries.scrabble.moves import moves
from entails.solvers.scrabble.duplicate import Duplicate

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

    def add(self, turn: ScrabbleTurn) -> None:
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

    def say_where(self, speech: Language) -> None:
        """Tell how to go on."""
        if self.path is not None:
            name = LAST if self.ours else self.path
            say(messages.SAVED.say(speech, file=str(self.path), name=str(name)), "dim")


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


_HINT, _MORE_HINT, _UNSEEN, CHALLENGE = "?", "??", "*", "!"
_HINTS = 5
_WORD_FAULTS = ("not_a_word", "cross_word")

G = TypeVar("G", Game, Duplicate)


@dataclass(frozen=True)
class PlaySession(ABC, Generic[G]):
    """One person at the table until the game is over, or the person has enough of it: how the game is written and
    spoken of, where it is kept, and the file that gets it as GCG."""

    notation: Notation
    speech: Language
    file: GameFile
    gcg: str | None

    def play(self, game: G) -> None:
        """From here on."""
        welcome, help = self.welcome(game)
        for line in folded(self.text(messages.RESUMED, number=len(game.turns) + 1) if game.turns else welcome, 0):
            say(line, "bold")
        for line in folded(self.text(help, example=messages.EXAMPLES[self.notation]), 0):
            print_line(line)
        try:
            self._export(game)
            game = self._played(game)
        except KeyboardInterrupt:
            print_line("")
            self.file.say_where(self.speech)
            raise
        game = self.settled(game)
        self.part(game)
        if game.over or not game.turns:
            self.file.drop()
        else:
            self.file.say_where(self.speech)

    def _played(self, game: G) -> G:
        lines, shown = Lines(), False
        while not game.over:
            if (move := self.program_move(game)) is None:
                if not shown:
                    self._show(game)
                    shown = True
                line = self.asked(lines, self.text(messages.PROMPT, number=len(game.turns) + 1))
                if line is None:
                    break
                if line == CHALLENGE:
                    game, move = self.challenged(game)
                else:
                    move = None if self._help_with(line, game.position) else self._understood(line, game)
            if move is not None:
                after = game.play(move)
                turn = after.turns[-1]
                self.file.add(ScrabbleTurn(turn.player, turn.rack, turn.move, turn.score))  # before anybody hears of it
                self._export(after)
                self.tell(after)
                game, shown = after, False
        return game

    def asked(self, lines: Lines, prompt: str) -> str | None:
        """The next line that the person types."""
        return lines.ask(prompt)

    def challenged(self, game: G) -> tuple[G, Move | None]:
        """The person doubts the last word: the game after that, and the move that it costs, if any."""
        say(f"  {self.text(messages.NOTHING_TO_CHALLENGE)}", "yellow")
        return game, None

    def settled(self, game: G) -> G:
        """What the clock takes at the end."""
        return game

    def _export(self, game: G) -> None:
        if self.gcg is not None:
            write_text([write_gcg(self.exported(game))], self.gcg)

    def _show(self, game: G) -> None:
        """The board, how things stand, and the rack."""
        position = game.position
        print_line("")
        print_board(position.board, self.notation, self.last_squares(game))
        print_line("")
        say(self.standing(game), "bold")
        if sys.stdout.isatty():
            draw(f"{self.text(messages.RACK)}  {_tiles_markup(position.rack, position.tile_set)}")
        else:
            print_line(f"{self.text(messages.RACK)}  {position.rack}")

    def written(self, placement: Placement) -> str:
        """A play as players write it: H8 (S)ILENT."""
        return f"{place_of(placement, self.notation)} {placement.bracketed}"

    def text(self, message: Message, **arguments: Argument) -> str:
        """Return a message in the language of the player."""
        return message.say(self.speech, **arguments)

    def number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.text(messages.DECIMAL))

    def _help_with(self, line: str, position: Position) -> bool:
        """Answer a line that asks for help, or is empty; tells whether it was one."""
        if line in (_HINT, _MORE_HINT):
            self._hint(position, many=line == _MORE_HINT)
        elif line == _UNSEEN:
            say(f"  {self.text(messages.UNSEEN, count=position.unseen.total)}", "cyan")
            for row in rows_of_tiles(position.unseen):
                print_line(f"    {row}")
        return line in ("", _HINT, _MORE_HINT, _UNSEEN)

    def _hint(self, position: Position, *, many: bool) -> None:
        found = moves(position)
        if not found:
            say(f"  {self.text(messages.HINT_NONE)}", "cyan")
        elif many:
            columns([["   ", str(play.score), self.written(play.placement)] for play in found[:_HINTS]], 1)
        else:
            tiles = found[0].placement.used.total
            message = messages.HINT_BONUS if tiles >= position.rules.bonus_tiles else messages.HINT
            say(f"  {self.text(message, points=found[0].score, tiles=tiles)}", "cyan")

    def _understood(self, line: str, game: G) -> Move | None:
        """The move that a line says, once it is one; else why not is told, and the player may try again."""
        position, why, reasons = game.position, "", []
        try:
            move = read_move(as_meant(line, position.rack.blanks), position.board, self.notation)
        except Invalid as error:
            why = self.text(messages.UNCLEAR, error=str(error), example=messages.EXAMPLES[self.notation])
        else:
            if isinstance(move, Placement):
                found = self._faults(position, move)
                if found and self.lets_try and all(reason.code in _WORD_FAULTS for reason in found):
                    words = ", ".join(reason.word.upper() for reason in found)
                    say(f"  {self.text(messages.TAKEN_BACK, words=words, lexicon=position.lexicon.name)}", "magenta")
                    return PASS
                reasons = self._told(found, move)
                why = self.text(messages.REFUSED) if reasons else ""
            elif isinstance(move, Exchange):
                why = self.no_exchange(game, move)
        if not why:
            return move
        say(f"  {why}", "yellow")
        for reason in reasons:
            print_line(f"    - {reason}")
        return None

    @property
    def lets_try(self) -> bool:
        """May a word that is none be played, until it is challenged?"""
        return False

    def _faults(self, position: Position, move: Placement) -> tuple[Reason, ...]:
        board = position.board
        play = normalised(board, move) if all(board.layout.holds(*square) for square in move.squares) else move
        things = (position.rack, position.lexicon, position.tile_set, position.rules)
        return legality(board, play, *things, self.notation, self.speech)

    def _told(self, reasons: Iterable[Reason], play: Placement) -> list[str]:
        small = any(tile.islower() for tile in play.tiles)
        return [
            str(reason) + (f" {self.text(messages.BLANK_IS_SMALL)}" if small and reason.code == "not_on_rack" else "")
            for reason in reasons
        ]

    @abstractmethod
    def welcome(self, game: G) -> tuple[str, Message]:
        """The first words, and how to type."""

    def program_move(self, game: G) -> Move | None:
        """The program's move, if it is its turn."""
        del game
        return None

    @abstractmethod
    def no_exchange(self, game: G, move: Exchange) -> str:
        """Why these tiles cannot be exchanged; nothing when they can."""

    @abstractmethod
    def tell(self, game: G) -> None:
        """What was played last."""

    @abstractmethod
    def standing(self, game: G) -> str:
        """The scores, and what is left in the bag."""

    @abstractmethod
    def last_squares(self, game: G) -> tuple[Square, ...]:
        """The tiles of the last play, to show them brighter."""

    @abstractmethod
    def exported(self, game: G) -> GcgGame:
        """The game as GCG."""

    @abstractmethod
    def part(self, game: G) -> None:
        """Say how it ended."""


def _tiles_markup(rack: Rack, tile_set: TileSet) -> str:
    """Tiles side by side with what they are worth."""
    subscripts = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    symbols = symbols_of(rack.alphabet)
    names = (bracketed(symbols[tile]).strip("[]") + f"{tile_set.values[tile]}".translate(subscripts) for tile in rack)
    return " ".join(f"[bold black on rgb(240,217,160)] {name} [/]" for name in names)


PENALTY = 10
"""Points for each minute over time that has begun."""


@dataclass
class Clock:
    """So many minutes for the whole game; `with clock:` counts."""

    minutes: float
    used: float = 0.0
    _since: float = field(default=0.0, repr=False)

    def __enter__(self) -> "Clock":
        self._since = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.used += time.monotonic() - self._since

    @property
    def left(self) -> float:
        """Seconds."""
        return self.minutes * 60 - self.used

    @property
    def minutes_over(self) -> int:
        """Minutes over time, each counted as soon as it begins."""
        return max(math.ceil(-self.left / 60), 0)

    def __str__(self) -> str:
        minutes, seconds = divmod(int(abs(self.left)), 60)
        return f"{'-' if self.left < 0 else ''}{minutes}:{seconds:02}"
