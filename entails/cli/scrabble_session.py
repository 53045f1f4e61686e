"""A Scrabble game at the terminal, line by line: the session, its file and its clock.

`MatchSession` and `DuplicateSession` are the two types of sessions. Each turn is appended to the file of the game.
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

from entails.cli.exit import print_error
from entails.cli.files import Lines, label, named, read_input, whole_file, write_text
from entails.cli.output import columns, draw, folded, print_line, say
from entails.cli.show.scrabble import place_of, print_board, rows_of_tiles
from entails.formats.scrabble.gcg import GcgGame, write_gcg
from entails.formats.scrabble.saved import SavedHeader, SavedTurn, read_lines, saved_game, saved_turn
from entails.locale import scrabble as messages
from entails.locale.message import Argument, Language, Message
from entails.models.errors import Invalid, InvalidPuzzle, bracketed
from entails.models.fields import decoded
from entails.models.scrabble.board import Notation, Placement, Square, normalised, with_capitals
from entails.models.scrabble.game import PASS, Exchange, Game, Move, ScrabbleTurn, read_move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Reason, legality
from entails.models.scrabble.tiles import Rack, TileSet, symbols_of
from entails.queries.scrabble.legal_plays import moves
from entails.solvers.scrabble.duplicate import Duplicate

LAST = "last"
"""The name of the last interrupted game for `--resume`."""


@dataclass(frozen=True)
class GameFile:
    """The file of a game; without a path nothing is saved.

    Attributes:
        ours: Whether the file is deleted when the game is over.
    """

    path: str | None
    ours: bool = False

    def begin(self, game: Game, about: dict[str, str]) -> None:
        """Write the header of the game."""
        if self.path is not None:
            with whole_file(self.path) as file:
                file.write(saved_game(game, about))

    def add(self, turn: ScrabbleTurn) -> None:
        """Append a turn and flush it to disk. A reader ignores an incomplete last line."""
        if self.path is not None:
            with Path(self.path).open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{saved_turn(turn)}\n")
                file.flush()
                os.fsync(file.fileno())

    def drop(self) -> None:
        """Delete the file at the end of the game, unless the user chose its name."""
        if self.ours and self.path is not None:
            with suppress(OSError):
                Path(self.path).unlink(missing_ok=True)

    def say_where(self, language: Language) -> None:
        """Print how to resume the game."""
        if self.path is not None:
            name = LAST if self.ours else self.path
            say(messages.SAVED.say(language, file=str(self.path), name=str(name)), "dim")


def new_file(path: str | None) -> GameFile:
    """Return the file for a new game. An existing file is never overwritten."""
    if path is not None and Path(path).is_file():
        expected = "a new name, or --resume to continue that game"
        raise InvalidPuzzle("the file already exists", where=label(path)[:200], expected=expected)
    if path is not None:
        return GameFile(path)
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError
    except OSError:
        print_error(f"cannot write to {folder}; the game is not saved (see --save)")
        return GameFile(None)
    return GameFile(str(folder / f"scrabble-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"), ours=True)


def open_file(path: str) -> tuple[GameFile, SavedHeader, list[tuple[int, SavedTurn]]]:
    """Open a saved game to resume it; an incomplete last turn is removed from the file."""
    ours = path == LAST and not Path(path).exists()
    if ours:
        games = list(_folder().glob("scrabble-*.jsonl")) if _folder().is_dir() else []
        if not games:
            raise InvalidPuzzle("no saved game found", where="--resume", expected="the file of a game, or last")
        path = str(max(games, key=lambda game: game.stat().st_mtime))
    if path == "-":
        raise InvalidPuzzle("a game cannot be resumed from standard input", where="--resume", expected="a file")
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
    """A game of a person at the terminal, until it is over or interrupted.

    Attributes:
        file: File of the game.
        gcg: File for the game as GCG, if any.
    """

    notation: Notation
    language: Language
    file: GameFile
    gcg: str | None

    def play(self, game: G) -> None:
        """Play on from a state of the game until it is over or interrupted."""
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
            self.file.say_where(self.language)
            raise
        game = self.settled(game)
        self.farewell(game)
        if game.over or not game.turns:
            self.file.drop()
        else:
            self.file.say_where(self.language)

    def _played(self, game: G) -> G:
        lines, shown = Lines(), False
        while not game.over:
            if (move := self.program_move(game)) is None:
                if not shown:
                    self._show(game)
                    shown = True
                line = self.read_line(lines, self.text(messages.PROMPT, number=len(game.turns) + 1))
                if line is None:
                    break
                if line == CHALLENGE:
                    game, move = self.challenged(game)
                else:
                    move = None if self._help_with(line, game.position) else self._parsed_move(line, game)
            if move is not None:
                after = game.play(move)
                turn = after.turns[-1]
                self.file.add(ScrabbleTurn(turn.player, turn.rack, turn.move, turn.score))  # saved before it is shown
                self._export(after)
                self.show_turn(after)
                game, shown = after, False
        return game

    def read_line(self, lines: Lines, prompt: str) -> str | None:
        """Return the next line that the person types."""
        return lines.prompt(prompt)

    def challenged(self, game: G) -> tuple[G, Move | None]:
        """Resolve a challenge of the last word; return the game, and the move that a failed challenge costs."""
        say(f"  {self.text(messages.NOTHING_TO_CHALLENGE)}", "yellow")
        return game, None

    def settled(self, game: G) -> G:
        """Return the finished game with the time penalty deducted."""
        return game

    def _export(self, game: G) -> None:
        if self.gcg is not None:
            write_text([write_gcg(self.exported(game))], self.gcg)

    def _show(self, game: G) -> None:
        """Print the board, the scores and the rack."""
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
        """Write a play with its place, and letters already on the board in brackets: H8 (S)ILENT."""
        return f"{place_of(placement, self.notation)} {placement.bracketed}"

    def text(self, message: Message, **arguments: Argument) -> str:
        """Return a message in the language of the player."""
        return message.say(self.language, **arguments)

    def number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.text(messages.DECIMAL))

    def _help_with(self, line: str, position: Position) -> bool:
        """Answer a request for help or an empty line; return whether the typed line was one."""
        if line in (_HINT, _MORE_HINT):
            self._hint(position, many=line == _MORE_HINT)
        elif line == _UNSEEN:
            say(f"  {self.text(messages.UNSEEN, count=position.unseen.total)}", "cyan")
            for row in rows_of_tiles(position.unseen):
                print_line(f"    {row}")
        return line in ("", _HINT, _MORE_HINT, _UNSEEN)

    def _hint(self, position: Position, *, many: bool) -> None:
        plays = moves(position)
        if not plays:
            say(f"  {self.text(messages.HINT_NONE)}", "cyan")
        elif many:
            columns([["   ", str(play.score), self.written(play.placement)] for play in plays[:_HINTS]], 1)
        else:
            tiles = plays[0].placement.used.total
            message = messages.HINT_BONUS if tiles >= position.rules.bonus_tiles else messages.HINT
            say(f"  {self.text(message, points=plays[0].score, tiles=tiles)}", "cyan")

    def _parsed_move(self, line: str, game: G) -> Move | None:
        """Return the move that a line describes, or print why it is invalid and return None."""
        position, problem, reasons = game.position, "", []
        try:
            move = read_move(with_capitals(line, position.rack.blanks), position.board, self.notation)
        except Invalid as error:
            problem = self.text(messages.UNCLEAR, error=str(error), example=messages.EXAMPLES[self.notation])
        else:
            if isinstance(move, Placement):
                faults = self._faults(position, move)
                if faults and self.allows_phonies and all(reason.code in _WORD_FAULTS for reason in faults):
                    words = ", ".join(reason.word.upper() for reason in faults)
                    say(f"  {self.text(messages.TAKEN_BACK, words=words, lexicon=position.lexicon.name)}", "magenta")
                    return PASS
                reasons = self._reason_lines(faults, move)
                problem = self.text(messages.REFUSED) if reasons else ""
            elif isinstance(move, Exchange):
                problem = self.no_exchange(game, move)
        if not problem:
            return move
        say(f"  {problem}", "yellow")
        for reason in reasons:
            print_line(f"    - {reason}")
        return None

    @property
    def allows_phonies(self) -> bool:
        """Whether an invalid word may be played and challenged."""
        return False

    def _faults(self, position: Position, move: Placement) -> tuple[Reason, ...]:
        board = position.board
        play = normalised(board, move) if all(board.layout.holds(*square) for square in move.squares) else move
        rules = (position.rack, position.lexicon, position.tile_set, position.rules)
        return legality(board, play, *rules, self.notation, self.language)

    def _reason_lines(self, reasons: Iterable[Reason], play: Placement) -> list[str]:
        small = any(tile.islower() for tile in play.tiles)
        return [
            str(reason) + (f" {self.text(messages.BLANK_IS_SMALL)}" if small and reason.code == "not_on_rack" else "")
            for reason in reasons
        ]

    @abstractmethod
    def welcome(self, game: G) -> tuple[str, Message]:
        """Return the first message of the session and its help message."""

    def program_move(self, game: G) -> Move | None:
        """Return the computer's move, if it is its turn."""
        del game
        return None

    @abstractmethod
    def no_exchange(self, game: G, move: Exchange) -> str:
        """Return why tiles cannot be exchanged; an empty text if they can."""

    @abstractmethod
    def show_turn(self, game: G) -> None:
        """Print the last turn of the game."""

    @abstractmethod
    def standing(self, game: G) -> str:
        """Return the scores and the number of tiles in the bag."""

    @abstractmethod
    def last_squares(self, game: G) -> tuple[Square, ...]:
        """Return the squares of the last play, which are highlighted."""

    @abstractmethod
    def exported(self, game: G) -> GcgGame:
        """Return the game as GCG."""

    @abstractmethod
    def farewell(self, game: G) -> None:
        """Print the result of the game."""


def _tiles_markup(rack: Rack, tile_set: TileSet) -> str:
    """Return tiles side by side with their values, in Rich markup."""
    subscripts = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    symbols = symbols_of(rack.alphabet)
    names = (bracketed(symbols[tile]).strip("[]") + f"{tile_set.values[tile]}".translate(subscripts) for tile in rack)
    return " ".join(f"[bold black on rgb(240,217,160)] {name} [/]" for name in names)


PENALTY = 10
"""Points lost for each minute over time; a minute counts when it begins."""


@dataclass
class Clock:
    """The player's time for the whole game; it runs inside `with clock:` and may go below zero."""

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
        """The seconds left; negative after the time is over."""
        return self.minutes * 60 - self.used

    @property
    def minutes_over(self) -> int:
        """The minutes over time; a minute counts as soon as it begins."""
        return max(math.ceil(-self.left / 60), 0)

    def __str__(self) -> str:
        minutes, seconds = divmod(int(abs(self.left)), 60)
        return f"{'-' if self.left < 0 else ''}{minutes}:{seconds:02}"
