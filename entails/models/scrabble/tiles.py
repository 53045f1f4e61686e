"""`TileSet`: the letters of a game, how many tiles of each a bag holds, and what they are worth.

Letters are numbers as in `entails.models.alphabet`: 0..25, then 27..60 for those of a larger alphabet; 26 is the blank.
The sets themselves are data, see `entails.data.scrabble`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from entails.models.alphabet import LATIN, MOST_LETTERS, NO_LETTER, Alphabet
from entails.models.brackets import bracketed, unbracketed
from entails.models.value import Value

BLANK = NO_LETTER
KINDS = MOST_LETTERS + 1
"""Kinds of tile: 60 letters at most, and the blank."""

BLANK_SYMBOL = "?"
SYMBOLS = LATIN.capitals[:BLANK] + BLANK_SYMBOL
"""How the tiles of most sets are written on a rack; `symbols_of` for any alphabet."""


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
                raise ValueError(f"{len(SYMBOLS)} numbers from 0 to 1000 are needed, A to Z and the blank")
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
            kind = tile_index(symbol, self.alphabet)
            yield symbol, self.counts[kind], self.values[kind]


def symbols_of(alphabet: Alphabet) -> str:
    """How each kind of tile is written on a rack, by number."""
    return alphabet.capitals[:BLANK] + BLANK_SYMBOL + alphabet.capitals[BLANK + 1 :]


def tile_index(symbol: str, alphabet: Alphabet = LATIN) -> int:
    """The number of a tile from its symbol: "A" is 0, "?" is 26, and -1 is none."""
    if symbol == BLANK_SYMBOL:
        return BLANK
    return alphabet.number(symbol) if symbol.isupper() else -1
