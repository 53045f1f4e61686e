"""Races: strategies, stored results, figures."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.models.alphabet import to_letters
from entails.models.errors import InvalidData, InvalidOption
from entails.models.wordle.history import COUNTS
from entails.models.wordle.words import Words
from entails.studies.wordle.race import (
    COLUMNS,
    HEADER,
    Race,
    RaceRow,
    cut,
    read_lengths,
    read_names,
    read_rows,
    run_race,
    whole_text,
)
from entails.studies.wordle.race_report import quantile, spread, summaries
from entails.studies.wordle.strategies.registry import strategy_of

from .wordle_tables import FIVE

FOUR = [word[:4] for word in FIVE]


def assert_short(message: str) -> None:
    assert len(message) < 200


def a_race(names: str = "a1,random", instances: int | None = 6, seed: int = 0) -> Race:
    fields = {
        4: Words.of(to_letters(FOUR, 4), name="four"),
        5: Words.of(to_letters(FIVE, 5), name="five"),
    }
    return Race(tuple(strategy_of(name) for name in names.split(",")), COUNTS, "en", fields, instances, seed)


def played(race: Race, workers: int = 1, done: "set[tuple[str, int, int]] | None" = None) -> list[RaceRow]:
    return list(run_race(race, {}, done or set(), workers))


def without_time(rows: list[RaceRow]) -> list[tuple[object, ...]]:
    return sorted((row.strategy, row.length, row.instance, row.secret, row.guesses, row.solved) for row in rows)


class TestPlan:
    def test_all_strategies_meet_the_same_secrets_each_once(self) -> None:
        race = a_race()
        rows = played(race)
        assert len(rows) == race.games == 24
        for length in (4, 5):
            secrets = {
                name: [row.secret for row in rows if (row.strategy, row.length) == (name, length)]
                for name in ("a1", "random")
            }
            assert secrets["a1"] == secrets["random"] == race.secrets(length)
            assert len(set(secrets["a1"])) == 6

    def test_more_instances_begin_like_fewer(self) -> None:
        assert a_race(instances=20).secrets(5)[:6] == a_race(instances=6).secrets(5)
        assert a_race(instances=None).secrets(5)[:6] == a_race(instances=6).secrets(5)
        assert sorted(a_race(instances=None).secrets(5)) == FIVE
        assert a_race(seed=1).secrets(5) != a_race(seed=2).secrets(5)

    def test_processes_play_the_same_games(self) -> None:
        assert without_time(played(a_race(), workers=2)) == without_time(played(a_race()))

    def test_what_is_done_is_not_done_again(self) -> None:
        race = a_race()
        rows = played(race)
        done = {(row.strategy, row.length, row.instance) for row in rows[::2]}
        assert without_time(played(race, done=done)) == without_time(rows[1::2])

    def test_lists_of_one_size(self) -> None:
        fields = dict(a_race().fields)
        assert {words.answers for words in cut(fields, "smallest", 0).values()} == {fields[4].answers}
        small = cut(fields, 10, 0)
        assert {words.answers for words in small.values()} == {10}
        assert set(small[5].words()) <= set(FIVE)
        assert cut(fields, None, 0) == fields
        with pytest.raises(InvalidOption, match="fewer than 1,000"):
            cut(fields, 1000, 0)

    @pytest.mark.parametrize(
        ("text", "lengths"), [("5", [5]), ("4-9", [4, 5, 6, 7, 8, 9]), ("4, 6 ,4", [4, 6]), ("3-4,8", [3, 4, 8])]
    )
    def test_lengths(self, text: str, lengths: list[int]) -> None:
        assert read_lengths(text) == lengths

    @given(st.text(max_size=30) | st.sampled_from(["9-4", "1-3", "4-99", "", "-", "4-", ",", "٤", "4" * 9999]))
    def test_junk_lengths(self, text: str) -> None:
        try:
            lengths = read_lengths(text)
        except InvalidOption as error:
            lengths, item = [], str(error)
            assert_short(item)
        assert all(2 <= length <= 15 for length in lengths)

    def test_names(self) -> None:
        assert read_names(["a1, a2", "a1,,random"]) == ["a1", "a2", "random"]


class TestRows:
    def test_columns_that_others_rely_on(self) -> None:
        assert HEADER == "strategy,feedback,lang,length,words,instance,secret,guesses,seconds,solved,cheats\n"

    def test_there_and_back(self, tmp_path: Path) -> None:
        rows = played(a_race("random,entropy:pool=answers", 3))
        path = tmp_path / "races.csv"
        path.write_text(whole_text(rows))
        assert read_rows(path) == rows
        assert len(rows[0].line.split(",")) == len(COLUMNS)

    def test_no_file_no_games(self, tmp_path: Path) -> None:
        assert read_rows(tmp_path / "none.csv") == []

    def test_a_file_cut_anywhere_keeps_its_whole_lines(self, tmp_path: Path) -> None:
        rows = played(a_race(instances=2))
        text, path = whole_text(rows), tmp_path / "races.csv"
        for end in range(len(HEADER), len(text)):
            path.write_text(text[:end])
            assert read_rows(path) == rows[: text[:end].count("\n") - 1]

    @pytest.mark.parametrize("text", ["a,b\n1,2\n", HEADER + "a,b\n", HEADER + "a,b,c,d,e,f,g,h,i,j,k\n", "\x00\n"])
    def test_files_of_others_are_refused(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "races.csv"
        path.write_text(text)
        with pytest.raises(InvalidData):
            read_rows(path)


class TestSummary:
    @pytest.mark.parametrize(("freedom", "value"), [(4, 2.776), (9, 2.262), (19, 2.093), (199, 1.972), (10**6, 1.960)])
    def test_student(self, freedom: int, value: float) -> None:
        assert quantile(freedom) == pytest.approx(value, abs=0.005)

    def test_spread(self) -> None:
        result = spread([1, 2, 3, 4, 5])
        assert (result.mean, result.median, result.max) == (3, 3, 5)
        assert result.high - result.mean == pytest.approx(2.776 * 2.5**0.5 / 5**0.5, abs=0.01)
        assert spread([7]).low == 7

    def test_an_interval_holds_the_truth_nineteen_times_in_twenty(self) -> None:
        dice = np.random.default_rng(0)
        spreads = [spread(dice.normal(10, 3, 8).tolist()) for _ in range(2000)]
        assert np.mean([item.low <= 10 <= item.high for item in spreads]) == pytest.approx(0.95, abs=0.015)

    def test_lost_games_count_apart(self) -> None:
        rows = played(a_race("random", 4))
        lost = [RaceRow(**{**row.__dict__, "solved": False, "guesses": 99}) for row in rows[:1]]
        (report, _) = summaries([*lost, *rows[1:]], [("random", 4), ("random", 5)])
        assert (report.games, report.solved) == (4, 3)
        assert report.guesses is not None
        assert report.guesses.max < 99

    def test_nothing_solved(self) -> None:
        rows = [RaceRow(**{**row.__dict__, "solved": False}) for row in played(a_race("random", 2))]
        assert all(report.guesses is None for report in summaries(rows, [("random", 4), ("random", 5)]))


def test_plots_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from entails.studies.wordle.race_report import draw_race

    rows = played(a_race("a1,random,triche", 5))
    order = [(name, length) for name in ("a1", "random", "triche") for length in (4, 5)]
    lines = draw_race(summaries(rows, order), tmp_path)
    assert {path.name for path in lines} == {"guesses.png", "guesses.svg", "seconds.png", "seconds.svg"}
    assert (
        "triche (cheats)" in (tmp_path / "guesses.svg").read_text() or (tmp_path / "guesses.svg").stat().st_size > 5000
    )
    assert (tmp_path / "guesses.png").read_bytes().startswith(b"\x89PNG")
    bars = draw_race(summaries(rows, [key for key in order if key[1] == 5]), tmp_path)
    assert all(path.stat().st_size > 2000 for path in bars)
