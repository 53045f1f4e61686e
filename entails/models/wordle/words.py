"""`Words`: the words of a game as arrays. All can be guessed, some can be the secret."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import EVERY_LETTER, Alphabet, Letters, to_letters, to_words, with_own_letters
from entails.models.errors import InvalidData, quantity

MOST_WEIGHT: Final = 2**22
"""Limit on the total weight of the words of a game, in whole numbers."""
_MOST_UNITS: Final = 1000


@dataclass(frozen=True, eq=False)
class Words:
    """The allowed guesses as rows: answers in order A-Z, then the other words A-Z. Ties go to the lowest row.

    The first `answers` rows can be the secret. `weights` are their probabilities; None if all are equally likely.
    """

    letters: Letters
    answers: int
    name: str
    language: str
    weights: NDArray[np.float64] | None = None

    @classmethod
    def of(
        cls,
        answers: Letters,
        allowed: Letters | None = None,
        *,
        name: str,
        language: str = "",
        weights: NDArray[np.float64] | None = None,
    ) -> "Words":
        """Combine lists of answers and allowed guesses. By default, only answers can be guessed.

        `weights` belong to the rows of `answers` in their order.
        """
        length = answers.shape[1]
        if not len(answers):
            raise InvalidData(
                f"{name} has no word of {quantity(length, 'letter')}", expected="another length or another lexicon"
            )
        if weights is not None and len(weights) != len(answers):
            raise InvalidData(f"{len(weights)} weights", expected=f"{len(answers)}, one for each answer")
        first, places = np.unique(packed(answers), return_index=True)
        rest = first[:0] if allowed is None or not len(allowed) else np.setdiff1d(packed(allowed), first)
        letters = np.concatenate([first, rest]).view(np.uint8).reshape(-1, length)
        letters.setflags(write=False)
        return cls(letters, len(first), name, language, None if weights is None else weights[places])

    @property
    def length(self) -> int:
        return int(self.letters.shape[1])

    def __len__(self) -> int:
        return len(self.letters)

    def word(self, row: int) -> str:
        return self.words([row])[0]

    def words(self, rows: "Sequence[int] | NDArray[np.integer] | None" = None) -> list[str]:
        """Return the words of these rows, or all words."""
        return to_words(self.letters if rows is None else self.letters[np.asarray(rows, dtype=np.int64)])

    def row_of(self, word: str) -> int | None:
        """Return the row of a word in any spelling; None if it is not allowed."""
        folded = self.alphabet.fold(word)
        if len(folded) != self.length or not self.alphabet.is_word(folded):
            return None
        wanted = to_letters([folded], self.length).tobytes()
        for low, high in ((0, self.answers), (self.answers, len(self))):
            row = low + bisect_left(range(low, high), wanted, key=lambda at: self.letters[at].tobytes())
            if row < high and self.letters[row].tobytes() == wanted:
                return row
        return None

    @cached_property
    def alphabet(self) -> Alphabet:
        """The letters a to z, and the other letters of these words."""
        used = np.flatnonzero(np.bincount(self.letters.ravel(), minlength=1))
        return with_own_letters("".join(EVERY_LETTER.small[number] for number in used.tolist()))

    @property
    def secrets(self) -> Letters:
        """The rows that can be the secret."""
        return self.letters[: self.answers]

    def weights_of(self, rows: "NDArray[np.integer]") -> NDArray[np.float64] | None:
        """Return the weights of these rows; None if all are equally likely.

        A word that is not an answer weighs as little as the least likely answer.
        """
        if self.weights is None:
            return None
        last = self.answers - 1
        return np.asarray(np.where(rows <= last, self.weights[np.minimum(rows, last)], self.weights.min()))

    @cached_property
    def digest(self) -> str:
        """A short hash of the words and of the number of answers, for caches. It does not cover the weights."""
        head = f"{self.answers}/{self.length}/".encode()
        return sha256(head + self.letters.tobytes()).hexdigest()[:24]


def packed(letters: Letters) -> NDArray[np.bytes_]:
    """Return each row as one value that NumPy sorts and compares quickly."""
    rows = np.ascontiguousarray(letters, dtype=np.uint8)
    packed: NDArray[np.bytes_] = rows.view(f"S{rows.shape[1]}").ravel()
    return packed


def whole_weights(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Scale the weights to positive integers, so that sums are exact.

    If the weights are multiples of a common unit and these multiples are small, the result is exact. Otherwise the
    weights are rounded to parts of about four million.
    """
    shares = weights / weights.min()
    for unit in range(1, _MOST_UNITS + 1):
        close = np.rint(shares * unit)
        if close.sum() > MOST_WEIGHT:
            break
        if np.allclose(close, shares * unit, rtol=1e-9, atol=0):
            return np.asarray(close, np.int64)
    room = max(1, MOST_WEIGHT - len(weights))
    return np.asarray(np.maximum(1, np.rint(weights / weights.sum() * room)), np.int64)
