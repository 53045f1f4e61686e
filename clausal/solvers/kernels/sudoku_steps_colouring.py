"""Simple colouring: along pairs of partners, the cells of one digit are true and false in turn; one colour is true."""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_steps import I64, PEERS, SEES, Board
from clausal.solvers.kernels.sudoku_steps_found import CASE, NOTHING, Found, begin, keep, remove, rest
from clausal.solvers.kernels.sudoku_steps_links import partners_of
from clausal.solvers.kernels.sudoku_steps_numbers import COLOURING

SEES_BOTH, FIRST_FALSE, SECOND_FALSE = range(3)
"""The forms: a cell sees both colours; or two cells of one colour see each other, so that the colour is false."""


@kernel
def find_colouring(board: Board, found: Found) -> None:
    for digit in range(1, 10):
        partners = partners_of(board, digit)
        colour = np.zeros(81, np.int64)
        group = np.empty(81, np.int64)
        for start in range(81):
            if colour[start] == 0:
                size = colour_group(start, partners, colour, group)
                if size > 2:
                    keep_colours(board, digit, colour, group[:size], found)


@kernel
def colour_group(start: int, partners: I64, colour: I64, group: I64) -> int:
    """Colour all cells linked to `start` with 1 and 2 in turn, and list them; gives how many they are."""
    group[0] = start
    colour[start] = 1
    done, size = 0, 1
    while done < size:
        cell = group[done]
        done += 1
        for partner in partners[cell]:
            if partner >= 0 and colour[partner] == 0:
                colour[partner] = 3 - colour[cell]
                group[size] = partner
                size += 1
    return size


@kernel
def begin_colours(digit: int, colour: I64, group: I64, case: int, found: Found) -> int:
    row = begin(found, COLOURING)
    found.head[row, CASE] = case
    for shade in (1, 2):
        for cell in group:
            if colour[cell] == shade:
                rest(found, row, 9 * cell + digit - 1)
        if shade == 1:
            rest(found, row, NOTHING)
    return row


@kernel
def keep_colours(board: Board, digit: int, colour: I64, group: I64, found: Found) -> None:
    for case in (FIRST_FALSE, SECOND_FALSE):
        if sees_itself(colour, group, case):
            row = begin_colours(digit, colour, group, case, found)
            for cell in group:
                if colour[cell] == case:
                    remove(found, row, board, cell, digit)
            keep(found, row)
    row = begin_colours(digit, colour, group, SEES_BOTH, found)
    in_group = np.zeros(81, np.bool_)
    for cell in group:
        in_group[cell] = True
    for cell in range(81):
        if board.marks[cell] >> (digit - 1) & 1 and not in_group[cell]:
            seen = 0
            for peer in PEERS[cell]:
                if in_group[peer]:
                    seen |= colour[peer]
            if seen == 3:
                remove(found, row, board, cell, digit)
    keep(found, row)


@kernel
def sees_itself(colour: I64, group: I64, shade: int) -> bool:
    """Do two cells of this colour see each other?"""
    for one in group:
        if colour[one] == shade:
            for other in group:
                if colour[other] == shade and SEES[one, other]:
                    return True
    return False
