"""A secret that Wordle added after 2022, hints and skill, in every Wordle command."""

import json
import re
from typing import Any

import pytest
from cli.runner import Ran, entails

import entails as front_door
from entails.cli.wordle_play import keyboard
from entails.models.wordle.history import COLOURS
from entails.service.answer import answer

KAZOO = ("crane:bbybb", "salty:bgbbb", "zonal:yybyb")
TYPED = "".join(guess.replace(":", " ") + "\n" for guess in KAZOO)


def wordle(*arguments: object, stdin: str = "") -> Ran:
    ran = entails("wordle", *arguments, stdin=stdin)
    assert "bug" not in ran.err
    return ran


def over_http(call: str, **body: Any) -> Any:
    return json.loads(answer(call, json.dumps(body), 4000, lambda _: None).text)


def test_suggest_falls_back_and_says_so() -> None:
    ran = wordle("suggest", *KAZOO)
    assert ran.code == 0
    assert "No answer of the list fits; these answers, which Wordle added since 2022, do." in ran.out
    assert "1 word is left: KAZOO" in ran.out
    assert "Also allowed and possible, but not in the list of answers: WAZOO GAZOO" in ran.out
    assert "ABBEY" not in ran.out
    first = wordle("suggest", *KAZOO, "--json").line[0]
    assert (first["word"], first["secrets"], first["others"], first["skill"]) == ("kazoo", "later", 4, 100)
    french = wordle("suggest", *KAZOO, "--language", "fr").out
    assert "Aucune réponse de la liste ne convient ; ces réponses, ajoutées par Wordle depuis 2022" in french


def test_boards_and_candidates_fall_back() -> None:
    two = [f"{kazoo},{horse}" for kazoo, horse in zip(KAZOO, ("bybbg", "ybbbb", "bgbbb"), strict=True)]
    ran = wordle("boards", *two)
    assert "board 1: no answer of the list fits; answers that Wordle added since 2022 do" in ran.out
    report = wordle("boards", *two, "--json").line
    assert [board["secrets"] for board in report["boards"]] == ["later", "answers"]
    assert report["boards"][0]["candidates"] == ["kazoo"]
    assert (report["consistent"], report["suggestions"][0]["chances"][0]) == (True, 1.0)
    left = wordle("candidates", *KAZOO)
    assert left.code == 1
    assert "Allowed guesses that fit: KAZOO" in left.err
    assert wordle("candidates", *KAZOO, "--json").line["elsewhere"][0] == "kazoo"


def test_analyse_says_where_the_answers_end() -> None:
    ran = wordle("analyse", "crane", "zonal", "zonal", "salty", "kazoo", "--secret", "kazoo", "--language", "fr")
    assert "aucune réponse de la liste ne convient : les réponses ajoutées par Wordle depuis 2022 comptent" in ran.out
    assert re.search(r"3\.  ZONAL .* 0 +0,00 +0,00", ran.out)


def test_assist_hints_and_marks_each_guess() -> None:
    ran = wordle("assist", stdin="?\n" + TYPED + "crane bbbbb\n?\nundo\n???\nkazoo\n?\nggggg\n")
    assert ran.code == 0
    assert "CRANE: skill 99.\n" in ran.out
    assert "ZONAL: skill 22 (GAMMA saves 0.78 guesses)." in ran.out
    assert "feedback of ?" not in ran.out
    assert "  As an opener, TRACE needs 2.42 more guesses on average.\n" in ran.out
    assert "  Type undo to remove the last guess.\n" in ran.out
    assert ran.out.count("  KAZOO is the only word left.\n") == 2  # the second at the prompt for colours
    assert "expected 5" not in ran.out
    assert "KAZOO: skill 100.\n" in ran.out
    assert "Found in 4: KAZOO." in ran.out
    french = wordle("assist", "tarte:bybby", "--lang", "fr", stdin="?\ntarte bybby\nquit\n").out
    assert "TARTE : adresse 0 (" in french


@pytest.mark.parametrize(("options", "left"), [((), 52), (("--fold",), 43)])
def test_assist_reads_the_letters_of_the_language(options: tuple[str, ...], left: int) -> None:
    ran = wordle("assist", "--lang", "es", *options, stdin="niños gbbbb\nquit\n")
    assert f"{left} words are left" in ran.out


def test_play_hints_for_a_secret_outside_the_answers() -> None:
    words = "crane\ncrane\nsalty\nzonal\n"
    ran = wordle("play", "--secret", "kazoo", stdin=words + "?\nkazoo\n")
    assert "Hint: one word is left. KAZOO is the only word left." in ran.out
    assert "No answer of the list fits" in ran.out
    assert "Skill: CRANE 99, CRANE 0, SALTY 97, ZONAL 22, KAZOO 100" in ran.out


@pytest.mark.parametrize("width", [18, 25, 30, 31, 34, 80])
@pytest.mark.parametrize("rows", ["qwertyuiop asdfghjkl zxcvbnm", "azertyuiop qsdfghjklm wxcvbn"])
def test_the_keyboard_fits_the_terminal(rows: str, width: int) -> None:
    facts = [("crane", COLOURS.read("bybbg", 5))]
    lines = re.sub(r"\[[^]]*\]", "", keyboard(rows.split(), facts, width)).split("\n")
    assert max(map(len, lines)) <= width
    shown = "".join("".join(lines).split())
    assert shown == "".join("·" if key in "can" else key.upper() if key in "re" else key for key in rows if key != " ")


def test_play_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    ran = wordle("play", "--secret", "horse", stdin="crane\n")
    assert "\n q w E R t y u i o p\n  · s d f g h j k l\n   z x · v b · m\n" in ran.out


@pytest.mark.parametrize("history", ["crane:bybbg", "slate:bbbbb", " ".join(KAZOO), ""])
def test_python_the_command_and_http_suggest_the_same(history: str) -> None:
    puzzle = front_door.parse("wordle", history)
    in_python = [
        (guess.word, guess.rank, guess.engine, guess.is_best, guess.skill, pytest.approx(guess.expected, abs=1e-6))
        for guess in front_door.wordle.suggest(puzzle, top=5)
    ]
    for reports in (
        wordle("suggest", *history.split(), "--top", 5, "--json").line,
        over_http("wordle/suggest", puzzle=history, top=5),
    ):
        keys = ("word", "rank", "engine", "best", "skill", "expected")
        assert [tuple(report[key] for key in keys) for report in reports] == in_python
    assert all(guess.expected is not None for guess in front_door.wordle.suggest(puzzle, top=5))
