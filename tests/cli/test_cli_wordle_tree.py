"""`entails wordle tree` and `entails wordle verify`."""

import json
import signal
from pathlib import Path

import pytest
from cli.runner import entails, start
from cli.test_cli_signals import busy, stop

RHYMES = [f"{letter}ight" for letter in "eflmnrst"]
OTHERS = ["flame", "first", "smelt"]


@pytest.fixture
def lists(tmp_path: Path) -> list[str]:
    """Return options for a small game with its own word lists."""
    answers, allowed = tmp_path / "answers.txt", tmp_path / "allowed.txt"
    answers.write_text("\n".join(RHYMES), "utf-8")
    allowed.write_text("\n".join(OTHERS), "utf-8")
    return ["--answers", str(answers), "--allowed", str(allowed)]


def test_salet_exactly_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    ran = entails("wordle", "tree", "--opener", "SALET", "--exact", "-o", path, "--json")
    assert ran.code == 0
    figures = {
        "opener": "salet",
        "total": 7920,
        "mean": 3.4212,
        "max": 5,
        "distribution": {"2": 78, "3": 1225, "4": 971, "5": 41},
        "exact": True,
    }
    assert ran.line | figures == ran.line
    checked = entails("wordle", "verify", path, "--json")
    assert checked.code == 0
    assert checked.line | figures == checked.line
    assert checked.line["verified"]


def test_words_for_people(lists: list[str], tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    ran = entails("wordle", "tree", "eight:bgggg", "--exact", *lists, "-o", path)
    assert ran.code == 0
    assert "guesses for 7 words" in ran.out
    assert "proven: no tree within 5 guesses has a smaller total" in ran.out
    assert f"written to {path}" in ran.out
    checked = entails("wordle", "verify", path, *lists)
    assert checked.code == 0
    assert "verified: every answer was replayed" in checked.out
    beam = entails("wordle", "tree", *lists)
    assert "not proven: best tree of a beam of 10" in beam.out


def test_other_forms(lists: list[str], tmp_path: Path) -> None:
    tree, table, page = (tmp_path / name for name in ("tree.json", "tree.md", "tree.html"))
    assert entails("wordle", "tree", *lists, "-o", tree).code == 0
    assert entails("wordle", "tree", "--from", tree, "-o", table).code == 0
    assert entails("wordle", "tree", "--from", tree, "-o", page, "--json").code == 0
    assert all(word.upper() in table.read_text("utf-8") for word in RHYMES)
    assert page.read_text("utf-8").startswith("<!doctype html>")
    printed = entails("wordle", "tree", *lists, "-o", "-")
    assert json.loads(printed.out)["tree"] == json.loads(tree.read_text("utf-8"))["tree"]


def test_counts_hard_mode_and_every_opener(lists: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    counts = entails("wordle", "tree", *lists, "--feedback", "counts", "--exact", "--all", "--max-depth", 0, "--json")
    assert counts.line["feedback"] == "counts"
    assert counts.line["all_openers"]
    hard = entails("wordle", "tree", "light:bgggg", *lists, "--hard", "--exact", "--max-depth", 0, "--json")
    free = entails("wordle", "tree", "light:bgggg", *lists, "--exact", "--max-depth", 0, "--json")
    assert hard.line["max"] == 7
    assert hard.line["total"] == 28 > free.line["total"]
    assert entails("wordle", "tree", *lists, "--feedback", "counts", "--hard").code == 2


def test_the_worst_case_first(lists: list[str]) -> None:
    worst = entails("wordle", "tree", "light:bgggg", *lists, "--exact", "--worst-case", "--json").line
    usual = entails("wordle", "tree", "light:bgggg", *lists, "--exact", "--json").line
    assert worst["max"] <= usual["max"]
    assert worst["total"] >= usual["total"]


def test_one_list_for_both(lists: list[str], tmp_path: Path) -> None:
    path, alone = tmp_path / "tree.json", lists[:2]
    assert entails("wordle", "tree", *alone, "-o", path).code == 0
    assert entails("wordle", "verify", path, *alone).code == 0
    assert entails("wordle", "verify", path, *lists).code == 1


def test_no_tree_is_a_no(lists: list[str]) -> None:
    assert entails("wordle", "tree", "light:bgggg", *lists, "--exact", "--max-depth", 1).code == 1
    beam = entails("wordle", "tree", "light:bgggg", *lists, "--max-depth", 1, "--json")
    assert (beam.code, beam.line["total"], beam.line["exact"]) == (3, None, False)
    nothing = entails("wordle", "tree", "light:ggggb", *lists)
    assert (nothing.code, "no word of the list fits" in nothing.out) == (1, True)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--exact"], "takes long"),
        (["--exact", "--beam", "3", "--opener", "salet"], "one of the two"),
        (["--all"], "--exact --all"),
        (["--exact", "--all", "--opener", "salet"], "contradict"),
        (["--opener", "zzzzz"], "is not an allowed guess"),
        (["--opener", "é" * 5000], "invalid word length"),
        (["nonsense"], "no file"),
        (["--lang", "fr", "--length", "9"], "too many words for a tree"),
        (["--from", "there-is-no-such.json"], "file not found"),
    ],
)
def test_refuses_in_one_sentence(options: list[str], problem: str) -> None:
    ran = entails("wordle", "tree", *options)
    assert ran.code == 2
    assert problem in ran.err
    assert len(ran.err) < 700


def test_verify_says_the_first_fault(tmp_path: Path, lists: list[str]) -> None:
    path = tmp_path / "tree.json"
    entails("wordle", "tree", *lists, "-o", path)
    value = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(value | {"total": 1}), "utf-8")
    ran = entails("wordle", "verify", path, *lists)
    assert ran.code == 1
    assert "the file claims 1 guess in total" in ran.out
    line = entails("wordle", "verify", path, *lists, "--json").line
    assert (line["verified"], line["total"]) == (False, None)
    assert "1 guess in total" in line["fault"]
    missing = entails("wordle", "verify", path)
    assert missing.code == 2
    assert "with --answers FILE" in missing.err


@pytest.mark.parametrize("junk", [b"", b"\xff\x00", b"[1]", b'{"format": "entails wordle tree"}', b"crane:bybbg"])
def test_verify_refuses_junk(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "tree.json"
    path.write_bytes(junk)
    ran = entails("wordle", "verify", path)
    assert ran.code == 2
    assert ran.err.startswith("entails: ")
    assert len(ran.err.splitlines()) == 1


def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    running = start("wordle", "tree", "--opener", "fuzzy", "--exact", "--max-depth", 0, "-o", path)
    busy(running, 4)
    _, complaint, _ = stop(running, signal.SIGINT)
    assert running.returncode == 130
    assert b"stopped" in complaint
    assert not list(tmp_path.iterdir())
