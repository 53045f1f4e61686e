"""`Rack`: some tiles, without order. A player's rack, the tiles a play takes, what is unseen: all are counts of tiles.

Written as letters in order, blanks last: "EILNTU?".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clausal.models.errors import InvalidPuzzle
from clausal.models.letters import without_accents
from clausal.models.scrabble.tiles import BLANK, KINDS, SYMBOLS, TileSet, tile_index

_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Rack:
    """How many tiles of each kind, 0..25 the letters and 26 the blank."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != KINDS or min(self.counts) < 0:
            raise InvalidPuzzle("these are not counts of tiles", expected=f"{KINDS} numbers, A to Z and the blank")

    @classmethod
    def read(cls, text: str) -> "Rack":
        """A rack as people type it: letters of any case, "?" for a blank, spaces between them do not matter."""
        if len(text) > _LONGEST:
            raise InvalidPuzzle("this is too long for a rack", where="rack", expected="a few letters, ? for a blank")
        symbols = without_accents(text).upper()
        for column, symbol in enumerate(symbols, 1):
            if tile_index(symbol) < 0 and not symbol.isspace():
                raise InvalidPuzzle(
                    f"{symbol!r} is not a tile", where=f"rack, column {column}", expected="letters, ? for a blank"
                )
        return cls.of(tile_index(symbol) for symbol in symbols if not symbol.isspace())

    @classmethod
    def of(cls, tiles: Iterable[int]) -> "Rack":
        """These tiles, given by number."""
        counts = [0] * KINDS
        for tile in tiles:
            counts[tile] += 1
        return cls(tuple(counts))

    @property
    def total(self) -> int:
        """How many tiles."""
        return sum(self.counts)

    @property
    def blanks(self) -> int:
        """How many blanks."""
        return self.counts[BLANK]

    def __iter__(self) -> Iterator[int]:
        """Each tile by its number, letters in order and blanks last."""
        return (kind for kind, count in enumerate(self.counts) for _ in range(count))

    def __str__(self) -> str:
        return "".join(SYMBOLS[kind] * count for kind, count in enumerate(self.counts))

    def __add__(self, other: "Rack") -> "Rack":
        return Rack(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def without(self, other: "Rack") -> "Rack":
        """What is left when these tiles go; kinds that run out stay at none (see `lacks`)."""
        return Rack(tuple(max(a - b, 0) for a, b in zip(self.counts, other.counts, strict=True)))

    def lacks(self, wanted: "Rack") -> "Rack":
        """Which of the wanted tiles are not here."""
        return wanted.without(self)

    def holds(self, wanted: "Rack") -> bool:
        """Are all the wanted tiles here?"""
        return not self.lacks(wanted).total

    def value(self, tile_set: TileSet) -> int:
        """What the tiles are worth together, as counted at the end of a game."""
        return sum(count * worth for count, worth in zip(self.counts, tile_set.values, strict=True))


NO_TILES = Rack((0,) * KINDS)


def whole_set(tile_set: TileSet) -> Rack:
    """All tiles of a set."""
    return Rack(tile_set.counts)
