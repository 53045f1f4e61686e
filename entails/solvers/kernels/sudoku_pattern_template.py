"""Templates: every way to put one digit into all rows at once. A place in none goes, one in all of them holds; and no
way of another digit uses a place that holds."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_numbers import TEMPLATE
from entails.solvers.kernels.sudoku_steps import FULL, I64, LOWEST, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, OTHER, PLACE, Found, begin, keep, remove, rest


@kernel
def find_templates(board: Board, found: Found) -> None:
    """CASE 1: places; CASE 0: eliminations, all of a digit in one step. OTHER 1: ways were left out that use a place
    which every way of another digit needs."""
    allowed, some, every = np.zeros((3, 9, 9), np.int64)
    for cell in range(81):
        for digit in range(9):
            if board.digits[cell] == digit + 1 or board.marks[cell] >> digit & 1:
                allowed[digit, cell // 9] |= 1 << cell % 9
    rows = np.zeros(9, np.int64)
    for digit in range(9):
        if not all_templates(allowed[digit], some[digit], every[digit]):
            return
        keep_templates(board, digit, some[digit], every[digit], 0, found)
    alone, changed = some.copy(), True
    while changed:
        changed = False
        for digit in range(9):
            for row in range(9):
                rows[row] = allowed[digit, row]
                for other in range(9):
                    if other != digit:
                        rows[row] &= ~every[other, row]
            before = every[digit].copy()
            if not all_templates(rows, some[digit], every[digit]):
                return
            changed = changed or bool(np.any(before != every[digit]))
    for digit in range(9):
        if np.any(some[digit] != alone[digit]):
            keep_templates(board, digit, some[digit], every[digit], 1, found)


@kernel
def keep_templates(board: Board, digit: int, some: I64, every: I64, by_others: int, found: Found) -> None:
    row = begin(found, TEMPLATE)
    found.head[row, OTHER] = by_others
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
            found.head[row, CASE], found.head[row, PLACE], found.head[row, OTHER] = 1, 9 * cell + digit, by_others
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
