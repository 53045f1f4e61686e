"""Endgames: the value equals brute force under the rules of the game, and the line achieves it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from scrabble_samples import SHORT_WORDS, played

from entails.data.scrabble import layout, tile_set
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.game import PASS, Game, Move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import NO_TILES, Bag, Rack, TileSet
from entails.solvers.kernels import scrabble_endgame_state as parts
from entails.solvers.kernels.scrabble_endgame_moves import KNOWN_LISTED, list_known, list_others
from entails.solvers.kernels.scrabble_leaves import by_score
from entails.solvers.kernels.scrabble_moves import MOVE_SCORE
from entails.solvers.scrabble.endgame import Endgame, is_endgame, solve_endgame
from entails.solvers.scrabble.endgame_search import EndgameNode, EndgameSearch
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.players import PLAYERS


def few(tiles: Rack) -> TileSet:
    """Build a tile set of these tiles."""
    return TileSet(name="few", language="en", counts=tiles.counts, values=tile_set().values)


def game_with(seed: int, racks: tuple[str, str], rules: Rules, turns: int = 5) -> Game:
    """Build the end of a game after some turns: an empty bag, these racks, no blanks on the board."""
    luck = Random(seed)
    game = Game.start(("a", "b"), layout(), tile_set(), SHORT_WORDS, rules, seed)
    while len(game.turns) < turns:
        game = game.play(PLAYERS["random"](game, luck))
    if game.board.tiles.blanks:
        return game_with(seed + 100, racks, rules, turns)
    mine, second = map(Rack.read, racks)
    there = game.board.tiles + mine + second
    tiles = few(there)
    begun = replace(game, racks=(mine, second), bag=Bag(NO_TILES), scores=(0, 0), to_move=0, zeros=seed % 6, turns=())
    return replace(begun, tile_set=tiles)


def brute(game: Game, known: dict[object, int]) -> int:
    """Return the point difference for the player to move, by exhaustive search."""
    me = game.to_move
    if game.over:
        ours, theirs = game.adjustments[me], game.adjustments[1 - me]
        return ours - theirs
    key = (game.board, game.racks, me, game.zeros)
    if key not in known:
        moves: list[Move] = [*(placement.placement for placement in all_placements(game.position, both=True)), PASS]
        after = (replace(game.play(move), scores=(0, 0)) for move in moves)
        points = (game.play(move).scores[me] - game.scores[me] for move in moves)
        known[key] = max(gain - brute(then, known) for gain, then in zip(points, after, strict=True))
    return known[key]


def solved(game: Game, **more: Any) -> Endgame:
    return solve_endgame(replace(game.position, others=(game.racks[1],), zeros=game.zeros), **more)


RACKS = [("AXE", "ZO"), ("Q", "AT"), ("ET", "ON"), ("QV", "AS"), ("A?", "R"), ("V", "Q"), ("ZA", "XE")]


@pytest.mark.parametrize("ending", ["sum", "double"])
@pytest.mark.parametrize("racks", RACKS, ids=lambda racks: "/".join(racks))
def test_equal_to_brute_force(racks: tuple[str, str], ending: Any) -> None:
    game = game_with(sum(map(ord, "".join(racks))) + len(ending), racks, Rules(ending=ending))
    item, value = solved(game, others=2), brute(game, {})
    assert item.proven
    assert item.low == item.best.low == item.best.high == value
    assert reached(game, item) == value, "playing the line brings the value"
    for second in item.others:
        after = game.play(second.move)
        assert second.low == second.high == second.score - brute(replace(after, scores=(0, 0)), {}) <= value


@pytest.mark.parametrize("zero_turns", [1, 3, 4])
@pytest.mark.parametrize(
    "racks", [("?", "AT"), ("A?", "Q"), ("?", "?E"), ("QE", "V?")], ids=lambda racks: "/".join(racks)
)
def test_plays_without_points_count_as_the_rules_want(
    racks: tuple[str, str], zero_turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scoreless plays count as the rules require: a blank beside a blank can end the game by more than two passes."""
    begun_anew = []
    forget = EndgameSearch.forget
    monkeypatch.setattr(EndgameSearch, "forget", lambda search: (begun_anew.append(1), forget(search))[1])
    for zeros in range(0, zero_turns, 2):
        game = replace(game_with(1, racks, Rules(zero_turns=zero_turns), turns=0), zeros=zeros)
        board = played("8E MARs")
        there = board.tiles + game.racks[0] + game.racks[1]
        game = replace(game, board=board, tile_set=few(there))
        result = solved(game, others=2)
        assert result.proven
        assert result.low == result.best.low == result.best.high == brute(game, {})
        for second in result.others:
            after = game.play(second.move)
            assert second.low == second.high == second.score - brute(replace(after, scores=(0, 0)), {})
    assert bool(begun_anew) == (zero_turns > 1)


