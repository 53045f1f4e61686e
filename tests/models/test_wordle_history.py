"""Wordle histories from every text format, the puzzle on one line, and junk."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entails.formats.wordle.read import history_as_json, lexicon_from_json, read_histories, read_history, write_wordle
from entails.models.errors import InvalidOption, InvalidPuzzle
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import COLOURS, Guess, History, Wordle

TWO = "crane:bybbg slate:bbgyb"
GRID = "⬛🟨⬛⬛🟩\n⬛⬛🟩🟨⬛"


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        "CRANE:BYBBG SLATE:BBGYB",
        "crane=bybbg slate=bbgyb",
        "crane bybbg slate bbgyb",
        "crane bybbg\nslate bbgyb\n",
        "crane\tbybbg\r\nslate\tbbgyb",
        "crane,bybbg\nslate,bbgyb",
        "crane;bybbg;slate;bbgyb",
        "crane | bybbg\nslate | bbgyb",
        "crane → bybbg\nslate -> 00210".replace("-> ", "=> "),
        "# my game\n\ncrane: 01002\n\nslate: 00210\n",
        "1. crane xzxxo\n2) slate xxozx",
        "crane ⬛🟨⬛⬛🟩\nSLATE⬜⬜🟩🟨⬜",
        "word,feedback\ncrane,bybbg\nslate,bbgyb",
        "crâne:bybbg sláte:bbgyb",
        "cra\u0302ne:bybbg slate:bbgyb",
        "\ufeffcrane:bybbg slate:bbgyb",
        f"Wordle 1,234 X/2\n\n{GRID}\n\ncrane slate",
        f"{GRID}\ncrane, slate",
        "Wordle 1,234 X/2\n\n⬛🟨⬛⬛🟩 CRANE\n⬛⬛🟩🟨⬛ SLATE\nhttps://example.org/games",
        '{"guesses": [{"word": "crane", "feedback": "bybbg"}, {"guess": "slate", "colours": "bbgyb"}]}',
        '[["crane", "bybbg"], "slate:bbgyb"]',
        '[["crane", [0, 1, 0, 0, 2]],\n ["slate", "🟩"]]'.replace('"🟩"', '"⬛⬛🟩🟨⬛"'),
        '{"feedback": "colours", "length": 5, "lexicon": "fr", "guesses": ["crane:bybbg", "slate:bbgyb"]}',
    ],
)
def test_all_ways_to_write_a_history(text: str) -> None:
    assert read_history(text) == History(5, "colours", (Guess("crane", 29), Guess("slate", 21)))


@pytest.mark.parametrize(
    "text",
    ["tarte:2,1", "tarte:2.1", "tarte:21", "tarte 2 1", "tarte 2/1", "tarte,2,1", '[["tarte", [2, 1]]]', "TARTE: 2, 1"],
)
def test_counts_are_recognised_by_their_form(text: str) -> None:
    history = read_history(text)
    assert (history.scoring, history.line) == ("counts", "tarte:2,1")
    with pytest.raises(InvalidPuzzle, match="guess 1, TARTE"):
        read_history(text, "colours")


def test_two_letters_and_two_digits_are_colours_by_default() -> None:
    assert read_history("ab:01").scoring == "colours"
    assert read_history("ab:01", "counts").line == "ab:0,1"


@pytest.mark.parametrize("text", ["", " \n", "# nothing yet", "[]", "{}", '{"guesses": []}'])
def test_a_game_that_has_not_begun(text: str) -> None:
    assert read_history(text) == History(5, "colours", ())
    assert read_history(text, "counts", 7) == History(7, "counts", ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crane", "guess 1: the word 'crane' has no feedback; expected guesses such as crane:bybbg"),
        (f"{TWO} trace", "guess 3: the word 'trace' has no feedback"),
        ("crane:", "guess 1: 'crane:' is not a guess with feedback"),
        ("crane:by", "guess 1, CRANE: 2 colours; expected 5, one for each letter"),
        ("crane:bybbg slat:bbgy", "guess 2: 'slat' has 4 letters; expected 5"),
        ("cr4ne:bybbg", "guess 1"),
        (
            "crane:ggggy",
            "guess 1, CRANE: the yellow E at position 5 has no other position left: no secret gives 🟩🟩🟩🟩🟨",
        ),
        ("crane:bybbg eerie:bybbb", "guess 2, EERIE: a grey E (position 1) comes before a yellow one (position 2)"),
        ("tarte:4,1", "guess 1, TARTE: with 4 well placed, at most 0 of the letters can be misplaced"),
        ("a:g", "guess 1: 'a' has 1 letter; expected 2 to 15"),
        ("crane:bybbg\n123", "line 2, guess 1: '123' is not a guess"),
        (
            f"{GRID}\ncrane",
            "the grid has 2 rows, but there is 1 word; expected one word for each row after the share text",
        ),
        (GRID, "the grid has 2 rows, but there are 0 words"),
        (f"{GRID}\ncrane slates", "guess 2: 'slates' has 6 letters; expected 5"),
        ("{", "JSON, line 1, column 2: invalid JSON"),
        ('{"guess": []}', "JSON: unknown key 'guess'; expected feedback, length, lexicon, fold, guesses"),
        ('{"guesses": 3}', "JSON, guesses: invalid guesses"),
        ('{"guesses": [3]}', "JSON, guess 1: invalid guess"),
        ('{"length": "5"}', "JSON, length: invalid length; expected a whole number"),
        ('{"length": 4, "guesses": ["crane:bybbg"]}', "guess 1: 'crane' has 5 letters; expected 4"),
        ('{"length": 99}', "invalid word length 99; expected 2 to 15"),
        ('{"feedback": "smells"}', "unknown feedback type 'smells'; expected colours or counts"),
        ("[" * 10**5, "JSON: invalid JSON"),
        ("x" * 10**6, "the text is too long (1,000,000 characters)"),
        ("crane:bybbg\n" * 2000, "too many guesses; expected at most 1,000"),
    ],
)
def test_invalid_history(text: str, message: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_history(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250


def test_requested_settings_must_agree_with_the_text() -> None:
    with pytest.raises(InvalidPuzzle, match="guess 1: 'crane' has 5 letters; expected 6"):
        read_history(TWO, None, 6)
    with pytest.raises(InvalidPuzzle, match="JSON, length: length is '5'; expected 6, as set"):
        read_history('{"length": 5}', None, 6)
    with pytest.raises(InvalidPuzzle, match="more than one history"):
        read_history(f"{TWO}\n{TWO}")


def test_a_line_of_several_guesses_is_a_history_of_its_own() -> None:
    entries = list(read_histories(f"{TWO}\n# second\ncrane:ggggg\nfoo\n"))
    assert [entry.line for entry in entries] == [1, 3, 4]
    assert [None if entry.puzzle is None else len(entry.puzzle) for entry in entries] == [2, 1, None]
    assert "has no feedback" in str(entries[2].error)


def test_json_lines_are_histories_of_their_own() -> None:
    lines = '{"guesses": ["crane:bybbg"]}\n[]\n{"guesses": ["crane:by"]}\n'
    assert [entry.error is None for entry in read_histories(lines)] == [True, True, False]


def test_history_as_values() -> None:
    history = History.of([("Crâne", "bybbg")])
    assert history.plus("slate", "bbgyb").line == TWO
    assert history.plus("slate", 21).facts == (("crane", 29), ("slate", 21))
    assert history.allows("horse")
    assert not history.allows("crane")
    with pytest.raises(InvalidPuzzle, match="guess 2, SLATE: invalid feedback code 243; expected 0 to 242"):
        history.plus("slate", 243)
    with pytest.raises(InvalidPuzzle, match="guess 2: 'slates' has 6 letters"):
        history.plus("slates", 0)


words = st.integers(2, 9).flatmap(lambda n: st.lists(st.text("abcé", min_size=n, max_size=n), min_size=1, max_size=5))


@given(words, st.sampled_from(["colours", "counts"]), st.booleans())
def test_every_history_reads_back(typed: list[str], scoring: str, with_lexicon: bool) -> None:
    secret = History.of([(typed[0], 0)], "counts").guesses[0].word if typed[0].isascii() else "a" * len(typed[0])
    empty = History(len(secret), scoring)
    history = empty
    for word in typed:
        folded = word.replace("é", "e")
        history = history.plus(word, empty.kind.score(folded, secret))
    assert read_history(history.line, scoring) == history
    assert read_history(history_as_json(history)) == history
    lexicon = Lexicon.of(["ab"], "mine") if with_lexicon else None
    line = write_wordle(Wordle(history, lexicon))
    assert "\n" not in line
    assert read_history(line) == history
    assert lexicon_from_json(line) == (True, "mine" if with_lexicon else None)


def test_the_usual_puzzle_is_written_as_it_is_typed() -> None:
    for text, name in ((TWO, "wordle-answers"), ("tarte:2,1", "wordle-answers"), ("cranes:bybbgb", "enable")):
        assert write_wordle(Wordle(read_history(text), Lexicon.of(["ab"], name))) == text
    assert json.loads(write_wordle(Wordle(read_history(""), Lexicon.of(["ab"], "fr")))) == {
        "feedback": "colours",
        "length": 5,
        "lexicon": "fr",
        "guesses": [],
    }


def test_rules_report_errors() -> None:
    puzzle = Wordle(read_history(TWO), Lexicon.of(["apart", "quart"], "few"))
    assert puzzle.rejects("apart") == "guess 1, CRANE, would get ⬛🟨🟩⬛⬛ from APART, not ⬛🟨⬛⬛🟩"
    assert puzzle.rejects("slate") == "SLATE is not in lexicon few"
    assert puzzle.rejects("apar") == "'apar' is not a word of 5 letters"
    assert Wordle(read_history("crane:ggggg")).rejects("crane") is None
    with pytest.raises(InvalidOption, match="no lexicon"):
        assert Wordle(read_history(TWO)).letters


@given(st.text(max_size=60) | st.text(alphabet='crane:bybg 210,\n{}[]"🟩⬛', max_size=60))
@example("Wordle 1 X/0 🟩")
@example("crane:" + "\ud800")
def test_junk_is_a_history_or_refused(text: str) -> None:
    for entry in read_histories(text):
        assert (entry.puzzle is None) != (entry.error is None)
        if entry.puzzle is not None:
            assert all(entry.puzzle.kind.problem(guess.word, guess.code) is None for guess in entry.puzzle)
        else:
            assert len(str(entry.error)) < 500


@pytest.mark.parametrize(
    "text", [":" * 10**6, " " * 10**6, "a:b " * 10**5, "\n" * 10**6, "🟩" * 10**6, "é" * 10**6, "1 " * 10**6]
)
def test_huge_junk_is_refused_briefly(text: str) -> None:
    assert all(len(str(entry.error or "")) < 250 for entry in read_histories(text))


def test_scores_of_a_win() -> None:
    assert read_history("crane:ggggg").guesses[0].code == COLOURS.win(5)


STORED = {
    "boardState": ["crane", "slate", "", "", "", ""],
    "evaluations": [["absent", "present", "absent", "absent", "correct"], ["absent"] * 4 + ["correct"], None, None],
    "rowIndex": 2,
    "gameStatus": "IN_PROGRESS",
}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(STORED),
        json.dumps({"boardState": ["CRANE", "slate"], "solution": "merge"}),
        json.dumps({"nyt-wordle-state": json.dumps(STORED), "other": 1}),
        json.dumps({"states": [{"data": {"boardState": ["crane", "slate"], "solution": "merge"}}]}),
        "c(r)an[e] slat[e]",
        "crane b y b b g\nslate b b b b g",
        "crane nj--v\nslate nnnnv",
        "crane bjbbr, slate bbbbr",
        "crane -?--+ slate ----+",
        "crane 0 1 0 0 2\nslate 00002",
        "SUTOM #7 X/2\n🟦🟡🟦🟦🟥\n🟦🟦🟦🟦🟥\ncrane slate",
    ],
)
def test_a_game_in_any_usual_notation(text: str) -> None:
    assert read_history(text).line == "crane:bybbg slate:bbbbg"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"game": {"boardState": ["crane", ""]}}, "has words but no colours"),
        ({"boardState": ["crane"], "evaluations": [["absent"] * 5, ["absent"] * 5]}, "1 guess but 2 rows"),
        ({"boardState": ["crane"], "evaluations": [["grey"] * 5]}, "invalid row of colours"),
        ({"boardState": ["crane"], "solution": "horses"}, "'crane' has 5 letters"),
    ],
)
def test_a_stored_game_that_cannot_be_read(value: object, text: str) -> None:
    with pytest.raises(InvalidPuzzle, match=text):
        read_history(json.dumps(value))


def test_brackets_and_single_marks_do_not_swallow_counts() -> None:
    assert read_history("tarte 2 1 dette 1 1").line == "tarte:2,1 dette:1,1"
    for junk in ("[crane]", "c[]rane", "(((((", "crane ( )", "a b c d"):
        with pytest.raises(InvalidPuzzle):
            read_history(junk)
