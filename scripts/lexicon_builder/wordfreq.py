"""Reader of the frequency lists of wordfreq: gzip, then MessagePack, a list of words per centibel of frequency.

The lists have only arrays, small maps, strings and small numbers, so the reader supports only these.
"""

import gzip
from collections.abc import Mapping
from typing import Any

from entails.models.alphabet import LATIN, Alphabet
from lexicon_builder.packages import BuildError

FORMAT = {"format": "cB", "version": 1}


def read_frequencies(data: bytes, alphabet: Alphabet = LATIN) -> dict[str, float]:
    """Return the share of running text of each folded word; spellings that fold to the same word are added."""
    header, *buckets = _Reader(gzip.decompress(data)).value()
    if header != FORMAT:
        raise BuildError("the frequency list has an unknown format")
    shares: dict[str, float] = {}
    for centibels, words in enumerate(buckets):
        for word in words:
            if alphabet.is_word(folded := alphabet.fold(word)):
                shares[folded] = shares.get(folded, 0.0) + 10 ** (-centibels / 100)
    return shares


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def value(self) -> Any:
        kind = self._number(1)
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return self._map(kind & 0x0F)
        if kind < 0xA0:
            return self._array(kind & 0x0F)
        if kind < 0xC0:
            return self._string(kind & 0x1F)
        sized = {0xD9: (self._string, 1), 0xDA: (self._string, 2), 0xDC: (self._array, 2), 0xDD: (self._array, 4)}
        if kind not in sized:
            raise BuildError(f"the frequency list holds an unknown type {kind:#x}")
        read, width = sized[kind]
        return read(self._number(width))

    def _number(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def _string(self, size: int) -> str:
        return self._take(size).decode("utf-8")

    def _array(self, size: int) -> list[Any]:
        return [self.value() for _ in range(size)]

    def _map(self, size: int) -> Mapping[Any, Any]:
        return {self.value(): self.value() for _ in range(size)}

    def _take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise BuildError("the frequency list is cut short")
        self._at += size
        return taken
