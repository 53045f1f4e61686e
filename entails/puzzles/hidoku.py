"""Hidoku: fill the grid with the numbers from 1 on; each touches the next at an edge or a corner."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.lattice import Lattice
from entails.puzzles.base import Example
from entails.puzzles.numbrix import NumberPath, NumberPathPuzzle

ALIASES = ("hidato",)


@dataclass(frozen=True)
class Hidoku(NumberPath):
    """A grid of given numbers, in which cells that share an edge or a corner are neighbours."""


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
