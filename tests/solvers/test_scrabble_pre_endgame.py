"""Pre-endgames: every proven outcome equals brute force under the rules of the game."""

from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from entails.data.scrabble import position_of
from entails.formats.scrabble.position import read_cgp
from entails.models.errors import InvalidMove, InvalidPuzzle
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import PASS, Exchange, Game, Move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Rules, score
from entails.models.scrabble.tiles import Bag, Rack
from entails.queries.scrabble.check import legal_move
from entails.solvers.kernels.scrabble_endgame_state import INFINITE
from entails.solvers.scrabble import pre_endgame
from entails.solvers.scrabble.endgame_search import EndgameNode, EndgameSearch
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.pre_endgame import PreEndgame, solve_pre_endgame
from entails.solvers.scrabble.pre_endgame_moves import Draw, bag_cases, draws_of

from .test_scrabble_endgame import brute, few, game_with

PAIRS = [("AX", "ZOE", 0), ("ET", "QAN", -9), ("A?", "REV", 4), ("ZA", "XEO", -22), ("IN", "TSH", 1), ("QV", "AST", 12)]
FAR = [("AX", "ZOE", -70), ("ET", "QAN", 60)]


def position_with(rack: str, unseen: str, lead: int, seed: int = 3, **rules: Any) -> tuple[Game, Position]:
    """Build a game of few turns with this rack to move and these unseen tiles; return it with its position."""
    size = len(rack)
    game = game_with(seed, (rack, unseen[:size]), Rules(rack_size=size, **rules))
    tiles = few(game.board.tiles + Rack.read(rack + unseen))
    game = replace(game, tile_set=tiles, zeros=0)
    scores = (max(lead, 0), max(-lead, 0))
    position = Position(game.board, Rack.read(rack), tiles, game.lexicon, game.rules, (), scores)
    return game, position


def truth(game: Game, position: Position, move: Move, draw: Draw, known: dict[object, int]) -> int:
    """Return 2, 1 or 0 for a win, tie or loss after a move with this draw, by brute force with open tiles."""
    board, mine, points = position.board, position.rack, 0
    if isinstance(move, Placement):
        points = score(board, move, position.tile_set, position.rules).total
        board, mine = board.with_placement(move), mine.without(move.used)
    racks = (mine + draw.drawn, position.unseen.without(draw.bag))
    zeros = 0 if points else game.zeros + 1
    after = replace(game, board=board, racks=racks, bag=Bag(draw.left), scores=(0, 0), to_move=1, zeros=zeros)
    final = position.scores[0] - position.scores[1] + points - brute(after, known)
    return (final > 0) + (final >= 0)


def assert_true(game: Game, position: Position, solved: PreEndgame, pass_too: bool = False) -> None:
    """Assert that the outcomes equal those of brute force, exactly for plays that empty the bag."""
    bounds, known, in_bag = {}, dict[object, int](), solved.cases[0].bag.total
    for play in solved.plays:
        if not isinstance(play.move, Placement) and not pass_too:
            continue
        draws = list(draws_of(play.move, solved.cases))
        outcomes = [truth(game, position, play.move, draw, known) for draw in draws]
        ways = sum(draw.ways for draw in draws)
        exact = sum(draw.ways * outcome for draw, outcome in zip(draws, outcomes, strict=True)) / (2 * ways)
        assert play.low <= exact + 1e-9
        assert exact <= play.high + 1e-9
        if isinstance(play.move, Placement) and play.move.used.total >= in_bag:
            assert all(claimed in (None, true) for claimed, true in zip(play.outcomes, outcomes, strict=True)), play
        bounds[play.move] = exact
    best = solved.plays[0]
    if solved.proven and best.move in bounds:
        assert best.low == best.high == pytest.approx(max(bounds.values()))


@pytest.mark.parametrize(("rack", "unseen", "lead"), [*PAIRS, *FAR])
def test_one_tile_in_the_bag_is_equal_to_brute_force(rack: str, unseen: str, lead: int) -> None:
    game, position = position_with(rack, unseen, lead)
    solved = solve_pre_endgame(position)
    assert solved.proven
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


