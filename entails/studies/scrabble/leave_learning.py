"""How leave values are learnt: by self-play, and by asking in every position what a rack drawn at random can do.

A leave is worth what the next turn makes of it: the mean of the best equity over racks that hold it, the other tiles
drawn at random, less the mean over all racks. So in every position of many games racks are drawn from the tiles that
are not on the board, the best equity of each is noted, and each part of a rack is an example of a leave with this
outcome: drawn together, what is beside the part is a random draw. Ridge regression of the outcomes on the features of
the leaves gives the values: what few examples speak of is held near nothing. They change what the best equity is, so
the same is done again with the values of the round before, starting from none.
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
from entails.models.scrabble.game import Game
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.tiles import COPIES, MOST_KEPT, LeaveValues, Rack, TileSet, symbols_of
from entails.solvers.scrabble.leave import Counts, LeaveTables, Points
from entails.solvers.scrabble.playing import best_equities, play_on

_WIDE = MOST_KEPT + 1
_NOISE = 25.0
"""About the deviation of what a turn brings, in points."""
_EXPECTED = (8.0, 1.5, 4.0)
"""About how large the values of copies, pairs and balance are: what ridge regression holds them to."""
_CHUNK = 20_000
_RACKS = 8
"""Racks drawn in each position: quicker than to play more games."""
_NEGLIGIBLE = 0.05


class Examples(NamedTuple):
    """Racks drawn at random, one a row by kind of tile, and what each can do where it was drawn."""

    racks: NDArray[np.uint8]
    worths: Points


def together(parts: Sequence[Examples]) -> Examples:
    """All of them."""
    racks, worths = zip(*parts, strict=True)
    return Examples(np.concatenate(racks), np.concatenate(worths))


def play_games(
    values: LeaveValues, seed: int, first: int, end: int, tell: Callable[[tuple[int, Examples]], None]
) -> None:
    """The examples of some games with these values, as a job of `entails.solvers.pool.pool`."""
    layout, tile_set = shipped_layout("standard"), shipped_tile_set(TILES_OF_LANGUAGE[values.language])
    words = lexicon(DEFAULT_OF_LANGUAGE[values.language]).spelt_in(tile_set.alphabet)
    games = [examples_of_game(layout, tile_set, words, values, seed + number) for number in range(first, end)]
    tell((first, together(games)))


def examples_of_game(layout: Layout, tile_set: TileSet, lexicon: Lexicon, values: LeaveValues, seed: int) -> Examples:
    """Racks drawn in each position of one game, as long as the bag holds a rack."""
    tables = LeaveTables(values, tile_set.alphabet)
    luck = Random(f"{seed}/examples")
    start = Game.start(("1", "2"), layout, tile_set, lexicon, seed=seed)
    racks: list[list[int]] = []
    worths: list[Points] = []
    for game in play_on(start, (tables, tables)).games():
        if game.bag.total < game.rules.rack_size:
            break
        position = game.position
        unseen = list(position.unseen + position.rack)
        drawn = [sorted(luck.sample(unseen, game.rules.rack_size)) for _ in range(_RACKS)]
        worths.append(best_equities(game, [Rack.of(rack, tile_set.alphabet) for rack in drawn], tables))
        racks += drawn
    return Examples(np.array(racks, np.uint8), np.concatenate(worths))


def learn(examples: Examples, like: LeaveValues, tile_set: TileSet, lexicon: str, seed: int) -> LeaveValues:
    """The values that explain the examples best; `like` has the same vowels."""
    tables = LeaveTables(like, tile_set.alphabet)
    tiles = np.random.default_rng(seed).permuted(examples.racks, axis=1)
    outcomes = examples.worths - examples.worths.mean()
    sizes = range(1, min(MOST_KEPT, tiles.shape[1]) + 1)
    kinds = tile_set.alphabet.kinds
    counts = (kinds * COPIES, len(_pairs(kinds)), _WIDE * _WIDE)
    width = sum(counts)
    products, answers = np.zeros((width, width)), np.zeros(width)
    for size in sizes:
        leaves, times, sums = _leaves_of(tiles[:, :size], outcomes, kinds)
        for first in range(0, len(leaves), _CHUNK):
            some = slice(first, first + _CHUNK)
            features = features_of(leaves[some], tables)
            products += features.T @ (features * times[some, None])
            answers += features.T @ sums[some]
    held = np.concatenate(
        [np.full(count, len(sizes) * (_NOISE / usual) ** 2) for count, usual in zip(counts, _EXPECTED, strict=True)]
    )
    found = np.linalg.solve(products + np.diag(held), answers)
    return _values(found, like, tile_set, lexicon, len(tiles), seed)


def features_of(leaves: Counts, tables: LeaveTables) -> Points:
    """What the value of a leave is linear in: copies, pairs, balance."""
    copies = [leaves >= copy for copy in range(1, COPIES)] + [np.maximum(leaves - COPIES + 1, 0)]
    there = leaves > 0
    one, other = np.array(_pairs(leaves.shape[1])).T
    vowels, consonants = tables.balance_of(leaves)
    balance = np.eye(_WIDE * _WIDE)[vowels * _WIDE + consonants]
    return np.concatenate([*copies, there[:, one] & there[:, other], balance], axis=1, dtype=np.float64)


def _pairs(kinds: int) -> list[tuple[int, int]]:
    """Two different tiles."""
    return list(combinations(range(kinds), 2))


def _leaves_of(tiles: NDArray[np.uint8], outcomes: Points, kinds: int) -> tuple[Counts, Points, Points]:
    """The different leaves among these, how often each is there, and the sum of its outcomes."""
    different, which = np.unique(np.sort(tiles, axis=1), axis=0, return_inverse=True)
    counts = np.zeros((len(different), kinds), np.int64)
    np.add.at(counts, (np.arange(len(different))[:, None], different), 1)
    times, sums = np.zeros(len(different)), np.zeros(len(different))
    np.add.at(times, which.ravel(), 1.0)
    np.add.at(sums, which.ravel(), outcomes)
    return counts, times, sums


def _values(
    found: NDArray[np.floating], like: LeaveValues, tile_set: TileSet, lexicon: str, positions: int, seed: int
) -> LeaveValues:
    """The numbers with their names, in hundredths of a point."""
    rounded, symbols = [round(float(value), 2) + 0.0 for value in found], symbols_of(tile_set.alphabet)
    kinds = tile_set.alphabet.kinds
    both = _pairs(kinds)
    copies, rest = rounded[: kinds * COPIES], rounded[kinds * COPIES :]
    pairs, balance = rest[: len(both)], rest[len(both) :]
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
            symbols[one] + symbols[other]: worth
            for (one, other), worth in zip(both, pairs, strict=True)
            if abs(worth) >= _NEGLIGIBLE
        },
        balance=tuple(tuple(balance[v * _WIDE : (v + 1) * _WIDE]) for v in range(_WIDE)),
        vowels=like.vowels,
    )
