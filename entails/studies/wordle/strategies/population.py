"""Populations: individuals with the words they are, and how well they agree with a history."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import Letters, to_words
from entails.solvers.kernels.word_nearest import nearest
from entails.studies.wordle.strategies.operators import Dice, Domains
from entails.studies.wordle.strategies.table import Table

Dictionary = Literal["repair", "keep"]
"""What becomes of strings that are no words: the nearest word takes their place, or they stay in the population."""
NO_WORD = -1


@dataclass(frozen=True)
class Population:
    """Individuals. `rows` are their words, `NO_WORD` where they are none."""

    letters: Letters
    rows: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.letters)

    def __add__(self, other: "Population") -> "Population":
        return Population(
            np.concatenate([self.letters, other.letters]),
            np.concatenate([self.rows, other.rows]),
        )

    def take(self, places: NDArray[np.integer]) -> "Population":
        return Population(self.letters[places], self.rows[places])

    @classmethod
    def of_rows(cls, table: Table, rows: NDArray[np.int64]) -> "Population":
        return cls(table.secrets[rows], rows)

    @classmethod
    def of_strings(cls, table: Table, letters: Letters, dictionary: Dictionary, dice: Dice) -> "Population":
        """What the operators made, as words where it has to be words."""
        if dictionary == "keep":
            rows = [table.row_of(word) for word in to_words(letters)]
            return cls(letters, np.array([NO_WORD if row is None else row for row in rows], dtype=np.int64))
        found = np.empty(len(letters), np.int64)
        picks = dice.integers(2**40, size=len(letters))
        nearest(np.ascontiguousarray(letters), table.columns, picks, found)
        return cls.of_rows(table, found)


@dataclass(frozen=True)
class Agreement:
    """How individuals agree with a history: for each guess and individual, the well placed and the misplaced letters
    beside those that the secret had."""

    well: NDArray[np.int16]
    misplaced: NDArray[np.int16]
    wanted_well: NDArray[np.int16]
    wanted_misplaced: NDArray[np.int16]
    same: NDArray[np.bool_]

    @classmethod
    def of(cls, table: Table, history: Sequence[tuple[str, int]], letters: Letters) -> "Agreement":
        """With whole codes compared, so that colours count where there are colours."""
        codes = np.empty((len(history), len(letters)), np.int64)
        for number, (word, _) in enumerate(history):
            codes[number] = table.codes_among(word, letters)
        wanted = np.array([code for _, code in history], dtype=np.int64).reshape(-1, 1)
        return cls(
            well=table.well[codes],
            misplaced=table.misplaced[codes],
            wanted_well=table.well[wanted],
            wanted_misplaced=table.misplaced[wanted],
            same=codes == wanted,
        )

    @property
    def respected(self) -> NDArray[np.float64]:
        """How many guesses of the history each individual agrees with (Loi & Thomas 2022, part 2)."""
        return np.asarray(self.same.sum(axis=0), dtype=np.float64)

    @property
    def compatible(self) -> NDArray[np.bool_]:
        """Which individuals agree with all of it."""
        return np.asarray(self.same.all(axis=0))

    @property
    def nearness(self) -> NDArray[np.float64]:
        """1 for each guess that is agreed with, less the more letters the answer would differ in."""
        differing = abs(self.well - self.wanted_well) + abs(self.misplaced - self.wanted_misplaced)
        return np.asarray(np.where(self.same, 1.0, 1.0 / (2.0 + differing)).sum(axis=0))

    @property
    def graded(self) -> NDArray[np.float64]:
        """The graded reward as the text of Loi & Thomas 2022, part 3, can be read: as many well placed letters as
        wanted count squared, more of them count a little, fewer not at all; misplaced letters count where there are at
        least as many as wanted."""
        return self._reward(self.well, self.misplaced)

    @property
    def wanted_reward(self) -> NDArray[np.float64]:
        """The same as their program counts it, by the counts of the constraint and not those of the individual."""
        return self._reward(self.wanted_well, self.wanted_misplaced)

    def _reward(self, well: NDArray[np.int16], misplaced: NDArray[np.int16]) -> NDArray[np.float64]:
        counted, others = well.astype(np.float64), misplaced.astype(np.float64)
        enough = self.misplaced >= self.wanted_misplaced
        equal, more = self.well == self.wanted_well, self.well > self.wanted_well
        squares = (2 * counted) ** 2 + np.where(enough, (2 * others) ** 2, 0)
        plain = counted + np.where(enough, others, 0)
        return np.asarray(np.where(equal, squares, np.where(more, plain, 0)).sum(axis=0))


def domains_of(table: Table, history: Sequence[tuple[str, int]]) -> Domains:
    """The letters that each position may have: those of the dictionary, less what the history rules out at sight.

    No letter of a guess with nothing well placed is where it stood; no letter of one with nothing placed is anywhere.
    """
    domains = np.zeros((table.length, 26), dtype=bool)
    places = np.arange(table.length)
    domains[np.broadcast_to(places, table.secrets.shape), table.secrets] = True
    for word, code in history:
        letters = np.frombuffer(word.encode("ascii"), np.uint8) - ord("a")
        known = letters < 26
        if table.well[code] == 0 and table.misplaced[code] == 0:
            domains[:, letters[known]] = False
        elif table.well[code] == 0:
            domains[places[known], letters[known]] = False
    return domains
