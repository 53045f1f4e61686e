"""Unique rectangles: four cells in two rows, two columns and two boxes may not be a, b, b, a in turn.

If they were, exchanging a and b would give a second solution; so this only holds where the puzzle is known to have one.
All four cells must still have both candidates: then no mark that the puzzle came with forbids the exchange.

Avoidable rectangles: four cells in two rows, two columns and two boxes, none of them given, may not be a, b, b, a in
turn, or exchanging the two would give a second solution. Type 1: three are filled, so the fourth is not what closes it.
Type 2: two on one side are filled, and what the others can be beside closing it is one digit: one of them holds it.

Further unique rectangles: four cells in two rows, two columns and two boxes may not be a, b, b, a in turn.

Type 5: two corners that face each other, or three, have one more candidate, the same: one of them is it. Type 6: two
that face each other have more, and a has no other place in their rows (or columns): then neither is a. Hidden: one
corner is a or b alone, and a has no other place in the row and the column of the one that faces it: that is not b.
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
    begin,
    keep,
    keep_simplest,
    remove,
    rest,
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
def find_rectangles(board: CandidateBoard, found: StepTable) -> None:
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
def begin_rectangle(corners: I64, pair: int, case: int, found: StepTable) -> int:
    row = begin(found, UNIQUE_RECTANGLE)
    found.head[row, HEAD_CASE], found.head[row, HEAD_NUMBER] = case, pair
    for corner in corners:
        rest(found, row, 9 * corner + LOWEST[pair])
    return row


@kernel
def find_corner(board: CandidateBoard, corners: I64, pair: int, found: StepTable) -> None:
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
def find_side(board: CandidateBoard, corners: I64, pair: int, found: StepTable) -> None:
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
                    found.head[row, HEAD_UNIT] = unit
                    remove(found, row, board, one, LOWEST[pair ^ bit] + 1)
                    remove(found, row, board, other, LOWEST[pair ^ bit] + 1)
                    keep(found, row)
            if COUNT[extra] > 1:
                find_subset(board, corners, pair, unit, found)


@kernel
def find_subset(board: CandidateBoard, corners: I64, pair: int, unit: int, found: StepTable) -> None:
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
def keep_subset_of(
    board: CandidateBoard, corners: I64, pair: int, unit: int, cells: int, digits: int, found: StepTable
) -> None:
    """The first two corners and these cells of the unit take all of these digits. The parts that the step rests on: the
    corners, what else the two can be, and the candidates of the cells."""
    row = begin_rectangle(corners, pair, SUBSET, found)
    found.head[row, HEAD_UNIT] = unit
    rest(found, row, NO_ENTRY)
    for corner in corners[:2]:
        rest_on(found, row, corner, board.marks[corner] & ~pair)
    rest(found, row, NO_ENTRY)
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
def rest_on(found: StepTable, row: int, cell: int, digits: int) -> None:
    """The step rests on these candidates of a cell."""
    for digit in range(9):
        if digits >> digit & 1:
            rest(found, row, 9 * cell + digit)


@kernel
def find_avoidable(board: CandidateBoard, given: I64, found: StepTable) -> None:
    """`given` has a 1 for each cell that the puzzle fills."""
    for at in range(len(RECTANGLES)):
        corners = RECTANGLES[at]
        if given[corners[0]] or given[corners[1]] or given[corners[2]] or given[corners[3]]:
            continue
        for turn in range(4):
            find_last_corner(board, corners[turn], corners[turn ^ 1], corners[turn ^ 2], corners[3 - turn], found)
        for side in SIDES:
            find_open_side(board, corners[side], found)


@kernel
def find_last_corner(
    board: CandidateBoard, corner: int, beside: int, below: int, facing: int, found: StepTable
) -> None:
    one, other = board.digits[beside], board.digits[facing]
    if board.digits[corner] != 0 or one == 0 or other == 0 or board.digits[below] != one:
        return
    row = begin_avoidable(corner, beside, below, facing, one, other, 1, found)
    remove(found, row, board, corner, other)
    keep_simplest(found, row)


@kernel
def find_open_side(board: CandidateBoard, corners: I64, found: StepTable) -> None:
    """The last two corners are filled; the first is beside the second and above the third."""
    one, other = corners[0], corners[1]
    a, b = board.digits[corners[2]], board.digits[corners[3]]
    if a == 0 or b == 0 or board.marks[one] == 0 or board.marks[other] == 0:
        return
    closing_one, closing_other = 1 << (b - 1), 1 << (a - 1)
    if board.marks[one] & closing_one == 0 or board.marks[other] & closing_other == 0:
        return
    extra = board.marks[one] & ~closing_one
    if COUNT[extra] != 1 or board.marks[other] & ~closing_other != extra:
        return
    row = begin_avoidable(one, other, corners[2], corners[3], a, b, 2, found)
    for cell in PEERS[one]:
        if SEES[other, cell]:
            remove(found, row, board, cell, LOWEST[extra] + 1)
    keep_simplest(found, row)


@kernel
def begin_avoidable(one: int, two: int, three: int, four: int, a: int, b: int, case: int, found: StepTable) -> int:
    row = begin(found, AVOIDABLE_RECTANGLE)
    found.head[row, HEAD_CASE], found.head[row, HEAD_NUMBER] = case, 1 << (a - 1) | 1 << (b - 1)
    low = LOWEST[found.head[row, HEAD_NUMBER]]
    for corner in (one, two, three, four):
        rest(found, row, 9 * corner + low)
    return row


@kernel
def find_more_rectangles(board: CandidateBoard, technique: int, found: StepTable) -> None:
    """All steps of one type. `places` must be up to date."""
    for at in range(len(RECTANGLES)):
        corners = RECTANGLES[at]
        if technique == HIDDEN_RECTANGLE:
            find_hidden_corner(board, corners, found)
            continue
        shared = board.marks[corners[0]] & board.marks[corners[1]] & board.marks[corners[2]] & board.marks[corners[3]]
        for first in range(9):
            for second in range(first + 1, 9):
                pair = 1 << first | 1 << second
                if shared & pair != pair:
                    continue
                if technique == RECTANGLE_5:
                    find_same_extra(board, corners, pair, found)
                elif technique == RECTANGLE_6:
                    find_crossed(board, corners, pair, found)


@kernel
def find_same_extra(board: CandidateBoard, corners: I64, pair: int, found: StepTable) -> None:
    extra, count, faces = 0, 0, 0
    for at in range(4):
        if board.marks[corners[at]] != pair:
            extra |= board.marks[corners[at]] & ~pair
            count += 1
            faces += 1 if at in (0, 3) else -1
    if COUNT[extra] != 1 or not (count == 3 or (count == 2 and faces != 0)):
        return
    row = begin_rectangle(corners, pair, 0, found)
    found.head[row, HEAD_TECHNIQUE] = RECTANGLE_5
    for cell in range(81):
        seen = True
        for corner in corners:
            seen = seen and (board.marks[corner] == pair or SEES[cell, corner])
        if seen:
            remove(found, row, board, cell, LOWEST[extra] + 1)
    keep_simplest(found, row)


@kernel
def find_crossed(board: CandidateBoard, corners: I64, pair: int, found: StepTable) -> None:
    for turn in range(2):
        one, other = corners[turn], corners[3 - turn]
        if board.marks[corners[1 - turn]] != pair or board.marks[corners[2 + turn]] != pair:
            continue
        if board.marks[one] == pair or board.marks[other] == pair:
            continue
        for digit in range(9):
            if not pair >> digit & 1:
                continue
            rows = COUNT[board.places[one // 9, digit]] == 2 and COUNT[board.places[other // 9, digit]] == 2
            columns = COUNT[board.places[COLUMNS + one % 9, digit]] == 2
            columns = columns and COUNT[board.places[COLUMNS + other % 9, digit]] == 2
            if rows or columns:
                row = begin_rectangle(corners, pair, digit + 1, found)
                found.head[row, HEAD_TECHNIQUE] = RECTANGLE_6
                remove(found, row, board, one, digit + 1)
                remove(found, row, board, other, digit + 1)
                keep_simplest(found, row)


@kernel
def find_hidden_corner(board: CandidateBoard, corners: I64, found: StepTable) -> None:
    """The two corners between need only have a: if the facing one were b, they would be a, whatever else they could."""
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
                row = begin_rectangle(corners, pair, digit + 1, found)
                for turn in range(4):
                    found.rests[row, turn] = 9 * corners[turn] + digit
                found.head[row, HEAD_TECHNIQUE] = HIDDEN_RECTANGLE
                remove(found, row, board, corner, LOWEST[pair & ~(1 << digit)] + 1)
                keep_simplest(found, row)
