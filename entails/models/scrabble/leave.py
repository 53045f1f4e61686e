"""`LeaveValues`: what tiles kept on the rack are worth for the turns to come, in points, as few enough numbers to read.

A leave is worth the sum of
- its tiles: the first, second and third (or further) copy of each,
- its pairs: what two different tiles are worth together beyond that, such as Q with U,
- its balance: how many vowels and how many consonants there are.

The values are data (`entails.data.scrabble.leaves`), learnt by `entails.studies.scrabble.leave_learning`.
"""

from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, model_validator

from entails.models.alphabet import LATIN, Alphabet
from entails.models.brackets import unbracketed
from entails.models.scrabble.tiles import BLANK_SYMBOL, SYMBOLS
from entails.models.value import Value

COPIES = 3
"""Copies of a tile with a value of their own; further ones are worth as much as the last of them."""
VOWELS = "AEIOU"
MOST_KEPT = 6
"""The largest leave of a usual rack; larger ones are balanced as if they had this many vowels and consonants."""


def _one_character_each(by_tiles: Any) -> Any:
    """Tiles of several letters, such as [CH], are one character within a program."""
    return {unbracketed(str(key)): worth for key, worth in by_tiles.items()} if isinstance(by_tiles, dict) else by_tiles


T = TypeVar("T")
_Points = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
_ByTiles = Annotated[dict[str, T], BeforeValidator(_one_character_each)]


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
            raise ValueError("a value for each of A to Z, or of another alphabet, and ? is needed")
        if any(len(pair) != 2 or not set(pair) <= tiles or pair[0] == pair[1] for pair in self.pairs):
            raise ValueError("pairs are two different tiles, such as QU")
        if len(self.balance) != MOST_KEPT + 1 or any(len(row) != MOST_KEPT + 1 for row in self.balance):
            raise ValueError(f"the balance is for 0 to {MOST_KEPT} vowels and consonants")
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
