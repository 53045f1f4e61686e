"""X-chains and XY-chains: "if the first cell is not d, then the last one is", so what sees both is not d.

From each start, links are followed breadth first, so the chain found between two cells is a shortest one. A chain that
would pass a cell twice is left out: it is right, but hard to read.
"""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEERS, SEES, Board
from clausal.solvers.kernels.sudoku_steps_found import Found, begin, keep, remove, rest
from clausal.solvers.kernels.sudoku_steps_links import partners_of
from clausal.solvers.kernels.sudoku_steps_numbers import X_CHAIN, XY_CHAIN

UNSEEN, START = -1, -2


@kernel
def find_x_chains(board: Board, found: Found) -> None:
    """One digit: partners ("if not here, then there") and cells that see each other ("if here, then not there") in
    turn. Nodes are 2 * cell for "not here" and 2 * cell + 1 for "here"."""
    before = np.empty(162, np.int64)
    queue = np.empty(162, np.int64)
    for digit in range(1, 10):
        bit = 1 << (digit - 1)
        partners = partners_of(board, digit)
        for start in range(81):
            if partners[start].max() < 0:
                continue
            before[:] = UNSEEN
            before[2 * start] = START
            queue[0] = 2 * start
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                cell, here = node // 2, node & 1
                for at in range(20 if here else 3):
                    neighbour = PEERS[cell, at] if here else partners[cell, at]
                    if neighbour < 0 or board.marks[neighbour] & bit == 0:
                        continue
                    reached = 2 * neighbour + 1 - here
                    if before[reached] == UNSEEN:
                        before[reached] = node
                        queue[size] = reached
                        size += 1
                        if not here and neighbour > start:
                            keep_chain(board, X_CHAIN, digit, reached, before, 2, found)


@kernel
def find_xy_chains(board: Board, found: Found) -> None:
    """Cells of two candidates: "if not the one, then the other", which the next cell then cannot be. The node
    9 * cell + digit - 1 says that the cell is the digit."""
    before = np.empty(729, np.int64)
    queue = np.empty(729, np.int64)
    for start in range(81):
        if COUNT[board.marks[start]] != 2:
            continue
        for way in range(2):
            first = LOWEST[board.marks[start]]
            second = LOWEST[board.marks[start] ^ 1 << first]
            if way == 1:
                first, second = second, first
            before[:] = UNSEEN
            before[9 * start + second] = START
            queue[0] = 9 * start + second
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                for neighbour in PEERS[node // 9]:
                    mask = board.marks[neighbour]
                    if COUNT[mask] != 2 or not mask >> node % 9 & 1:
                        continue
                    reached = 9 * neighbour + LOWEST[mask ^ 1 << node % 9]
                    if before[reached] == UNSEEN:
                        before[reached] = node
                        queue[size] = reached
                        size += 1
                        if reached % 9 == first and neighbour > start:
                            keep_chain(board, XY_CHAIN, first + 1, reached, before, 9, found)


@kernel
def keep_chain(board: Board, technique: int, digit: int, end: int, before: I64, per_cell: int, found: Found) -> None:
    """Note the chain that led to `end`, from its end to its start, with the digit that joins each cell to the next."""
    row = begin(found, technique)
    seen = np.zeros(81, np.bool_)
    node, length, start = end, 0, end // per_cell
    while node != START:
        start = node // per_cell
        if seen[start]:
            return
        seen[start] = True
        rest(found, row, 9 * start + (digit - 1 if per_cell == 2 else node % 9))
        length += 1
        node = before[node]
    if length > 2:
        for cell in PEERS[start]:
            if SEES[end // per_cell, cell]:
                remove(found, row, board, cell, digit)
        keep(found, row)
