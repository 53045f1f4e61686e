"""X-chains that come back: "if this cell is not the digit, then it is". So it is, and what sees it is not."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_steps import I64, PEERS, Board
from entails.solvers.kernels.sudoku_steps_chains import START
from entails.solvers.kernels.sudoku_steps_found import Found, begin, remove, rest
from entails.solvers.kernels.sudoku_steps_links import partners_of
from entails.solvers.kernels.sudoku_steps_numbers import X_CHAIN

UNSEEN = -1


@kernel
def find_x_returns(board: Board, found: Found) -> None:
    """Add them to the X-chains found so far, the shortest of each cell. `places` must be up to date. Nodes are
    2 * cell for "not here" and 2 * cell + 1 for "here"."""
    before, queue = np.zeros((2, 162), np.int64)
    for digit in range(1, 10):
        partners = partners_of(board, digit)
        for start in range(81):
            if partners[start].max() < 0:
                continue
            before[:] = UNSEEN
            before[2 * start] = START
            queue[0], done, size = 2 * start, 0, 1
            while done < size and before[2 * start + 1] == UNSEEN:
                node = queue[done]
                done += 1
                cell, here = node // 2, node & 1
                for at in range(20 if here else 3):
                    neighbour = PEERS[cell, at] if here else partners[cell, at]
                    if neighbour < 0 or board.marks[neighbour] >> (digit - 1) & 1 == 0:
                        continue
                    reached = 2 * neighbour + 1 - here
                    if before[reached] == UNSEEN:
                        before[reached] = node
                        queue[size] = reached
                        size += 1
            if before[2 * start + 1] != UNSEEN:
                keep_return(board, digit, start, before, found)


@kernel
def keep_return(board: Board, digit: int, start: int, before: I64, found: Found) -> None:
    row = begin(found, X_CHAIN)
    node = 2 * start + 1
    while node != START:
        rest(found, row, 9 * (node // 2) + digit - 1)
        node = before[node]
    for cell in PEERS[start]:
        remove(found, row, board, cell, digit)
    keep_simplest(found, row)
