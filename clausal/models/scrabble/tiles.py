"""`TileSet`: how many tiles of each letter a bag holds, and what they are worth.

Letters are numbers 0..25 as in `clausal.models.letters`; 26 is the blank. The sets themselves are data, see
`clausal.data.scrabble`.
"""

from functools import cached_property

from pydantic import model_validator

from clausal.models.letters import ALPHABET
from clausal.models.value import Value

BLANK = 26
KINDS = 27
"""Kinds of tile: 26 letters and the blank."""

BLANK_SYMBOL = "?"
SYMBOLS = ALPHABET.upper() + BLANK_SYMBOL
"""How a tile is written on a rack."""


class TileSet(Value):
    """The tiles of one edition of the game."""

    name: str
    language: str
    counts: tuple[int, ...]
    values: tuple[int, ...]
    about: str = ""

    @model_validator(mode="after")
    def _fits(self) -> "TileSet":
        for numbers in (self.counts, self.values):
            if len(numbers) != KINDS or not all(0 <= number <= 1000 for number in numbers):
                raise ValueError(f"{KINDS} numbers from 0 to 1000 are needed, A to Z and the blank")
        return self

    @cached_property
    def total(self) -> int:
        """How many tiles there are in all."""
        return sum(self.counts)


def tile_index(symbol: str) -> int:
    """The number of a tile from its symbol: "A" is 0, "?" is 26, and -1 is none."""
    return SYMBOLS.find(symbol) if len(symbol) == 1 else -1
