"""What `scrabble play --duplicate` does: find the top of each rack."""

from dataclasses import dataclass, replace

from clausal.cli.files import write_text
from clausal.cli.output import print_line, say
from clausal.cli.scrabble_book import Book
from clausal.cli.scrabble_referee import laid_squares, print_board
from clausal.cli.scrabble_table import Table
from clausal.cli.typed import Lines
from clausal.models.errors import Invalid, InvalidPuzzle
from clausal.models.scrabble.game import Game, Turn
from clausal.models.scrabble.game_gcg import gcg_of
from clausal.models.scrabble.gcg import GcgEvent, GcgPlayer
from clausal.models.scrabble.gcg_text import write_gcg
from clausal.models.scrabble.layout import Square
from clausal.models.scrabble.move import Exchange, Move, read_move, write_move
from clausal.models.scrabble.notation import write_place
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.saved import SavedTurn
from clausal.solvers.scrabble.duplicate import Duplicate, DuplicateTurn

_TOP = "top"


def begun_as(game: Game) -> Duplicate:
    """Duplicate with what a game is played with."""
    return Duplicate.start(game.board.layout, game.tile_set, game.lexicon, game.rules, game.bag.seed)


def replayed(start: Duplicate, turns: list[tuple[int, SavedTurn]]) -> Duplicate:
    """The game after the turns of a file, which says where it does not fit."""
    game = start
    for number, turn in turns:
        where = f"line {number}"
        if turn.rack != str(game.rack):
            raise InvalidPuzzle("this turn does not follow from those before", where=where, expected=f"{game.rack}")
        try:
            game = game.play(read_move(turn.move, game.board))
        except Invalid as error:
            raise error.at(where) from None
        if game.turns[-1].score != turn.score:
            raise InvalidPuzzle("the score of this turn is wrong", where=where, expected=f"{game.turns[-1].score}")
    return game


@dataclass(frozen=True)
class Topping:
    """One player against the top. `blank` is the game before anything, for the export."""

    table: Table
    book: Book
    blank: Game
    gcg: str | None

    def play(self, game: Duplicate) -> None:
        """Until no rack can be drawn, or the player has enough of it."""
        phrases, table = self.table.phrases, self.table
        if game.turns:
            say(phrases.resumed.format(number=game.number), "bold")
        else:
            say(phrases.duplicate.format(lexicon=game.lexicon.name, seed=game.bag.seed), "bold")
        print_line(phrases.help_duplicate.format(example=table.example))
        try:
            self._export(game)
            game = self._played(game)
        except KeyboardInterrupt:
            print_line("")
            self.book.say_where(phrases.saved)
            raise
        self._part(game)

    def _played(self, game: Duplicate) -> Duplicate:
        lines = Lines()
        shown = False
        while not game.over:
            if not shown:
                self.table.show(game.position, self._standing(game), _last_squares(game))
                shown = True
            line = lines.ask(self.table.phrases.prompt.format(number=game.number))
            if line is None:
                break
            if self.table.help_with(line, game.position):
                continue
            move = self.table.understood(line, game.position)
            if isinstance(move, Exchange):
                say(f"  {self.table.phrases.never_exchange}", "yellow")
            elif move is not None:
                game, shown = self._after(game, move), False
        return game

    def _after(self, game: Duplicate, move: Move) -> Duplicate:
        """The game after a turn, which is kept before anybody hears of it."""
        after = game.play(move)
        turn = after.turns[-1]
        self.book.add(Turn(0, turn.rack, turn.move, turn.score))
        self._export(after)
        self._tell(turn)
        return after

    def _tell(self, turn: DuplicateTurn) -> None:
        phrases, top = self.table.phrases, self.table.written(turn.top.placement)
        if turn.score == turn.top.score:
            say(f"  {phrases.topped.format(play=top, points=turn.score)}", "bold green")
            return
        mine = phrases.no_top
        if isinstance(turn.move, Placement):
            mine = f"{self.table.written(turn.move)}, {turn.score}"
        share = self.table.number(100 * turn.score / turn.top.score)
        say(f"  {phrases.top_was.format(mine=mine, play=top, points=turn.top.score, share=share)}", "magenta")

    def _standing(self, game: Duplicate) -> str:
        phrases = self.table.phrases
        standing = [phrases.standing.format(number=game.number, total=game.total, top=game.top_total)]
        if game.turns:
            standing.append(f"{self.table.number(game.percentage)} %")
        return "   ".join([*standing, phrases.bag.format(count=game.bag.total)])

    def _part(self, game: Duplicate) -> None:
        phrases, book = self.table.phrases, self.book
        if game.over and game.turns:
            print_line("")
            print_board(game.board, self.table.notation, _last_squares(game))
        if game.turns:
            tops = sum(turn.score == turn.top.score for turn in game.turns)
            print_line("")
            result = phrases.top_share.format(
                total=game.total,
                top=game.top_total,
                share=self.table.number(game.percentage),
                turns=len(game.turns),
                tops=tops,
            )
            say(result, "bold")
        if game.over or not game.turns:
            book.drop()
        else:
            book.say_where(phrases.saved)

    def _export(self, game: Duplicate) -> None:
        """As GCG the game is that of the tops, with what the player found as notes."""
        if self.gcg is None:
            return
        events, total = [], 0
        for turn in game.turns:
            total += turn.top.score
            play = turn.top.placement
            place = write_place(play.row, play.column, play.across)
            note = f"{self.table.phrases.you}: {write_move(turn.move)} {turn.score}"
            events.append(
                GcgEvent("play", _TOP, str(turn.rack), turn.top.score, total, place, play.tiles, notes=(note,))
            )
        title = f"duplicate, {game.total} of {game.top_total}"
        whole = replace(
            gcg_of(self.blank, title),
            players=(GcgPlayer(_TOP, _TOP),),
            events=tuple(events),
            incomplete=not game.over,
            racks=() if game.over else ((1, str(game.rack)),),
        )
        write_text([write_gcg(whole)], self.gcg)


def _last_squares(game: Duplicate) -> tuple[Square, ...]:
    return laid_squares(game.turns[-1].top.placement) if game.turns else ()
