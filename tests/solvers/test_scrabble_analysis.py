"""Game analysis: planted blunders, phonies and missed bingos are reported with reasons."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from cli.runner import entails

from entails.data.lexicons import lexicon
from entails.data.scrabble import layout, tile_set
from entails.formats.scrabble.gcg import write_gcg
from entails.formats.scrabble.saved import gcg_of
from entails.models.errors import InvalidOption
from entails.models.scrabble.game import PASS, Game
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Bag, Rack
from entails.queries.scrabble.analyse import analyse_game
from entails.solvers.scrabble import judging
from entails.solvers.scrabble.analysis import explain_move
from entails.solvers.scrabble.endgame import Endgame, ValuedMove
from entails.solvers.scrabble.generator import all_placements, candidates
from entails.solvers.scrabble.judging import JudgeSettings, PositionJudge
from entails.solvers.scrabble.leave import equities
from entails.solvers.scrabble.players import PLAYERS, Match, _after, leave_tables
from entails.solvers.scrabble.playing import play_on
from entails.solvers.scrabble.simulation import simulate

BLUNDERS = {4: "pass", 9: "weak"}
"""The move played instead of the best one, by turn from 1."""


@cache
def blundered() -> str:
    """Return a game of the equity player with planted blunders."""
    game = Game.start(("Ana", "Bob"), layout(), tile_set(), lexicon("enable"), seed=4)
    while not game.over:
        planted = BLUNDERS.get(len(game.turns) + 1)
        move = PLAYERS["equity"](game, Random(0))
        if planted == "pass":
            move = PASS
        elif planted == "weak":
            move = all_placements(game.position)[-1].placement
        game = game.play(move)
    return write_gcg(gcg_of(game))


@pytest.mark.parametrize("racks", [0, 12])
def test_planted_blunders_are_found(racks: int) -> None:
    result = analyse_game(blundered(), racks=racks)
    worst = sorted(result.moves, key=lambda move: -(move.lost or 0.0))[: len(BLUNDERS)]
    assert {move.turn for move in worst} == set(BLUNDERS)
    assert all(move.lost is not None and move.lost > 15 for move in worst)
    assert result.turning is not None
    assert result.turning.turn in BLUNDERS
    judges = [move.judge for move in result.moves]
    assert judges.count("endgame") >= 1
    assert ("simulation" in judges) == bool(racks)
    others = [move for move in result.moves if move.turn not in BLUNDERS and move.judge == "equity"]
    assert all(move.lost == 0 for move in others), "the player's own judge finds nothing wrong with him"


def test_the_command_prints_what_programs_rely_on(tmp_path: "object") -> None:
    game = f"{tmp_path}/game.gcg"
    with open(game, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(blundered())
    page = f"{tmp_path}/game.html"
    ran = entails("scrabble", "analyse", game, "--racks", "0", "--player", "Bob", "--page", page, "--json")
    assert ran.code == 0, ran.err
    report = ran.lines[0]
    assert {move["player"] for move in report["moves"]} == {"Bob"}
    assert all({"turn", "player", "played", "best", "lost"} <= move.keys() for move in report["moves"])
    passed = next(move for move in report["moves"] if move["turn"] == 4)
    assert (passed["played"], passed["lost"] > 15, passed["best"] in passed["why"]) == ("pass", True, True)
    with open(page, encoding="utf-8") as file:  # noqa: PTH123
        html = file.read()
    assert "<svg" in html
    assert "points lost" in html
    assert "within chance" in html
    assert json.dumps(report)
    people = entails("scrabble", "analyse", game, "--racks", "0")
    assert "turning point: turn" in people.out
    assert "scores" in people.out


OPENING = """#player1 A
#player2 B
>A: AEINRST 8H TA +4 4
>B: QZEIOUA 9I QZ +20 20
>B: QZEIOUA --  -20 0
>A: EIN J8 NIE +5 9
"""


def test_bingos_missed_and_words_that_are_none() -> None:
    first, second, third = analyse_game(OPENING, racks=0).moves
    assert first.bingo is not None
    assert first.bingo.score > 60
    assert first.lost is not None
    assert first.lost > 40
    assert first.bingo.equity == first.bingo.score, "an empty leave is worth nothing"
    assert (second.phonies, second.withdrawn) == (("QZ", "AQ"), True)
    assert second.lost is not None
    assert second.lost > 0, "a word that is taken back scores nothing"
    assert (third.judge, third.missing, third.lost is not None) == ("equity", 4, True), (
        "three of seven tiles are written"
    )
    assert all(set(str(candidate.leave)) <= set("EIN") for candidate in third.candidates)


def test_a_player_who_is_not_there() -> None:
    with pytest.raises(InvalidOption, match="unknown player 'C'; expected A, B"):
        analyse_game(OPENING, player="C")


def test_players_are_found_by_nick_or_name_in_any_capitals() -> None:
    named = OPENING.replace("#player2 B", "#player2 B Bob Builder")
    for name in ("B", "b", "bob builder"):
        assert [move.turn for move in analyse_game(named, player=name, racks=0).moves] == [2]


def test_errors_of_the_record_are_reported(tmp_path: Path) -> None:
    game = tmp_path / "game.gcg"
    game.write_text(
        "#player1 A\n#player2 B\n>A: AEMORST 8E ZARS +25 25\n>B: EILNTUA -QQ +0 0\n>A: - +0 25\n>B: EILNTUAA - +0 0\n"
    )
    ran = entails("scrabble", "analyse", game, "--racks", 0)
    assert ran.code == 1, "tiles that nobody has"
    assert ran.err.splitlines() == [
        "entails: line 3: the rack has no Z, the play needs 1; +25 should be +26",
        "entails: line 4: QQ is exchanged but not on the rack",
        "entails: turn 1 not judged: the rack AEMORST lacks Z",
        "entails: turn 2 not judged: the rack AEILNTU lacks QQ",
        "entails: turn 3 not judged: the rack is not recorded",
        "entails: turn 4 not judged: the rack AAEILNTU has 8 tiles",
    ]


def test_a_word_taken_back_is_written_in_the_notation_that_is_asked_for(tmp_path: Path) -> None:
    game = tmp_path / "game.gcg"
    game.write_text(OPENING)
    ran = entails("scrabble", "analyse", game, "--racks", 0, "--notation", "french", "--json")
    assert [move["played"] for move in ran.lines[0]["moves"][:2]] == ["H8 TA", "I9 QZ"]


def test_sentences_compare_what_is_kept() -> None:
    move = analyse_game("#player1 A\n#player2 B\n>A: AEMORST 8E MARS +12 12\n", racks=0).moves[0]
    assert explain_move(move, lambda _: "8D MAESTRO") == (
        "8D MAESTRO scores 62 more and keeps nothing, worth 1.2 more than EOT"
    )
    doubtful = replace(move, lost=2.0, lost_error=5.0)
    assert explain_move(doubtful, str).endswith("; within the margin of error (± 5.0)")
    simulated = replace(move, judge="simulation", lost=130.0)
    assert "gains 66.8 more in later turns" in explain_move(simulated, str)


@pytest.mark.parametrize(
    ("value", "best", "actual", "lost", "error"),
    [
        ((9, 9), (9, 9), (2, 4), 6.0, 1.0),
        ((9, 9), (9, 9), (2, 30), 3.5, 3.5),
        ((5, 9), (5, 7), (-9, 1), 11.0, 7.0),
    ],
)
def test_a_loss_in_an_endgame_is_no_more_certain_than_its_bounds(
    monkeypatch: pytest.MonkeyPatch,
    value: tuple[int, int],
    best: tuple[int, int],
    actual: tuple[int, int],
    lost: float,
    error: float,
) -> None:
    """A move with a lower bound only is no exact value: its loss is an interval."""
    game = middle_of_a_game(12)
    position = replace(game.position, others=(game.position.unseen,))
    moves = [all_placements(position).placement(index) for index in (0, 1)]
    values = [ValuedMove(move, 1, *bounds, ()) for move, bounds in zip(moves, (best, actual), strict=True)]
    solved = Endgame(position, values[0], 5, *value, (values[1],), 1, 0.0)
    monkeypatch.setattr(judging, "is_endgame", lambda _: True)
    monkeypatch.setattr(judging, "solve_endgame", lambda *_, **__: solved)
    judge, own, candidates, points, margin = PositionJudge(
        position, JudgeSettings(leave_tables(tile_set()))
    ).by_the_best(moves[1])
    assert (judge, points, margin) == ("endgame", lost, error)
    assert own.exact is None
    assert candidates[0].exact == (best[0] if best[0] == best[1] else None)
    open_value = replace(solved, low=None, high=None)
    monkeypatch.setattr(judging, "solve_endgame", lambda *_, **__: open_value)
    assert PositionJudge(position, JudgeSettings(leave_tables(tile_set()))).by_the_best(moves[1])[0] == "equity"


def test_an_endgame_that_is_thrown_away_is_the_turning_point() -> None:
    move = analyse_game(blundered(), racks=0).moves[-1]
    best, item = replace(move.actual, exact=12), replace(move.actual, exact=-3)
    lost = replace(move, judge="endgame", actual=item, candidates=(best, item), lost=15.0, ahead=-5)
    assert [replace(lost, ahead=ahead).chance_lost for ahead in (-5, -12, 3, 40, -40)] == [1.0, 0.5, 0.5, 0.0, 0.0]


def test_the_page_shows_what_was_compared_and_the_board(tmp_path: Path) -> None:
    game, page = tmp_path / "game.gcg", tmp_path / "game.html"
    game.write_text("#player1 A <b>\n#player2 B\n>A: AEMORS? 8E MArS +10 10\n")
    ran = entails("scrabble", "analyse", game, "--racks", 0, "--notation", "french", "--page", page)
    assert ran.code == 0, ran.err
    html = page.read_text()
    squares = re.findall(r"<td class=\"(tile[^\"]*)\">([^<]*)</td>", html)
    assert squares == [("tile", "M"), ("tile", "A"), ("tile blank", "R"), ("tile", "S")]
    assert html.count('class="w3"') == 8, "the triple words of the board"
    assert "<th>H</th>" in html, "rows have letters in French"
    assert "<details>" in html
    assert "<b>H5 MArS</b>" in html, "the move made stands among them"
    assert "<title>turning point</title>" in html


def test_the_page_has_the_board_after_every_event(tmp_path: Path) -> None:
    """The page's script has the board of the replay after every event, and table rows link to their turns."""
    game, page = tmp_path / "game.gcg", tmp_path / "game.html"
    game.write_text(OPENING.replace("#player1 A", "#player1 A </script>"))
    ran = entails("scrabble", "analyse", game, "--racks", 0, "--page", page)
    assert ran.code == 0, ran.err
    html = page.read_text()
    data = json.loads(re.findall(r'<script type="application/json" id="steps">(.*?)</script>', html)[0])
    boards = ["".join(face for _, face, _ in step["tiles"]) for step in data["steps"]]
    assert boards == ["", "TA", "TAQZ", "TA", "TANIE"]
    assert [data["premiums"].count(premium) for premium in ("w3", "w2", "l3", "l2")] == [8, 17, 12, 24]
    assert re.findall(r'<tr data-step="(\d+)"', html) == ["1", "2", "4"], "the withdrawal is no turn"
    assert "8H TA +4 (4)" in data["steps"][1]["text"]
    assert "better" in data["steps"][1]["text"]
    assert all(f'id="{name}"' in html for name in ("first", "previous", "next", "last", "about"))


