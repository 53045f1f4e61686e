"""Remaining words and reasons for none, against plain rules and brute force over removable guesses."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from encoders.wordle_histories import random_puzzles

import entails
from entails.data.lexicons import lexicon
from entails.encoders.wordle import statements
from entails.formats.wordle.read import read_history
from entails.locale.message import Sentence
from entails.models.encoding import Group
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, UNLIMITED, Limits
from entails.models.outcome import Conflict, Repair
from entails.models.wordle.history import COLOURS, Guess, History, Wordle
from entails.queries.wordle.check import ChosenChecks, check_report, unknown_guesses
from entails.solvers.engine import engine
from entails.solvers.explain import explain
from entails.solvers.soft import Granularity
from entails.solvers.wordle.check import (
    explain_inconsistency,
    formula,
    remaining_words,
    single_repairs,
    words_that_matter,
)

ANSWERS = lexicon("wordle-answers")
FEW_ANSWERS = Lexicon.of(ANSWERS.words(5)[::8], "every eighth answer", "en")
PATIENT = Limits(seconds=200)
"""However busy the machine is."""


def usual(text: str) -> Wordle:
    return Wordle(read_history(text), ANSWERS)


def test_remaining_words() -> None:
    left = remaining_words(usual("crane:bybbg slate:bbbbg"), UNLIMITED)
    assert (left.count, left.exact, left.words[:3], left.words[-1]) == (19, True, ("dirge", "eerie", "fibre"), "where")
    assert left.forced == ("position 5 is E", "there is an R")
    assert remaining_words(usual("crane:bybbg slate:bbbbg"), UNLIMITED, 2).words == ("dirge", "eerie")


def test_before_the_first_guess() -> None:
    left = remaining_words(usual(""), UNLIMITED)
    assert (left.count, left.forced, left.consistent) == (2315, (), True)


def test_any_string_of_letters() -> None:
    left = remaining_words(Wordle(read_history("ab:yy")), UNLIMITED)
    assert (left.count, left.exact, left.words) == (1, True, ("ba",))
    assert left.forced == ("position 1 is B", "position 2 is A")
    some = remaining_words(Wordle(read_history("ab:gb")), UNLIMITED, 10)
    assert (some.count, some.exact, some.forced) == (10, False, ("position 1 is A",))
    assert remaining_words(Wordle(read_history("ab:yy ab:gg")), UNLIMITED).consistent is False


@pytest.mark.parametrize(
    ("text", "blame", "conflicts", "repairs"),
    [
        (
            "crane:gbbbb slate:bbybb",
            "letters",
            [["guess 1 says there is no A", "guess 2 says there is an A"]],
            [["guess 1"], ["guess 2"]],
        ),
        (
            "crane:ggggg slate:bbgbg trace:bbbbb",
            "letters",
            [
                ["guess 1 says position 1 is C", "guess 3 says there is no C"],
                ["guess 1 says position 2 is R", "guess 3 says there is no R"],
                ["guess 1 says position 3 is A", "guess 3 says there is no A"],
                ["guess 1 says position 5 is E", "guess 3 says there is no E"],
                ["guess 2 says position 3 is A", "guess 3 says there is no A"],
                ["guess 2 says position 5 is E", "guess 3 says there is no E"],
            ],
            [["guess 3"], ["guess 1", "guess 2"]],
        ),
        (
            "tarte:2,1 dette:5,0",
            "lexicon",
            [
                ["guess 2 says five letters of DETTE are well placed", "LEXICON"],
                ["guess 2 says five letters of DETTE are in the secret", "LEXICON"],
            ],
            [["guess 2"], ["lexicon"]],
        ),
    ],
)
def test_explain_inconsistency(text: str, blame: str, conflicts: list[list[str]], repairs: list[list[str]]) -> None:
    why = explain_inconsistency(usual(text), PATIENT, 20)
    sentence = statements(usual(""))[-1][0].text
    assert why.blame == blame
    result = [[group.text.replace(sentence, "LEXICON") for group in conflict.groups] for conflict in why.conflicts]
    assert sorted(result) == sorted(conflicts)
    assert [[group.id for group in repair.groups] for repair in why.repairs] == repairs
    assert why.complete


def least(groups: list[Group], enough: Callable[[frozenset[str]], bool]) -> set[frozenset[str]]:
    """Return the minimal sufficient sets of groups, by trying all, smallest first."""
    items: list[frozenset[str]] = []
    names = [group.id for group in groups]
    for size in range(len(names) + 1):
        for chosen in map(frozenset, combinations(names, size)):
            if not any(item <= chosen for item in items) and enough(chosen):
                items.append(chosen)
    return set(items)


@pytest.mark.parametrize("scoring", ["colours", "counts"])
def test_repairs_are_minimal(scoring: str) -> None:
    """Repairs are minimal sets of guesses, against plain rules; the lexicon is removed only if no guess is needed."""
    explained = 0
    for puzzle in random_puzzles("en", 4, scoring, 80, size=30):
        words = puzzle.lexicon.words(4) if puzzle.lexicon else []
        if len(puzzle.history) > 3 or any(puzzle.history.allows(word) for word in words):
            continue
        explained += 1
        why = explain_inconsistency(puzzle, PATIENT, 50)
        numbers = range(1, len(puzzle.history) + 1)
        groups = [Group(f"guess {number}", "") for number in numbers]

        def enough(chosen: frozenset[str], puzzle: Wordle = puzzle, words: list[str] = words) -> bool:
            kept = [guess for n, guess in enumerate(puzzle.history, 1) if f"guess {n}" not in chosen]
            return any(History(4, puzzle.history.scoring, tuple(kept)).allows(word) for word in words)

        result = {frozenset(group.id for group in repair.groups) for repair in why.repairs}
        assert {repair for repair in result if "lexicon" not in repair} == least(groups, enough)
        assert (frozenset({"lexicon"}) in result) == (why.blame == "lexicon")
        assert why.complete
    assert explained > 2


@pytest.mark.parametrize("scoring", ["colours", "counts"])
@pytest.mark.parametrize("granularity", ["fine", "coarse"])
def test_the_words_that_matter_have_the_same_reasons(scoring: str, granularity: Granularity) -> None:
    explained = 0
    for puzzle in random_puzzles("fr", 5, scoring, 90, size=40):
        few = words_that_matter(puzzle)
        assert few is not None
        assert puzzle.lexicon is not None
        assert set(few.words(5)) <= set(puzzle.lexicon.words(5))
        if remaining_words(puzzle, UNLIMITED).count or len(puzzle.history) > (2 if scoring == "colours" else 4):
            continue
        explained += 1
        item, second = (
            explain(
                engine("minisat22"), formula(puzzle, words), UNLIMITED, DEFAULTS, most=1000, granularity=granularity
            )
            for words in (None, few)
        )
        assert item.complete
        assert second.complete
        assert {ids(conflict) for conflict in item.conflicts} == {ids(conflict) for conflict in second.conflicts}
        assert {ids(repair) for repair in item.repairs} == {ids(repair) for repair in second.repairs}
    assert explained > 2


def ids(conflict: Conflict | Repair) -> frozenset[str]:
    return frozenset(group.id for group in conflict.groups)


def test_a_large_lexicon_comes_down_to_few_words() -> None:
    puzzle = Wordle(read_history("aimerions:bbybbbbby jouassent:bbbyybbbb chevauche:ybbbbbbbb"), lexicon("fr"))
    assert len(puzzle.letters) > 50_000
    few = words_that_matter(puzzle)
    assert few is not None
    assert few.counts[9] < 1000
    assert words_that_matter(Wordle(puzzle.history)) is None
    assert explain_inconsistency(puzzle, PATIENT, 3).reason != "time"


def test_a_limit_leaves_the_verdict() -> None:
    why = explain_inconsistency(usual("crane:gbbbb slate:ybbbb"), Limits(seconds=1e-6), 3)
    assert (why.blame, why.complete, why.reason) == (None, False, "time")
    assert check_report(usual("crane:gbbbb slate:ybbbb"), Limits(seconds=1e-6)).consistent is False


def test_report_of_a_contradiction() -> None:
    report = check_report(usual("crane:bybbg mound:bbbbb slate:bbybb"), PATIENT)
    assert (report.consistent, report.count, report.blame, report.candidates) == (False, 0, "letters", ())
    assert [conflict.guesses for conflict in report.conflicts] == [(1, 3), (1, 3)]
    assert [repair.guesses for repair in report.repairs] == [(1,), (3,)]
    assert report.repairs[0].texts == ("guess 1: CRANE ⬛🟨⬛⬛🟩",)


def test_report_where_only_the_lexicon_is_to_blame() -> None:
    report = check_report(usual("crane:gbbbb slate:ybbbb"), PATIENT)
    assert report.blame == "lexicon"
    assert all("wordle-answers" in conflict.texts[-1] for conflict in report.conflicts)
    assert [(repair.guesses, repair.lexicon) for repair in report.repairs] == [((1,), False), ((2,), False), ((), True)]
    assert "chips" in report.elsewhere


def test_words_that_no_list_has() -> None:
    assert unknown_guesses(usual("crane:bybbg qqqqq:bbbbb aahed:bbbby")) == ("qqqqq",)
    assert unknown_guesses(Wordle(read_history("qqqqq:bbbbb"))) == ()


@pytest.mark.parametrize("engine", ["filter", "cadical195", "cpsat"])
@pytest.mark.parametrize("text", ["crane:bybbg slate:ybbbg", "crane:bybbg crane:ggggg"])
def test_a_chosen_engine_says_the_same(engine: str, text: str) -> None:
    """Another engine gives the same explanation; CP-SAT is tested on every eighth word, as it is slower."""
    words = FEW_ANSWERS if engine == "cpsat" else ANSWERS
    puzzle = Wordle(read_history(text), words)
    expected = check_report(puzzle, PATIENT)
    result = check_report(puzzle, PATIENT, chosen=ChosenChecks(engine, None))
    assert (result.consistent, result.candidates, result.forced) == (
        expected.consistent,
        expected.candidates,
        expected.forced,
    )
    assert (result.blame, len(result.conflicts) > 0) == (expected.blame, len(expected.conflicts) > 0)
    assert len(expected.candidates) > 1 or expected.blame is not None


class TestSingleRepairs:
    """Single changes of feedback that leave words, against every change of one tile."""

    def test_a_slip_is_found_again(self) -> None:
        """A single wrong tile (SLATE with 🟨 for ⬛) is named, with the right number of words."""
        report = check_report(usual("crane:bybbg slate:bbybg"))
        assert report.consistent is False
        assert "change tile 3 of guess 2 (SLATE) to grey: 19 words are left" in report.mends
        french = check_report(usual("crane:bybbg slate:bbybg"), language="fr")
        assert "rendez grise la case 3 de l'essai 2 (SLATE) : il reste 19 mots" in french.mends
        assert french.conflicts[0].texts[0].startswith("l'essai ")

    @pytest.mark.parametrize("text", ["crane:bybbg slate:bbybg", "crane:gybbb slate:bbgbb", "audio:ggggg crane:bbbbb"])
    def test_by_trying_every_change(self, text: str) -> None:
        history = read_history(text)
        left = {}
        for number, guess in enumerate(history):
            colours = COLOURS.colours(guess.code, 5)
            for square in range(5):
                for colour in {0, 1, 2} - {colours[square]}:
                    code = guess.code + (colour - colours[square]) * 3 ** (4 - square)
                    changed = [*history.guesses]
                    changed[number] = Guess(guess.word, code)
                    words = remaining_words(Wordle(replace(history, guesses=tuple(changed)), ANSWERS), UNLIMITED).count
                    if words:
                        left[number + 1, square + 1, ("grey", "yellow", "green")[colour]] = words
        report = single_repairs(Wordle(history, ANSWERS))
        assert len(report) == min(5, len(left))
        for sentence, words in zip(report, sorted(left.values(), reverse=True), strict=False):
            change = sentence.arguments[0][1]
            assert isinstance(change, Sentence)
            output = {name: str(value) for name, value in change.arguments}
            assert left[int(output["number"]), int(output["place"]), output["colour"]] == words
            assert ("the secret is then" in sentence.say()) == (words == 1)

    def test_counts_and_any_letters(self) -> None:
        counted = Wordle(read_history("crane:5,0 slate:0,0", "counts"), ANSWERS)
        assert any("the counts of guess 2 (SLATE) to 2,0" in change.say() for change in single_repairs(counted))
        letters = Wordle(read_history("crane:bbbbg slate:bbbbb"))
        six_letters = read_history("abcde:yyyyy fghij:ybbbb")  # each of the six yellow tiles may be grey
        assert len(single_repairs(Wordle(six_letters))) == 5
        assert {change.say() for change in single_repairs(letters)} >= {
            "change tile 5 of guess 1 (CRANE) to grey",
            "change tile 5 of guess 2 (SLATE) to green",
        }

    def test_explain_tells_them(self) -> None:
        assert entails.explain(usual("crane:bybbg slate:bbybg")).mends
        assert not entails.explain(usual("crane:bybbg slate:bbybg"), assume=["there is an A"]).mends
