"""Wordle feedback of many guesses and secrets at once, as compiled loops and as array operations.

A feedback is a number: each letter of the guess adds `green[i]` if it is in place, `yellow[i]` if it is elsewhere in
the word, and nothing otherwise. With digits of base 3 these are Wordle's colours; with L + 1 and 1 they are
Mastermind's two counts. One loop serves both. Secrets are stored as columns (a row per position), and every number has
the type of the codes, so the loops over secrets have no branches and process 16 or 32 secrets per instruction.

Functions `..._in_arrays`, `measure_words` and `weigh_words` replace the kernels of these names in a process that
answers one query, where loading machine code would take longer. Their sums are in another order, which callers round
away.

`nearest` finds the words nearest to arbitrary strings, for the genetic algorithm. `repeats` and `least_by_own_words`
bound the cost of guesses for the checker of certificates.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, kernel_beside

Codes = NDArray[Any]
Letters = NDArray[np.uint8]
Rows = NDArray[np.int32]
Sizes = NDArray[np.int64]
Reals = NDArray[np.float64]

_PAIRS = 1 << 17
"""Pairs of words per block: few enough for the caches of a processor."""


def codes_of(guesses: Letters, columns: Letters, green: Codes, yellow: Codes) -> Codes:
    """Return the feedback codes of every guess (a row) for every secret (a column).

    A letter that is not in place is yellow while the secret has misplaced copies that the same letter has not used
    further left in the guess.
    """
    length = len(columns)
    places = [guesses[:, place, None] for place in range(length)]
    hit = [places[place] == columns[place] for place in range(length)]
    codes = np.zeros((len(guesses), columns.shape[1]), green.dtype)
    for place in range(length):
        copies = np.zeros(codes.shape, np.int8)
        for position in range(length):
            copies += (columns[position] == places[place]) & ~hit[position]
            if position < place:
                copies -= (places[position] == places[place]) & ~hit[position]
        codes += hit[place] * green[place] + ((copies > 0) & ~hit[place]) * yellow[place]
    return codes


def fill_codes_in_arrays(
    guess: Letters, columns: Letters, green: Codes, yellow: Codes, left: Letters, codes: Codes
) -> None:
    """Write the feedback codes of one guess for every secret to `codes`."""
    del left
    codes[:] = codes_of(guess[None], columns, green, yellow)[0]


def fill_matrix_in_arrays(guesses: Letters, columns: Letters, green: Codes, yellow: Codes, codes: Codes) -> None:
    """Write the feedback codes of every guess for every secret to `codes`."""
    for some in _some(len(guesses), columns.shape[1]):
        codes[some] = codes_of(guesses[some], columns, green, yellow)


def measure_words(
    guesses: Letters,
    columns: Letters,
    green: Codes,
    yellow: Codes,
    members: Rows,
    counts: Rows,
    size_bits: Reals,
    sizes: Sizes,
    bits: Reals,
) -> None:
    """Measure the parts of every guess: their number, the largest, the sums of size² and of size · log2(size)."""
    for some in _some(len(guesses), max(len(members), len(counts))):
        codes = codes_of(guesses[some], columns, green, yellow)[:, members]
        parts = _by_code(codes, len(counts))
        sizes[some, 0], sizes[some, 1] = np.count_nonzero(parts, axis=1), parts.max(axis=1)
        sizes[some, 2], bits[some] = (parts * parts).sum(axis=1), size_bits[parts].sum(axis=1)


def weigh_words(
    guesses: Letters,
    columns: Letters,
    green: Codes,
    yellow: Codes,
    members: Rows,
    weights: Reals,
    counts: Rows,
    masses: Reals,
    measures: Reals,
) -> None:
    """Measure the parts of every guess by weight: entropy in bits, and expected number of remaining words."""
    del masses
    for some in _some(len(guesses), max(len(members), len(counts))):
        codes = codes_of(guesses[some], columns, green, yellow)[:, members]
        parts, mass = _by_code(codes, len(counts)), _by_code(codes, len(counts), weights)
        measures[some, 0] = -(mass * np.log2(mass, where=mass > 0, out=np.zeros_like(mass))).sum(axis=1)
        measures[some, 1] = (mass * parts).sum(axis=1)


def _by_code(codes: Codes, kinds: int, weights: Reals | None = None) -> NDArray[Any]:
    """Return the number of members, or their total weight, by guess and code."""
    guesses, members = codes.shape
    flat = codes.astype(np.int64) + kinds * np.arange(guesses)[:, None]
    each = None if weights is None else np.broadcast_to(weights, (guesses, members)).ravel()
    return np.bincount(flat.ravel(), each, kinds * guesses).reshape(guesses, kinds)


def _some(rows: int, each: int) -> Iterator[slice]:
    step = max(1, _PAIRS // max(1, each))
    for start in range(0, rows, step):
        yield slice(start, start + step)


@kernel
def nearest(strings: Letters, columns: Letters, picks: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
    """Write to `rows` the row of a word with the smallest Hamming distance to each string.

    Words are stored as columns (a row per position), so that many are compared at a time. Among equally near words, the
    string's pick, modulo their number, decides, so that random picks choose uniformly.
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


