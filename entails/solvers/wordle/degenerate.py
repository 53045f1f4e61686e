"""The entropy of Kalaydjian & Duhem 2022, as their program counts it.

They count, for each combination of colours in turn, the words that are compatible with it and were not counted before.
Their test of compatibility is too weak (see the kernel), so the words go to the first combination that takes them, and
the entropy depends on the order of combinations: they call it degenerate. docs/studies says what that does.
"""

import numpy as np
from numpy.typing import NDArray

from entails.models.wordle.words import Words
from entails.solvers.kernels.word_degenerate import measure_combinations
from entails.solvers.wordle.candidates import Rows
from entails.solvers.wordle.groups import size_bits
from entails.solvers.wordle.patterns import in_blocks, rows_of


def degenerate_bits(words: Words, guesses: Rows, members: Rows) -> NDArray[np.float64]:
    """The degenerate entropy of these guesses over these secrets, in bits, compiled."""
    letters, secrets = rows_of(words.letters[guesses]), rows_of(words.letters[members])
    every, table = np.arange(len(members), dtype=np.int32), size_bits(words.answers)
    sizes, bits = np.empty((len(guesses), 3), np.int64), np.empty(len(guesses))

    def measure(at: slice) -> None:
        counts = np.zeros(3**words.length, np.int32)
        measure_combinations(letters[at], secrets, every, counts, table, sizes[at], bits[at])

    in_blocks(len(guesses), len(members), measure)
    return np.asarray(np.maximum(0.0, np.log2(len(members)) - bits / len(members)))
