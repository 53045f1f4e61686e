"""What `scrabble play` does: a game against a program, one line at a time."""

from dataclasses import dataclass
from random import Random

from clausal.cli.files import write_text
from clausal.cli.output import print_line, say
from clausal.cli.scrabble_book import Book
from clausal.cli.scrabble_referee import laid_squares, print_board
from clausal.cli.scrabble_table import Table
from clausal.cli.typed import Lines
from clausal.models.scrabble.game import Game, Turn
from clausal.models.scrabble.game_gcg import gcg_of
from clausal.models.scrabble.gcg_text import write_gcg
from clausal.models.scrabble.layout import Square
from clausal.models.scrabble.move import Exchange, Move
from clausal.models.scrabble.placement import Placement
from clausal.solvers.scrabble.players import PLAYERS


@dataclass(frozen=True)
class Versus:
    """Who plays against whom, and where it is kept. `person` is the number of the player who types."""

    table: Table
    book: Book
    person: int
    against: str
    gcg: str | None

    def play(self, game: Game) -> None:
        """Until the game is over, or the player has enough of it."""
        phrases, table = self.table.phrases, self.table
        if not game.turns:
            welcome = phrases.welcome.format(against=self.against, lexicon=game.lexicon.name, seed=game.bag.seed)
            say(welcome, "bold")
        else:
            say(phrases.resumed.format(number=len(game.turns) + 1), "bold")
        print_line(phrases.help.format(example=table.example))
        try:
            self._export(game)
            game = self._played(game)
        except KeyboardInterrupt:
            print_line("")
            self.book.say_where(phrases.saved)
            raise
        self._part(game)

    def _played(self, game: Game) -> Game:
        lines = Lines()
        shown = False
        while game.end is None:
            if game.to_move != self.person:
                luck = Random(f"{game.bag.seed}/{len(game.turns)}")
                game, shown = self._after(game, PLAYERS[self.against](game, luck)), False
                continue
            if not shown:
                self.table.show(game.position, self._standing(game), _last_squares(game))
                shown = True
            line = lines.ask(self.table.phrases.prompt.format(number=len(game.turns) + 1))
            if line is None:
                break
            move = self._wanted(game, line)
            if move is not None:
                game, shown = self._after(game, move), False
        return game

    def _wanted(self, game: Game, line: str) -> Move | None:
        """The move that the player makes with this line, if any."""
        if self.table.help_with(line, game.position):
            return None
        move = self.table.understood(line, game.position)
        if isinstance(move, Exchange) and not self.table.can_exchange(
            move, game.rack, game.bag.total, game.can_exchange
        ):
            return None
        return move

    def _after(self, game: Game, move: Move) -> Game:
        """The game after a move, which is kept before anybody hears of it."""
        after = game.play(move)
        self.book.add(after.turns[-1])
        self._export(after)
        say(f"  {self._told(after, after.turns[-1])}", "green" if game.to_move == self.person else "magenta")
        return after

    def _told(self, game: Game, turn: Turn) -> str:
        phrases, name = self.table.phrases, game.players[turn.player]
        if isinstance(turn.move, Placement):
            return phrases.plays.format(name=name, play=self.table.written(turn.move), points=turn.score)
        if isinstance(turn.move, Exchange):
            return phrases.exchanges.format(name=name, count=turn.move.tiles.total)
        return phrases.passes.format(name=name)

    def _standing(self, game: Game) -> str:
        scores = [f"{name} {points}" for name, points in zip(game.players, game.scores, strict=True)]
        return "   ".join([*scores, self.table.phrases.bag.format(count=game.bag.total)])

    def _export(self, game: Game) -> None:
        if self.gcg is not None:
            write_text([write_gcg(gcg_of(game))], self.gcg)

    def _part(self, game: Game) -> None:
        """Say how it ended, or where it is kept."""
        phrases, book = self.table.phrases, self.book
        if game.end is not None:
            self._result(game)
            book.drop()
            if book.path is not None and not book.ours:
                print_line(phrases.kept.format(file=book.path))
        elif not game.turns:
            book.drop()
        else:
            book.say_where(phrases.saved)

    def _result(self, game: Game) -> None:
        phrases, finals = self.table.phrases, game.final_scores
        print_line("")
        print_board(game.board, self.table.notation, _last_squares(game))
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


def _last_squares(game: Game) -> tuple[Square, ...]:
    """The tiles of the last play, to show them brighter."""
    moves = [turn.move for turn in game.turns if isinstance(turn.move, Placement)]
    return laid_squares(moves[-1]) if moves else ()
