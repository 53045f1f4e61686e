"""A game of one person against a program, told by its seed and the moves of the person alone.

The program's moves follow from the seed, so nothing else has to be kept: a link can hold a whole game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from clausal.models.errors import Invalid
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.game import Game
from clausal.models.scrabble.layout import Layout
from clausal.models.scrabble.move import read_move
from clausal.models.scrabble.notation import Notation
from clausal.models.scrabble.rules import STANDARD, Rules
from clausal.models.scrabble.tiles import TileSet
from clausal.solvers.scrabble.players import PLAYERS

_PROGRAM = 1


@dataclass(frozen=True)
class Match:
    """Who plays what against whom; the person is the first player, whoever begins."""

    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    against: str = "best"
    seed: int = 0
    program_begins: bool = False
    names: tuple[str, str] = ("you", "clausal")
    rules: Rules = STANDARD

    def after(self, moves: Sequence[str], notation: Notation = "gcg") -> Game:
        """The game after these moves of the person and the program's answers; it is the person's turn, or over.

        A move that the rules forbid raises `InvalidMove`, which says which one and why.
        """
        random = Random(self.seed)
        game = Game.start(self.names, self.layout, self.tile_set, self.lexicon, self.rules, self.seed)
        if self.program_begins:
            game = replace(game, to_move=_PROGRAM)
            game = self._answered(game, random)
        for number, text in enumerate(moves, 1):
            try:
                game = game.play(read_move(text, game.board, notation))
            except Invalid as error:
                raise error.at(f"move {number}") from None
            game = self._answered(game, random)
        return game

    def _answered(self, game: Game, random: Random) -> Game:
        """The game after the program's turn, unless it is over."""
        return game if game.end is not None else game.play(PLAYERS[self.against](game, random))
