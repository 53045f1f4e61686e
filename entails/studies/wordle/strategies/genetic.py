"""Strategies `genetic` and `genetic-improved`: evolution of the next guess (Loi & Thomas 2022, parts 2 and 3).

This is the authors' program. A try with nothing placed forbids its letters; any other is a constraint, a word with its
two counts. The first population of a turn is the last try and strings that differ from it in one letter. A generation
has 3 parents, the fittest individuals, and 20 different children of two parents each. A child may get the middle of the
other parent, may have one letter changed, and is then always replaced by a nearest word of the dictionary. The 20 best
of parents and children survive. The set E contains the compatible words of the current population, at most five; one of
them is guessed. If there is no compatible word for too long, the game is lost.
"""

import time
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.alphabet import Letters, to_words
from entails.studies.wordle.strategies.base import Player, StrategyOptions, WordTable, as_letters
from entails.studies.wordle.strategies.population import (
    Dice,
    FeedbackAgreement,
    Population,
)

Fitness = NDArray[np.float64]
_BATCH, _MOST_BATCHES = 64, 5
"""Batch size and largest number of batches of random strings, until enough of them are different."""


class ProgramOptions(StrategyOptions):
    """Parameters of `genetic` and `genetic-improved`; the defaults are those of part 2 of the study.

    The study allows 300 seconds of extra time. Here 1000 more generations replace it, so that a game does not depend on
    the machine (`extra_time` sets a time limit).
    """

    population: int = Field(
        default=20, ge=2, le=10_000, description="individuals per generation, and number of children"
    )
    parents: int = Field(default=3, ge=1, le=10_000, description="number of the fittest that have children (k)")
    max_size: int = Field(default=5, ge=1, le=100_000, description="size of E that ends the search")
    max_generations: int = Field(default=50, ge=1, le=100_000, description="number of generations")
    extra_generations: int = Field(default=1000, ge=0, le=1_000_000, description="further generations while E is empty")
    extra_time: float = Field(
        default=0.0, ge=0, le=3600, description="time limit of the extra generations, in seconds; 0 means none"
    )
    cross_rate: float = Field(default=0.5, ge=0, le=1, description="probability that a child has two parents")
    mutation_rate: float = Field(default=0.5, ge=0, le=1, description="probability that a letter of a child is changed")
    max_tries: int = Field(default=20, ge=1, le=100_000, description="number of tries after which the game is lost")
    first_word: Literal["random", "distinct"] = Field(
        default="random", description="distinct: a word with the most different letters"
    )
    fitness: Literal["constraints", "graded"] = Field(
        default="constraints", description="constraints: those with either count right; graded: the graded reward"
    )
    stagnation: int = Field(
        default=0, ge=0, le=10_000, description="equal generations before a new population is drawn; 0 means never"
    )


