"""Multi-colouring: two groups of partners of one digit, each coloured in turn, of which each has one true colour.

If a cell of one group's colour sees a cell of the other's, not both colours are true, so one of the two opposite ones
is: what sees both goes (case 1). A colour that sees both colours of another group is false (case 2).
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import MULTI_COLOURING
from entails.solvers.kernels.sudoku_steps import I64, SEES, Board
from entails.solvers.kernels.sudoku_steps_colouring import colour_group
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, Found, begin, remove, rest
from entails.solvers.kernels.sudoku_steps_links import partners_of

OPPOSITE, FALSE = 1, 2


@kernel
def find_multi_colouring(board: Board, found: Found) -> None:
    """`places` must be up to date."""
    group = np.empty(81, np.int64)
    for digit in range(1, 10):
        partners = partners_of(board, digit)
        colour = np.zeros(81, np.int64)
        group_of = np.full(81, -1, np.int64)
        groups = 0
        for start in range(81):
            if colour[start] == 0 and partners[start].max() >= 0:
                size = colour_group(start, partners, colour, group)
                for at in range(size):
                    group_of[group[at]] = groups
                groups += 1
        for one in range(groups):
            for other in range(groups):
                if one != other:
                    compare(board, digit, colour, group_of, one, other, found)


@kernel
def compare(board: Board, digit: int, colour: I64, group_of: I64, one: int, other: int, found: Found) -> None:
    meets = np.zeros((3, 3), np.bool_)
    for cell in range(81):
        if group_of[cell] == one:
            for seen in range(81):
                if group_of[seen] == other and SEES[cell, seen]:
                    meets[colour[cell], colour[seen]] = True
    for shade in range(1, 3):
        if meets[shade, 1] and meets[shade, 2]:
            row = begin_groups(digit, colour, group_of, one, shade, other, 1, FALSE, found)
            for cell in range(81):
                if group_of[cell] == one and colour[cell] == shade:
                    remove(found, row, board, cell, digit)
            keep_simplest(found, row)
        for facing in range(1, 3):
            if meets[shade, facing] and one < other:
                row = begin_groups(digit, colour, group_of, one, shade, other, facing, OPPOSITE, found)
                for cell in range(81):
                    if sees_colour(cell, colour, group_of, one, 3 - shade) and sees_colour(
                        cell, colour, group_of, other, 3 - facing
                    ):
                        remove(found, row, board, cell, digit)
                keep_simplest(found, row)


@kernel
def sees_colour(cell: int, colour: I64, group_of: I64, group: int, shade: int) -> bool:
    for other in range(81):  # noqa: SIM110 - numba compiles no generators
        if group_of[other] == group and colour[other] == shade and SEES[cell, other]:
            return True
    return False


@kernel
def begin_groups(
    digit: int, colour: I64, group_of: I64, one: int, shade: int, other: int, facing: int, case: int, found: Found
) -> int:
    """Four parts: the two colours that meet, or the one that is false and its opposite, then those of the other."""
    row = begin(found, MULTI_COLOURING)
    found.head[row, CASE] = case
    for part in range(4):
        group = one if part < 2 else other
        wanted = shade if part < 2 else facing
        if part % 2 == 1:
            wanted = 3 - wanted
        for cell in range(81):
            if group_of[cell] == group and colour[cell] == wanted:
                rest(found, row, 9 * cell + digit - 1)
        rest(found, row, NOTHING)
    return row
