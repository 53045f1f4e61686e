"""Letters: how any spelling becomes a word over a..z, and words as rows of numbers 0..25.

Word games know 26 letters. French words lose their accents and open their ligatures, as on the tiles of a Scrabble set:
"Cœur" is "coeur", "FRANÇAIS" is "francais".
"""

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Letters = NDArray[np.uint8]
"""Words of one length: shape (words, length), letters 0..25."""

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
SHORTEST, LONGEST = 2, 15

_FIRST = ord(ALPHABET[0])
_ACCENTS = re.compile("[\N{COMBINING GRAVE ACCENT}-\N{COMBINING LATIN SMALL LETTER X}]+")
_OPENED = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ı": "i"}
    | {"ς": "σ"}
)


def without_accents(text: str) -> str:
    """Accents taken off and ligatures opened, capitals kept; what is not a letter stays as it is. The sigma that ends a
    Greek word is the same letter as any other."""
    if text.isascii():
        return text
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text.translate(_OPENED)))


def fold(text: str) -> str:
    """The same word as the games write it: small letters without accents. It may still hold other characters."""
    return without_accents(text.lower())


def is_word(folded: str) -> bool:
    """Nothing but letters a..z, of any number but none."""
    return folded.isascii() and folded.isalpha() and folded.islower()


def to_letters(words: Sequence[str], length: int) -> Letters:
    """Folded words of one length as one array, in the order given."""
    packed = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8)
    return (packed - _FIRST).reshape(len(words), length)


def to_words(letters: Letters) -> list[str]:
    """The rows as text."""
    count, length = letters.shape
    text = (letters + _FIRST).astype(np.uint8).tobytes().decode("ascii")
    return [text[row * length : (row + 1) * length] for row in range(count)]
