"""Simulation of moves: random racks are drawn for the opponent, and the game is continued.

    simulate(position, moves, tables, racks=50, plies=2)

All moves meet the same racks and draws, so differences between moves are known much better than their values. After the
move, both players continue by equity for `plies` turns, in compiled code. The value of a move is its score, the points
of the turns after it, and the leave values at the end; unlike static equity, it includes the squares that a move opens.
The winning probability assumes that both play equally well from then on. Moves that are clearly behind are dropped.

With few tiles in the bag, every possible rack of the opponent is tried, weighted by its probability, to the end of the
game. Tiles of the opponent that are known stay on every rack; an inference from the last play makes some racks more
likely (`entails.solvers.scrabble.inference`).
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from math import comb, erf, prod, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from entails.models.scrabble.board import Board, Placement
from entails.models.scrabble.game import End, Exchange, Game, Move, settled
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import score
from entails.models.scrabble.tiles import NO_TILES, Bag, Rack, tile_choices
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_leaves import PARTS
from entails.solvers.pool.limits import cores
from entails.solvers.scrabble.inference import RackInference
from entails.solvers.scrabble.leave import LeaveTables, leave_points
from entails.solvers.scrabble.playing import MOST_TURNS, play_with

SPREAD_OF_A_TILE = 8.5
"""Standard deviation of the rest of a game between equal players, divided by the square root of the tiles left.

Whole games of self-play have a standard deviation of about 80 points.
"""
HALF_A_TURN, FULL_TURNS = 17.5, 14
"""Advantage of being next to move: half of the points of a turn, less when fewer tiles than `FULL_TURNS` are left."""
FEW_TILES = 4
"""Maximum number of tiles in the bag for which every rack of the opponent is tried."""
_NORMAL = 1.96
_RULE_OF_THREE = 3.0
"""An outcome that n trials never had has at most the probability 3 / n, at 95 % (Hanley and Lippman-Hand 1983)."""
_CLEARLY = 1.7
"""Multiple of the 95 % interval by which a move must be behind to be dropped; this happens once in a thousand by
chance.
"""
_AT_LEAST, _TOGETHER = 16, 8
"""Racks before the first move is dropped, and fewest racks between two checks."""
_MOST_TOGETHER = 64
_MOST_DRAWS = 64


@dataclass(frozen=True)
class Trial:
    """The simulation results of one move.

    Attributes:
        values: Value of the move with each rack; a dropped move has only the first racks.
        chances: Winning probability with each rack.
        answers: Score plus leave value of the opponent's answer to each rack.
        weights: Relative probability of each rack.
    """

    move: Move
    values: NDArray[np.float64]
    chances: NDArray[np.float64]
    answers: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def value(self) -> float:
        return float(np.average(self.values, weights=self.weights))

    @property
    def chance(self) -> float:
        return float(np.average(self.chances, weights=self.weights))

    @property
    def answer(self) -> float:
        return float(np.average(self.answers, weights=self.weights))

    @property
    def value_error(self) -> float:
        """Half width of the 95 % interval of the value."""
        return error_of(self.values, self.weights)

    @property
    def chance_error(self) -> float:
        """Half width of the 95 % interval of the winning probability.

        If all outcomes are equal, their variance says nothing: then the rule of three gives the interval.
        """
        return error_of(self.chances, self.weights) or min(_RULE_OF_THREE / len(self.chances), 1.0)

    def behind(self, better: "Trial") -> tuple[float, float]:
        """Return the mean difference to a better move over the same racks, and half of its 95 % interval."""
        both = min(len(self.values), len(better.values))
        differences, weights = better.values[:both] - self.values[:both], self.weights[:both]
        return float(np.average(differences, weights=weights)), error_of(differences, weights)

    def is_clearly_behind(self, better: "Trial") -> bool:
        """Return whether a move is so far behind a better one that it is dropped."""
        lost, error = self.behind(better)
        return lost > _CLEARLY * error


def error_of(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Return half the width of the 95 % interval of a weighted mean."""
    if len(values) < 2:
        return 0.0
    mean = np.average(values, weights=weights)
    deviation = sqrt(float(np.average((values - mean) ** 2, weights=weights)))
    return _NORMAL * deviation / sqrt(len(values) - 1)


