"""A game at the terminal, one line at a time: against a program (`Versus`), or against the top (`Topping`)."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Generic, TypeVar

from clausal.cli.files import write_text
from clausal.cli.output import columns, draw, folded, print_line, say
from clausal.cli.scrabble_clock import PENALTY, Clock
from clausal.cli.scrabble_file import GameFile
from clausal.cli.scrabble_phrases import EXAMPLES, PHRASES, ChallengeRule, Phrases, Speech
from clausal.cli.show.scrabble import place_of, print_board, rows_of_tiles
from clausal.cli.typed import Lines
from clausal.models.brackets import bracketed
from clausal.models.errors import Invalid
from clausal.models.scrabble.faults import Reason
from clausal.models.scrabble.game import Game, Turn
from clausal.models.scrabble.game_gcg import gcg_of
from clausal.models.scrabble.gcg import GcgEvent, GcgGame, GcgPlayer
from clausal.models.scrabble.gcg_text import write_gcg
from clausal.models.scrabble.layout import Square
from clausal.models.scrabble.move import PASS, Award, Exchange, Move, read_move, write_move
from clausal.models.scrabble.notation import Notation, as_meant, write_place
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.rules import legality
from clausal.models.scrabble.tiles import TileSet, symbols_of
from clausal.models.scrabble.words import normalised
from clausal.questions.scrabble.moves import moves
from clausal.solvers.scrabble.duplicate import Duplicate
from clausal.solvers.scrabble.players import PLAYERS

_HINT, _MORE_HINT, _UNSEEN, CHALLENGE = "?", "??", "*", "!"
_HINTS = 5
_TOP = "top"
_WORD_FAULTS = ("not_a_word", "cross_word")
_FIVE = 5

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


@dataclass(frozen=True)
class Versus(Sitting[Game]):
    """Against a program. `person` is the number of the player who types, `challenge` what becomes of words that are
    none, `clock` the time of the person, if it is counted."""

    person: int
    against: str
    challenge: ChallengeRule = "void"
    clock: Clock | None = None

    def welcome(self, game: Game) -> tuple[str, str]:
        said = {"against": self.against, "lexicon": game.lexicon.name, "seed": game.bag.seed}
        phrases = self.phrases
        parts = [phrases.welcome.format(**said), phrases.opponents[self.against]]
        if self.challenge != "void":
            parts.append(phrases.challenges[self.challenge])
        if self.clock is not None:
            parts.append(phrases.clock.format(minutes=f"{self.clock.minutes:g}", penalty=PENALTY))
        return " ".join(parts), phrases.help

    @property
    def lets_try(self) -> bool:
        return self.challenge != "void"

    def asked(self, lines: Lines, prompt: str) -> str | None:
        if self.clock is None:
            return lines.ask(prompt)
        with self.clock:
            return lines.ask(prompt)

    def challenged(self, game: Game) -> tuple[Game, Move | None]:
        """The program plays words of the lexicon only, so whoever challenges one is wrong."""
        last = game.turns[-1] if game.turns else None
        if last is None or not isinstance(last.move, Placement) or last.player == self.person or not self.lets_try:
            return super().challenged(game)
        phrases, word = self.phrases, bracketed(last.move.word.upper())
        say(f"  {phrases.stands.format(word=word)} {phrases.costs[self.challenge]}", "magenta")
        if self.challenge == "5pt":
            game = game.awarded(Award("challenge"), last.player, _FIVE)
            self.file.add(game.turns[-1])
        return game, PASS if self.challenge == "double" else None

    def settled(self, game: Game) -> Game:
        late = 0 if self.clock is None else self.clock.minutes_over
        if not late or game.end is None:
            return game
        game = game.awarded(Award("time"), self.person, -PENALTY * late)
        self.file.add(game.turns[-1])
        say(f"  {self.phrases.late.format(minutes=late, points=PENALTY * late)}", "yellow")
        self._export(game)
        return game

    def program_move(self, game: Game) -> Move | None:
        if game.to_move == self.person:
            return None
        return PLAYERS[self.against](game, Random(f"{game.bag.seed}/{len(game.turns)}"))

    def no_exchange(self, game: Game, move: Exchange) -> str:
        phrases, bag = self.phrases, game.bag.total
        if not game.can_exchange:
            return phrases.no_exchange.format(count=bag)
        if not move.tiles.total or not game.rack.holds(move.tiles):
            return phrases.not_yours.format(rack=game.rack)
        return phrases.not_so_many.format(count=bag) if move.tiles.total > bag else ""

    def tell(self, game: Game) -> None:
        phrases, turn = self.phrases, game.turns[-1]
        name = game.players[turn.player]
        said = phrases.passes.format(name=name)
        if isinstance(turn.move, Placement):
            said = phrases.plays.format(name=name, play=self.written(turn.move), points=turn.score)
        elif isinstance(turn.move, Exchange):
            said = phrases.exchanges.format(name=name, count=turn.move.tiles.total)
        say(f"  {said}", "green" if turn.player == self.person else "magenta")

    def standing(self, game: Game) -> str:
        scores = [f"{name} {points}" for name, points in zip(game.players, game.scores, strict=True)]
        clock = [] if self.clock is None else [self.phrases.left.format(time=self.clock)]
        return "   ".join([*scores, self.phrases.bag.format(count=game.bag.total), *clock])

    def last_squares(self, game: Game) -> tuple[Square, ...]:
        plays = [turn.move for turn in game.turns if isinstance(turn.move, Placement)]
        return plays[-1].laid_squares if plays else ()

    def exported(self, game: Game) -> GcgGame:
        return gcg_of(game)

    def part(self, game: Game) -> None:
        if game.end is None:
            return
        phrases, finals = self.phrases, game.final_scores
        print_line("")
        print_board(game.board, self.notation, self.last_squares(game))
        print_line("")
        out = next((name for name, rack in zip(game.players, game.racks, strict=True) if not rack.total), "")
        say((phrases.out if game.end == "out" else phrases.zeros).format(name=out), "bold")
        width = max(map(len, game.players))
        for name, before, change, final in zip(game.players, game.scores, game.adjustments, finals, strict=True):
            print_line(f"  {name.ljust(width)}  {final:4}  ({phrases.result.format(before=before, change=change)})")
        other = 1 - self.person
        margin = finals[self.person] - finals[other]
        if margin > 0:
            say(phrases.won.format(margin=margin), "bold green")
        elif margin < 0:
            say(phrases.lost.format(name=game.players[other], margin=-margin), "bold red")
        else:
            say(phrases.drawn, "bold")
        if self.file.path is not None and not self.file.ours:
            print_line(phrases.kept.format(file=self.file.path))


@dataclass(frozen=True)
class Topping(Sitting[Duplicate]):
    """Duplicate: find the top of each rack. `blank` is the game before anything, for the export."""

    blank: Game

    def welcome(self, game: Duplicate) -> tuple[str, str]:
        phrases = self.phrases
        return phrases.duplicate.format(lexicon=game.lexicon.name, seed=game.bag.seed), phrases.help_duplicate

    def no_exchange(self, game: Duplicate, move: Exchange) -> str:
        del game, move
        return self.phrases.never_exchange

    def tell(self, game: Duplicate) -> None:
        turn, phrases = game.turns[-1], self.phrases
        top = self.written(turn.top.placement)
        if turn.score == turn.top.score:
            say(f"  {phrases.topped.format(play=top, points=turn.score)}", "bold green")
            return
        mine = phrases.no_top
        if isinstance(turn.move, Placement):
            mine = f"{self.written(turn.move)}, {turn.score}"
        share = self.number(100 * turn.score / turn.top.score)
        say(f"  {phrases.top_was.format(mine=mine, play=top, points=turn.top.score, share=share)}", "magenta")

    def standing(self, game: Duplicate) -> str:
        phrases = self.phrases
        standing = [phrases.standing.format(number=game.number, total=game.total, top=game.top_total)]
        if game.turns:
            standing.append(f"{self.number(game.percentage)} %")
        return "   ".join([*standing, phrases.bag.format(count=game.bag.total)])

    def last_squares(self, game: Duplicate) -> tuple[Square, ...]:
        return game.turns[-1].top.placement.laid_squares if game.turns else ()

    def exported(self, game: Duplicate) -> GcgGame:
        """The game of the tops, with what the player found as notes."""
        events, total = [], 0
        for turn in game.turns:
            total += turn.top.score
            play = turn.top.placement
            place = write_place(play.row, play.column, play.across)
            notes = (f"{self.phrases.you}: {write_move(turn.move)} {turn.score}",)
            events.append(GcgEvent("play", _TOP, str(turn.rack), turn.top.score, total, place, play.tiles, notes=notes))
        return replace(
            gcg_of(self.blank, f"duplicate, {game.total} of {game.top_total}"),
            players=(GcgPlayer(_TOP, _TOP),),
            events=tuple(events),
            incomplete=not game.over,
            racks=() if game.over else ((1, str(game.rack)),),
        )

    def part(self, game: Duplicate) -> None:
        if not game.turns:
            return
        if game.over:
            print_line("")
            print_board(game.board, self.notation, self.last_squares(game))
        print_line("")
        tops = sum(turn.score == turn.top.score for turn in game.turns)
        share, said = self.number(game.percentage), self.phrases.top_share
        turns = len(game.turns)
        say(said.format(total=game.total, top=game.top_total, share=share, turns=turns, tops=tops), "bold")


def _tiles_markup(rack: Rack, tile_set: TileSet) -> str:
    """Tiles side by side with what they are worth."""
    subscripts = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    symbols = symbols_of(rack.alphabet)
    names = (bracketed(symbols[tile]).strip("[]") + f"{tile_set.values[tile]}".translate(subscripts) for tile in rack)
    return " ".join(f"[bold black on rgb(240,217,160)] {name} [/]" for name in names)
