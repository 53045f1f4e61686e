"""Words that a guess leaves together with heavier ones: what a guess costs more than it need, for the checker of
certificates. Words come with the heaviest first, so the first of a part is never counted."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

Codes = NDArray[np.integer[Any]]
Numbers = NDArray[np.integer[Any]]


@kernel
def repeats(codes: Codes, width: int, rows: Numbers, words: Numbers, weights: Numbers, most: Numbers) -> Numbers:
    """What the words that are not the first of their part weigh, for each guess of `rows`, or more than its `most` as
    soon as that is sure. Codes are below `width`."""
    found = np.zeros(len(rows), np.int64)
    last_seen = np.full(width, -1, np.int32)
    for place in range(len(rows)):
        told, so_far = codes[rows[place]], 0
        for number in range(len(words)):
            code = told[words[number]]
            if last_seen[code] == place:
                so_far += weights[number]
                if so_far > most[place]:
                    break
            last_seen[code] = place
        found[place] = so_far
    return found


@kernel
def least_by_own_words(codes: Codes, width: int, sets: Numbers, weights: Numbers) -> Numbers:
    """At least what each set costs, a row each: by its own words as guesses, or twice its weight for any other guess.

    `codes` has a row for each answer; `weights` go with the sets."""
    found = np.empty(len(sets), np.int64)
    last_seen = np.full(width, -1, np.int32)
    asked = 0
    for place in range(len(sets)):
        words, weighs = sets[place], weights[place]
        twice = 2 * weighs.sum()
        least = twice
        for guess in range(len(words)):
            told, cost = codes[words[guess]], twice - weighs[guess]
            for number in range(len(words)):
                code = told[words[number]]
                if last_seen[code] == asked:
                    cost += weighs[number]
                    if cost >= least:
                        break
                last_seen[code] = asked
            least = min(least, cost)
            asked += 1
        found[place] = least
    return found
