"""Feedback over whole lists, the cache of feedback matrices, remaining words, and allowed guesses of a mode.

Feedback of every guess for every secret is computed by compiled loops on all cores. A small matrix of codes is
kept in memory and on disk. Longer lists are streamed, one guess at a time (see `partition`), and so are single
queries, because a matrix only pays if it is used often.

The cache on disk holds feedback matrices and the costs of first guesses. Results do not depend on it: a missing,
damaged or unreadable file counts as none, and a folder that is not writable is left alone. Files are written
atomically. They are read whole and checked, never mapped, because compiled loops trust every code.

A mode determines which guesses are allowed:

- normal: every allowed word.
- hard: the rule of the New York Times. Greens stay in place, and revealed letters are used again. Grey letters may be
  used, and a yellow letter may be tried at the same position.
- ultra: words that agree with all feedback so far.
"""

import json
import os
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from entails.data.files import whole_file
from entails.models.alphabet import EVERY_LETTER, Letters, fold, to_letters
from entails.models.errors import InvalidMove, InvalidOption
from entails.models.wordle.history import COLOURS, GREEN, GREY, Scoring
from entails.models.wordle.words import Words
from entails.solvers.kernels.jit import runs_plain_python
from entails.solvers.kernels.word_feedback import BLOCK, Codes, fill_codes, fill_codes_in_arrays, fill_matrix
from entails.solvers.pool.limits import cores

MOST_BYTES = 1024 * 2**20
"""Size limit of the cache; the oldest matrices are removed first."""
_IN_ARRAYS = 100_000
"""Number of secrets up to which one guess takes less time with NumPy than importing Numba."""
_FORMAT = 1
_LONGEST_HEADER = 500


def folder() -> Path:
    """Return the cache folder of feedback matrices."""
    return user_cache_path("entails", appauthor=False) / "wordle"


def load(key: str, shape: tuple[int, int], kind: "np.dtype[Any]") -> Codes | None:
    """Load a cached feedback matrix; None if it is missing or damaged."""
    try:
        with _path(key).open("rb") as file:
            header = file.readline(_LONGEST_HEADER)
            matrix = np.fromfile(file, dtype=kind)
    except OSError:
        return None
    if matrix.size != shape[0] * shape[1] or header != _header(matrix.reshape(shape)):
        return None
    return matrix.reshape(shape)


def save(key: str, matrix: Codes) -> None:
    """Save a feedback matrix in the cache, if the folder is writable."""
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path, binary=True, durable=False) as file:
            file.write(_header(matrix))
            matrix.tofile(file)
    except OSError:
        return
    _make_room(path)


def _path(key: str) -> Path:
    return folder() / f"{key}.codes"


def _header(matrix: Codes) -> bytes:
    """Return the first line of a cache file, with a checksum of the matrix."""
    about = {"format": _FORMAT, "type": str(matrix.dtype), "shape": matrix.shape, "check": zlib.adler32(matrix.data)}
    return json.dumps(about).encode("ascii") + b"\n"


def _make_room(newest: Path) -> None:
    """Remove the oldest cached matrices beyond the size limit."""
    with suppress(OSError):
        files = [(path.stat().st_mtime, path.stat().st_size, path) for path in newest.parent.glob("*.codes")]
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= MOST_BYTES or path == newest:
                break
            path.unlink(missing_ok=True)
            total -= size


LARGEST_MATRIX = 512 * 2**20
"""Largest matrix in bytes; above it, feedback is streamed."""
SMALLEST_KEPT = 2**20
"""Smallest cached matrix in bytes; below it, computing is as fast as reading the file."""
_WORTH_A_THREAD = 2_000_000
"""Number of pairs of words that justifies another thread."""
_LARGEST_BLOCK = 20_000_000
"""Maximum number of pairs of words in one kernel call, about a tenth of a second, which Ctrl-C cannot interrupt."""


def code_type(scoring: Scoring, length: int) -> "np.dtype[np.unsignedinteger[Any]]":
    """Return the smallest integer type for all feedback codes: one byte for up to five letters of colours, else two."""
    return np.min_scalar_type(scoring.codes(length) - 1)


def values(scoring: Scoring, length: int) -> tuple[Codes, Codes]:
    """Return what a green and a yellow letter add to the code, for each position of the guess."""
    kind = code_type(scoring, length)
    if scoring is COLOURS:
        digits = 3 ** np.arange(length - 1, -1, -1, dtype=np.int64)
        return (2 * digits).astype(kind), digits.astype(kind)
    return np.full(length, length + 1, kind), np.ones(length, kind)


def rows_of(letters: Letters) -> Letters:
    """Convert words to the kernels' layout of guesses, as a copy, since each array type is compiled separately."""
    return np.array(letters, dtype=np.uint8, order="C")


def columns_of(letters: Letters) -> Letters:
    """Convert words to the kernels' layout of secrets, by position."""
    return np.array(letters.T, dtype=np.uint8, order="C")


def pattern_row(guess: Letters, secrets: Letters, scoring: Scoring) -> Codes:
    """Return the feedback of one guess for every secret."""
    codes = np.empty(len(secrets), code_type(scoring, len(guess)))
    green, yellow = values(scoring, len(guess))
    fill = fill_codes_in_arrays if len(secrets) <= _IN_ARRAYS and "numba" not in sys.modules else fill_codes
    fill(rows_of(guess), columns_of(secrets), green, yellow, np.empty(BLOCK, np.uint8), codes)
    return codes


