"""Which combination a pair of words belongs to, as Kalaydjian & Duhem 2022 decide it.

Their test of "two words are compatible for a combination" keeps a list of the places already dealt with. A green needs
the same letter here. A yellow needs its letter anywhere in the other word, this very place included, not yet dealt
with. A grey needs only that the letters at its own place differ, or were dealt with. So a pair has many combinations,
and the first in the order of counting is the one that counts: grey before yellow before green, first letter most
significant.

Greens and true yellows never come first, so what is left of a combination is a mask: the places that are not grey.
"""

import numpy as np
from numpy.typing import NDArray

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.word_groups import Reals, Rows, Sizes, measure
from clausal.solvers.kernels.word_patterns import BLOCK, Codes, Letters, fill_codes

GREY, YELLOW, GREEN = 0, 1, 2


@kernel
def is_similar(guess: Letters, word: Letters, combination: Letters) -> bool:
    """Are two words compatible for a combination of colours, by the rules of the study?"""
    length, seen = len(guess), 0
    for place in range(length):
        if combination[place] == GREEN:
            if guess[place] != word[place]:
                return False
            seen |= 1 << place
    for place in range(length):
        if combination[place] == YELLOW:
            other = 0
            while other < length and (seen >> other & 1 or word[other] != guess[place]):
                other += 1
            if other == length:
                return False
            seen |= 1 << other
    for place in range(length):
        if combination[place] == GREY and guess[place] == word[place] and not seen >> place & 1:
            return False
    return True


@kernel
def keep_similar(guess: Letters, words: Letters, combination: Letters, kept: NDArray[np.bool_]) -> None:
    """`is_similar` for many words: what the study takes for the words that are left."""
    for row in range(len(words)):
        kept[row] = is_similar(guess, words[row], combination)


@kernel
def repeated(guess: Letters, first: int) -> int:
    """The mask of the places of a letter that is at `first` and again later, but not before; 0 for all others."""
    length, mask = len(guess), 0
    for place in range(length):
        if guess[place] == guess[first]:
            if place < first:
                return 0
            mask |= 1 << (length - 1 - place)
    return mask if mask & (mask - 1) else 0


@kernel
def first_mask(letter: int, mine: int, columns: Letters, secret: int) -> int:
    """Of the masks inside `mine`, the places of one letter of the guess, the first that is compatible. From one mask
    to the next: subtract `mine` and keep what lies in it."""
    length = len(columns)
    mask = 0
    while True:
        seen, good = 0, True
        for place in range(length):
            bit = 1 << (length - 1 - place)
            if mask & bit:
                other = 0
                while other < length and (seen >> (length - 1 - other) & 1 or columns[other, secret] != letter):
                    other += 1
                good = good and other < length
                seen |= 1 << (length - 1 - other) if other < length else 0
        for place in range(length):
            bit = 1 << (length - 1 - place)
            if mine & bit & ~mask and columns[place, secret] == letter and not seen & bit:
                good = False
        if good or mask == mine:
            return mask
        mask = (mask - mine) & mine


@kernel
def fill_masks(guess: Letters, columns: Letters, green: Codes, yellow: Codes, left: Letters, codes: Codes) -> None:
    """The first compatible mask of one guess for every secret. With `green` the bits of the places and no `yellow`,
    these are the places that agree, except where a letter of the guess repeats."""
    fill_codes(guess, columns, green, yellow, left, codes)
    for place in range(len(guess)):
        mine = repeated(guess, place)
        if mine != 0:
            for secret in range(len(codes)):
                mask = int(codes[secret])
                if mask & mine:
                    codes[secret] = (mask & ~mine) | first_mask(guess[place], mine, columns, secret)


@kernel
def measure_masks(
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
    """`measure` for these words, by their masks."""
    left = np.empty(BLOCK, np.uint8)
    codes = np.empty(columns.shape[1], green.dtype)
    for number in range(len(guesses)):
        fill_masks(guesses[number], columns, green, yellow, left, codes)
        measure(codes, members, counts, size_bits, sizes, bits, number)
