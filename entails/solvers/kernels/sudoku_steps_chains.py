"""X-chains and XY-chains: "if the first cell is not d, then the last one is", so what sees both is not d.

From each start, links are followed breadth first, so the chain found between two cells is a shortest one. A chain that
would pass a cell twice is left out: it is right, but hard to read.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bands import ones
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEER_MASKS, PEERS, SEES, Board
from entails.solvers.kernels.sudoku_steps_found import Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_links import count_links, has_partner, note_places, partners_of
from entails.solvers.kernels.sudoku_steps_numbers import X_CHAIN, XY_CHAIN

START = -2


@kernel
def find_x_chains(board: Board, found: Found) -> None:
    """One digit: partners ("if not here, then there") and cells that see each other ("if here, then not there") in
    turn. Nodes are 2 * cell for "not here" and 2 * cell + 1 for "here"."""
    before, queue = np.empty((2, 162), np.int64)
    places, seen, seen_not = np.empty((3, 3), np.int64)
    for digit in range(1, 10):
        if count_links(board, digit) < 2:
            continue
        partners = partners_of(board, digit)
        note_places(board, digit, places)
        for start in range(81):
            if not has_partner(partners, start):
                continue
            seen[:] = seen_not[:] = 0
            seen_not[start // 27] = 1 << start % 27
            before[2 * start] = START
            queue[0] = 2 * start
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                cell = node // 2
                if node & 1:
                    for band in range(3):
                        left = PEER_MASKS[cell, band] & places[band] & ~seen_not[band]
                        seen_not[band] |= left
                        while left != 0:
                            low = left & -left
                            left ^= low
                            queue[size] = 2 * (27 * band + ones(low - 1))
                            before[queue[size]] = node
                            size += 1
                    continue
                for partner in partners[cell]:
                    if partner >= 0 and not seen[partner // 27] >> partner % 27 & 1:
                        seen[partner // 27] |= 1 << partner % 27
                        queue[size] = 2 * partner + 1
                        before[queue[size]] = node
                        size += 1
                        if partner > start and rules_out(start, partner, places):
                            keep_chain(board, X_CHAIN, digit, 2 * partner + 1, before, 2, found)


@kernel
def find_xy_chains(board: Board, found: Found) -> None:
    """Cells of two candidates: "if not the one, then the other", which the next cell then cannot be. The node
    9 * cell + digit - 1 says that the cell is the digit."""
    before, queue = np.empty((2, 729), np.int64)
    places, of_two, seen = np.zeros((3, 9, 3), np.int64)
    for cell in range(81):
        left = board.marks[cell] if COUNT[board.marks[cell]] == 2 else 0
        while left != 0:
            of_two[LOWEST[left], cell // 27] |= 1 << cell % 27
            left &= left - 1
    for digit in range(9):
        note_places(board, digit + 1, places[digit])
    for start in range(81):
        if COUNT[board.marks[start]] != 2:
            continue
        for way in range(2):
            first = LOWEST[board.marks[start]]
            second = LOWEST[board.marks[start] ^ 1 << first]
            if way == 1:
                first, second = second, first
            seen[:] = 0
            seen[second, start // 27] = 1 << start % 27
            before[9 * start + second] = START
            queue[0] = 9 * start + second
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                digit = node % 9
                for band in range(3):
                    left = PEER_MASKS[node // 9, band] & of_two[digit, band]
                    while left != 0:
                        low = left & -left
                        left ^= low
                        neighbour = 27 * band + ones(low - 1)
                        other = LOWEST[board.marks[neighbour] ^ 1 << digit]
                        if seen[other, band] & low == 0:
                            seen[other, band] |= low
                            queue[size] = 9 * neighbour + other
                            before[queue[size]] = node
                            size += 1
                            if other == first and neighbour > start and rules_out(start, neighbour, places[first]):
                                keep_chain(board, XY_CHAIN, first + 1, 9 * neighbour + other, before, 9, found)


@kernel
def rules_out(start: int, end: int, places: I64) -> bool:
    """Does any of these places see both ends?"""
    some = 0
    for band in range(3):
        some |= PEER_MASKS[start, band] & PEER_MASKS[end, band] & places[band]
    return some != 0


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
