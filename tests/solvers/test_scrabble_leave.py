"""Leave values: the arrays against a plain sum, and the shipped values."""

from random import Random

import numpy as np
import pytest
from scrabble_positions import few_words, random_positions, seven
from scrabble_samples import refusal

from entails.data.lexicons import lexicon
from entails.data.scrabble import LANGUAGES, TILES_OF_LANGUAGE, leave_values, shipped_layout, shipped_tile_set
from entails.models.alphabet import LATIN
from entails.models.scrabble.board import Board, Placement
from entails.models.scrabble.game import Exchange, Game
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import (
    BLANK,
    COPIES,
    MOST_KEPT,
    NO_TILES,
    SYMBOLS,
    LeaveValues,
    Rack,
    TileSet,
    symbols_of,
    worthless,
)
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.leave import (
    LeaveTables,
    best_exchange,
    equities,
    leave_numbers,
    leave_points,
    possible_leaves,
    tiles_in_bag,
)
from entails.solvers.scrabble.players import PLAYERS, equity_move, leave_tables


def plain_worth(values: LeaveValues, leave: Rack) -> float:
    """Compute the value of a leave tile by tile and pair by pair."""
    text = leave.symbols
    total = 0.0
    for symbol in set(text):
        for copy in range(text.count(symbol)):
            total += values.copies[symbol][min(copy, COPIES - 1)]
    total += sum(worth for pair, worth in values.pairs.items() if pair[0] in text and pair[1] in text)
    vowels = sum(symbol in values.vowels for symbol in text)
    consonants = len(text) - vowels - text.count("?")
    balance = values.balance[min(vowels, MOST_KEPT)][min(consonants, MOST_KEPT)]
    return total + balance - values.balance[0][0]  # an empty leave is worth nothing


