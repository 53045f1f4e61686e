"""`genetic-cheating`: evolution by edit distance to the secret (Huang & Hu 2022, part 2, their program).

Individuals are strings, not words, drawn from a set of letters for each place. Fitness is 1 - distance / n, where the
distance to the secret is Levenshtein's and is looked at for nothing. A first individual of no fitness takes its letters
out of the sets. A generation makes ten children: a parent by roulette, one time in four with a segment turned round,
else an unchanged copy (a misplaced `else` cancels the other mutations, and the crossover is never called). A child that
is fit and new joins the population, in which nobody dies.

Tries are counted as the program counts them: the individuals that were rejected, and here, to end a game, the secret.
"""

import time
from collections.abc import Generator

import numpy as np
from pydantic import Field

from entails.studies.wordle.strategies.base import Options
from entails.studies.wordle.strategies.measuring import Measure, MeasuringPlayer


class CheatingOptions(Options):
    """The parameters of the study."""

    mu: int = Field(default=30, ge=2, le=10_000, description="first individuals")
    lambda_: int = Field(default=10, ge=1, le=10_000, description="children of a generation")
    max_gen: int = Field(default=100, ge=1, le=1_000_000, description="MAXGEN: stop after so many generations")
    max_size: int = Field(default=500, ge=1, le=1_000_000, description="MAXSIZE: stop when so many live")
    max_time: float = Field(default=180.0, ge=0, le=3600, description="MAXTIME: stop after these seconds; 0: never")
    p_inversion: float = Field(default=0.25, ge=0, le=1, description="how often a child has a segment turned round")


class GeneticCheatingPlayer(MeasuringPlayer[CheatingOptions]):
    """A guess is an individual that was rejected, and the secret when it turns up."""

    def script(self, measure: Measure) -> Generator[str, None, None]:
        options, dice, started = self.options, self.dice(), time.monotonic()
        length = self.table.length
        letters = [sorted({word[place] for word in self.table.spellings}) for place in range(length)]
        people: dict[str, int] = {}  # each with its weight on the roulette wheel
        while len(people) < options.mu:  # ends: the secret's own letters never leave the sets
            string = "".join(dice.choice(one) for one in letters)
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
