"""Learning of leave values by self-play and ridge regression.

The value of a leave is the mean of the best equity over racks that contain it, the other tiles drawn at random, minus
the mean over all racks. In every position of many games, racks are drawn from the tiles that are not on the board, and
the best equity of each is computed. Every subset of such a rack is an example of a leave with this outcome, because the
other tiles of the rack are a random draw. Ridge regression of the outcomes on the features of the leaves gives the
values; it shrinks values with few examples towards 0. As the values change the best equities, the procedure is repeated
with the values of the round before, beginning with values of 0.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, lexicon
from entails.data.scrabble import TILES_OF_LANGUAGE, shipped_layout, shipped_tile_set
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Layout
from entails.models.scrabble.game import Game
from entails.models.scrabble.tiles import COPIES, MOST_KEPT, LeaveValues, Rack, TileSet, symbols_of
from entails.solvers.scrabble.leave import Counts, LeaveTables, Points
from entails.solvers.scrabble.playing import best_equities, play_on

_WIDE = MOST_KEPT + 1
_NOISE = 25.0
"""Approximate standard deviation of the points of a turn."""
_EXPECTED = (8.0, 1.5, 4.0)
"""Approximate size of the values of copies, pairs and balance: the scale of the ridge penalties."""
_CHUNK = 20_000
_RACKS = 8
"""Number of racks drawn in each position; drawing racks is faster than playing more games."""
_NEGLIGIBLE = 0.05


class Examples(NamedTuple):
    """Training examples: random racks as rows of tile numbers, and the best equity of each."""

    racks: NDArray[np.uint8]
    equities: Points


def together(parts: Sequence[Examples]) -> Examples:
    """Return several sets of examples as one."""
    racks, equities = zip(*parts, strict=True)
    return Examples(np.concatenate(racks), np.concatenate(equities))


def play_games(
    values: LeaveValues, seed: int, first: int, end: int, tell: Callable[[tuple[int, Examples]], None]
) -> None:
    """Return the examples from some games with these leave values; runs in a worker process."""
    layout, tile_set = shipped_layout("standard"), shipped_tile_set(TILES_OF_LANGUAGE[values.language])
    words = lexicon(DEFAULT_OF_LANGUAGE[values.language]).spelt_in(tile_set.alphabet)
    games = [examples_of_game(layout, tile_set, words, values, seed + number) for number in range(first, end)]
    tell((first, together(games)))


def examples_of_game(layout: Layout, tile_set: TileSet, lexicon: Lexicon, values: LeaveValues, seed: int) -> Examples:
    """Return examples from every position of one game, as long as the bag has a full rack."""
    tables = LeaveTables(values, tile_set.alphabet)
    random = Random(f"{seed}/examples")
    start = Game.start(("1", "2"), layout, tile_set, lexicon, seed=seed)
    racks: list[list[int]] = []
    equities: list[Points] = []
    for game in play_on(start, (tables, tables)).games():
        if game.bag.total < game.rules.rack_size:
            break
        position = game.position
        unseen = list(position.unseen + position.rack)
        drawn = [sorted(random.sample(unseen, game.rules.rack_size)) for _ in range(_RACKS)]
        equities.append(best_equities(game, [Rack.of(rack, tile_set.alphabet) for rack in drawn], tables))
        racks += drawn
    return Examples(np.array(racks, np.uint8), np.concatenate(equities))


def learn(examples: Examples, like: LeaveValues, tile_set: TileSet, lexicon: str, seed: int) -> LeaveValues:
    """Return the leave values that best fit the examples; `like` supplies letters and vowels."""
    tables = LeaveTables(like, tile_set.alphabet)
    tiles = np.random.default_rng(seed).permuted(examples.racks, axis=1)
    outcomes = examples.equities - examples.equities.mean()
    sizes = range(1, min(MOST_KEPT, tiles.shape[1]) + 1)
    kinds = tile_set.alphabet.kinds
    counts = (kinds * COPIES, len(_pairs(kinds)), _WIDE * _WIDE)
    width = sum(counts)
    products, answers = np.zeros((width, width)), np.zeros(width)
    for size in sizes:
        leaves, times, sums = _leaves_of(tiles[:, :size], outcomes, kinds)
        for first in range(0, len(leaves), _CHUNK):
            chunk = slice(first, first + _CHUNK)
            features = features_of(leaves[chunk], tables)
            products += features.T @ (features * times[chunk, None])
            answers += features.T @ sums[chunk]
    penalties = np.concatenate(
        [np.full(count, len(sizes) * (_NOISE / usual) ** 2) for count, usual in zip(counts, _EXPECTED, strict=True)]
    )
    coefficients = np.linalg.solve(products + np.diag(penalties), answers)
    return _values(coefficients, like, tile_set, lexicon, len(tiles), seed)


def features_of(leaves: Counts, tables: LeaveTables) -> Points:
    """Return the features (copies, pairs, balance) of leaves; the fitted value is linear in them."""
    copies = [leaves >= copy for copy in range(1, COPIES)] + [np.maximum(leaves - COPIES + 1, 0)]
    is_kept = leaves > 0
    first, second = np.array(_pairs(leaves.shape[1])).T
    vowels, consonants = tables.balance_of(leaves)
    balance = np.eye(_WIDE * _WIDE)[vowels * _WIDE + consonants]
    return np.concatenate([*copies, is_kept[:, first] & is_kept[:, second], balance], axis=1, dtype=np.float64)


def _pairs(kinds: int) -> list[tuple[int, int]]:
    """Return all pairs of two different tiles."""
    return list(combinations(range(kinds), 2))


def _leaves_of(tiles: NDArray[np.uint8], outcomes: Points, kinds: int) -> tuple[Counts, Points, Points]:
    """Return the distinct leaves, the number of occurrences of each, and the sum of the outcomes after it."""
    different, which = np.unique(np.sort(tiles, axis=1), axis=0, return_inverse=True)
    counts = np.zeros((len(different), kinds), np.int64)
    np.add.at(counts, (np.arange(len(different))[:, None], different), 1)
    times, sums = np.zeros(len(different)), np.zeros(len(different))
    np.add.at(times, which.ravel(), 1.0)
    np.add.at(sums, which.ravel(), outcomes)
    return counts, times, sums


def _values(
    coefficients: NDArray[np.floating], like: LeaveValues, tile_set: TileSet, lexicon: str, positions: int, seed: int
) -> LeaveValues:
    """Return leave values from the fitted coefficients, rounded to hundredths of a point."""
    rounded, symbols = [round(float(value), 2) + 0.0 for value in coefficients], symbols_of(tile_set.alphabet)
    kinds = tile_set.alphabet.kinds
    tile_pairs = _pairs(kinds)
    copies, rest = rounded[: kinds * COPIES], rounded[kinds * COPIES :]
    pairs, balance = rest[: len(tile_pairs)], rest[len(tile_pairs) :]
    return LeaveValues(
        language=tile_set.language,
        lexicon=lexicon,
        positions=positions,
        seed=seed,
        copies={
            symbol: (copies[kind], copies[kinds + kind], copies[2 * kinds + kind])
            for symbol in like.copies
            for kind in [symbols.index(symbol)]
        },
        pairs={
            symbols[first] + symbols[second]: points
            for (first, second), points in zip(tile_pairs, pairs, strict=True)
            if abs(points) >= _NEGLIGIBLE
        },
        balance=tuple(tuple(balance[v * _WIDE : (v + 1) * _WIDE]) for v in range(_WIDE)),
        vowels=like.vowels,
    )