@pytest.mark.parametrize("lead", [60, 0, -5])
def test_a_pass_is_proven_only_if_passing_to_the_end_wins(lead: int) -> None:
    game, position = position_with("QV", "AST", lead, zero_turns=3)
    solved = solve_pre_endgame(position)
    passed = next(play for play in solved.plays if play.move == PASS)
    assert_true(game, position, solved, pass_too=True)
    assert passed.low == (1.0 if lead == 60 else 0.0)


def test_exchanges_are_tried_where_the_rules_allow_them() -> None:
    _, position = position_with("QV", "AST", 0, exchange_least=1)
    exchanges = {play.move: play for play in solve_pre_endgame(position).plays if isinstance(play.move, Exchange)}
    assert {str(move.tiles) for move in exchanges} == {"Q", "V"}
    assert all(play.low == 0.0 for play in exchanges.values()), "the opponent can exchange too"


def test_threads_prove_the_same() -> None:
    """Two threads with a common bound table prove the same as one thread."""
    game, position = position_with("AX", "ZOE", 2)
    with mock.patch.object(pre_endgame, "cores", return_value=3):
        threads = solve_pre_endgame(position)
    assert_true(game, position, threads)
    assert threads.proven
    assert threads.low == solve_pre_endgame(position, nodes=100_000).low


@pytest.mark.parametrize(("unseen", "problem"), [("ZO", "use endgame"), ("ZOEATSIN", "6 tiles are in the bag")])
def test_positions_that_are_no_pre_endgame_are_rejected(unseen: str, problem: str) -> None:
    _, position = position_with("AX", unseen, 0)
    with pytest.raises(InvalidPuzzle, match=problem):
        solve_pre_endgame(position)


def test_an_exchange_that_the_bag_forbids_says_so() -> None:
    _, position = position_with("AX", "ZOE", 0)
    with pytest.raises(InvalidMove, match=r"too few tiles in the bag for this exchange \(1\)"):
        legal_move(position, "-A", "moves")
    with pytest.raises(InvalidMove, match="this exchange is not possible"):
        legal_move(position, "-Q", "moves")


def test_plays_taken_over_from_before_a_play_are_those_of_a_new_search() -> None:
    """Searches of two turns reach the same value, whether plays are listed anew or taken over, also with a blank."""
    record = read_cgp(
        "7Z6G/7AECIDIAL/NATATiON6O/6SILVEX2B/7E6E/5GAR5OD/4MEW1P4V1/3LUTEAL4E1/3O3TURK2R1/1QATS3G1Y2M1/3HI5T2A1/"
        "2YAP2FICHU1N1/1FORE2R2E4/1OBI3O2D4/1E1O3W7 EIJNNN?/ 376/326 0"
    )
    position, _ = position_of(record)
    search = EndgameSearch(EndgameNode(position, position.unseen), spare=1)
    plays = all_placements(position, both=True)
    for case in bag_cases(position)[:2]:
        mine = position.rack + case.bag
        earlier = search.plays_before(position, position.unseen, mine)
        assert earlier is not None
        for index in (0, 3, 40, len(plays) // 2, len(plays) - 1):
            play = plays[index].placement
            board, left = position.board.with_placement(play), mine.without(play.used)
            node = EndgameNode(replace(position, board=board, rack=position.unseen.without(case.bag)), left)
            values = []
            for after in (None, (earlier, play), (earlier, play)):
                search.forget()
                values.append(search.search_here(node, -INFINITE, INFINITE, 2, after=after).value)
            assert len(set(values)) == 1, (play, values)


def test_plays_that_draw_as_many_tiles_share_their_draws() -> None:
    """Listing the draws of each of thousands of plays took longer than the time limit."""
    _, position = position_with("AX", "ZOEN", -3)
    with mock.patch.object(pre_endgame, "draws_of", wraps=draws_of) as listed:
        solved = solve_pre_endgame(position, nodes=100)
    assert listed.call_count == len({play.move.used.total for play in solved.plays if play.move != PASS}) + 1  # type: ignore[union-attr]
