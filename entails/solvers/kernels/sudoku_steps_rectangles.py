"""Unique rectangles: four cells in two rows, two columns and two boxes may not be a, b, b, a in turn.

If they were, exchanging a and b would give a second solution; so this only holds where the puzzle is known to have one.
All four cells must still have both candidates: then no mark that the puzzle came with forbids the exchange.
"""

from itertools import combinations

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEERS, SEES, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, OTHER, UNIT, Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_numbers import UNIQUE_RECTANGLE
from entails.solvers.kernels.sudoku_steps_subsets import next_subset

ONE_CORNER, SAME_EXTRA, LOCKED_DIGIT, SUBSET = range(4)
"""The forms: one corner has more candidates; two neighbours have the same one more; two neighbours have more, but hold
one of the two digits between them; two neighbours have more, which makes a naked subset with other cells."""


def _rectangles() -> I64:
    lines = list(combinations(range(9), 2))
    return np.array(
        [
            (9 * top + left, 9 * top + right, 9 * bottom + left, 9 * bottom + right)
            for top, bottom in lines
            for left, right in lines
            if (top // 3 == bottom // 3) != (left // 3 == right // 3)
        ],
        np.int64,
    )


RECTANGLES = _rectangles()
SIDES = np.array([(0, 1, 2, 3), (2, 3, 0, 1), (0, 2, 1, 3), (1, 3, 0, 2)], np.int64)
"""The corners, the two of one side first."""


@kernel
def find_rectangles(board: Board, found: Found) -> None:
    for at in range(len(RECTANGLES)):
        corners = RECTANGLES[at]
        shared = board.marks[corners[0]] & board.marks[corners[1]] & board.marks[corners[2]] & board.marks[corners[3]]
        if COUNT[shared] < 2:
            continue
        for first in range(9):
            for second in range(first + 1, 9):
                pair = 1 << first | 1 << second
                if shared & pair == pair:
                    find_corner(board, corners, pair, found)
                    for side in SIDES:
                        find_side(board, corners[side], pair, found)


@kernel
def begin_rectangle(corners: I64, pair: int, case: int, found: Found) -> int:
    row = begin(found, UNIQUE_RECTANGLE)
    found.head[row, CASE], found.head[row, OTHER] = case, pair
    for corner in corners:
        rest(found, row, 9 * corner + LOWEST[pair])
    return row


@kernel
def find_corner(board: Board, corners: I64, pair: int, found: Found) -> None:
    """Three corners are the pair alone: the fourth is neither."""
    open_corner, extra = 0, 0
    for corner in corners:
        if board.marks[corner] != pair:
            open_corner = corner
            extra += 1
    if extra == 1:
        row = begin_rectangle(corners, pair, ONE_CORNER, found)
        for digit in range(1, 10):
            if pair >> (digit - 1) & 1:
                remove(found, row, board, open_corner, digit)
        keep(found, row)


@kernel
def find_side(board: Board, corners: I64, pair: int, found: Found) -> None:
    """The last two corners are the pair alone; the first two, on one side, are not."""
    one, other = corners[0], corners[1]
    if board.marks[corners[2]] != pair or board.marks[corners[3]] != pair:
        return
    if board.marks[one] == pair or board.marks[other] == pair:
        return
    extra = (board.marks[one] | board.marks[other]) & ~pair
    if COUNT[extra] == 1 and board.marks[one] == board.marks[other]:
        row = begin_rectangle(corners, pair, SAME_EXTRA, found)
        for cell in PEERS[one]:
            if SEES[other, cell]:
                remove(found, row, board, cell, LOWEST[extra] + 1)
        keep(found, row)
    for view in range(3):
        unit = UNITS_OF[one, view]
        if unit == UNITS_OF[other, view]:
            for digit in range(1, 10):
                bit = 1 << (digit - 1)
                if pair & bit != 0 and COUNT[board.places[unit, digit - 1]] == 2:
                    row = begin_rectangle(corners, pair, LOCKED_DIGIT, found)
                    found.head[row, UNIT] = unit
                    remove(found, row, board, one, LOWEST[pair ^ bit] + 1)
                    remove(found, row, board, other, LOWEST[pair ^ bit] + 1)
                    keep(found, row)
            if COUNT[extra] > 1:
                find_subset(board, corners, pair, unit, found)


@kernel
def find_subset(board: Board, corners: I64, pair: int, unit: int, found: Found) -> None:
    """One of the first two corners holds one of their other candidates, so in a unit of both they are like one cell
    that has these alone. With other cells it may make a naked pair, triple or quad."""
    one, other = corners[0], corners[1]
    masks = np.empty(9, np.int64)
    side = 0
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        masks[position] = board.marks[cell]
        if cell == one:
            masks[position] = (board.marks[one] | board.marks[other]) & ~pair
            side = 1 << position
        elif cell == other:
            masks[position] = 0
    for size in range(2, 5):
        cells, digits = next_subset(masks, size, 0)
        while cells != 0:
            if cells & side != 0:
                keep_subset_of(board, corners, pair, unit, cells ^ side, digits, found)
            cells, digits = next_subset(masks, size, cells)


@kernel
def keep_subset_of(board: Board, corners: I64, pair: int, unit: int, cells: int, digits: int, found: Found) -> None:
    """The first two corners and these cells of the unit take all of these digits. The parts that the step rests on: the
    corners, what else the two can be, and the candidates of the cells."""
    row = begin_rectangle(corners, pair, SUBSET, found)
    found.head[row, UNIT] = unit
    rest(found, row, NOTHING)
    for corner in corners[:2]:
        rest_on(found, row, corner, board.marks[corner] & ~pair)
    rest(found, row, NOTHING)
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        if cells >> position & 1:
            rest_on(found, row, cell, board.marks[cell])
        elif cell != corners[0] and cell != corners[1]:
            for digit in range(1, 10):
                if digits >> (digit - 1) & 1:
                    remove(found, row, board, cell, digit)
    keep(found, row)


@kernel
def rest_on(found: Found, row: int, cell: int, digits: int) -> None:
    """The step rests on these candidates of a cell."""
    for digit in range(9):
        if digits >> digit & 1:
            rest(found, row, 9 * cell + digit)
