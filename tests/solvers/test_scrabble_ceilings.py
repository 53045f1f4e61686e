"""Ceilings: bounds of endgame values without a search contain the value of brute force."""

from random import Random

import pytest

from entails.models.scrabble.rules import Rules
from entails.solvers.scrabble.endgame_search import EndgameNode, EndgameSearch

from .test_scrabble_endgame import brute, game_with, solved

TILES = "AAEEIINORSTLDQVXZ?"


def racks_of(luck: Random) -> tuple[str, str]:
    """Draw two small racks."""
    tiles = luck.sample(TILES, 4)
    return "".join(tiles[:2]), "".join(tiles[2 : luck.choice((3, 4))])


@pytest.mark.parametrize("seed", range(12))
def test_bounds_contain_the_value_of_brute_force(seed: int) -> None:
    luck = Random(seed)
    mine, yours = racks_of(luck)
    game = game_with(seed, (mine, yours), Rules(bonus_tiles=luck.choice((2, 7))), turns=luck.choice((4, 6)))
    node = EndgameNode.beginning(game.position, game.racks[1])
    low, high = EndgameSearch(node).ceilings(node)
    value = brute(game, {})
    assert low is not None
    assert high is not None
    assert low <= value <= high


def test_a_tile_that_fits_nowhere_is_never_laid() -> None:
    """With a stuck Q, nobody goes out: the bounds count its ten points once."""
    game = game_with(3, ("Q", "V"), Rules())
    node = EndgameNode.beginning(game.position, game.racks[1])
    assert EndgameSearch(node).ceilings(node) == (4 - 10, 4 - 10)


def test_a_report_without_time_has_both_bounds() -> None:
    game = game_with(5, ("QAX", "ZO"), Rules())
    report = solved(game, nodes=0)
    assert report.low != report.high
    assert report.low is not None
    assert report.high is not None
    assert report.low <= brute(game, {}) <= report.high
