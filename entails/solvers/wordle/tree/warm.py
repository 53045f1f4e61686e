"""Compiling the kernels of trees by using each of them once."""

import numpy as np

from entails.models.wordle.scoring import COLOURS
from entails.models.wordle.words import Words
from entails.solvers.wordle.tree.best import Wish, best_tree

_LENGTHS = (3, 6, 11)
"""Words whose codes take one, two and four bytes."""


def warm() -> None:
    """Small games of each length; the first is hard enough to be searched."""
    random = np.random.default_rng(0)
    for length in _LENGTHS:
        letters = np.unique(random.integers(0, 4, (40, length)).astype(np.uint8), axis=0)
        words = Words.of(letters[:20], letters, name="warm")
        best_tree(words, COLOURS, (), Wish(beam=3, max_depth=0))
    best_tree(words, COLOURS, (), Wish(words.word(0), hard=True, beam=3, max_depth=0))