class GeneticPlayer(Player[ProgramOptions]):
    """Strategies `genetic` and `genetic-improved`: a separate evolution for each guess."""

    def __init__(self, table: WordTable, options: ProgramOptions, seed: int) -> None:
        super().__init__(table, options, seed)
        self._allowed = table.is_letter.copy()

    def choose(self) -> str | None:
        if len(self.history) >= self.options.max_tries:
            return None
        dice = self.dice()
        return self.evolve(dice) if self.history else self._fresh_word(dice, self.options.first_word)

    def evolve(self, dice: Dice) -> str | None:
        options = self.options
        people = self._mutants(as_letters(self.history[-1][0]), dice)
        fitness = self.fitness(people)
        still, stored, started = 0, -1.0, 0.0
        for generation in range(1, options.max_generations + options.extra_generations + 1):
            if generation > options.max_generations and options.extra_time:
                started = started or time.monotonic()
                if time.monotonic() - started > options.extra_time:
                    return None
            parents = fittest(fitness, options.parents)
            children = self._children(people[parents], dice)
            everybody = np.concatenate([people[parents], children])
            values = np.concatenate([fitness[parents], self.fitness(children)])
            best = fittest(values, options.population)
            people, fitness = everybody[best], values[best]
            compatible = self.compatible(people)[: options.max_size]
            if len(compatible) == options.max_size or (compatible and generation >= options.max_generations):
                return compatible[int(dice.integers(len(compatible)))]
            if options.stagnation:
                ranked = float((fitness * np.arange(len(fitness), 0, -1)).sum())
                still, stored = still + (ranked == stored), ranked
                if still > options.stagnation and (people != people[0]).sum(1).mean() < self.table.length / 3:
                    people = self._mutants(as_letters(self._fresh_word(dice, "distinct")), dice)
                    fitness, still = self.fitness(people), 0
        return None

    def compatible(self, people: Letters) -> list[str]:
        """Return the new words of a population that agree with the whole history, each once."""
        agreement = FeedbackAgreement.of(self.table, self.history, people)
        played = {word for word, _ in self.history}
        strings = (word for word, good in zip(to_words(people), agreement.compatible, strict=True) if good)
        return [word for word in dict.fromkeys(strings) if word not in played and self.table.row_of(word) is not None]

    def fitness(self, people: Letters) -> Fitness:
        """Return the fitness of each individual; 0 if it has a forbidden letter.

        Part 2 counts the constraints with *either* count right. Part 3 adds the word length for a word of the
        dictionary. The text of the study mentions neither.
        """
        constraints = [
            (word, code) for word, code in self.history if self.table.well[code] + self.table.misplaced[code]
        ]
        agreement = FeedbackAgreement.of(self.table, constraints, people)
        well, misplaced = agreement.well == agreement.wanted_well, agreement.misplaced == agreement.wanted_misplaced
        if self.options.fitness == "constraints":
            value = (well | misplaced).sum(axis=0).astype(np.float64)
        else:
            words = [self.table.row_of(word) is not None for word in to_words(people)]
            value = agreement.wanted_reward + self.table.length * np.array(words, dtype=np.float64)
        return np.where(self._allowed[people].all(axis=1), value, 0.0)

    def learn(self, word: str, code: int) -> None:
        if not self.table.well[code] + self.table.misplaced[code]:
            self._allowed[as_letters(word)] = False

    def _children(self, parents: Letters, dice: Dice) -> Letters:
        """Return children of these parents that differ as strings; they may be repaired to the same word."""
        strings = self._different(lambda count: self._strings(parents, count, dice), parents[:0])
        return Population.of_strings(self.table, strings, "repair", dice).letters

    def _strings(self, parents: Letters, count: int, dice: Dice) -> Letters:
        mothers, fathers = parents[dice.integers(len(parents), size=(2, count))]
        crossed = two_cuts(mothers, fathers, dice) if self.table.length > 2 else mothers
        children = np.where(dice.random((count, 1)) < self.options.cross_rate, crossed, mothers)
        mutates = dice.random((count, 1)) < self.options.mutation_rate
        return np.where(mutates, self._mutated(children, dice), children)

    def _mutants(self, word: Letters, dice: Dice) -> Letters:
        """Return a word and strings that differ from it in one letter."""
        return self._different(lambda count: self._mutated(np.tile(word, (count, 1)), dice), word[None])

    def _mutated(self, strings: Letters, dice: Dice) -> Letters:
        """Return the strings with one letter each changed to another letter that is not forbidden."""
        count, changed = np.arange(len(strings)), strings.copy()
        place = dice.integers(strings.shape[1], size=len(strings))
        chances = dice.random((len(strings), len(self._allowed))) * self._allowed
        chances[count, strings[count, place]] = 0
        letter = chances.argmax(axis=1)
        changed[count, place] = np.where(chances[count, letter] > 0, letter, strings[count, place])
        return changed

    def _different(self, draw: Callable[[int], Letters], first: Letters) -> Letters:
        """Return the distinct strings, filled up to a population where possible."""
        by_bytes = {person.tobytes(): person for person in first}
        for _ in range(_MOST_BATCHES):
            for person in draw(_BATCH):
                by_bytes.setdefault(person.tobytes(), person)
            if len(by_bytes) >= self.options.population:
                break
        return np.array(list(by_bytes.values())[: self.options.population])

    def _fresh_word(self, dice: Dice, kind: str) -> str:
        different = self.table.different_letters
        rows = np.flatnonzero(different == different.max()) if kind == "distinct" else self.table.all_rows
        return self.table.spellings[int(dice.choice(rows))]


def fittest(fitness: Fitness, count: int) -> NDArray[np.int64]:
    """Return the indices of the fittest individuals, best first; of equals the later comes first, as in the study."""
    return np.lexsort((np.arange(len(fitness)), fitness))[::-1][:count]


def two_cuts(mothers: Letters, fathers: Letters, dice: Dice) -> Letters:
    """Replace the middle of each mother by that of the father, between two cuts inside the string."""
    count, length = mothers.shape
    first = dice.integers(1, length, size=(count, 1))
    second = dice.integers(1, length - 1, size=(count, 1))
    second += second >= first
    places = np.arange(length)
    middle = (places >= np.minimum(first, second)) & (places < np.maximum(first, second))
    return np.where(middle, fathers, mothers)
