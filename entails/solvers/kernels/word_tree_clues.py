"""Hard mode for the search: what the colours so far oblige every later guess to hold.

Clues are an array: for each place its letter + 1, or 0 while it is free; then for each letter of the alphabet how many
copies a guess must have. An empty array is the normal game, where everything may be guessed.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.word_tree_memo import U8

ALPHABET = 26


@kernel
def obeys(word: U8, clues: U8) -> bool:
    """May this word be guessed?"""
    length = len(word)
    for place in range(length):
        if clues[place] and clues[place] != word[place] + 1:
            return False
    for place in range(length):
        needed = clues[length + word[place]]
        if needed > 1:
            copies = 0
            for other in range(length):
                copies += word[other] == word[place]
            if copies < needed:
                return False
    for letter in range(ALPHABET):
        if clues[length + letter]:
            found = False
            for place in range(length):
                found = found or word[place] == letter
            if not found:
                return False
    return True


@kernel
def told(clues: U8, guess: U8, secret: U8) -> U8:
    """The clues after one more guess: each letter must come as often as any one guess has shown it."""
    length = len(guess)
    new = clues.copy()
    if len(clues) == 0:
        return new
    for place in range(length):
        letter = guess[place]
        if letter == secret[place]:
            new[place] = letter + 1
        guessed, hidden = 0, 0
        for other in range(length):
            guessed += guess[other] == letter
            hidden += secret[other] == letter
        new[length + letter] = max(new[length + letter], min(guessed, hidden))
    return new


def no_clues(length: int, hard: bool) -> U8:
    """What is known before the first guess."""
    return np.zeros(length + ALPHABET if hard else 0, np.uint8)
