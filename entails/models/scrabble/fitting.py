"""The lexicon, cut down to what a line and a rack allow, so that tables stay small."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import Letters
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import EMPTY
from entails.models.scrabble.rack import Rack
from entails.models.statement import Rows


def fitting(lexicon: Lexicon, pattern: Sequence[int], rack: Rack | None = None) -> Letters:
    """The words that agree with the letters of a pattern (EMPTY is any) and, when a rack is given, whose other letters
    are on it, its blanks standing for those that are not."""
    words = lexicon.letters(len(pattern))
    fits = np.ones(len(words), dtype=np.bool_)
    for place, letter in enumerate(pattern):
        if letter != EMPTY:
            fits &= words[:, place] == letter
    found: Letters = words[fits]
    if rack is None:
        return found
    at_hand = np.array(rack.letters[: lexicon.alphabet.kinds], np.int16)
    for letter in pattern:
        if letter != EMPTY:
            at_hand[letter] += 1
    lacking = np.maximum(_letter_counts(lexicon, len(pattern))[fits] - at_hand, 0).sum(axis=1)
    return np.ascontiguousarray(found[lacking <= rack.blanks])


@lru_cache(maxsize=4096)
def crossing_letters(lexicon: Lexicon, pattern: tuple[int, ...]) -> Rows:
    """The letters that make a word of a pattern with one empty square. Slots that cover the square share them."""
    return Rows(np.unique(fitting(lexicon, pattern)[:, pattern.index(EMPTY)]), 1)


@lru_cache(maxsize=64)
def _letter_counts(lexicon: Lexicon, length: int) -> NDArray[np.int8]:
    """How often each letter stands in each word of one length."""
    words, kinds = lexicon.letters(length), lexicon.alphabet.kinds
    return np.stack([(words == letter).sum(axis=1) for letter in range(kinds)], axis=1).astype(np.int8)
