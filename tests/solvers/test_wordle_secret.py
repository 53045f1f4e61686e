"""The model of the secret, against plain filtering of the lists."""

import numpy as np
import pytest

from entails.data.lexicons import lexicon
from entails.data.wordle import words_for
from entails.models.wordle.history import COLOURS, SCORINGS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.secret import possible_secrets, with_word
from entails.solvers.wordle.suggest import ranking_after

ANSWERS = set(lexicon("wordle-answers").words(5))
LATER = set(lexicon("wordle-answers-3158").words(5))
ALLOWED = set(lexicon("wordle-allowed-14855").words(5))
WORDS = words_for()


def history(guesses: list[str], secret: str, scoring: Scoring = COLOURS) -> list[tuple[str, int]]:
    return [(guess, scoring.score(guess, secret)) for guess in guesses]


def expected_rows(facts: list[tuple[str, int]], scoring: Scoring) -> tuple[str, set[str]]:
    """Return the name of the first list with a remaining word, and its words, by filtering."""

    def fitting(words: set[str]) -> set[str]:
        return {word for word in words if all(scoring.score(guess, word) == code for guess, code in facts)}

    for source, words in (("answers", ANSWERS), ("later", LATER)):
        if left := fitting(words):
            return source, left
    return "allowed", fitting(ALLOWED)


def test_the_later_list_is_the_original_one_with_856_more() -> None:
    assert (len(LATER), len(LATER - ANSWERS), len(ANSWERS - LATER)) == (3158, 856, 13)
    assert LATER < ALLOWED


@pytest.mark.parametrize("feedback", ["colours", "counts"])
@pytest.mark.parametrize(
    ("guesses", "secret"),
    [
        ([], "horse"),
        (["crane", "salty"], "horse"),
        (["crane", "salty", "zonal"], "kazoo"),
        (["crane", "pouty", "plump"], "popup"),  # a later answer that the original game did not allow
        (["crane", "zombo", "zooid"], "zooea"),
        (["crane", "fjord", "gucks", "waltz"], "xylyl"),
        (["crane", "crane"], "tarse"),
    ],
)
def test_answers_come_first(guesses: list[str], secret: str, feedback: str) -> None:
    scoring = SCORINGS[feedback]
    facts = history(guesses, secret, scoring)
    possible = possible_secrets(WORDS, facts, scoring)
    source, left = expected_rows(facts, scoring)
    assert (possible.source, set(possible.words.words(possible.rows))) == (source, left)
    others = set(possible.words.words(possible.others))
    assert not others & left
    assert all(scoring.score(guess, word) == code for word in others for guess, code in facts)


def test_a_contradiction_leaves_nothing() -> None:
    possible = possible_secrets(WORDS, [("crane", 0), ("crane", COLOURS.win(5))], COLOURS)
    assert (len(possible.rows), len(possible.others), possible.source) == (0, 0, "allowed")


def test_other_lists_fall_back_to_their_own_allowed_words() -> None:
    words = words_for(answers=lexicon("wordle-answers"), allowed=lexicon("enable"))
    facts = history(["crane", "salty", "zonal"], "kazoo")
    possible = possible_secrets(words, facts, COLOURS)
    assert (possible.source, possible.words is words) == ("later", True)
    alone = Words.of(WORDS.secrets, name="mine")
    assert not len(possible_secrets(alone, facts, COLOURS).rows)


def test_answers_keep_their_rows() -> None:
    fallen = possible_secrets(WORDS, history(["crane", "salty", "zonal"], "kazoo"), COLOURS).words
    assert np.array_equal(fallen.secrets, WORDS.secrets)
    assert len(fallen) == len(ALLOWED | set(WORDS.words()))
    assert with_word(WORDS, "crane") is WORDS
    assert with_word(WORDS, "zxzxz").row_of("zxzxz") is not None
    assert with_word(WORDS, "zxzxz").answers == WORDS.answers


@pytest.mark.parametrize("prior", ["uniform", "frequency"])
def test_the_ranking_falls_back_too(prior: str) -> None:
    ranked = ranking_after(words_for(prior=prior), COLOURS, history(["crane", "salty", "zonal"], "kazoo"))
    best = ranked.best(2)
    assert (ranked.source, best[0].word, best[0].chance, best[0].expected) == ("later", "kazoo", 1.0, 0.0)
    assert [suggestion.skill for suggestion in best] == [100, 0]
    assert "gazoo" in ranked.others
    assert best[0].usual  # chosen for the game
