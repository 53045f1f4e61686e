"""Unique rectangles: two rows, two columns and two boxes whose four corners may not share a digit pair.

Otherwise exchanging a and b would give a second solution, so these techniques need a unique solution. All four cells
must still have both candidates: then no candidate that the puzzle excluded at the start forbids the exchange.

Types 1 to 4: see the constants below. Type 5: two opposite corners or three corners have one extra candidate, the same,
which one of them holds. Type 6: two opposite corners have extras, and a has no other place in their rows (or columns):
neither is a. Hidden: one corner has only a and b, and a has no other place in the row and column of the opposite
corner: that corner is not b.

Avoidable rectangles: none of the four cells is a given. Type 1: three are filled, so the fourth is not the digit that
completes the pattern. Type 2: two cells of one side are filled, and the other two share one extra candidate, which one
of them holds.
"""

from itertools import combinations

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    COLUMNS,
    COUNT,
    HEAD_CASE,
    HEAD_NUMBER,
    HEAD_TECHNIQUE,
    HEAD_UNIT,
    I64,
    LOWEST,
    NO_ENTRY,
    PEERS,
    SEES,
    UNIT_CELLS,
    UNITS_OF,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_if_simplest,
    keep_step,
)
from entails.solvers.kernels.sudoku_numbers import (
    AVOIDABLE_RECTANGLE,
    HIDDEN_RECTANGLE,
    RECTANGLE_5,
    RECTANGLE_6,
    UNIQUE_RECTANGLE,
)
from entails.solvers.kernels.sudoku_singles import next_subset

ONE_CORNER, SAME_EXTRA, LOCKED_DIGIT, SUBSET = range(4)
"""The cases of a unique rectangle (types 1, 2, 4 and 3).

They are: one corner has extra candidates; two neighbours have the same extra; two neighbours
have extras but keep one digit of the pair to themselves; the extras of two neighbours form a naked subset.
"""


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
"""The corners in four orders, each with the two corners of one side first."""


@kernel
def find_rectangles(board: CandidateBoard, steps: StepTable) -> None:
    for at in range(len(RECTANGLES)):
        corners = RECTANGLES[at]
        shared = board.marks[corners[0]] & board.marks[corners[1]] & board.marks[corners[2]] & board.marks[corners[3]]
        if COUNT[shared] < 2:
            continue
        for first in range(9):
            for second in range(first + 1, 9):
                pair = 1 << first | 1 << second
                if shared & pair == pair:
                    find_corner(board, corners, pair, steps)
                    for side in SIDES:
                        find_side(board, corners[side], pair, steps)


@kernel
def begin_rectangle(corners: I64, pair: int, case: int, steps: StepTable) -> int:
    row = begin_step(steps, UNIQUE_RECTANGLE)
    steps.head[row, HEAD_CASE], steps.head[row, HEAD_NUMBER] = case, pair
    for corner in corners:
        add_evidence(steps, row, 9 * corner + LOWEST[pair])
    return row


@kernel
def find_corner(board: CandidateBoard, corners: I64, pair: int, steps: StepTable) -> None:
    """Find type 1: three corners have only the pair, so the fourth contains neither digit."""
    open_corner, extra = 0, 0
    for corner in corners:
        if board.marks[corner] != pair:
            open_corner = corner
            extra += 1
    if extra == 1:
        row = begin_rectangle(corners, pair, ONE_CORNER, steps)
        for digit in range(1, 10):
            if pair >> (digit - 1) & 1:
                add_removal(steps, row, board, open_corner, digit)
        keep_step(steps, row)


@kernel
def find_side(board: CandidateBoard, corners: I64, pair: int, steps: StepTable) -> None:
    """Find types 2 to 4: the last two corners have only the pair; the first two, on one side, have extra candidates."""
    first, second = corners[0], corners[1]
    if board.marks[corners[2]] != pair or board.marks[corners[3]] != pair:
        return
    if board.marks[first] == pair or board.marks[second] == pair:
        return
    extra = (board.marks[first] | board.marks[second]) & ~pair
    if COUNT[extra] == 1 and board.marks[first] == board.marks[second]:
        row = begin_rectangle(corners, pair, SAME_EXTRA, steps)
        for cell in PEERS[first]:
            if SEES[second, cell]:
                add_removal(steps, row, board, cell, LOWEST[extra] + 1)
        keep_step(steps, row)
    for view in range(3):
        unit = UNITS_OF[first, view]
        if unit == UNITS_OF[second, view]:
            for digit in range(1, 10):
                bit = 1 << (digit - 1)
                if pair & bit != 0 and COUNT[board.places[unit, digit - 1]] == 2:
                    row = begin_rectangle(corners, pair, LOCKED_DIGIT, steps)
                    steps.head[row, HEAD_UNIT] = unit
                    add_removal(steps, row, board, first, LOWEST[pair ^ bit] + 1)
                    add_removal(steps, row, board, second, LOWEST[pair ^ bit] + 1)
                    keep_step(steps, row)
            if COUNT[extra] > 1:
                find_subset(board, corners, pair, unit, steps)


