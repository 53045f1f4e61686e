"""Whole Scrabble games: bag, turns, endings, final scores, saving and resuming."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrabble_samples import SHORT_WORDS, random_game, refusal

from entails.data.scrabble import layout, tile_set
from entails.formats.scrabble.saved import read_saved, saved_game, saved_turn
from entails.models.errors import InvalidMove, InvalidOption, InvalidPuzzle
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import read_placement
from entails.models.scrabble.game import PASS, Exchange, Game, read_move, write_move
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import NO_TILES, Bag, Rack, TileSet, whole_set

ENGLISH = tile_set("english")


def own(_name: str) -> Lexicon:
    return SHORT_WORDS


def small_set(letters: str) -> TileSet:
    """Build a tile set of just these tiles, each letter worth its place in the alphabet."""
    return TileSet(name="small", language="en", counts=Rack.read(letters).counts, values=(*range(1, 27), 0))


def start(letters: str, players: tuple[str, ...] = ("A", "B"), **rules: Any) -> Game:
    return Game.start(players, layout(), small_set(letters), SHORT_WORDS, Rules(**rules))


@given(st.integers(0, 10**9), st.lists(st.integers(0, 12), max_size=20))
def test_a_bag_loses_nothing_and_repeats_itself(seed: int, draws: list[int]) -> None:
    bag, taken = Bag.full(ENGLISH, seed), NO_TILES
    for count in draws:
        before = bag
        drawn, bag = bag.draw(count)
        assert drawn.total == min(count, before.total)
        assert before.draw(count) == (drawn, bag)
        taken = taken + drawn
    assert taken + bag.tiles == whole_set(ENGLISH)
    assert bag.put_back(taken).tiles == whole_set(ENGLISH)


def test_seeds_differ() -> None:
    assert len({str(Bag.full(ENGLISH, seed).draw(7)[0]) for seed in range(50)}) > 40


def test_every_tile_is_drawn_about_as_often_as_it_should() -> None:
    """Tiles are drawn with the right frequency: of 7 x 600 draws, 504 should be E, within five standard deviations."""
    drawn = sum(Bag.full(ENGLISH, seed).draw(7)[0].counts[4] for seed in range(600))
    assert abs(drawn - 504) < 105


def test_moves_as_text() -> None:
    board = random_game(0, turns=0).board
    for text in ("-", "-EIO?", "8D MARS"):
        assert write_move(read_move(text, board)) == text
    assert read_move(" - ", board) == PASS
    for text in ("", "-8", "--", "8D"):
        with pytest.raises((InvalidMove, InvalidPuzzle)):
            read_move(text, board)


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from(["sum", "double"]))
def test_tiles_and_points_are_kept_through_a_game(seed: int, players: int, ending: Any) -> None:
    names = tuple("ABCD"[:players])
    game = random_game(seed, names, Rules(ending=ending), turns=30)
    racks = sum(game.racks, NO_TILES)
    assert game.board.tiles + racks + game.bag.tiles == whole_set(ENGLISH)
    assert all(rack.total == 7 or game.bag.total == 0 for rack in game.racks)
    for player, points in enumerate(game.scores):
        assert points == sum(turn.score for turn in game.turns if turn.player == player)
    assert [turn.player for turn in game.turns] == [number % players for number in range(len(game.turns))]
    if game.end is None:
        assert game.final_scores == game.scores


def test_turns() -> None:
    game = start("AAEEIITTNNSSRROO" + "L" * 10)
    assert (game.to_move, game.scores, game.zeros, game.end) == (0, (0, 0), 0, None)
    passed = game.play(PASS)
    assert (passed.to_move, passed.zeros, passed.racks, passed.bag) == (1, 1, game.racks, game.bag)
    assert passed.position.rack == game.racks[1]
    gone = Rack.of([next(iter(passed.rack))])
    exchanged = passed.play(Exchange(gone))
    assert (exchanged.zeros, exchanged.racks[1].total, exchanged.bag.total) == (2, 7, game.bag.total)
    assert exchanged.turns[-1].drawn.total == 1


def test_exchanging_needs_tiles_in_the_bag_and_on_the_rack() -> None:
    game = start("AETINSR" * 3 + "O" * 6)
    with pytest.raises(InvalidMove, match="the rack lacks Z"):
        start("A" * 30).play(Exchange(Rack.read("Z")))
    with pytest.raises(InvalidMove, match="no tiles to exchange"):
        start("A" * 30).play(Exchange(NO_TILES))
    assert game.bag.total == 13
    with pytest.raises(InvalidMove, match="the bag has 6 tiles; expected 7"):
        start("A" * 20).play(Exchange(Rack.read("A")))
    assert start("A" * 20, exchange_least=1).play(Exchange(Rack.read("AA"))).bag.total == 6
    assert start("A" * 15, exchange_least=0).can_exchange
    assert not start("A" * 14, exchange_least=0).can_exchange, "the bag is empty"


def test_forbidden_plays_say_why() -> None:
    game = start("AAAATTTT", ("A",), rack_size=8)
    for play, why in (
        ("1A AT", "does not cover the start"),
        ("8G TT", "is not in lexicon short"),
        ("8G TO", "the rack has no O"),
    ):
        with pytest.raises(InvalidMove, match=why):
            game.play(read_placement(play, game.board))


def test_who_goes_out_gains_the_sum() -> None:
    """The player who goes out gains the opponent's tiles: with an empty bag, A plays AT (1 + 20, doubled)."""
    deals = (Game.start(("A", "B"), layout(), small_set("ATAT"), SHORT_WORDS, Rules(rack_size=2), s) for s in range(99))
    game = next(game for game in deals if str(game.rack) == "AT")
    over = game.play(read_placement("8G AT", game.board))
    assert (over.end, over.scores) == ("out", (42, 0))
    assert over.adjustments == (21, -21)
    assert over.final_scores == (63, -21)
    with pytest.raises(InvalidMove, match="the game is over"):
        over.play(PASS)


