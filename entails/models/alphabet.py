"""`Alphabet`: the letters of a word game, each of them one character, and what a game does with any other spelling.

LATIN has a..z, as English and French tiles do; German adds ä, ö and ü. A letter that is written with several characters
is one all the same (see `models/errors.py`).

Letters: how any spelling becomes a word over a..z, and words as rows of numbers 0..25.

Word games know 26 letters. French words lose their accents and open their ligatures, as on the tiles of a Scrabble set:
"Cœur" is "coeur", "FRANÇAIS" is "francais".
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import CODES, SAID, InvalidData, bracketed, unbracketed

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


MOST_LETTERS = 60
"""What the word graph has room for."""
NO_LETTER = 26
"""A number that no letter has: a rack counts its blanks there."""
NUMBERS = tuple(number for number in range(MOST_LETTERS + 1) if number != NO_LETTER)
"""The number of the first, second, ... letter of an alphabet."""


@dataclass(frozen=True)
class Alphabet:
    """Its letters, small, in their order. `Alphabet.of` reads them as people write them.

    >>> spanish = Alphabet.of(["A", "C", "CH", "H", "I", "O", "Ñ"])
    >>> [bracketed(letter) for letter in spanish.fold("chicha")]
    ['[ch]', 'i', '[ch]', 'a']
    """

    letters: str

    def __reduce__(self) -> tuple[type["Alphabet"], tuple[str]]:
        return Alphabet, (self.letters,)

    @classmethod
    def of(cls, said: Sequence[str]) -> "Alphabet":
        """From the letters as people write them, capital or small."""
        letters = [_letter(one) for one in said]
        twice = next((one for place, one in enumerate(letters) if one in letters[:place]), None)
        if twice is not None:
            raise InvalidData(f"the letter {bracketed(twice.upper())} is there twice", expected="each letter once")
        if not 1 <= len(letters) <= MOST_LETTERS:
            problem = f"this alphabet has {len(letters)} letters"
            raise InvalidData(problem, expected=f"1 to {MOST_LETTERS}, which is what the word graph has room for")
        return cls("".join(letters))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each letter, small or capital."""
        small = dict(zip(self.letters, NUMBERS, strict=False))
        return small | {letter.upper(): number for letter, number in small.items()}

    @cached_property
    def small(self) -> str:
        """The letters by number; a space at NO_LETTER and after the last."""
        by_number = [" "] * (MOST_LETTERS + 1)
        for letter, number in zip(self.letters, NUMBERS, strict=False):
            by_number[number] = letter
        return "".join(by_number)

    @cached_property
    def kinds(self) -> int:
        """One more than the highest number of a letter or blank: tables of its tiles need no more columns."""
        return max(NO_LETTER, NUMBERS[len(self.letters) - 1]) + 1

    @cached_property
    def capitals(self) -> str:
        """The same in capitals."""
        return self.small.upper()

    def number(self, letter: str) -> int:
        """The number of a letter, small or capital; -1 when it is none."""
        return self.numbers.get(letter, -1)

    def fold(self, text: str) -> str:
        """The same in small letters of this alphabet; accents that it does not know are taken off. It may still hold
        other characters."""
        if self.letters == ALPHABET:
            return without_accents(text.lower())
        small = unbracketed(unicodedata.normalize("NFC", text.lower()))
        for said, code in self.several:
            small = small.replace(said, code)
        return self._plain(small)

    def cased(self, text: str) -> str:
        """The same, capitals kept: a capital is a tile, a small letter a blank that stands for it."""
        if self.letters == ALPHABET:
            return without_accents(text)
        plain = unbracketed(unicodedata.normalize("NFC", text))
        for said, code in self.several:
            plain = plain.replace(said, code).replace(said.upper(), code.upper())
            plain = plain.replace(said.capitalize(), code.upper())
        return self._plain(plain)

    def _plain(self, text: str) -> str:
        """The text without accents and letters of several characters that are not of this alphabet."""
        if text.isascii():
            return text
        others = set(text).difference(self.numbers)
        return text.translate({ord(one): SAID.get(one) or without_accents(one) for one in others})

    def is_word(self, folded: str) -> bool:
        """Nothing but letters of this alphabet, of any number but none."""
        if self.letters == ALPHABET:
            return folded.isascii() and folded.isalpha() and folded.islower()
        return bool(folded) and self._set.issuperset(folded)

    def to_letters(self, words: Sequence[str], length: int) -> Letters:
        """Folded words of one length as one array of numbers, in the order given."""
        if self.letters == ALPHABET:
            return to_letters(words, length)
        packed = np.frombuffer("".join(words).encode("utf-32-le"), dtype=np.uint32)
        order, points = self._points
        found: Letters = np.array(NUMBERS, np.uint8)[order[np.searchsorted(points[order], packed)]]
        return found.reshape(len(words), length)

    def to_words(self, letters: Letters) -> list[str]:
        """The rows as text."""
        if self.letters == ALPHABET:
            return to_words(letters)
        count, length = letters.shape
        table = np.frombuffer(self.small.encode("utf-32-le"), dtype=np.uint32)
        text = table[letters].tobytes().decode("utf-32-le")
        return [text[row * length : (row + 1) * length] for row in range(count)]

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self.letters)

    @cached_property
    def _points(self) -> tuple[NDArray[np.intp], NDArray[np.uint32]]:
        points = np.frombuffer(self.letters.encode("utf-32-le"), dtype=np.uint32)
        return np.argsort(points), points

    @cached_property
    def several(self) -> tuple[tuple[str, str], ...]:
        """The letters of several characters, the longest first, and what stands for them."""
        here = [(said, code) for said, code in CODES.items() if code in self.letters]
        return tuple(sorted(here, key=lambda pair: -len(pair[0])))

    @property
    def has_several(self) -> bool:
        """Is there a letter of several characters?"""
        return bool(self.several)


LATIN = Alphabet(ALPHABET)


def _letter(said: str) -> str:
    """One letter, small, as one character."""
    small = unicodedata.normalize("NFC", said).lower()
    if len(small) == 1 and small.isalpha() and small.upper() != small and small.upper().lower() == small:
        return small
    code = small if small in SAID else CODES.get(small.strip("[]"))
    if code is None:
        expected = "a letter that has a capital and a small form, or such as CH, LL, SZ"
        raise InvalidData(f"{said[:20]!r} is no letter of a game", expected=expected)
    return code