@kernel
def find_subset(board: CandidateBoard, corners: I64, pair: int, unit: int, steps: StepTable) -> None:
    """Find type 3: in a unit, the first two corners act as one cell with their extra candidates.

    One of them holds an extra. With other cells they may form a naked pair, triple or quad.
    """
    first, second = corners[0], corners[1]
    masks = np.empty(9, np.int64)
    side = 0
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        masks[position] = board.marks[cell]
        if cell == first:
            masks[position] = (board.marks[first] | board.marks[second]) & ~pair
            side = 1 << position
        elif cell == second:
            masks[position] = 0
    for size in range(2, 5):
        cells, digits = next_subset(masks, size, 0)
        while cells != 0:
            if cells & side != 0:
                keep_rectangle_subset(board, corners, pair, unit, cells ^ side, digits, steps)
            cells, digits = next_subset(masks, size, cells)


@kernel
def keep_rectangle_subset(
    board: CandidateBoard, corners: I64, pair: int, unit: int, cells: int, digits: int, steps: StepTable
) -> None:
    """Keep a step of type 3: the first two corners and these cells of the unit contain all of these digits.

    The parts of the evidence are the corners, the extras of the first two, and the candidates of the cells.
    """
    row = begin_rectangle(corners, pair, SUBSET, steps)
    steps.head[row, HEAD_UNIT] = unit
    add_evidence(steps, row, NO_ENTRY)
    for corner in corners[:2]:
        add_digits_evidence(steps, row, corner, board.marks[corner] & ~pair)
    add_evidence(steps, row, NO_ENTRY)
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        if cells >> position & 1:
            add_digits_evidence(steps, row, cell, board.marks[cell])
        elif cell != corners[0] and cell != corners[1]:
            for digit in range(1, 10):
                if digits >> (digit - 1) & 1:
                    add_removal(steps, row, board, cell, digit)
    keep_step(steps, row)


@kernel
def add_digits_evidence(steps: StepTable, row: int, cell: int, digits: int) -> None:
    """Add candidates of a cell to the evidence of a step."""
    for digit in range(9):
        if digits >> digit & 1:
            add_evidence(steps, row, 9 * cell + digit)


@kernel
def find_avoidable(board: CandidateBoard, is_given: I64, steps: StepTable) -> None:
    """Find avoidable rectangles. `is_given` has a 1 for each given."""
    for at in range(len(RECTANGLES)):
        corners = RECTANGLES[at]
        if is_given[corners[0]] or is_given[corners[1]] or is_given[corners[2]] or is_given[corners[3]]:
            continue
        for turn in range(4):
            find_last_corner(board, corners[turn], corners[turn ^ 1], corners[turn ^ 2], corners[3 - turn], steps)
        for side in SIDES:
            find_open_side(board, corners[side], steps)


@kernel
def find_last_corner(
    board: CandidateBoard, corner: int, beside: int, below: int, facing: int, steps: StepTable
) -> None:
    a, b = board.digits[beside], board.digits[facing]
    if board.digits[corner] != 0 or a == 0 or b == 0 or board.digits[below] != a:
        return
    row = begin_avoidable(corner, beside, below, facing, a, b, 1, steps)
    add_removal(steps, row, board, corner, b)
    keep_if_simplest(steps, row)


@kernel
def find_open_side(board: CandidateBoard, corners: I64, steps: StepTable) -> None:
    """Find type 2: the last two corners are filled; the first corner is beside the second and above the third."""
    first, second = corners[0], corners[1]
    a, b = board.digits[corners[2]], board.digits[corners[3]]
    if a == 0 or b == 0 or board.marks[first] == 0 or board.marks[second] == 0:
        return
    closing_first, closing_second = 1 << (b - 1), 1 << (a - 1)
    if board.marks[first] & closing_first == 0 or board.marks[second] & closing_second == 0:
        return
    extra = board.marks[first] & ~closing_first
    if COUNT[extra] != 1 or board.marks[second] & ~closing_second != extra:
        return
    row = begin_avoidable(first, second, corners[2], corners[3], a, b, 2, steps)
    for cell in PEERS[first]:
        if SEES[second, cell]:
            add_removal(steps, row, board, cell, LOWEST[extra] + 1)
    keep_if_simplest(steps, row)


