"""Partitions of the remaining words by feedback: sizes and weights of the parts, for many guesses at once.

The codes come from a matrix, or from the words themselves if the matrix would be too large. Each part is counted in
`counts` and cleared in a second pass over the words, so a guess costs as much as there are words left, however many
codes there are.

The second half reproduces how the program of Kalaydjian & Duhem 2022 assigns a pair of words to a combination of
colours. Its test "two words are compatible for a combination" marks places. A green needs the same letter in its
place. A yellow needs its letter elsewhere in the other word, and marks every place that has it. Of the greys, only
the first letter's is checked: if it is grey and its place is not marked, then no unmarked place may have the same
letter in both words. All other greys are accepted. So a pair has many combinations, and the first in counting
order is used: grey before yellow before green, first letter most significant.

The feedback of that program differs from Wordle's: one array of flags serves both words, a yellow uses up all
copies of its letter, and a letter whose place is flagged cannot be yellow.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels import word_feedback
from entails.solvers.kernels.jit import kernel, kernel_beside
from entails.solvers.kernels.word_feedback import BLOCK, Codes, Letters, fill_codes

Rows = NDArray[np.int32]
Sizes = NDArray[np.int64]
Reals = NDArray[np.float64]


@kernel
def measure(codes: Codes, members: Rows, counts: Rows, size_bits: Reals, sizes: Sizes, bits: Reals, guess: int) -> None:
    """Measure the parts into which one guess splits `members`, columns of its codes.

    Write their number, the largest, the sum of size² and the sum of size · log2(size). `size_bits` has the latter
    values by size. `counts` is all 0, before and after.
    """
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
    """Apply `measure` to these rows of a feedback matrix."""
    for number in range(len(guesses)):
        measure(matrix[guesses[number]], members, counts, size_bits, sizes, bits, number)


@kernel_beside(word_feedback.measure_words)
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
    """Apply `measure` to these words, computing their feedback without a matrix."""
    left = np.empty(BLOCK, np.uint8)
    codes = np.empty(columns.shape[1], green.dtype)
    for number in range(len(guesses)):
        fill_codes(guesses[number], columns, green, yellow, left, codes)
        measure(codes, members, counts, size_bits, sizes, bits, number)


@kernel
def weigh(codes: Codes, members: Rows, weights: Reals, counts: Rows, masses: Reals) -> tuple[float, float]:
    """Return the entropy of one guess in bits and the expected number of remaining words, for weighted words.

    The weights of the members add up to 1. `counts` and `masses` are all 0, before and after.
    """
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
    matrix: Codes, guesses: Rows, members: Rows, weights: Reals, counts: Rows, masses: Reals, measures: Reals
) -> None:
    """Apply `weigh` to these rows of a feedback matrix."""
    for number in range(len(guesses)):
        bits, expected = weigh(matrix[guesses[number]], members, weights, counts, masses)
        measures[number, 0], measures[number, 1] = bits, expected


@kernel_beside(word_feedback.weigh_words)
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
    """Apply `weigh` to these words, computing their feedback without a matrix."""
    left = np.empty(BLOCK, np.uint8)
    codes = np.empty(columns.shape[1], green.dtype)
    for number in range(len(guesses)):
        fill_codes(guesses[number], columns, green, yellow, left, codes)
        bits, expected = weigh(codes, members, weights, counts, masses)
        measures[number, 0], measures[number, 1] = bits, expected


GREY, YELLOW, GREEN = 0, 1, 2


@kernel
def flagged_feedback(guess: Letters, secret: Letters, colours: Letters) -> None:
    """Write the colours that the reproduced program gives to a guess for a secret."""
    length, flags = len(guess), 0
    for place in range(length):
        colours[place] = GREEN if guess[place] == secret[place] else GREY
        flags |= (guess[place] == secret[place]) << place
    for place in range(length):
        for position in range(length):
            taken = flags >> place & 1 or flags >> position & 1
            if position != place and not taken and guess[place] == secret[position]:
                colours[place] = YELLOW
                flags |= 1 << position


@kernel
def is_similar(guess: Letters, word: Letters, combination: Letters) -> bool:
    """Return whether two words are compatible under a combination of colours, by the reproduced program's rules."""
    length, marked = len(guess), 0
    for place in range(length):
        if combination[place] == GREEN:
            if guess[place] != word[place]:
                return False
            marked |= 1 << place
    for place in range(length):
        if combination[place] == YELLOW:
            places = elsewhere(guess, word, place)
            if places == 0:
                return False
            marked |= places
    return combination[0] != GREY or is_excused(guess, word, marked)


@kernel
def elsewhere(guess: Letters, word: Letters, place: int) -> int:
    """Return the mask of other positions where a word has the letter of the guess at `place`."""
    mask = 0
    for position in range(len(guess)):
        if position != place and word[position] == guess[place]:
            mask |= 1 << position
    return mask


@kernel
def is_excused(guess: Letters, word: Letters, marked: int) -> bool:
    """Return whether the first letter may be grey: its position, or every position where the words agree, is marked."""
    if marked & 1:
        return True
    for place in range(len(guess)):  # noqa: SIM110, a compiled loop is plain
        if guess[place] == word[place] and not marked >> place & 1:
            return False
    return True


@kernel
def keep_similar(guess: Letters, words: Letters, combination: Letters, kept: NDArray[np.bool_]) -> None:
    """Mark in `kept` the words that the reproduced program considers remaining, by `is_similar`."""
    for row in range(len(words)):
        kept[row] = is_similar(guess, words[row], combination)


@kernel
def first_combination(guess: Letters, word: Letters, tried: Letters) -> int:
    """Return the first combination of colours compatible with two words, as a number in base 3.

    All grey is compatible if no place agrees. Otherwise, while the first letter is grey, the other places run through
    the combinations in counting order, each grey, then yellow if possible, then green, until their marks excuse the
    first. If none does, the first letter is yellow, or else green, and all others are grey.
    """
    length = len(guess)
    if is_excused(guess, word, 0):
        return 0
    place = length - 1
    tried[:] = GREY
    while place > 0:  # count up: next colour at the last place that has one, grey after it
        if tried[place] == GREY and elsewhere(guess, word, place) != 0:
            tried[place] = YELLOW
        elif tried[place] != GREEN and guess[place] == word[place]:
            tried[place] = GREEN
        else:
            tried[place] = GREY
            place -= 1
            continue
        marked = 0
        for position in range(1, length):
            if tried[position] == GREEN:
                marked |= 1 << position
            elif tried[position] == YELLOW:
                marked |= elsewhere(guess, word, position)
        if is_excused(guess, word, marked):
            code = 0
            for position in range(length):
                code = 3 * code + tried[position]
            return code
        place = length - 1
    first = YELLOW if elsewhere(guess, word, 0) != 0 else GREEN
    return int(first * 3 ** (length - 1))


@kernel
def measure_combinations(
    guesses: Letters, words: Letters, members: Rows, counts: Rows, size_bits: Reals, sizes: Sizes, bits: Reals
) -> None:
    """Apply `measure` to these guesses, with first combinations in place of feedback."""
    codes = np.empty(len(words), np.uint16)
    tried = np.empty(words.shape[1], np.uint8)
    for number in range(len(guesses)):
        for row in range(len(words)):
            codes[row] = first_combination(guesses[number], words[row], tried)
        measure(codes, members, counts, size_bits, sizes, bits, number)
