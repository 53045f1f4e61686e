"""Lexicons: the valid words of a game, by length, and how common they are.

The words of one length are one sorted array of letter numbers, which filters and encoders use directly. A `WordSource`
supplies the arrays: shipped lexicons load a length on first use, word lists of users are in memory.

The frequency of a word is a grade of one byte. A frequency of 10^-8 has grade 1, and each step multiplies it by 10^0.03
(3 centibels, 7 %). Grade 0 means "not counted"; grade 255 is 10^-0.38.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import LATIN, LONGEST, SHORTEST, Alphabet, Letters
from entails.models.errors import SPELLED, InvalidData, bracketed

Grades = NDArray[np.uint8]

RAREST_CENTIBELS = 800
STEP_CENTIBELS = 3
_ZIPF_OFFSET = 9.0


def grade_of(frequency: float) -> int:
    """Return the grade, from 0 to 255, of a word's frequency (its share of running text)."""
    if frequency <= 0:
        return 0
    above = RAREST_CENTIBELS + 100 * math.log10(frequency)
    return min(255, max(1, 1 + round(above / STEP_CENTIBELS)))


def zipf_of(grades: Grades) -> NDArray[np.float64]:
    """Return the Zipf value of each grade: log10 of the occurrences per billion words; 0 for uncounted words."""
    return _ZIPF[grades]


def frequency_of(grades: Grades) -> NDArray[np.float64]:
    """Return the frequency of each grade: the share of running text; 0 for uncounted words."""
    return _FREQUENCY[grades]


_ZIPF = _ZIPF_OFFSET - (RAREST_CENTIBELS - STEP_CENTIBELS * (np.arange(256) - 1.0)) / 100
_ZIPF[0] = 0.0
_FREQUENCY = 10.0 ** (_ZIPF - _ZIPF_OFFSET)
_FREQUENCY[0] = 0.0


class WordSource(Protocol):
    """The source of a lexicon's words. Sources can be pickled, so that a lexicon can be sent to a worker process."""

    @property
    def counts(self) -> Mapping[int, int]:
        """Number of words of each length, shortest first; lengths without words are left out."""

    def letters(self, length: int) -> Letters:
        """Return the words of one of these lengths, sorted."""

    def grades(self, length: int) -> Grades | None:
        """Return the grade of each word, in the same order, or None if unknown."""

    @property
    def digest(self) -> str | None:
        """A string that identifies the words, or None if it would require reading them all."""


