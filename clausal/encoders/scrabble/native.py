"""Scrabble as itself, for the move generator."""

from dataclasses import dataclass
from typing import Literal

from clausal.models.encoding import Native
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position


@dataclass(frozen=True)
class ScrabbleNative:
    """The position as it stands."""

    name: str = "native"
    kind: Literal["native"] = "native"
    explains: bool = False
    summary: str = "the position itself, for engines that know the rules of Scrabble"

    def encode(self, puzzle: Position) -> Native[Placement]:
        return Native(puzzle)
