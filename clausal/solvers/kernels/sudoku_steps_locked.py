"""Locked candidates: where a box and a line cross, a digit that one of them needs there is lost to the other."""

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_steps import BOXES, COUNT, UNIT_CELLS, UNITS_OF, Board
from clausal.solvers.kernels.sudoku_steps_found import OTHER, UNIT, Found, begin, keep, remove, rest
from clausal.solvers.kernels.sudoku_steps_numbers import BOX_LINE, POINTING_PAIR


@kernel
def shared_unit(unit: int, places: int, view: int) -> int:
    """The row (view 0), column (1) or box (2) that holds all these positions of a unit; -1 when there is none."""
    shared = -1
    for position in range(9):
        if places >> position & 1:
            here = UNITS_OF[UNIT_CELLS[unit, position], view]
            if shared != -1 and shared != here:
                return -1
            shared = here
    return shared


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
                    if line >= 0:
                        lock(board, box, line, digit, technique, found)


@kernel
def find_box_line(board: Board, found: Found) -> None:
    """All places of a line in one box."""
    for line in range(BOXES):
        for digit in range(1, 10):
            places = board.places[line, digit - 1]
            if 2 <= COUNT[places] <= 3:
                box = shared_unit(line, places, 2)
                if box >= 0:
                    lock(board, line, box, digit, BOX_LINE, found)
