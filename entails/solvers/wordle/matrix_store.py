"""Arrays on disk, for the next process: matrices of feedback, and the costs of first guesses.

To compute them is quick, to read them is quicker, and nothing depends on it: a file that is missing, damaged or not
readable is as good as none, and a folder that cannot be written to stays as it is. Files are written beside and
renamed, so that two processes at once see whole files only. They are read whole and checked, never mapped: compiled
loops trust every code.
"""

import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from entails.data.files import whole_file
from entails.solvers.kernels.word_patterns import Codes

MOST_BYTES = 1024 * 2**20
"""All matrices together; the oldest go first."""
_FORMAT = 1
_LONGEST_HEADER = 500


def folder() -> Path:
    """Where matrices are kept."""
    return user_cache_path("entails", appauthor=False) / "wordle"


def load(key: str, shape: tuple[int, int], kind: "np.dtype[Any]") -> Codes | None:
    """The matrix of this key, if it is there and whole."""
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
    """Keep a matrix, if that is possible."""
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
    """What a file begins with: it fits only the very matrix that follows."""
    about = {"format": _FORMAT, "type": str(matrix.dtype), "shape": matrix.shape, "check": zlib.adler32(matrix.data)}
    return json.dumps(about).encode("ascii") + b"\n"


def _make_room(newest: Path) -> None:
    """Remove the oldest matrices, and what a process that was killed left behind."""
    with suppress(OSError):
        files = [(path.stat().st_mtime, path.stat().st_size, path) for path in newest.parent.glob("*.codes")]
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= MOST_BYTES or path == newest:
                break
            path.unlink(missing_ok=True)
            total -= size
