"""Compiled feedback against the plain rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.data.wordle import mastermind, words_for
from entails.models.alphabet import to_letters
from entails.models.errors import InvalidMove, InvalidOption
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS, Scoring
from entails.solvers.wordle import feedback
from entails.solvers.wordle.feedback import candidates, code_type, matrix_of, pattern_matrix, pattern_row

from .wordle_lists import few_letters

BOTH = pytest.mark.parametrize("scoring", SCORINGS.values(), ids=list(SCORINGS))


@pytest.mark.parametrize(
    ("guess", "secret", "colours", "counts"),
    [
        ("abats", "aller", "gbbbb", "1,0"),
        ("tarte", "dette", "ybbgg", "2,1"),
        ("roses", "horse", "ygyyb", "1,3"),
        ("allee", "aller", "ggggb", "4,0"),
        ("speed", "abide", "bbyby", "0,2"),
        ("eerie", "where", "ybybg", "1,2"),
        ("zzzzz", "aller", "bbbbb", "0,0"),
    ],
)
def test_known_feedback(guess: str, secret: str, colours: str, counts: str) -> None:
    item, second = to_letters([guess], 5), to_letters([secret], 5)
    for scoring, written in ((COLOURS, colours), (COUNTS, counts)):
        assert scoring.write(int(pattern_matrix(item, second, scoring)[0, 0]), 5) == written
        assert scoring.write(int(pattern_row(item[0], second, scoring)[0]), 5) == written


@BOTH
@pytest.mark.parametrize("length", range(2, 16))
def test_matrix_is_the_plain_rule(scoring: Scoring, length: int) -> None:
    words = few_letters(length, length, letters=3 if length > 3 else 8)
    matrix = pattern_matrix(words.letters, words.secrets, scoring)
    texts = words.words()
    for guess in range(0, len(words), 3):
        plain = [scoring.score(texts[guess], secret) for secret in texts[: words.answers]]
        assert matrix[guess].tolist() == plain
        assert pattern_row(words.letters[guess], words.secrets, scoring).tolist() == plain


@BOTH
@settings(max_examples=80, deadline=None)
@given(
    words=st.integers(2, 15).flatmap(
        lambda length: st.lists(st.text("abcd", min_size=length, max_size=length), min_size=2, max_size=6)
    )
)
def test_any_words(scoring: Scoring, words: list[str]) -> None:
    letters = to_letters(words, len(words[0]))
    result = pattern_matrix(letters, letters, scoring)
    assert result.tolist() == [[scoring.score(guess, secret) for secret in words] for guess in words]
    assert result.max() < scoring.codes(len(words[0]))


def test_many_secrets_go_in_blocks() -> None:
    words = words_for("fr", 6)
    guess = words.letters[123]
    codes = pattern_row(guess, words.secrets, COLOURS)
    assert codes.dtype == np.uint16
    for row in (0, 2047, 2048, 4095, 4096, len(words) - 1):
        assert codes[row] == COLOURS.score(words.word(123), words.word(row))


def test_the_smallest_type_that_holds_the_codes() -> None:
    assert [code_type(COLOURS, length).itemsize for length in (2, 5, 6, 10, 11, 15)] == [1, 1, 2, 2, 4, 4]
    assert all(code_type(COUNTS, length).itemsize == 1 for length in range(2, 16))


def test_mastermind_is_made_of_words() -> None:
    codes = mastermind(4, 6)
    assert (len(codes), codes.answers, codes.word(0), codes.word(1295)) == (1296, 1296, "aaaa", "ffff")
    row = codes.row_of("aabb")
    assert row is not None
    mapping = dict(zip(codes.words(), pattern_row(codes.letters[row], codes.letters, COUNTS).tolist(), strict=True))
    assert COUNTS.write(mapping["abab"], 4) == "2,2"
    assert COUNTS.write(mapping["bbaa"], 4) == "0,4"
    assert len(set(mapping.values())) == 13
    with pytest.raises(InvalidOption, match="20,000 codes"):
        mastermind(8, 8)


@BOTH
@pytest.mark.parametrize("length", [2, 3, 5, 7, 12])
def test_candidates_are_the_words_that_give_this_feedback(scoring: Scoring, length: int) -> None:
    words = few_letters(100 + length, length, secrets=60)
    texts, random = words.words(), np.random.default_rng(length)
    for _ in range(20):
        secret = texts[random.integers(words.answers)]
        guesses = [texts[row] for row in random.integers(0, len(words), random.integers(0, 4))]
        history = [(guess, scoring.score(guess, secret)) for guess in guesses]
        left = candidates(history, words.secrets, scoring)
        plain = [
            row
            for row in range(words.answers)
            if all(scoring.score(guess, texts[row]) == code for guess, code in history)
        ]
        assert left.tolist() == plain
        assert secret in words.words(left)


def test_a_guess_of_another_length_is_refused() -> None:
    with pytest.raises(InvalidMove, match=r"guess 2: 'crâne!' is not a word.*5 letters"):
        candidates([("slate", 0), ("crâne!", 0)], words_for().secrets, COLOURS)


def test_large_lists_have_no_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    assert matrix_of(words_for("fr", 7), COLOURS) is None
    small = few_letters(1, 5)
    kept = matrix_of(small, COLOURS)
    assert kept is not None
    assert not kept.flags.writeable
    assert matrix_of(few_letters(1, 5), COLOURS) is kept, "the same words are the same matrix"
    monkeypatch.setattr(feedback, "LARGEST_MATRIX", kept.nbytes - 1)
    assert matrix_of(small, COLOURS) is None


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_for("en", 4)
    item = pattern_matrix(words.letters, words.secrets, COLOURS)
    monkeypatch.setattr(feedback, "_WORTH_A_THREAD", 10**12)
    assert (pattern_matrix(words.letters, words.secrets, COLOURS) == item).all()
