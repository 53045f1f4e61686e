"""Genetic strategies of Huang & Hu 2022, part 2: proportional selection, one cut, three mutations.

`genetic-counted` is the algorithm of the text. Its fitness compares an individual with the secret, so every
evaluation is a question, mostly about strings that are not words. Here each one counts as a guess.

`genetic-cheating` is the authors' program: evolution by edit distance to the secret. Individuals are strings, not
words, drawn from a set of letters for each position. Fitness is 1 - distance / n with the Levenshtein distance to
the secret, which is not counted. A first individual of fitness 0 removes its letters from the sets. A generation
makes ten children: a parent is drawn by roulette and, one time in four, a segment is reversed; otherwise the child
is an unchanged copy (a misplaced `else` cancels the other mutations, and the crossover is never called). A child
that is fit and new joins the population, which never shrinks. Tries are counted as in the program: the rejected
individuals, and the secret at the end of a game.

`genetic-entropy` has the same selection, crossover, mutations and domains, but never looks at the secret. Fitness
measures how closely an individual matches the feedback of the history. Of the words that would have given all of
it, the most informative one is guessed.
"""

import time
from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.alphabet import Letters, to_words
from entails.studies.wordle.strategies.base import Measure, MeasuringPlayer, Player, ScriptedPlayer, StrategyOptions
from entails.studies.wordle.strategies.population import (
    Choice,
    CompatibleSet,
    Dice,
    Dictionary,
    Domains,
    FeedbackAgreement,
    Population,
    domains_of,
    exchange,
    inversion,
    one_point,
    proportional,
    random_letter,
    within,
)


class BreedingOptions(StrategyOptions):
    """Parameters of the genetic strategies of the study, with English names."""

    mu: int = Field(default=40, ge=2, le=10_000, description="number of parents")
    lambda_: int = Field(default=120, ge=1, le=10_000, description="children per generation")
    generations: int = Field(default=8, ge=1, le=1_000_000, description="number of generations")
    max_size: int = Field(default=40, ge=1, le=1_000_000, description="MAXSIZE: size of the set that ends the search")
    max_gen: int = Field(default=500, ge=1, le=1_000_000, description="MAXGEN: limit on generations")
    max_time: float = Field(default=0.0, ge=0, le=3600, description="MAXTIME: time limit in seconds; 0 means none")
    p_mutation: float = Field(default=0.9, ge=0, le=1, description="probability that a child is mutated")
    p_random: float = Field(default=0.6, ge=0, le=1, description="then, probability that a letter is replaced")
    p_exchange: float = Field(default=0.3, ge=0, le=1, description="then, probability that two letters are swapped")
    p_inversion: float = Field(default=0.2, ge=0, le=1, description="then, probability that a segment is reversed")


def bred(
    parents: Letters, fitness: NDArray[np.float64], options: BreedingOptions, domains: Domains, dice: Dice
) -> Letters:
    """Return one batch of children: crossed from parents chosen by fitness, then mutated."""
    count = options.lambda_
    mothers, fathers = (parents[proportional(fitness, count, dice)] for _ in range(2))
    children = one_point(mothers, fathers, dice)
    mutates = dice.random((count, 1)) < options.p_mutation

    def chosen(chance: float) -> NDArray[np.bool_]:
        return mutates & (dice.random((count, 1)) < chance)

    children = np.where(chosen(options.p_random), random_letter(children, domains, dice), children)
    children = np.where(chosen(options.p_exchange), exchange(children, dice), children)
    return np.where(chosen(options.p_inversion), inversion(children, dice), children)


_BATCHES = 50
"""Limit on the batches bred for one generation; after it, a generation may have fewer children."""


class CountedOptions(BreedingOptions):
    """Parameters of `genetic-counted`.

    The study does not give the value of a letter. Here a misplaced letter counts half as much as a well placed one.
    """

    mu: int = Field(default=20, ge=2, le=10_000, description="number of parents")
    lambda_: int = Field(default=40, ge=1, le=10_000, description="children per generation")
    generations: int = Field(default=500, ge=1, le=1_000_000, description="number of generations")
    max_size: int = Field(default=20_000, ge=1, le=1_000_000, description="MAXSIZE: limit on evaluations")
    well_worth: float = Field(default=1.0, ge=0, le=1000, description="fitness of a well placed letter")
    misplaced_worth: float = Field(default=0.5, ge=0, le=1000, description="fitness of a misplaced letter")


