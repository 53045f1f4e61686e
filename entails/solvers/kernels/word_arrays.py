"""What the loops over words do, with whole arrays instead: for a single answer, quicker than loading compiled code.

Each function does what the kernel of its name does, in its place; some numbers come from sums in another order, which
the callers round away.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[Any]
Letters = NDArray[np.uint8]
Rows = NDArray[np.int32]
Sizes = NDArray[np.int64]
Reals = NDArray[np.float64]

_PAIRS = 1 << 17
"""Pairs of words in one go: few enough for the caches of a processor."""


def codes_of(guesses: Letters, columns: Letters, green: Codes, yellow: Codes) -> Codes:
    """The feedback of every guess (a row) for every secret (a column).

    A letter that is not in place is yellow while the secret has copies out of place that the same letter has not used
    up further left in the guess.
    """
    length = len(columns)
    places = [guesses[:, place, None] for place in range(length)]
    hit = [places[place] == columns[place] for place in range(length)]
    codes = np.zeros((len(guesses), columns.shape[1]), green.dtype)
    for place in range(length):
        copies = np.zeros(codes.shape, np.int8)
        for other in range(length):
            copies += (columns[other] == places[place]) & ~hit[other]
            if other < place:
                copies -= (places[other] == places[place]) & ~hit[other]
        codes += hit[place] * green[place] + ((copies > 0) & ~hit[place]) * yellow[place]
    return codes


def fill_codes(guess: Letters, columns: Letters, green: Codes, yellow: Codes, left: Letters, codes: Codes) -> None:
    """The feedback of one guess for every secret."""
    del left
    codes[:] = codes_of(guess[None], columns, green, yellow)[0]


def fill_matrix(guesses: Letters, columns: Letters, green: Codes, yellow: Codes, codes: Codes) -> None:
    """The feedback of every guess for every secret."""
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
    """The parts of every guess: how many, the largest, and the sums of size² and of size · log2(size)."""
    for some in _some(len(guesses), max(len(members), len(counts))):
        found = codes_of(guesses[some], columns, green, yellow)[:, members]
        parts = _by_code(found, len(counts))
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
    found: Reals,
) -> None:
    """The same where some words are likelier than others: the entropy in bits, and how many words are left."""
    del masses
    for some in _some(len(guesses), max(len(members), len(counts))):
        codes = codes_of(guesses[some], columns, green, yellow)[:, members]
        parts, mass = _by_code(codes, len(counts)), _by_code(codes, len(counts), weights)
        found[some, 0] = -(mass * np.log2(mass, where=mass > 0, out=np.zeros_like(mass))).sum(axis=1)
        found[some, 1] = (mass * parts).sum(axis=1)


def _by_code(codes: Codes, kinds: int, weights: Reals | None = None) -> NDArray[Any]:
    """How many members, or how much of their weight, each code has: a row for each guess."""
    guesses, members = codes.shape
    flat = codes.astype(np.int64) + kinds * np.arange(guesses)[:, None]
    each = None if weights is None else np.broadcast_to(weights, (guesses, members)).ravel()
    return np.bincount(flat.ravel(), each, kinds * guesses).reshape(guesses, kinds)


def _some(rows: int, each: int) -> Iterator[slice]:
    step = max(1, _PAIRS // max(1, each))
    for start in range(0, rows, step):
        yield slice(start, start + step)
