"""`genetic-tuned` and `genetic-improved-tuned`: the next try by evolution, after Loi & Thomas 2022, parts 2 and 3.

The first population comes from the previous try. Words that agree with the whole history are collected in a set E, from
which the next try is chosen. While E is empty the search gets extra time; when that is used up too, no word was found,
and the game is lost.
"""

import time
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.letters import Letters
from entails.studies.wordle.strategies.base import Options, Player
from entails.studies.wordle.strategies.compatible_set import Choice, CompatibleSet
from entails.studies.wordle.strategies.operators import Dice, exchange, one_point, random_letter, two_point
from entails.studies.wordle.strategies.population import Agreement, Dictionary, Population
from entails.studies.wordle.strategies.stagnation import Stagnation, distant_words
from entails.studies.wordle.strategies.table import as_letters

Fitness = NDArray[np.float64]
Selection = Literal["k-best", "mu-plus-lambda", "lambda"]


class NextTryOptions(Options):
    """The defaults are those of part 2; `scripts/tune_genetic.py` found them."""

    population: int = Field(default=150, ge=2, le=10_000, description="individuals of a generation")
    parents: int = Field(default=50, ge=1, le=10_000, description="how many of the best have children (k, mu)")
    children: int = Field(default=150, ge=1, le=10_000, description="children of a generation (lambda)")
    max_size: int = Field(default=40, ge=1, le=100_000, description="stop when E holds so many words")
    max_generations: int = Field(default=8, ge=1, le=100_000, description="stop after so many generations")
    extra_generations: int = Field(
        default=2000, ge=0, le=1_000_000, description="go on for so many more while E is empty"
    )
    extra_time: float = Field(
        default=0.0, ge=0, le=3600, description="seconds that the extra generations may take; 0: no clock"
    )
    cross_rate: float = Field(default=0.8, ge=0, le=1, description="how often a child has two parents")
    mutation_rate: float = Field(
        default=0.5, ge=0, le=1, description="how often each kind of mutation happens to a child"
    )
    crossover: Literal["one-point", "two-point", "both"] = Field(
        default="both", description="how two parents are joined"
    )
    mutation: Literal["letter", "swap", "both"] = Field(
        default="both", description="another letter, two letters swapped"
    )
    mutations: int = Field(default=3, ge=1, le=100, description="how often a child goes through the mutations")
    selection: Selection = Field(default="lambda", description="which individuals make the next generation")
    forbidden_letters: bool = Field(default=True, description="never mutate to a letter that the secret cannot have")
    dictionary: Dictionary = Field(
        default="repair", description="nearest word instead of a string that is none, or keep it"
    )
    first_word: Literal["random", "distinct"] = Field(
        default="random", description="distinct: one with most different letters"
    )
    stagnation: int = Field(
        default=0, ge=0, le=10_000, description="generations without progress before distant words come; 0: never"
    )
    distant: int = Field(default=10, ge=1, le=10_000, description="how many distant words come then")
    fitness: Literal["constraints", "graded"] = Field(
        default="constraints", description="constraints respected, or graded reward"
    )
    choice: Choice = Field(default="random", description="which word of E is guessed")