class GeneticCountedPlayer(ScriptedPlayer[CountedOptions]):
    """Strategy `genetic-counted`, limited by generations, evaluations and seconds."""

    def script(self) -> Generator[str, int, None]:
        options, started = self.options, time.monotonic()
        self._dice, self._domains = self.dice(), domains_of(self.table, [])
        parents, fitness = yield from self._first_parents()
        for _ in range(min(options.generations, options.max_gen)):
            late = options.max_time and time.monotonic() - started > options.max_time
            if len(parents) < 1 or len(self.history) >= options.max_size or late:
                return
            children, theirs = yield from self._children(parents, fitness)
            everybody, values = np.concatenate([parents, children]), np.concatenate([fitness, theirs])
            best = np.argsort(-values, kind="stable")[: options.mu]
            parents, fitness = everybody[best], values[best]

    def _first_parents(self) -> Generator[str, int, tuple[Letters, NDArray[np.float64]]]:
        """Draw random words; one of fitness 0 shrinks the domains and is replaced by another."""
        fresh = np.ones(len(self.table.secrets), dtype=bool)
        rows: list[int] = []
        values: list[float] = []
        while len(rows) < self.options.mu:
            left = np.flatnonzero(fresh & within(self.table.secrets, self._domains))
            if not len(left):
                break
            row = int(self._dice.choice(left))
            fresh[row] = False
            value = yield from self._guess(self.table.secrets[row])
            if value > 0:
                rows.append(row)
                values.append(value)
        return self.table.secrets[rows], np.array(values)

    def _children(
        self, parents: Letters, fitness: NDArray[np.float64]
    ) -> Generator[str, int, tuple[Letters, NDArray[np.float64]]]:
        """Breed children; replace those that equal a parent, leave the domains or have fitness 0."""
        known = set(to_words(parents))
        kept: list[Letters] = []
        values: list[float] = []
        for _ in range(_BATCHES):
            batch = bred(parents, fitness, self.options, self._domains, self._dice)
            for child, word in zip(batch, to_words(batch), strict=True):
                if word in known or not within(child[None], self._domains)[0]:
                    continue
                value = yield from self._guess(child)
                if value > 0:
                    kept.append(child)
                    values.append(value)
                if len(kept) == self.options.lambda_:
                    return np.array(kept), np.array(values)
        return np.array(kept, dtype=np.uint8).reshape(-1, self.table.length), np.array(values)

    def _guess(self, letters: Letters) -> Generator[str, int, float]:
        """Make a guess and return its fitness; with fitness 0, its letters leave the domains."""
        code = yield to_words(letters[None])[0]
        well, misplaced = self.table.well[code], self.table.misplaced[code]
        value = float(self.options.well_worth * well + self.options.misplaced_worth * misplaced)
        if value == 0 and well == 0:
            self._domains = without(self._domains, letters)
        return value


def without(domains: Domains, letters: Letters) -> Domains:
    """Return the domains without the letters of a string, each at its own position."""
    smaller = domains.copy()
    smaller[np.arange(len(letters)), letters] = False
    return smaller


class CheatingOptions(StrategyOptions):
    """Parameters of `genetic-cheating`; the defaults are the study's values."""

    mu: int = Field(default=30, ge=2, le=10_000, description="number of first individuals")
    lambda_: int = Field(default=10, ge=1, le=10_000, description="children per generation")
    max_gen: int = Field(default=100, ge=1, le=1_000_000, description="MAXGEN: limit on generations")
    max_size: int = Field(default=500, ge=1, le=1_000_000, description="MAXSIZE: limit on the population")
    max_time: float = Field(default=180.0, ge=0, le=3600, description="MAXTIME: time limit in seconds; 0 means none")
    p_inversion: float = Field(
        default=0.25, ge=0, le=1, description="probability that a segment of a child is reversed"
    )


