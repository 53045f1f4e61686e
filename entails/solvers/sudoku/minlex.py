"""The canonical form of classic 9x9 grids: two grids are the same puzzle exactly when their canonical forms are equal.

It is the smallest line of 81 characters (an empty cell before all digits) among those that transposing, moving rows and
columns within and with their bands, and renaming the digits make of a grid.
"""

from collections.abc import Sequence

import numpy as np

from entails.models.errors import UnsupportedPuzzle
from entails.models.sudoku import Grid
from entails.models.sudoku.blocks import CLASSIC, of_row


def refuse_without_form(grid: Grid) -> None:
    """Only classic 9x9 grids without marks have one: others have fewer symmetries, or more to compare."""
    if grid.shape != CLASSIC or grid.marks is not None:
        raise UnsupportedPuzzle("only classic 9x9 grids without pencil marks have a canonical form")


def canonical_forms(grids: Sequence[Grid]) -> list[Grid]:
    """The canonical form of each."""
    from entails.solvers.kernels.sudoku_minlex import column_orders, least_forms

    for grid in grids:
        refuse_without_form(grid)
    rows = np.array([grid.cells for grid in grids], np.uint8).reshape(-1, CLASSIC.cells)
    found = np.empty_like(rows)
    least_forms(rows, column_orders(), found)
    return [of_row(row) for row in found]
