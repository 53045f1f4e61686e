"""Alphabets of word games, and words as rows of letter numbers.

`Alphabet` has the letters of a game. LATIN has a to z, as English and French tiles do; German adds ä, ö and ü. A letter
that is written with several characters, such as the Spanish CH, is represented by one character (see
`models/errors.py`).

Folding turns any spelling into the letters of a game: accents that no tile has are removed and ligatures are opened.
"Cœur" becomes "coeur", "FRANÇAIS" becomes "francais".

Wordle is played with a to z and the letters that a language counts as its own, such as the Spanish ñ. The function
`with_own_letters` returns that alphabet. Such a letter has the same number in every language.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import CODES, SPELLED, InvalidData, bracketed, quantity, unbracketed

Letters = NDArray[np.uint8]
"""Words of one length as letter numbers, shape (words, length)."""

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
SHORTEST, LONGEST = 2, 15

_FIRST = ord(ALPHABET[0])
_ACCENTS = re.compile("[\N{COMBINING GRAVE ACCENT}-\N{COMBINING LATIN SMALL LETTER X}]+")
_OPENED = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ı": "i"}
    | {"ς": "σ"}
)


def without_accents(text: str) -> str:
    """Remove accents, expand ligatures and replace final sigmas; keep case and all other characters."""
    if text.isascii():
        return text
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text.translate(_OPENED)))


def fold(text: str) -> str:
    """Return a text in lower case without accents. Characters other than letters are kept."""
    return without_accents(text.lower())


def is_word(folded: str) -> bool:
    """Return whether a text is not empty and has only the letters a to z."""
    return folded.isascii() and folded.isalpha() and folded.islower()


def to_letters(words: Sequence[str], length: int) -> Letters:
    """Convert folded words of one length to an array of letter numbers, in this order."""
    text = "".join(words)
    if not text.isascii():
        return EVERY_LETTER.to_letters(words, length)
    packed = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return (packed - _FIRST).reshape(len(words), length)


def to_words(letters: Letters) -> list[str]:
    """Convert rows of letter numbers to text."""
    if letters.size and letters.max() >= len(ALPHABET):
        return EVERY_LETTER.to_words(letters)
    count, length = letters.shape
    text = (letters + _FIRST).astype(np.uint8).tobytes().decode("ascii")
    return [text[row * length : (row + 1) * length] for row in range(count)]


MOST_LETTERS = 60
"""Largest alphabet that the word graph supports."""
NO_LETTER = 26
"""A number that no letter has: racks count their blanks there."""
NUMBERS = tuple(number for number in range(MOST_LETTERS + 1) if number != NO_LETTER)
"""Number of the first, second, ... letter of an alphabet."""


@dataclass(frozen=True)
class Alphabet:
    """The letters of a game, in lower case and alphabetical order, each as one character.

    >>> spanish = Alphabet.of(["A", "C", "CH", "H", "I", "O", "Ñ"])
    >>> [bracketed(letter) for letter in spanish.fold("chicha")]
    ['[ch]', 'i', '[ch]', 'a']
    """

    letters: str

    def __reduce__(self) -> tuple[type["Alphabet"], tuple[str, ...]]:
        return Alphabet, (self.letters,)

    @classmethod
    def of(cls, spellings: Sequence[str]) -> "Alphabet":
        """Build an alphabet from its letters in upper or lower case: "A", "CH", "Ñ"."""
        letters = [_letter(spelling) for spelling in spellings]
        repeated = next((letter for place, letter in enumerate(letters) if letter in letters[:place]), None)
        if repeated is not None:
            raise InvalidData(f"duplicate letter {bracketed(repeated.upper())}", expected="each letter once")
        if not 1 <= len(letters) <= MOST_LETTERS:
            raise InvalidData(f"the alphabet has {quantity(len(letters), 'letter')}", expected=f"1 to {MOST_LETTERS}")
        return cls("".join(letters))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each letter, in lower and upper case."""
        small = dict(zip(self.letters, NUMBERS, strict=False))
        return small | {letter.upper(): number for letter, number in small.items()}

    @cached_property
    def small(self) -> str:
        """Lower-case letters by number; a space at NO_LETTER and after the last letter."""
        by_number = [" "] * (MOST_LETTERS + 1)
        for letter, number in zip(self.letters, NUMBERS, strict=False):
            by_number[number] = letter
        return "".join(by_number)

    @cached_property
    def kinds(self) -> int:
        """The number of columns that a table of tiles needs: one more than the highest number of a letter or blank."""
        return max(NO_LETTER, NUMBERS[len(self.letters) - 1]) + 1

    @cached_property
    def capitals(self) -> str:
        """Upper-case letters by number."""
        return self.small.upper()

    def number(self, letter: str) -> int:
        """Return the number of a letter in either case; -1 if it is not in the alphabet."""
        return self.numbers.get(letter, -1)

    def fold(self, text: str) -> str:
        """Return a text in lower case, without accents that this alphabet lacks. Other characters may remain."""
        if self.letters == ALPHABET:
            return without_accents(text.lower())
        small = unbracketed(unicodedata.normalize("NFC", text.lower()))
        for spelling, code in self.several:
            small = small.replace(spelling, code)
        return self._plain(small)

    def cased(self, text: str) -> str:
        """Return a text in letters of this alphabet; capitals (tiles) and small letters (blanks) keep their case."""
        if self.letters == ALPHABET:
            return without_accents(text)
        plain = unbracketed(unicodedata.normalize("NFC", text))
        for spelling, code in self.several:
            plain = plain.replace(spelling, code).replace(spelling.upper(), code.upper())
            plain = plain.replace(spelling.capitalize(), code.upper())
        return self._plain(plain)

    def _plain(self, text: str) -> str:
        """Remove accents, and split multi-character letters, that this alphabet lacks."""
        if text.isascii():
            return text
        others = set(text).difference(self.numbers)
        return text.translate({ord(letter): SPELLED.get(letter) or without_accents(letter) for letter in others})

    def is_word(self, folded: str) -> bool:
        """Return whether a text is not empty and has only letters of this alphabet."""
        if self.letters == ALPHABET:
            return folded.isascii() and folded.isalpha() and folded.islower()
        return bool(folded) and self._set.issuperset(folded)

    def to_letters(self, words: Sequence[str], length: int) -> Letters:
        """Convert folded words of one length to an array of letter numbers, in this order."""
        if self.letters == ALPHABET:
            return to_letters(words, length)
        packed = np.frombuffer("".join(words).encode("utf-32-le"), dtype=np.uint32)
        order, points = self._points
        numbers: Letters = np.array(NUMBERS, np.uint8)[order[np.searchsorted(points[order], packed)]]
        return numbers.reshape(len(words), length)

    def to_words(self, letters: Letters) -> list[str]:
        """Convert rows of letter numbers to text."""
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
        """The multi-character letters, longest first, each with the character that represents it."""
        pairs = [(spelling, code) for spelling, code in CODES.items() if code in self.letters]
        return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))

    @property
    def has_several(self) -> bool:
        """Whether the alphabet has a multi-character letter."""
        return bool(self.several)


