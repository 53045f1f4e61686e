"""The file format of shipped lexicons: a header in JSON on the first line, then one compressed block per length.

A length is found through the header and unpacked alone. Words are sorted, so a word repeats the beginning of the one
before it; a block holds how many letters each word repeats, then only the letters that are new (front coding). zlib,
because every Python has it; the same words always give the same bytes, see `scripts/build_lexicons.py`.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.models.errors import EntailsError
from entails.models.letters import Letters

FORMAT = 1
_LEVEL = 9


def pack(about: Mapping[str, Any], counts: Mapping[int, int], blocks: Mapping[int, bytes]) -> bytes:
    """A whole file. `about` becomes part of the header; `blocks` holds the data of each length, not yet compressed."""
    compressed = {length: zlib.compress(block, _LEVEL) for length, block in blocks.items()}
    index = [[length, counts[length], len(block)] for length, block in compressed.items()]
    header = json.dumps({"format": FORMAT, **about, "blocks": index}, ensure_ascii=True)
    return header.encode("ascii") + b"\n" + b"".join(compressed.values())


@dataclass(frozen=True)
class Store:
    """An open file: its header, and where each block lies."""

    file: Traversable
    about: Mapping[str, Any]
    counts: Mapping[int, int]
    places: Mapping[int, tuple[int, int]]

    @classmethod
    def open(cls, file: Traversable) -> "Store":
        """Read the header only."""
        with file.open("rb") as opened:
            header = opened.readline()
        try:
            about = json.loads(header)
            if about.pop("format") != FORMAT:
                raise ValueError
            places, counts, start = {}, {}, len(header)
            for length, count, size in about.pop("blocks"):
                places[length], counts[length] = (start, size), count
                start += size
        except (ValueError, TypeError, KeyError, AttributeError):
            raise _damaged(file) from None
        return cls(file, about, counts, places)

    def block(self, length: int) -> bytes:
        """The data of one length."""
        start, size = self.places[length]
        with self.file.open("rb") as opened:
            opened.seek(start)
            packed = opened.read(size)
        try:
            return zlib.decompress(packed)
        except zlib.error:
            raise _damaged(self.file) from None

    def letters(self, length: int) -> Letters:
        """The words of one length."""
        try:
            return unpack_words(self.block(length), self.counts[length], length)
        except (ValueError, IndexError):
            raise _damaged(self.file) from None

    def numbers(self, length: int) -> NDArray[np.uint8]:
        """One byte for each word of a length."""
        found = np.frombuffer(self.block(length), dtype=np.uint8)
        if len(found) != self.counts[length]:
            raise _damaged(self.file)
        return found


def pack_words(letters: Letters) -> bytes:
    """Sorted words, front-coded: the number of letters each repeats, then the new letters of all words."""
    repeats = np.zeros(letters.shape, dtype=bool)
    repeats[1:] = letters[1:] == letters[:-1]
    shared: NDArray[np.uint8] = np.cumprod(repeats, axis=1).sum(axis=1, dtype=np.uint8)
    return shared.tobytes() + letters[_is_new(shared, letters.shape[1])].tobytes()


def unpack_words(block: bytes, count: int, length: int) -> Letters:
    """The words of a front-coded block. A column at a time: each repeated letter is that of the last word with a new
    one, whose row a running maximum finds."""
    shared = np.frombuffer(block, dtype=np.uint8, count=count)
    letters = np.zeros((count, length), dtype=np.uint8)
    letters[_is_new(shared, length)] = np.frombuffer(block, dtype=np.uint8, offset=count)
    rows = np.arange(count, dtype=np.int32)
    for column in range(length):
        last_new = np.maximum.accumulate(np.where(shared <= column, rows, 0))
        letters[:, column] = letters[last_new, column]
    return letters


def _is_new(shared: NDArray[np.uint8], length: int) -> NDArray[np.bool_]:
    return np.arange(length, dtype=np.uint8) >= shared[:, None]


def _damaged(file: Traversable) -> EntailsError:
    return EntailsError(f"the lexicon file {file.name} is damaged: install Entails again")
