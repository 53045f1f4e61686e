"""Words that fit the rows of a shared grid.

In hard mode the rows depend on each other. Feedback shows every letter that a guess shares with the secret. So each
guess must have at least as many copies of each letter of the secret as the guess before it, and must be green wherever
that one was.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from entails.formats.wordle.share import ShareText
from entails.models.errors import InvalidPuzzle
from entails.models.wordle.history import COLOURS, GREEN, YELLOW, checked_word
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Rows, as_letters, pattern_matrix

_PAIRS_AT_ONCE = 50_000_000


def refuse_rows_after_the_win(share: ShareText) -> None:
    """Raise an error if a row follows the winning row."""
    win = COLOURS.win(share.length)
    for number, code in enumerate(share.rows[:-1], 1):
        if code == win:
            problem = "other rows follow the winning row"
            raise InvalidPuzzle(problem, where=f"row {number} of the grid", expected="no further row")


def refuse_a_lone_yellow(share: ShareText) -> None:
    """Raise an error if a row has one yellow and is otherwise green: that letter would have no other position."""
    for number, code in enumerate(share.rows, 1):
        colours = list(COLOURS.colours(code, share.length))
        if colours.count(GREEN) == share.length - 1 and YELLOW in colours:
            problem = "impossible row: the yellow letter has no other position"
            raise InvalidPuzzle(problem, where=f"row {number} of the grid", expected="grey, or another yellow")


def words_of_rows(words: Words, share: ShareText, answer: str) -> list[Rows]:
    """Return for each row of the grid the words that can have produced it, given the answer.

    In hard mode the words must fit together into whole games. If a row is impossible, its list is empty.
    """
    refuse_rows_after_the_win(share)
    refuse_a_lone_yellow(share)
    secret = as_letters(checked_word(answer, share.length), words.length)
    codes = pattern_matrix(words.letters, secret[None], COLOURS)[:, 0]
    words_by_row = [np.flatnonzero(codes == code).astype(np.int32) for code in share.rows]
    return (
        _in_hard_mode(words, share, secret.tolist(), words_by_row)
        if share.hard and all(map(len, words_by_row))
        else words_by_row
    )


def _in_hard_mode(words: Words, share: ShareText, secret: list[int], words_by_row: list[Rows]) -> list[Rows]:
    """Keep the words that occur in a whole game in hard mode: filter forwards, then backwards.

    The filter stops at the first row that no game reaches; that row has no word.
    """
    broken = green_row_that_breaks(share)
    known = [_letters_of_the_secret(words, rows, secret) for rows in words_by_row]
    keep = [np.ones(len(rows), dtype=bool) for rows in words_by_row]
    steps = list(pairwise(range(len(words_by_row))))
    for before, after in steps:
        keep[after] &= _some_below(known[after], known[before][keep[before]])
        if after + 1 == broken:
            keep[after][:] = False
        if not keep[after].any():
            return [rows[kept] for rows, kept in zip(words_by_row, keep, strict=True)]
    for before, after in reversed(steps):
        keep[before] &= _some_below(-known[before], -known[after][keep[after]])
    return [rows[kept] for rows, kept in zip(words_by_row, keep, strict=True)]


def green_row_that_breaks(share: ShareText) -> int | None:
    """Return the first row (from 1) that lacks a green of the row before it."""
    colours = [COLOURS.colours(code, share.length) for code in share.rows]
    for number, (before, after) in enumerate(pairwise(colours), 2):
        if any(earlier == GREEN != later for earlier, later in zip(before, after, strict=True)):
            return number
    return None


def _letters_of_the_secret(words: Words, rows: Rows, secret: list[int]) -> NDArray[np.int64]:
    """Return how often each word has each letter of the secret, at most as often as the secret has it."""
    letters = words.letters[rows]
    counts = [np.minimum((letters == letter).sum(axis=1), secret.count(letter)) for letter in sorted(set(secret))]
    return np.stack(counts, axis=1)


def _some_below(these: NDArray[np.int64], those: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which rows of `these` are at least some row of `those` in every column."""
    below = np.zeros(len(these), dtype=bool)
    for bound in np.unique(those, axis=0):  # few: as many as the secret has sets of letters
        below |= (these >= bound).all(axis=1)
    return below


def possible_answers(words: Words, share: ShareText) -> Rows:
    """Return the answers for which every row of the grid has a word. Hard mode is ignored."""
    refuse_rows_after_the_win(share)
    refuse_a_lone_yellow(share)
    codes: Sequence[int] = sorted(set(share.rows))
    possible = np.zeros((len(codes), words.answers), dtype=bool)
    step = max(1, _PAIRS_AT_ONCE // words.answers)
    for start in range(0, len(words), step):
        patterns = pattern_matrix(words.letters[start : start + step], words.secrets, COLOURS)
        for number, code in enumerate(codes):
            possible[number] |= (patterns == code).any(axis=0)
    return np.flatnonzero(possible.all(axis=0)).astype(np.int32)
