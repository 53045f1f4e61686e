"""The set E of compatible words that a genetic algorithm collects, and three ways to choose the next guess from it."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.solvers.wordle.patterns import pattern_matrix
from entails.studies.wordle.strategies.operators import Dice
from entails.studies.wordle.strategies.table import Table

Choice = Literal["random", "fittest", "entropy"]


class CompatibleSet:
    """Words that agree with the whole history, in the order they were found, with their fitness."""

    def __init__(self, largest: int) -> None:
        self.largest = largest
        self._fitness: dict[int, float] = {}

    def __len__(self) -> int:
        return len(self._fitness)

    @property
    def full(self) -> bool:
        return len(self) >= self.largest

    @property
    def rows(self) -> NDArray[np.int64]:
        return np.fromiter(self._fitness, np.int64, len(self))

    def add(self, rows: NDArray[np.int64], fitness: NDArray[np.float64]) -> None:
        for row, value in zip(rows.tolist(), fitness.tolist(), strict=True):
            if self.full:
                return
            self._fitness.setdefault(row, value)

    def choose(self, how: Choice, table: Table, dice: Dice) -> int | None:
        """The row to guess; None when the set is empty.

        `fittest` is the choice of Loi & Thomas 2022, part 3. But words that agree with the same answers are equally fit
        by their reward, so of those the ones with the most different letters are taken, as for the first word there.
        `entropy` takes the word that tells most about the others: the set stands for all words that are possible.
        """
        if not self._fitness:
            return None
        rows = self.rows
        if how == "random":
            return int(dice.choice(rows))
        value = most_informative(table, rows) if how == "entropy" else self._fitness_and_letters(table)
        return int(dice.choice(rows[value >= value.max() - 1e-9]))

    def _fitness_and_letters(self, table: Table) -> NDArray[np.float64]:
        different = table.different_letters[self.rows] / (table.length + 1)
        return np.fromiter(self._fitness.values(), np.float64) + different


def most_informative(table: Table, rows: NDArray[np.integer]) -> NDArray[np.float64]:
    """The expected information of each word, in bits, if the secret is one of these words."""
    letters = table.secrets[rows]
    codes = pattern_matrix(letters, letters, table.scoring)
    return np.array([information(np.unique(row, return_counts=True)[1]) for row in codes])


def information(parts: NDArray[np.integer]) -> float:
    """The bits that an answer carries when so many secrets share each answer."""
    shares = parts / parts.sum()
    return float(-(shares * np.log2(shares)).sum())
