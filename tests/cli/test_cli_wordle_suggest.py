"""`entails wordle suggest|candidates|evaluate|openers`: output for people and programs, and rejected input."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli.runner import Ran, entails, published
from cli.schema import problems

PUBLISHED = published()


def wordle(*arguments: object, stdin: str | None = None) -> Ran:
    ran = entails("wordle", *arguments, stdin=stdin)
    assert "bug" not in ran.err
    return ran


def fits(line: Any, report: str) -> bool:
    schema = PUBLISHED[f"wordle-{report}"]
    return not problems(line, schema, schema)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "animals.txt"
    path.write_text("cat\ncow\ndog\nhen\npig\nrat\nbat\nbug\n")
    return path


def test_suggest_for_people() -> None:
    ran = wordle("suggest", "crane:bybbg", "--top", 3, "--explain", "horse", "--explain", "qqqqq")
    assert ran.code == 0
    assert "40 words are left: THERE WHERE" in ran.out
    assert ran.out.splitlines()[5].split()[:3] == ["1.", "SOUTH", "1.425"]
    assert "No guess is better than SOUTH: 1.43 more guesses on average." in ran.out
    assert "HORSE needs 1.60 more guesses on average, SOUTH 1.43: a loss of 0.18." in ran.out
    assert "HORSE can be the secret, SOUTH cannot." in ran.out
    assert "QQQQQ is not an allowed guess now." in ran.out


def test_suggest_json() -> None:
    ran = wordle("suggest", "crane:bybbg", "--json", "-n", 4, "--explain", "horse")
    line = ran.line
    assert isinstance(line, list)
    assert len(line) == 5
    assert all(fits(item, "suggest") for item in line)
    assert {"word", "bits", "parts", "worst", "chance", "expected", "engine", "best", "says"} <= line[0].keys()
    assert [(item["word"], item["best"], item["engine"]) for item in line[:1]] == [("south", True, "exact")]
    assert [item["yours"] for item in line] == [False] * 4 + [True]
    assert line[4]["chance"] == pytest.approx(1 / 40)


def test_suggest_without_a_history_and_with_many(tmp_path: Path) -> None:
    assert wordle("suggest", "--json", "-n", 1).line[0]["word"] == "salet"
    path = tmp_path / "games.txt"
    path.write_text("crane:bybbg slate:bbbbg\nslate:ggggg crane:ggggg\ncrane:bybbg slate:bbbbg\n")
    ran = wordle("suggest", path, "--json", "-n", 1)
    assert (ran.code, [len(line) for line in ran.lines]) == (1, [1, 0, 1])
    assert "no word is left" in wordle("suggest", path).out.splitlines()[1]


def test_an_inconsistent_history_is_a_no() -> None:
    ran = wordle("suggest", "crane:ggggg", "slate:ggggg")
    assert ran.code == 1
    assert "no word is left" in ran.out
    assert wordle("suggest", "crane:ggggg", "slate:ggggg", "--json", "--explain", "crane").line == []


@pytest.mark.parametrize("options", [("--hard",), ("--mode", "ultra"), ("--pool", "candidates")])
def test_suggest_keeps_to_the_rules(options: tuple[str, ...]) -> None:
    best = wordle("suggest", "crane:bybbg", "--json", "-n", 1, *options).line[0]
    assert best["word"].endswith("e")
    assert "r" in best["word"]


@pytest.mark.parametrize("strategy", ["expected-size", "minimax", "most-parts", "letter-frequency", "random"])
def test_suggest_by_any_strategy(strategy: str) -> None:
    assert wordle("suggest", "crane:bybbg", "--json", "-s", strategy, "-n", 2).code == 0


def test_suggest_for_other_lists(own: Path) -> None:
    line = wordle("suggest", "cow:bgb", "--lexicon", own, "--json").line
    assert line == [] or {item["word"] for item in line} <= {"cat", "cow", "dog", "hen", "pig", "rat", "bat", "bug"}
    assert wordle("suggest", "--lexicon", own, "--length", 3, "--explain", "Hen", "-n", 2).code == 0
    french = wordle("suggest", "tarie:bybby", "--lang", "fr", "--prior", "frequency", "-n", 2, "--json").line
    assert len(french) == 2
    counts = wordle("suggest", "tarte:2,1", "--lang", "fr", "--json", "-n", 1).line
    assert counts[0]["parts"] <= 20


def test_unknown_guesses_are_taken_as_they_are() -> None:
    ran = wordle("suggest", "qqqqq:bbbbb", "-n", 1)
    assert ran.code == 0
    assert "QQQQQ is not an allowed guess" in ran.err


def test_candidates() -> None:
    ran = wordle("candidates", "crane:bybbg")
    assert ran.code == 0
    assert ran.out.split()[:3] == ["dirge", "eerie", "fibre"]
    report = wordle("candidates", "crane:bybbg", "--json", "--limit", 3).line
    assert fits(report, "candidates")
    assert (report["count"], report["candidates"], report["truncated"]) == (40, ["dirge", "eerie", "fibre"], True)
    none = wordle("candidates", "crane:ggggg", "slate:ggggg")
    assert (none.code, none.out) == (1, "")
    assert "no word is left" in none.err


def test_evaluate(own: Path) -> None:
    report = wordle("evaluate", "letter-frequency", "--json").line
    assert fits(report, "evaluate")
    assert {"strategy", "total", "mean", "max", "distribution", "opener"} <= report.keys()
    assert (report["total"], report["max"], report["opener"]) == (8429, 8, "slate")
    assert sum(report["distribution"].values()) == 2315
    shown = wordle("evaluate", "minimax", "--mastermind", "4x6").out
    assert "minimax from AABB: 4.4761 guesses on average (5,801 in all), 5 at most" in shown
    ours = wordle("evaluate", "random", "--answers", own, "--repeat", 6, "--json").line
    assert (ours["repeats"], sum(ours["distribution"].values()), ours["answers"]) == (6, 48, 8)
    again = wordle("evaluate", "random", "--answers", own, "--repeat", 6, "--json").line
    assert again["distribution"] == ours["distribution"]


def test_openers() -> None:
    ran = wordle("openers", "--length", "3-4", "--json")
    assert [(line["language"], line["length"]) for line in ran.lines] == [("en", 3), ("en", 4), ("fr", 3), ("fr", 4)]
    assert all(fits(line, "openers") for line in ran.lines)
    assert ran.lines[0]["openers"][0]["word"] == "tae"
    assert ran.lines[3]["study"]["word"] == "cars"
    shown = wordle("openers", "--length", 3, "--lang", "fr").out
    assert "AIE 3.05" in shown
    assert "TAS" in shown
    assert "Kalaydjian & Duhem 2022" in shown


def test_openers_as_the_study_counts() -> None:
    ran = wordle("openers", "--length", "3", "-s", "entropy-degenerate", "--shuffles", 3, "--json", "-n", 2)
    for line in ran.lines:
        assert all(low == high for low, high in line["degenerate"])
    assert "BUE 1.60" in wordle("openers", "--length", "3", "--lang", "fr", "-s", "entropy-degenerate").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("suggest", "crane:bybbg", "-s", "luck"), "unknown strategy 'luck'"),
        (("suggest", "crane:bybbg", "--explain", "four"), "'four' is not a word of this game; expected 5 letters"),
        (("suggest", "crane:bybbg", "--explain", "x" * 10_000), "is not a word of this game"),
        (("suggest", "crane:bybbg", "--lexicon", "none"), "no lexicon"),
        (("suggest", "crane:2,1", "--hard"), "expected normal or ultra mode"),
        (("suggest", "crane:bybbg", "--allowed", "no/such/file.txt"), "file"),
        (("candidates", "crane:bybbgg"), "6 colours"),
        (("evaluate", "luck"), "unknown strategy 'luck'"),
        (("evaluate", "entropy", "--opener", "zzzzz"), "'zzzzz' is not an allowed guess"),
        (("evaluate", "entropy", "--mastermind", "4 by 6"), "invalid board"),
        (("evaluate", "entropy", "--mastermind", "15x26"), "at most 20,000 codes"),
        (("evaluate", "entropy", "--mode", "hard", "--feedback", "counts", "--length", "3"), "hard mode"),
        (("openers", "--length", "9-3"), "invalid word length"),
        (("openers", "--length", "3-99"), "invalid word length"),
        (("openers", "--length", "x"), "invalid word length"),
        (("openers", "--length", "3", "-s", "luck"), "unknown strategy"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], sentence: str) -> None:
    ran = wordle(*arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert len(ran.err) < 700


def test_a_strategy_on_several_boards(tmp_path: Path) -> None:
    words = tmp_path / "few.txt"
    words.write_text("horse\nworse\ncigar\nsugar\nspeed\nabide\n", "utf-8")
    ran = wordle("evaluate", "turns", "--boards", "2", "--games", "30", "--answers", words, "--json")
    report = json.loads(ran.out)
    sample = report["sample"]
    assert (ran.code, sample["boards"], sample["games"], sample["within"], sample["won"]) == (0, 2, 30, 7, 1)
    assert sample["low"] <= report["mean"] <= sample["high"]
    assert sample["won_low"] < 1 == sample["won_high"]
    out = wordle("evaluate", "turns", "--boards", "2", "--games", "30", "--answers", words).out
    assert "30 games of 2 boards: 100.0% within 7 guesses" in out
    several = (
        (["minimax"], "does not play several boards"),
        (["turns", "--mode", "hard"], "does not support these rules"),
    )
    for wrong, problem in several:
        ran = wordle("evaluate", *wrong, "--boards", "2", "--answers", words)
        assert (ran.code, problem in ran.err) == (2, True)
