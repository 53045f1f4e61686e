"""Learning of leave values: it recovers planted values, reproducibly."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from scrabble_positions import few_words, seven

from entails.data.scrabble import shipped_tile_set
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import Game
from entails.models.scrabble.rules import score
from entails.models.scrabble.tiles import SYMBOLS, Rack, worthless
from entails.solvers.scrabble.leave import leave_points
from entails.solvers.scrabble.players import PLAYERS, equity_move, leave_tables
from entails.solvers.scrabble.playing import best_equities
from entails.studies.scrabble.leave_learning import Examples, examples_of_game, learn


def test_learning_finds_what_is_there() -> None:
    """Learning recovers known values from outcomes with noise."""
    luck, bag = Random(1), [t for t, count in enumerate(shipped_tile_set("english").counts) for _ in range(count)]
    racks = [Rack.of(luck.sample(bag, 7)) for _ in range(6000)]
    equities = [30 + 20.0 * rack.blanks - 6.0 * rack.counts[SYMBOLS.index("V")] + luck.gauss(0, 5) for rack in racks]
    examples = Examples(np.array([list(rack) for rack in racks], np.uint8), np.array(equities))
    values = learn(examples, worthless("en"), shipped_tile_set("english"), "enable", 1)
    assert values.positions == 6000
    assert 16 < values.copies["?"][0] < 22
    assert -8 < values.copies["V"][0] < -4
    assert all(abs(values.copies[symbol][0]) < 2 for symbol in "AEINRST")


def test_examples_are_the_same_again() -> None:
    layout, tiles, words = seven(), shipped_tile_set("english"), few_words()
    first, again = (examples_of_game(layout, tiles, words, worthless("en"), 3) for _ in range(2))
    assert np.array_equal(first.racks, again.racks)
    assert np.array_equal(first.equities, again.equities)
    assert first.racks.shape == (len(first.equities), 7)
    assert len(first.racks) >= 16


def test_an_example_has_the_value_of_its_best_move() -> None:
    """The value of an example equals the best move of the Python player, for each rack."""
    tables = leave_tables(shipped_tile_set("english"))
    game = Game.start(("1", "2"), seven(), shipped_tile_set("english"), few_words(), seed=5)
    game = game.play(PLAYERS["equity"](game, Random(0)))
    luck, position = Random(2), game.position
    racks = [Rack.of(luck.sample(list(position.unseen + position.rack), 7)) for _ in range(20)]
    for rack, worth in zip(racks, best_equities(game, racks, tables), strict=True):
        query = replace(game, racks=(game.racks[0], rack))
        move = equity_move(query, tables)
        left = rack.without(move.used if isinstance(move, Placement) else move.tiles)  # type: ignore[union-attr]
        points = score(game.board, move, game.tile_set).total if isinstance(move, Placement) else 0
        kept = leave_points(query.position, np.array([left.counts], np.int64), tables)[0]
        assert worth == pytest.approx(points + kept)
