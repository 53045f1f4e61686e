"""Mosaic, or fill-a-pix: a number counts the black cells in the 3x3 square around it, including its own cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import DECIMALS
from entails.locale.message import Message, Plural
from entails.models.constraints import Count
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, clue_text, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import ShadingPuzzle

GENRES = ("mosaic",)
ALIASES = ("fill-a-pix",)
AROUND = Plural(
    Message(
        "the 3x3 square around {cell} has {count} black cell", "le carré 3x3 autour de {cell} a {count} case noire"
    ),
    Message(
        "the 3x3 square around {cell} has {count} black cells", "le carré 3x3 autour de {cell} a {count} cases noires"
    ),
)


@dataclass(frozen=True)
class Mosaic(OnBoard):
    """The numbers of a grid, row by row."""

    clues: tuple[int | None, ...]


def _around(board: Lattice, cell: int) -> list[int]:
    row, column = board.place(cell)
    near = [abs(row - r) <= 1 and abs(column - c) <= 1 for r, c in map(board.place, board.cells)]
    return [neighbour for neighbour in board.cells if near[neighbour]]


class MosaicPuzzle(ShadingPuzzle[Mosaic]):
    name = "mosaic"
    link = PuzzleLink(Mosaic, GENRES, (DECIMALS,))
    examples = (
        Example("small", "mosaic/5/5/f7742d3a12d12a", "one solution"),
        Example("several", "mosaic/5/5/g742d3a12d12a", "several solutions"),
        Example("clash", "mosaic/5/5/0e7742d3a12d12a", "no solution"),
    )

    def state(self, puzzle: Mosaic) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "black {name}"))
        for cell, number in enumerate(puzzle.clues):
            if number is not None and number >= 0:
                name, many = board.name(cell), Count(builder.facts(_around(board, cell)), "=", number)
                builder.given(f"{name}={number}", AROUND(number, cell=name), many, at=[cell])
        return builder.statement()

    def check(self, puzzle: Mosaic, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.clues):
            return OTHER_SIZE

        def counts() -> Iterator[str]:
            for cell, number in enumerate(puzzle.clues):
                row, column = divmod(cell, board.columns)
                rows = range(max(0, row - 1), min(board.rows, row + 2))
                held = sum(
                    bool(answer.cells[r * board.columns + c])
                    for r in rows
                    for c in range(max(0, column - 1), min(board.columns, column + 2))
                )
                if number not in (None, -1, held):
                    yield f"{held} black cells are around {board.name(cell)}, not {number}"

        return first(counts())

    def clues(self, puzzle: Mosaic) -> Sequence[str]:
        return list(map(clue_text, puzzle.clues))


PUZZLE = MosaicPuzzle()
