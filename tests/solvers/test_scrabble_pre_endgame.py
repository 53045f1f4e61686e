"""Pre-endgames: every outcome that is claimed is that of brute force under the rules of the game itself."""

from dataclasses import replace
from typing import Any

import pytest

from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import PASS, Game
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import Bag, Rack
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.pre_endgame import PreEndgame, bag_cases, solve_pre_endgame

from .test_scrabble_endgame import brute, few, game_with

PAIRS = [("AX", "ZOE", 0), ("ET", "QAN", -9), ("A?", "REV", 4), ("ZA", "XEO", -22), ("IN", "TSH", 1), ("QV", "AST", 12)]


def position_with(rack: str, unseen: str, lead: int, seed: int = 3, **rules: Any) -> tuple[Game, Position]:
    """Return a game of few turns with this rack to move, these tiles unseen, and its position."""
    size = len(rack)
    game = game_with(seed, (rack, unseen[:size]), Rules(rack_size=size, **rules))
    tiles = few(game.board.tiles + Rack.read(rack + unseen))
    game = replace(game, tile_set=tiles, zeros=0)
    scores = (max(lead, 0), max(-lead, 0))
    position = Position(game.board, Rack.read(rack), tiles, game.lexicon, game.rules, (), scores)
    return game, position


def truth(game: Game, position: Position, move: Placement, bag: Rack, known: dict[object, int]) -> int:
    """Return 2, 1 or 0 for a win, a tie or a loss after a play with this bag, by brute force."""
    unseen = position.unseen.without(bag)
    begun = replace(game, racks=(position.rack, unseen), bag=Bag(bag), scores=(0, 0))
    after = begun.play(move)
    lead = position.scores[0] - position.scores[1]
    final = lead + after.scores[0] - brute(replace(after, scores=(0, 0)), known)
    return (final > 0) + (final >= 0)


def assert_true(game: Game, position: Position, solved: PreEndgame) -> None:
    ways = sum(case.ways for case in solved.cases)
    bounds, known = {}, dict[object, int]()
    for play in solved.plays:
        if not isinstance(play.move, Placement):
            continue
        outcomes = [truth(game, position, play.move, case.bag, known) for case in solved.cases]
        exact = sum(case.ways * outcome for case, outcome in zip(solved.cases, outcomes, strict=True)) / (2 * ways)
        assert all(claimed in (None, true) for claimed, true in zip(play.outcomes, outcomes, strict=True)), play
        assert play.low <= exact + 1e-9
        assert exact <= play.high + 1e-9
        bounds[play.move] = exact
    best = solved.plays[0]
    if solved.proven and isinstance(best.move, Placement):
        assert best.low == best.high == pytest.approx(max(bounds.values()))


@pytest.mark.parametrize(("rack", "unseen", "lead"), PAIRS)
def test_one_tile_in_the_bag_is_equal_to_brute_force(rack: str, unseen: str, lead: int) -> None:
    game, position = position_with(rack, unseen, lead)
    solved = solve_pre_endgame(position)
    assert len(solved.plays) == len(all_placements(position, both=True)) + 1
    assert_true(game, position, solved)
    assert all(play.spread is None or play.exact for play in solved.plays)


def test_the_spread_is_the_mean_lead_at_the_end() -> None:
    game, position = position_with("AX", "ZOE", 40)
    best = solve_pre_endgame(position).plays[0]
    assert isinstance(best.move, Placement)
    leads = []
    for case in bag_cases(position):
        begun = replace(
            game, racks=(position.rack, position.unseen.without(case.bag)), bag=Bag(case.bag), scores=(0, 0)
        )
        after = begun.play(best.move)
        leads.append(40 + after.scores[0] - brute(replace(after, scores=(0, 0)), {}))
    assert best.spread == pytest.approx(sum(leads) / len(leads))


def test_two_tiles_and_named_plays() -> None:
    game, position = position_with("AX", "ZOEN", -3)
    solved = solve_pre_endgame(position, nodes=20_000)
    assert [case.bag.total for case in solved.cases] == [2] * 6
    assert_true(game, position, solved)
    named = [play.move for play in solved.plays if isinstance(play.move, Placement)][:2]
    few_plays = solve_pre_endgame(position, nodes=20_000, plays=named)
    assert {play.move for play in few_plays.plays} == set(named)
    assert not few_plays.proven or few_plays.low == 1.0, "other plays were not looked at"


@pytest.mark.parametrize("nodes", [100, 400])
def test_what_is_not_proven_is_an_interval(nodes: int) -> None:
    game, position = position_with("ZA", "XEN", 5)
    solved = solve_pre_endgame(position, nodes=nodes)
    assert_true(game, position, solved)
    assert solved.low <= solved.high


def test_known_tiles_of_the_opponent_are_not_in_the_bag() -> None:
    _, position = position_with("AX", "ZOE", 0)
    known = replace(position, others=(Rack.read("Z"),))
    assert sorted(str(case.bag) for case in bag_cases(known)) == ["E", "O"]


def test_a_pass_is_never_claimed_to_be_proven() -> None:
    _, position = position_with("QV", "AST", 60)
    passed = next(play for play in solve_pre_endgame(position).plays if play.move == PASS)
    assert passed.low == 0.0
    assert set(passed.outcomes) == {None}


@pytest.mark.parametrize(("unseen", "problem"), [("ZO", "use endgame"), ("ZOEATSIN", "6 tiles are in the bag")])
def test_positions_that_are_no_pre_endgame_are_rejected(unseen: str, problem: str) -> None:
    _, position = position_with("AX", unseen, 0)
    with pytest.raises(InvalidPuzzle, match=problem):
        solve_pre_endgame(position)
