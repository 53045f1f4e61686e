"""Compiling the kernels of guesses and feedback by using each of them once, with every type of code."""

import numpy as np

from entails.models.wordle.scoring import COLOURS
from entails.models.wordle.words import Words
from entails.solvers.wordle.criteria import CRITERIA
from entails.solvers.wordle.groups import Referee
from entails.solvers.wordle.suggest import suggest

LENGTHS = (3, 6, 11)
"""Words whose codes take one, two and four bytes."""


def warm() -> None:
    """All of them, on words of a few letters."""
    random = np.random.default_rng(0)
    for length in LENGTHS:
        letters = random.integers(0, 3, (8, length)).astype(np.uint8)
        words = Words.of(letters, name="warm", weights=np.full(8, 1 / 8))
        every = np.arange(words.answers, dtype=np.int32)
        Referee.of(words, COLOURS).groups(every, every)
        for strategy in CRITERIA:
            suggest(words, COLOURS, every, strategy=strategy)
