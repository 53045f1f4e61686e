"""`entails wordle race|trace|strategies`."""

import csv
import json
import os
import signal
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from .runner import entails, start

WORDS = "acorn bacon cabin dairy eagle fable giant habit ivory jelly koala lemon magic night ocean paint queen raven"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS.split()) + "\n")
    return path


def race(words: Path, *more: object) -> tuple[object, ...]:
    return ("wordle", "race", "--lengths", 5, "--answers", words, "--workers", 1, "--no-plots", *more)


def games(folder: Path) -> list[dict[str, str]]:
    with (folder / "races.csv").open(newline="") as file:
        return list(csv.DictReader(file))


class TestRace:
    def test_files_that_others_rely_on(self, words: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        ran = entails(*race(words, "-s", "a1,triche,random", "--instances", "all", "-o", folder))
        assert ran.code == 0
        header = (folder / "races.csv").read_text().splitlines()[0]
        assert header == "strategy,feedback,lang,length,words,instance,secret,guesses,seconds,solved,cheats"
        rows = games(folder)
        assert len(rows) == 3 * 18
        assert {row["secret"] for row in rows} == set(WORDS.split())
        assert {row["strategy"]: row["cheats"] for row in rows} == {"a1": "false", "triche": "true", "random": "false"}
        assert all(row["solved"] == "true" and row["feedback"] == "counts" and row["words"] == "18" for row in rows)
        assert not list(folder.glob("*.png"))
        summary = json.loads((folder / "summary.json").read_text())
        assert [result["strategy"] for result in summary["results"]] == ["a1", "triche", "random"]
        mean = sum(int(row["guesses"]) for row in rows if row["strategy"] == "random") / 18
        assert summary["results"][2]["guesses"]["mean"] == pytest.approx(mean, abs=1e-6)
        assert "* cheats" in ran.out

    def test_json_lines(self, words: Path) -> None:
        ran = entails(*race(words, "-s", "random,entropy:pool=answers", "--instances", 4, "--json"))
        assert [line["strategy"] for line in ran.lines] == ["random", "entropy:pool=answers"]
        assert all(line["games"] == line["solved"] == 4 for line in ran.lines)

    def test_the_same_seed_the_same_race(self, words: Path, tmp_path: Path) -> None:
        def guesses(folder: str, seed: int, *more: object) -> list[str]:
            entails(*race(words, "-s", "a1", "--instances", 10, "--seed", seed, "-o", tmp_path / folder, *more))
            return [row["guesses"] for row in games(tmp_path / folder)]

        assert guesses("a", 1) == guesses("b", 1, "--workers", 2)
        assert guesses("a", 1) != guesses("c", 2)

    def test_goes_on_where_it_was_stopped(self, words: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        command = race(words, "-s", "a1,random", "--instances", 9, "-o", folder)
        assert entails(*command).code == 0
        whole = (folder / "races.csv").read_text()
        lines = whole.splitlines(keepends=True)
        (folder / "races.csv").write_text("".join(lines[:7]) + lines[7][:9])
        ran = entails(*command)
        assert ran.code == 0
        assert "already has 6 games" in ran.err
        timeless = [{key: row[key] for key in row if key != "seconds"} for row in games(folder)]
        (folder / "races.csv").write_text(whole)
        assert timeless == [{key: row[key] for key in row if key != "seconds"} for row in games(folder)]

    def test_a_longer_race_keeps_what_is_there(self, words: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        entails(*race(words, "-s", "a1", "--instances", 3, "-o", folder))
        before = games(folder)
        ran = entails(*race(words, "-s", "a1,random", "--instances", 5, "-o", folder))
        assert ran.code == 0
        assert [row for row in games(folder) if row in before] == before
        assert len(games(folder)) == 10

    def test_another_race_needs_another_folder(self, words: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        entails(*race(words, "-s", "a1", "--instances", 3, "-o", folder))
        for more in (("--seed", 5), ("--feedback", "colours"), ("--words", 10)):
            ran = entails(*race(words, "-s", "a1", "--instances", 3, "-o", folder, *more))
            assert ran.code == 2
            assert "another folder" in ran.err

    def test_a_folder_of_something_else_is_left_alone(self, words: Path, tmp_path: Path) -> None:
        (tmp_path / "races.csv").write_text("my,own,table\n")
        ran = entails(*race(words, "-s", "a1", "--instances", 3, "-o", tmp_path))
        assert ran.code == 2
        assert (tmp_path / "races.csv").read_text() == "my,own,table\n"
        assert entails(*race(words, "-s", "a1", "-o", words)).code == 2

    @pytest.mark.parametrize(
        "more",
        [
            ("-s", "nobody"),
            ("-s", ""),
            ("-s", "random", "--lengths", "ten"),
            ("-s", "random", "--lengths", "4"),
            ("-s", "random", "--instances", "some"),
            ("-s", "random", "--instances", "0"),
            ("-s", "random", "--words", "19"),
            ("-s", "random", "--words", "few"),
            ("-s", "random", "--set", "crossRate=1"),
            ("-s", "genetic", "--set", "crossRate"),
            ("-s", "genetic", "--set", "crossRate=7"),
            ("-s", "random", "--seed", "-1"),
            ("-s", "random", "--answers", "nowhere.txt"),
        ],
    )
    def test_bad_input(self, words: Path, more: tuple[str, ...]) -> None:
        ran = entails(*race(words, *more))
        assert ran.code == 2
        assert ran.out == ""
        assert 0 < len(ran.err.splitlines()) <= 2

    def test_killed_hard_in_the_middle(self, words: Path, tmp_path: Path) -> None:
        """A killed race loses only the games in progress."""
        folder = tmp_path / "out"
        command = ("wordle", "race", "-s", "genetic-cheating,a1,random", "--lengths", 5, "--answers", words)
        more = ("--instances", "all", "--workers", 2, "-o", folder)
        process = start(*command, *more)
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline and process.poll() is None:
            if (folder / "races.csv").exists() and len((folder / "races.csv").read_text().splitlines()) > 4:
                break
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        ran = entails(*command, "--instances", "all", "--workers", 1, "-o", folder)
        assert ran.code == 0
        assert len(games(folder)) == 3 * 18
        if find_spec("matplotlib") is not None:
            assert (folder / "guesses.png").stat().st_size > 2000


class TestTrace:
    def test_a_game_guess_by_guess(self, words: Path) -> None:
        ran = entails("wordle", "trace", "ocean", "-s", "random", "--answers", words)
        assert ran.code == 0
        assert ran.out.splitlines()[-1].startswith("random found OCEAN at guess ")
        assert "consistent" in ran.out

    @pytest.mark.parametrize(("form", "begins"), [("text", "start"), ("dot", "digraph"), ("svg", "<svg")])
    @pytest.mark.parametrize("name", ["backtrack", "forward"])
    def test_search_trees(self, words: Path, tmp_path: Path, name: str, form: str, begins: str) -> None:
        out = tmp_path / "tree"
        ran = entails("wordle", "trace", "ocean", "-s", name, "-f", form, "--answers", words, "-o", out)
        assert ran.code == 0
        assert out.read_text().startswith(begins)
        assert "ocean" in out.read_text()

    def test_json(self, words: Path) -> None:
        line = entails("wordle", "trace", "ocean", "-s", "triche", "--answers", words, "--json").line
        assert line["cheats"]
        assert line["solved"]
        assert line["guesses"] == len(line["moves"])
        assert line["moves"][-1]["word"] == "ocean"

    def test_not_found_is_a_no(self, words: Path) -> None:
        sick = "entropy:pool=answers:drop=false:candidatesFirst=false"
        ran = entails("wordle", "trace", "raven", "-s", sick, "--answers", words)
        assert ran.code == 1
        assert "repeats itself" in ran.err

    @pytest.mark.parametrize("secret", ["zzzzz", "", "a", "12345", "x" * 10_000])
    def test_bad_secrets(self, words: Path, secret: str) -> None:
        ran = entails("wordle", "trace", secret, "--answers", words)
        assert ran.code == 2
        assert len(ran.err) < 300

    def test_no_tree_of_a_strategy_without_one(self, words: Path) -> None:
        assert entails("wordle", "trace", "ocean", "-s", "random", "-f", "svg", "--answers", words).code == 2


class TestStrategies:
    def test_all_with_their_sources(self) -> None:
        lines = entails("wordle", "strategies", "--json").lines
        assert len(lines) == 25
        assert {line["name"] for line in lines if line["cheats"]} == {
            "triche",
            "triche-pruning",
            "genetic-cheating",
            "genetic-counted",
        }
        assert all(line["source"] and line["about"] for line in lines)

    def test_one_with_its_options(self) -> None:
        ran = entails("wordle", "strategies", "genetic")
        assert "cross_rate" in ran.out
        assert entails("wordle", "strategies", "nobody").code == 2
