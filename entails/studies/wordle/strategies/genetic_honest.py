"""`genetic-honest`: the genetic algorithm of Huang & Hu 2022 without its look at the secret.

Selection, crossover, mutations and domains are theirs; fitness is how nearly an individual would have given the answers
of the history. The words that would have given all of them form a set, of which one is guessed.
"""

import time

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.studies.wordle.strategies.base import Player
from entails.studies.wordle.strategies.breeding import BreedingOptions, bred
from entails.studies.wordle.strategies.compatible_set import Choice, CompatibleSet
from entails.studies.wordle.strategies.operators import Dice, Domains, within
from entails.studies.wordle.strategies.population import Agreement, Dictionary, Population, domains_of


class HonestOptions(BreedingOptions):
    """`generations` is what a search gets in any case, `max_gen` what it gets as long as it has found nothing."""

    dictionary: Dictionary = Field(
        default="repair", description="nearest word instead of a string that is none, or keep it"
    )
    choice: Choice = Field(default="random", description="which word of the set is guessed")


class GeneticHonestPlayer(Player[HonestOptions]):
    """Each turn is a search of its own."""

    def choose(self) -> str | None:
        dice = self.dice()
        row = self.evolve(dice).choose(self.options.choice, self.table, dice)
        return None if row is None else self.table.spellings[row]

    def evolve(self, dice: Dice) -> CompatibleSet:
        options, started = self.options, time.monotonic()
        found = CompatibleSet(options.max_size)
        domains = domains_of(self.table, self.history)
        people = self.first_parents(domains, dice)
        fitness = self.evaluate(people, found)
        for generation in range(1, options.max_gen + 1):
            late = options.max_time and time.monotonic() - started > options.max_time
            if found.full or late or (generation > options.generations and len(found)) or not len(people):
                break
            children = self.children(people, fitness, domains, dice)
            everybody = people + children
            values = np.concatenate([fitness, self.evaluate(children, found)])
            best = np.argsort(-values, kind="stable")[: options.mu]
            people, fitness = everybody.take(best), values[best]
        return found

    def first_parents(self, domains: Domains, dice: Dice) -> Population:
        """Random words that the domains allow."""
        rows = np.flatnonzero(within(self.table.secrets, domains))
        return Population.of_rows(self.table, dice.permutation(rows)[: self.options.mu])

    def children(self, parents: Population, fitness: NDArray[np.float64], domains: Domains, dice: Dice) -> Population:
        """Children that are among the parents give way to random words, so that no generation is in vain."""
        strings = bred(parents.letters, fitness, self.options, domains, dice)
        children = Population.of_strings(self.table, strings, self.options.dictionary, dice)
        fresh = np.flatnonzero(~np.isin(children.rows, parents.rows) | (children.rows < 0))
        others = dice.integers(len(self.table.secrets), size=len(children) - len(fresh))
        return children.take(fresh) + Population.of_rows(self.table, others)

    def evaluate(self, people: Population, found: CompatibleSet) -> NDArray[np.float64]:
        agreement = Agreement.of(self.table, self.history, people.letters)
        fitness = agreement.nearness
        compatible = agreement.compatible & (people.rows >= 0)
        found.add(people.rows[compatible], fitness[compatible])
        return fitness
