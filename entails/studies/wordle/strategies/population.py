"""Populations of the genetic strategies: operators, agreement with a history, and the set of compatible words.

The operators work on whole populations (Huang & Hu 2022; Loi & Thomas 2022). A population is an array of letters with
one individual per row; the operators do not know which strings are words. The set E of compatible words offers three
ways to choose the next guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.models.alphabet import NO_LETTER, Letters, to_words
from entails.solvers.kernels.word_feedback import nearest
from entails.solvers.wordle.feedback import pattern_matrix
from entails.studies.wordle.strategies.base import WordTable, as_letters

Dice = np.random.Generator
Domains = NDArray[np.bool_]
"""Numbers of the letters that each position may have, by position."""


def one_point(mothers: Letters, fathers: Letters, dice: Dice) -> Letters:
    """Return children that have the beginning of one parent and the end of the other."""
    count, length = mothers.shape
    cut = dice.integers(1, max(length, 2), size=(count, 1))
    return np.where(np.arange(length) < cut, mothers, fathers)


def random_letter(population: Letters, domains: Domains, dice: Dice) -> Letters:
    """Return the population with one letter of each individual replaced by a random letter of its domain."""
    count, length = population.shape
    place = dice.integers(length, size=count)
    letter = (dice.random((count, domains.shape[1])) * domains[place]).argmax(axis=1)
    changed = population.copy()
    changed[np.arange(count), place] = letter
    return changed


def exchange(population: Letters, dice: Dice) -> Letters:
    """Return the population with two letters of each individual swapped."""
    count, length = population.shape
    first, last = _two_places(count, length, dice)
    places = np.broadcast_to(np.arange(length), population.shape)
    source = np.where(places == first, last, np.where(places == last, first, places))
    return np.take_along_axis(population, source, axis=1)


def inversion(population: Letters, dice: Dice) -> Letters:
    """Return the population with the letters between two positions of each individual reversed."""
    count, length = population.shape
    first, last = _two_places(count, length, dice)
    places = np.arange(length)
    source = np.where((places >= first) & (places <= last), first + last - places, places)
    return np.take_along_axis(population, source, axis=1)


def proportional(fitness: NDArray[np.float64], count: int, dice: Dice) -> NDArray[np.int64]:
    """Draw parents with probability proportional to fitness, or uniformly if every fitness is 0."""
    total = fitness.sum()
    chances = fitness / total if total > 0 else None
    return dice.choice(len(fitness), size=count, p=chances)


def within(population: Letters, domains: Domains) -> NDArray[np.bool_]:
    """Return for each individual whether all its letters are in the domains."""
    return np.asarray(domains[np.arange(population.shape[1]), population].all(axis=1))


def _two_places(count: int, length: int, dice: Dice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two different positions for each individual, in ascending order, as two columns."""
    first = dice.integers(length, size=(count, 1))
    second = (first + dice.integers(1, max(length, 2), size=(count, 1))) % length
    return np.minimum(first, second), np.maximum(first, second)


Dictionary = Literal["repair", "keep"]
"""Treatment of strings that are not words: replace them by the nearest word, or keep them."""
NO_WORD = -1


@dataclass(frozen=True)
class Population:
    """Individuals as letters. `rows` are their rows in the word table, `NO_WORD` for other strings."""

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
    def of_rows(cls, table: WordTable, rows: NDArray[np.int64]) -> "Population":
        return cls(table.secrets[rows], rows)

    @classmethod
    def of_strings(cls, table: WordTable, letters: Letters, dictionary: Dictionary, dice: Dice) -> "Population":
        """Build a population from strings; with `repair`, replace each by a nearest word."""
        if dictionary == "keep":
            rows = [table.row_of(word) for word in to_words(letters)]
            return cls(letters, np.array([NO_WORD if row is None else row for row in rows], dtype=np.int64))
        indices = np.empty(len(letters), np.int64)
        picks = dice.integers(2**40, size=len(letters))
        nearest(np.ascontiguousarray(letters), table.columns, picks, indices)
        return cls.of_rows(table, indices)


