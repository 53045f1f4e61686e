"""Templates: every way to put one digit into all rows at once. A place in none goes, one in all of them holds."""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_pattern_numbers import TEMPLATE
from clausal.solvers.kernels.sudoku_steps import FULL, I64, LOWEST, Board
from clausal.solvers.kernels.sudoku_steps_found import CASE, PLACE, Found, begin, keep, remove, rest


@kernel
def find_templates(board: Board, found: Found) -> None:
    """CASE 1: places; CASE 0: eliminations, all of a digit in one step."""
    rows, some, every = np.zeros((3, 9), np.int64)
    for digit in range(9):
        known = 0
        for cell in range(81):
            if cell % 9 == 0:
                rows[cell // 9] = 0
            if board.digits[cell] == digit + 1 or board.marks[cell] >> digit & 1:
                rows[cell // 9] |= 1 << cell % 9
            known += board.digits[cell] == digit + 1
        if known == 9 or not all_templates(rows, some, every):
            continue
        row = begin(found, TEMPLATE)
        for cell in range(81):
            if board.marks[cell] >> digit & 1:
                if some[cell // 9] >> cell % 9 & 1:
                    rest(found, row, 9 * cell + digit)
                else:
                    remove(found, row, board, cell, digit + 1)
        keep(found, row)
        for cell in range(81):
            if every[cell // 9] >> cell % 9 & 1 and board.marks[cell] != 0:
                row = begin(found, TEMPLATE)
                found.head[row, CASE], found.head[row, PLACE] = 1, 9 * cell + digit
                rest(found, row, 9 * cell + digit)
                keep(found, row)


@kernel
def all_templates(rows: I64, some: I64, every: I64) -> bool:
    """The columns of each row that some template uses, and those that every one does; False when there is none."""
    left, bit = np.zeros((2, 9), np.int64)
    columns, boxes = np.zeros((2, 10), np.int64)
    some[:] = 0
    every[:] = FULL
    at, any_found = 0, False
    left[0] = rows[0]
    while at >= 0:
        if left[at] == 0:
            at -= 1
            continue
        column = LOWEST[left[at]]
        left[at] &= left[at] - 1
        box = 1 << column // 3
        if columns[at] >> column & 1 or (at % 3 != 0 and boxes[at] & box != 0):
            continue
        bit[at] = 1 << column
        columns[at + 1] = columns[at] | bit[at]
        boxes[at + 1] = (boxes[at] if at % 3 != 0 else 0) | box
        if at == 8:
            any_found = True
            for row in range(9):
                some[row] |= bit[row]
                every[row] &= bit[row]
        else:
            at += 1
            left[at] = rows[at]
    return any_found
