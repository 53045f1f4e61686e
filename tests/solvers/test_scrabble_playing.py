"""Games in compiled code equal, turn by turn, games of `Game` with the players in Python."""

import pytest
from scrabble_positions import few_words, seven

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Placement, read_layout
from entails.models.scrabble.game import PASS, Exchange, Game, settled
from entails.models.scrabble.rules import RESTRICTED, STANDARD, Rules
from entails.solvers.scrabble.players import leaves_of
from entails.solvers.scrabble.playing import can_play, play_on
from entails.studies.scrabble.selfplay import Plan, play_one, played_by, played_in_python

TWO_STARTS = read_layout("start 2,3\nstart 4,7\n=..'.-~\n.\"..^..\n..-..'.\n'.=.\".-", "wide")


def new_game(names: tuple[str, ...], seed: int, rules: Rules = STANDARD, words: Lexicon | None = None) -> Game:
    seats = tuple(f"{seat} {name}" for seat, name in enumerate(names))
    layout = (seven(), TWO_STARTS)[seed % 2]
    return Game.start(seats, layout, shipped_tile_set("english"), words or few_words(), rules, seed)


def assert_same(game: Game, names: tuple[str, ...]) -> Game:
    """Play a game in both ways, assert equality, and return the game at its end."""
    played = play_on(game, [leaves_of(name, shipped_tile_set("english")) for name in names])
    slow, fast = played_in_python(game, names), played.replayed()
    assert fast.turns == slow.turns
    assert fast == slow
    assert (played.end, played.racks, played.scores) == (slow.end, slow.racks, slow.scores)
    assert settled(played.end, played.racks, game.tile_set, game.rules) == slow.adjustments
    return slow


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (("equity", "equity"), STANDARD),
        (("best", "equity"), Rules(ending="double", bonus_tiles=5)),
        (("equity", "best", "best"), Rules(exchange_least=1, zero_turns=3)),
        (("best", "equity", "equity", "best"), Rules(rack_size=5, zero_turns=4)),
        (("equity",), STANDARD),
    ],
    ids=["two", "double ending", "three, bag to the last tile", "four, short racks", "alone"],
)
def test_the_same_games(names: tuple[str, ...], rules: Rules) -> None:
    moves, ends = set(), set()
    for seed in range(12):
        game = assert_same(new_game(names, seed, rules), names)
        moves |= {type(turn.move) for turn in game.turns}
        ends.add(game.end)
    assert moves >= {Placement, Exchange}
    assert ends & {"out", "zeros"}


def test_games_without_words_end_by_exchanges_and_passes() -> None:
    nothing = Lexicon.of(["zzz"], "nothing", "en")
    for names in (("best", "best"), ("equity", "best")):
        game = assert_same(new_game(names, 1, words=nothing), names)
        assert game.end == "zeros"
        assert all(isinstance(turn.move, Exchange) for turn in game.turns)
    short = Rules(exchange_least=1000)
    assert assert_same(new_game(("equity", "best"), 1, short, nothing), ("equity", "best")).turns[0].move == PASS


@pytest.mark.parametrize(("tiles", "words"), [("english", "enable"), ("french", "fr")])
def test_whole_games_with_all_words(tiles: str, words: str) -> None:
    plan = Plan(("best", "equity"), 4, 7, shipped_layout("standard"), shipped_tile_set(tiles), lexicon(words))
    for number in range(4):
        names = tuple(plan.players[player] for player in plan.seats(number))
        game = Game.start(names, plan.layout, plan.tile_set, plan.lexicon, seed=number)
        slow, fast = (
            played_in_python(game, names),
            play_on(game, [leaves_of(name, plan.tile_set) for name in names]),
        )
        assert fast.replayed() == slow
        assert [seat.score for seat in played_by(game, (0, 1), names)] == list(slow.final_scores)
    assert play_one(plan, 3) == play_one(plan, 3)


def test_some_turns_and_the_bag() -> None:
    names = ("equity", "best")
    game = new_game(names, 3)
    leaves = [leaves_of(name, shipped_tile_set("english")) for name in names]
    whole = play_on(game, leaves).replayed()
    some = play_on(game, leaves, 3)
    assert some.end is None
    assert some.replayed().turns == whole.turns[:3]
    assert play_on(some.replayed(), leaves).replayed() == whole
    full = Game.start(("1", "2"), shipped_layout("standard"), shipped_tile_set("english"), lexicon("enable"), seed=4)
    until = play_on(full, leaves, while_bag=True).replayed()
    assert until.bag.total == 0
    assert until.end is None
    assert until.turns[-1].drawn.total


def test_who_looks_farther_does_so_once_the_bag_is_empty() -> None:
    tiles = shipped_tile_set("english")
    few = tiles.model_copy(update={"counts": tuple((count + 2) // 4 for count in tiles.counts)})
    for names in (("strong", "best"), ("equity", "strong")):
        game = Game.start(names, shipped_layout("standard"), few, few_words(), seed=1)
        slow = played_in_python(game, names)
        assert slow.bag.total == 0
        assert [seat.score for seat in played_by(game, (0, 1), names)] == list(slow.final_scores)


def test_long_games_have_random_numbers_enough() -> None:
    """Long games have enough random numbers: four players with racks of two tiles draw more than prepared."""
    names = ("best",) * 4
    game = assert_same(new_game(names, 2, Rules(rack_size=2, zero_turns=40, exchange_least=1)), names)
    assert len(game.turns) > 30


def test_the_restricted_game_is_left_to_python() -> None:
    game = new_game(("best", "equity"), 2, RESTRICTED)
    assert not can_play(game)
    scores = [seat.score for seat in played_by(game, (0, 1), ("best", "equity"))]
    assert scores == list(played_in_python(game, ("best", "equity")).final_scores)
