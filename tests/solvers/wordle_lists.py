"""Small word lists for Wordle tests, over few letters, so that they repeat and collide."""

import numpy as np

from entails.models.wordle.words import Words


def few_letters(seed: int, length: int, secrets: int = 40, others: int = 20, letters: int = 4) -> Words:
    """Build random words over the first few letters, reproducible by the seed."""
    random = np.random.default_rng(seed)
    every = np.unique(random.integers(0, letters, (4 * (secrets + others), length)), axis=0).astype(np.uint8)
    random.shuffle(every)
    return Words.of(every[:secrets], every[: secrets + others], name=f"few letters {seed}")


def every_row(words: Words) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    """Return the rows of all guesses."""
    return np.arange(len(words), dtype=np.int32)


def every_secret(words: Words) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    """Return the rows of all words that can be the secret."""
    return np.arange(words.answers, dtype=np.int32)
