"""The 13th technique of Landreau 2025, as a criterion: guess on the cell with fewest candidates, go on with the
techniques, take it back when it fails. Each digit tried is one guess.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, Board, copy_board, is_filled, place, set_up
from entails.solvers.kernels.sudoku_steps_found import Found
from entails.solvers.kernels.sudoku_steps_trouble import FINE
from entails.solvers.kernels.sudoku_steps_walk import Trace, walk

GAVE_UP = -1


@kernel
def fewest_candidates(board: Board) -> int:
    """The first empty cell with the fewest candidates."""
    best, fewest = 0, 10
    for cell in range(81):
        if board.digits[cell] == 0 and COUNT[board.marks[cell]] < fewest:
            best, fewest = cell, COUNT[board.marks[cell]]
    return best


@kernel
def guess(
    board: Board, order: I64, wanted: I64, single: I64, found: Found, trace: Trace, most: int, counts: I64
) -> int:
    """How many guesses finish a board on which the techniques of the order are stuck; GAVE_UP after `most`.

    `counts` gets the uses of the techniques in all the cases tried. The board is filled when a guess succeeds; when
    none does, there is no solution, and it stays as it was.
    """
    digits, masks = np.empty((82, 81), np.int64), np.empty((82, 2, 81), np.int64)
    tried, left = np.zeros(82, np.int64), np.zeros(82, np.int64)
    base = Board(digits[0], masks[0, 0], masks[0, 1], board.places, board.words)
    copy_board(base, board)
    tried[0] = fewest_candidates(base)
    left[0] = base.marks[tried[0]]
    guesses, level = 0, 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        if guesses == most:
            return GAVE_UP
        guesses += 1
        digit = LOWEST[left[level]] + 1
        left[level] &= left[level] - 1
        here = Board(digits[level], masks[level, 0], masks[level, 1], board.places, board.words)
        there = Board(digits[level + 1], masks[level + 1, 0], masks[level + 1, 1], board.places, board.words)
        copy_board(there, here)
        place(there, tried[level], digit)
        trace.size[0] = 0
        trouble = walk(there, order, wanted, single, found, trace)
        for at in range(trace.size[0]):
            counts[trace.technique[at]] += 1
        if trouble == FINE:
            if is_filled(there):
                copy_board(board, there)
                return guesses
            level += 1
            tried[level] = fewest_candidates(there)
            left[level] = there.marks[tried[level]]
    return guesses


@kernel
def walk_and_guess(
    digits: I64,
    marks: I64,
    board: Board,
    order: I64,
    wanted: I64,
    single: I64,
    found: Found,
    trace: Trace,
    most: int,
    counts: I64,
) -> int:
    """`guess` on a grid, from where the techniques leave it."""
    set_up(board, digits, marks)
    trace.size[0] = 0
    walk(board, order, wanted, single, found, trace)
    return guess(board, order, wanted, single, found, trace, most, counts)