def simulate(
    position: Position,
    moves: Sequence[Move],
    tables: LeaveTables,
    racks: int,
    seed: int = 0,
    until: float | None = None,
    *,
    plies: int = 1,
    workers: int | None = None,
    progress: Callable[[float], object] = lambda _: None,
    watch: Callable[[list[Trial]], object] | None = None,
    known: Rack = NO_TILES,
    inference: RackInference | None = None,
) -> list[Trial]:
    """Try each move against the same racks, up to `racks` of them or until the deadline (at least two).

    The number of workers affects only the time. `watch` receives the results so far. The opponent has the `known`
    tiles; an `inference` makes racks more likely with which the opponent's last play is good.
    """
    complete = [] if inference is not None else _all_racks(position, racks, seed, known)
    draws = iter(complete or _random_racks(position, len(moves), racks, seed, known, inference))
    turns = MOST_TURNS if complete else plies
    after = [_AfterMove.of(position, move, tables) for move in moves]
    results: list[list[_Result]] = [[] for _ in moves]
    weights: list[float] = []
    trying = list(range(len(moves)))
    workers = workers or cores()
    with ThreadPoolExecutor(workers) as pool:
        while batch := list(islice(draws, 2 if until is not None and not weights else _batch_size(len(weights)))):
            jobs = [(drawn, index) for drawn in batch for index in trying]
            outcomes = pool.map(lambda job: after[job[1]].played(job[0], turns, tables), jobs)
            for (_, index), result in zip(jobs, outcomes, strict=True):
                results[index].append(result)
            weights += [drawn.weight for drawn in batch]
            progress(min(len(weights) / racks, 1.0))
            if watch is not None:
                watch([_trial(move, outcomes, weights) for move, outcomes in zip(moves, results, strict=True)])
            if until is not None and clock() >= until:
                break
            trying = _not_behind(trying, results, weights)
            if len(trying) == 1 < len(moves):
                break
    return [_trial(move, outcomes, weights) for move, outcomes in zip(moves, results, strict=True)]


def is_ahead(trials: Sequence[Trial]) -> bool:
    """Return whether one move is clearly ahead of all others."""
    best, *others = sorted(trials, key=lambda trial: -trial.value)
    return all(trial.is_clearly_behind(best) for trial in others)


def tries_every_rack(position: Position, racks: int, known: Rack = NO_TILES) -> bool:
    """Return whether `simulate` enumerates all racks of the opponent, when used without inference."""
    return bool(_all_racks(position, racks, 0, known))


