"""Scrabble tiles: tile sets, racks, the bag, and the values of leaves.

- `TileSet` has the number and the value of the tiles of each letter. The sets are data (`entails.data.scrabble`).
Letters are numbers as in `entails.models.alphabet`: 0 to 25, then 27 to 60 in larger alphabets; 26 is the blank. -
`Rack` is a multiset of tiles: a player's rack, the tiles of a play, the unseen tiles. It is written as letters in
order, blanks last: "EILNTU?". A tile of several letters is in brackets: "AE[CH]". - `Bag` has the tiles not drawn
yet. A draw is a pure function of the seed and the number of draws before it. - `LeaveValues` estimates the value,
in points, of the tiles kept on the rack (the leave) in later turns. The value of a leave is the sum of three
terms: its tiles (first, second, and third or further copy of each), its pairs (two different tiles together, such
as Q with U) and its balance (number of vowels and of consonants). The values are data, learnt by
`entails.studies.scrabble.leave_learning`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import add, mul
from random import Random
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from entails.models.alphabet import LATIN, MOST_LETTERS, NO_LETTER, Alphabet
from entails.models.errors import InvalidPuzzle, bracketed, unbracketed
from entails.models.fields import Value

BLANK = NO_LETTER
KINDS = MOST_LETTERS + 1
"""Number of different tiles: at most 60 letters, and the blank."""

BLANK_SYMBOL = "?"
SYMBOLS = LATIN.capitals[:BLANK] + BLANK_SYMBOL
"""Symbols of the tiles A to Z and the blank; see `symbols_of` for other alphabets."""


def padded(numbers: Any) -> Any:
    """Pad numbers for A to Z and the blank with zeros, to one per possible tile."""
    if isinstance(numbers, list | tuple) and len(SYMBOLS) <= len(numbers) < KINDS:
        return (*numbers, *(0,) * (KINDS - len(numbers)))
    return numbers


def _one_character_each(letters: Any) -> Any:
    return unbracketed(letters) if isinstance(letters, str) else letters


_Letters = Annotated[str, BeforeValidator(_one_character_each), Field(min_length=1), PlainSerializer(bracketed)]
_Numbers = Annotated[tuple[int, ...], BeforeValidator(padded)]


class TileSet(Value):
    """The tiles of one edition of the game.

    Attributes:
        counts: Number of tiles, by tile number.
        values: Points of a tile, by tile number.
        letters: The letters of its alphabet.
    """

    name: str
    language: str
    counts: _Numbers
    values: _Numbers
    about: str = ""
    letters: _Letters = LATIN.letters

    @model_validator(mode="after")
    def _fits(self) -> "TileSet":
        for numbers in (self.counts, self.values):
            if len(numbers) != KINDS or not all(0 <= number <= 1000 for number in numbers):
                raise ValueError(f"expected {len(SYMBOLS)} numbers from 0 to 1000, for A to Z and the blank")
        Alphabet.of(list(self.letters))
        return self

    @cached_property
    def alphabet(self) -> Alphabet:
        """The alphabet of the letters on the tiles."""
        return LATIN if self.letters == LATIN.letters else Alphabet(self.letters)

    @cached_property
    def total(self) -> int:
        """Number of tiles in the set."""
        return sum(self.counts)

    def kinds(self) -> Iterator[tuple[str, int, int]]:
        """Yield the symbol, count and value of each tile: letters in alphabetical order, then the blank."""
        for symbol in (*self.letters.upper(), BLANK_SYMBOL):
            tile = tile_index(symbol, self.alphabet)
            yield symbol, self.counts[tile], self.values[tile]


def symbols_of(alphabet: Alphabet) -> str:
    """Return the rack symbols of all tiles, by tile number."""
    return alphabet.capitals[:BLANK] + BLANK_SYMBOL + alphabet.capitals[BLANK + 1 :]


def tile_index(symbol: str, alphabet: Alphabet = LATIN) -> int:
    """Return the number of a tile from its symbol: "A" is 0, "?" is 26; -1 if it is not a tile."""
    if symbol == BLANK_SYMBOL:
        return BLANK
    return alphabet.number(symbol) if symbol.isupper() else -1


_LONGEST = 1000
_ONE_LETTER = re.compile(r"\[([^\W\d_])\]")


@dataclass(frozen=True, slots=True)
class Rack:
    """A multiset of tiles.

    Attributes:
        counts: Number of tiles, by tile number; 26 is the blank.
        alphabet: The letters in which the tiles are written.
    """

    counts: tuple[int, ...]
    alphabet: Alphabet = field(default=LATIN, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.counts) != KINDS:
            object.__setattr__(self, "counts", padded(self.counts))
        if len(self.counts) != KINDS or min(self.counts) < 0:
            raise InvalidPuzzle("invalid tile counts", expected="27 numbers, for A to Z and the blank")

    @classmethod
    def read(cls, text: str, alphabet: Alphabet = LATIN) -> "Rack":
        """Read a rack: letters in any case, "?" for a blank; spaces are ignored.

        In an alphabet with a CH, "CH" is that tile, "C H" and "[C]H" are two tiles.
        """
        if len(text) > _LONGEST:
            problem = f"the rack has {len(text)} characters"
            raise InvalidPuzzle(problem, where="rack", expected="a few letters, ? for a blank")
        symbols = alphabet.fold(_ONE_LETTER.sub(r" \1 ", text) if "[" in text else text).upper()
        for column, symbol in enumerate(symbols, 1):
            if tile_index(symbol, alphabet) < 0 and not symbol.isspace():
                raise InvalidPuzzle(
                    f"invalid tile {bracketed(symbol)!r}",
                    where=f"rack, column {column}",
                    expected="letters, ? for a blank",
                )
        return cls.of((tile_index(symbol, alphabet) for symbol in symbols if not symbol.isspace()), alphabet)

    @classmethod
    def of(cls, tiles: Iterable[int], alphabet: Alphabet = LATIN) -> "Rack":
        """Build a rack from tile numbers."""
        counts = [0] * KINDS
        for tile in tiles:
            counts[tile] += 1
        return cls(tuple(counts), alphabet)

    @property
    def total(self) -> int:
        """Number of tiles on the rack."""
        return sum(self.counts)

    @property
    def blanks(self) -> int:
        """Number of blanks on the rack."""
        return self.counts[BLANK]

    @property
    def letters(self) -> tuple[int, ...]:
        """Number of tiles of each letter; the entry of the blank is 0."""
        return (*self.counts[:BLANK], 0, *self.counts[BLANK + 1 :])

    def __iter__(self) -> Iterator[int]:
        """Yield the number of each tile: letters in order, then blanks."""
        yield from (tile for tile, count in enumerate(self.letters) for _ in range(count))
        yield from (BLANK for _ in range(self.blanks))

    def __str__(self) -> str:
        """Return the rack as text, with multi-character letters in brackets.

        A C before an H is in brackets too where "CH" would be read as one tile.
        """
        symbols = self.symbols
        if not self.alphabet.has_several:
            return symbols
        joining = {spelling[:1].upper() + spelling[1:2].upper() for spelling, _ in self.alphabet.several}
        joins = (left + right in joining for left, right in pairwise(symbols + BLANK_SYMBOL))
        return "".join(f"[{tile}]" if apart else bracketed(tile) for tile, apart in zip(symbols, joins, strict=True))

    @property
    def symbols(self) -> str:
        """One character per tile: letters in order, then blanks."""
        letters = zip(self.alphabet.letters.upper(), self._of_alphabet, strict=True)
        return "".join(symbol * count for symbol, count in letters) + BLANK_SYMBOL * self.blanks

    @property
    def _of_alphabet(self) -> tuple[int, ...]:
        size = len(self.alphabet.letters)
        return (*self.counts[:BLANK], *self.counts[BLANK + 1 :])[:size]

    def kinds(self) -> Iterator[tuple[str, int]]:
        """Yield the symbol and count of each tile on the rack: letters in order, then the blank."""
        for symbol, count in zip(self.alphabet.letters.upper(), self._of_alphabet, strict=True):
            if count:
                yield symbol, count
        if self.blanks:
            yield BLANK_SYMBOL, self.blanks

    def __add__(self, other: "Rack") -> "Rack":
        return Rack(tuple(map(add, self.counts, other.counts)), self._shared(other))

    def without(self, removed: "Rack") -> "Rack":
        """Return the rack without these tiles; counts do not go below 0 (see `lacks`)."""
        left = [a - b if a > b else 0 for a, b in zip(self.counts, removed.counts, strict=True)]
        return Rack(tuple(left), self._shared(removed))

    def _shared(self, partner: "Rack") -> Alphabet:
        """Return the common alphabet of two racks; one of them may have only the default alphabet."""
        return partner.alphabet if self.alphabet == LATIN else self.alphabet

    def lacks(self, wanted: "Rack") -> "Rack":
        """Return the wanted tiles that are missing."""
        return wanted.without(self)

    def holds(self, wanted: "Rack") -> bool:
        """Return whether all wanted tiles are on the rack."""
        return not self.lacks(wanted).total

    def value(self, tile_set: TileSet) -> int:
        """Return the sum of the tile values, as counted at the end of a game."""
        return sum(map(mul, self.counts, tile_set.values))


NO_TILES = Rack((0,) * KINDS)


def whole_set(tile_set: TileSet) -> Rack:
    """Return all tiles of a tile set as a rack."""
    return Rack(tile_set.counts, tile_set.alphabet)


def tile_choices(counts: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to choose `size` tiles from these counts, as counts."""
    if not counts:
        if size == 0:
            yield ()
        return
    for taken in range(min(counts[0], size), -1, -1):
        for rest in tile_choices(counts[1:], size - taken):
            yield (taken, *rest)


