"""Small word tables for tests of strategies and races."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from entails.models.alphabet import to_letters
from entails.models.wordle.history import SCORINGS
from entails.models.wordle.words import Words
from entails.studies.wordle.strategies.base import WordTable

_SOME = """
abbey abide acorn actor agile alarm apple bacon badge basil beach blaze bread brick cabin candy
chalk crane dairy dance eagle early fable flame giant grape habit honey ideal ivory jelly juice
knife koala lemon light magic maple night noble ocean olive paint pearl queen quiet raven river
salad stone table tiger uncle urban vapor voice water wheat yacht zebra
"""
FIVE = _SOME.split()
BLOCK_WORDS = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]
"""Words that differ in one letter only, the hardest case for every strategy."""


def table(words: Iterable[str] = FIVE, feedback: str = "counts") -> WordTable:
    spelt = list(words)
    return WordTable(Words.of(to_letters(spelt, len(spelt[0])), name="test"), SCORINGS[feedback])


def mastermind() -> WordTable:
    """Build the codes of 4 pegs and 6 colours as words over a..f."""
    codes = np.array(list(product(range(6), repeat=4)), dtype=np.uint8)
    return WordTable(Words.of(codes, name="mastermind"), SCORINGS["counts"])