@dataclass(frozen=True)
class Lexicon:
    """The valid words of a game, by length.

    >>> lexicon = Lexicon.of(["Été", "cœur", "thé"], "mine", "fr")
    >>> lexicon.words(3), "COEUR" in lexicon
    (['ete', 'the'], True)

    Attributes:
        language: Code such as "en" or "fr"; empty if unknown.
        alphabet: The letters of the words. A word has as many letters as it takes tiles.
    """

    name: str
    language: str
    source: WordSource = field(repr=False)
    alphabet: Alphabet = field(default=LATIN, repr=False)
    _loaded: dict[int, Letters] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, words: Iterable[str], name: str, language: str = "", alphabet: Alphabet = LATIN) -> "Lexicon":
        """Build a lexicon of these words, folded; each must have 2 to 15 letters."""
        folded = {alphabet.fold(word) for word in words}
        for word in folded:
            if not alphabet.is_word(word) or not SHORTEST <= len(word) <= LONGEST:
                shown = repr(bracketed(word[:30]))
                raise InvalidData(f"invalid word {shown}", where=name, expected=f"{SHORTEST} to {LONGEST} letters")
        return cls(name, language, _Memory.of(folded, alphabet), alphabet)

    @classmethod
    def of_folded(cls, words: Iterable[str], name: str, language: str = "", alphabet: Alphabet = LATIN) -> "Lexicon":
        """Build a lexicon of words that are already folded and valid."""
        return cls(name, language, _Memory.of(words, alphabet), alphabet)

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """Number of words of each length; lengths without words are left out."""
        return MappingProxyType(dict(self.source.counts))

    @property
    def lengths(self) -> tuple[int, ...]:
        """Lengths that have words, shortest first."""
        return tuple(self.counts)

    def __len__(self) -> int:
        return sum(self.counts.values())

    def letters(self, length: int) -> Letters:
        """Return the words of one length as a sorted, read-only array of letter numbers, shape (words, length)."""
        if length not in self._loaded:
            letters = self.source.letters(length) if length in self.counts else np.zeros((0, max(length, 0)), np.uint8)
            letters.setflags(write=False)
            self._loaded[length] = letters
        return self._loaded[length]

    def words(self, length: int) -> list[str]:
        """Return the words of one length, in the order of `letters`."""
        return self.alphabet.to_words(self.letters(length))

    def index_of(self, word: str) -> int | None:
        """Return the row of a word among those of its length, or None. Accents and capitals do not matter."""
        folded = self.alphabet.fold(word)
        if len(folded) not in self.counts or not self.alphabet.is_word(folded):
            return None
        rows = self.letters(len(folded))
        wanted = self.alphabet.to_letters([folded], len(folded)).tobytes()
        place = bisect_left(range(len(rows)), wanted, key=lambda row: rows[row].tobytes())
        return place if place < len(rows) and rows[place].tobytes() == wanted else None

    def spelt_in(self, alphabet: Alphabet) -> "Lexicon":
        """Return the lexicon in the letters of another alphabet: the words that it can spell, of 2 to 15 letters."""
        return self if alphabet == self.alphabet else _spelt_in(self, alphabet)

    def contains(self, word: str) -> bool:
        """Return whether the lexicon has a word. Accents and capitals do not matter."""
        known = self.source.contains(self.alphabet.fold(word)) if isinstance(self.source, Spelt) else None
        return self.index_of(word) is not None if known is None else known

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.contains(word)

    @property
    def has_frequencies(self) -> bool:
        """Whether word frequencies are known."""
        return bool(self.counts) and self.source.grades(next(iter(self.counts))) is not None

    def frequency(self, length: int) -> NDArray[np.float64] | None:
        """Return the share of each word in running text, in the order of `letters`; 0 for uncounted words."""
        grades = self._grades(length)
        return None if grades is None else frequency_of(grades)

    def zipf(self, length: int) -> NDArray[np.float64] | None:
        """Return the Zipf value of each word, in the order of `letters`; 0 for words that were not counted.

        The Zipf value is log10 of the occurrences per billion words: about 7.7 for "the".
        """
        grades = self._grades(length)
        return None if grades is None else zipf_of(grades)

    def _grades(self, length: int) -> Grades | None:
        return self.source.grades(length) if length in self.counts else None

    def __getstate__(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "language": self.language,
            "source": self.source,
            "alphabet": self.alphabet,
            "_loaded": {},
        }


@dataclass(frozen=True, eq=False)
class _Memory:
    """A word source in memory. Two sources are equal if they have the same words."""

    by_length: Mapping[int, Letters]
    by_grade: Mapping[int, Grades] | None = None

    @classmethod
    def of(cls, folded: Iterable[str], alphabet: Alphabet) -> "_Memory":
        by_length: dict[int, list[str]] = {}
        for word in folded:
            by_length.setdefault(len(word), []).append(word)
        return cls({length: _sorted(alphabet, words, length) for length, words in sorted(by_length.items())})

    @property
    def counts(self) -> Mapping[int, int]:
        return {length: len(letters) for length, letters in self.by_length.items()}

    def letters(self, length: int) -> Letters:
        return self.by_length[length]

    def grades(self, length: int) -> Grades | None:
        return None if self.by_grade is None else self.by_grade[length]

    @property
    def digest(self) -> None:
        return None

    @cached_property
    def _digest(self) -> bytes:
        return sha256(b"/".join(letters.tobytes() for letters in self.by_length.values())).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Memory) and self.counts == other.counts and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def _sorted(alphabet: Alphabet, words: list[str], length: int) -> Letters:
    """Return the words of one length as rows of letter numbers, sorted."""
    letters = alphabet.to_letters(words, length)
    in_order: Letters = letters[np.argsort((letters + 1).view(f"S{length}").ravel(), kind="stable")]
    return in_order


