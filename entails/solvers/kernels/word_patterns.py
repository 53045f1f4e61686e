"""Feedback for many words at once: what a guess is told, for every secret of a list.

A feedback is a number: each letter of the guess adds `green[i]` where it is in place, `yellow[i]` where it is in the
word but elsewhere, and nothing otherwise. With digits of base 3 these are Wordle's colours; with L + 1 and 1 they are
Mastermind's two counts. One loop serves both.

Secrets come as columns (a row per position) and every number has the type of the codes: so the loops over secrets have
no branches, and the compiler makes them take 16 or 32 secrets at a time.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels import word_arrays
from entails.solvers.kernels.jit import kernel, kernel_beside

Codes = NDArray[Any]
"""Feedback numbers, or what one letter adds to them, in the smallest unsigned type that holds them."""
Letters = NDArray[np.uint8]

BLOCK = 2048
"""Secrets in one go: all columns of a block stay in the fastest cache."""


@kernel_beside(word_arrays.fill_codes)
def fill_codes(guess: Letters, columns: Letters, green: Codes, yellow: Codes, left: Letters, codes: Codes) -> None:
    """The feedback of one guess for every secret. `left` is scratch of BLOCK bytes."""
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
    """The yellows of the letter that is at `first` in the guess and not before: as many as the secret has copies out of
    place, from left to right."""
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


@kernel_beside(word_arrays.fill_matrix)
def fill_matrix(guesses: Letters, columns: Letters, green: Codes, yellow: Codes, codes: Codes) -> None:
    """The feedback of every guess (a row) for every secret (a column)."""
    left = np.empty(BLOCK, np.uint8)
    for guess in range(len(guesses)):
        fill_codes(guesses[guess], columns, green, yellow, left, codes[guess])
