"""Sudoku as itself, for engines that know its rules."""

from dataclasses import dataclass
from typing import Literal

from clausal.models.encoding import Native
from clausal.models.sudoku import Grid


@dataclass(frozen=True)
class SudokuNative:
    """The grid as it stands. Fact `cell * size + digit` says that the cell holds the digit, as in the CNF encodings."""

    name: str = "native"
    kind: Literal["native"] = "native"
    explains: bool = False
    summary: str = "the grid itself, for engines that know the rules of Sudoku"

    def encode(self, puzzle: Grid) -> Native[Grid]:
        return Native(puzzle)
