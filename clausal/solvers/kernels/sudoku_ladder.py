"""A path up the ladder of Sudoku Explainer: its order of techniques, and its direct ones.

A direct technique is one whose eliminations leave a digit one place in a unit. Sudoku Explainer rates it lower than the
same technique used for its eliminations, places the digit, and forgets the eliminations.
"""

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_steps import (
    BOXES,
    COLUMNS,
    I64,
    LOWEST,
    UNIT_CELLS,
    Board,
    copy_board,
    is_filled,
    place,
    set_up,
)
from clausal.solvers.kernels.sudoku_steps_found import NOTHING, RESTS, TECHNIQUE, UNIT, Found, simplest
from clausal.solvers.kernels.sudoku_steps_numbers import BOX_LINE, POINTING_PAIR, POINTING_TRIPLE, SINGLES
from clausal.solvers.kernels.sudoku_steps_singles import find_singles
from clausal.solvers.kernels.sudoku_steps_trouble import FINE
from clausal.solvers.kernels.sudoku_steps_walk import apply, find_easiest

ANY, DIRECT, SHORT = range(3)
"""What a rung asks of the steps of its technique: nothing, a digit that can be placed at once, an argument that rests
on four candidates at most."""

_SHORT = 4


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
def climb_one(
    board: Board, techniques: I64, conditions: I64, single: I64, found: Found, spare: Board, longest: I64
) -> int:
    """Do a step on the lowest rung that has one; gives the rung, or NOTHING. `longest` is what the longest argument of
    each rung rests on.

    All singles of a rung are placed at once: the others would stay, and come next.
    """
    for rung in range(len(techniques)):
        if find_easiest(board, techniques[rung : rung + 1], single, found) == NOTHING:
            continue
        if conditions[rung] == DIRECT:
            if place_directly(board, found, spare):
                return rung
            continue
        if techniques[rung] < SINGLES:
            for row in range(found.size[0]):
                apply(board, found, row)
            return rung
        row = simplest(found)
        if conditions[rung] == SHORT and found.head[row, RESTS] > _SHORT:
            continue
        longest[rung] = max(longest[rung], found.head[row, RESTS])
        apply(board, found, row)
        return rung
    return NOTHING


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
    longest: I64,
    filled: I64,
) -> None:
    """Climb with one grid a row: how often each stood on each rung, its longest argument there, whether it is filled
    in the end."""
    for grid in range(len(digits)):
        if set_up(board, digits[grid], marks[grid]) != FINE:
            continue
        while find_singles(board, wanted, single) == FINE and not is_filled(board):
            rung = climb_one(board, techniques, conditions, single, found, spare, longest[grid])
            if rung == NOTHING:
                break
            uses[grid, rung] += 1
        filled[grid] = is_filled(board)