class GeneticCheatingPlayer(MeasuringPlayer[CheatingOptions]):
    """Strategy `genetic-cheating`: guess rejected individuals, and the secret when it appears."""

    def script(self, measure: Measure) -> Generator[str, None, None]:
        options, dice, started = self.options, self.dice(), time.monotonic()
        length = self.table.length
        letters = [sorted({word[place] for word in self.table.spellings}) for place in range(length)]
        people: dict[str, int] = {}  # each with its weight on the roulette wheel
        while len(people) < options.mu:  # ends: the secret's own letters never leave the sets
            string = "".join(dice.choice(choices) for choices in letters)
            distance = measure(string)
            if not distance:
                yield string
                return
            if distance < length and string not in people:
                people[string] = int(100 * (1 - distance / length))
                continue
            yield string
            if distance >= length:
                for place, letter in enumerate(string):
                    letters[place].remove(letter)
        for _ in range(options.max_gen):
            late = options.max_time and time.monotonic() - started > options.max_time
            if len(people) >= options.max_size or late or not people:
                return
            for _ in range(options.lambda_):
                child = self._child(people, dice)
                distance = measure(child)
                if distance and distance < length and child not in people:
                    people[child] = int(100 * (1 - distance / length))
                    continue
                yield child
                if not distance:
                    return

    def _child(self, people: dict[str, int], dice: np.random.Generator) -> str:
        strings, wheel = list(people), np.cumsum(list(people.values()))
        chosen = int(np.searchsorted(wheel, dice.integers(max(int(wheel[-1]), 1)), side="right"))
        parent = strings[min(chosen, len(strings) - 1)]
        if dice.random() >= self.options.p_inversion:
            return parent
        first = int(dice.integers(len(parent)))
        end = int(dice.integers(first, len(parent))) + 1
        return parent[:first] + parent[first:end][::-1] + parent[end:]


class HistoryOptions(BreedingOptions):
    """Parameters of `genetic-entropy`.

    A search runs at least `generations` generations, and up to `max_gen` while it finds nothing.
    """

    dictionary: Dictionary = Field(
        default="repair", description="strings that are not words: replace by the nearest word, or keep"
    )
    choice: Choice = Field(default="entropy", description="how the guess is chosen from the set")


class GeneticEntropyPlayer(Player[HistoryOptions]):
    """Strategy `genetic-entropy`: a separate search for each guess."""

    def choose(self) -> str | None:
        dice = self.dice()
        row = self.evolve(dice).choose(self.options.choice, self.table, dice)
        return None if row is None else self.table.spellings[row]

    def evolve(self, dice: Dice) -> CompatibleSet:
        options, started = self.options, time.monotonic()
        compatible_set = CompatibleSet(options.max_size)
        domains = domains_of(self.table, self.history)
        people = self.first_parents(domains, dice)
        fitness = self.evaluate(people, compatible_set)
        for generation in range(1, options.max_gen + 1):
            late = options.max_time and time.monotonic() - started > options.max_time
            if (
                compatible_set.full
                or late
                or (generation > options.generations and len(compatible_set))
                or not len(people)
            ):
                break
            children = self.children(people, fitness, domains, dice)
            everybody = people + children
            values = np.concatenate([fitness, self.evaluate(children, compatible_set)])
            best = np.argsort(-values, kind="stable")[: options.mu]
            people, fitness = everybody.take(best), values[best]
        return compatible_set

    def first_parents(self, domains: Domains, dice: Dice) -> Population:
        """Return random words within the domains."""
        rows = np.flatnonzero(within(self.table.secrets, domains))
        return Population.of_rows(self.table, dice.permutation(rows)[: self.options.mu])

    def children(self, parents: Population, fitness: NDArray[np.float64], domains: Domains, dice: Dice) -> Population:
        """Breed children, with random words in place of those that equal a parent."""
        strings = bred(parents.letters, fitness, self.options, domains, dice)
        children = Population.of_strings(self.table, strings, self.options.dictionary, dice)
        fresh = np.flatnonzero(~np.isin(children.rows, parents.rows) | (children.rows < 0))
        others = dice.integers(len(self.table.secrets), size=len(children) - len(fresh))
        return children.take(fresh) + Population.of_rows(self.table, others)

    def evaluate(self, people: Population, compatible_set: CompatibleSet) -> NDArray[np.float64]:
        agreement = FeedbackAgreement.of(self.table, self.history, people.letters)
        fitness = agreement.nearness
        compatible = agreement.compatible & (people.rows >= 0)
        compatible_set.add(people.rows[compatible], fitness[compatible])
        return fitness
