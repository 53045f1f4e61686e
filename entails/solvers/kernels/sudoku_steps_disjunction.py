"""The last resort that is still an argument: suppose a candidate, or compare the two cases of a choice.

Refuted: singles lead from the supposition to a contradiction. Either way: a cell has two candidates, or a digit two
places in a unit, and both cases, closed under singles, agree on something new. Only the simplest step is given: the
refutation of fewest waves; when nothing is refuted, the first choice whose cases agree.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COUNT, LOWEST, UNIT_CELLS, Board
from entails.solvers.kernels.sudoku_steps_cases import (
    ENDLESS,
    Case,
    need,
    needed_for_trouble,
    new_case,
    rest_on_needed,
    suppose,
)
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, OTHER, PLACE, Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_numbers import DISJUNCTION
from entails.solvers.kernels.sudoku_steps_waves import new_rules, note_rules, waves_to_trouble

REFUTED, EITHER_WAY = range(2)
_FEW = 4
"""Most refutations have fewer waves: looking that far first spares the long way of candidates that nothing refutes."""


@kernel
def find_disjunction(board: Board, found: Found) -> None:
    one = new_case()
    candidate = simplest_refuted(board)
    if candidate != NOTHING:
        keep_refutation(board, one, candidate, found)
    else:
        find_agreement(board, one, new_case(), found)


@kernel
def simplest_refuted(board: Board) -> int:
    """The candidate that leads to a contradiction in the fewest waves; NOTHING if none does."""
    rules = new_rules()
    note_rules(board.digits, board.marks, rules)
    best = NOTHING
    for most in (_FEW, ENDLESS):
        fewest = most
        for candidate in range(729):
            if board.marks[candidate // 9] >> candidate % 9 & 1:
                waves = waves_to_trouble(rules, candidate, fewest)
                if waves < fewest:
                    best, fewest = candidate, waves
        if best != NOTHING:
            break
    return best


@kernel
def keep_refutation(board: Board, case: Case, candidate: int, found: Found) -> None:
    trouble, _ = suppose(board, case, candidate)
    row = begin(found, DISJUNCTION)
    found.head[row, CASE], found.head[row, OTHER] = REFUTED, trouble
    needed = np.zeros(81, np.int64)
    needed_for_trouble(case, board, needed, trouble)
    rest_on_needed(case, board, needed, found, row)
    remove(found, row, board, candidate // 9, candidate % 9 + 1)
    keep(found, row)


@kernel
def find_agreement(board: Board, one: Case, other: Case, found: Found) -> None:
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] == 2:
            suppose(board, one, 9 * cell + LOWEST[mask])
            suppose(board, other, 9 * cell + LOWEST[mask & (mask - 1)])
            if keep_agreement(board, one, other, found):
                return
    for unit in range(27):
        for digit in range(9):
            places = board.places[unit, digit]
            if COUNT[places] == 2:
                suppose(board, one, 9 * UNIT_CELLS[unit, LOWEST[places]] + digit)
                suppose(board, other, 9 * UNIT_CELLS[unit, LOWEST[places & (places - 1)]] + digit)
                if keep_agreement(board, one, other, found):
                    return


@kernel
def keep_agreement(board: Board, one: Case, other: Case, found: Found) -> bool:
    """A digit that both cases place, else a candidate that both rule out."""
    placed, gone = NOTHING, NOTHING
    for cell in range(81):
        if board.digits[cell] == 0:
            if one.digits[cell] != 0 and one.digits[cell] == other.digits[cell]:
                placed = 9 * cell + one.digits[cell] - 1
                break
            lost = board.marks[cell] & ~(left_in(one, cell) | left_in(other, cell))
            if lost != 0 and gone == NOTHING:
                gone = 9 * cell + LOWEST[lost]
    if placed == NOTHING and gone == NOTHING:
        return False
    row = begin(found, DISJUNCTION)
    found.head[row, CASE] = EITHER_WAY
    found.head[row, PLACE] = placed
    for case in (one, other):
        needed = np.zeros(81, np.int64)
        if placed == NOTHING:
            need(case, board, needed, gone)
        else:
            for turn in range(case.size[0]):
                needed[turn] = case.placed[turn] == placed
        rest_on_needed(case, board, needed, found, row)
        rest(found, row, NOTHING)
    if placed == NOTHING:
        remove(found, row, board, gone // 9, gone % 9 + 1)
    keep(found, row)
    return True


@kernel
def left_in(case: Case, cell: int) -> int:
    """What the cell can still be in this case."""
    return 1 << (int(case.digits[cell]) - 1) if case.digits[cell] != 0 else int(case.marks[cell])
