"""The board that a person solves on: digits, pencil marks, and what the digits alone allow.

Candidates are bitmasks of nine bits, bit d-1 for digit d; a filled cell has none. A candidate has the number
9 * cell + digit - 1. Units are numbered as in `Shape`: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps_trouble import CLASH, FINE

I64 = NDArray[np.int64]

FULL = 511
COLUMNS = 9
BOXES = 18


def _unit_cells() -> I64:
    cells = np.arange(81).reshape(9, 9)
    boxes = cells.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    return np.concatenate([cells, cells.T, boxes])


def _sees() -> NDArray[np.bool_]:
    cell = np.arange(81)
    row, column = np.divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    near = (row[:, None] == row) | (column[:, None] == column) | (box[:, None] == box)
    return np.array(near & (cell[:, None] != cell))


UNIT_CELLS = _unit_cells()
SEES = _sees()
UNITS_OF = np.array([[unit for unit in range(27) if cell in UNIT_CELLS[unit]] for cell in range(81)])
IN_BOX = np.array([cell // 9 % 3 * 3 + cell % 3 for cell in range(81)])
"""The position of each cell in its box."""
PEERS = np.array([np.flatnonzero(SEES[cell]) for cell in range(81)])
PEER_MASKS = SEES.reshape(81, 3, 27) @ (1 << np.arange(27))
"""The same as masks of 27 bits, one for each three rows."""
COUNT = np.array([mask.bit_count() for mask in range(FULL + 1)], np.int64)
LOWEST = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, FULL + 1))], np.int64)


class Board(NamedTuple):
    """`places[unit, digit - 1]` is the mask of positions in the unit that have the candidate; it is only true after
    `find_places`. `plain` ignores every pencil mark that was rubbed out: it is what someone without pencil sees.
    `words` is room for `find_singles`."""

    digits: I64
    marks: I64
    plain: I64
    places: I64
    words: I64


def new_board() -> Board:
    """Room for a board."""
    digits, marks, plain, words = np.zeros((4, 81), np.int64)
    return Board(digits, marks, plain, np.zeros((27, 9), np.int64), words)


@kernel
def place(board: Board, cell: int, digit: int) -> None:
    """Write a digit, and rub it out in all the cells that see it."""
    board.digits[cell] = digit
    board.marks[cell] = board.plain[cell] = 0
    others = ~(1 << (digit - 1))
    for peer in PEERS[cell]:
        board.marks[peer] &= others
        board.plain[peer] &= others


@kernel
def set_up(board: Board, digits: I64, marks: I64) -> int:
    """Fill the board with a puzzle and the marks that come with it; gives what is wrong with it at once."""
    board.digits[:] = 0
    board.plain[:] = FULL
    board.marks[:] = marks
    for cell in range(81):
        if digits[cell] != 0:
            place(board, cell, digits[cell])
    for unit in range(27):
        seen = 0
        for cell in UNIT_CELLS[unit]:
            if digits[cell] != 0:
                bit = 1 << (digits[cell] - 1)
                if seen & bit != 0:
                    return CLASH + 9 * unit + int(digits[cell]) - 1
                seen |= bit
    return FINE


@kernel
def copy_board(to: Board, board: Board) -> None:
    for cell in range(81):  # what numba makes of `to.marks[:] = board.marks` looks for an overlap first, and is slow
        to.digits[cell], to.marks[cell], to.plain[cell] = board.digits[cell], board.marks[cell], board.plain[cell]


@kernel
def find_places(board: Board) -> None:
    """Turn the marks of the cells into the places of the digits."""
    places = board.places
    places[:] = 0
    for cell in range(81):
        mask = board.marks[cell]
        row, column, box, position = UNITS_OF[cell, 0], UNITS_OF[cell, 1], UNITS_OF[cell, 2], IN_BOX[cell]
        while mask != 0:
            digit = LOWEST[mask]
            mask &= mask - 1
            places[row, digit] |= 1 << column - COLUMNS
            places[column, digit] |= 1 << row
            places[box, digit] |= 1 << position


@kernel
def is_filled(board: Board) -> bool:
    """No cell is empty."""
    return bool(board.digits.all())
