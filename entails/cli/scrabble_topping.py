"""A game at the terminal against the top of each rack: duplicate."""

from dataclasses import dataclass, replace

from entails.cli.output import print_line, say
from entails.cli.scrabble_sitting import Sitting
from entails.cli.show.scrabble.board import print_board
from entails.models.scrabble.game import Game
from entails.models.scrabble.game_gcg import gcg_of
from entails.models.scrabble.gcg import GcgEvent, GcgGame, GcgPlayer
from entails.models.scrabble.layout import Square
from entails.models.scrabble.move import Exchange, write_move
from entails.models.scrabble.notation import write_place
from entails.models.scrabble.placement import Placement
from entails.solvers.scrabble.duplicate import Duplicate

_TOP = "top"


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
