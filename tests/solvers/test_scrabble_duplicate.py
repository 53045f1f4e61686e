"""Duplicate Scrabble: valid racks, top plays, and the end of the game."""

from random import Random

import pytest
from scrabble_positions import few_words, seven
from scrabble_samples import refusal

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import PASS, Exchange
from entails.models.scrabble.rules import legality
from entails.models.scrabble.tiles import Rack
from entails.solvers.scrabble.duplicate import STRICT_TURNS, Duplicate, is_playable
from entails.solvers.scrabble.generator import all_placements


@pytest.mark.parametrize(
    ("rack", "early", "late"),
    [
        ("AABBCDF", True, True),
        ("AEBCDFG", True, True),
        ("ABCDFGH", False, True),
        ("BCDFGHJ", False, False),
        ("AEIOUBA", False, True),
        ("AEIOUAE", False, False),
        ("YBCDFGH", False, True),
        ("YABCDFG", True, True),
        ("YYBCDFG", True, True),
        ("??BCDFG", True, True),
        ("?YAEIOU", True, True),
        ("?AEIOUA", False, True),
        ("Y?", False, True),
        ("??", False, True),
        ("?", False, False),
        ("YY??", True, True),
        ("", False, False),
    ],
)
def test_which_racks_may_be_played(rack: str, early: bool, late: bool) -> None:
    tiles = Rack.read(rack)
    assert is_playable(tiles, 1) == is_playable(tiles, STRICT_TURNS) == early
    assert is_playable(tiles, STRICT_TURNS + 1) == late


def game_of(language: str, seed: int) -> Duplicate:
    tiles, words = {"fr": ("french", "fr"), "en": ("english", "enable")}[language]
    return Duplicate.start(shipped_layout("standard"), shipped_tile_set(tiles), lexicon(words), seed=seed)


@pytest.mark.parametrize(("language", "seed"), [("fr", 1), ("fr", 2), ("en", 3)])
def test_whole_games(language: str, seed: int) -> None:
    game, luck = game_of(language, seed), Random(seed)
    total = game.tile_set.total
    while not game.over:
        assert is_playable(game.rack, game.number)
        assert game.rack.total == 7 or game.bag.total == 0
        assert game.bag.total + game.rack.total + game.board.tiles.total == total
        top = game.top
        assert top is not None
        assert not legality(game.board, top.placement, game.rack, game.lexicon, game.tile_set)
        assert top.score == all_placements(game.position)[0].score
        move = luck.choice([PASS, top.placement, luck.choice(game.placements).placement])
        before, game = game, game.play(move)
        assert game.board == before.board.with_placement(top.placement)
        turn = game.turns[-1]
        assert turn.score == (0 if move is PASS else dict(before.placements)[turn.move])
        assert turn.score <= turn.top.score
    assert game.total < game.top_total
    assert game.percentage == pytest.approx(100 * game.total / game.top_total)
    assert game.rack.total == 0 or not len(all_placements(game.position))
    if not game.rack.total:
        assert not is_playable(game.bag.tiles, game.number)
    assert "over" in refusal(lambda: game.play(PASS))


def test_the_same_seed_gives_the_same_game() -> None:
    item, second = game_of("fr", 9), game_of("fr", 9)
    for _ in range(5):
        assert item == second
        assert item.top is not None
        item, second = item.play(PASS), second.play(item.top.placement)
        assert (item.rack, item.board) == (second.rack, second.board)
        second = item


def test_of_equal_tops_the_one_that_saves_blanks() -> None:
    words, saved = few_words(), 0
    for seed in range(60):
        game = Duplicate.start(seven(), shipped_tile_set("english"), words, seed=seed)
        for _ in range(3):
            if game.top is None:
                break
            tops = [game.placements[index].placement for index in game.placements.with_score(game.top.score)]
            fewest = min(placement.used.blanks for placement in tops)
            assert game.top.placement.used.blanks == fewest
            saved += max(placement.used.blanks for placement in tops) > fewest
            game = game.play(PASS)
    assert saved


def test_what_is_not_allowed() -> None:
    game = game_of("en", 4)
    assert "exchange" in refusal(lambda: game.play(Exchange(game.rack)))
    assert "start" in refusal(lambda: game.play(Placement(0, 0, True, "ZZ", "ZZ")))
