"""Simulation of a position: selected moves, known and inferred racks, proven values near the end."""

from math import exp
from random import Random

import numpy as np
import pytest
from cli.runner import entails

from entails.cli.show.scrabble import _bounds
from entails.data.scrabble import tile_set
from entails.models.errors import Invalid, InvalidMove
from entails.models.scrabble.board import Placement, read_placement
from entails.models.scrabble.game import Game
from entails.models.scrabble.tiles import NO_TILES, Bag, Rack
from entails.puzzles import puzzle_type_named
from entails.queries.parse import only_one
from entails.queries.scrabble import endgame as endgame_query
from entails.queries.scrabble.simulate import _by_win, _wins_clearly, live_text, simulate
from entails.solvers.scrabble.generator import all_placements, candidates
from entails.solvers.scrabble.inference import TOLERANCE, RackInference
from entails.solvers.scrabble.judging import Candidate, _simulated
from entails.solvers.scrabble.leave import best_exchange, equities, tiles_in_bag
from entails.solvers.scrabble.players import PLAYERS, leave_tables
from entails.solvers.scrabble.pre_endgame import proven_chances
from entails.solvers.scrabble.pre_endgame_moves import bag_cases
from entails.solvers.scrabble.simulation import Trial, _all_racks, _random_racks

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
SILENT = "15/15/15/15/15/15/15/4MARS7/7I7/7L7/7E7/7N7/7T7/15/15 AEEIOTT/ 12/7 0"
ENDGAME, ONE_IN_THE_BAG = endgame_query._EXAMPLE, endgame_query._PRE_ENDGAME_EXAMPLE


def position_of(text: str):  # type: ignore[no-untyped-def]
    puzzle_type = puzzle_type_named("scrabble")
    return only_one(puzzle_type.read(text.encode(), puzzle_type.read_options({})))  # type: ignore[arg-type]


def test_a_clear_order_stops_early_and_a_seed_repeats_the_figures() -> None:
    position = position_of(MARS)
    clear = simulate(position, plays=("H1 UTENSIL.", "-", "H7 U."), racks=1000)
    assert clear.clear
    assert max(candidate.racks for candidate in clear.moves) < 100, "one move is far ahead"
    assert str(clear.moves[0].move.word) == "UTENSILS"  # type: ignore[union-attr]
    again = simulate(position, plays=("H1 UTENSIL.", "-", "H7 U."), racks=1000)
    assert again.moves == clear.moves
    assert not simulate(position, plays=("I4 LUNIEST", "I5 LUTEINS"), racks=16).clear


def test_more_than_four_moves_are_compared() -> None:
    simulated = simulate(position_of(MARS), racks=4)
    assert len(simulated.moves) == 11, "ten plays and the best exchange"
    values = [candidate.simulated or 0.0 for candidate in simulated.moves]
    assert values == sorted(values, reverse=True)


def test_known_tiles_are_on_every_rack() -> None:
    position, known = position_of(MARS), Rack.read("QZ")
    drawn = list(_random_racks(position, 2, 20, 0, known, None))
    assert all(racks.rack.holds(known) and racks.rack.total == 7 for racks in drawn)
    assert all((racks.rack + racks.bag) == position.unseen for racks in drawn)
    assert len({str(racks.rack) for racks in drawn}) > 10
    late = position_of(ONE_IN_THE_BAG)
    tile = next(iter(late.unseen))
    every = _all_racks(late, 100, 0, Rack.of([tile]))
    assert sum(racks.weight for racks in every) == late.unseen.total - 1, "the known tile is not in the bag"
    assert {str(racks.bag) for racks in every} == {
        str(case.bag) for case in bag_cases(late) if late.unseen.without(case.bag).holds(Rack.of([tile]))
    }


