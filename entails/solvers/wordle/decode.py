"""A shared grid read backwards: which words can have made its rows.

In hard mode the rows hang together. Every letter that a guess has in common with the secret is shown, so hard mode
says: a guess has all letters of the secret that the guess before it had, as often, and is green where that was green.
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
    """The game ends with the row that is all green."""
    win = COLOURS.win(share.length)
    for number, code in enumerate(share.rows[:-1], 1):
        if code == win:
            problem = "this row is all green, and others follow"
            raise InvalidPuzzle(problem, where=f"row {number} of the grid", expected="the end of the game")


def refuse_a_lone_yellow(share: ShareText) -> None:
    """A row that is all green but for one yellow: the yellow letter would have no other place to be at."""
    for number, code in enumerate(share.rows, 1):
        colours = list(COLOURS.colours(code, share.length))
        if colours.count(GREEN) == share.length - 1 and YELLOW in colours:
            problem = "no word gets this row: a yellow letter belongs to another place, and all others are green"
            raise InvalidPuzzle(problem, where=f"row {number} of the grid", expected="grey there, or another yellow")


def words_of_rows(words: Words, share: ShareText, answer: str) -> list[Rows]:
    """For each row of the grid the rows of `words` that can have made it when this is the answer, as rows of a whole
    game: where one row cannot be made, its list is empty."""
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
    """Only words that a whole game in hard mode can have: from the first row on, then from the last row back. The first
    row that cannot go on ends it, and has no word."""
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
    """The first row (from 1) that lost a green of the row before it."""
    colours = [COLOURS.colours(code, share.length) for code in share.rows]
    for number, (before, after) in enumerate(pairwise(colours), 2):
        if any(earlier == GREEN != later for earlier, later in zip(before, after, strict=True)):
            return number
    return None


def _letters_of_the_secret(words: Words, rows: Rows, secret: list[int]) -> NDArray[np.int64]:
    """How often each word has each letter of the secret, counted as far as the secret has it."""
    letters = words.letters[rows]
    counts = [np.minimum((letters == letter).sum(axis=1), secret.count(letter)) for letter in sorted(set(secret))]
    return np.stack(counts, axis=1)


def _some_below(these: NDArray[np.int64], those: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of `these` have one of `those` nowhere above them."""
    below = np.zeros(len(these), dtype=bool)
    for bound in np.unique(those, axis=0):  # few: as many as the secret has sets of letters
        below |= (these >= bound).all(axis=1)
    return below


def possible_answers(words: Words, share: ShareText) -> Rows:
    """The answers for which every row of the grid has a word. Hard mode is not looked at."""
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