@dataclass(frozen=True, slots=True)
class Bag:
    """The undrawn tiles, the seed, and the number of draws so far."""

    tiles: Rack
    seed: int = 0
    draws: int = 0

    @classmethod
    def full(cls, tile_set: TileSet, seed: int = 0) -> "Bag":
        """Return the bag before the first draw."""
        return cls(whole_set(tile_set), seed)

    @property
    def total(self) -> int:
        """Number of undrawn tiles."""
        return self.tiles.total

    def draw(self, count: int) -> "tuple[Rack, Bag]":
        """Draw `count` tiles, or all that are left; return them and the new bag."""
        inside = list(self.tiles)
        random = Random(f"{self.seed}/{self.draws}")
        drawn = [inside.pop(int(random.random() * len(inside))) for _ in range(min(count, len(inside)))]
        alphabet = self.tiles.alphabet
        return Rack.of(drawn, alphabet), Bag(Rack.of(inside, alphabet), self.seed, self.draws + 1)

    def take(self, tiles: Rack) -> "Bag":
        """Return the bag without these tiles, as when a recorded game is replayed."""
        return Bag(self.tiles.without(tiles), self.seed, self.draws)

    def put_back(self, tiles: Rack) -> "Bag":
        """Return the bag with these tiles added."""
        return Bag(self.tiles + tiles, self.seed, self.draws)


