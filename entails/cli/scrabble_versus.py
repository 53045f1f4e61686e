"""A game at the terminal against a program."""

from dataclasses import dataclass
from random import Random

from entails.cli.output import print_line, say
from entails.cli.scrabble_clock import PENALTY, Clock
from entails.cli.scrabble_phrases import ChallengeRule
from entails.cli.scrabble_sitting import Sitting
from entails.cli.show.scrabble.board import print_board
from entails.cli.typed import Lines
from entails.models.brackets import bracketed
from entails.models.scrabble.game import Game
from entails.models.scrabble.game_gcg import gcg_of
from entails.models.scrabble.gcg import GcgGame
from entails.models.scrabble.layout import Square
from entails.models.scrabble.move import PASS, Award, Exchange, Move
from entails.models.scrabble.placement import Placement
from entails.solvers.scrabble.players import PLAYERS

_FIVE = 5


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
