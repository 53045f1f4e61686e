"""`Rack`: some tiles, without order. A player's rack, the tiles a play takes, what is unseen: all are counts of tiles.

Written as letters in order, blanks last: "EILNTU?". A tile of several letters stands in brackets: "AE[CH]".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from operator import add, mul

from entails.models.alphabet import LATIN, Alphabet
from entails.models.brackets import bracketed
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.tiles import BLANK, BLANK_SYMBOL, KINDS, TileSet, padded, tile_index

_LONGEST = 1000
_ONE_LETTER = re.compile(r"\[([^\W\d_])\]")


@dataclass(frozen=True, slots=True)
class Rack:
    """How many tiles of each kind, the letters by number and 26 the blank. The alphabet says how they are written."""

    counts: tuple[int, ...]
    alphabet: Alphabet = field(default=LATIN, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.counts) != KINDS:
            object.__setattr__(self, "counts", padded(self.counts))
        if len(self.counts) != KINDS or min(self.counts) < 0:
            raise InvalidPuzzle("these are not counts of tiles", expected="27 numbers, A to Z and the blank")

    @classmethod
    def read(cls, text: str, alphabet: Alphabet = LATIN) -> "Rack":
        """A rack as people type it: letters of any case, "?" for a blank, spaces between them do not matter.

        Where an alphabet has a CH, "CH" is that tile, "C H" and "[C]H" are two.
        """
        if len(text) > _LONGEST:
            raise InvalidPuzzle("this is too long for a rack", where="rack", expected="a few letters, ? for a blank")
        symbols = alphabet.fold(_ONE_LETTER.sub(r" \1 ", text) if "[" in text else text).upper()
        for column, symbol in enumerate(symbols, 1):
            if tile_index(symbol, alphabet) < 0 and not symbol.isspace():
                raise InvalidPuzzle(
                    f"{bracketed(symbol)!r} is not a tile",
                    where=f"rack, column {column}",
                    expected="letters, ? for a blank",
                )
        return cls.of((tile_index(symbol, alphabet) for symbol in symbols if not symbol.isspace()), alphabet)

    @classmethod
    def of(cls, tiles: Iterable[int], alphabet: Alphabet = LATIN) -> "Rack":
        """These tiles, given by number."""
        counts = [0] * KINDS
        for tile in tiles:
            counts[tile] += 1
        return cls(tuple(counts), alphabet)

    @property
    def total(self) -> int:
        """How many tiles."""
        return sum(self.counts)

    @property
    def blanks(self) -> int:
        """How many blanks."""
        return self.counts[BLANK]

    @property
    def letters(self) -> tuple[int, ...]:
        """How many of each letter: the counts without the blanks."""
        return (*self.counts[:BLANK], 0, *self.counts[BLANK + 1 :])

    def __iter__(self) -> Iterator[int]:
        """Each tile by its number, letters in order and blanks last."""
        yield from (kind for kind, count in enumerate(self.letters) for _ in range(count))
        yield from (BLANK for _ in range(self.blanks))

    def __str__(self) -> str:
        """In brackets what is one tile: CH, and a C where "CH" would be read as that tile."""
        symbols = self.symbols
        if not self.alphabet.has_several:
            return symbols
        joining = {said[:1].upper() + said[1:2].upper() for said, _ in self.alphabet.several}
        joins = (one + other in joining for one, other in pairwise(symbols + BLANK_SYMBOL))
        return "".join(f"[{one}]" if apart else bracketed(one) for one, apart in zip(symbols, joins, strict=True))

    @property
    def symbols(self) -> str:
        """The same with one character for each tile."""
        kinds = zip(self.alphabet.letters.upper(), self._of_alphabet, strict=True)
        return "".join(symbol * count for symbol, count in kinds) + BLANK_SYMBOL * self.blanks

    @property
    def _of_alphabet(self) -> tuple[int, ...]:
        size = len(self.alphabet.letters)
        return (*self.counts[:BLANK], *self.counts[BLANK + 1 :])[:size]

    def kinds(self) -> Iterator[tuple[str, int]]:
        """(symbol, count) of each kind of tile that is there, letters in order and blanks last."""
        for symbol, count in zip(self.alphabet.letters.upper(), self._of_alphabet, strict=True):
            if count:
                yield symbol, count
        if self.blanks:
            yield BLANK_SYMBOL, self.blanks

    def __add__(self, other: "Rack") -> "Rack":
        return Rack(tuple(map(add, self.counts, other.counts)), self._shared(other))

    def without(self, other: "Rack") -> "Rack":
        """What is left when these tiles go; kinds that run out stay at none (see `lacks`)."""
        left = [a - b if a > b else 0 for a, b in zip(self.counts, other.counts, strict=True)]
        return Rack(tuple(left), self._shared(other))

    def _shared(self, other: "Rack") -> Alphabet:
        """Tiles that nobody said the alphabet of have that of the others."""
        return other.alphabet if self.alphabet == LATIN else self.alphabet

    def lacks(self, wanted: "Rack") -> "Rack":
        """Which of the wanted tiles are not here."""
        return wanted.without(self)

    def holds(self, wanted: "Rack") -> bool:
        """Are all the wanted tiles here?"""
        return not self.lacks(wanted).total

    def value(self, tile_set: TileSet) -> int:
        """What the tiles are worth together, as counted at the end of a game."""
        return sum(map(mul, self.counts, tile_set.values))


NO_TILES = Rack((0,) * KINDS)


def whole_set(tile_set: TileSet) -> Rack:
    """All tiles of a set."""
    return Rack(tile_set.counts, tile_set.alphabet)