COPIES = 3
"""Number of copies of a tile with separate values; further copies have the value of the last."""
VOWELS = "AEIOU"
MOST_KEPT = 6
"""Largest leave of a standard rack; numbers of vowels and consonants above it count as this many."""


def _leave_characters(by_tiles: Any) -> Any:
    """Replace multi-character tiles, such as [CH], by their internal characters."""
    return {unbracketed(str(key)): value for key, value in by_tiles.items()} if isinstance(by_tiles, dict) else by_tiles


T = TypeVar("T")
_Points = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
_ByTiles = Annotated[dict[str, T], BeforeValidator(_leave_characters)]


class LeaveValues(Value):
    """Values of leaves in one language, in points.

    Attributes:
        lexicon: Lexicon of the games that the values were learnt from.
        positions: Number of positions learnt from.
        seed: Seed of those games.
        copies: Values of the first, second and further copies of each tile, tiles in alphabetical order.
        pairs: Additional value of two different tiles; 0 for pairs left out.
        balance: `balance[v][c]` is for v vowels and c consonants.
    """

    language: str
    lexicon: str
    positions: int
    seed: int
    copies: _ByTiles[tuple[_Points, _Points, _Points]]
    pairs: _ByTiles[_Points]
    balance: tuple[tuple[_Points, ...], ...]
    vowels: str = VOWELS

    @model_validator(mode="after")
    def _fits(self) -> "LeaveValues":
        tiles = set(self.copies)
        if BLANK_SYMBOL not in tiles or (tiles < set(SYMBOLS)):
            raise ValueError("expected values for A to Z (or the letters of another alphabet) and ?")
        if any(len(pair) != 2 or not set(pair) <= tiles or pair[0] == pair[1] for pair in self.pairs):
            raise ValueError("expected pairs of two different tiles, such as QU")
        if len(self.balance) != MOST_KEPT + 1 or any(len(row) != MOST_KEPT + 1 for row in self.balance):
            raise ValueError(f"expected a balance for 0 to {MOST_KEPT} vowels and consonants")
        Alphabet.of([symbol for symbol in self.copies if symbol != BLANK_SYMBOL])
        return self


def worthless(language: str = "", alphabet: Alphabet = LATIN, vowels: str = VOWELS) -> LeaveValues:
    """Return leave values that are all 0, so that only the score counts. Learning starts with them."""
    return LeaveValues(
        language=language,
        lexicon="",
        positions=0,
        seed=0,
        copies=dict.fromkeys((*alphabet.letters.upper(), BLANK_SYMBOL), (0.0, 0.0, 0.0)),
        pairs={},
        balance=((0.0,) * (MOST_KEPT + 1),) * (MOST_KEPT + 1),
        vowels=vowels,
    )
