"""Singles: a cell that can take one digit only, or a digit that has one cell only.

Each comes in two forms. Without pencil marks only the digits on the board count (Landreau 2025 calls them last
remaining cell and last possible number); with them, what other techniques rubbed out counts too.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import BOXES, COLUMNS, FULL, I64, LOWEST, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import NOTHING, PLACE, Found, begin, keep, rest
from entails.solvers.kernels.sudoku_steps_numbers import (
    FULL_HOUSE,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    LAST_IN_BOX,
    LAST_IN_COLUMN,
    LAST_IN_ROW,
    LAST_NUMBER,
    NAKED_SINGLE,
)
from entails.solvers.kernels.sudoku_steps_trouble import FINE, NO_CANDIDATE, NO_PLACE

PLAIN, FILLED, EMPTY = 16, 32, 48
"""Where a word for a cell has what it could be without marks, its digit, and a bit if it has none; first its marks. So
one look at the words of a unit tells all of them that come once and twice."""


@kernel
def find_singles(board: Board, wanted: I64, single: I64) -> int:
    """Write into `single[technique, cell]` the digit that the technique puts there, 0 for none. Gives what is wrong
    with the board, if anything: a contradiction is always seen before a single is used.

    The forms with marks leave out what the wanted forms without them say already.
    """
    single[:] = 0
    for cell in range(81):
        digit = board.digits[cell]
        board.words[cell] = (
            board.marks[cell] | board.plain[cell] << PLAIN | (1 << digit) >> 1 << FILLED | int(digit == 0) << EMPTY
        )
    for cell in range(81):
        mask = board.marks[cell]
        if mask & (mask - 1) == 0 and board.digits[cell] == 0:
            if mask == 0:
                return NO_CANDIDATE + cell
            digit = LOWEST[mask] + 1
            plain = board.plain[cell] == mask
            if plain:
                single[LAST_NUMBER, cell] = digit
            if not (plain and wanted[LAST_NUMBER]):
                single[NAKED_SINGLE, cell] = digit
    for unit in range(27):
        trouble = find_singles_of(board, unit, wanted, single)
        if trouble != FINE:
            return trouble
    return FINE


@kernel
def find_singles_of(board: Board, unit: int, wanted: I64, single: I64) -> int:
    """The same for the digits of one unit."""
    once, twice = 0, 0
    for cell in UNIT_CELLS[unit]:
        twice |= once & board.words[cell]
        once |= board.words[cell]
    lost = FULL & ~(once | once >> FILLED)
    if lost != 0:
        return NO_PLACE + 9 * unit + int(LOWEST[lost])
    alone = once & ~twice
    hidden = alone & FULL
    if alone >> EMPTY != 0:
        for cell in UNIT_CELLS[unit]:
            if board.digits[cell] == 0:
                single[FULL_HOUSE, cell] = LOWEST[hidden] + 1
    without, with_marks = LAST_IN_BOX, HIDDEN_SINGLE_BOX
    if unit < BOXES:
        without, with_marks = LAST_IN_ROW, HIDDEN_SINGLE_LINE
        if unit >= COLUMNS:
            without = LAST_IN_COLUMN
    while hidden != 0:
        bit = hidden & -hidden
        hidden ^= bit
        plain = twice >> PLAIN & bit == 0
        for cell in UNIT_CELLS[unit]:
            if board.marks[cell] & bit != 0:
                if plain:
                    single[without, cell] = LOWEST[bit] + 1
                if not (plain and wanted[without]):
                    single[with_marks, cell] = LOWEST[bit] + 1
                break
    return FINE


@kernel
def keep_singles(technique: int, single: I64, found: Found) -> None:
    """Make steps of the singles of one technique. Their units are left for `unit_of_single`: few ever need them."""
    for cell in range(81):
        digit = single[technique, cell]
        if digit != 0:
            row = begin(found, technique)
            found.head[row, PLACE] = 9 * cell + digit - 1
            rest(found, row, 9 * cell + digit - 1)
            keep(found, row)


@kernel
def unit_of_single(board: Board, technique: int, cell: int, digit: int) -> int:
    """The unit in which to see it; NOTHING for a single of the cell itself."""
    row, column, box = int(UNITS_OF[cell, 0]), int(UNITS_OF[cell, 1]), int(UNITS_OF[cell, 2])
    if technique == FULL_HOUSE:
        return box if empty_cells(board, box) == 1 else row if empty_cells(board, row) == 1 else column
    if technique in (LAST_IN_BOX, HIDDEN_SINGLE_BOX):
        return box
    if technique == LAST_IN_ROW or (technique == HIDDEN_SINGLE_LINE and places_of(board, row, digit) == 1):
        return row
    if technique in (LAST_IN_COLUMN, HIDDEN_SINGLE_LINE):
        return column
    return NOTHING


@kernel
def empty_cells(board: Board, unit: int) -> int:
    count = 0
    for cell in UNIT_CELLS[unit]:
        count += board.digits[cell] == 0
    return count


@kernel
def places_of(board: Board, unit: int, digit: int) -> int:
    count = 0
    for cell in UNIT_CELLS[unit]:
        count += board.marks[cell] >> (digit - 1) & 1
    return count
