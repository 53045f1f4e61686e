"""`random`, `letter-frequency` and the greedy strategies that look at how a guess splits what is left.

Without care such a strategy may guess for ever: once one word is left, no guess has anything to tell, and the first
word of the dictionary is as good as the secret. Kalaydjian & Duhem 2022 met this and give two cures, both options here:
guess among the words that are still possible (`pool=candidates`), and never guess a word again (`drop`). A third is to
prefer, of equal guesses, one that is possible (`candidates_first`).
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.solvers.wordle.criteria import best_first, criterion_named
from entails.solvers.wordle.groups import Referee
from entails.studies.wordle.strategies.base import CandidatePlayer, NoOptions, Options


class RandomPlayer(CandidatePlayer[NoOptions]):
    """`random`: any word that is still possible. All others are measured against it."""

    def choose(self) -> str | None:
        if not len(self.candidates):
            return None
        return self.table.spellings[int(self.dice().choice(self.candidates))]


class GreedyOptions(Options):
    """Where guesses come from."""

    pool: Literal["candidates", "answers", "allowed"] = Field(
        default="candidates",
        description="guess words that are still possible, any that can be the secret, or any allowed word",
    )
    drop: bool = Field(default=True, description="never guess a word again")
    candidates_first: bool = Field(default=True, description="of equal guesses take one that is still possible")


class GreedyPlayer(CandidatePlayer[GreedyOptions]):
    """The guess that its criterion likes best. Choices are remembered: games share their beginnings."""

    criterion = "entropy"

    def choose(self) -> str | None:
        if not len(self.candidates):
            return None
        key = (self.criterion, self.options, tuple(self.history))
        return self.table.remember(key, self._best)

    def _best(self) -> str:
        words, members = self.table.words, self.candidates
        guesses = self._pool()
        referee = self.table.remember("referee", lambda: Referee.of(words, self.table.scoring))
        costs = criterion_named(self.criterion)(referee, guesses, members, self.dice())
        best = best_first(costs, guesses, members, 1)[0] if self.options.candidates_first else costs.argmin()
        return words.word(int(guesses[best]))

    def _pool(self) -> NDArray[np.int32]:
        words = self.table.words
        if self.options.pool == "candidates":
            return self.candidates
        pool = np.arange(words.answers if self.options.pool == "answers" else len(words), dtype=np.int32)
        if not self.options.drop:
            return pool
        guessed = [row for row in (words.row_of(word) for word, _ in self.history) if row is not None]
        return pool[~np.isin(pool, guessed)]


def greedy(criterion_name: str) -> type[GreedyPlayer]:
    """The player of one criterion."""
    return type(f"Greedy({criterion_name})", (GreedyPlayer,), {"criterion": criterion_name})
