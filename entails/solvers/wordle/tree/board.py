"""`Board`: the words that can be the secret and what every guess is told by each, as the kernels take it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from entails.models.errors import InvalidOption, TooLarge
from entails.models.wordle.scoring import COLOURS, Scoring
from entails.models.wordle.words import Words, whole_weights
from entails.solvers.kernels.word_tree_clues import no_clues, obeys, told
from entails.solvers.kernels.word_tree_memo import I32, I64, U8
from entails.solvers.kernels.word_tree_survey import U16, relabelled
from entails.solvers.wordle.candidates import as_letters, candidates
from entails.solvers.wordle.patterns import pattern_matrix, rows_of

_LARGEST: Final = 2**29
"""Bytes of the table of a board. The search holds up to three such tables."""
_MOST_SECRETS: Final = 2**16 - 1
_FEW_SECRETS: Final = 1024
_FEW_PAIRS: Final = 2**23


def is_quick(secrets: int, guesses: int) -> bool:
    """Whether a proof over all openers is one search of seconds."""
    return secrets <= _FEW_SECRETS and secrets * guesses <= _FEW_PAIRS


@dataclass(frozen=True, eq=False)
class Board:
    """A position: the secrets left after a history, as rows of `words`, and the table of labels, a row per guess and a
    column per secret (see `word_tree_survey`). `clues` are what hard mode obliges the next guess to hold."""

    words: Words
    scoring: Scoring
    letters: U8
    secrets: I32
    labels: U16
    clues: U8
    weights: I64
    """Whole numbers, 1 where all secrets are alike. The heaviest secrets come first."""

    @classmethod
    def of(
        cls, words: Words, scoring: Scoring, history: Sequence[tuple[str, int]] = (), *, hard: bool = False
    ) -> "Board":
        if hard and scoring is not COLOURS:
            raise InvalidOption("hard mode speaks of colours, and there are none", expected="the normal game")
        secrets = candidates(history, words.secrets, scoring)
        size = len(words) * len(secrets)
        if 2 * size > _LARGEST or len(secrets) > _MOST_SECRETS:
            problem = f"{len(secrets):,} words can be the secret and {len(words):,} be guessed: too many for a tree"
            raise TooLarge(problem, expected=f"at most {_LARGEST // 2:,} pairs; some guesses with their feedback help")
        weights = np.ones(len(secrets), np.int64)
        if words.weights is not None:
            weights = whole_weights(words.weights)[secrets]
            order = np.argsort(-weights, kind="stable")
            secrets, weights = secrets[order], weights[order]
        letters = rows_of(words.letters)
        labels = np.empty((len(words), len(secrets)), np.uint16)
        codes = pattern_matrix(letters, letters[secrets], scoring)
        every = np.arange(len(secrets), dtype=np.int32)
        relabelled(codes, every, np.full(scoring.codes(words.length), -1, np.int32), labels)
        clues = no_clues(words.length, hard)
        for guess, _ in history if len(secrets) else ():
            clues = told(clues, as_letters(guess, words.length), letters[secrets[0]])
        return cls(words, scoring, letters, secrets, labels, clues, weights)

    @property
    def size(self) -> int:
        return len(self.secrets)

    @property
    def is_small(self) -> bool:
        """Is it soonest to try all openers in one go, as on any set further down? Larger boards need what the search
        does for each opener beforehand, and a journal."""
        return is_quick(*self.labels.shape[::-1])

    @property
    def hard(self) -> bool:
        return len(self.clues) > 0

    def row_of(self, opener: str) -> int:
        """The row of a word that may be guessed here."""
        row = self.words.row_of(opener)
        if row is None:
            expected = f"a word of {self.words.length} letters that {self.words.name} allows"
            raise InvalidOption(f"{opener[:30]!r} may not be guessed", expected=expected)
        if self.hard and not obeys(self.letters[row], self.clues):
            problem = f"{opener[:30]!r} does not use what the colours have shown"
            raise InvalidOption(problem, expected="a word that hard mode allows")
        return row