def test_the_first_move_of_a_game_in_another_alphabet() -> None:
    game = "#player1 A\n#player2 B\n#tile-distribution polish\n#lexicon pl\n>A: AĆEŁŹĄY 8G ŁĄ +16 16\n"
    (move,) = analyse_game(game, racks=0, lang="pl").moves
    assert (move.judge, move.lost is not None) == ("equity", True)
    assert any(set("ĆŁŹĄ") & set(str(candidate.move)) for candidate in move.candidates)


def test_moves_meet_the_same_racks() -> None:
    position = Position(
        Game.start(("a", "b"), layout(), tile_set(), lexicon("enable"), seed=1).board,
        Rack.read("AEINRST"),
        tile_set(),
        lexicon("enable"),
    )
    best, second = (all_placements(position)[index].placement for index in (0, 40))
    tables = leave_tables(tile_set())
    twice = simulate(position, [best, best, second], tables, 3, seed=5)
    assert np.array_equal(twice[0].values, twice[1].values)
    assert twice[0].behind(twice[1]) == (0.0, 0.0)
    assert twice[2].behind(twice[0])[0] > 0
    assert 0 < twice[2].chance < twice[0].chance < 1
    again = simulate(position, [best, second, best], tables, 3, seed=5)
    assert np.array_equal(again[0].values, twice[0].values)


