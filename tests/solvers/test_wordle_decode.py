"""Decoding of share texts, against every word and every game."""

from itertools import product

import numpy as np
import pytest
from solvers.wordle_lists import few_letters

from entails.data.wordle import words_for
from entails.formats.wordle.share import ShareText
from entails.models.errors import InvalidPuzzle
from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import Words
from entails.solvers.wordle.game import green_row_that_breaks, hidden_hint, possible_answers, words_of_rows


def decoded(words: Words, share: ShareText, answer: str) -> list[list[str]]:
    return [words.words(rows) for rows in words_of_rows(words, share, answer)]


def test_a_known_grid() -> None:
    codes = [COLOURS.read(row, 5) for row in ("bybbg", "ybbbg", "ggbgg", "ggggg")]
    rows = decoded(words_for(), ShareText(tuple(codes), 5), "horse")
    assert [len(row) for row in rows] == [144, 164, 2, 1]
    assert rows[2:] == [["house", "hoise"], ["horse"]]


@pytest.mark.parametrize("seed", range(6))
def test_rows_and_answers_by_plain_scoring(seed: int) -> None:
    words = few_letters(seed, 4)
    random, every = np.random.default_rng(seed), words.words()
    answer = every[0]
    guesses = [every[row] for row in random.integers(1, len(every), 3)]
    share = ShareText(tuple(COLOURS.score(guess, answer) for guess in guesses), 4)
    expected = [[word for word in every if COLOURS.score(word, answer) == code] for code in share.rows]
    assert decoded(words, share, answer) == expected
    answers = {
        secret
        for secret in every[: words.answers]
        if all(any(COLOURS.score(word, secret) == code for word in every) for code in share.rows)
    }
    assert set(words.words(possible_answers(words, share))) == answers
    assert answer in answers


@pytest.mark.parametrize("seed", range(12))
def test_hard_mode_by_every_game(seed: int) -> None:
    """In hard mode, a word remains exactly if some whole game has it."""
    words = few_letters(seed, 4, secrets=25, others=15, letters=3)
    random, every = np.random.default_rng(seed), words.words()
    answer = every[0]
    guesses = [every[row] for row in random.integers(1, len(every), 3)]
    codes = tuple(COLOURS.score(guess, answer) for guess in guesses)
    plain = decoded(words, ShareText(codes, 4), answer)
    games = [game for game in product(*plain) if all(keeps_to_hard_mode(game, codes, at) for at in range(3))]
    result = decoded(words, ShareText(codes, 4, hard=True), answer)
    if games:
        assert [set(row) for row in result] == [set(column) for column in zip(*games, strict=True)]
    else:
        first = next(
            at
            for at in range(3)
            if not any(
                all(keeps_to_hard_mode(game, codes, index) for index in range(at + 1))
                for game in product(*plain[: at + 1])
            )
        )
        assert not result[first]
        assert all(result[:first])


def keeps_to_hard_mode(game: tuple[str, ...], codes: tuple[int, ...], at: int) -> bool:
    return all(hidden_hint(game[at], game[before], codes[before]) is None for before in range(at))


def test_a_green_that_is_lost() -> None:
    codes = tuple(COLOURS.read(row, 5) for row in ("bbbbg", "ybbbb", "ggggg"))
    assert green_row_that_breaks(ShareText(codes, 5)) == 2
    assert not decoded(words_for(), ShareText(codes, 5, hard=True), "horse")[1]
    assert decoded(words_for(), ShareText(codes, 5), "horse")[1]


def test_rows_after_a_win_and_other_lengths() -> None:
    win = COLOURS.win(5)
    with pytest.raises(InvalidPuzzle, match="row 1 of the grid"):
        words_of_rows(words_for(), ShareText((win, win), 5), "horse")
    with pytest.raises(InvalidPuzzle, match="row 1 of the grid"):
        possible_answers(words_for(), ShareText((win, 0), 5))
    with pytest.raises(InvalidPuzzle, match="expected 5"):
        words_of_rows(words_for(), ShareText((win,), 5), "horses")


@pytest.mark.parametrize("row", ["ggggy", "yg", "gyg"])
def test_a_lone_yellow_is_impossible_and_says_why(row: str) -> None:
    length = len(row)
    share = ShareText((COLOURS.read(row, length),), length, 6, None, False)
    with pytest.raises(InvalidPuzzle, match="row 1 of the grid: impossible row"):
        possible_answers(few_letters(0, length), share)
