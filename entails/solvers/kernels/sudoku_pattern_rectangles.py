"""Further unique rectangles: four cells in two rows, two columns and two boxes may not be a, b, b, a in turn.

Type 5: two corners that face each other, or three, have one more candidate, the same: one of them is it. Type 6: two
that face each other have more, and a has no other place in their rows (or columns): then neither is a. Hidden: one
corner is a or b alone, and a has no other place in the row and the column of the one that faces it: that is not b.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import HIDDEN_RECTANGLE, RECTANGLE_5, RECTANGLE_6
from entails.solvers.kernels.sudoku_steps import COLUMNS, COUNT, I64, LOWEST, SEES, Board
from entails.solvers.kernels.sudoku_steps_found import TECHNIQUE, Found, remove
from entails.solvers.kernels.sudoku_steps_rectangles import RECTANGLES, begin_rectangle


@kernel
def find_more_rectangles(board: Board, technique: int, found: Found) -> None:
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
def find_same_extra(board: Board, corners: I64, pair: int, found: Found) -> None:
    extra, count, faces = 0, 0, 0
    for at in range(4):
        if board.marks[corners[at]] != pair:
            extra |= board.marks[corners[at]] & ~pair
            count += 1
            faces += 1 if at in (0, 3) else -1
    if COUNT[extra] != 1 or not (count == 3 or (count == 2 and faces != 0)):
        return
    row = begin_rectangle(corners, pair, 0, found)
    found.head[row, TECHNIQUE] = RECTANGLE_5
    for cell in range(81):
        seen = True
        for corner in corners:
            seen = seen and (board.marks[corner] == pair or SEES[cell, corner])
        if seen:
            remove(found, row, board, cell, LOWEST[extra] + 1)
    keep_simplest(found, row)


@kernel
def find_crossed(board: Board, corners: I64, pair: int, found: Found) -> None:
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
                found.head[row, TECHNIQUE] = RECTANGLE_6
                remove(found, row, board, one, digit + 1)
                remove(found, row, board, other, digit + 1)
                keep_simplest(found, row)


@kernel
def find_hidden_corner(board: Board, corners: I64, found: Found) -> None:
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
                found.head[row, TECHNIQUE] = HIDDEN_RECTANGLE
                remove(found, row, board, corner, LOWEST[pair & ~(1 << digit)] + 1)
                keep_simplest(found, row)
