"""Global options: quiet output, no colours, ASCII only, shell completion."""

import json
import os
import subprocess
import sys

import pytest
from cli.runner import entails, start

from entails.cli.output import apply_global_options, is_quiet, plain_letters

GRID = "..4..3...2....1."


def ran(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "entails", *words]
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | environment, timeout=120, check=False
    )


def test_manners_are_taken_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")  # which is put back afterwards
    assert apply_global_options(["sudoku", "--quiet", "solve", "x", "--no-color"]) == ["sudoku", "solve", "x"]
    assert is_quiet()
    assert os.environ["NO_COLOR"] == "1"
    assert apply_global_options(["wordle", "--", "--quiet"]) == ["wordle", "--", "--quiet"]
    assert not is_quiet()


def test_quiet_keeps_answers_and_errors_and_drops_remarks() -> None:
    usual = entails("wordle", "candidates", "crane:bybbg", "--limit", "3")
    quiet = entails("wordle", "candidates", "crane:bybbg", "--limit", "3", "--quiet")
    assert "of 40 words left" in usual.err
    assert (quiet.out, quiet.err) == (usual.out, "")
    assert entails("--quiet", "sudoku", "solve", "12").err.startswith("entails: ")


def test_a_locale_without_boxes_gets_ascii() -> None:
    shown = ran("sudoku", "solve", GRID, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.stdout.isascii()
    assert "?" not in shown.stdout
    assert "+-----+-----+" in shown.stdout


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("╭ proof ✓ · …", "+ proof x . ..."),
        ("n² → ½ à l’été", "n2 -> 12 a l'ete"),
        ("⬛🟨🟩 日", "byg ?"),
        ("plain", "plain"),
    ],
)
def test_other_characters_have_stand_ins(text: str, plain: str) -> None:
    assert plain_letters(text).replace("1/2", "12").replace("1⁄2", "12") == plain


def test_a_shell_completes_puzzles_and_verbs() -> None:
    done = ran(_ENTAILS_COMPLETE="complete_bash", COMP_WORDS="entails sudoku so", COMP_CWORD="2")
    assert done.stdout.split() == ["solve"]


def test_the_script_for_a_shell_is_shown() -> None:
    shown, _ = start("--help", env={"COLUMNS": "120"}).communicate(timeout=120)
    assert b"--install-completion" in shown
    assert b"--quiet" in shown


@pytest.mark.parametrize(
    "words",
    [("sudoku", "solve", "12"), ("sudoku", "solve", GRID, "--engine", "none"), ("sudoku", "solve", GRID, "--nope")],
)
def test_an_error_is_json_where_programs_read(words: tuple[str, ...]) -> None:
    usual, read = entails(*words), entails(*words, "--json")
    assert usual.out == ""
    assert (read.code, read.err) == (usual.code, usual.err)
    assert f"entails: {json.loads(read.out)['error']}\n" == usual.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("sudoku", "solve", GRID, "--engine", ""), "--engine: value is empty"),
        (("wordle", "suggest", "--strategy="), "--strategy: value is empty"),
        (("wordle", "suggest", "--prior="), "--prior: value is empty"),
        (
            ("sudoku", "solve", GRID, "--all", "0"),
            "--all: invalid value '0'; expected 1 or more (see",
        ),
        (("sudoku", "solve", GRID, "--seed", "x"), "--seed: invalid value 'x'; expected a whole number (see"),
        (
            ("sudoku", "solve", GRID, "--seed", "9" * 5000),
            f"--seed: invalid value '{'9' * 40}'; expected a whole number (see",
        ),
        (
            ("sudoku", "solve", GRID, "--seed", "\udcff"),
            r"--seed: invalid value '\udcff'; expected text in valid UTF-8 (see",
        ),
        (("sudoku", "solve", GRID, "--seconds", "x"), "--seconds: invalid value 'x'; expected a number (see"),
        (
            ("wordle", "prove", "--total", "9" * 20),
            f"--total: invalid value '{'9' * 20}'; expected at most 1000000000000000",
        ),
        (("scrabble", "best", "empty", "AEINRST", "--lexicon="), "--lexicon: value is empty"),
        (("sudoku", "generate", "--clues", "0"), "invalid number of clues '0'; expected 1 to 81"),
        (("sudoku", "generate", "--clues", "inf..inf"), "invalid number of clues 'inf..inf'"),
        (("sudoku", "generate", "--difficulty", "inf..inf"), "unknown difficulty 'inf..inf'"),
        (("sudoku", "solve", "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOA"), "the link: the link ends too early"),
        (("sudoku", "solve", "https://sudokupad.app/scf?puzzleid="), "link: the link contains no Sudoku"),
    ],
)
def test_what_says_nothing_is_refused(words: tuple[str, ...], text: str) -> None:
    refused = entails(*words)
    assert (refused.code, refused.out) == (2, "")
    assert text in refused.err


@pytest.mark.parametrize(
    "words",
    [
        ("sudoku", "generate", "-n", "2", "--difficulty", "none"),
        ("sudoku", "generate", "-n", "2", "--clues", "0"),
        ("sudoku", "explain", "11..............", "--proof", "."),
        ("sudoku", "explain", "11..............", "--proof", "none/proof.drat"),
    ],
)
def test_nothing_is_printed_before_it_is_known_to_be_right(words: tuple[str, ...]) -> None:
    refused = entails(*words)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("entails: ")
    assert refused.err.count("\n") == 1


def test_an_error_is_json_whatever_was_typed() -> None:
    refused = entails("sudoku", "solve", "\udcff.sdk", "--json")
    assert refused.code == 2
    assert json.loads(refused.out)["error"] == r"\udcff.sdk: file not found"
