"""Positions of grids of any shape: compiled finders for classic 9x9 grids, plain Python for others.

`position_of` chooses between them. The plain finders serve other sizes, diagonals and jigsaw regions. They only need to
know which cells share a unit. On classic 9x9 grids they find the same steps as the kernels, only slower. A region takes
the role of a box.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from entails.models.errors import UnsupportedPuzzle
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.steps.any_shape_finders import (
    Finder,
    ShapeBoard,
    chains,
    colouring,
    fish,
    hidden,
    links,
    locked,
    naked,
    refuted,
    singles,
    w_wings,
    wings,
)
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.position import Step, StepPosition
from entails.solvers.sudoku.steps.technique import TECHNIQUES, chosen

FINDERS: dict[str, Finder] = {
    **dict.fromkeys(
        (
            "full-house",
            "last-remaining-box",
            "last-remaining-row",
            "last-remaining-column",
            "last-possible-number",
            "naked-single",
            "hidden-single-box",
            "hidden-single-line",
        ),
        singles,
    ),
    **dict.fromkeys(("pointing-pair", "pointing-triple", "box-line-reduction"), locked),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quad"), naked),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quad"), hidden),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), fish),
    **dict.fromkeys(("y-wing", "xyz-wing"), wings),
    "simple-colouring": colouring,
    **dict.fromkeys(("skyscraper", "two-string-kite", "turbot-fish"), links),
    "w-wing": w_wings,
    **dict.fromkeys(("x-chain", "xy-chain", "aic", "aic-loop"), chains),
    "dynamic-forcing-chains": refuted,
}
"""The techniques that work on any shape; those that need a unique solution or 3x3 boxes do not."""


def find(board: ShapeBoard, technique: str) -> Iterator[Step]:
    """Yield all steps of a technique (of forcing chains, only the simplest); none if the shape does not support it."""
    finder = FINDERS.get(technique)
    if finder is not None:
        yield from (step for step in finder(board, technique) if step is not None)


def position_of(grid: Grid, techniques: Iterable[str], unique: bool) -> "StepPosition | ShapePosition":
    """Return the position of a grid, on which steps can be found and taken."""
    return StepPosition(grid, techniques, unique) if grid.shape == SHAPE else ShapePosition(grid, techniques)


class ShapePosition:
    """A position of a grid of any shape, with the interface of `StepPosition`.

    Techniques that need 3x3 boxes or a unique solution are left out. If none is left, the grid is rejected.
    """

    def __init__(self, grid: Grid, techniques: Iterable[str]) -> None:
        self.puzzle = grid
        self.techniques = chosen(techniques)
        self.order = [technique.number for technique in self.techniques if technique.id in FINDERS]
        if not self.order:
            raise UnsupportedPuzzle(
                f"{self.techniques[0].name} needs a classic 9x9 grid; this grid has the shape {grid.shape.name[:20]}"
            )
        self.board = ShapeBoard(grid)
        self.trouble = self.board.trouble()
        self._cache: dict[int, list[Step]] = {}

    @property
    def grid(self) -> Grid:
        """Return the current grid with the remaining candidates as pencil marks."""
        marks = [1 << (d - 1) if d else mask for d, mask in zip(self.board.digits, self.board.marks, strict=True)]
        filled = tuple(cell for cell, digit in enumerate(self.board.digits) if digit and not self.puzzle.cells[cell])
        return replace(Grid.of(self.puzzle.shape, self.board.digits, marks), found=(*self.puzzle.found, *filled))

    @property
    def is_filled(self) -> bool:
        return all(self.board.digits)

    def easiest(self) -> Step | None:
        """Return the simplest step of the easiest technique that has one."""
        for number in [] if self.trouble else self.order:
            if steps := self._steps(number):
                return min(steps, key=_parts)
        return None

    def all_steps(self) -> Iterator[Step]:
        """Yield every step of every technique, in the order of the techniques."""
        for number in [] if self.trouble else self.order:
            yield from self._steps(number)

    def available(self, number: int) -> int:
        """Return the number of steps that a technique has at the position."""
        return len(self._steps(number))

    def take(self, step: Step) -> None:
        """Apply a step to the position."""
        for cell, digit in step.places:
            self.board.place(cell, digit)
        for cell, digit in step.removes:
            self.board.remove(cell, digit)
        self._cache.clear()
        self.trouble = self.board.trouble()

    def _steps(self, number: int) -> list[Step]:
        """Return the steps of a technique; of several with the same result, the simplest."""
        if number not in self._cache:
            simplest: dict[object, Step] = {}
            for step in find(self.board, TECHNIQUES[number].id):
                does = (step.places, step.removes)
                known = simplest.get(does)
                if known is None or _parts(step) < _parts(known):
                    simplest[does] = step
            self._cache[number] = list(simplest.values())
        return self._cache[number]


def _parts(step: Step) -> int:
    return sum(map(len, step.evidence.parts))
