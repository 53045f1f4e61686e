"""Which combination of colours a pair of words belongs to, as the program of Kalaydjian & Duhem 2022 decides it.

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

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.word_groups import Reals, Rows, Sizes, measure
from entails.solvers.kernels.word_patterns import Letters

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
