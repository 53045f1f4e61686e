"""The words of a game as arrays: order, rows, weights."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.models.alphabet import to_letters
from entails.models.errors import InvalidData
from entails.models.wordle.words import Words


def test_answers_come_first_and_both_parts_are_sorted() -> None:
    answers, allowed = to_letters(["zoo", "bat"], 3), to_letters(["yak", "bat", "ant", "aaa"], 3)
    words = Words.of(answers, allowed, name="mine", language="en", weights=np.array([0.75, 0.25]))
    assert words.words() == ["bat", "zoo", "aaa", "ant", "yak"]
    assert (words.answers, words.length, len(words), words.word(3)) == (2, 3, 5, "ant")
    assert words.weights is not None
    assert words.weights.tolist() == [0.25, 0.75]
    assert words.words([4, 0]) == ["yak", "bat"]
    assert words.secrets.tolist() == words.letters[:2].tolist()
    assert not words.letters.flags.writeable


lists = st.lists(st.text("abz", min_size=3, max_size=3), min_size=1, max_size=12)


@given(lists, lists)
def test_every_word_has_its_row(answers: list[str], allowed: list[str]) -> None:
    words = Words.of(to_letters(answers, 3), to_letters(allowed, 3), name="mine")
    assert words.words() == [*sorted(set(answers)), *sorted(set(allowed) - set(answers))]
    assert [words.row_of(word.upper()) for word in words.words()] == list(range(len(words)))
    assert [words.row_of(word) for word in ("aaaa", "ccc", "", "a-b") if word not in words.words()] == [None] * 4


def test_alone_the_answers_are_the_guesses() -> None:
    words = Words.of(to_letters(["ab", "aa"], 2), name="mine")
    assert (words.words(), words.answers, words.weights) == (["aa", "ab"], 2, None)


def test_the_digest_tells_lists_apart() -> None:
    item = Words.of(to_letters(["ab", "aa"], 2), name="one")
    second = Words.of(to_letters(["ab"], 2), to_letters(["aa"], 2), name="other")
    assert item.digest == Words.of(to_letters(["aa", "ab"], 2), name="same").digest
    assert item.digest != second.digest


def test_rejected_input() -> None:
    with pytest.raises(InvalidData, match="mine has no word of 4 letters"):
        Words.of(np.zeros((0, 4), np.uint8), name="mine")
    with pytest.raises(InvalidData, match="3 weights; expected 1, one for each answer"):
        Words.of(to_letters(["ab"], 2), name="mine", weights=np.ones(3))
