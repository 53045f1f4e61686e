"""What a move is worth by trial: the other player's rack is drawn at random, many times, and the game goes on.

    simulate(position, moves, tables, racks=50, plies=2)

Every move meets the same racks and the same luck, so differences between moves are known much better than their values.
After the move come so many turns of players who make the most of score and leave: the other's answer, one's own next
turn, and so on, in compiled code. A move is worth its score and what follows, and what both have kept at the end: this
sees what static equity does not, the squares that a move opens. The chance to win supposes that from then on both play
equally well. Moves that are clearly behind are not tried further.

With few tiles in the bag every rack that the other may have is tried, each as often as it is likely, and to the end of
the game.
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
from entails.models.scrabble.tiles import NO_TILES, Bag, Rack
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_bounds import PARTS
from entails.solvers.pool.limits import cores
from entails.solvers.scrabble.leave import LeaveTables, leave_worth
from entails.solvers.scrabble.playing import MOST_TURNS, play_with

SPREAD_OF_A_TILE = 8.5
"""By how many points, times the root of the tiles still unseen, the rest of a game between equal players differs (from
80 points or so in whole games of self-play)."""
HALF_A_TURN, FULL_TURNS = 17.5, 14
"""What it is worth to be the next to move: half of the points that a turn brings, less once no full racks are drawn."""
FEW_TILES = 4
"""With no more in the bag, every rack of the other is tried."""
_NORMAL = 1.96
_CLEARLY = 1.7
"""How many times its 95 % interval a move is behind before it is given up: one in a thousand is so by chance."""
_AT_LEAST, _TOGETHER = 16, 8
"""Racks before that, and how many are tried between two looks at who is behind."""
_MOST_DRAWS = 64


@dataclass(frozen=True)
class Trial:
    """What the racks said about one move: its worth with each of them, the chance to win, what the other answered with
    (score and leave), and how likely each is beside the others. A move that was given up met only the first of them.
    With one tile in the bag and all racks tried nothing is left to chance (`is_whole`)."""

    move: Move
    worths: NDArray[np.float64]
    chances: NDArray[np.float64]
    answers: NDArray[np.float64]
    weights: NDArray[np.float64]
    is_whole: bool = False

    @property
    def worth(self) -> float:
        return float(np.average(self.worths, weights=self.weights))

    @property
    def chance(self) -> float:
        return float(np.average(self.chances, weights=self.weights))

    @property
    def answer(self) -> float:
        return float(np.average(self.answers, weights=self.weights))

    @property
    def chance_error(self) -> float:
        """Half of the 95 % interval around the chance."""
        return 0.0 if self.is_whole else error_of(self.chances, self.weights)

    def behind(self, other: "Trial") -> tuple[float, float]:
        """How many points it is behind another move, rack by rack, and half of the 95 % interval around that."""
        both = min(len(self.worths), len(other.worths))
        differences, weights = other.worths[:both] - self.worths[:both], self.weights[:both]
        error = 0.0 if self.is_whole else error_of(differences, weights)
        return float(np.average(differences, weights=weights)), error


def error_of(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Half of the 95 % interval around a mean."""
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
) -> list[Trial]:
    """Each move against the same random racks, as many as there are, or as the clock allows (two at least). The number
    of workers changes nothing but the time."""
    every = _every_rack(position, racks, seed)
    draws = iter(every or _random_racks(position, len(moves), racks, seed))
    turns = MOST_TURNS if every else plies
    after = [_After.of(position, move, tables) for move in moves]
    told: list[list[_Result]] = [[] for _ in moves]
    weights: list[float] = []
    trying = list(range(len(moves)))
    workers = workers or cores()
    with ThreadPoolExecutor(workers) as crew:
        while some := list(islice(draws, 2 if until is not None and not weights else _TOGETHER)):
            jobs = [(drawn, index) for drawn in some for index in trying]
            results = crew.map(lambda job: after[job[1]].played(job[0], turns, tables), jobs)
            for (_, index), result in zip(jobs, results, strict=True):
                told[index].append(result)
            weights += [drawn.weight for drawn in some]
            progress(min(len(weights) / racks, 1.0))
            if until is not None and clock() >= until:
                break
            trying = _still(trying, told, weights)
            if len(trying) == 1 < len(moves):
                break
    whole = len(every) == len(weights) and every[0].bag.total == 1 if every else False
    return [_trial(move, results, weights, whole) for move, results in zip(moves, told, strict=True)]


_Result = tuple[float, float, float]
"""With one rack: the worth of a move, the chance to win, the other's answer."""


def _trial(move: Move, results: list[_Result], weights: list[float], whole: bool) -> Trial:
    worths, chances, answers = np.array(results).T
    return Trial(move, worths, chances, answers, np.array(weights[: len(results)]), whole)


def _still(trying: list[int], told: list[list[_Result]], weights: list[float]) -> list[int]:
    """The moves that are not clearly behind the best of them."""
    if len(weights) < _AT_LEAST:
        return trying
    worths, weighed = np.array([[worth for worth, _, _ in told[index]] for index in trying]), np.array(weights)
    best = worths[int(np.average(worths, axis=1, weights=weighed).argmax())]
    return [
        index
        for index, own in zip(trying, worths, strict=True)
        if np.average(best - own, weights=weighed) <= _CLEARLY * error_of(best - own, weighed)
    ]