@lru_cache(8)
def _spelt_in(lexicon: Lexicon, alphabet: Alphabet) -> Lexicon:
    return Lexicon(lexicon.name, lexicon.language, Spelt(lexicon, alphabet), alphabet)


@dataclass(frozen=True)
class Spelt:
    """The words of a lexicon in the letters of another alphabet.

    The words are converted on first use; a cached word graph does not need them. A word keeps its grade. If two words
    become one, the higher grade counts.
    """

    lexicon: Lexicon
    alphabet: Alphabet

    @property
    def counts(self) -> Mapping[int, int]:
        return self._words.counts

    def letters(self, length: int) -> Letters:
        return self._words.letters(length)

    def grades(self, length: int) -> Grades | None:
        return self._words.grades(length)

    @property
    def digest(self) -> str | None:
        old = self.lexicon.source.digest
        return None if old is None else f"{old}/{self.alphabet.letters}"

    def contains(self, folded: str) -> bool | None:
        """Return whether this is a word, or None if the original lexicon cannot decide because letters change."""
        changed = map(self.alphabet.fold, self._old)
        if any(new != old and new in self.alphabet.numbers for old, new in zip(self._old, changed, strict=True)):
            return None
        spelling = "".join(SPELLED.get(letter, letter) for letter in folded)
        if len(folded) < SHORTEST or self.alphabet.fold(spelling) != folded or not self.alphabet.is_word(folded):
            return False
        return self.lexicon.alphabet.is_word(spelling) and self.lexicon.contains(spelling)

    @property
    def _old(self) -> str:
        return self.lexicon.alphabet.letters

    @cached_property
    def _words(self) -> _Memory:
        spelling = _spelling(self.lexicon.alphabet, self.alphabet)
        words = _spelt_by_line(self.lexicon, self.alphabet) if spelling is None else spelling.of(self.lexicon)
        if not words.by_length:
            expected = f"words of {bracketed(self.alphabet.letters.upper())}"
            raise InvalidData(
                f"lexicon {self.lexicon.name} has no words that this alphabet can spell", expected=expected
            )
        return words

    def __getstate__(self) -> dict[str, Any]:
        return {"lexicon": self.lexicon, "alphabet": self.alphabet}


_GONE, _UNKNOWN, _JOINED = 254, 255, 128
"""Special letter numbers: part of the letter before, not in the new alphabet, first joined sequence."""


@dataclass(frozen=True)
class _Spelling:
    """A mapping of words to another alphabet, applied to whole arrays.

    Attributes:
        joins: Sequences of old letters that become one letter.
        numbers: New number of each old letter, and of each joined sequence.
    """

    joins: tuple[tuple[int, ...], ...]
    numbers: Letters

    def of(self, lexicon: Lexicon) -> _Memory:
        """Convert all words of a lexicon."""
        by_length: dict[int, list[tuple[Letters, Grades]]] = {}
        for length in lexicon.lengths:
            grades = lexicon.source.grades(length)
            known = np.zeros(lexicon.counts[length], np.uint8) if grades is None else grades
            for letters, rows in self._apart(self.numbers[self._joined(lexicon.letters(length))]):
                by_length.setdefault(letters.shape[1], []).append((letters, known[rows]))
        sorted_words = {length: _each_once(parts) for length, parts in sorted(by_length.items())}
        letters_of = {length: letters for length, (letters, _) in sorted_words.items()}
        grades_of = {length: known for length, (_, known) in sorted_words.items()}
        return _Memory(letters_of, grades_of if lexicon.has_frequencies else None)

    def _joined(self, letters: Letters) -> Letters:
        """Merge each sequence of letters that is one letter of the new alphabet, from left to right."""
        for number, join in enumerate(self.joins, _JOINED):
            for place in range(letters.shape[1] - len(join) + 1):
                matches = letters[:, place] == join[0]
                for step in range(1, len(join)):
                    matches &= letters[:, place + step] == join[step]
                rows = np.flatnonzero(matches)
                if len(rows):
                    letters = letters if letters.flags.writeable else letters.copy()
                    letters[rows, place] = number
                    letters[rows, place + 1 : place + len(join)] = _GONE
        return letters

    def _apart(self, letters: Letters) -> Iterator[tuple[Letters, NDArray[np.intp]]]:
        """Yield the words that the new alphabet can spell, by new length, with their row numbers."""
        longest = letters.shape[1]
        lengths = longest - np.bincount(_rows_with(_GONE, letters), minlength=len(letters))
        lengths[_rows_with(_UNKNOWN, letters)] = 0
        for length in range(SHORTEST, longest + 1):
            rows = np.flatnonzero(lengths == length)
            if len(rows):
                words = letters[rows]
                yield words if length == longest else words[words != _GONE].reshape(len(rows), length), rows


