"""Getting out of a dead end: distant words when the population stops changing (Loi & Thomas 2022, part 3)."""

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import Letters
from entails.studies.wordle.strategies.operators import Dice
from entails.studies.wordle.strategies.population import Population
from entails.studies.wordle.strategies.table import Table

_DRAWN_FOR_EACH = 8


class Stagnation:
    """Has the best fitness not risen, and no new letter come up, for `patience` generations? Never, if that is 0."""

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self._best = -np.inf
        self._letters: set[int] = set()
        self._still = 0

    def reached(self, letters: Letters, fitness: NDArray[np.float64]) -> bool:
        """Look at one generation; after a yes the count begins anew."""
        if not self.patience:
            return False
        best, present = float(fitness.max()), set(np.unique(letters).tolist())
        progress = best > self._best or not present <= self._letters
        self._best, self._letters = max(best, self._best), self._letters | present
        self._still = 0 if progress else self._still + 1
        if self._still < self.patience:
            return False
        self._still, self._letters = 0, set()
        return True


def distant_words(table: Table, word: Letters, count: int, dice: Dice) -> Population:
    """Words far from this one: of some drawn at random, those that differ from it in the most positions."""
    drawn = dice.integers(len(table.secrets), size=_DRAWN_FOR_EACH * count)
    differing = (table.secrets[drawn] != word).sum(axis=1)
    return Population.of_rows(table, drawn[np.argsort(-differing, kind="stable")][:count])
