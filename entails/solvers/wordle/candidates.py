"""Which words can still be the secret: those that would have given every feedback so far."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidMove
from entails.models.letters import Letters, fold, is_word, to_letters
from entails.models.wordle.scoring import Scoring
from entails.solvers.wordle.patterns import pattern_row

Rows = NDArray[np.int32]
"""Rows of a list of words, in ascending order."""


def candidates(history: Sequence[tuple[str, int]], letters: Letters, scoring: Scoring) -> Rows:
    """The rows of `letters` that agree with a history of guesses and codes. A guess need not be in any list."""
    left = np.arange(len(letters), dtype=np.int32)
    for number, (guess, code) in enumerate(history, 1):
        word = as_letters(guess, letters.shape[1], where=f"guess {number}")
        left = left[pattern_row(word, letters[left], scoring) == code]
    return left


def as_letters(word: str, length: int, *, where: str = "") -> Letters:
    """A word in any spelling as numbers."""
    folded = fold(word)
    if len(folded) != length or not is_word(folded):
        raise InvalidMove(f"{word[:30]!r} is not a word of this game", where=where, expected=f"{length} letters")
    return to_letters([folded], length).ravel()
