"""The genetic strategies of two studies: evolution of the next guess, and of the secret.

**Loi & Thomas 2022, parts 2 and 3.** `genetic` and `genetic-improved` are the authors' program. A try with nothing
placed forbids its letters; any other is a constraint, a word with its two counts. The first population of a turn is the
last try and strings that differ from it in one letter. A generation has 3 parents, the fittest individuals, and 20
different children of two parents each. A child may get the middle of the other parent, may have one letter changed, and
is then always replaced by a nearest word of the dictionary. The 20 best of parents and children survive. The set E
contains the compatible words of the current population, at most five; one of them is guessed. If there is no compatible
word for too long, the game is lost.

**Huang & Hu 2022, part 2.** Proportional selection, one cut, three mutations.

`genetic-counted` is the algorithm of the text. Its fitness compares an individual with the secret, so every evaluation
is a question, mostly about strings that are not words. Here each one counts as a guess.

`genetic-cheating` is the authors' program: evolution by edit distance to the secret. Individuals are strings, not
words, drawn from a set of letters for each position. Fitness is 1 - distance / n with the Levenshtein distance to the
secret, which is not counted. A first individual of fitness 0 removes its letters from the sets. A generation makes ten
children: a parent is drawn by roulette and, one time in four, a segment is reversed; otherwise the child is an
unchanged copy (a misplaced `else` cancels the other mutations, and the crossover is never called). A child that is fit
and new joins the population, which never shrinks. Tries are counted as in the program: the rejected individuals, and
the secret at the end of a game.

`genetic-entropy` has the same selection, crossover, mutations and domains, but never looks at the secret. Fitness
measures how closely an individual matches the feedback of the history. Of the words that would have given all of it,
the most informative one is guessed.
"""

import time
from collections.abc import Callable, Generator
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.alphabet import Letters, to_words
from entails.studies.wordle.strategies.base import (
    Measure,
    MeasuringPlayer,
    Player,
    ScriptedPlayer,
    StrategyOptions,
    WordTable,
    as_letters,
)
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
    extra_generations: int = Field(
        default=1000,
        ge=0,
        le=1_000_000,
        description="further generations while no consistent word was found (E is empty)",
    )
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


class BreedingOptions(StrategyOptions):
    """Parameters of the genetic strategies of the study, with English names."""

    mu: int = Field(default=40, ge=2, le=10_000, description="number of parents")
    lambda_: int = Field(default=120, ge=1, le=10_000, description="children per generation")
    generations: int = Field(default=8, ge=1, le=1_000_000, description="number of generations")
    max_size: int = Field(default=40, ge=1, le=1_000_000, description="MAXSIZE: size of the set that ends the search")
    max_gen: int = Field(default=500, ge=1, le=1_000_000, description="MAXGEN: limit on generations")
    max_time: float = Field(default=0.0, ge=0, le=3600, description="MAXTIME: time limit in seconds; 0 means none")
    p_mutation: float = Field(default=0.9, ge=0, le=1, description="probability that a child is mutated")
    p_random: float = Field(default=0.6, ge=0, le=1, description="probability that a mutation replaces a letter")
    p_exchange: float = Field(default=0.3, ge=0, le=1, description="probability that a mutation swaps two letters")
    p_inversion: float = Field(default=0.2, ge=0, le=1, description="probability that a mutation reverses a segment")


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
