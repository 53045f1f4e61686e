"""How leave values are learnt: by self-play, and by asking in every position what a rack drawn at random can do.

A leave is worth what the next turn makes of it: the mean of the best equity over racks that hold it, the other tiles
drawn at random, less the mean over all racks. So in every position of many games racks are drawn from the tiles that
are not on the board, the best equity of each is noted, and each part of a rack is an example of a leave with this
outcome: drawn together, what is beside the part is a random draw. Ridge regression of the outcomes on the features of
the leaves gives the values. They change what the best equity is, so the same is done again with the values of the round
before, starting from none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from clausal.data.lexicons import DEFAULT_OF_LANGUAGE, lexicon
from clausal.data.scrabble import TILES_OF_LANGUAGE, shipped_layout, shipped_tile_set
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.game import Game
from clausal.models.scrabble.layout import Layout
from clausal.models.scrabble.leave import COPIES, MOST_KEPT, LeaveValues
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.tiles import KINDS, SYMBOLS, TileSet
from clausal.solvers.scrabble.generator import best_by_equity
from clausal.solvers.scrabble.leave import (
    Counts,
    LeaveTables,
    Points,
    balance_of,
    best_exchange,
    equity_of,
)
from clausal.solvers.scrabble.players import equity_move

_PAIRS = list(combinations(range(KINDS), 2))
_WIDE = MOST_KEPT + 1
_NOISE = 25.0
"""About the deviation of what a turn brings, in points."""
_EXPECTED = ((KINDS * COPIES, 8.0), (len(_PAIRS), 1.5), (_WIDE * _WIDE, 4.0))
"""How many values of each kind there are, and about how large they are: what ridge regression holds them to."""
_CHUNK = 20_000
_RACKS = 4
"""Racks drawn in each position: quicker than to play more games."""
_NEGLIGIBLE = 0.05


@dataclass(frozen=True)
class Example:
    """A rack drawn at random, and what it can do where it was drawn."""

    rack: Rack
    worth: float


def play_games(
    values: LeaveValues, seed: int, first: int, end: int, tell: Callable[[tuple[int, list[Example]]], None]
) -> None:
    """The examples of some games with these values, as a job of `clausal.solvers.crew`."""
    layout, tile_set = shipped_layout("standard"), shipped_tile_set(TILES_OF_LANGUAGE[values.language])
    words = lexicon(DEFAULT_OF_LANGUAGE[values.language])
    games = (examples_of_game(layout, tile_set, words, values, seed + number) for number in range(first, end))
    tell((first, [example for game in games for example in game]))


def examples_of_game(
    layout: Layout, tile_set: TileSet, lexicon: Lexicon, values: LeaveValues, seed: int
) -> list[Example]:
    """Racks drawn in each position of one game, as long as the bag holds a rack."""
    tables = LeaveTables(values)
    luck = Random(f"{seed}/examples")
    game = Game.start(("1", "2"), layout, tile_set, lexicon, seed=seed)
    found = []
    while game.end is None and game.bag.total >= game.rules.rack_size:
        position = game.position
        unseen = list(position.unseen + position.rack)
        for _ in range(_RACKS):
            rack = Rack.of(luck.sample(unseen, game.rules.rack_size))
            asked = Position(game.board, rack, tile_set, lexicon, game.rules, position.others)
            found.append(Example(rack, _best_worth(asked, game.bag.total, tables)))
        game = game.play(equity_move(game, tables))
    return found


def _best_worth(position: Position, bag: int, tables: LeaveTables) -> float:
    found, exchange = best_by_equity(position, tables), best_exchange(position, bag, tables).worth
    return exchange if found is None else max(exchange, equity_of(position, found, tables))


def learn(examples: Sequence[Example], language: str, lexicon: str, seed: int) -> LeaveValues:
    """The values that explain the examples best."""
    tiles = np.array([list(example.rack) for example in examples], np.int64)
    outcome = np.array([example.worth for example in examples])
    outcome -= outcome.mean()
    tiles = np.random.default_rng(seed).permuted(tiles, axis=1)
    sizes = range(1, min(MOST_KEPT, tiles.shape[1]) + 1)
    width = sum(count for count, _ in _EXPECTED)
    products, answers = np.zeros((width, width)), np.zeros(width)
    for first in range(0, len(tiles), _CHUNK):
        for size in sizes:
            features = features_of(_counts(tiles[first : first + _CHUNK, :size]))
            products += features.T @ features
            answers += features.T @ outcome[first : first + _CHUNK]
    held = np.concatenate([np.full(count, len(sizes) * (_NOISE / usual) ** 2) for count, usual in _EXPECTED])
    return _values(np.linalg.solve(products + np.diag(held), answers), language, lexicon, len(examples), seed)


def features_of(leaves: Counts) -> Points:
    """What the value of a leave is linear in: copies, pairs, balance."""
    copies = [leaves >= copy for copy in range(1, COPIES)] + [np.maximum(leaves - COPIES + 1, 0)]
    there = leaves > 0
    one, other = np.array(_PAIRS).T
    vowels, consonants = balance_of(leaves)
    balance = np.eye(_WIDE * _WIDE)[vowels * _WIDE + consonants]
    return np.concatenate([*copies, there[:, one] & there[:, other], balance], axis=1, dtype=np.float64)


def _counts(tiles: NDArray[np.int64]) -> Counts:
    counts = np.zeros((len(tiles), KINDS), np.int64)
    np.add.at(counts, (np.arange(len(tiles))[:, None], tiles), 1)
    return counts


def _values(found: NDArray[np.floating], language: str, lexicon: str, positions: int, seed: int) -> LeaveValues:
    """The numbers with their names, in hundredths of a point."""
    rounded = [round(float(value), 2) + 0.0 for value in found]
    copies, rest = rounded[: KINDS * COPIES], rounded[KINDS * COPIES :]
    pairs, balance = rest[: len(_PAIRS)], rest[len(_PAIRS) :]
    return LeaveValues(
        language=language,
        lexicon=lexicon,
        positions=positions,
        seed=seed,
        copies={symbol: (copies[t], copies[KINDS + t], copies[2 * KINDS + t]) for t, symbol in enumerate(SYMBOLS)},
        pairs={
            SYMBOLS[one] + SYMBOLS[other]: worth
            for (one, other), worth in zip(_PAIRS, pairs, strict=True)
            if abs(worth) >= _NEGLIGIBLE
        },
        balance=tuple(tuple(balance[v * _WIDE : (v + 1) * _WIDE]) for v in range(_WIDE)),
    )
