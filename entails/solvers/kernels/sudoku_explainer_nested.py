"""Patterns within a forcing chain: where its links end, locked candidates, hidden pairs, naked pairs and X-wings that
what was rubbed out has made."""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_spread import Spreads, add_node, add_parent, begin_link
from entails.solvers.kernels.sudoku_steps import COLUMNS, COUNT, LOWEST, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_locked import shared_unit


@kernel
def reach_by_patterns(spreads: Spreads, row: int, board: Board, work: Board) -> bool:
    """Reach what the first kind of pattern that finds anything rules out; False when none does."""
    size = spreads.size[row, 0]
    by_locking(spreads, row, board, work)
    if spreads.size[row, 0] == size:
        by_hidden_pairs(spreads, row, board, work)
    if spreads.size[row, 0] == size:
        by_naked_pairs(spreads, row, board, work)
    if spreads.size[row, 0] == size:
        by_x_wings(spreads, row, board, work)
    return bool(spreads.size[row, 0] > size)


@kernel
def add_gone(spreads: Spreads, at: int, unit: int, digit: int, places: int) -> None:
    """These places of a digit, rubbed out before, are parents."""
    for position in range(9):
        if places >> position & 1:
            add_parent(spreads, at, 2 * (9 * UNIT_CELLS[unit, position] + digit))


@kernel
def by_locking(spreads: Spreads, row: int, board: Board, work: Board) -> None:
    for turn in range(27):
        unit = (turn + 18) % 27
        for digit in range(9):
            places = work.places[unit, digit]
            if not 2 <= COUNT[places] <= 3 or board.places[unit, digit] == places:
                continue
            for view in range(3):
                other = shared_unit(unit, places, view)
                if other < 0 or other == unit or (unit < 18) == (other < 18):
                    continue
                outside = 0
                for position in range(9):
                    outside |= (UNITS_OF[UNIT_CELLS[unit, position], view] != other) << position
                gone = board.places[unit, digit] & ~places & outside
                if gone == 0:
                    continue
                for position in range(9):
                    cell = UNIT_CELLS[other, position]
                    inside = UNITS_OF[cell, 0] == unit or UNITS_OF[cell, 1] == unit or UNITS_OF[cell, 2] == unit
                    if not inside and work.marks[cell] >> digit & 1:
                        at = begin_link(spreads)
                        add_gone(spreads, at, unit, digit, gone)
                        add_node(spreads, row, 2 * (9 * cell + digit), at)


@kernel
def by_hidden_pairs(spreads: Spreads, row: int, board: Board, work: Board) -> None:
    for unit in range(27):
        for one in range(9):
            places = work.places[unit, one]
            if COUNT[places] != 2:
                continue
            for other in range(one + 1, 9):
                if work.places[unit, other] != places:
                    continue
                gone_one = board.places[unit, one] & ~places
                gone_other = board.places[unit, other] & ~places
                if gone_one | gone_other == 0:
                    continue
                for position in range(9):
                    if places >> position & 1:
                        cell = UNIT_CELLS[unit, position]
                        for digit in range(9):
                            if digit != one and digit != other and work.marks[cell] >> digit & 1:
                                at = begin_link(spreads)
                                add_gone(spreads, at, unit, one, gone_one)
                                add_gone(spreads, at, unit, other, gone_other)
                                add_node(spreads, row, 2 * (9 * cell + digit), at)


@kernel
def by_naked_pairs(spreads: Spreads, row: int, board: Board, work: Board) -> None:
    for unit in range(27):
        for first in range(9):
            one = UNIT_CELLS[unit, first]
            pair = work.marks[one]
            if COUNT[pair] != 2:
                continue
            for second in range(first + 1, 9):
                other = UNIT_CELLS[unit, second]
                if work.marks[other] != pair or (board.marks[one] | board.marks[other]) == pair:
                    continue
                for cell in UNIT_CELLS[unit]:
                    if cell != one and cell != other:
                        for digit in range(9):
                            if (work.marks[cell] & pair) >> digit & 1:
                                at = begin_link(spreads)
                                for gone in range(9):
                                    if (board.marks[one] & ~pair) >> gone & 1:
                                        add_parent(spreads, at, 2 * (9 * one + gone))
                                    if (board.marks[other] & ~pair) >> gone & 1:
                                        add_parent(spreads, at, 2 * (9 * other + gone))
                                add_node(spreads, row, 2 * (9 * cell + digit), at)


@kernel
def by_x_wings(spreads: Spreads, row: int, board: Board, work: Board) -> None:
    for turn in range(2):
        base = COLUMNS * (1 - turn)
        for digit in range(9):
            for one in range(base, base + 9):
                places = work.places[one, digit]
                if COUNT[places] != 2:
                    continue
                for other in range(one + 1, base + 9):
                    if work.places[other, digit] != places:
                        continue
                    gone_one = board.places[one, digit] & ~places
                    gone_other = board.places[other, digit] & ~places
                    if gone_one | gone_other == 0:
                        continue
                    for line in range(base, base + 9):
                        hit = work.places[line, digit] & places
                        while line != one and line != other and hit != 0:
                            cell = UNIT_CELLS[line, LOWEST[hit]]
                            hit &= hit - 1
                            at = begin_link(spreads)
                            add_gone(spreads, at, one, digit, gone_one)
                            add_gone(spreads, at, other, digit, gone_other)
                            add_node(spreads, row, 2 * (9 * cell + digit), at)