def ended(players: int, **rules: Any) -> Game:
    """Return a game in which the first player has gone out and the others have A (1), B (2), C (3)..."""
    names = tuple("WXYZ"[:players])
    game = Game.start(names, layout(), ENGLISH, SHORT_WORDS, Rules(**rules))
    racks = (NO_TILES, *(Rack.of([number]) for number in range(players - 1)))
    return Game(names, ENGLISH, SHORT_WORDS, Rules(**rules), game.board, Bag(NO_TILES), racks, (100,) * players)


def test_endings_of_the_rule_books() -> None:
    """Endings follow the rule books; in English, A is worth 1, B and C 3."""
    assert ended(2, ending="double").final_scores == (102, 100)
    assert ended(2, ending="sum").final_scores == (101, 99)
    assert ended(4, ending="sum").final_scores == (107, 99, 97, 97)
    assert ended(4, ending="double").final_scores == (107, 99, 97, 97)


def test_too_many_turns_without_score() -> None:
    game = start("ATATATATATATATATATAT", zero_turns=3)
    for _ in range(3):
        assert game.end is None
        game = game.play(PASS)
    assert game.end == "zeros"
    left = [rack.value(game.tile_set) for rack in game.racks]
    assert game.final_scores == (-left[0], -left[1])
    endless = start("AT" * 10, zero_turns=0)
    for _ in range(10):
        endless = endless.play(PASS)
    assert endless.end is None


@pytest.mark.parametrize("players", [(), ("",), ("A", "A"), tuple(map(str, range(21)))], ids=len)
def test_who_may_play(players: tuple[str, ...]) -> None:
    with pytest.raises(InvalidOption, match="invalid players"):
        Game.start(players, layout(), ENGLISH, SHORT_WORDS)


@pytest.mark.parametrize("seed", range(3))
def test_saved_games_come_back(seed: int) -> None:
    game = random_game(seed, ("Ana", "Bob", "Cleo"), Rules(ending="double"), turns=20)
    text = saved_game(game, {"against": "best"})
    item, header = read_saved(text, own)
    assert item == game
    assert header.extra == {"against": "best"}


def test_an_interrupted_game_loses_no_move() -> None:
    """A saved game cut off anywhere restores every move whose line is complete."""
    game = random_game(5, turns=6)
    text = saved_game(game)
    first = text.index("\n") + 1
    for cut in range(first, len(text) + 1, 7):
        item, _ = read_saved(text[:cut], own)
        whole = text[:cut].count("\n") - 1
        assert whole <= len(item.turns) <= whole + 1
        assert item.turns == game.turns[: len(item.turns)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"player":0', '"player":1', "line 2: the move does not follow"),
        ('"rack":"', '"rack":"Z', "line 2: the move does not follow"),
        ('"move":"-"', '"move":"8A QQ"', "line 2, QQ: "),
        ('"move":"-"', '"move":"??"', "line 2: invalid place '??'"),
        ('"score":0', '"score":9', "line 2: wrong score 9"),
        ('{"player":0', '{"player":"x"', "line 2: invalid line"),
        ('"version":1', '"version":2', "line 1: invalid line"),
        ('"players":["Ana"', '"players":["Bob"', "line 1: invalid players"),
        ("start 8,8", "start 99,8", "line 1, standard: the start is not on the board"),
    ],
)
def test_tampered_files_say_where(old: str, new: str, words: str) -> None:
    game = random_game(3, turns=0).play(PASS)
    text = saved_game(game)
    assert old in text
    with pytest.raises(InvalidPuzzle) as caught:
        read_saved(text.replace(old, new, 1), own)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    head = saved_game(random_game(0, turns=0))
    for data in (text, head + text, head + text + "\n"):
        assert len(refusal(partial(read_saved, data, own))) < 400


def test_turn_lines_are_short() -> None:
    game = random_game(2, turns=4)
    assert all(len(saved_turn(turn)) < 120 for turn in game.turns)
