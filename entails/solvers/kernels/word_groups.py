"""How guesses split the words that are left: the sizes of the parts, by feedback, for every guess at once.

Two ways to the same numbers: from a matrix of codes, or from the words themselves when the matrix would be too large.
Each part is counted in `counts` and taken out again in a second pass over the words, so that a guess costs as much as
there are words left, however many codes there are.

Which combination of colours a pair of words belongs to, as the program of Kalaydjian & Duhem 2022 decides it.

Its test of "two words are compatible for a combination" marks the places dealt with. A green needs the same letter
here. A yellow needs its letter somewhere else in the other word, and marks every place that has it. Of the greys only
the first letter's is looked at: if it is grey and its place is not marked, then no place that is not marked may have
the same letter in both words; otherwise every other grey is believed. So a pair has many combinations, and the first
in the order of counting is the one that counts: grey before yellow before green, first letter most significant.

Their feedback has flaws of its own: one array of flags for both words, in which a yellow uses up all copies of its
letter, and a letter whose place is flagged cannot turn yellow.
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
    found: Reals,
) -> None:
    """`weigh` for these words, without a matrix."""
    left = np.empty(BLOCK, np.uint8)
    codes = np.empty(columns.shape[1], green.dtype)
    for number in range(len(guesses)):
        fill_codes(guesses[number], columns, green, yellow, left, codes)
        bits, expected = weigh(codes, members, weights, counts, masses)
        found[number, 0], found[number, 1] = bits, expected


GREY, YELLOW, GREEN = 0, 1, 2


@kernel
def flagged_feedback(guess: Letters, secret: Letters, colours: Letters) -> None:
    """The colours that the program gives to a guess."""
    length, flags = len(guess), 0
    for place in range(length):
        colours[place] = GREEN if guess[place] == secret[place] else GREY
        flags |= (guess[place] == secret[place]) << place
    for place in range(length):
        for other in range(length):
            taken = flags >> place & 1 or flags >> other & 1
            if other != place and not taken and guess[place] == secret[other]:
                colours[place] = YELLOW
                flags |= 1 << other


@kernel
def is_similar(guess: Letters, word: Letters, combination: Letters) -> bool:
    """Are two words compatible for a combination of colours, by the rules of the program?"""
    length, marked = len(guess), 0
    for place in range(length):
        if combination[place] == GREEN:
            if guess[place] != word[place]:
                return False
            marked |= 1 << place
    for place in range(length):
        if combination[place] == YELLOW:
            found = elsewhere(guess, word, place)
            if found == 0:
                return False
            marked |= found
    return combination[0] != GREY or is_excused(guess, word, marked)


@kernel
def elsewhere(guess: Letters, word: Letters, place: int) -> int:
    """The mask of the other places where a word has the letter that a guess has here."""
    mask = 0
    for other in range(len(guess)):
        if other != place and word[other] == guess[place]:
            mask |= 1 << other
    return mask


@kernel
def is_excused(guess: Letters, word: Letters, marked: int) -> bool:
    """May the first letter be grey: is its place marked, or every place at which the words agree?"""
    if marked & 1:
        return True
    for place in range(len(guess)):  # noqa: SIM110, a compiled loop is plain
        if guess[place] == word[place] and not marked >> place & 1:
            return False
    return True


@kernel
def keep_similar(guess: Letters, words: Letters, combination: Letters, kept: NDArray[np.bool_]) -> None:
    """`is_similar` for many words: what the program takes for the words that are left."""
    for row in range(len(words)):
        kept[row] = is_similar(guess, words[row], combination)


@kernel
def first_combination(guess: Letters, word: Letters, tried: Letters) -> int:
    """The first combination that is compatible, as a number in base 3.

    All grey is compatible when no place agrees. Otherwise, while the first letter is grey, the other places are walked
    through in the order of counting, each grey, then yellow where that is possible, then green, until what they mark
    excuses the first. If nothing does, the first letter is yellow, or else green, and all others are grey.
    """
    length = len(guess)
    if is_excused(guess, word, 0):
        return 0
    place = length - 1
    tried[:] = GREY
    while place > 0:  # count up: the next colour at the last place that has one, grey behind it
        if tried[place] == GREY and elsewhere(guess, word, place) != 0:
            tried[place] = YELLOW
        elif tried[place] != GREEN and guess[place] == word[place]:
            tried[place] = GREEN
        else:
            tried[place] = GREY
            place -= 1
            continue
        marked = 0
        for other in range(1, length):
            if tried[other] == GREEN:
                marked |= 1 << other
            elif tried[other] == YELLOW:
                marked |= elsewhere(guess, word, other)
        if is_excused(guess, word, marked):
            code = 0
            for other in range(length):
                code = 3 * code + tried[other]
            return code
        place = length - 1
    first = YELLOW if elsewhere(guess, word, 0) != 0 else GREEN
    return int(first * 3 ** (length - 1))


@kernel
def measure_combinations(
    guesses: Letters, words: Letters, members: Rows, counts: Rows, size_bits: Reals, sizes: Sizes, bits: Reals
) -> None:
    """`measure` for these guesses over these words, by their first combinations."""
    codes = np.empty(len(words), np.uint16)
    tried = np.empty(words.shape[1], np.uint8)
    for number in range(len(guesses)):
        for row in range(len(words)):
            codes[row] = first_combination(guesses[number], words[row], tried)
        measure(codes, members, counts, size_bits, sizes, bits, number)