@dataclass(frozen=True)
class _Drawn:
    """What the other has, what is in the bag, how likely that is, and the luck of the draws to come."""

    rack: Rack
    bag: Rack
    weight: float
    luck: NDArray[np.float64]


def _random_racks(position: Position, moves: int, racks: int, seed: int) -> Iterator[_Drawn]:
    luck, size = Random(f"{seed}/{position.rack}/{moves}"), position.rules.rack_size
    unseen = list(position.unseen)
    for number in range(racks):
        rack = Rack.of(luck.sample(unseen, min(len(unseen), size)))
        yield _Drawn(rack, position.unseen.without(rack), 1.0, _luck(seed, number, size))


def _every_rack(position: Position, racks: int, seed: int) -> list[_Drawn]:
    """Every bag that there may be, where they are few and no more than the racks that would be drawn at random; else
    none."""
    unseen, size = position.unseen, position.rules.rack_size
    in_bag = unseen.total - size
    if not 0 < in_bag <= FEW_TILES:
        return []
    bags = list(islice(_parts_of(unseen.counts, in_bag), racks + 1))
    if len(bags) > racks:
        return []
    return [
        _Drawn(
            unseen.without(Rack(bag)),
            Rack(bag),
            float(prod(comb(all_of, some) for all_of, some in zip(unseen.counts, bag, strict=True))),
            _luck(seed, number, size),
        )
        for number, bag in enumerate(bags)
    ]


def _parts_of(counts: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many tiles."""
    if not counts:
        if size == 0:
            yield ()
        return
    for first in range(min(counts[0], size), -1, -1):
        for rest in _parts_of(counts[1:], size - first):
            yield (first, *rest)


def _luck(seed: int, number: int, size: int) -> NDArray[np.float64]:
    return np.random.default_rng((seed, number)).random((_MOST_DRAWS, size))


@dataclass(frozen=True)
class _After:
    """The position after a move, and what the move brought: its score, the tiles that stay, and what they are worth."""

    position: Position
    board: Board
    points: int
    kept: Rack
    gone: Rack
    worth: float

    @classmethod
    def of(cls, position: Position, move: Move, tables: LeaveTables) -> "_After":
        board, points, kept, gone = position.board, 0, position.rack, NO_TILES
        if isinstance(move, Placement):
            points = score(board, move, position.tile_set, position.rules).total
            board, kept = board.with_placement(move), position.rack.without(move.used)
        elif isinstance(move, Exchange):
            kept, gone = position.rack.without(move.tiles), move.tiles
        return cls(position, board, points, kept, gone, worth_of(position, kept, tables))

    def played(self, drawn: _Drawn, turns: int, tables: LeaveTables) -> _Result:
        """What happened after the move, with this rack of the other."""
        game = self._game(drawn)
        scores = self.position.scores
        before = scores[0] - max(scores[1:], default=0) if scores else 0
        if game.end is not None:
            ahead = _final(game.end, game.scores, game)
            return ahead, _won(before + ahead), 0.0
        played = play_with(game, (tables, tables), turns, drawn.luck[1:])
        done = played.done
        kept = [parts / (PARTS * game.rules.rack_size) for parts in played.kept.tolist()]
        answer = done[0].score + kept[0]
        if played.end is not None:
            ahead = _final(played.end, played.scores, game, played.racks)
            return ahead, _won(before + ahead), answer
        last = {0: self.worth} | {turn.player: worth for turn, worth in zip(done, kept, strict=True)}
        worth = played.scores[0] - played.scores[1] + last[0] - last[1]
        left = max(drawn.bag.total - sum(turn.used for turn in done[:-1]), 1)
        turn = HALF_A_TURN * min(left / FULL_TURNS, 1) * (1 if done[-1].player else -1)
        return worth, _chance((before + worth + turn) / (SPREAD_OF_A_TILE * sqrt(left))), answer

    def _game(self, drawn: _Drawn) -> Game:
        """The game after the move: one has drawn, and it is the other's turn."""
        rules, inside = self.position.rules, list(drawn.bag)
        wanted = min(rules.rack_size - self.kept.total, len(inside))
        got = [inside.pop(int(number * len(inside))) for number in drawn.luck[0, :wanted].tolist()]
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


def worth_of(position: Position, kept: Rack, tables: LeaveTables) -> float:
    """What these tiles are worth when they stay on the rack."""
    return float(leave_worth(position, np.array([kept.counts], np.int64), tables)[0])


def _final(end: End, scores: Sequence[int], game: Game, racks: tuple[Rack, ...] | None = None) -> float:
    """The points that one is ahead by when the game is over."""
    mine, other = settled(end, racks or game.racks, game.tile_set, game.rules)
    return float(scores[0] + mine - scores[1] - other)


def _won(ahead: float) -> float:
    return 0.5 if ahead == 0 else float(ahead > 0)


def _chance(deviation: float) -> float:
    return 0.5 * (1 + erf(deviation / sqrt(2)))
