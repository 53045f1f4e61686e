"""Duplicate Scrabble: all players have the same rack and score their own play; the top play is laid.

Following French rules, a rack must have two vowels and two consonants until turn 15, then one of each; Y and blanks
count as either. Other racks are put back and drawn again. The game ends when no such rack can be drawn.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from entails.models.errors import InvalidMove
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Layout, Placement, normalised
from entails.models.scrabble.game import Game, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import STANDARD, Rules, legality, score
from entails.models.scrabble.tiles import NO_TILES, VOWELS, Bag, Rack, TileSet
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.placements import Placements, Scored

STRICT_TURNS = 15
_EITHER = "Y?"
_MOST_DRAWS = 1000


def is_playable(rack: Rack, turn: int) -> bool:
    """Return whether a rack has enough vowels and consonants for a turn, counted from 1."""
    least = 2 if turn <= STRICT_TURNS else 1
    counts = dict(rack.kinds())
    vowels = sum(counts.get(symbol, 0) for symbol in VOWELS)
    either = sum(counts.get(symbol, 0) for symbol in _EITHER)
    consonants = rack.total - vowels - either
    return max(least - vowels, 0) + max(least - consonants, 0) <= either


@dataclass(frozen=True, slots=True)
class DuplicateTurn:
    """One turn of duplicate: the common rack, the player's move and score, and the top play."""

    rack: Rack
    move: Move
    score: int
    top: Scored
    player: int = 0


@dataclass(frozen=True)
class Duplicate:
    """A duplicate game of one player. The rack is empty if no valid rack can be drawn."""

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
        """Start a duplicate game and draw its first rack."""
        return cls(tile_set, lexicon, rules, Board.empty(layout, tile_set.alphabet), Bag.full(tile_set, seed))._drawn()

    @classmethod
    def like(cls, game: Game) -> "Duplicate":
        """Start a duplicate game with the board, tiles, lexicon, rules and seed of another game."""
        return cls.start(game.board.layout, game.tile_set, game.lexicon, game.rules, game.bag.seed)

    @property
    def to_move(self) -> int:
        """The player to move: there is only one."""
        return 0

    @property
    def number(self) -> int:
        """Number of the turn, from 1."""
        return len(self.turns) + 1

    @property
    def position(self) -> Position:
        """The position of the current turn."""
        return Position(self.board, self.rack, self.tile_set, self.lexicon, self.rules)

    @cached_property
    def placements(self) -> Placements:
        """All plays in the position, best first."""
        return all_placements(self.position)

    @cached_property
    def top(self) -> Scored | None:
        """The top play, which is laid: highest score, then fewest blanks, then fewest points left on the rack."""
        placements = self.placements
        if not self.rack.total or not len(placements):
            return None
        best = [placements[index] for index in placements.with_score(int(placements.scores[0]))]
        return min(best, key=lambda play: self._spent(play.placement))

    @property
    def over(self) -> bool:
        """Whether the game is over, because there is no play."""
        return self.top is None

    @property
    def total(self) -> int:
        """Total score of the player."""
        return sum(turn.score for turn in self.turns)

    @property
    def top_total(self) -> int:
        """Total score of the top plays."""
        return sum(turn.top.score for turn in self.turns)

    @property
    def percentage(self) -> float:
        """Score of the player as a percentage of the top plays' total."""
        return 100.0 * self.total / self.top_total if self.top_total else 100.0

    def play(self, move: Move) -> "Duplicate":
        """Return the game after the player's move; a pass scores 0. Raises InvalidMove for an illegal move."""
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
            raise InvalidMove("exchanges are not allowed in duplicate", expected="a play, or - for none")
        placement = normalised(self.board, move)
        reasons = legality(self.board, placement, self.rack, self.lexicon, self.tile_set, self.rules)
        if reasons:
            raise InvalidMove("; ".join(reason.text for reason in reasons[:5]), where=placement.word)
        return score(self.board, placement, self.tile_set, self.rules).total

    def _spent(self, placement: Placement) -> tuple[int, int]:
        return placement.used.blanks, self.rack.without(placement.used).value(self.tile_set)

    def _drawn(self) -> "Duplicate":
        """Return the game with a full valid rack: the old rack refilled, or a new one."""
        kept, bag = self.rack, self.bag
        if not is_playable(kept + bag.tiles, self.number):
            return replace(self, rack=NO_TILES, bag=bag.put_back(kept))
        for _ in range(_MOST_DRAWS):
            drawn, left = bag.draw(self.rules.rack_size - kept.total)
            if is_playable(kept + drawn, self.number):
                return replace(self, rack=kept + drawn, bag=left)
            kept, bag = NO_TILES, left.put_back(kept + drawn)
        return replace(self, rack=NO_TILES, bag=bag)
