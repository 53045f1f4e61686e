"""Y-wing and XYZ-wing: whichever digit the pivot takes, one of three cells holds z, so what sees all of them cannot."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COUNT, LOWEST, PEERS, SEES, Board
from entails.solvers.kernels.sudoku_steps_found import Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_numbers import XYZ_WING, Y_WING


@kernel
def find_wings(board: Board, technique: int, found: Found) -> None:
    """A pivot of two digits (Y-wing: x, y) or three (XYZ-wing: x, y, z) that sees two pincers, xz and yz."""
    pivot_size = 2 if technique == Y_WING else 3
    pincers = np.empty(20, np.int64)
    for pivot in range(81):
        if COUNT[board.marks[pivot]] == pivot_size:
            count = 0
            for peer in PEERS[pivot]:
                if COUNT[board.marks[peer]] == 2 and COUNT[board.marks[peer] | board.marks[pivot]] == 3:
                    pincers[count] = peer
                    count += 1
            for at in range(count):
                for other in pincers[at + 1 : count]:
                    keep_wing(board, technique, pivot, pincers[at], other, found)


@kernel
def keep_wing(board: Board, technique: int, pivot: int, one: int, other: int, found: Found) -> None:
    shared = board.marks[one] & board.marks[other]
    all_digits = board.marks[pivot] | board.marks[one] | board.marks[other]
    pivot_has_it = board.marks[pivot] & shared != 0
    if COUNT[shared] != 1 or COUNT[all_digits] != 3 or pivot_has_it != (technique == XYZ_WING):
        return
    digit = LOWEST[shared] + 1
    row = begin(found, technique)
    rest(found, row, 9 * pivot + LOWEST[board.marks[one] & ~shared])
    rest(found, row, 9 * one + LOWEST[board.marks[one] & ~shared])
    rest(found, row, 9 * other + LOWEST[board.marks[other] & ~shared])
    for cell in PEERS[one]:
        if SEES[other, cell] and cell != pivot and (technique == Y_WING or SEES[pivot, cell]):
            remove(found, row, board, cell, digit)
    keep(found, row)
