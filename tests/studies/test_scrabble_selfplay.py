"""Self-play: the same on any number of cores, rotating seats, figures added up by hand."""

import pytest
from scrabble_positions import few_words, seven
from scrabble_samples import refusal

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.solvers.pool.pool import stream
from entails.studies.scrabble.selfplay import (
    GameResult,
    Plan,
    SeatResult,
    ahead,
    drawn,
    figures,
    named_players,
    play_one,
    play_plan,
    read_players,
    useful_workers,
)


def small_plan(*players: str, games: int = 6, seed: int = 1) -> Plan:
    return Plan(players, games, seed, seven(), shipped_tile_set("english"), few_words())


def test_the_number_of_cores_changes_nothing() -> None:
    plan = small_plan("best", "random", games=12)
    here = sorted(play_plan(plan, 1), key=lambda result: result.number)
    there = sorted(play_plan(plan, 2), key=lambda result: result.number)
    assert here == there
    assert [result.number for result in here] == list(range(12))
    assert figures(plan, here) == figures(plan, there[::-1])


def test_short_runs_of_fast_players_start_no_process() -> None:
    assert useful_workers(small_plan("best", "equity", games=200), 8) == 1
    assert useful_workers(small_plan("best", "equity", games=20_000), 8) == 8
    assert useful_workers(small_plan("best", "strong", games=20), 8) == 8


def test_different_players_play_each_deal_from_each_seat() -> None:
    plan = small_plan("best", "random", "equity", games=6)
    results = [play_one(plan, number) for number in range(6)]
    assert [result.deal for result in results] == [0, 0, 0, 1, 1, 1]
    seats = [tuple(seat.player for seat in result.seats) for result in results]
    assert seats == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2


def test_a_player_against_himself_plays_different_deals() -> None:
    plan = small_plan("best", "best", games=4)
    results = [play_one(plan, number) for number in range(4)]
    assert [result.deal for result in results] == [0, 1, 2, 3]
    assert len({result.seats for result in results}) == 4


def test_figures_by_hand() -> None:
    def game(number: int, first: tuple[int, int], second: tuple[int, int]) -> GameResult:
        seats = [SeatResult(player, score, (score,), 0, 0, score) for player, score in (first, second)]
        return GameResult(number, number // 2, tuple(seats))

    games = [
        game(0, (0, 300), (1, 310)),
        game(1, (1, 400), (0, 350)),
        game(2, (0, 300), (1, 300)),
        game(3, (1, 200), (0, 320)),
    ]
    report = figures(small_plan("best", "equity", games=4), games)
    best, equity = report.players
    assert (best.player, equity.player) == ("best", "equity")
    assert best.score.mean == (300 + 350 + 300 + 320) / 4
    assert equity.ahead.mean == (10 + 50 + 0 - 120) / 4
    assert best.wins.mean == (0 + 0 + 0.5 + 1) / 4
    assert report.first_wins.mean == (0 + 1 + 0.5 + 0) / 4
    assert (report.games, report.deals, equity.best_score) == (4, 2, 400)
    # two deals with means 30 and -60: half a width of t(1) * deviation / sqrt(2)
    assert equity.ahead.high - equity.ahead.mean > 45
    assert ahead(games[1], 0) == -50


def test_names() -> None:
    assert read_players("best") == ("best", "best")
    assert read_players(" best, equity ,random") == ("best", "equity", "random")
    assert named_players(("best", "equity", "best")) == ["best 1", "equity", "best 2"]
    for text in ("", "nobody", "best,best,best,best,best", "x" * 1000):
        assert "players" in refusal(lambda text=text: read_players(text))  # type: ignore[misc]


def test_the_leave_helps() -> None:
    """Learnt leave values win more on deals that learning has not seen."""
    plan = Plan(("best", "equity"), 60, 5, shipped_layout("standard"), shipped_tile_set("english"), lexicon("enable"))
    report = figures(plan, list(play_plan(plan, 1)))
    assert report.players[1].ahead.mean > 0
    assert report.players[1].bingos.mean > report.players[0].bingos.mean


def test_pictures() -> None:
    plan = small_plan("best", "random")
    results = [play_one(plan, number) for number in range(6)]
    report = figures(plan, results)
    assert drawn(report, results, "png").startswith(b"\x89PNG")
    assert b"<svg" in drawn(report, results[:1], "svg")


def test_what_goes_wrong_in_a_process_is_heard() -> None:
    jobs = [(small_plan("nobody", "best"), first, first + 1) for first in range(2)]
    with pytest.raises(KeyError):
        list(stream("entails.studies.scrabble.selfplay:play_some", jobs, 2))
