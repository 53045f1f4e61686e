"""A game of one person against a program, told by its seed and the moves of the person alone.

The program's moves follow from the seed, so nothing else has to be kept: a link can hold a whole game.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from entails.models.errors import Invalid
from entails.models.lexicon import Lexicon
from entails.models.scrabble.game import Game
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.move import read_move
from entails.models.scrabble.notation import Notation
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import TileSet
from entails.solvers.scrabble.players import PLAYERS

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
    names: tuple[str, str] = ("you", "entails")
    rules: Rules = STANDARD

    def after(self, moves: Sequence[str], notation: Notation = "gcg") -> Game:
        """The game after these moves of the person and the program's answers; it is the person's turn, or over.

        A move that the rules forbid raises `InvalidMove`, which says which one and why.
        """
        game, _ = _after(self, (), notation)
        for count in range(1, len(moves) + 1):
            game, _ = _after(self, tuple(moves[:count]), notation)
        return game

    def begun(self) -> tuple[Game, Random]:
        """Before the person's first move."""
        game = Game.start(self.names, self.layout, self.tile_set, self.lexicon, self.rules, self.seed)
        if not self.program_begins:
            return game, Random(self.seed)
        return self.answered(replace(game, to_move=_PROGRAM), Random(self.seed))

    def answered(self, game: Game, random: Random) -> tuple[Game, Random]:
        """The game after the program's turn, unless it is over, and what is left of the random numbers."""
        if game.end is not None:
            return game, random
        luck = copy(random)
        return game.play(PLAYERS[self.against](game, luck)), luck


@lru_cache(256)
def _after(match: Match, moves: tuple[str, ...], notation: Notation) -> tuple[Game, Random]:
    """A game grows by a move each time that somebody asks: what came before is remembered."""
    if not moves:
        return match.begun()
    game, random = _after(match, moves[:-1], notation)
    try:
        game = game.play(read_move(moves[-1], game.board, notation))
    except Invalid as error:
        raise error.at(f"move {len(moves)}") from None
    return match.answered(game, random)
