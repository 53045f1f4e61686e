"""A game at the terminal, one line at a time: what every kind of game has, see `Versus` and `Topping`."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from entails.cli.files import write_text
from entails.cli.output import columns, draw, folded, print_line, say
from entails.cli.scrabble_file import GameFile
from entails.cli.scrabble_phrases import EXAMPLES, PHRASES, Phrases, Speech
from entails.cli.show.scrabble.board import place_of, print_board, rows_of_tiles
from entails.cli.typed import Lines
from entails.models.brackets import bracketed
from entails.models.errors import Invalid
from entails.models.scrabble.faults import Reason
from entails.models.scrabble.game import Game, Turn
from entails.models.scrabble.gcg import GcgGame
from entails.models.scrabble.gcg_text import write_gcg
from entails.models.scrabble.layout import Square
from entails.models.scrabble.move import PASS, Exchange, Move, read_move
from entails.models.scrabble.notation import Notation, as_meant
from entails.models.scrabble.placement import Placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.rack import Rack
from entails.models.scrabble.rules import legality
from entails.models.scrabble.tiles import TileSet, symbols_of
from entails.models.scrabble.words import normalised
from entails.questions.scrabble.moves import moves
from entails.solvers.scrabble.duplicate import Duplicate

_HINT, _MORE_HINT, _UNSEEN, CHALLENGE = "?", "??", "*", "!"
_HINTS = 5
_WORD_FAULTS = ("not_a_word", "cross_word")

G = TypeVar("G", Game, Duplicate)


@dataclass(frozen=True)
class Sitting(ABC, Generic[G]):
    """One person at the table until the game is over, or the person has enough of it: how the game is written and
    spoken of, where it is kept, and the file that gets it as GCG."""

    notation: Notation
    speech: Speech
    file: GameFile
    gcg: str | None

    @property
    def phrases(self) -> Phrases:
        return PHRASES[self.speech]

    def play(self, game: G) -> None:
        """From here on."""
        welcome, help = self.welcome(game)
        for line in folded(self.phrases.resumed.format(number=len(game.turns) + 1) if game.turns else welcome, 0):
            say(line, "bold")
        for line in folded(help.format(example=EXAMPLES[self.speech, self.notation]), 0):
            print_line(line)
        try:
            self._export(game)
            game = self._played(game)
        except KeyboardInterrupt:
            print_line("")
            self.file.say_where(self.phrases.saved)
            raise
        game = self.settled(game)
        self.part(game)
        if game.over or not game.turns:
            self.file.drop()
        else:
            self.file.say_where(self.phrases.saved)

    def _played(self, game: G) -> G:
        lines, shown = Lines(), False
        while not game.over:
            if (move := self.program_move(game)) is None:
                if not shown:
                    self._show(game)
                    shown = True
                line = self.asked(lines, self.phrases.prompt.format(number=len(game.turns) + 1))
                if line is None:
                    break
                if line == CHALLENGE:
                    game, move = self.challenged(game)
                else:
                    move = None if self._help_with(line, game.position) else self._understood(line, game)
            if move is not None:
                after = game.play(move)
                turn = after.turns[-1]
                self.file.add(Turn(turn.player, turn.rack, turn.move, turn.score))  # before anybody hears of it
                self._export(after)
                self.tell(after)
                game, shown = after, False
        return game

    def asked(self, lines: Lines, prompt: str) -> str | None:
        """The next line that the person types."""
        return lines.ask(prompt)

    def challenged(self, game: G) -> tuple[G, Move | None]:
        """The person doubts the last word: the game after that, and the move that it costs, if any."""
        say(f"  {self.phrases.nothing_to_challenge}", "yellow")
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
            draw(f"{self.phrases.rack}  {_tiles_markup(position.rack, position.tile_set)}")
        else:
            print_line(f"{self.phrases.rack}  {position.rack}")

    def written(self, placement: Placement) -> str:
        """A play as players write it: H8 (S)ILENT."""
        return f"{place_of(placement, self.notation)} {placement.bracketed}"

    def number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.phrases.decimal)

    def _help_with(self, line: str, position: Position) -> bool:
        """Answer a line that asks for help, or is empty; tells whether it was one."""
        if line in (_HINT, _MORE_HINT):
            self._hint(position, many=line == _MORE_HINT)
        elif line == _UNSEEN:
            say(f"  {self.phrases.unseen.format(count=position.unseen.total)}", "cyan")
            for row in rows_of_tiles(position.unseen):
                print_line(f"    {row}")
        return line in ("", _HINT, _MORE_HINT, _UNSEEN)

    def _hint(self, position: Position, *, many: bool) -> None:
        found, phrases = moves(position), self.phrases
        if not found:
            say(f"  {phrases.hint_none}", "cyan")
        elif many:
            columns([["   ", str(play.score), self.written(play.placement)] for play in found[:_HINTS]], 1)
        else:
            tiles = found[0].placement.used.total
            text = phrases.hint_bonus if tiles >= position.rules.bonus_tiles else phrases.hint
            say(f"  {text.format(points=found[0].score, tiles=tiles)}", "cyan")

    def _understood(self, line: str, game: G) -> Move | None:
        """The move that a line says, once it is one; else why not is told, and the player may try again."""
        position, why, reasons = game.position, "", []
        try:
            move = read_move(as_meant(line, position.rack.blanks), position.board, self.notation)
        except Invalid as error:
            why = self.phrases.unclear.format(error=error, example=EXAMPLES[self.speech, self.notation])
        else:
            if isinstance(move, Placement):
                found = self._faults(position, move)
                if found and self.lets_try and all(reason.code in _WORD_FAULTS for reason in found):
                    words = ", ".join(reason.word.upper() for reason in found)
                    say(f"  {self.phrases.taken_back.format(words=words, lexicon=position.lexicon.name)}", "magenta")
                    return PASS
                reasons = self._told(found, move)
                why = self.phrases.refused if reasons else ""
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
            str(reason) + (f" {self.phrases.blank_is_small}" if small and reason.code == "not_on_rack" else "")
            for reason in reasons
        ]

    @abstractmethod
    def welcome(self, game: G) -> tuple[str, str]:
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