def reached(game: Game, endgame: Endgame) -> int:
    """Return the result of playing out the best line; two passes stand for as many as the rules require."""
    for step in endgame.best.line:
        game = game.play(step.move)
        assert game.turns[-1].score == step.score
    assert game.over or all(step.move == PASS for step in endgame.best.line[-2:])
    left = [rack.value(game.tile_set) for rack in game.racks]
    scores = (
        game.final_scores if game.over else [points - value for points, value in zip(game.scores, left, strict=True)]
    )
    return scores[0] - scores[1]


@pytest.mark.parametrize("nodes", [1, 150])
def test_reports_before_the_end_are_true(nodes: int) -> None:
    game = game_with(7, ("ZAT", "XEN"), Rules())
    item, value = solved(game, nodes=nodes), solved(game).low
    assert value is not None
    assert not item.proven
    assert item.low is None or item.low <= value
    assert item.high is None or item.high >= value
    assert item.searched <= nodes + 10
    game.play(item.best.move)


def test_plays_kept_from_two_moves_ago_are_those_of_the_generator() -> None:
    """Plays kept from two moves ago equal those of the generator, although only changed squares are searched."""
    game = game_with(3, ("AEST?", "ONTEA"), Rules(), turns=7)
    luck, seen = Random(1), 0
    for _ in range(6):
        here = EndgameNode(game.position, game.racks[1])
        search = EndgameSearch(here)
        search._lay_out(here, here.position.board)
        before = search._stack.lines.copy()
        ply = 0
        while ply < 8 and here.position.rack.total:
            search._stack.frames[ply, parts.BETA] = parts.INFINITE  # no play is good enough
            room = (search._room, search._graph, search._game, search._values, search._hashes)
            listed = list_known(ply, search._stack, search._moves, 0, 0)
            assert listed == KNOWN_LISTED
            if luck.random() < 0.7:  # else the list stays incomplete, and later lists must complete it
                assert list_others(ply, search._stack, search._moves, search._plays, *room, by_score(0))
            frame = search._stack.frames[ply]
            indices = search._stack.listed[frame[parts.FIRST] : frame[parts.END]].tolist()
            points = [int(search._moves.fields[index, MOVE_SCORE]) for index in indices]
            result = {(search._move(here, index), score) for index, score in zip(indices, points, strict=True)}
            expected = set(all_placements(here.position, both=True))
            missing = expected - result
            assert result <= expected
            assert not missing or search._stack.unsearched[ply].any()
            assert len(result) == len(indices)
            seen += len(result)
            chosen = luck.choice([*indices, parts.PASS])
            move = search._move(here, chosen)
            assert move is not None
            values, hashes = search._values, search._hashes
            key = None if chosen == parts.PASS else parts.key_after(search._stack, ply, search._moves, chosen, hashes)
            parts.make(ply, search._stack, search._moves, search._graph, values, hashes, 15, 15, chosen)
            here, ply = here.after(move), ply + 1
            assert key in (None, parts.key_of(search._stack, ply, hashes)), "the hash of a position is foreseen"
        for back in range(ply, 0, -1):
            parts.unmake(back, search._stack)
        assert (search._stack.lines == before).all(), "what was laid is taken back"
    assert seen > 1000


def test_only_endgames_are_taken() -> None:
    begun = Position(played("8E MARS"), Rack.read("AEINRST"), tile_set(), SHORT_WORDS)
    assert not is_endgame(begun)
    with pytest.raises(InvalidPuzzle, match="89 tiles are unseen; expected an empty bag"):
        solve_endgame(begun)
    with pytest.raises(InvalidPuzzle, match="not an endgame"):
        solve_endgame(replace(begun, rack=NO_TILES))


def test_the_strong_player_ends_a_game_as_the_search_says() -> None:
    game = game_with(5, ("ZA", "XEN"), Rules())
    value = solved(game).low
    while not game.over:
        game = game.play(PLAYERS["strong"](game, Random(0)))
    assert game.final_scores[0] - game.final_scores[1] == value
