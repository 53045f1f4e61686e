"""What a move is worth by trial: the other player's rack is drawn at random, many times, and answers as well as it can.

    simulate(position, moves, racks=50)

Every move meets the same racks, so differences between moves are known much better than their values. A move is worth
its score and what it leaves, less the score and leave of the best answer: this sees what static equity does not, the
squares that a move opens to the other. The chance to win supposes that from then on both play equally well.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erf, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from clausal.models.scrabble.move import Exchange, Move
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import NO_TILES, Rack
from clausal.models.scrabble.rules import score
from clausal.solvers.scrabble.generator import best_by_equity
from clausal.solvers.scrabble.leave import LeaveTables, equity_of, leave_worth

SPREAD_OF_A_TILE = 8.5
"""By how many points, times the root of the tiles still unseen, the rest of a game between equal players differs (from
80 points or so in whole games of self-play)."""
_NORMAL = 1.96


@dataclass(frozen=True)
class Trial:
    """What the racks said about one move: its worth with each of them, and the chance to win."""

    move: Move
    worths: NDArray[np.float64]
    chances: NDArray[np.float64]

    @property
    def worth(self) -> float:
        return float(self.worths.mean())

    @property
    def chance(self) -> float:
        return float(self.chances.mean())

    @property
    def chance_error(self) -> float:
        """Half of the 95 % interval around the chance."""
        return error_of(self.chances)

    def behind(self, other: "Trial") -> tuple[float, float]:
        """How many points it is behind another move, rack by rack, and half of the 95 % interval around that."""
        differences = other.worths - self.worths
        return float(differences.mean()), error_of(differences)


def error_of(values: NDArray[np.float64]) -> float:
    """Half of the 95 % interval around a mean."""
    return _NORMAL * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


def simulate(
    position: Position,
    moves: Sequence[Move],
    tables: LeaveTables,
    racks: int,
    seed: int = 0,
    until: float | None = None,
) -> list[Trial]:
    """Each move against the same random racks, as many as there are, or as the clock allows (two at least)."""
    luck = Random(f"{seed}/{position.rack}/{len(moves)}")
    unseen = list(position.unseen)
    size = min(len(unseen), position.rules.rack_size)
    after = [_After.of(position, move, tables) for move in moves]
    ahead = position.scores[0] - max(position.scores[1:], default=0) if position.scores else 0
    worths: list[list[float]] = []
    for drawn in range(racks):
        if until is not None and drawn > 1 and time.perf_counter() >= until:
            break
        rack = Rack.of(luck.sample(unseen, size))
        worths.append([one.own - _best_answer(replace(one.position, rack=rack), tables) for one in after])
    table = np.array(worths)
    spread = SPREAD_OF_A_TILE * sqrt(max(len(unseen) - size, 1))
    chances = np.array([[_chance((ahead + worth) / spread) for worth in row] for row in worths])
    return [Trial(move, table[:, index], chances[:, index]) for index, move in enumerate(moves)]


@dataclass(frozen=True)
class _After:
    """The position that the other answers, and what the move itself brings: its score and what stays."""

    position: Position
    own: float

    @classmethod
    def of(cls, position: Position, move: Move, tables: LeaveTables) -> "_After":
        board, points, kept = position.board, 0, position.rack
        if isinstance(move, Placement):
            points = score(board, move, position.tile_set, position.rules).total
            board, kept = board.with_placement(move), position.rack.without(move.used)
        elif isinstance(move, Exchange):
            kept = position.rack.without(move.tiles)
        return cls(replace(position, board=board, others=(NO_TILES,)), points + worth_of(position, kept, tables))


def worth_of(position: Position, kept: Rack, tables: LeaveTables) -> float:
    """What these tiles are worth when they stay on the rack."""
    return float(leave_worth(position, np.array([kept.counts], np.int64), tables)[0])


def _best_answer(position: Position, tables: LeaveTables) -> float:
    """The best equity of the player to move; passing keeps the rack."""
    found = best_by_equity(position, tables)
    passing = worth_of(position, position.rack, tables)
    return passing if found is None else max(equity_of(position, found, tables), passing)


def _chance(deviation: float) -> float:
    return 0.5 * (1 + erf(deviation / sqrt(2)))
