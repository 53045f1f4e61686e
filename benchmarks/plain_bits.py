"""The reference for `benchmarks.bits`: a simple Sudoku solver in numba.

Masks of used digits per row, column and box; naked and hidden singles until nothing follows; then the cell with the
fewest candidates. Not cached on disk: numba 0.68 cannot load a kernel that calls itself.
"""

from typing import Any

import numpy as np
from numba import njit

_CELLS = np.arange(81).reshape(9, 9)
UNITS = np.array(
    [*_CELLS, *_CELLS.T, *(_CELLS[r : r + 3, c : c + 3].ravel() for r in (0, 3, 6) for c in (0, 3, 6))], np.int64
)
UNITS_OF = np.array([[unit for unit in range(27) if cell in UNITS[unit]] for cell in range(81)], np.int64)


@njit(nogil=True)
def candidates(cells: Any, free: Any, cell: int) -> Any:
    """Return the digits that a cell can still have; none for a filled cell."""
    if cells[cell] != 0:
        return 0
    return free[UNITS_OF[cell, 0]] & free[UNITS_OF[cell, 1]] & free[UNITS_OF[cell, 2]]


@njit(nogil=True)
def place(cells: Any, free: Any, cell: int, bit: int) -> None:
    cells[cell] = bit
    for view in range(3):
        free[UNITS_OF[cell, view]] ^= bit


@njit(nogil=True)
def propagate(cells: Any, free: Any) -> bool:
    """Apply naked and hidden singles; return False on a contradiction."""
    changed = True
    while changed:
        changed = False
        for cell in range(81):
            if cells[cell] == 0:
                mask = candidates(cells, free, cell)
                if mask == 0:
                    return False
                if mask & (mask - 1) == 0:
                    place(cells, free, cell, mask)
                    changed = True
        for unit in range(27):
            once, twice = 0, 0
            for cell in UNITS[unit]:
                mask = candidates(cells, free, cell)
                twice |= once & mask
                once |= mask
            if once != free[unit]:
                return False
            hidden = once & ~twice
            if hidden != 0:
                for cell in UNITS[unit]:
                    mask = candidates(cells, free, cell) & hidden
                    if mask & (mask - 1) != 0:
                        return False
                    if mask != 0:
                        place(cells, free, cell, mask)
                        changed = True
    return True


@njit(nogil=True)
def count(cells: Any, free: Any, depth: int, limit: int) -> int:
    """Count solutions up to the limit."""
    if not propagate(cells[depth], free[depth]):
        return 0
    smallest, best = -1, 10
    for cell in range(81):
        if cells[depth, cell] == 0:
            mask, size = candidates(cells[depth], free[depth], cell), 0
            while mask != 0:
                mask &= mask - 1
                size += 1
            if size < best:
                smallest, best = cell, size
    if smallest < 0:
        return 1
    number, mask = 0, candidates(cells[depth], free[depth], smallest)
    while mask != 0 and number < limit:
        bit = mask & -mask
        mask ^= bit
        cells[depth + 1], free[depth + 1] = cells[depth], free[depth]
        place(cells[depth + 1], free[depth + 1], smallest, bit)
        number += count(cells, free, depth + 1, limit - number)
    return number


@njit(nogil=True)
def count_all(grids: Any, limit: int, counts: Any) -> None:
    """Count the solutions of each row of digits."""
    cells, free = np.zeros((82, 81), np.int64), np.zeros((82, 27), np.int64)
    for row in range(len(grids)):
        cells[0], free[0] = 0, 511
        clash = False
        for cell in range(81):
            if grids[row, cell] != 0:
                bit = 1 << (grids[row, cell] - 1)
                clash |= candidates(cells[0], free[0], cell) & bit == 0
                place(cells[0], free[0], cell, bit)
        counts[row] = 0 if clash else count(cells, free, 0, limit)
