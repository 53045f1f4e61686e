"""The puzzle type Wordle: accepted words, and round trips of its text."""

import json
from pathlib import Path

import pytest

import entails
from entails.data.lexicons import NAMES, lexicon
from entails.data.wordle import lists_for
from entails.formats.wordle.read import usual_lexicon
from entails.models.errors import InvalidOption, InvalidPuzzle
from entails.puzzles import puzzle_type_named

WORDLE = puzzle_type_named("wordle")


@pytest.mark.parametrize("length", range(2, 16))
def test_the_usual_words_are_the_usual_words(length: int) -> None:
    assert lists_for("en", length)[0].name == usual_lexicon(length)


@pytest.mark.parametrize("settings", [{}, {"lexicon": "none"}, {"lang": "fr"}, *({"lexicon": name} for name in NAMES)])
@pytest.mark.parametrize("text", ["", "crane:bybbg slate:bbgyb", "tarte:2,1", "cranes:bybbgb", "ab:01"])
def test_what_is_written_reads_as_the_same(text: str, settings: dict[str, str]) -> None:
    puzzle = entails.parse("wordle", text, **settings)
    assert entails.parse("wordle", WORDLE.format(puzzle)) == puzzle
    assert entails.parse("wordle", WORDLE.formats["json"](puzzle)) == puzzle


def test_the_words_that_a_user_asks_for_come_first() -> None:
    text = '{"lexicon": "fr", "guesses": ["crane:bybbg"]}'
    assert entails.parse("wordle", text).lexicon is lexicon("fr")
    assert entails.parse("wordle", text, lexicon="enable").lexicon is lexicon("enable")


def test_each_line_of_json_has_its_own_words() -> None:
    lines = '{"lexicon": "fr"}\n{"lexicon": null, "guesses": []}\n{"lexicon": 3}\n{"lexicon": "nowhere"}\n[]\n'
    entries = list(entails.parse_many("wordle", lines))
    names = [entry.puzzle.lexicon and entry.puzzle.lexicon.name for entry in entries if entry.puzzle]
    assert names == ["fr", None, "wordle-answers"]
    assert [str(entry.error).split(";")[0] for entry in entries if entry.error] == [
        "JSON, lexicon: invalid lexicon name",
        "JSON: unknown lexicon 'nowhere'",
    ]


def test_a_file_of_words(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("Crâne\nœuvre\n", encoding="utf-8")
    mine = entails.Document.of_file(words)
    puzzle = entails.parse("wordle", "crane:ggggg", lexicon=mine)
    assert entails.solve(puzzle).answer == "crane"
    assert entails.parse("wordle", WORDLE.format(puzzle), lexicon=mine) == puzzle


def test_no_text_reaches_a_file(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("crane\n", encoding="utf-8")
    with pytest.raises(InvalidPuzzle, match=r"unknown lexicon .*; expected enable"):
        entails.parse("wordle", json.dumps({"lexicon": str(words), "guesses": ["crane:ggggg"]}))
    with pytest.raises(InvalidOption, match="unknown lexicon"):
        entails.parse("wordle", "crane:ggggg", lexicon=str(words))


def test_answers_of_outside_solvers() -> None:
    puzzle = entails.parse("wordle", "crane:bybbg")
    names = [f"position {place} is {letter}" for place, letter in enumerate("HORSE", 1)]
    assert WORDLE.decode_atoms(puzzle, [*names, "there is an E"]) == "horse"
    assert WORDLE.decode_atoms(puzzle, names[1:]) == "_orse"
    with pytest.raises(InvalidPuzzle, match="unknown fact 'position 9 is A'"):
        WORDLE.decode_atoms(puzzle, ["position 9 is A"])


def test_every_way_gives_the_same_count() -> None:
    puzzle = entails.parse("wordle", "crane:bybbg")
    for way in ({}, {"encoder": "cnf"}, {"encoder": "cpsat"}, {"encoder": "native"}, {"engine": "cpsat"}):
        assert entails.count(puzzle, **way).value == 40


def test_drawings() -> None:
    puzzle = entails.parse("wordle", "crane:gbybb")
    drawn = WORDLE.markup(puzzle, "cabal")
    assert drawn.splitlines()[0].startswith("[bold white on green] C [/]")
    assert drawn.splitlines()[0].endswith("🟩⬛🟨⬛⬛")
    assert "C  A  B  A  L" in drawn
    assert "2 well placed, 1 misplaced" in WORDLE.markup(entails.parse("wordle", "tarte:2,1"), None)
