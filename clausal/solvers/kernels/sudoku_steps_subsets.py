"""Subsets: n things that share n places take them all. One search serves three techniques.

Naked: n cells of a unit with n digits between them. Hidden: n digits of a unit with n cells between them. Fish: n
lines whose places for one digit lie on n crossing lines.
"""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_steps import COLUMNS, COUNT, FULL, I64, LOWEST, UNIT_CELLS, Board
from clausal.solvers.kernels.sudoku_steps_found import CASE, OTHER, UNIT, Found, begin, keep, remove, rest
from clausal.solvers.kernels.sudoku_steps_numbers import (
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
def next_subset(masks: I64, size: int, place: int) -> tuple[int, int, int]:
    """The next choice of `size` masks, all of two bits or more, with `size` bits between them, from the given place in
    CHOICES on: (where to go on, the choice, its bits). The choice is 0 when there are no more."""
    usable = 0
    for index in range(9):
        if 2 <= COUNT[masks[index]] <= size:
            usable |= 1 << index
    if COUNT[usable] < size:
        return FIRST_CHOICE[size + 1], 0, 0
    for at in range(place, FIRST_CHOICE[size + 1]):
        choice = CHOICES[at]
        if choice & ~usable == 0:
            bits, left = 0, choice
            while left != 0:
                bits |= masks[LOWEST[left]]
                left &= left - 1
            if COUNT[bits] == size:
                return at + 1, choice, bits
    return FIRST_CHOICE[size + 1], 0, 0


@kernel
def find_naked(board: Board, technique: int, found: Found) -> None:
    size = 2 if technique == NAKED_PAIR else 3 if technique == NAKED_TRIPLE else 4
    masks = np.empty(9, np.int64)
    for unit in range(27):
        for position in range(9):
            masks[position] = board.marks[UNIT_CELLS[unit, position]]
        at, cells, digits = next_subset(masks, size, FIRST_CHOICE[size])
        while cells != 0:
            keep_subset(board, technique, unit, cells, digits, cells, digits, found)
            at, cells, digits = next_subset(masks, size, at)


@kernel
def find_hidden(board: Board, technique: int, found: Found) -> None:
    size = 2 if technique == HIDDEN_PAIR else 3 if technique == HIDDEN_TRIPLE else 4
    for unit in range(27):
        at, digits, cells = next_subset(board.places[unit], size, FIRST_CHOICE[size])
        while digits != 0:
            keep_subset(board, technique, unit, cells, digits, FULL & ~cells, FULL & ~digits, found)
            at, digits, cells = next_subset(board.places[unit], size, at)


@kernel
def keep_subset(
    board: Board, technique: int, unit: int, cells: int, digits: int, spared: int, lost: int, found: Found
) -> None:
    """These cells of the unit hold these digits: the cells that are not `spared` lose the digits that are `lost`."""
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
            at, lines, crossing = next_subset(masks, size, FIRST_CHOICE[size])
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
                at, lines, crossing = next_subset(masks, size, at)
