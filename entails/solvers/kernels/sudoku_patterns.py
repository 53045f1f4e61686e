"""Patterns inside forcing chains: what a spread erases makes them possible, and their removals continue it.

When the links of a spread end, chains of level 1 and above look on what is left of its board for locked candidates,
hidden pairs, naked pairs and X-wings, in this order. The first type with removals yields all of them, in Sudoku
Explainer's order. Their parents are the erased candidates without which there would be no pattern.

Sudoku Explainer takes the cells of one removal in the order of a hash that differs between machines; here they come row
by row.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import COLUMNS, COUNT, I64, LOWEST, UNIT_CELLS, UNITS_OF, CandidateBoard
from entails.solvers.kernels.sudoku_spread import Spreads, add_node, add_parent, begin_link

_BOXES = 18
_BY_TYPE = np.concatenate([np.arange(_BOXES, 27), np.arange(COLUMNS, _BOXES), np.arange(COLUMNS)])
"""The units in the order in which pairs are sought: boxes, columns, rows."""
_FEWEST = 4
"""Fewest empty cells, or unplaced digits, among which a pattern is sought."""


def _crossings() -> I64:
    """Return each pair of a box and a line that cross, first unit by first unit, and their common positions in both."""
    rows = []
    for first, second in ((2, 1), (2, 0), (1, 2), (0, 2)):
        for unit in range(9 * first, 9 * first + 9):
            for crossing in range(9 * second, 9 * second + 9):
                inside = [UNITS_OF[cell, second] == crossing for cell in UNIT_CELLS[unit]]
                if any(inside):
                    overlap = [UNITS_OF[cell, first] == unit for cell in UNIT_CELLS[crossing]]
                    rows.append((unit, crossing, _mask(inside), _mask(overlap)))
    return np.array(rows, np.int64)


def _mask(positions: list[bool]) -> int:
    return sum(1 << position for position, member in enumerate(positions) if member)


_CROSSINGS = _crossings()


@kernel
def reach_by_patterns(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> bool:
    """Apply the removals of the first type of pattern that has any; return whether there were any."""
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
    """Add the erased places of a digit to a list of parents."""
    while places != 0:
        add_parent(spreads, at, 2 * (9 * UNIT_CELLS[unit, LOWEST[places]] + digit))
        places &= places - 1


@kernel
def add_gone_marks(spreads: Spreads, at: int, cell: int, marks: int) -> None:
    """Add the erased candidates of a cell to a list of parents."""
    while marks != 0:
        add_parent(spreads, at, 2 * (9 * cell + LOWEST[marks]))
        marks &= marks - 1


@kernel
def count_empty(board: CandidateBoard, unit: int) -> int:
    count = 0
    for cell in UNIT_CELLS[unit]:
        count += board.digits[cell] == 0
    return count


@kernel
def by_locking(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for pair in range(len(_CROSSINGS)):
        unit, crossing = _CROSSINGS[pair, 0], _CROSSINGS[pair, 1]
        inside, overlap = _CROSSINGS[pair, 2], _CROSSINGS[pair, 3]
        for digit in range(9):
            places = work.places[unit, digit]
            if places & ~inside != 0 or COUNT[places] < 2:
                continue
            gone = board.places[unit, digit] & ~places & ~inside
            hit = work.places[crossing, digit] & ~overlap
            while gone != 0 and hit != 0:
                at = begin_link(spreads)
                add_gone(spreads, at, unit, digit, gone)
                add_node(spreads, row, 2 * (9 * UNIT_CELLS[crossing, LOWEST[hit]] + digit), at)
                hit &= hit - 1


@kernel
def by_hidden_pairs(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for unit in _BY_TYPE:
        for high in range(1, 9):
            places = work.places[unit, high]
            if COUNT[places] != 2:
                continue
            for low in range(high):
                if work.places[unit, low] != places or count_empty(board, unit) <= _FEWEST:
                    continue
                gone_low, gone_high = board.places[unit, low] & ~places, board.places[unit, high] & ~places
                left = places if gone_low | gone_high != 0 else 0
                while left != 0:
                    cell = UNIT_CELLS[unit, LOWEST[left]]
                    left &= left - 1
                    hit = work.marks[cell] & ~(1 << low | 1 << high)
                    while hit != 0:
                        at = begin_link(spreads)
                        add_gone(spreads, at, unit, low, gone_low)
                        add_gone(spreads, at, unit, high, gone_high)
                        add_node(spreads, row, 2 * (9 * cell + LOWEST[hit]), at)
                        hit &= hit - 1


@kernel
def by_naked_pairs(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for unit in _BY_TYPE:
        for second in range(1, 9):
            second_cell = UNIT_CELLS[unit, second]
            pair = work.marks[second_cell]
            if COUNT[pair] != 2:
                continue
            for first in range(second):
                first_cell = UNIT_CELLS[unit, first]
                if work.marks[first_cell] != pair or count_empty(board, unit) < _FEWEST:
                    continue
                gone_first, gone_second = board.marks[first_cell] & ~pair, board.marks[second_cell] & ~pair
                if gone_first | gone_second == 0:
                    continue
                for cell in UNIT_CELLS[unit]:
                    hit = work.marks[cell] & pair if cell != first_cell and cell != second_cell else 0
                    while hit != 0:
                        at = begin_link(spreads)
                        add_gone_marks(spreads, at, first_cell, gone_first)
                        add_gone_marks(spreads, at, second_cell, gone_second)
                        add_node(spreads, row, 2 * (9 * cell + LOWEST[hit]), at)
                        hit &= hit - 1


@kernel
def by_x_wings(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for base in (COLUMNS, 0):
        for second in range(base + 1, base + 9):
            for first in range(base, second):
                for digit in range(9):
                    places = work.places[first, digit]
                    if COUNT[places] != 2 or work.places[second, digit] != places:
                        continue
                    gone_first = board.places[first, digit] & ~places
                    gone_second = board.places[second, digit] & ~places
                    if gone_first | gone_second == 0 or 9 - np.sum(board.digits == digit + 1) < _FEWEST:
                        continue
                    bases = 1 << (first - base) | 1 << (second - base)
                    for line in range(9):
                        if base == 0:
                            hit = work.places[line, digit] & places if bases >> line & 1 == 0 else 0
                        else:
                            hit = work.places[line, digit] & ~bases if places >> line & 1 else 0
                        while hit != 0:
                            at = begin_link(spreads)
                            add_gone(spreads, at, first, digit, gone_first)
                            add_gone(spreads, at, second, digit, gone_second)
                            add_node(spreads, row, 2 * (9 * (9 * line + LOWEST[hit]) + digit), at)
                            hit &= hit - 1