def pattern_matrix(guesses: Letters, secrets: Letters, scoring: Scoring) -> Codes:
    """Return the feedback of every guess (row) for every secret (column)."""
    length = guesses.shape[1]
    codes = np.empty((len(guesses), len(secrets)), code_type(scoring, length))
    green, yellow = values(scoring, length)
    guesses, columns = rows_of(guesses), columns_of(secrets)
    in_blocks(len(guesses), len(secrets), lambda at: fill_matrix(guesses[at], columns, green, yellow, codes[at]))
    return codes


def matrix_of(words: Words, scoring: Scoring) -> Codes | None:
    """Return the feedback of all guesses for all secrets as a read-only matrix; None if it would be too large."""
    size = len(words) * words.answers * code_type(scoring, words.length).itemsize
    return None if size > LARGEST_MATRIX else _matrix_of(_ByDigest(words), scoring)


class _ByDigest:
    """Cache key for words; equal for equal words."""

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
    matrix = load(name, shape, code_type(scoring, words.length))
    if matrix is None:
        matrix = pattern_matrix(words.letters, words.secrets, scoring)
        if matrix.nbytes >= SMALLEST_KEPT:
            save(name, matrix)
    matrix.setflags(write=False)
    return matrix


def in_blocks(rows: int, per_row: int, work: Callable[[slice], object]) -> None:
    """Apply `work` to slices of the rows, in parallel if there are many rows and the kernels are compiled."""
    pairs = rows * per_row
    workers = 1 if runs_plain_python() else min(cores(), max(1, pairs // _WORTH_A_THREAD))
    wanted = max(pairs // _LARGEST_BLOCK + 1, 4 * workers if workers > 1 else 1)
    edges = np.linspace(0, rows, min(wanted, max(1, rows)) + 1).astype(int).tolist()
    blocks = [slice(start, end) for start, end in pairwise(edges)]
    if workers == 1:
        for block in blocks:
            work(block)
        return
    running = [_threads().submit(work, block) for block in blocks]
    try:
        for block_run in running:
            block_run.result()
    except BaseException:
        for block_run in running:
            block_run.cancel()
        raise


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="entails-words")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # threads stay behind in the parent

Rows = NDArray[np.int32]
"""Rows of a list of words, in ascending order."""


def candidates(history: Sequence[tuple[str, int]], letters: Letters, scoring: Scoring) -> Rows:
    """Return the rows of `letters` that agree with a history of guesses and codes. Guesses need not be in a list."""
    left = np.arange(len(letters), dtype=np.int32)
    for number, (guess, code) in enumerate(history, 1):
        word = as_letters(guess, letters.shape[1], where=f"guess {number}")
        left = left[pattern_row(word, letters[left], scoring) == code]
    return left


def as_letters(word: str, length: int, *, where: str = "") -> Letters:
    """Convert a word in any spelling to letter numbers; accented letters that belong to the game are kept."""
    folded = word if EVERY_LETTER.is_word(word) else fold(word)
    if len(folded) != length or not EVERY_LETTER.is_word(folded):
        raise InvalidMove(f"{word[:30]!r} is not a word of this game", where=where, expected=f"{length} letters")
    return to_letters([folded], length).ravel()


Pool = Literal["allowed", "candidates"]
"""Words to guess from: all allowed words, or only possible secrets."""
Mode = Literal["normal", "hard", "ultra"]


def still_allowed(words: Words, scoring: Scoring, mode: Mode, history: Sequence[tuple[str, int]]) -> Rows:
    """Return the rows that the mode allows as guesses after a history."""
    _reject_hard_counts(mode, scoring)
    rows = np.arange(len(words), dtype=np.int32)
    for number, (guess, code) in enumerate(history, 1):
        rows = narrowed(words, rows, scoring, mode, as_letters(guess, words.length, where=f"guess {number}"), code)
    return rows


def narrowed(words: Words, rows: Rows, scoring: Scoring, mode: Mode, guess: Letters, code: int) -> Rows:
    """Return those of `rows` that the mode still allows after one more guess."""
    _reject_hard_counts(mode, scoring)
    if mode == "normal":
        return rows
    if mode == "ultra":
        agrees: NDArray[np.bool_] = pattern_row(guess, words.letters[rows], scoring) == code
        return rows[agrees]
    colours = COLOURS.colours(code, words.length)
    needed = Counter(letter for letter, colour in zip(guess.tolist(), colours, strict=True) if colour != GREY)
    letters = words.letters[rows]
    kept = np.ones(len(rows), dtype=bool)
    for place, colour in enumerate(colours):
        if colour == GREEN:
            kept &= letters[:, place] == guess[place]
    for letter, copies in needed.items():
        kept &= (letters == letter).sum(axis=1) >= copies
    return rows[kept]


def _reject_hard_counts(mode: Mode, scoring: Scoring) -> None:
    """Raise an error for hard mode with feedback other than colours."""
    if mode == "hard" and scoring is not COLOURS:
        raise InvalidOption("hard mode needs colours as feedback", expected="normal or ultra mode")
