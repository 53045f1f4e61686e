"""The model of possible secrets that suggestions, hints, analyses and boards share.

Every allowed word can be the secret, but a word that is not among the answers of the list is so unlikely that it
counts only if no answer fits the feedback. So figures rest on the answers while one fits, and proven totals stay
valid. If none fits, the model falls back, first to the answers that Wordle added since 2022 (in games with
Wordle's own lists), then to every allowed word; `source` names the words in use.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Final, Literal

import numpy as np

from entails.data.wordle import is_later_answer, with_later_words
from entails.models.wordle.history import Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Rows, as_letters, candidates

SecretSource = Literal["answers", "later", "allowed"]
"""Words among which the secret is sought: the answers of the list, later answers of Wordle, or all allowed words."""

SMALL_WEIGHT: Final = 0.001
"""Weight of an allowed word that is not an answer, if an answer weighs 1. It measures how surprising a fall back is."""


@dataclass(frozen=True, eq=False)
class PossibleSecrets:
    """The words that can be the secret after some guesses, by the source that they come from.

    Attributes:
        words: The words of the game. After a fall back, Wordle's later words are among them; answers keep their rows.
        rows: The rows that can be the secret; empty if no word fits.
        others: The rows of allowed words that fit too but do not count, because `rows` come first.
    """

    words: Words
    rows: Rows
    source: SecretSource
    others: Rows

    def surprise(self, after: "PossibleSecrets") -> float:
        """Return the information, in bits, of a feedback that no word of `rows` gives."""
        return log2((len(self.rows) + SMALL_WEIGHT * len(self.others)) / (SMALL_WEIGHT * len(after.rows)))


def possible_secrets(words: Words, facts: Sequence[tuple[str, int]], scoring: Scoring) -> PossibleSecrets:
    """Return the words that can be the secret after guesses and feedback codes."""
    fitting = candidates(facts, words.letters, scoring)
    is_answer = fitting < words.answers
    if is_answer.any():
        return PossibleSecrets(words, fitting[is_answer], "answers", fitting[~is_answer])
    wider = with_later_words(words)
    fitting = fitting if wider is words else candidates(facts, wider.letters, scoring)
    is_later = is_later_answer(wider)[fitting]
    if is_later.any():
        return PossibleSecrets(wider, fitting[is_later], "later", fitting[~is_later])
    return PossibleSecrets(wider, fitting, "allowed", fitting[:0])


def with_word(words: Words, word: str) -> Words:
    """Return the words with one more word among the allowed guesses."""
    if words.row_of(word) is not None:
        return words
    letters = np.concatenate([words.letters, as_letters(word, words.length)[None]])
    return Words.of(words.secrets, letters, name=words.name, language=words.language, weights=words.weights)
