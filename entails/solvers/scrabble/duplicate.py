"""Duplicate: everybody has the same rack, scores his own play, and the top is laid on the board whatever was played.

As in France, a rack must hold two vowels and two consonants through the fifteenth turn, then one of each; Y and blanks
count as either. A rack that does not is thrown back whole and drawn again; the game ends when no rack can.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from entails.models.errors import InvalidMove
from entails.models.lexicon import Lexicon
from entails.models.scrabble.bag import Bag
from entails.models.scrabble.board import Board
from entails.models.scrabble.game import Game
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.leave import VOWELS
from entails.models.scrabble.move import Move, Pass
from entails.models.scrabble.placement import Placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.rack import NO_TILES, Rack
from entails.models.scrabble.rules import STANDARD, Rules, legality, score
from entails.models.scrabble.tiles import TileSet
from entails.models.scrabble.words import normalised
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.placements import Placements, Scored

STRICT_TURNS = 15
_EITHER = "Y?"
_MOST_DRAWS = 1000


def is_playable(rack: Rack, turn: int) -> bool:
    """Does the rack hold enough vowels and consonants for this turn, counted from 1?"""
    least = 2 if turn <= STRICT_TURNS else 1
    counts = dict(rack.kinds())
    vowels = sum(counts.get(symbol, 0) for symbol in VOWELS)
    either = sum(counts.get(symbol, 0) for symbol in _EITHER)
    consonants = rack.total - vowels - either
    return max(least - vowels, 0) + max(least - consonants, 0) <= either


@dataclass(frozen=True, slots=True)
class DuplicateTurn:
    """One turn: the rack of everybody, what the player did and scored, and the top, which was laid."""

    rack: Rack
    move: Move
    score: int
    top: Scored
    player: int = 0


@dataclass(frozen=True)
class Duplicate:
    """A game of duplicate for one player, as a value; `rack` is empty when no rack can be drawn any more."""

    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules
    board: Board
    bag: Bag
    rack: Rack = NO_TILES
    turns: tuple[DuplicateTurn, ...] = ()

    @classmethod
    def start(
        cls, layout: Layout, tile_set: TileSet, lexicon: Lexicon, rules: Rules = STANDARD, seed: int = 0
    ) -> "Duplicate":
        """A new game with its first rack."""
        return cls(tile_set, lexicon, rules, Board.empty(layout, tile_set.alphabet), Bag.full(tile_set, seed))._drawn()

    @classmethod
    def like(cls, game: Game) -> "Duplicate":
        """A new one with what another game is played with."""
        return cls.start(game.board.layout, game.tile_set, game.lexicon, game.rules, game.bag.seed)

    @property
    def to_move(self) -> int:
        """There is one player."""
        return 0

    @property
    def number(self) -> int:
        """The number of this turn, from 1."""
        return len(self.turns) + 1

    @property
    def position(self) -> Position:
        """What everybody sees."""
        return Position(self.board, self.rack, self.tile_set, self.lexicon, self.rules)

    @cached_property
    def placements(self) -> Placements:
        """All that can be played, best first."""
        return all_placements(self.position)

    @cached_property
    def top(self) -> Scored | None:
        """The play that is laid: of the best the one with the fewest blanks, then the one that leaves fewest points on
        the rack, then the first."""
        found = self.placements
        if not self.rack.total or not len(found):
            return None
        best = [found[index] for index in found.with_score(int(found.scores[0]))]
        return min(best, key=lambda play: self._spent(play.placement))

    @property
    def over(self) -> bool:
        """Is there nothing more to find?"""
        return self.top is None

    @property
    def total(self) -> int:
        """What the player has scored."""
        return sum(turn.score for turn in self.turns)

    @property
    def top_total(self) -> int:
        """What the tops have scored."""
        return sum(turn.top.score for turn in self.turns)

    @property
    def percentage(self) -> float:
        """The player's part of the top."""
        return 100.0 * self.total / self.top_total if self.top_total else 100.0

    def play(self, move: Move) -> "Duplicate":
        """The game after this turn; a play that the rules forbid is an error that says why, and passing scores 0."""
        top = self.top
        if top is None:
            raise InvalidMove("the game is over", expected="no more moves")
        turn = DuplicateTurn(self.rack, move, self._scored(move), top)
        kept = self.rack.without(top.placement.used)
        after = replace(self, board=self.board.with_placement(top.placement), turns=(*self.turns, turn))
        return replace(after, rack=kept)._drawn()

    def _scored(self, move: Move) -> int:
        if isinstance(move, Pass):
            return 0
        if not isinstance(move, Placement):
            raise InvalidMove("nobody exchanges in duplicate", expected="a play, or - for none")
        placement = normalised(self.board, move)
        reasons = legality(self.board, placement, self.rack, self.lexicon, self.tile_set, self.rules)
        if reasons:
            raise InvalidMove("; ".join(reason.text for reason in reasons[:5]), where=placement.word)
        return score(self.board, placement, self.tile_set, self.rules).total

    def _spent(self, placement: Placement) -> tuple[int, int]:
        return placement.used.blanks, self.rack.without(placement.used).value(self.tile_set)

    def _drawn(self) -> "Duplicate":
        """The same with a full rack that the rule allows: the rack filled up, else a new one."""
        kept, bag = self.rack, self.bag
        if not is_playable(kept + bag.tiles, self.number):
            return replace(self, rack=NO_TILES, bag=bag.put_back(kept))
        for _ in range(_MOST_DRAWS):
            drawn, left = bag.draw(self.rules.rack_size - kept.total)
            if is_playable(kept + drawn, self.number):
                return replace(self, rack=kept + drawn, bag=left)
            kept, bag = NO_TILES, left.put_back(kept + drawn)
        return replace(self, rack=NO_TILES, bag=bag)
