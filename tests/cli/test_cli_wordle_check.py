"""`entails wordle check` and common verbs on histories: output for people and programs, and rejected input."""

from pathlib import Path

import pytest
from cli.runner import entails
from cli.schema import problems
from cli.test_cli_junk import well_behaved
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.queries.parse import reports

REPORTS = reports()

SHARE = "Wordle 1,234 X/2\n\n⬛🟨⬛⬛🟩\n⬛⬛⬛⬛🟩\n"
LEFT = 19
PATIENT = ("--seconds", 200)
"""However busy the machine is."""


def test_consistent() -> None:
    ran = entails("wordle", "check", "crane:bybbg", "slate:bbbbg")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == " C  R  A  N  E   ⬛🟨⬛⬛🟩"
    assert f"consistent: {LEFT} words are left" in ran.out
    assert "DIRGE EERIE FIBRE" in ran.out
    assert "Forced: position 5 is E, there is an R." in ran.out
    assert ran.err == ""


def test_contradiction() -> None:
    ran = entails("wordle", "check", "crane:gbbbb", "slate:bbybb", *PATIENT)
    assert ran.code == 1
    assert "inconsistent: no letter sequence fits this feedback" in ran.out
    assert "  • guess 1 says there is no A\n  • guess 2 says there is an A\n" in ran.out
    assert "  • guess 1, CRANE\n  • guess 2, SLATE\n" in ran.out


def test_only_the_lexicon_is_to_blame() -> None:
    ran = entails("wordle", "check", "crane:gbbbb", "slate:ybbbb", *PATIENT)
    assert ran.code == 1
    assert "some letter sequences fit, but no word of wordle-answers" in ran.out
    assert "  • the lexicon wordle-answers" in ran.out
    assert "Allowed guesses that fit: CUSHY CHIBS" in ran.out


def test_json_keys_that_others_rely_on() -> None:
    schema = REPORTS["wordle-check"].model_json_schema()
    good = entails("wordle", "check", "crane:bybbg", "slate:bbbbg", "--json")
    assert good.code == 0
    assert (good.line["consistent"], good.line["count"], len(good.line["candidates"])) == (True, LEFT, LEFT)
    assert (good.line["truncated"], good.line["blame"], good.line["conflicts"]) == (False, None, [])
    assert good.line["forced"] == ["position 5 is E", "there is an R"]
    few = entails("wordle", "check", "crane:bybbg", "slate:bbbbg", "--json", "--show", 2).line
    assert (few["count"], few["candidates"], few["truncated"]) == (LEFT, ["dirge", "eerie"], True)
    bad = entails("wordle", "check", "crane:gbbbb", "slate:bbybb", "--json", *PATIENT)
    assert bad.code == 1
    assert bad.line["conflicts"] == [
        {
            "guesses": [1, 2],
            "texts": ["guess 1 says there is no A", "guess 2 says there is an A"],
            "minimal": True,
            "tiles": [{"guess": 1, "positions": [3]}, {"guess": 2, "positions": [3]}],
        }
    ]
    assert [repair["guesses"] for repair in bad.line["repairs"]] == [[1], [2]]
    assert bad.line["blame"] == "letters"
    for line in (good.line, bad.line):
        assert (line["engine"], line["confirmed_by"]) == ("cpsat", "filter")
    for line in (good.line, few, bad.line):
        assert problems(line, schema, schema) == []


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["crane:bybbg slate:bbbbg"], None),
        (["crane", "bybbg", "slate", "bbbbg"], None),
        ([SHARE, "crane", "slate"], None),
        ([f"{SHARE}\ncrane slate"], None),
        (["-"], "crane:bybbg\nslate:bbbbg\n"),
        (["-", "slate:bbbbg"], "crane:bybbg\n"),
        (["-", "crane", "slate"], SHARE),
        (['{"guesses": [["crane", "bybbg"], ["slate", "bbbbg"]]}'], None),
    ],
)
def test_all_ways_to_say_a_history(arguments: list[str], stdin: str | None) -> None:
    assert entails("wordle", "check", *arguments, "--json", stdin=stdin).line["count"] == LEFT


def test_files(tmp_path: Path) -> None:
    history, share, many = tmp_path / "game.txt", tmp_path / "share.txt", tmp_path / "games.txt"
    history.write_text("# my game\ncrane bybbg\nslate bbbbg\n", encoding="utf-8")
    share.write_text(SHARE, encoding="utf-8")
    many.write_text("crane:bybbg slate:bbbbg\ncrane:gbbbb slate:bbybb\ncrane:by\n", encoding="utf-8")
    assert entails("wordle", "check", history, "--json").line["count"] == LEFT
    assert entails("wordle", "check", share, "crane", "slate", "--json").line["count"] == LEFT
    ran = entails("wordle", "check", many, *PATIENT)
    assert ran.code == 2
    assert ran.out.splitlines() == [
        f"crane:bybbg slate:bbbbg  consistent: {LEFT} words are left",
        "crane:gbbbb slate:bbybb  inconsistent: no letter sequence fits this feedback",
    ]
    assert "games.txt, line 3, guess 1, CRANE: 2 colours" in ran.err


def test_before_the_first_guess() -> None:
    assert "consistent: 2,315 words are left" in entails("wordle", "check").out
    assert entails("wordle", "check", "--length", 7, "--lang", "fr", "--json").line["count"] > 20_000


