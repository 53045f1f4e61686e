"""A path up the ladder of Sudoku Explainer: its order of techniques, and its direct ones.

A direct technique is one whose eliminations leave a digit one place in a unit. Sudoku Explainer rates it lower than the
same technique used for its eliminations, places the digit, and forgets the eliminations.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import (
    BOXES,
    COLUMNS,
    I64,
    LOWEST,
    UNIT_CELLS,
    Board,
    copy_board,
    find_places,
    is_filled,
    place,
    set_up,
)
from entails.solvers.kernels.sudoku_steps_found import NOTHING, TECHNIQUE, UNIT, Found, simplest
from entails.solvers.kernels.sudoku_steps_numbers import BOX_LINE, POINTING_PAIR, POINTING_TRIPLE, SINGLES
from entails.solvers.kernels.sudoku_steps_singles import find_singles
from entails.solvers.kernels.sudoku_steps_trouble import FINE
from entails.solvers.kernels.sudoku_steps_walk import apply, find_steps

ANY, DIRECT = range(2)
"""What a rung asks of the steps of its technique: nothing, or a digit that can be placed at once."""


@kernel
def units_to_look_at(technique: int, unit: int) -> tuple[int, int]:
    """The units (from, up to) in which Sudoku Explainer looks for the digit that a direct technique gives away: other
    boxes after pointing, parallel lines after a box-line reduction, the unit of a hidden pair or triple itself."""
    if technique in (POINTING_PAIR, POINTING_TRIPLE):
        return BOXES, BOXES + 9
    if technique == BOX_LINE:
        return (0, COLUMNS) if unit < COLUMNS else (COLUMNS, BOXES)
    return unit, unit + 1


@kernel
def hidden_single(board: Board, first: int, end: int) -> int:
    """A candidate that is the last place of its digit in one of these units, or NOTHING."""
    for unit in range(first, end):
        once, twice = 0, 0
        for cell in UNIT_CELLS[unit]:
            twice |= once & board.marks[cell]
            once |= board.marks[cell]
        alone = once & ~twice
        if alone != 0:
            for cell in UNIT_CELLS[unit]:
                if board.marks[cell] & alone != 0:
                    return 9 * int(cell) + int(LOWEST[board.marks[cell] & alone])
    return NOTHING


@kernel
def place_directly(board: Board, found: Found, spare: Board) -> bool:
    """Place the digit that the eliminations of some step in `found` give away; False when none does."""
    for row in range(found.size[0]):
        copy_board(spare, board)
        apply(spare, found, row)
        first, end = units_to_look_at(int(found.head[row, TECHNIQUE]), int(found.head[row, UNIT]))
        candidate = hidden_single(spare, first, end)
        if candidate != NOTHING:
            place(board, candidate // 9, candidate % 9 + 1)
            return True
    return False


@kernel
def climb_one(board: Board, techniques: I64, conditions: I64, single: I64, found: Found, spare: Board) -> int:
    """Do a step on the lowest rung that has one; gives the rung, or NOTHING.

    All singles of a rung are placed at once: the others would stay, and come next.
    """
    fresh, absent = False, 0
    for rung in range(len(techniques)):
        if absent >> techniques[rung] & 1:  # looked for as a direct one
            continue
        if techniques[rung] >= SINGLES and not fresh:
            find_places(board)
            fresh = True
        find_steps(board, techniques[rung], single, found)
        if found.size[0] == 0:
            absent |= 1 << techniques[rung]
            continue
        if conditions[rung] == DIRECT:
            if place_directly(board, found, spare):
                return rung
            continue
        if techniques[rung] < SINGLES:
            for row in range(found.size[0]):
                apply(board, found, row)
            return rung
        apply(board, found, simplest(found))
        return rung
    return NOTHING


@kernel
def climb(
    board: Board,
    techniques: I64,
    conditions: I64,
    wanted: I64,
    single: I64,
    found: Found,
    spare: Board,
    uses: I64,
) -> bool:
    """Climb until no rung has a step: True if the grid is filled then, else `places` is up to date. `uses` counts the
    steps of each rung."""
    while find_singles(board, wanted, single) == FINE and not is_filled(board):
        rung = climb_one(board, techniques, conditions, single, found, spare)
        if rung == NOTHING:
            break
        uses[rung] += 1
    find_places(board)
    return is_filled(board)


@kernel
def climb_many(
    digits: I64,
    marks: I64,
    techniques: I64,
    conditions: I64,
    wanted: I64,
    board: Board,
    single: I64,
    found: Found,
    spare: Board,
    uses: I64,
    filled: I64,
) -> None:
    """Climb with one grid a row: how often each stood on each rung, and whether it is filled in the end. Where it is
    not, `digits` and `marks` become what it has come to."""
    for grid in range(len(digits)):
        if set_up(board, digits[grid], marks[grid]) == FINE:
            filled[grid] = climb(board, techniques, conditions, wanted, single, found, spare, uses[grid])
            if not filled[grid]:
                digits[grid] = board.digits
                for cell in range(81):
                    digit = board.digits[cell]
                    marks[grid, cell] = 1 << (digit - 1) if digit != 0 else board.marks[cell]
