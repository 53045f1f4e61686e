"""The rules of classic 9x9 Sudoku as a plain check of answers, which knows nothing of how they were found."""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

U8 = NDArray[np.uint8]
NONE = -1


@kernel
def first_wrong(grids: U8, answers: U8, counts: NDArray[np.int64]) -> int:
    """The first row whose answer breaks a rule or a given, among those that have one; NONE when all are right."""
    for grid in range(len(grids)):
        if counts[grid] == 0:
            continue
        for number in range(9):
            row, column, box = 0, 0, 0
            for step in range(9):
                row |= 1 << int(answers[grid, 9 * number + step])
                column |= 1 << int(answers[grid, 9 * step + number])
                box |= 1 << int(answers[grid, 27 * (number // 3) + 3 * (number % 3) + 9 * (step // 3) + step % 3])
            if not row == column == box == 0b1111111110:
                return grid
        for cell in range(81):
            if grids[grid, cell] != 0 and grids[grid, cell] != answers[grid, cell]:
                return grid
    return NONE
