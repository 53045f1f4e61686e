"""`genetic-counted`: evolution towards the secret itself, as the text of Huang & Hu 2022, part 2, describes it.

The fitness of the study compares an individual with the secret, so every evaluation is a question to the secret, most
of them about strings that are no words. Here each one is a guess that counts; `genetic-cheating` counts as the study.
"""

import time
from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from entails.models.letters import Letters, to_words
from entails.studies.wordle.strategies.base import ScriptedPlayer
from entails.studies.wordle.strategies.breeding import BreedingOptions, bred
from entails.studies.wordle.strategies.operators import Domains, within
from entails.studies.wordle.strategies.population import domains_of

_BATCHES = 50
"""How many batches are bred for one generation before it has to do with fewer children."""


class CountedOptions(BreedingOptions):
    """The study does not say how much a letter is worth; a misplaced one is half of a well placed one here."""

    mu: int = Field(default=20, ge=2, le=10_000, description="parents")
    lambda_: int = Field(default=40, ge=1, le=10_000, description="children of a generation")
    generations: int = Field(default=500, ge=1, le=1_000_000, description="generations")
    max_size: int = Field(default=20_000, ge=1, le=1_000_000, description="MAXSIZE: stop after so many evaluations")
    well_worth: float = Field(default=1.0, ge=0, le=1000, description="fitness of a well placed letter")
    misplaced_worth: float = Field(default=0.5, ge=0, le=1000, description="fitness of a misplaced letter")


class GeneticCountedPlayer(ScriptedPlayer[CountedOptions]):
    """Ends without the secret after `max_gen` generations, `max_size` evaluations or `max_time` seconds."""

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
        """Random words. One of no worth teaches what no position has, and another is drawn."""
        fresh = np.ones(len(self.table.secrets), dtype=bool)
        rows: list[int] = []
        values: list[float] = []
        while len(rows) < self.options.mu:
            left = np.flatnonzero(fresh & within(self.table.secrets, self._domains))
            if not len(left):
                break
            row = int(self._dice.choice(left))
            fresh[row] = False
            value = yield from self._ask(self.table.secrets[row])
            if value > 0:
                rows.append(row)
                values.append(value)
        return self.table.secrets[rows], np.array(values)

    def _children(
        self, parents: Letters, fitness: NDArray[np.float64]
    ) -> Generator[str, int, tuple[Letters, NDArray[np.float64]]]:
        """Children that are among the parents, outside of the domains or of no worth are made again."""
        known = set(to_words(parents))
        kept: list[Letters] = []
        values: list[float] = []
        for _ in range(_BATCHES):
            batch = bred(parents, fitness, self.options, self._domains, self._dice)
            for child, word in zip(batch, to_words(batch), strict=True):
                if word in known or not within(child[None], self._domains)[0]:
                    continue
                value = yield from self._ask(child)
                if value > 0:
                    kept.append(child)
                    values.append(value)
                if len(kept) == self.options.lambda_:
                    return np.array(kept), np.array(values)
        return np.array(kept, dtype=np.uint8).reshape(-1, self.table.length), np.array(values)

    def _ask(self, letters: Letters) -> Generator[str, int, float]:
        """The fitness of an individual, asked of the secret; without worth, its letters leave the domains."""
        code = yield to_words(letters[None])[0]
        well, misplaced = self.table.well[code], self.table.misplaced[code]
        value = float(self.options.well_worth * well + self.options.misplaced_worth * misplaced)
        if value == 0 and well == 0:
            self._domains = without(self._domains, letters)
        return value


def without(domains: Domains, letters: Letters) -> Domains:
    """The domains, each less the letter that stood there."""
    smaller = domains.copy()
    smaller[np.arange(len(letters)), letters] = False
    return smaller
