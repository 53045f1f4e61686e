"""Base classes of puzzle types by the form of their solutions; all read and write puzz.link addresses.

A `ShadingPuzzle` has black and white cells, a `LoopPuzzle` a line through cells, a `DivisionPuzzle` borders, and a
`NumberPuzzle` a number in each cell.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import walled
from entails.models.drawing import Cell, Drawing, Edge, Shade
from entails.models.lattice import Lattice, OnBoard
from entails.puzzles.base import Puzzle
from entails.puzzles.common import loops
from entails.puzzles.common.cells import (
    Digits,
    Marks,
    Values,
    digit_cells,
    digit_choices,
    loose_walls,
    marked_cells,
    yes_or_no,
)
from entails.puzzles.common.loops import Paths, step_edges
from entails.puzzles.common.regions import CHOICES, Division, Roomed, border_edges

P = TypeVar("P", bound=OnBoard)
A = TypeVar("A")


class LinkPuzzle(Puzzle[P, A]):
    """A puzzle type that puzz.link has; its attribute `link` defines the text formats."""

    link: PuzzleLink[P]

    def __init__(self) -> None:
        self.model = self.link.model
        super().__init__()

    @property
    def text_format(self) -> str:  # type: ignore[override]
        return self.link.text_format

    def parse(self, text: str) -> P:
        return self.link.read(text)

    def format(self, puzzle: P) -> str:
        return self.link.write(puzzle)

    def url(self, puzzle: P) -> str:
        return self.link.url(puzzle)

    def clues(self, puzzle: P) -> Sequence[str]:
        """Return the printed clue of each cell, None for no clue."""
        return [""] * (puzzle.rows * puzzle.columns)

    def walls(self, puzzle: P) -> Sequence[int]:
        """Return 1 for each border between cells (`Lattice.borders`) that has a wall, else 0."""
        return puzzle.walls if isinstance(puzzle, Roomed) else [0] * len(puzzle.board.borders)

    def drawn_board(self, puzzle: P, cells: Sequence[Cell], edges: Sequence[Edge] = (), **parts: Any) -> Drawing:
        """Draw these cells and edges together with the walls of the puzzle."""
        board, walls = puzzle.board, self.walls(puzzle)
        regions = walled(board, walls)
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=tuple(cells),
            regions=regions if any(regions) else (),
            edges=(*edges, *loose_walls(board, walls, regions)),
            **parts,
        )


class ShadingPuzzle(LinkPuzzle[P, Marks]):
    """A puzzle type whose solution marks each cell or not, such as black and white.

    Attributes:
        settled: Whether nothing remains to be decided in a cell with a clue.
        sign: The sign in a marked cell; empty if marked cells are black.
        word: The first word of the fact that a cell is marked.
        signs: The characters of an unmarked and a marked cell in the text of a solution.
    """

    settled = False
    sign = ""
    word = "black"
    signs = ".#"

    def is_block(self, puzzle: P, cell: int) -> bool:
        """Return whether a cell is printed black."""
        del puzzle, cell
        return False

    def decode(self, puzzle: P, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))

    def format_answer(self, answer: Marks) -> str:
        return answer.text(self.signs)

    def draw(self, puzzle: P, answer: Marks | None) -> Drawing:
        shade: Shade = "" if self.sign else "black"
        clues = self.clues(puzzle)
        cells = marked_cells(puzzle.board, answer, sign=self.sign, shade=shade, clues=clues, settled=self.settled)
        printed = {"shade": "black", "kind": "given", "text": ""}
        return self.drawn_board(
            puzzle,
            [
                drawn.model_copy(update=printed) if self.is_block(puzzle, cell) else drawn
                for cell, drawn in enumerate(cells)
            ],
            choices=yes_or_no(self.sign or "■", f"{self.word} {{name}}", shade),
        )


def clue_cells(board: Lattice, clues: Sequence[str]) -> tuple[Cell, ...]:
    """Return drawn cells with printed clues, which a solution leaves unchanged."""
    return tuple(
        Cell(row=row, column=column, name=board.name(cell), clue=clues[cell], kind="given")
        for cell, (row, column) in enumerate(map(board.place, board.cells))
    )


class LoopPuzzle(LinkPuzzle[P, Paths]):
    """A puzzle type whose solution consists of lines from cell to cell."""

    def decode(self, puzzle: P, values: Values) -> Paths:
        return Paths(puzzle.rows, puzzle.columns, tuple(values[: len(puzzle.board.borders)]))

    def draw(self, puzzle: P, answer: Paths | None) -> Drawing:
        return self.drawn_board(
            puzzle,
            clue_cells(puzzle.board, self.clues(puzzle)),
            step_edges(puzzle.board, answer.lines if answer else None),
            lines=answer.drawn() if answer else (),
            choices=loops.CHOICES,
        )


class DivisionPuzzle(LinkPuzzle[P, Division]):
    """A puzzle type whose solution divides the grid into pieces."""

    def shades(self, puzzle: P) -> Sequence[Shade]:
        """Return the printed shade of each cell."""
        return [""] * (puzzle.rows * puzzle.columns)

    def decode(self, puzzle: P, values: Values) -> Division:
        return Division(puzzle.rows, puzzle.columns, tuple(values[: len(puzzle.board.borders)]))

    def draw(self, puzzle: P, answer: Division | None) -> Drawing:
        cells = zip(clue_cells(puzzle.board, self.clues(puzzle)), self.shades(puzzle), strict=True)
        return self.drawn_board(
            puzzle,
            [cell.model_copy(update={"shade": shade}) for cell, shade in cells],
            border_edges(puzzle.board, answer.walls if answer else None),
            choices=CHOICES,
        )


class NumberPuzzle(LinkPuzzle[P, Digits]):
    """A puzzle type whose solution is a number in each cell."""

    def givens(self, puzzle: P) -> Values:
        """Return the given number of each cell; None is an empty cell."""
        raise NotImplementedError

    def domain(self, puzzle: P) -> range:
        """Return the numbers that a cell may have."""
        raise NotImplementedError

    def outside(self, puzzle: P) -> dict[str, Any]:
        """Return the clues outside the grid, as arguments of a drawing."""
        del puzzle
        return {}

    def decode(self, puzzle: P, values: Values) -> Digits:
        return Digits(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))

    def draw(self, puzzle: P, answer: Digits | None) -> Drawing:
        cells = digit_cells(puzzle.board, self.givens(puzzle), answer.cells if answer else ())
        choices = digit_choices(self.domain(puzzle))
        return self.drawn_board(puzzle, cells, choices=choices, **self.outside(puzzle))
