"""Avoidable rectangles: four cells in two rows, two columns and two boxes, none of them given, may not be a, b, b, a in
turn, or exchanging the two would give a second solution. Type 1: three are filled, so the fourth is not what closes it.
Type 2: two on one side are filled, and what the others can be beside closing it is one digit: one of them holds it.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import AVOIDABLE_RECTANGLE
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEERS, SEES, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, OTHER, Found, begin, remove, rest
from entails.solvers.kernels.sudoku_steps_rectangles import RECTANGLES, SIDES


@kernel
def find_avoidable(board: Board, given: I64, found: Found) -> None:
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
def find_last_corner(board: Board, corner: int, beside: int, below: int, facing: int, found: Found) -> None:
    one, other = board.digits[beside], board.digits[facing]
    if board.digits[corner] != 0 or one == 0 or other == 0 or board.digits[below] != one:
        return
    row = begin_avoidable(corner, beside, below, facing, one, other, 1, found)
    remove(found, row, board, corner, other)
    keep_simplest(found, row)


@kernel
def find_open_side(board: Board, corners: I64, found: Found) -> None:
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
def begin_avoidable(one: int, two: int, three: int, four: int, a: int, b: int, case: int, found: Found) -> int:
    row = begin(found, AVOIDABLE_RECTANGLE)
    found.head[row, CASE], found.head[row, OTHER] = case, 1 << (a - 1) | 1 << (b - 1)
    low = LOWEST[found.head[row, OTHER]]
    for corner in (one, two, three, four):
        rest(found, row, 9 * corner + low)
    return row
