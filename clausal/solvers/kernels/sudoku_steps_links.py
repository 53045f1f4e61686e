"""Links of one digit: two cells are partners when they are its only places in a unit, so that one of them holds it."""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, UNIT_CELLS, Board


@kernel
def partners_of(board: Board, digit: int) -> I64:
    """For each cell, its partner in its row, its column and its box; -1 for none."""
    partners = np.full((81, 3), -1, np.int64)
    for unit in range(27):
        places = board.places[unit, digit - 1]
        if COUNT[places] == 2:
            one = UNIT_CELLS[unit, LOWEST[places]]
            other = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
            partners[one, unit // 9] = other
            partners[other, unit // 9] = one
    return partners
