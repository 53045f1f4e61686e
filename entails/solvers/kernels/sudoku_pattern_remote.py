"""Remote pairs: cells of the same two candidates, each seeing the next. Cells an odd number of steps apart hold one
each, so what sees both is neither; that goes for any two cells of the chain."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import REMOTE_PAIR
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEERS, SEES, Board
from entails.solvers.kernels.sudoku_steps_found import OTHER, Found, begin, remove, rest


@kernel
def find_remote_pairs(board: Board, found: Found) -> None:
    """The shortest chain between any two cells that are three steps or more apart."""
    before, steps, queue = np.empty((3, 81), np.int64)
    for start in range(81):
        pair = board.marks[start]
        if COUNT[pair] != 2:
            continue
        steps[:] = -1
        steps[start] = 0
        queue[0] = start
        done, size = 0, 1
        while done < size:
            cell = queue[done]
            done += 1
            for peer in PEERS[cell]:
                if board.marks[peer] == pair and steps[peer] < 0:
                    steps[peer], before[peer] = steps[cell] + 1, cell
                    queue[size] = peer
                    size += 1
                    if peer < start or steps[peer] < 3 or steps[peer] % 2 == 0:
                        continue
                    row = begin(found, REMOTE_PAIR)
                    found.head[row, OTHER] = pair
                    at = peer
                    while at != start:
                        rest(found, row, 9 * at + LOWEST[pair])
                        at = before[at]
                    rest(found, row, 9 * start + LOWEST[pair])
                    for other in range(81):
                        if board.marks[other] != pair and sees_both(other, start, peer, before):
                            remove(found, row, board, other, LOWEST[pair] + 1)
                            remove(found, row, board, other, LOWEST[pair & (pair - 1)] + 1)
                    keep_simplest(found, row)


@kernel
def sees_both(cell: int, start: int, end: int, before: I64) -> bool:
    """Does a cell see two of the chain that hold one digit each?"""
    even, odd, turn, at = False, False, 0, end
    while True:
        if SEES[cell, at]:
            even, odd = even or turn == 0, odd or turn == 1
        if at == start:
            return even and odd
        at, turn = before[at], 1 - turn
