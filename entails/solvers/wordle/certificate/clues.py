"""Hard mode for the checker: what feedback so far obliges every later guess to hold.

Clues are a row of numbers: for each place its letter (from 1), or 0 while it is free, then for each letter how many
copies a guess must have. They are written as the places, a dot for a free one, and the letters, such as "..a.. ae".
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
_LETTERS = 26


class Clues:
    """Knows the letters of all guesses and answers."""

    def __init__(self, answers: Sequence[str], allowed: Sequence[str]) -> None:
        self.length = len(answers[0])
        self.guesses, self.answers = _letters(allowed), _letters(answers)
        self._copies = _copies(self.guesses)
        self._hidden = _copies(self.answers)
        self.none = np.zeros(self.length + _LETTERS, np.uint8)

    def allowed(self, clues: U8) -> NDArray[np.integer[Any]]:
        """The guesses that hold what they must."""
        places, copies = clues[: self.length], clues[self.length :]
        kept = np.ones(len(self.guesses), bool)
        for place in np.flatnonzero(places):
            kept &= self.guesses[:, place] + 1 == places[place]
        for letter in np.flatnonzero(copies):
            kept &= self._copies[:, letter] >= copies[letter]
        return np.flatnonzero(kept)

    def after(self, clues: U8, guess: int, answer: int) -> U8:
        """The clues once a guess has been told by an answer how well it does."""
        played, hidden = self.guesses[guess], self.answers[answer]
        places = np.where(played == hidden, played + 1, clues[: self.length])
        shown = np.minimum(self._copies[guess], self._hidden[answer])
        return np.concatenate([places, np.maximum(clues[self.length :], shown)]).astype(np.uint8)

    def implies(self, strong: U8, weak: U8) -> bool:
        """Does whoever knows the one know the other too?"""
        places, copies = weak[: self.length], weak[self.length :]
        return bool(
            np.all((places == 0) | (places == strong[: self.length])) and np.all(copies <= strong[self.length :])
        )

    def write(self, clues: U8) -> str:
        places = "".join("." if not letter else chr(96 + letter) for letter in clues[: self.length].tolist())
        return f"{places} {''.join(chr(97 + at) * n for at, n in enumerate(clues[self.length :].tolist()))}"

    def read(self, text: object) -> U8 | None:
        """None for what says no clues."""
        if not isinstance(text, str):
            return None
        places, space, letters = text.partition(" ")
        clues = self.none.copy()
        if len(places) != self.length or not space or not set(places) <= set(".abcdefghijklmnopqrstuvwxyz"):
            return None
        if len(letters) > self.length or not set(letters) <= set("abcdefghijklmnopqrstuvwxyz"):
            return None
        clues[: self.length] = [0 if letter == "." else ord(letter) - 96 for letter in places]
        for letter in letters:
            clues[self.length + ord(letter) - 97] += 1
        return clues


def _letters(words: Sequence[str]) -> U8:
    return np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1) - np.uint8(97)


def _copies(letters: U8) -> U8:
    return np.stack([(letters == letter).sum(axis=1) for letter in range(_LETTERS)], axis=1).astype(np.uint8)
