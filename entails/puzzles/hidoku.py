"""Hidoku: the numbers from 1 on, each beside the next, at a side or a corner."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.lattice import Lattice
from entails.puzzles.base import Example
from entails.puzzles.common.number_path import NumberPath, NumberPathPuzzle

ALIASES = ("hidato",)


@dataclass(frozen=True)
class Hidoku(NumberPath):
    """The numbers that are given."""


class HidokuPuzzle(NumberPathPuzzle[Hidoku]):
    name = "hidoku"
    model = Hidoku
    examples = (
        Example("small", ".,.,.,./15,.,.,./11,.,.,1/.,.,6,.", "one solution"),
        Example("several", ".,.,.,./15,.,.,./.,.,.,1/.,.,6,.", "several solutions"),
        Example("clash", ".,.,.,./15,.,.,./11,.,.,2/.,.,6,.", "no solution"),
    )

    def neighbours(self, board: Lattice, cell: int) -> Iterator[int]:
        return board.around(cell)


PUZZLE = HidokuPuzzle()
