"""`Lexicon`: the words that a game allows, kept by length, because every question fixes a length first.

The words of one length are one sorted array of letters, which filters and encoders take as it is. Where the arrays come
from is a `WordSource`: shipped files load a length when it is first asked for, a user's own list is in memory.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clausal.models.alphabet import LATIN, Alphabet
from clausal.models.brackets import bracketed
from clausal.models.errors import Invalid, InvalidData
from clausal.models.frequency import Grades, frequency_of, zipf_of
from clausal.models.letters import LONGEST, SHORTEST, Letters
from clausal.models.word_list import WordListReport, read_word_list


class WordSource(Protocol):
    """Where a lexicon gets its words. Pickles, so that a lexicon can move to a worker process."""

    @property
    def counts(self) -> Mapping[int, int]:
        """How many words of each length there are; only lengths that have any, shortest first."""

    def letters(self, length: int) -> Letters:
        """The words of one of these lengths, sorted."""

    def grades(self, length: int) -> Grades | None:
        """How common each word is, in the same order, where that is known."""


@dataclass(frozen=True)
class Lexicon:
    """Words by length. `language` is "en", "fr", or empty when nobody said. `alphabet` is what they are spelt with: a
    word has as many letters as it takes tiles.

    >>> lexicon = Lexicon.of(["Été", "cœur", "thé"], "mine", "fr")
    >>> lexicon.words(3), "COEUR" in lexicon
    (['ete', 'the'], True)
    """

    name: str
    language: str
    source: WordSource = field(repr=False)
    alphabet: Alphabet = field(default=LATIN, repr=False)
    _loaded: dict[int, Letters] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, words: Iterable[str], name: str, language: str = "", alphabet: Alphabet = LATIN) -> "Lexicon":
        """A lexicon of these words, folded; each must be 2 to 15 letters."""
        folded = {alphabet.fold(word) for word in words}
        for word in folded:
            if not alphabet.is_word(word) or not SHORTEST <= len(word) <= LONGEST:
                shown = repr(bracketed(word[:30]))
                raise InvalidData(f"{shown} is not a word", where=name, expected=f"{SHORTEST} to {LONGEST} letters")
        return cls(name, language, _Memory.of(folded, alphabet), alphabet)

    @classmethod
    def from_text(
        cls, data: bytes | str, name: str, language: str = "", alphabet: Alphabet = LATIN
    ) -> "tuple[Lexicon, WordListReport]":
        """A user's own list, in any common encoding, and what became of its lines (see `word_list`)."""
        try:
            words, report = read_word_list(data, alphabet)
        except Invalid as error:
            raise error.at(name) from None
        if not words:
            expected = f"one word of {SHORTEST} to {LONGEST} letters a line"
            raise InvalidData("there is no word in it", where=name, expected=expected)
        return cls(name, language, _Memory.of(words, alphabet), alphabet), report

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """How many words of each length there are; lengths without words are left out."""
        return MappingProxyType(dict(self.source.counts))

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that have words, shortest first."""
        return tuple(self.counts)

    def __len__(self) -> int:
        return sum(self.counts.values())

    def letters(self, length: int) -> Letters:
        """The words of one length as one sorted array, shape (words, length), letters by number, not to be
        written to."""
        if length not in self._loaded:
            found = self.source.letters(length) if length in self.counts else np.zeros((0, max(length, 0)), np.uint8)
            found.setflags(write=False)
            self._loaded[length] = found
        return self._loaded[length]

    def words(self, length: int) -> list[str]:
        """The words of one length, in the order of `letters`."""
        return self.alphabet.to_words(self.letters(length))

    def index_of(self, word: str) -> int | None:
        """The row of this word among those of its length, or None. Any spelling will do: it is folded."""
        folded = self.alphabet.fold(word)
        if len(folded) not in self.counts or not self.alphabet.is_word(folded):
            return None
        rows = self.letters(len(folded))
        wanted = self.alphabet.to_letters([folded], len(folded)).tobytes()
        place = bisect_left(range(len(rows)), wanted, key=lambda row: rows[row].tobytes())
        return place if place < len(rows) and rows[place].tobytes() == wanted else None

    def spelt_in(self, alphabet: Alphabet) -> "Lexicon":
        """The same words with the letters of another alphabet: those that it can spell, in 2 to 15 letters."""
        return self if alphabet == self.alphabet else _spelt_in(self, alphabet)

    def contains(self, word: str) -> bool:
        """Is it a word here, whatever its accents and capitals?"""
        return self.index_of(word) is not None

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.contains(word)

    @property
    def has_frequencies(self) -> bool:
        """Is it known how common the words are?"""
        return bool(self.counts) and self.source.grades(next(iter(self.counts))) is not None

    def frequency(self, length: int) -> NDArray[np.float64] | None:
        """The share of each word in running text, in the order of `letters`; 0 for words too rare to be counted."""
        grades = self._grades(length)
        return None if grades is None else frequency_of(grades)

    def zipf(self, length: int) -> NDArray[np.float64] | None:
        """The same on the Zipf scale, log10 of occurrences per billion words: about 7.7 for "the", 0 for uncounted."""
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
    """Words that are already here; two of them are equal when they hold the same words."""

    by_length: Mapping[int, Letters]

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
        del length
        return None

    @cached_property
    def _digest(self) -> bytes:
        return sha256(b"/".join(letters.tobytes() for letters in self.by_length.values())).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Memory) and self.counts == other.counts and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def _sorted(alphabet: Alphabet, words: list[str], length: int) -> Letters:
    """The words of one length in the order of their numbers."""
    letters = alphabet.to_letters(words, length)
    found: Letters = letters[np.argsort((letters + 1).view(f"S{length}").ravel(), kind="stable")]
    return found


@lru_cache(8)
def _spelt_in(lexicon: Lexicon, alphabet: Alphabet) -> Lexicon:
    said = bracketed("\n".join(word for length in lexicon.lengths for word in lexicon.words(length)))
    words = {word for word in alphabet.fold(said).split("\n") if SHORTEST <= len(word) <= LONGEST}
    kept = [word for word in words if alphabet.is_word(word)]
    if not kept:
        expected = f"words of {bracketed(alphabet.letters.upper())}"
        raise InvalidData(f"the lexicon {lexicon.name} has no word of these letters", expected=expected)
    return Lexicon(lexicon.name, lexicon.language, _Memory.of(kept, alphabet), alphabet)