def test_a_leave_is_as_likely_as_the_play_was_good_with_it() -> None:
    """The likelihood of a leave follows from the complete list of plays and the best exchange."""
    position, tables = position_of(SILENT), leave_tables(tile_set())
    inference = RackInference.of(position, "H8 .ILENT", tables)
    assert str(inference.play.used) == "EILNT"
    assert inference.before.board.tiles == Rack.read("MARS")
    for leave in ("OU", "AE", "SR", "QV"):
        before = position_of(MARS.replace("EILNTUS", "EILNT" + leave))
        placements = all_placements(before)
        values = equities(before, placements, tables)
        item = next(
            value
            for index, value in enumerate(values)
            if placements.placement(index).laid_squares == inference.play.laid_squares
            and placements.placement(index).word == "SILENT"
        )
        best = max(values.max(), best_exchange(before, tiles_in_bag(before), tables).value)
        assert inference.likelihood(Rack.read(leave)) == pytest.approx(exp((item - best) / TOLERANCE), abs=1e-6)


def test_inferred_racks_fit_the_last_play_better_than_random_ones() -> None:
    position, tables = position_of(SILENT), leave_tables(tile_set())
    inference, random = RackInference.of(position, "H8 (S)ILENT", tables), Random(3)
    hidden = list(position.unseen)
    racks = [inference.drawn(Rack.read("V"), hidden[:-1], random) for _ in range(20)]
    assert all(rack.total == 7 and rack.holds(Rack.read("V")) for rack in racks)
    assert 0 < inference.accepted_racks <= 20 < inference.drawn_racks
    simulated = simulate(position, plays=("-", "-EIO"), infer="H8 .ILENT", racks=4)
    assert simulated.inference is not None
    assert simulated.inference.drawn_racks >= 4
    for wrong, message in (("H8 .IDENT", "does not have D on H10"), ("H8 ......", "invalid word")):
        with pytest.raises(InvalidMove, match=message):
            RackInference.of(position, wrong, tables)


