"""Search defaults for `genetic-entropy`: `python scripts/tune_genetic.py [--trials 32] [--games 40]`.

Successive halving: many settings play a few games, the better half plays twice as many, until few are left. All play
the same secrets. The cost of a setting is its mean number of guesses, plus ten for each lost game, plus one for each
second of a game; the course asks for good results "in acceptable time". The last table compares the winners with the
defaults and with `random`, a random compatible word.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from entails.data.wordle import words_for
from entails.models.wordle.history import SCORINGS
from entails.studies.wordle.race import play
from entails.studies.wordle.strategies.base import WordTable
from entails.studies.wordle.strategies.registry import strategy_of

FINALISTS = 4
LOST, SECOND = 10.0, 1.0
SPACE: Mapping[str, Sequence[object]] = {
    "mu": (20, 40, 80),
    "lambda": (60, 120, 200),
    "generations": (8, 16, 32),
    "maxSize": (80, 160, 320),
    "pMutation": (0.6, 0.8, 1.0),
    "pRandom": (0.3, 0.6, 0.9),
    "pExchange": (0.1, 0.3, 0.6),
    "pInversion": (0.1, 0.3, 0.6),
}
STRATEGY = "genetic-entropy"


@dataclass(frozen=True)
class Result:
    """The performance of a parameter setting."""

    label: str
    guesses: float
    lost: float
    seconds: float

    @property
    def cost(self) -> float:
        return self.guesses + LOST * self.lost + SECOND * self.seconds


def measured(label: str, table: WordTable, secrets: Sequence[str]) -> Result:
    """Measure a parameter setting by playing the secrets."""
    strategy: Any = strategy_of(label)
    started = time.process_time()
    games = [play(strategy, table, secret, seed) for seed, secret in enumerate(secrets)]
    seconds = (time.process_time() - started) / len(games)
    return Result(
        label,
        float(np.mean([game.guesses for game in games])),
        float(np.mean([not game.solved for game in games])),
        seconds,
    )


def drawn(dice: np.random.Generator) -> str:
    """Draw a random parameter setting."""
    chosen = (f"{key}={values[int(dice.integers(len(values)))]}" for key, values in SPACE.items())
    return ":".join([STRATEGY, *chosen])


def main() -> int:
    """Run the search and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=32)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--feedback", choices=tuple(SCORINGS), default="counts")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    table = WordTable(words_for("en", 5), SCORINGS[arguments.feedback])
    dice = np.random.default_rng(arguments.seed)
    order = [table.spellings[row] for row in dice.permutation(len(table.spellings))]
    measured(STRATEGY, table, order[:1])

    labels = [STRATEGY, *(drawn(dice) for _ in range(arguments.trials - 1))]
    games = arguments.games
    while len(labels) > FINALISTS:
        results = sorted((measured(label, table, order[:games]) for label in labels), key=lambda result: result.cost)
        print(f"{len(labels)} settings, {games} games each: best {results[0].cost:.3f}", file=sys.stderr, flush=True)
        labels = [result.label for result in results[: max(FINALISTS, len(results) // 2)]]
        games = min(2 * games, len(order))
    last = dict.fromkeys([*labels, STRATEGY, "random"])
    print(f"{games} games each, {arguments.feedback}")
    for result in sorted((measured(label, table, order[:games]) for label in last), key=lambda result: result.cost):
        figures = f"{result.guesses:.3f} guesses, {result.lost:.2%} lost, {1000 * result.seconds:.0f} ms"
        print(f"{figures}  {result.label}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