@kernel
def begin_avoidable(
    first: int, second: int, third: int, fourth: int, a: int, b: int, case: int, steps: StepTable
) -> int:
    row = begin_step(steps, AVOIDABLE_RECTANGLE)
    steps.head[row, HEAD_CASE], steps.head[row, HEAD_NUMBER] = case, 1 << (a - 1) | 1 << (b - 1)
    low = LOWEST[steps.head[row, HEAD_NUMBER]]
    for corner in (first, second, third, fourth):
        add_evidence(steps, row, 9 * corner + low)
    return row


@kernel
def find_more_rectangles(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find all steps of type 5, type 6 or hidden rectangles. `places` must be up to date."""
    for at in range(len(RECTANGLES)):
        corners = RECTANGLES[at]
        if technique == HIDDEN_RECTANGLE:
            find_hidden_corner(board, corners, steps)
            continue
        shared = board.marks[corners[0]] & board.marks[corners[1]] & board.marks[corners[2]] & board.marks[corners[3]]
        for first in range(9):
            for second in range(first + 1, 9):
                pair = 1 << first | 1 << second
                if shared & pair != pair:
                    continue
                if technique == RECTANGLE_5:
                    find_same_extra(board, corners, pair, steps)
                elif technique == RECTANGLE_6:
                    find_crossed(board, corners, pair, steps)


@kernel
def find_same_extra(board: CandidateBoard, corners: I64, pair: int, steps: StepTable) -> None:
    extra, count, faces = 0, 0, 0
    for at in range(4):
        if board.marks[corners[at]] != pair:
            extra |= board.marks[corners[at]] & ~pair
            count += 1
            faces += 1 if at in (0, 3) else -1
    if COUNT[extra] != 1 or not (count == 3 or (count == 2 and faces != 0)):
        return
    row = begin_rectangle(corners, pair, 0, steps)
    steps.head[row, HEAD_TECHNIQUE] = RECTANGLE_5
    for cell in range(81):
        seen = True
        for corner in corners:
            seen = seen and (board.marks[corner] == pair or SEES[cell, corner])
        if seen:
            add_removal(steps, row, board, cell, LOWEST[extra] + 1)
    keep_if_simplest(steps, row)


@kernel
def find_crossed(board: CandidateBoard, corners: I64, pair: int, steps: StepTable) -> None:
    for turn in range(2):
        first, second = corners[turn], corners[3 - turn]
        if board.marks[corners[1 - turn]] != pair or board.marks[corners[2 + turn]] != pair:
            continue
        if board.marks[first] == pair or board.marks[second] == pair:
            continue
        for digit in range(9):
            if not pair >> digit & 1:
                continue
            rows = COUNT[board.places[first // 9, digit]] == 2 and COUNT[board.places[second // 9, digit]] == 2
            columns = COUNT[board.places[COLUMNS + first % 9, digit]] == 2
            columns = columns and COUNT[board.places[COLUMNS + second % 9, digit]] == 2
            if rows or columns:
                row = begin_rectangle(corners, pair, digit + 1, steps)
                steps.head[row, HEAD_TECHNIQUE] = RECTANGLE_6
                add_removal(steps, row, board, first, digit + 1)
                add_removal(steps, row, board, second, digit + 1)
                keep_if_simplest(steps, row)


@kernel
def find_hidden_corner(board: CandidateBoard, corners: I64, steps: StepTable) -> None:
    """Find hidden rectangles.

    The two corners between need only have a: if the opposite corner were b, they would be a.
    """
    for at in range(4):
        pair, corner = board.marks[corners[at]], corners[3 - at]
        if COUNT[pair] != 2 or board.marks[corner] & pair != pair:
            continue
        between = board.marks[corners[1 if at in (0, 3) else 0]] & board.marks[corners[2 if at in (0, 3) else 3]]
        for digit in range(9):
            if not (pair & between) >> digit & 1:
                continue
            in_row, in_column = board.places[corner // 9, digit], board.places[COLUMNS + corner % 9, digit]
            if COUNT[in_row] == 2 and COUNT[in_column] == 2:
                row = begin_rectangle(corners, pair, digit + 1, steps)
                for turn in range(4):
                    steps.evidence[row, turn] = 9 * corners[turn] + digit
                steps.head[row, HEAD_TECHNIQUE] = HIDDEN_RECTANGLE
                add_removal(steps, row, board, corner, LOWEST[pair & ~(1 << digit)] + 1)
                keep_if_simplest(steps, row)