def _rows_with(number: int, letters: Letters) -> NDArray[np.intp]:
    """Return the row of each occurrence of a number in an array."""
    rows: NDArray[np.intp] = np.flatnonzero(letters == number) // letters.shape[1]
    return rows


def _spelling(old: Alphabet, new: Alphabet) -> _Spelling | None:
    """Return the mapping between two alphabets for arrays, or None if an old letter becomes several new ones."""
    numbers = np.full(256, _UNKNOWN, np.uint8)
    numbers[_GONE] = _GONE
    joins: list[tuple[int, ...]] = []
    for spelling, code in new.several:
        if all(letter in old.numbers for letter in spelling):
            numbers[_JOINED + len(joins)] = new.numbers[code]
            joins.append(tuple(old.numbers[letter] for letter in spelling))
    for letter in old.letters:
        folded = new.fold(bracketed(letter))
        if len(folded) > 1 or old.has_several:
            return None
        numbers[old.number(letter)] = new.numbers.get(folded, _UNKNOWN)
    return _Spelling(tuple(joins), numbers)


def _each_once(parts: list[tuple[Letters, Grades]]) -> tuple[Letters, Grades]:
    """Return the words of one length, sorted and without duplicates, with the highest grade of each."""
    letters, known = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = np.argsort((letters + np.uint8(1)).view(f"S{letters.shape[1]}").ravel(), kind="stable")
    letters, known = letters[order], known[order]
    is_first = np.ones(len(letters), np.bool_)
    is_first[1:] = (letters[1:] != letters[:-1]).any(axis=1)
    firsts = np.flatnonzero(is_first)
    return letters[firsts], np.maximum.reduceat(known, firsts)


def _spelt_by_line(lexicon: Lexicon, alphabet: Alphabet) -> _Memory:
    """Convert a lexicon word by word, for alphabets that split multi-character letters."""
    graded: dict[str, int] = {}
    for length in lexicon.lengths:
        words, grades = lexicon.words(length), lexicon.source.grades(length)
        spelt = alphabet.fold(bracketed("\n".join(words))).split("\n")
        known = [0] * len(words) if grades is None else grades.tolist()
        for word, grade in zip(spelt, known, strict=True):
            if SHORTEST <= len(word) <= LONGEST and alphabet.is_word(word):
                graded[word] = max(grade, graded.get(word, 0))
    source = _Memory.of(graded, alphabet)
    if not lexicon.has_frequencies:
        return source
    by_grade = {
        length: np.array([graded[word] for word in alphabet.to_words(letters)], np.uint8)
        for length, letters in source.by_length.items()
    }
    return replace(source, by_grade=by_grade)


@lru_cache(8)
def common_words(lexicon: Lexicon, least_zipf: float) -> Lexicon | None:
    """Return the words with at least this Zipf value; None if frequencies are unknown or no word reaches it."""
    kept: dict[int, Letters] = {}
    for length in lexicon.lengths:
        zipf = lexicon.zipf(length)
        if zipf is not None and (zipf >= least_zipf).any():
            kept[length] = np.ascontiguousarray(lexicon.letters(length)[zipf >= least_zipf])
    if not kept:
        return None
    return Lexicon(f"{lexicon.name}, common", lexicon.language, _Memory(kept), lexicon.alphabet)