def middle_of_a_game(unseen: int) -> Game:
    """Return an `equity` game in which the player to move sees about this many unseen tiles."""
    game = Game.start(("a", "b"), layout(), tile_set(), lexicon("enable"), seed=2)
    while game.position.unseen.total > unseen:
        game = game.play(PLAYERS["equity"](game, Random(0)))
    return game


def test_workers_change_nothing_and_moves_clearly_behind_are_dropped() -> None:
    position, item = middle_of_a_game(60).position, list[float]()
    result = all_placements(position)
    moves = [result.placement(index) for index in (0, 1, len(result) - 1)]
    entry = simulate(position, moves, leave_tables(tile_set()), 40, plies=2, workers=1, progress=item.append)
    two = simulate(position, moves, leave_tables(tile_set()), 40, plies=2, workers=3)
    for a, b in zip(entry, two, strict=True):
        assert np.array_equal(a.values, b.values)
        assert np.array_equal(a.chances, b.chances)
    assert len(entry[2].values) == 16 < len(entry[0].values)
    assert item == sorted(item)
    deep = simulate(position, moves[:1], leave_tables(tile_set()), 3, plies=7)[0]
    assert len(set(deep.values.tolist())) == 3


def test_with_one_tile_in_the_bag_every_rack_is_played_to_the_end() -> None:
    game = next(game for seed in range(60) if (game := _one_in_the_bag(seed)) is not None)
    position, tables = game.position, leave_tables(tile_set())
    moves = [all_placements(position).placement(index) for index in (0, 3)]
    for trial in simulate(position, moves, tables, 20):
        ends, chances = [], []
        for last in position.unseen:  # each tile is as likely to be the last in the bag
            bag = Rack.of([last])
            start = replace(game, bag=Bag(bag), scores=position.scores, to_move=0)
            start = replace(start, racks=(position.rack, position.unseen.without(bag))).play(trial.move)
            while start.end is None:
                start = start.play(PLAYERS["equity"](start, Random(0)))
            mine, second = start.final_scores
            ends.append(mine - second - position.scores[0] + position.scores[1])
            chances.append(0.5 if mine == second else float(mine > second))
        assert trial.value == pytest.approx(np.mean(ends))
        assert trial.chance == pytest.approx(np.mean(chances))
        outcomes = len(trial.chances)
        assert trial.chance_error == pytest.approx(min(3 / outcomes, 1.0)), "greedy play proves nothing"