def test_counts_and_french() -> None:
    ran = entails("wordle", "check", "tares:1,1", "colin:0,1", "sauts:3,1", "--lang", "fr")
    assert "1 well placed, 1 misplaced" in ran.out
    assert "consistent: 1 word is left\n  STUCS" in ran.out


def test_any_letters() -> None:
    line = entails("wordle", "check", "ab:yb", "--lexicon", "none", "--json").line
    assert (line["count"], line["exact"], line["lexicon"]) == (24, True, None)
    assert entails("wordle", "check", "crane:bybbg", "--lexicon", "none", "--json").line["exact"] is False


def test_words_of_ones_own(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("horse\nverve\nmound\n", encoding="utf-8")
    assert entails("wordle", "check", "crane:bybbg", "--lexicon", words, "--json").line["candidates"] == [
        "horse",
        "verve",
    ]
    assert entails("wordle", "check", "ab:gg", "--lexicon", words, "--json").line["count"] == 0


def test_skipped_lines_of_a_list_are_reported(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("horse\nx\nver ve\nverve\n", encoding="utf-8")
    ran = entails("wordle", "count", "crane:bybbg", "--lexicon", words)
    assert ran.out == "2\n"
    assert "mine.txt: 2 words, 2 of 4 lines skipped" in ran.err


def test_an_unknown_word_is_reported_and_accepted() -> None:
    ran = entails("wordle", "check", "qqqqq:bbbbb", "crane:ggggg")
    assert ran.code == 0
    assert ran.err == "entails: QQQQQ is not an allowed guess; used anyway\n"
    assert entails("wordle", "check", "qqqqq:bbbbb", "--json").line["unknown"] == ["qqqqq"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crane:ggggy"], "guess 1, CRANE: the yellow E at position 5 has no other position left"),
        (["crane:byb"], "guess 1, CRANE: 3 colours; expected 5"),
        (["crane:bybbg", "slat:bbbb"], "guess 2: 'slat' has 4 letters; expected 5"),
        (["cr?ne:bybbg"], "is not a guess with feedback"),
        (["nowhere.txt"], "file not found"),
        ([SHARE, "crane"], "the grid has 2 rows, but there is 1 word"),
        ([SHARE, "crane", "stale", "x"], "the grid has 2 rows, but there are 3 words"),
        (["crane:bybbg", "--lexicon", "nowhere.txt"], "nowhere.txt"),
        (["crane:bybbg", "--feedback", "smells"], "unknown feedback type 'smells'; expected colours or counts"),
        (["crane:bybbg", "--lang", "de"], "no word list for language 'de'; expected en, fr, es"),
        (["--length", "99"], "invalid word length 99"),
        (["--length", "five"], "invalid length 'five'"),
        (["crane:bybbg", "--length", "6"], "'crane' has 5 letters; expected 6"),
    ],
)
def test_bad_input(arguments: list[str], message: str) -> None:
    ran = entails("wordle", "check", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert len(ran.err) < 300


def test_the_common_verbs(tmp_path: Path) -> None:
    history = ("crane:gggbb", "slate:bbgyb")
    assert entails("wordle", "solve", *history, "--json").line["solution"] == "craft"
    assert entails("wordle", "solve", *history, "--unique").code == 0
    assert entails("wordle", "count", "crane:bybbg").out == "40\n"
    assert entails("wordle", "count", "crane:bybbg", "-e", "cadical195").out == "40\n"
    assert entails("wordle", "forced", "crane:bybbg", "--json").line["forced"] == [
        "position 5 is E",
        "there is an E",
        "there is an R",
    ]
    forced = entails("wordle", "forced", "crane:bybbg", "--json").line
    solved = entails("wordle", "solve", "crane:bybbg", "--json").line
    for line in (forced, solved):
        assert (line["engine"], line["confirmed_by"]) == ("cpsat", "filter")
    assert "  • there is an R\n" in entails("wordle", "forced", "crane:bybbg").out
    explained = entails("wordle", "explain", "crane:gbbbb", "slate:bbybb", "--json", "--coarse", *PATIENT).line
    assert explained["repairs"] == [["guess 1"], ["guess 2"]]
    assert (explained["engine"], explained["confirmed_by"]) == ("cpsat", "minisat22")
    assert entails("wordle", "quine", "crane:gggbb", "slate:bbgyb", "--json").line["status"] == "satisfied"
    target = tmp_path / "game.cnf"
    assert entails("wordle", "export", *history, "-o", target).code == 0
    text = target.read_text(encoding="utf-8")
    assert text.startswith("c puzzle wordle crane:gggbb slate:bbgyb\nc encoder cnf\nc var 1 position 1 is A\n")
    assert entails("cnf", "count", target, "--json").line["count"] == 1
    assert entails("wordle", "export", *history, "--to", "line").out == "crane:gggbb slate:bbgyb\n"
    assert entails("wordle", "solve", "crane:bybbg", "--lexicon", "none", "--json").line["engine"] == "cpsat"
    assert entails("wordle", "solve", "crane:bybbg", "-e", "cpsat", "--json").line["encoder"] == "cpsat"


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(max_size=12).filter(lambda text: not text.startswith("-")), max_size=3))
def test_junk_is_answered_or_refused(words: list[str]) -> None:
    ran = entails("wordle", "check", *(word.replace("\0", "") for word in words))
    well_behaved(ran)
    assert (ran.code == 2) == (ran.out == "")


@settings(max_examples=10, deadline=None)
@given(st.binary(max_size=100))
def test_bytes_are_answered_or_refused(data: bytes) -> None:
    well_behaved(entails("wordle", "check", "-", stdin=data))
