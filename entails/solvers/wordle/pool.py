"""What may be guessed next.

normal   every allowed word
hard     the rule of the New York Times: greens stay in place, and letters that were revealed are used again. Grey
         letters may come back, and a yellow letter may even be tried in the same place.
ultra    words that agree with everything that is known
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import InvalidOption
from entails.models.letters import Letters
from entails.models.wordle.scoring import COLOURS, GREEN, GREY, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.candidates import Rows, as_letters
from entails.solvers.wordle.patterns import pattern_row

Pool = Literal["allowed", "candidates"]
"""Guess among all allowed words, or only among those that can be the secret."""
Mode = Literal["normal", "hard", "ultra"]


def still_allowed(words: Words, scoring: Scoring, mode: Mode, history: Sequence[tuple[str, int]]) -> Rows:
    """The rows that may be guessed after a history."""
    _reject_hard_counts(mode, scoring)
    rows = np.arange(len(words), dtype=np.int32)
    for number, (guess, code) in enumerate(history, 1):
        rows = narrowed(words, rows, scoring, mode, as_letters(guess, words.length, where=f"guess {number}"), code)
    return rows


def narrowed(words: Words, rows: Rows, scoring: Scoring, mode: Mode, guess: Letters, code: int) -> Rows:
    """Those of `rows` that the mode still allows after one more guess."""
    _reject_hard_counts(mode, scoring)
    if mode == "normal":
        return rows
    if mode == "ultra":
        agrees: NDArray[np.bool_] = pattern_row(guess, words.letters[rows], scoring) == code
        return rows[agrees]
    colours = COLOURS.colours(code, words.length)
    needed = Counter(letter for letter, colour in zip(guess.tolist(), colours, strict=True) if colour != GREY)
    letters = words.letters[rows]
    kept = np.ones(len(rows), dtype=bool)
    for place, colour in enumerate(colours):
        if colour == GREEN:
            kept &= letters[:, place] == guess[place]
    for letter, copies in needed.items():
        kept &= (letters == letter).sum(axis=1) >= copies
    return rows[kept]


def _reject_hard_counts(mode: Mode, scoring: Scoring) -> None:
    """Reject hard mode where feedback has no colours."""
    if mode == "hard" and scoring is not COLOURS:
        raise InvalidOption("hard mode speaks of colours, and there are none", expected="normal or ultra mode")
