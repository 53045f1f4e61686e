"""Techniques on any shape: a board is its units, and nothing here asks for more than which cells share one.

This is the plain form of the finders, for grids of other sizes, with diagonals or jigsaw regions; the kernels are the
same on classic 9x9 grids, only faster, and a test says that both find the same. What is said of a box holds for a
region.
"""

from collections.abc import Iterator

from entails.solvers.sudoku.steps.house_chains import chains
from entails.solvers.sudoku.steps.house_moment import Finder, Moment
from entails.solvers.sudoku.steps.house_patterns import colouring, fish, hidden, locked, naked, singles, wings
from entails.solvers.sudoku.steps.house_refutation import refuted
from entails.solvers.sudoku.steps.step import Step

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
