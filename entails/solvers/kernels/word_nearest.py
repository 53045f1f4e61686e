"""The words nearest to strings that are none: how a genetic algorithm gets back into the dictionary."""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

Letters = NDArray[np.uint8]


@kernel
def nearest(strings: Letters, columns: Letters, picks: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
    """For each string the row of a word at the smallest Hamming distance, into `rows`.

    Words come as columns (a row for each position), so that many are compared at a time. Of equally near words the one
    whose number is the string's pick is taken, counted round and round, so that random picks make a fair choice.
    """
    length, words = columns.shape
    differing = np.empty(words, np.uint8)
    for string in range(len(strings)):
        differing[:] = 0
        for place in range(length):
            letter, column = strings[string, place], columns[place]
            for word in range(words):
                differing[word] += 1 if column[word] != letter else 0
        least, ties = length + 1, 0
        for word in range(words):
            if differing[word] < least:
                least, ties = differing[word], 1
            elif differing[word] == least:
                ties += 1
        before = picks[string] % ties
        for word in range(words):
            if differing[word] == least:
                if before == 0:
                    rows[string] = word
                    break
                before -= 1
