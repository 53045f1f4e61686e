"""`Table`: what lies open on the table before every player: the words, the kind of feedback, and what it tells."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import Letters
from entails.models.wordle.scoring import COUNTS, Colours, Scoring
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_patterns import BLOCK, Codes, fill_codes
from entails.solvers.wordle.patterns import code_type, columns_of, values

Rows = NDArray[np.int32]

BLANK = "_"
"""A letter that no secret has. Only strategies that cheat write it."""
_MOST_REMEMBERED = 200_000
T = TypeVar("T")


class Table:
    """The setting of many games. It remembers what players of one kind worked out in earlier games."""

    def __init__(self, words: Words, scoring: Scoring) -> None:
        self.words = words
        self.scoring = scoring
        self.length = words.length
        self.win = scoring.win(words.length)
        self._remembered: dict[Hashable, object] = {}

    @property
    def secrets(self) -> Letters:
        """The words that can be the secret."""
        return self.words.secrets

    @cached_property
    def all_rows(self) -> Rows:
        rows = np.arange(self.words.answers, dtype=np.int32)
        rows.setflags(write=False)
        return rows

    @cached_property
    def spellings(self) -> list[str]:
        """The words that can be the secret, as text."""
        return self.words.words(self.all_rows)

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.spellings)}

    @cached_property
    def different_letters(self) -> NDArray[np.int64]:
        """How many different letters each of them has."""
        return np.array([len(set(word)) for word in self.spellings])

    def row_of(self, word: str) -> int | None:
        """The row of a word that can be the secret."""
        return self._row_of.get(word)

    def codes(self, word: str) -> Codes:
        """What this guess would be told, for each possible secret. The guess may hold blanks."""
        return self._codes(word, self.columns)

    def codes_among(self, word: str, secrets: Letters) -> Codes:
        """The same for any rows of letters."""
        return self._codes(word, columns_of(secrets))

    def _codes(self, word: str, columns: Letters) -> Codes:
        green, yellow = self._values
        codes = np.empty(columns.shape[1], code_type(self.scoring, self.length))
        fill_codes(as_letters(word), columns, green, yellow, np.empty(BLOCK, np.uint8), codes)
        return codes

    @cached_property
    def _values(self) -> tuple[Codes, Codes]:
        return values(self.scoring, self.length)

    @cached_property
    def columns(self) -> Letters:
        """The words that can be the secret, by position."""
        return columns_of(self.secrets)

    @cached_property
    def _counts(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        codes = np.arange(self.scoring.codes(self.length))
        if isinstance(self.scoring, Colours):
            digits = codes[:, None] // 3 ** np.arange(self.length) % 3
            return (digits == 2).sum(1).astype(np.int16), (digits == 1).sum(1).astype(np.int16)
        pairs = np.array([COUNTS.counts(int(code), self.length) for code in codes], dtype=np.int16)
        return pairs[:, 0], pairs[:, 1]

    @property
    def well(self) -> NDArray[np.int16]:
        """How many letters are well placed, by code."""
        return self._counts[0]

    @property
    def misplaced(self) -> NDArray[np.int16]:
        """How many letters are misplaced, by code."""
        return self._counts[1]

    def remember(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """Work something out once: players of deterministic strategies meet the same positions again and again."""
        if key not in self._remembered:
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = work_out()
        return self._remembered[key]  # type: ignore[return-value]


def as_letters(word: str) -> Letters:
    """A guess as numbers; what is not a letter becomes one that no word has."""
    found = np.frombuffer(word.encode("ascii", "replace"), dtype=np.uint8) - np.uint8(ord("a"))
    return np.where(found < 26, found, 26).astype(np.uint8)
