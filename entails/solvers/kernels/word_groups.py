"""How guesses split the words that are left: the sizes of the parts, by feedback, for every guess at once.

Two ways to the same numbers: from a matrix of codes, or from the words themselves when the matrix would be too large.
Each part is counted in `counts` and taken out again in a second pass over the words, so that a guess costs as much as
there are words left, however many codes there are.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels import word_arrays
from entails.solvers.kernels.jit import kernel, kernel_beside
from entails.solvers.kernels.word_patterns import BLOCK, Codes, Letters, fill_codes

Rows = NDArray[np.int32]
Sizes = NDArray[np.int64]
Reals = NDArray[np.float64]


@kernel
def measure(codes: Codes, members: Rows, counts: Rows, size_bits: Reals, sizes: Sizes, bits: Reals, guess: int) -> None:
    """The parts of one guess over `members`, columns of its codes: how many there are, the largest, and the sums of
    size² and of size · log2(size), which `size_bits` holds. `counts` is all 0, before and after."""
    for member in members:
        counts[codes[member]] += 1
    parts, worst, squares, total = 0, 0, 0, 0.0
    for member in members:
        size = counts[codes[member]]
        if size > 0:
            counts[codes[member]] = 0
            parts += 1
            worst = max(worst, size)
            squares += size * size
            total += size_bits[size]
    sizes[guess, 0], sizes[guess, 1], sizes[guess, 2] = parts, worst, squares
    bits[guess] = total


@kernel
def measure_matrix(
    matrix: Codes, guesses: Rows, members: Rows, counts: Rows, size_bits: Reals, sizes: Sizes, bits: Reals
) -> None:
    """`measure` for these rows of a matrix."""
    for number in range(len(guesses)):
        measure(matrix[guesses[number]], members, counts, size_bits, sizes, bits, number)


@kernel_beside(word_arrays.measure_words)
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
    """`measure` for these words, without a matrix."""
    left = np.empty(BLOCK, np.uint8)
    codes = np.empty(columns.shape[1], green.dtype)
    for number in range(len(guesses)):
        fill_codes(guesses[number], columns, green, yellow, left, codes)
        measure(codes, members, counts, size_bits, sizes, bits, number)


@kernel
def weigh(codes: Codes, members: Rows, weights: Reals, counts: Rows, masses: Reals) -> tuple[float, float]:
    """The same where some words are likelier than others; `weights` of the members add up to 1. The entropy in bits,
    and how many words are left on average. `counts` and `masses` are all 0, before and after."""
    for number in range(len(members)):
        code = codes[members[number]]
        counts[code] += 1
        masses[code] += weights[number]
    bits, expected = 0.0, 0.0
    for member in members:
        code = codes[member]
        if counts[code] > 0:
            mass = masses[code]
            bits -= mass * np.log2(mass) if mass > 0.0 else 0.0
            expected += mass * counts[code]
            counts[code], masses[code] = 0, 0.0
    return bits, expected


@kernel
def weigh_matrix(
    matrix: Codes, guesses: Rows, members: Rows, weights: Reals, counts: Rows, masses: Reals, found: Reals
) -> None:
    """`weigh` for these rows of a matrix."""
    for number in range(len(guesses)):
        bits, expected = weigh(matrix[guesses[number]], members, weights, counts, masses)
        found[number, 0], found[number, 1] = bits, expected


@kernel_beside(word_arrays.weigh_words)
def weigh_words(
    guesses: Letters,
    columns: Letters,
    green: Codes,
    yellow: Codes,
    members: Rows,
    weights: Reals,
    counts: Rows,
    masses: Reals,
    found: Reals,
) -> None:
    """`weigh` for these words, without a matrix."""
    left = np.empty(BLOCK, np.uint8)
    codes = np.empty(columns.shape[1], green.dtype)
    for number in range(len(guesses)):
        fill_codes(guesses[number], columns, green, yellow, left, codes)
        bits, expected = weigh(codes, members, weights, counts, masses)
        found[number, 0], found[number, 1] = bits, expected