@dataclass(frozen=True)
class FeedbackAgreement:
    """Agreement of individuals with a history, guess by guess.

    For each guess, it holds the numbers of well placed and misplaced letters of each individual, and the required ones.
    """

    well: NDArray[np.int16]
    misplaced: NDArray[np.int16]
    wanted_well: NDArray[np.int16]
    wanted_misplaced: NDArray[np.int16]
    same: NDArray[np.bool_]

    @classmethod
    def of(cls, table: WordTable, history: Sequence[tuple[str, int]], letters: Letters) -> "FeedbackAgreement":
        """Compare individuals with a history; `same` compares whole feedback codes."""
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
        """The number of guesses whose feedback each individual agrees with (Loi & Thomas 2022, part 2)."""
        return np.asarray(self.same.sum(axis=0), dtype=np.float64)

    @property
    def compatible(self) -> NDArray[np.bool_]:
        """Whether each individual agrees with the whole history."""
        return np.asarray(self.same.all(axis=0))

    @property
    def nearness(self) -> NDArray[np.float64]:
        """The sum over guesses of 1 for agreement, and less for more differing letters."""
        differing = abs(self.well - self.wanted_well) + abs(self.misplaced - self.wanted_misplaced)
        return np.asarray(np.where(self.same, 1.0, 1.0 / (2.0 + differing)).sum(axis=0))

    @property
    def graded(self) -> NDArray[np.float64]:
        """The graded reward, as one reading of the text of Loi & Thomas 2022, part 3.

        The wanted number of well placed letters counts squared, a larger number counts linearly, a smaller one not at
        all. Misplaced letters count if there are at least as many as wanted.
        """
        return self._reward(self.well, self.misplaced)

    @property
    def wanted_reward(self) -> NDArray[np.float64]:
        """The graded reward as in the study's program: by the counts of the feedback, not of the individual."""
        return self._reward(self.wanted_well, self.wanted_misplaced)

    def _reward(self, well: NDArray[np.int16], misplaced: NDArray[np.int16]) -> NDArray[np.float64]:
        counted, others = well.astype(np.float64), misplaced.astype(np.float64)
        enough = self.misplaced >= self.wanted_misplaced
        equal, more = self.well == self.wanted_well, self.well > self.wanted_well
        squares = (2 * counted) ** 2 + np.where(enough, (2 * others) ** 2, 0)
        plain = counted + np.where(enough, others, 0)
        return np.asarray(np.where(equal, squares, np.where(more, plain, 0)).sum(axis=0))


def domains_of(table: WordTable, history: Sequence[tuple[str, int]]) -> Domains:
    """Return the letters that each position may have: those of the dictionary that no single feedback excludes.

    A guess with nothing well placed excludes its letters at their positions; one with nothing placed excludes them
    everywhere.
    """
    domains = np.zeros((table.length, len(table.is_letter)), dtype=bool)
    places = np.arange(table.length)
    domains[np.broadcast_to(places, table.secrets.shape), table.secrets] = True
    for word, code in history:
        letters = as_letters(word)
        known = letters != NO_LETTER
        if table.well[code] == 0 and table.misplaced[code] == 0:
            domains[:, letters[known]] = False
        elif table.well[code] == 0:
            domains[places[known], letters[known]] = False
    return domains


Choice = Literal["random", "fittest", "entropy"]


class CompatibleSet:
    """Words that agree with the whole history, in the order of discovery, with their fitness."""

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

    def choose(self, how: Choice, table: WordTable, dice: Dice) -> int | None:
        """Return the row of the word to guess, or None if the set is empty.

        `fittest` is the choice of Loi & Thomas 2022, part 3. Words that agree with the same answers have equal
        reward, so ties go to the words with the most different letters, as for the first word of the study.
        `entropy` takes the word that is most informative about the others; the set represents all possible words.
        """
        if not self._fitness:
            return None
        rows = self.rows
        if how == "random":
            return int(dice.choice(rows))
        value = most_informative(table, rows) if how == "entropy" else self._fitness_and_letters(table)
        return int(dice.choice(rows[value >= value.max() - 1e-9]))

    def _fitness_and_letters(self, table: WordTable) -> NDArray[np.float64]:
        different = table.different_letters[self.rows] / (table.length + 1)
        return np.fromiter(self._fitness.values(), np.float64) + different


def most_informative(table: WordTable, rows: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return the expected information of guessing each word, in bits, if one of these words is the secret."""
    letters = table.secrets[rows]
    codes = pattern_matrix(letters, letters, table.scoring)
    return np.array([information(np.unique(row, return_counts=True)[1]) for row in codes])


def information(parts: NDArray[np.integer]) -> float:
    """Return the expected information in bits, from the number of secrets for each feedback."""
    shares = parts / parts.sum()
    return float(-(shares * np.log2(shares)).sum())