LATIN = Alphabet(ALPHABET)
OWN_LETTERS = "ñåäöæøüąćęłńóśźżáéíőúűðþýõšž"
"""Letters that a language may count as its own, beside a to z, in the order of their numbers."""


@dataclass(frozen=True)
class WordleAlphabet(Alphabet):
    """The letters a to z and the `own` letters of a language, numbered as in every other language."""

    own: str = ""

    def __reduce__(self) -> tuple[type[Alphabet], tuple[str, ...]]:
        return WordleAlphabet, (self.letters, self.own)

    @cached_property
    def used(self) -> str:
        """The letters of this game; `letters` has those of all languages."""
        return ALPHABET + self.own

    def _plain(self, text: str) -> str:
        if text.isascii():
            return text
        return text.translate({ord(letter): without_accents(letter) for letter in set(text) - self._set})

    @cached_property
    def kinds(self) -> int:
        return max(self.numbers[letter] for letter in self.used) + 1

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self.used)


EVERY_LETTER = WordleAlphabet(ALPHABET + OWN_LETTERS, OWN_LETTERS)
"""The letters of all languages."""


@cache
def with_own_letters(own: str) -> Alphabet:
    """Return the alphabet a to z with those letters of `own` that are in `OWN_LETTERS`."""
    known = "".join(letter for letter in OWN_LETTERS if letter in own)
    return WordleAlphabet(ALPHABET + OWN_LETTERS, known) if known else LATIN


def own_letters(alphabet: Alphabet) -> str:
    """Return the letters of an alphabet other than a to z."""
    return "".join(letter for letter in getattr(alphabet, "used", alphabet.letters) if letter not in ALPHABET)


def _letter(spelling: str) -> str:
    """Return a letter as one lower-case character."""
    small = unicodedata.normalize("NFC", spelling).lower()
    if len(small) == 1 and small.isalpha() and small.upper() != small and small.upper().lower() == small:
        return small
    code = small if small in SPELLED else CODES.get(small.strip("[]"))
    if code is None:
        expected = "a letter with a capital and a small form, or one such as CH, LL, SZ"
        raise InvalidData(f"invalid letter {spelling[:20]!r}", expected=expected)
    return code
