"""BUG, the "bivalue universal grave", as Sudoku Explainer looks for it: but for some further candidates, every cell
would have two and every digit two places in every unit it is missing in. Such a grid has no solution or several."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_hint import Hint, keep_trial, no_hint, rest_on, try_removing
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, SEES, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_subsets import CHOICES, FIRST_CHOICE


@kernel
def find_further(board: Board, further: I64) -> bool:
    """`further[cell]` becomes the candidates without which the grid is a grave; False when there are none such."""
    further[:] = 0
    for unit in range(27):
        for digit in range(9):
            places = board.places[unit, digit]
            if places == 0 or COUNT[places] == 2:
                continue
            wide, count = 0, 0
            for position in range(9):
                cell = UNIT_CELLS[unit, position]
                if places >> position & 1 and COUNT[board.marks[cell]] >= 3:
                    wide = cell
                    count += 1
            if count == 0:
                return False
            if count == 1:
                further[wide] |= 1 << digit
    for cell in range(81):
        if board.marks[cell] != 0 and COUNT[board.marks[cell] & ~further[cell]] != 2:
            return False
    for unit in range(27):
        for digit in range(9):
            count = 0
            for cell in UNIT_CELLS[unit]:
                count += (board.marks[cell] & ~further[cell]) >> digit & 1
            if count != 0 and count != 2:
                return False
    return True


@kernel
def find_bug(board: Board, hint: Hint) -> None:
    """The best hint of the grave; it rests on the further candidates. `places` must be up to date."""
    no_hint(hint)
    further = np.zeros(81, np.int64)
    if not find_further(board, further):
        return
    judge_grave(board, further, hint)
    for cell in range(81):
        for digit in range(9):
            if further[cell] >> digit & 1:
                rest_on(hint, 9 * cell + digit)


@kernel
def judge_grave(board: Board, further: I64, hint: Hint) -> None:
    """One cell has further candidates, several the same one, or several of one unit."""
    cells = np.flatnonzero(further)
    digits = 0
    for cell in cells:
        digits |= further[cell]
    if len(cells) == 0:
        return
    if len(cells) == 1:
        try_removing(hint, board, cells[0], ~digits)
        keep_trial(hint, 56, 0, 1)
        return
    peers = np.ones(81, np.bool_)
    for cell in cells:
        peers &= SEES[cell]
    if COUNT[digits] == 1:
        for peer in range(81):
            if peers[peer]:
                try_removing(hint, board, peer, digits)
        keep_trial(hint, 57, 0, 2)
        if len(cells) == 2:
            judge_pair(board, cells[0], cells[1], further, hint)
    elif peers.any():
        if len(cells) == 2:
            judge_pair(board, cells[0], cells[1], further, hint)
        judge_subsets_of(board, cells, digits, hint)


@kernel
def judge_pair(board: Board, one: int, other: int, further: I64, hint: Hint) -> None:
    """Two cells that share a unit and one digit that is not further: the rest that is not further goes."""
    kept_one, kept_other = board.marks[one] & ~further[one], board.marks[other] & ~further[other]
    if COUNT[kept_one & kept_other] != 1:
        return
    for turn in range(3):
        if UNITS_OF[one, VIEWS[turn]] == UNITS_OF[other, VIEWS[turn]]:
            try_removing(hint, board, one, kept_one & ~kept_other)
            try_removing(hint, board, other, kept_other & ~kept_one)
            keep_trial(hint, 57, 0, 4)
            return


@kernel
def judge_subsets_of(board: Board, cells: I64, digits: int, hint: Hint) -> None:
    """One of the cells holds a further digit: with others of their unit they take all digits that these have."""
    for turn in range(3):
        unit = UNITS_OF[cells[0], VIEWS[turn]]
        shared = True
        for cell in cells:
            shared = shared and UNITS_OF[cell, VIEWS[turn]] == unit
        if not shared:
            continue
        free = 0
        for position in range(9):
            cell = UNIT_CELLS[unit, position]
            inside = False
            for one in cells:
                inside = inside or one == cell
            if not inside and board.marks[cell] != 0:
                free |= 1 << position
        for size in range(2, 7):
            for at in range(FIRST_CHOICE[size - 1], FIRST_CHOICE[size]):
                chosen = CHOICES[at]
                if chosen & ~free != 0:
                    continue
                taken, left = 0, chosen
                while left != 0:
                    taken |= board.marks[UNIT_CELLS[unit, LOWEST[left]]]
                    left &= left - 1
                if COUNT[taken] == size and digits & ~taken == 0:
                    for position in range(9):
                        if free & ~chosen & (1 << position):
                            try_removing(hint, board, UNIT_CELLS[unit, position], taken)
                    keep_trial(hint, 56 + size, 0, 3)
