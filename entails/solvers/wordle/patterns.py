"""Feedback for whole lists: every guess against every secret, compiled and on all cores.

A matrix of codes is kept, in memory and on disk, where it is small; longer lists are streamed, a guess at a time (see
`groups`), and so is a single question, since a matrix only pays when it is asked again and again.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from entails.models.letters import Letters
from entails.models.wordle.scoring import COLOURS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.cores import cores
from entails.solvers.kernels.word_patterns import BLOCK, Codes, fill_codes, fill_matrix
from entails.solvers.patience import is_plain
from entails.solvers.wordle import matrix_store

LARGEST_MATRIX = 512 * 2**20
"""Bytes. Beyond, feedback is streamed."""
SMALLEST_KEPT = 2**20
"""Bytes. Below, computing a matrix again is as quick as looking for its file."""
_WORTH_A_THREAD = 2_000_000
"""Pairs of words that are worth the trouble of another thread."""
_LARGEST_BLOCK = 20_000_000
"""Pairs of words in one call of a kernel, a tenth of a second: so long a Ctrl-C may have to wait."""


def code_type(scoring: Scoring, length: int) -> "np.dtype[np.unsignedinteger[Any]]":
    """The smallest type that holds every code: one byte for Wordle's 243, two from six letters on."""
    return np.min_scalar_type(scoring.codes(length) - 1)


def values(scoring: Scoring, length: int) -> tuple[Codes, Codes]:
    """What a green and a yellow letter add to the code, for each place of the guess."""
    kind = code_type(scoring, length)
    if scoring is COLOURS:
        digits = 3 ** np.arange(length - 1, -1, -1, dtype=np.int64)
        return (2 * digits).astype(kind), digits.astype(kind)
    return np.full(length, length + 1, kind), np.ones(length, kind)


def rows_of(letters: Letters) -> Letters:
    """Words as the kernels take guesses. A copy: one type of array means one compilation."""
    return np.array(letters, dtype=np.uint8, order="C")


def columns_of(letters: Letters) -> Letters:
    """Words by position, as the kernels take secrets."""
    return np.array(letters.T, dtype=np.uint8, order="C")


def pattern_row(guess: Letters, secrets: Letters, scoring: Scoring) -> Codes:
    """The feedback of one guess for every secret."""
    codes = np.empty(len(secrets), code_type(scoring, len(guess)))
    green, yellow = values(scoring, len(guess))
    fill_codes(rows_of(guess), columns_of(secrets), green, yellow, np.empty(BLOCK, np.uint8), codes)
    return codes


def pattern_matrix(guesses: Letters, secrets: Letters, scoring: Scoring) -> Codes:
    """The feedback of every guess (a row) for every secret (a column)."""
    length = guesses.shape[1]
    codes = np.empty((len(guesses), len(secrets)), code_type(scoring, length))
    green, yellow = values(scoring, length)
    guesses, columns = rows_of(guesses), columns_of(secrets)
    in_blocks(len(guesses), len(secrets), lambda at: fill_matrix(guesses[at], columns, green, yellow, codes[at]))
    return codes


def matrix_of(words: Words, scoring: Scoring) -> Codes | None:
    """The feedback of all guesses for all secrets, not to be written to; None where it would be too large."""
    size = len(words) * words.answers * code_type(scoring, words.length).itemsize
    return None if size > LARGEST_MATRIX else _matrix_of(_ByDigest(words), scoring)


class _ByDigest:
    """Words that are equal when they have the same words, as the key of a cache."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByDigest) and self.words.digest == other.words.digest

    def __hash__(self) -> int:
        return hash(self.words.digest)


@lru_cache(2)
def _matrix_of(key: _ByDigest, scoring: Scoring) -> Codes:
    words = key.words
    name, shape = f"{words.digest}-{scoring.name}", (len(words), words.answers)
    matrix = matrix_store.load(name, shape, code_type(scoring, words.length))
    if matrix is None:
        matrix = pattern_matrix(words.letters, words.secrets, scoring)
        if matrix.nbytes >= SMALLEST_KEPT:
            matrix_store.save(name, matrix)
    matrix.setflags(write=False)
    return matrix


def in_blocks(rows: int, per_row: int, work: Callable[[slice], object]) -> None:
    """Do `work` on slices of the rows, on all cores when there is enough of it. Plain Python
    has only one."""
    pairs = rows * per_row
    workers = 1 if is_plain() else min(cores(), max(1, pairs // _WORTH_A_THREAD))
    wanted = max(pairs // _LARGEST_BLOCK + 1, 4 * workers if workers > 1 else 1)
    edges = np.linspace(0, rows, min(wanted, max(1, rows)) + 1).astype(int).tolist()
    blocks = [slice(start, end) for start, end in pairwise(edges)]
    if workers == 1:
        for block in blocks:
            work(block)
        return
    running = [_threads().submit(work, block) for block in blocks]
    try:
        for one in running:
            one.result()
    except BaseException:
        for one in running:
            one.cancel()
        raise


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="entails-words")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # threads stay behind in the parent
