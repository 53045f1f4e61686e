"""Numbrix: the numbers from 1 on, each beside the next, up, down, left or right."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.lattice import Lattice
from entails.puzzles.base import Example
from entails.puzzles.common.number_path import NumberPath, NumberPathPuzzle


@dataclass(frozen=True)
class Numbrix(NumberPath):
    """The numbers that are given."""


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
