"""`TileSet`: the letters of a game, how many tiles of each a bag holds, and what they are worth.

Letters are numbers as in `entails.models.alphabet`: 0..25, then 27..60 for those of a larger alphabet; 26 is the blank.
The sets themselves are data, see `entails.data.scrabble`.

`Rack`: some tiles, without order. A player's rack, the tiles a play takes, what is unseen: all are counts of tiles.

Written as letters in order, blanks last: "EILNTU?". A tile of several letters stands in brackets: "AE[CH]".

`Bag`: the tiles that nobody has drawn yet. Drawing is a pure function of the seed and of how often was drawn.

`LeaveValues`: what tiles kept on the rack are worth for the turns to come, in points, as few enough numbers to read.

A leave is worth the sum of
- its tiles: the first, second and third (or further) copy of each,
- its pairs: what two different tiles are worth together beyond that, such as Q with U,
- its balance: how many vowels and how many consonants there are.

The values are data (`entails.data.scrabble`), learnt by `entails.studies.scrabble.leave_learning`.
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
    """A number for each kind of tile: none of the letters beyond those that are told."""
    if isinstance(numbers, list | tuple) and len(SYMBOLS) <= len(numbers) < KINDS:
        return (*numbers, *(0,) * (KINDS - len(numbers)))
    return numbers


def _one_character_each(letters: Any) -> Any:
    return unbracketed(letters) if isinstance(letters, str) else letters


_Letters = Annotated[str, BeforeValidator(_one_character_each), Field(min_length=1), PlainSerializer(bracketed)]
_Numbers = Annotated[tuple[int, ...], BeforeValidator(padded)]


class TileSet(Value):
    """The tiles of one edition of the game. `letters` are those of its alphabet."""

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
        """Its letters."""
        return LATIN if self.letters == LATIN.letters else Alphabet(self.letters)

    @cached_property
    def total(self) -> int:
        """How many tiles there are in all."""
        return sum(self.counts)

    def kinds(self) -> Iterator[tuple[str, int, int]]:
        """(symbol, count, value) of each tile, letters in the order of the alphabet, the blank last."""
        for symbol in (*self.letters.upper(), BLANK_SYMBOL):
            tile = tile_index(symbol, self.alphabet)
            yield symbol, self.counts[tile], self.values[tile]


def symbols_of(alphabet: Alphabet) -> str:
    """How each kind of tile is written on a rack, by number."""
    return alphabet.capitals[:BLANK] + BLANK_SYMBOL + alphabet.capitals[BLANK + 1 :]


def tile_index(symbol: str, alphabet: Alphabet = LATIN) -> int:
    """The number of a tile from its symbol: "A" is 0, "?" is 26, and -1 is none."""
    if symbol == BLANK_SYMBOL:
        return BLANK
    return alphabet.number(symbol) if symbol.isupper() else -1


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
            raise InvalidPuzzle("invalid tile counts", expected="27 numbers, for A to Z and the blank")

    @classmethod
    def read(cls, text: str, alphabet: Alphabet = LATIN) -> "Rack":
        """A rack as people type it: letters of any case, "?" for a blank, spaces between them do not matter.

        Where an alphabet has a CH, "CH" is that tile, "C H" and "[C]H" are two.
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
        yield from (tile for tile, count in enumerate(self.letters) for _ in range(count))
        yield from (BLANK for _ in range(self.blanks))

    def __str__(self) -> str:
        """In brackets what is one tile: CH, and a C where "CH" would be read as that tile."""
        symbols = self.symbols
        if not self.alphabet.has_several:
            return symbols
        joining = {spelling[:1].upper() + spelling[1:2].upper() for spelling, _ in self.alphabet.several}
        joins = (left + right in joining for left, right in pairwise(symbols + BLANK_SYMBOL))
        return "".join(f"[{tile}]" if apart else bracketed(tile) for tile, apart in zip(symbols, joins, strict=True))

    @property
    def symbols(self) -> str:
        """The same with one character for each tile."""
        letters = zip(self.alphabet.letters.upper(), self._of_alphabet, strict=True)
        return "".join(symbol * count for symbol, count in letters) + BLANK_SYMBOL * self.blanks

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

    def without(self, removed: "Rack") -> "Rack":
        """What is left when these tiles go; kinds that run out stay at none (see `lacks`)."""
        left = [a - b if a > b else 0 for a, b in zip(self.counts, removed.counts, strict=True)]
        return Rack(tuple(left), self._shared(removed))

    def _shared(self, partner: "Rack") -> Alphabet:
        """Tiles that nobody said the alphabet of have that of the others."""
        return partner.alphabet if self.alphabet == LATIN else self.alphabet

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


@dataclass(frozen=True, slots=True)
class Bag:
    """What is in it, the seed, and the number of draws so far: all that the next draw depends on."""

    tiles: Rack
    seed: int = 0
    draws: int = 0

    @classmethod
    def full(cls, tile_set: TileSet, seed: int = 0) -> "Bag":
        """The bag before the first draw."""
        return cls(whole_set(tile_set), seed)

    @property
    def total(self) -> int:
        """How many tiles are in it."""
        return self.tiles.total

    def draw(self, count: int) -> "tuple[Rack, Bag]":
        """So many tiles, or all that are left, and the bag without them."""
        inside = list(self.tiles)
        random = Random(f"{self.seed}/{self.draws}")
        drawn = [inside.pop(int(random.random() * len(inside))) for _ in range(min(count, len(inside)))]
        alphabet = self.tiles.alphabet
        return Rack.of(drawn, alphabet), Bag(Rack.of(inside, alphabet), self.seed, self.draws + 1)

    def take(self, tiles: Rack) -> "Bag":
        """The bag without these tiles, which somebody chose, as at a table where a real game is followed."""
        return Bag(self.tiles.without(tiles), self.seed, self.draws)

    def put_back(self, tiles: Rack) -> "Bag":
        """The bag with these tiles thrown back in."""
        return Bag(self.tiles + tiles, self.seed, self.draws)


COPIES = 3
"""Number of copies of a tile with separate values; further copies have the value of the last."""
VOWELS = "AEIOU"
MOST_KEPT = 6
"""Largest leave of a standard rack; numbers of vowels and consonants above it count as this many."""


def _leave_characters(by_tiles: Any) -> Any:
    """Tiles of several letters, such as [CH], are one character within a program."""
    return {unbracketed(str(key)): value for key, value in by_tiles.items()} if isinstance(by_tiles, dict) else by_tiles


T = TypeVar("T")
_Points = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
_ByTiles = Annotated[dict[str, T], BeforeValidator(_leave_characters)]


class LeaveValues(Value):
    """The values of one language. `copies` has all tiles, in the order of the alphabet; a pair that is left out adds
    nothing; `balance[v][c]` is for v vowels and c consonants. `lexicon`, `positions` and `seed` tell what they were
    learnt from."""

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
    """Values with which only the score counts: where learning begins."""
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