def _batch_size(tried: int) -> int:
    """Return the number of racks until the next check, which grows with the racks tried."""
    return min(max(tried // _TOGETHER, _TOGETHER), _MOST_TOGETHER)


_Result = tuple[float, float, float]
"""Result with one rack: value of the move, winning probability, value of the opponent's answer."""


def _trial(move: Move, results: list[_Result], weights: list[float]) -> Trial:
    values, chances, answers = np.array(results).T
    return Trial(move, values, chances, answers, np.array(weights[: len(results)]))


def _not_behind(trying: list[int], results: list[list[_Result]], weights: list[float]) -> list[int]:
    """Return the indices of the moves that are not clearly behind the best."""
    if len(weights) < _AT_LEAST:
        return trying
    values, weighed = np.array([[value for value, _, _ in results[index]] for index in trying]), np.array(weights)
    best = values[int(np.average(values, axis=1, weights=weighed).argmax())]
    return [
        index
        for index, own in zip(trying, values, strict=True)
        if np.average(best - own, weights=weighed) <= _CLEARLY * error_of(best - own, weighed)
    ]


@dataclass(frozen=True)
class _DrawnRack:
    """A rack of the opponent, with the bag, its probability, and random numbers for later draws."""

    rack: Rack
    bag: Rack
    weight: float
    random_numbers: NDArray[np.float64]


def _random_racks(
    position: Position, moves: int, racks: int, seed: int, known: Rack, inference: RackInference | None
) -> Iterator[_DrawnRack]:
    random, size = Random(f"{seed}/{position.rack}/{moves}"), position.rules.rack_size
    hidden = list(position.unseen.without(known))
    count = min(len(hidden), size - known.total)
    for number in range(racks):
        if inference is None:
            rack = known + Rack.of(random.sample(hidden, count))
        else:
            rack = inference.drawn(known, hidden, random)
        yield _DrawnRack(rack, position.unseen.without(rack), 1.0, _random_numbers(seed, number, size))


def _all_racks(position: Position, racks: int, seed: int, known: Rack) -> list[_DrawnRack]:
    """Return every possible rack if there are at most `racks` of them, else an empty list."""
    unseen, size = position.unseen, position.rules.rack_size
    hidden = unseen.without(known)
    in_bag = unseen.total - size
    if not 0 < in_bag <= FEW_TILES:
        return []
    bags = list(islice(tile_choices(hidden.counts, in_bag), racks + 1))
    if len(bags) > racks:
        return []
    return [
        _DrawnRack(
            unseen.without(Rack(bag)),
            Rack(bag),
            float(prod(comb(available, taken) for available, taken in zip(hidden.counts, bag, strict=True))),
            _random_numbers(seed, number, size),
        )
        for number, bag in enumerate(bags)
    ]


def _random_numbers(seed: int, number: int, size: int) -> NDArray[np.float64]:
    return np.random.default_rng((seed, number)).random((_MOST_DRAWS, size))


@dataclass(frozen=True)
class _AfterMove:
    """The position after a move, with its score, the tiles kept and exchanged, and the leave value."""

    position: Position
    board: Board
    points: int
    kept: Rack
    gone: Rack
    leave_value: float

    @classmethod
    def of(cls, position: Position, move: Move, tables: LeaveTables) -> "_AfterMove":
        board, points, kept, gone = position.board, 0, position.rack, NO_TILES
        if isinstance(move, Placement):
            points = score(board, move, position.tile_set, position.rules).total
            board, kept = board.with_placement(move), position.rack.without(move.used)
        elif isinstance(move, Exchange):
            kept, gone = position.rack.without(move.tiles), move.tiles
        return cls(position, board, points, kept, gone, leave_value_of(position, kept, tables))

    def played(self, drawn: _DrawnRack, turns: int, tables: LeaveTables) -> _Result:
        """Continue the game with a given rack of the opponent; return the result."""
        game = self._game(drawn)
        scores = self.position.scores
        before = scores[0] - max(scores[1:], default=0) if scores else 0
        if game.end is not None:
            ahead = _final(game.end, game.scores, game)
            return ahead, _won(before + ahead), 0.0
        played = play_with(game, (tables, tables), turns, drawn.random_numbers[1:])
        done = played.done
        kept = [parts / (PARTS * game.rules.rack_size) for parts in played.kept.tolist()]
        answer = done[0].score + kept[0]
        if played.end is not None:
            ahead = _final(played.end, played.scores, game, played.racks)
            return ahead, _won(before + ahead), answer
        last = {0: self.leave_value} | {turn.player: value for turn, value in zip(done, kept, strict=True)}
        value = played.scores[0] - played.scores[1] + last[0] - last[1]
        left = max(drawn.bag.total - sum(turn.used for turn in done[:-1]), 1)
        turn = HALF_A_TURN * min(left / FULL_TURNS, 1) * (1 if done[-1].player else -1)
        return value, _chance((before + value + turn) / (SPREAD_OF_A_TILE * sqrt(left))), answer

    def _game(self, drawn: _DrawnRack) -> Game:
        """Return the game after the move and the player's draw, with the opponent to move."""
        rules, inside = self.position.rules, list(drawn.bag)
        wanted = min(rules.rack_size - self.kept.total, len(inside))
        got = [inside.pop(int(number * len(inside))) for number in drawn.random_numbers[0, :wanted].tolist()]
        return Game(
            ("1", "2"),
            self.position.tile_set,
            self.position.lexicon,
            rules,
            self.board,
            Bag(Rack.of(inside) + self.gone),
            (self.kept + Rack.of(got), drawn.rack),
            (self.points, 0),
            to_move=1,
            zeros=0 if self.points else self.position.zeros + 1,
        )


def leave_value_of(position: Position, kept: Rack, tables: LeaveTables) -> float:
    """Return the value of the kept tiles as a leave."""
    return float(leave_points(position, np.array([kept.counts], np.int64), tables)[0])


def _final(end: End, scores: Sequence[int], game: Game, racks: tuple[Rack, ...] | None = None) -> float:
    """Return the player's lead at the end of the game, after the final adjustments."""
    mine, theirs = settled(end, racks or game.racks, game.tile_set, game.rules)
    return float(scores[0] + mine - scores[1] - theirs)


def _won(ahead: float) -> float:
    return 0.5 if ahead == 0 else float(ahead > 0)


def _chance(deviation: float) -> float:
    return 0.5 * (1 + erf(deviation / sqrt(2)))
