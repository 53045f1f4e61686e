"""Subsets: n things that share n places take them all. One search serves three techniques.

Naked: n cells of a unit with n digits between them. Hidden: n digits of a unit with n cells between them. Fish: n
lines whose places for one digit lie on n crossing lines.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COLUMNS, COUNT, FULL, I64, LOWEST, UNIT_CELLS, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, OTHER, UNIT, Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_numbers import (
    HIDDEN_PAIR,
    HIDDEN_TRIPLE,
    NAKED_PAIR,
    NAKED_TRIPLE,
    SWORDFISH,
    X_WING,
)

CHOICES = np.array(sorted(range(FULL + 1), key=lambda mask: (mask.bit_count(), mask)), np.int64)
"""All choices of 0 to 9 things out of nine, as masks, the small ones first."""
FIRST_CHOICE = np.searchsorted(COUNT[CHOICES], np.arange(11)).astype(np.int64)
"""Where the choices of n things begin."""


@kernel
def next_subset(masks: I64, size: int, after: int) -> tuple[int, int]:
    """The next choice of `size` masks, all of two bits or more, with `size` bits between them, after a given one (0 for
    the first): (the choice, its bits). The choice is 0 when there are no more, or when no other mask has any bits: then
    a subset says nothing."""
    usable, some = 0, 0
    for index in range(9):
        count = COUNT[masks[index]]
        some += count != 0
        usable |= (2 <= count <= size) << index
    if some <= size or COUNT[usable] < size:
        return 0, 0
    choice = after
    while True:
        choice = next_choice(usable, size, choice)
        bits, left = 0, choice
        while left != 0:
            bits |= masks[LOWEST[left]]
            left &= left - 1
        if choice == 0 or COUNT[bits] == size:
            return choice, bits


@kernel
def next_choice(usable: int, size: int, after: int) -> int:
    """The next choice of `size` things out of those that are usable (as many or more), in the order of CHOICES; 0 after
    the last."""
    choice = 0
    if after != 0:  # the lowest of them moves up, over those that cannot; what this frees falls to the bottom
        choice = ((after | FULL & ~usable) + (after & -after)) & usable
        if choice < after:
            return 0
    while COUNT[choice] < size:
        free = usable & ~choice
        choice |= free & -free
    return choice


@kernel
def find_naked(board: Board, technique: int, found: Found) -> None:
    size = 2 if technique == NAKED_PAIR else 3 if technique == NAKED_TRIPLE else 4
    masks = np.empty(9, np.int64)
    for unit in range(27):
        for position in range(9):
            masks[position] = board.marks[UNIT_CELLS[unit, position]]
        cells, digits = next_subset(masks, size, 0)
        while cells != 0:
            keep_subset(board, technique, unit, cells, digits, cells, digits, found)
            cells, digits = next_subset(masks, size, cells)


@kernel
def find_hidden(board: Board, technique: int, found: Found) -> None:
    size = 2 if technique == HIDDEN_PAIR else 3 if technique == HIDDEN_TRIPLE else 4
    for unit in range(27):
        digits, cells = next_subset(board.places[unit], size, 0)
        while digits != 0:
            keep_subset(board, technique, unit, cells, digits, FULL & ~cells, FULL & ~digits, found)
            digits, cells = next_subset(board.places[unit], size, digits)


@kernel
def keep_subset(
    board: Board, technique: int, unit: int, cells: int, digits: int, spared: int, lost: int, found: Found
) -> None:
    """These cells of the unit hold these digits: the cells that are not `spared` lose the digits that are `lost`."""
    open_there, others = 0, FULL & ~spared
    while others != 0:
        open_there |= board.marks[UNIT_CELLS[unit, LOWEST[others]]]
        others &= others - 1
    if open_there & lost == 0:
        return
    row = begin(found, technique)
    found.head[row, UNIT], found.head[row, OTHER] = unit, digits
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        if cells >> position & 1:
            rest(found, row, 9 * cell + LOWEST[board.marks[cell] & digits])
        if not spared >> position & 1:
            for digit in range(1, 10):
                if lost >> (digit - 1) & 1:
                    remove(found, row, board, cell, digit)
    keep(found, row)


@kernel
def find_fish(board: Board, technique: int, found: Found) -> None:
    """CASE 0: rows that share columns; CASE 1: columns that share rows."""
    size = 2 if technique == X_WING else 3 if technique == SWORDFISH else 4
    masks = np.empty(9, np.int64)
    for digit in range(1, 10):
        for case in range(2):
            for line in range(9):
                masks[line] = board.places[COLUMNS * case + line, digit - 1]
            lines, crossing = next_subset(masks, size, 0)
            while lines != 0:
                row = begin(found, technique)
                found.head[row, CASE] = case
                for line in range(9):
                    for position in range(9):
                        if crossing >> position & 1:
                            cell = UNIT_CELLS[COLUMNS * case + line, position]
                            if not lines >> line & 1:
                                remove(found, row, board, cell, digit)
                            elif masks[line] >> position & 1:
                                rest(found, row, 9 * cell + digit - 1)
                keep(found, row)
                lines, crossing = next_subset(masks, size, lines)
