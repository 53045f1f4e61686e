"""`position_of`: the position of a grid whatever its shape. Classic 9x9 has compiled finders, others plain ones.

Techniques on any shape: a board is its units, and nothing here asks for more than which cells share one.

This is the plain form of the finders, for grids of other sizes, with diagonals or jigsaw regions; the kernels are the
same on classic 9x9 grids, only faster, and a test says that both find the same. What is said of a box holds for a
region.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from entails.models.errors import UnsupportedPuzzle
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.steps.any_shape_finders import (
    Finder,
    Moment,
    chains,
    colouring,
    fish,
    hidden,
    locked,
    naked,
    refuted,
    singles,
    wings,
)
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.position import StepPosition
from entails.solvers.sudoku.steps.step import Step
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
    **dict.fromkeys(("x-chain", "xy-chain", "aic", "aic-loop"), chains),
    "dynamic-forcing-chains": refuted,
}
"""The techniques that make sense on any shape; those that rest on one solution, and on boxes of three by three, do
not."""


def find(moment: Moment, technique: str) -> Iterator[Step]:
    """All steps of a technique; none for one that other shapes do not have. Of forcing chains only the simplest."""
    finder = FINDERS.get(technique)
    if finder is not None:
        yield from (step for step in finder(moment, technique) if step is not None)


def position_of(grid: Grid, techniques: Iterable[str], unique: bool) -> "StepPosition | HousePosition":
    """A grid, and what may be done with it."""
    return StepPosition(grid, techniques, unique) if grid.shape == SHAPE else HousePosition(grid, techniques)


class HousePosition:
    """What `Position` is, for any shape. Techniques that need boxes of three by three, or one solution, are left out;
    a grid for which none is left is refused."""

    def __init__(self, grid: Grid, techniques: Iterable[str]) -> None:
        self.puzzle = grid
        self.techniques = chosen(techniques)
        self.order = [one.number for one in self.techniques if one.id in FINDERS]
        if not self.order:
            raise UnsupportedPuzzle(
                f"{self.techniques[0].name} is a technique for classic 9x9 grids, and this one has the shape "
                f"{grid.shape.name[:20]}",
            )
        self.moment = Moment(grid)
        self.trouble = self.moment.trouble()
        self._found: dict[int, list[Step]] = {}

    @property
    def grid(self) -> Grid:
        """The grid as it stands, with the candidates that are left as its marks."""
        marks = [1 << (d - 1) if d else mask for d, mask in zip(self.moment.digits, self.moment.marks, strict=True)]
        found = tuple(cell for cell, digit in enumerate(self.moment.digits) if digit and not self.puzzle.cells[cell])
        return replace(Grid.of(self.puzzle.shape, self.moment.digits, marks), found=(*self.puzzle.found, *found))

    @property
    def is_filled(self) -> bool:
        return all(self.moment.digits)

    def easiest(self) -> Step | None:
        """The simplest step of the easiest technique that has one."""
        for number in [] if self.trouble else self.order:
            if steps := self._steps(number):
                return min(steps, key=_parts)
        return None

    def all_steps(self) -> Iterator[Step]:
        """Every step of every technique, technique by technique."""
        for number in [] if self.trouble else self.order:
            yield from self._steps(number)

    def available(self, number: int) -> int:
        """How many steps a technique has now."""
        return len(self._steps(number))

    def take(self, step: Step) -> None:
        """Do what a step says."""
        for cell, digit in step.places:
            self.moment.place(cell, digit)
        for cell, digit in step.removes:
            self.moment.remove(cell, digit)
        self._found.clear()
        self.trouble = self.moment.trouble()

    def _steps(self, number: int) -> list[Step]:
        """One step for what rules out or places the same."""
        if number not in self._found:
            simplest: dict[object, Step] = {}
            for step in find(self.moment, TECHNIQUES[number].id):
                does = (step.places, step.removes)
                known = simplest.get(does)
                if known is None or _parts(step) < _parts(known):
                    simplest[does] = step
            self._found[number] = list(simplest.values())
        return self._found[number]


def _parts(step: Step) -> int:
    return sum(map(len, step.evidence.parts))