def test_a_bad_play_leaves_racks_in_proportion_to_their_likelihood(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rack is accepted then; always taking the likeliest one would favour it."""
    position = position_of(SILENT)
    monkeypatch.setattr(RackInference, "likelihood", lambda _, leave: 3e-12 if "V" in str(leave) else 1e-12)
    inference, random = RackInference.of(position, "H8 .ILENT", leave_tables(tile_set())), Random(5)
    hidden = [*Rack.read("V"), *[0] * 30]
    share = sum("V" in str(inference.drawn(Rack.read(""), hidden, random)) for _ in range(300)) / 300
    assert inference.accepted_racks == 0
    assert 0.2 < share < 0.45


def test_an_empty_bag_gives_the_values_of_the_endgame() -> None:
    position = position_of(ENDGAME)
    simulated = simulate(position, plays=("N8 TEW", "-"), seconds=30)
    solved = endgame_query.endgame(position, seconds=30, moves=("N8 TEW", "-"))
    assert simulated.endgame is not None
    assert simulated.clear
    assert (simulated.endgame.low, simulated.endgame.high) == (solved.low, solved.high) == (-12, -12)
    ran = entails("scrabble", "simulate", ENDGAME, "--top", 1, "--json")
    assert (ran.code, ran.line["judge"], ran.line["best"]) == (0, "endgame", "N8 TEW")
    assert (ran.line["moves"][0]["value"], ran.line["moves"][0]["win"]) == (-12, 1.0)


def test_the_moves_of_an_endgame_are_listed_by_value() -> None:
    """The moves of an endgame are listed by value: F2 PLATTER scores less than K5 TRET but is worth more."""
    played = (
        "F6I3O2L/EN5N3I2U/MAX4CHAnDLER/1TIP1AQUAE1I2K/1I1I3D3AB2/1V1S3A4E2/1E1I3TA3a2/IS1FARCED3N2/G2O4Z3E2/"
        "N2R1JIVEY2R2/O2MUON1SEW1Y2/BOOS1ENG1HOG3/L9WORT1/E14/15 ELPRTTT/ 317/585 0"
    )
    ran = entails("scrabble", "endgame", played, "--top", 2)
    values = [line.split()[3] for line in ran.out.splitlines() if line[:2] in ("K5", "F2")]
    assert values == ["-2", "-5", "-10"], ran.out


def test_one_tile_in_the_bag_gives_proven_bounds() -> None:
    position = position_of(ONE_IN_THE_BAG)
    plays = ("3C MONGST", "-")
    first, second = sorted(simulate(position, plays=plays, racks=20).moves, key=lambda candidate: -candidate.score)
    proven = endgame_query.pre_endgame(position, nodes=20_000, moves=plays[:1]).plays[0]
    assert first.proven
    assert not second.proven, "a pass is not searched"
    assert first.chance is not None
    assert first.chance - first.chance_error == pytest.approx(proven.low, abs=1e-3)
    assert first.chance + first.chance_error == pytest.approx(proven.high, abs=1e-3)
    assert proven.low - 1e-9 <= first.expected_chance <= proven.high + 1e-9


LOST = (
    "1K4GELT4e/OE5V3Q2N/OF1B3E1GOALIE/S2I3N1L1T2R/PENLIgHT1A4V/OX1A5Z3YA/R2N1OBI1E3ET/E2DOMINOS3WE/S1WE11/2AR11/"
    "2U12/2GRIMACED5/2H6R5/PITA5Y5/IFS12 AEIRUUU/ 311/518 0"
)


def test_moves_that_are_all_lost_are_ordered_by_value() -> None:
    """No move is ahead because no other has a better chance than none; differences are those from the first move."""
    simulated = simulate(position_of(LOST), plays=("M3 .AIR", "M8 AUREI", "M7 REI"), racks=20)
    assert all(candidate.proven and candidate.chance == 0 for candidate in simulated.moves)
    first, second, _ = simulated.moves
    assert (first.behind, simulated.clear) == (0, second.behind > second.behind_error)
    assert first.simulated == max(candidate.simulated or 0.0 for candidate in simulated.moves)


def candidate(word: str, value: float, proven: tuple[float, float] | None, outcomes: list[float]) -> Candidate:
    """Return a candidate with the results of a simulation with these outcomes."""
    numbers = np.array(outcomes)
    trial = Trial(_play(word), numbers + value, numbers, numbers, np.ones(len(outcomes)))
    return _simulated(Candidate(trial.move, 10, NO_TILES, 0.0), trial, trial, proven)


def _play(word: str) -> Placement:
    return read_placement(f"8H {word}", position_of(ENDGAME).board)


def test_a_proven_win_precedes_a_possible_one_and_bounds_that_say_nothing_are_none() -> None:
    possible, proven = candidate("AB", 30, (0.875, 1.0), [1.0] * 8), candidate("AD", 20, (1.0, 1.0), [1.0] * 8)
    unknown = candidate("AE", 10, (0.0, 1.0), [1.0] * 8)
    assert (unknown.proven, unknown.chance, unknown.chance_error) == (False, 1.0, 3 / 8)
    trials = [
        Trial(move.move, np.full(8, move.simulated), np.ones(8), np.ones(8), np.ones(8))
        for move in (possible, proven, unknown)
    ]
    ordered = _by_win((possible, proven, unknown), trials)
    assert [move.move for move in ordered] == [proven.move, possible.move, unknown.move]
    assert [move.behind for move in ordered] == [0, -10, 10]
    assert _wins_clearly(ordered[:2])


def test_the_command_shows_intervals_and_the_inference() -> None:
    ran = entails(
        "scrabble", "simulate", SILENT, "--plays", "-EIO", "--plays", "-", "--racks", 32, "--infer", "H8 .ILENT"
    )
    assert ran.code in (0, 3)
    assert "racks of the opponent" in ran.out
    assert "inferred from H8 .ILENT" in ran.out
    assert " ± " in ran.out
    ran = entails("scrabble", "simulate", MARS, "--plays", "H1 UTENSIL.", "--plays", "-", "--opponent", "QZ", "--json")
    assert (ran.code, ran.line["clear"], ran.line["opponent"]) == (0, True, "QZ")
    better, worse = ran.line["moves"]
    assert (better["behind"], better["low"] < better["value"] < better["high"]) == (0, True)
    assert worse["behind"] > worse["behind_error"] > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--plays", "8A ZZZ"), "the rack has no Z"),
        (("--plays", "-QQ"), "this exchange is not possible"),
        (("--opponent", "QQ"), "Q is not among the unseen tiles"),
        (("--opponent", "AAAAEEEE"), "has 8 tiles"),
        (("--infer", "8E MART"), "does not have T on H8"),
    ],
)
def test_impossible_options_are_rejected(options: tuple[str, ...], message: str) -> None:
    ran = entails("scrabble", "simulate", MARS, *options)
    assert (ran.code, message in ran.err) == (2, True), ran.err


def test_a_position_without_a_rack_is_rejected() -> None:
    ran = entails("scrabble", "simulate", MARS.split()[0])
    assert (ran.code, "no rack" in ran.err) == (2, True), ran.err


def test_a_pre_endgame_without_scores_says_which_lead_it_assumes() -> None:
    drawn = entails("scrabble", "show", ONE_IN_THE_BAG, "--format", "drawn").out
    rack = ONE_IN_THE_BAG.split()[1].strip("/")
    ran = entails("scrabble", "pre-endgame", "-", rack, "--move", "3C MONGST", "--nodes", 100, stdin=drawn)
    assert "lead 0 assumed (the position has no scores)" in ran.out, ran.err
    ran = entails("scrabble", "pre-endgame", ONE_IN_THE_BAG, "--move", "3C MONGST", "--nodes", 100)
    assert "lead +108, 1 tile" in ran.out


def test_named_moves_bound_only_themselves_and_bounds_are_rounded_outwards() -> None:
    ran = entails("scrabble", "pre-endgame", LOST, "--move", "M8 AUREI", "--nodes", 20_000)
    assert (ran.code, ran.out.splitlines()[-1]) == (3, "of the named moves, the best winning probability is 0.000")
    assert _bounds(0.91666, 0.91671, 3) == "0.916 to 0.917"
    assert _bounds(12.5, 75.0, 1) == "12.5 to 75.0"
    nearly = candidate("AB", 30, None, [0.99999, 0.999999] * 8)
    assert (nearly.chance, nearly.chance_error) == (1.0, 1e-4)


def test_progress_shows_the_intervals_so_far() -> None:
    position = position_of(MARS)
    texts: list[str] = []
    from entails.solvers.scrabble.simulation import simulate as simulate_moves

    moves = [all_placements(position).placement(index) for index in (0, 3)]
    simulate_moves(
        position,
        moves,
        leave_tables(tile_set()),
        16,
        watch=lambda trials: texts.append(live_text(trials, position)),
        known=NO_TILES,
    )
    assert texts[-1].startswith("16 racks: H1 UTENSIL. ")
    assert texts[-1].count(" ± ") == 2


def test_positions_of_three_players_are_rejected() -> None:
    with pytest.raises(Invalid, match="two players"):
        simulate(position_of("15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/AB/CD 0/12/3 0"))


def test_the_simulating_player_never_throws_a_proven_win_away() -> None:
    """The simulating player never prefers a losing move to a proven win with one tile in the bag."""
    position = position_of(ONE_IN_THE_BAG)
    bag = Rack.of([next(iter(position.unseen))])
    racks = (position.rack, position.unseen.without(bag))
    game = Game(
        ("1", "2"),
        position.tile_set,
        position.lexicon,
        position.rules,
        position.board,
        Bag(bag),
        racks,
        position.scores,
    )
    move = PLAYERS["simulation"](game, Random(1))
    tables = leave_tables(position.tile_set)
    placements = all_placements(position)
    tried = list(candidates(position, placements, equities(position, placements, tables), tables, 1, 6))
    proven = proven_chances(game.position, tried, nodes=2_000)
    assert len(proven) >= 4
    assert proven[move][1] >= max(low for low, _ in proven.values())
