"""Numbrix: fill the grid with the numbers from 1 on; each shares an edge with the next."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.lattice import Lattice
from entails.puzzles.base import Example
from entails.puzzles.common.number_path import NumberPath, NumberPathPuzzle


@dataclass(frozen=True)
class Numbrix(NumberPath):
    """A grid of given numbers, in which cells that share an edge are neighbours."""


class NumbrixPuzzle(NumberPathPuzzle[Numbrix]):
    name = "numbrix"
    model = Numbrix
    examples = (
        Example("small", "10,.,.,./.,14,13,./.,.,.,./.,.,.,.", "one solution"),
        Example("several", "10,.,.,./.,14,.,./.,.,.,./.,.,.,.", "several solutions"),
        Example("clash", "10,.,.,./.,14,14,./.,.,.,./.,.,.,.", "no solution"),
    )

    def neighbours(self, board: Lattice, cell: int) -> Iterator[int]:
        return board.beside(cell)


PUZZLE = NumbrixPuzzle()