def opening(rack: str, unseen_others: int = 1) -> Position:
    board = Board.empty(shipped_layout("standard"))
    others = (NO_TILES,) * unseen_others
    return Position(board, Rack.read(rack), shipped_tile_set("english"), lexicon("enable"), others=others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_arrays_value_leaves_as_a_plain_sum_does(language: str) -> None:
    values, luck, tile_set = leave_values(language), Random(3), shipped_tile_set(TILES_OF_LANGUAGE[language])
    bag = [tile for tile, count in enumerate(tile_set.counts) for _ in range(count)]
    leaves = [Rack.of(luck.sample(bag, luck.randrange(8)), tile_set.alphabet) for _ in range(300)]
    result = leave_tables(tile_set).of(np.array([leave.counts for leave in leaves], np.int64))
    assert result == pytest.approx([plain_worth(values, leave) for leave in leaves])


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_leave_numbers_are_the_tiles_that_stay(blanks: int) -> None:
    seen = 0
    for position in random_positions(25, seed=blanks, blanks=blanks):
        result = all_placements(position)
        kept = possible_leaves(position.rack)
        assert len(kept) == len({tuple(row) for row in kept.tolist()})
        stays = np.array(position.rack.counts) - result.used
        assert np.array_equal(kept[leave_numbers(position.rack, result)], stays)
        seen += len(result)
    assert seen > 200


def test_equity_is_score_and_leave() -> None:
    position, tables = opening("AEINRST"), LeaveTables(leave_values("en"))
    result = all_placements(position)
    worth = equities(position, result, tables)
    for index in range(0, len(result), 37):
        placement, score = result[index]
        leave = position.rack.without(placement.used)
        assert worth[index] == pytest.approx(score + plain_worth(leave_values("en"), leave))


def test_leaves_fade_with_the_bag_and_turn_into_points_at_the_end() -> None:
    tables = LeaveTables(leave_values("en"))
    words = Board.from_rows(shipped_layout("standard"), ["." * 15] * 7 + ["....MARS......."] + ["." * 15] * 7)
    counts = [0] * 27
    for symbol, count in {"M": 1, "A": 3, "R": 2, "S": 2, "E": 4, "Q": 1, "?": 1, "T": 3}.items():
        counts[SYMBOLS.index(symbol)] = count
    few = shipped_tile_set("english").model_copy(update={"counts": tuple(counts)})
    nearly = Position(words, Rack.read("AE"), few, lexicon("enable"))
    leaves = np.array([Rack.read("E").counts, NO_TILES.counts], np.int64)
    assert tiles_in_bag(nearly) == 17 - 4 - 2 - 7
    assert leave_points(nearly, leaves, tables) == pytest.approx(tables.of(leaves) * 4 / 7)
    empty = Position(words, Rack.read("AEEEETTT?"), few, lexicon("enable"))
    assert tiles_in_bag(empty) == 0
    unseen = empty.unseen.value(few)
    assert leave_points(empty, leaves, tables).tolist() == [-2.0, 2.0 * unseen]


def test_an_exchange_keeps_the_best() -> None:
    position, tables = opening("IIUUVV?"), LeaveTables(leave_values("en"))
    exchange = best_exchange(position, 80, tables)
    kept = position.rack.without(exchange.exchanged)
    assert kept.blanks == 1
    every = {
        str(Rack(tuple(row))): worth
        for row, worth in zip(
            possible_leaves(position.rack).tolist(), tables.of(possible_leaves(position.rack)), strict=True
        )
    }
    del every[str(position.rack)]
    assert exchange.value == pytest.approx(max(every.values()))
    assert best_exchange(position, 1, tables).exchanged.total == 1


def test_the_equity_player_plays_by_the_rules() -> None:
    kinds = set()
    for seed in range(4):
        game = Game.start(
            ("1", "2"), shipped_layout("standard"), shipped_tile_set("english"), lexicon("enable"), seed=seed
        )
        while game.end is None:
            move = PLAYERS["equity"](game, Random(0))
            kinds.add(type(move))
            game = game.play(move)
        assert game.end == "out"
    assert Placement in kinds


def test_without_values_the_equity_player_takes_the_highest_score() -> None:
    tables = LeaveTables(worthless("en"))
    game = Game.start(("1", "2"), seven(), shipped_tile_set("english"), few_words(), seed=5)
    for _ in range(6):
        move = equity_move(game, tables)
        best = all_placements(game.position).best
        if best is None:
            assert isinstance(move, Exchange)
        else:
            assert move == best.placement
        game = game.play(move)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_values_that_ship_make_sense(language: str) -> None:
    values = leave_values(language)
    first = {symbol: copies[0] for symbol, copies in values.copies.items()}
    assert values.language == language
    assert values.positions > 100_000
    best = sorted(first, key=lambda symbol: -first[symbol])
    assert best.index(SYMBOLS[BLANK]) == (1 if language == "hu" else 0), "a Hungarian Ő counts 7 and ends many words"
    assert values.copies[{"ru": "И", "el": "Ι"}.get(language, "I")][1] < 0
    assert set(values.copies) == set(symbols_of(shipped_tile_set(TILES_OF_LANGUAGE[language]).alphabet)) - {" "}
    if language in ("en", "fr"):
        assert first["S"] > 2
        assert first["U"] < first["E"]
        assert all(values.copies[vowel][1] < 0 for vowel in "AIOU")


def test_tiles_without_a_value_count_as_zero() -> None:
    """Tiles without a leave value count 0, as in custom sets with additional letters."""
    known = shipped_tile_set("english")
    own = TileSet(**{**known.model_dump(), "letters": LATIN.letters + "ñ"})
    tables = leave_tables(own)
    worth = [float(tables.of(np.array([Rack.read(rack, own.alphabet).counts]))[0]) for rack in ("QU", "QUÑ")]
    assert worth[0] == pytest.approx(plain_worth(leave_values("en"), Rack.read("QU")))
    assert worth[1] == pytest.approx(
        worth[0] + leave_values("en").balance[1][2] - leave_values("en").balance[1][1]  # one consonant more
    )


def test_other_languages_have_none() -> None:
    assert "no leave values" in refusal(lambda: leave_values("de"))


@pytest.mark.parametrize(
    "change",
    [
        {"copies": {}},
        {"pairs": {"AA": 1.0}},
        {"pairs": {"A": 1.0}},
        {"balance": ((0.0,),)},
        {"pairs": {"AB": float("nan")}},
    ],
    ids=["no tiles", "a pair of one", "one tile", "small balance", "no number"],
)
def test_values_are_checked(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        LeaveValues.model_validate({**worthless().model_dump(), **change})
