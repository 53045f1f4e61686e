"""Compiling what the strategies use by playing a few guesses with words of each type of code."""

import numpy as np

from entails.models.wordle.scoring import COLOURS
from entails.models.wordle.words import Words
from entails.solvers.wordle.warm import LENGTHS
from entails.studies.wordle.degenerate import play_the_study
from entails.studies.wordle.play import play
from entails.studies.wordle.strategies.registry import STRATEGIES
from entails.studies.wordle.strategies.table import Table


def warm() -> None:
    """The genetic one needs them all, but for those of the study that only counts."""
    random = np.random.default_rng(0)
    for length in LENGTHS:
        table = Table(Words.of(random.integers(0, 3, (8, length)).astype(np.uint8), name="warm"), COLOURS)
        play(STRATEGIES["genetic-tuned"], table, table.spellings[-1], most=2)
    play_the_study(table.words)