def _one_in_the_bag(seed: int) -> Game | None:
    game = Game.start(("a", "b"), layout(), tile_set(), lexicon("enable"), seed=seed)
    while game.bag.total > 1:
        game = game.play(PLAYERS["equity"](game, Random(0)))
    return game if game.bag.total and len(all_placements(game.position)) > 4 else None


def test_the_player_who_simulates_repeats_himself_and_ends_games_as_the_strong_one() -> None:
    game = Game.start(("1", "2"), layout(), tile_set(), lexicon("enable"), seed=9)
    tables = leave_tables(game.tile_set)
    game = play_on(game, (tables, tables), 6).replayed()
    item, again = (PLAYERS["simulation"](game, Random(5)) for _ in range(2))
    position, entry = game.position, all_placements(game.position)
    worths = equities(position, entry, tables)
    assert item == again
    assert item in list(candidates(position, entry, worths, tables, game.bag.total, 6))
    end = play_on(game, (tables, tables), while_bag=True).replayed()
    assert PLAYERS["simulation"](end, Random(1)) == PLAYERS["strong"](end, Random(1))
    three = Game.start(("1", "2", "3"), layout(), tile_set(), lexicon("enable"), seed=9)
    assert PLAYERS["simulation"](three, Random(1)) == PLAYERS["equity"](three, Random(1))


@pytest.mark.parametrize("against", ["random", "simulation"])
def test_a_game_that_grows_is_the_game_played_at_once(against: str) -> None:
    """A cached game that grows move by move equals the game played at once, with the same random numbers."""
    spanish = tile_set("spanish")
    match = Match(layout(), spanish, lexicon("es").spelt_in(spanish.alphabet), against, seed=4, program_begins=True)
    grown = [match.after(["-"] * count) for count in range(2)]
    _after.cache_clear()
    assert match.after(["-"]) == grown[1]
    assert [len(game.turns) for game in grown] == [1, 3]
