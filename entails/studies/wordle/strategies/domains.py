"""`a1`, `a2` and `probabilistic`: random or likely words, while domains shrink (Huang & Hu 2022, parts 1 and 3).

Only the two extreme answers are used. When nothing is well placed, no position has its letter of the guess. When
nothing is placed at all, no position has any letter of the guess: `a2` only. (The study's listing and its annex differ
in one index here; the annex, which removes the letter at every position, is right.) Other answers only rule out the
guess itself, so most guesses contradict what is known already.
"""

import numpy as np
from numpy.typing import NDArray

from entails.studies.wordle.strategies.base import NoOptions, Player
from entails.studies.wordle.strategies.table import Table, as_letters


class ChronologicalPlayer(Player[NoOptions]):
    """`a1`: a random word of those that the domains allow."""

    arc_consistent = False

    def __init__(self, table: Table, options: NoOptions, seed: int) -> None:
        super().__init__(table, options, seed)
        self.alive = np.ones(len(table.secrets), dtype=bool)

    def learn(self, word: str, code: int) -> None:
        row = self.table.row_of(word)
        if row is not None:
            self.alive[row] = False
        if self.table.well[code] == 0:
            self.prune(word, everywhere=self.arc_consistent and self.table.misplaced[code] == 0)

    def prune(self, word: str, *, everywhere: bool) -> None:
        """Take the letters of a guess out of the domains: each from its own position, or from all of them."""
        guess, secrets = as_letters(word), self.table.secrets
        if everywhere:
            self.alive &= ~np.isin(secrets, guess).any(axis=1)
        else:
            self.alive &= (secrets != guess).all(axis=1)

    def choose(self) -> str | None:
        left = np.flatnonzero(self.alive)
        return self.table.spellings[self.dice().choice(left)] if len(left) else None


class ArcConsistentPlayer(ChronologicalPlayer):
    """`a2`: the same, with the arcs between positions when nothing is placed at all."""

    arc_consistent = True


class LikeliestPlayer(ArcConsistentPlayer):
    """`probabilistic-annex`, the listing of the annex: always the allowed word whose letters are the most frequent at
    their positions. The frequencies are counted anew only when the domains have changed."""

    def __init__(self, table: Table, options: NoOptions, seed: int) -> None:
        super().__init__(table, options, seed)
        self.value = log_probability(table.secrets, self.alive)

    def prune(self, word: str, *, everywhere: bool) -> None:
        super().prune(word, everywhere=everywhere)
        self.value = log_probability(self.table.secrets, self.alive)

    def choose(self) -> str | None:
        left = np.flatnonzero(self.alive)
        return self.table.spellings[left[self.value[left].argmax()]] if len(left) else None


class ProbabilisticPlayer(LikeliestPlayer):
    """`probabilistic`, the notebook that made the study's figures: the likeliest word at first and after a guess with
    nothing well placed; after any other guess a random one."""

    def choose(self) -> str | None:
        if self.history and self.table.well[self.history[-1][1]]:
            return ChronologicalPlayer.choose(self)
        return super().choose()


def log_probability(letters: NDArray[np.uint8], among: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The logarithm of the chance that letters drawn at each position, as they occur there in these words, spell a
    word; minus infinity where a letter does not occur."""
    counted = letters[among]
    total = np.zeros(len(letters))
    with np.errstate(divide="ignore"):
        for place in range(letters.shape[1]):
            share = np.bincount(counted[:, place], minlength=26) / max(len(counted), 1)
            total += np.log(share)[letters[:, place]]
    return total