BLOCK = 2048
"""Secrets per block: all columns of a block stay in the fastest cache."""


@kernel_beside(fill_codes_in_arrays)
def fill_codes(guess: Letters, columns: Letters, green: Codes, yellow: Codes, left: Letters, codes: Codes) -> None:
    """Write the feedback codes of one guess for every secret to `codes`. `left` is scratch space of BLOCK bytes."""
    length, secrets = columns.shape
    nothing = codes.dtype.type(0)
    for start in range(0, secrets, BLOCK):
        end = min(start + BLOCK, secrets)
        size = end - start
        block = codes[start:end]
        for secret in range(size):
            block[secret] = nothing
        for place in range(length):
            letter, worth = guess[place], green[place]
            column = columns[place, start:end]
            for secret in range(size):
                block[secret] += worth if column[secret] == letter else nothing
            first = True
            for before in range(place):
                first = first and guess[before] != letter
            if first:
                add_yellows(guess, place, columns[:, start:end], yellow, left[:size], block)


@kernel
def add_yellows(guess: Letters, first: int, columns: Letters, yellow: Codes, left: Letters, codes: Codes) -> None:
    """Add the yellows of the letter at position `first`: from the left, one per misplaced copy in the secret."""
    length, size = columns.shape
    letter = guess[first]
    nothing = codes.dtype.type(0)
    for secret in range(size):
        left[secret] = 0
    for place in range(length):
        if guess[place] != letter:
            column = columns[place]
            for secret in range(size):
                left[secret] += np.uint8(column[secret] == letter)
    for place in range(first, length):
        if guess[place] == letter:
            column, worth = columns[place], yellow[place]
            for secret in range(size):
                is_yellow = (column[secret] != letter) & (left[secret] > 0)
                codes[secret] += worth if is_yellow else nothing
                left[secret] -= np.uint8(is_yellow)


@kernel_beside(fill_matrix_in_arrays)
def fill_matrix(guesses: Letters, columns: Letters, green: Codes, yellow: Codes, codes: Codes) -> None:
    """Write the feedback codes of every guess (a row) for every secret (a column) to `codes`."""
    left = np.empty(BLOCK, np.uint8)
    for guess in range(len(guesses)):
        fill_codes(guesses[guess], columns, green, yellow, left, codes[guess])


RepeatCodes = NDArray[np.integer[Any]]
Numbers = NDArray[np.integer[Any]]


@kernel
def repeats(codes: RepeatCodes, width: int, rows: Numbers, words: Numbers, weights: Numbers, most: Numbers) -> Numbers:
    """Return, for each guess of `rows`, the total weight of the words that are not the first of their part.

    Words come heaviest first. Counting stops above the guess's `most`. Codes are below `width`.
    """
    totals = np.zeros(len(rows), np.int64)
    last_seen = np.full(width, -1, np.int32)
    for place in range(len(rows)):
        row, so_far = codes[rows[place]], 0
        for number in range(len(words)):
            code = row[words[number]]
            if last_seen[code] == place:
                so_far += weights[number]
                if so_far > most[place]:
                    break
            last_seen[code] = place
        totals[place] = so_far
    return totals


@kernel
def least_by_own_words(codes: RepeatCodes, width: int, sets: Numbers, weights: Numbers) -> Numbers:
    """Return a lower bound of the cost of each set of words, with their own words as guesses.

    It is the least over the set's own words as guesses, and twice the weight of the set for any other guess. `codes`
    has a row for each answer; `weights` correspond to the sets.
    """
    bounds = np.empty(len(sets), np.int64)
    last_seen = np.full(width, -1, np.int32)
    stamp = 0
    for place in range(len(sets)):
        words, has_objective = sets[place], weights[place]
        twice = 2 * has_objective.sum()
        least = twice
        for guess in range(len(words)):
            row, cost = codes[words[guess]], twice - has_objective[guess]
            for number in range(len(words)):
                code = row[words[number]]
                if last_seen[code] == stamp:
                    cost += has_objective[number]
                    if cost >= least:
                        break
                last_seen[code] = stamp
            least = min(least, cost)
            stamp += 1
        bounds[place] = least
    return bounds
