"""Links of one digit: two cells are partners when they are its only places in a unit, so that one of them holds it."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, UNIT_CELLS, Board


@kernel
def count_links(board: Board, digit: int) -> int:
    """In how many units the digit has two places."""
    count = 0
    for unit in range(27):
        count += COUNT[board.places[unit, digit - 1]] == 2
    return count


@kernel
def note_places(board: Board, digit: int, cells: I64) -> None:
    """The cells that a digit may be in, as three masks of 27 bits."""
    for band in range(3):
        cells[band] = places_in_band(board, digit - 1, band)


@kernel
def places_in_band(board: Board, digit: int, band: int) -> int:
    """The cells of three rows that a digit (from 0) may be in, as a mask of 27 bits."""
    places = board.places
    return int(places[3 * band, digit] | places[3 * band + 1, digit] << 9 | places[3 * band + 2, digit] << 18)


@kernel
def partners_of(board: Board, digit: int) -> I64:
    """For each cell, its partner in its row, its column and its box; -1 for none."""
    partners = np.full((81, 3), -1, np.int64)
    for unit in range(27):
        places = board.places[unit, digit - 1]
        if COUNT[places] == 2:
            one = UNIT_CELLS[unit, LOWEST[places]]
            other = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
            partners[one, unit // 9] = other
            partners[other, unit // 9] = one
    return partners


@kernel
def has_partner(partners: I64, cell: int) -> bool:
    return bool(partners[cell, 0] >= 0 or partners[cell, 1] >= 0 or partners[cell, 2] >= 0)
