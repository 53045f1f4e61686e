"""The search for the highest equity against the ranked list of all plays, including ties."""

from collections.abc import Iterator
from random import Random

import pytest
from scrabble_positions import random_positions

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.models.scrabble.board import Board
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import NO_TILES, SYMBOLS, LeaveValues, Rack, whole_set, worthless
from entails.solvers.scrabble.generator import all_placements, best_by_equity
from entails.solvers.scrabble.leave import LeaveTables, equities, equity_of, tiles_in_bag
from entails.solvers.scrabble.placements import Scored
from entails.solvers.scrabble.players import leave_tables


def first_of_the_list(position: Position, tables: LeaveTables) -> tuple[Scored, float] | None:
    result = all_placements(position)
    if not len(result):
        return None
    worth = equities(position, result, tables)
    index = int(worth.argmax())
    return result[index], float(worth[index])


def assert_same(position: Position, tables: LeaveTables) -> None:
    expected, item = first_of_the_list(position, tables), best_by_equity(position, tables)
    if expected is None or item is None:
        assert expected is None
        assert item is None
    else:
        assert (item, equity_of(position, item, tables)) == expected


def positions_of_games(language: str, words: str, games: int, seed: int) -> Iterator[Position]:
    """Yield boards at all stages of games, down to an empty bag, each with a newly drawn rack."""
    luck, tiles = Random(seed), shipped_tile_set(language)
    for _ in range(games):
        board = Board.empty(shipped_layout("standard"), tiles.alphabet)
        while len(unseen := list(whole_set(tiles).without(board.tiles))) > 7:
            rack = Rack.of(luck.sample(unseen, luck.choice((7, 7, 7, 7, 5, 2))), tiles.alphabet)
            position = Position(board, rack, tiles, lexicon(words), others=(NO_TILES,))
            yield position
            result = all_placements(position)
            if not len(result):
                break
            board = board.with_placement(result[luck.randrange(min(len(result), 12))].placement)


@pytest.mark.parametrize(("language", "words"), [("english", "enable"), ("french", "fr"), ("polish", "pl")])
def test_the_best_by_equity_is_the_first_of_the_list(language: str, words: str) -> None:
    tables, seen, empty = leave_tables(shipped_tile_set(language)), 0, 0
    for position in positions_of_games(language, words, 20, seed=1):
        assert_same(position, tables)
        seen += 1
        empty += tiles_in_bag(position) == 0
    assert seen > 300
    assert empty > 30


def whole_points(luck: Random, most: int) -> LeaveValues:
    """Return leave values of few whole points, so that many plays are tied."""

    def some() -> float:
        return float(luck.randint(-most, most))

    return worthless("en").model_copy(
        update={
            "copies": {symbol: (some(), some(), some()) for symbol in SYMBOLS},
            "pairs": {a + b: some() for a in SYMBOLS for b in SYMBOLS if a < b},
            "balance": tuple(tuple(some() for _ in range(7)) for _ in range(7)),
        }
    )


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_of_equal_plays_the_first_of_the_list_is_found(blanks: int) -> None:
    luck, ties, seen = Random(blanks), 0, 0
    several = [LeaveTables(whole_points(luck, most)) for most in (0, 1, 2, 4, 30)]
    for position in random_positions((600, 300, 100)[blanks], seed=20 + blanks, blanks=blanks):
        tables = luck.choice(several)
        assert_same(position, tables)
        result = all_placements(position)
        worth = equities(position, result, tables)
        seen += 1
        ties += len(result) > 0 and int((worth == worth.max()).sum()) > 1
    assert seen >= 100
    assert ties > seen / 20