class NextTryPlayer(Player[NextTryOptions]):
    """`evolve` is the whole algorithm; the rest are its steps."""

    def choose(self) -> str | None:
        dice = self.dice()
        row = self.evolve(dice).choose(self.options.choice, self.table, dice) if self.history else self.first(dice)
        return None if row is None else self.table.spellings[row]

    def first(self, dice: Dice) -> int:
        rows = self.table.all_rows
        if self.options.first_word == "distinct":
            different = self.table.different_letters
            rows = rows[different == different.max()]
        if self.options.choice == "entropy":
            drawn = CompatibleSet(self.options.max_size)
            drawn.add(dice.permutation(rows), np.zeros(len(rows)))
            return drawn.choose("entropy", self.table, dice) or 0
        return int(dice.choice(rows))

    def evolve(self, dice: Dice) -> CompatibleSet:
        options, found = self.options, CompatibleSet(self.options.max_size)
        people = self.population(self.from_previous(dice), dice)
        fitness = self.evaluate(people, found)
        stagnation = Stagnation(options.stagnation)
        started = 0.0
        for generation in range(1, options.max_generations + options.extra_generations + 1):
            if found.full or (generation > options.max_generations and len(found)):
                break
            if generation > options.max_generations and options.extra_time:
                started = started or time.monotonic()
                if time.monotonic() - started > options.extra_time:
                    break
            parents = fittest(fitness, options.parents, dice)
            children = self.population(self.children(people.letters[parents], dice), dice)
            if stagnation.reached(people.letters, fitness):
                children += distant_words(self.table, people.letters[parents[0]], options.distant, dice)
            theirs = self.evaluate(children, found)
            people, fitness = self.select(people, fitness, parents, children, theirs, dice)
        return found

    def from_previous(self, dice: Dice) -> Letters:
        """The first population: the previous try, changed in one place to begin with."""
        previous = np.tile(as_letters(self.history[-1][0]), (self.options.population, 1))
        return self.mutated(self.one_mutation(previous, dice), dice)

    def children(self, parents: Letters, dice: Dice) -> Letters:
        options = self.options
        mothers, fathers = (parents[dice.integers(len(parents), size=options.children)] for _ in range(2))
        kinds = {"one-point": (one_point,), "two-point": (two_point,), "both": (one_point, two_point)}
        for cross in kinds[options.crossover]:
            chosen = dice.random((len(mothers), 1)) < options.cross_rate
            mothers = np.where(chosen, cross(mothers, fathers, dice), mothers)
        return self.mutated(mothers, dice)

    def mutated(self, letters: Letters, dice: Dice) -> Letters:
        allowed = self.allowed
        for _ in range(self.options.mutations):
            chosen = dice.random((2, len(letters), 1)) < self.options.mutation_rate
            if self.options.mutation != "swap":
                letters = np.where(chosen[0], random_letter(letters, allowed, dice), letters)
            if self.options.mutation != "letter":
                letters = np.where(chosen[1], exchange(letters, dice), letters)
        return letters

    def one_mutation(self, letters: Letters, dice: Dice) -> Letters:
        if self.options.mutation == "swap":
            return exchange(letters, dice)
        return random_letter(letters, self.allowed, dice)

    @property
    def allowed(self) -> NDArray[np.bool_]:
        """Letters for mutations: the same at every position, all but the forbidden ones."""
        allowed = np.ones(26, dtype=bool)
        if self.options.forbidden_letters:
            for word, code in self.history:
                if self.table.well[code] == 0 and self.table.misplaced[code] == 0:
                    allowed[[letter for letter in as_letters(word) if letter < 26]] = False
        return np.tile(allowed, (self.table.length, 1))

    def population(self, letters: Letters, dice: Dice) -> Population:
        return Population.of_strings(self.table, letters, self.options.dictionary, dice)

    def evaluate(self, people: Population, found: CompatibleSet) -> Fitness:
        agreement = Agreement.of(self.table, self.history, people.letters)
        fitness = agreement.respected if self.options.fitness == "constraints" else agreement.graded
        compatible = agreement.compatible & (people.rows >= 0)
        found.add(people.rows[compatible], fitness[compatible])
        return fitness

    def select(
        self,
        people: Population,
        fitness: Fitness,
        parents: NDArray[np.int64],
        children: Population,
        theirs: Fitness,
        dice: Dice,
    ) -> tuple[Population, Fitness]:
        """Who lives on: the best of all, the parents and their children, or the children alone."""
        if self.options.selection == "lambda":
            return children, theirs
        if self.options.selection == "mu-plus-lambda":
            return people.take(parents) + children, np.concatenate([fitness[parents], theirs])
        everybody, all_fitness = people + children, np.concatenate([fitness, theirs])
        best = fittest(all_fitness, self.options.population, dice)
        return everybody.take(best), all_fitness[best]


def fittest(fitness: Fitness, count: int, dice: Dice) -> NDArray[np.int64]:
    """The places of the best, best first; equals in random order."""
    order = dice.permutation(len(fitness))
    return order[np.argsort(-fitness[order], kind="stable")][:count]
