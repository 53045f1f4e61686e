"""The few words of a lexicon that matter for why no word is left.

Which claims can hold together depends only on which claims each word breaks. A word that breaks all that another one
breaks, and perhaps more, makes nothing possible that the other does not. So a lexicon of tens of thousands of words
comes down to those that break as little as possible, often a dozen, and every contradiction and every repair stays.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import ALPHABET, Letters, to_words
from entails.models.lexicon import Lexicon
from entails.models.wordle import Wordle
from entails.models.wordle.claims import AtLeast, AtMost, Claim, InCommon, Is, IsNot, WellPlaced
from entails.models.wordle.statement import statements

Mask = NDArray[np.bool_]

_MOST_CELLS = 50_000_000
"""Words times claims; beyond, a history is no game, and the lexicon is left as it is."""


def words_that_matter(puzzle: Wordle) -> Lexicon | None:
    """A lexicon with which the puzzle has the same contradictions and repairs."""
    said = [claim for _, claim in statements(puzzle) if claim is not None]
    if puzzle.lexicon is None or not said or len(puzzle.letters) * len(said) > _MOST_CELLS:
        return puzzle.lexicon
    letters = puzzle.letters
    broken = np.stack([~holds(claim, letters) for claim in said], axis=1)
    words = to_words(letters[_least(np.packbits(broken, axis=1))])
    return Lexicon.of(words, puzzle.lexicon.name, puzzle.lexicon.language)


def _least(broken: NDArray[np.uint8]) -> list[int]:
    """Rows, one for each set of bits that contains no other row's."""
    different, rows = np.unique(broken, axis=0, return_index=True)
    kept: list[int] = []
    for place in np.argsort(np.bitwise_count(different).sum(axis=1), kind="stable").tolist():
        if not (different[kept] & ~different[place] == 0).all(axis=1).any():
            kept.append(place)
    return [int(rows[place]) for place in kept]


def holds(claim: Claim, letters: Letters) -> Mask:
    """Of which words the claim is true."""
    found: Mask
    match claim:
        case Is(position, letter):
            found = letters[:, position] == ALPHABET.index(letter)
        case IsNot(position, letter):
            found = letters[:, position] != ALPHABET.index(letter)
        case AtLeast(letter, copies):
            found = _copies(letter, letters) >= copies
        case AtMost(letter, copies):
            found = _copies(letter, letters) <= copies
        case WellPlaced(word, count):
            found = (letters == [ALPHABET.index(letter) for letter in word]).sum(axis=1) == count
        case InCommon(word, count):
            shared = [np.minimum(_copies(letter, letters), copies) for letter, copies in Counter(word).items()]
            found = np.sum(shared, axis=0) == count
        case _:
            raise NotImplementedError(type(claim).__name__)
    return found


def _copies(letter: str, letters: Letters) -> NDArray[np.int64]:
    count: NDArray[np.int64] = (letters == ALPHABET.index(letter)).sum(axis=1)
    return count
