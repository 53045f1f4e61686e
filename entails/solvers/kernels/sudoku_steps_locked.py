"""Locked candidates: where a box and a line cross, a digit that one of them needs there is lost to the other."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import BOXES, COUNT, LOWEST, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import OTHER, UNIT, Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_numbers import BOX_LINE, POINTING_PAIR

TOGETHER = np.array(
    [
        [
            [sum((UNITS_OF[cell, view] == UNITS_OF[one, view]) << at for at, cell in enumerate(cells)) for one in cells]
            for view in range(3)
        ]
        for cells in UNIT_CELLS
    ],
    np.int64,
)
"""For a unit, a view and a position: the positions in the same row (view 0), column (1) or box (2)."""


@kernel
def shared_unit(unit: int, places: int, view: int) -> int:
    """The row (view 0), column (1) or box (2) that holds all these positions of a unit, one or more; -1 when there is
    none."""
    one = LOWEST[places]
    return int(UNITS_OF[UNIT_CELLS[unit, one], view]) if places & ~TOGETHER[unit, view, one] == 0 else -1


@kernel
def lock(board: Board, unit: int, other: int, digit: int, technique: int, found: Found) -> None:
    """All places of the digit in `unit` lie in `other`, so the rest of `other` cannot have it."""
    row = begin(found, technique)
    found.head[row, UNIT], found.head[row, OTHER] = unit, other
    bit = 1 << (digit - 1)
    for cell in UNIT_CELLS[unit]:
        if board.marks[cell] & bit != 0:
            rest(found, row, 9 * cell + digit - 1)
    for cell in UNIT_CELLS[other]:
        if UNITS_OF[cell, 0] != unit and UNITS_OF[cell, 1] != unit and UNITS_OF[cell, 2] != unit:
            remove(found, row, board, cell, digit)
    keep(found, row)


@kernel
def find_pointing(board: Board, technique: int, found: Found) -> None:
    """Two (or three) places in a box on one line."""
    wanted = 2 if technique == POINTING_PAIR else 3
    for box in range(BOXES, 27):
        for digit in range(1, 10):
            places = board.places[box, digit - 1]
            if COUNT[places] == wanted:
                for view in range(2):
                    line = shared_unit(box, places, view)
                    if line >= 0 and COUNT[board.places[line, digit - 1]] > wanted:
                        lock(board, box, line, digit, technique, found)


@kernel
def find_box_line(board: Board, found: Found) -> None:
    """All places of a line in one box."""
    for line in range(BOXES):
        for digit in range(1, 10):
            places = board.places[line, digit - 1]
            if 2 <= COUNT[places] <= 3:
                box = shared_unit(line, places, 2)
                if box >= 0 and COUNT[board.places[box, digit - 1]] > COUNT[places]:
                    lock(board, line, box, digit, BOX_LINE, found)
