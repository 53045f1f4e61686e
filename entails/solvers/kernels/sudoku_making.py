"""Making classic 9x9 grids: a full grid at random, and taking clues away while the solution stays unique."""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bands import OPEN, SOLVED, STATE, U8, settle
from entails.solvers.kernels.sudoku_bits import (
    ALLOWANCE,
    FOUND,
    LEVEL,
    Search,
    branch,
    load_digits,
    next_solution,
    read,
)

I64 = NDArray[np.int64]
PLENTY = 1 << 62
PATIENCE = 200
NO_DIGITS = np.zeros(81, np.uint8)


@kernel
def fill_at_random(search: Search, order: I64, preferences: I64, answer: U8) -> bool:
    """A full grid: the first open cell in `order` tries the first digit of its row of `preferences` that is left.

    Hardly any fill needs more than a few branches beyond the cells it fills, but some would need millions; False when
    it looks like one of these.
    """
    load_digits(search, NO_DIGITS)
    for _ in range(PATIENCE):
        level = search.counters[LEVEL]
        state = settle(search.bands, search.settled, search.pairs, level, search.changed[level])
        if state == SOLVED:
            read(search.bands, level, answer)
            return True
        if state == OPEN:
            step = 0
            while search.settled[3 * level + order[step] // 27] >> order[step] % 27 & 1 != 0:
                step += 1
            band, bit = order[step] // 27, 1 << order[step] % 27
            choice = 0
            while search.bands[STATE * level + 3 * preferences[order[step], choice] + band] & bit == 0:
                choice += 1
            branch(search, preferences[order[step], choice], band, bit)
        else:
            search.counters[LEVEL] = level - 1
    return False


@kernel
def differs(search: Search, cells: U8, cell: int, digit: int, spare: U8) -> bool:
    """Is there a solution with another digit in an empty cell?"""
    load_digits(search, cells)
    search.bands[3 * digit - 3 + cell // 27] &= ~(1 << cell % 27)
    search.counters[ALLOWANCE] = PLENTY
    return next_solution(search, spare) == FOUND


@kernel
def thin(search: Search, cells: U8, orbits: I64, order: I64, fewest: int, spare: U8) -> int:
    """Empty one orbit after the other where the solution, which is unique at first, stays so and `fewest` clues are
    left. How many are left.

    An orbit is a row of cells that are emptied together, filled up with -1. Another solution would have another digit
    in one of them; where it has not in the first ones, these may stay while the next is looked at.
    """
    clues = np.count_nonzero(cells)
    kept = cells.copy()
    for orbit in order:
        size = 0
        for cell in orbits[orbit]:
            if cell >= 0 and cells[cell] != 0:
                cells[cell] = 0
                size += 1
        if size == 0:
            continue
        spared = bool(clues - size >= fewest)
        for cell in orbits[orbit]:
            if cell >= 0 and kept[cell] != 0:
                if spared and differs(search, cells, cell, kept[cell], spare):
                    spared = False
                cells[cell] = kept[cell]
        if spared:
            clues -= size
            for cell in orbits[orbit]:
                if cell >= 0:
                    cells[cell] = kept[cell] = 0
    return int(clues)


@kernel
def is_minimal(search: Search, cells: U8, spare: U8) -> bool:
    """Would every clue of a grid with one solution be missed?"""
    for cell in range(81):
        digit = cells[cell]
        if digit != 0:
            cells[cell] = 0
            needed = differs(search, cells, cell, digit, spare)
            cells[cell] = digit
            if not needed:
                return False
    return True


@kernel
def how_many(search: Search, cells: U8, most: int, spare: U8) -> int:
    """How many solutions there are, up to so many."""
    load_digits(search, cells)
    search.counters[ALLOWANCE] = PLENTY
    found = 0
    while found < most and next_solution(search, spare) == FOUND:
        found += 1
    return found


@kernel
def fit(search: Search, cells: U8, places: I64, digits: I64, most: int, spare: U8) -> bool:
    """Change clues of a grid, where they stand, until the solution is unique: `digits[step]` at `places[step]` is kept
    if there are no more solutions than before. They are counted up to `most`. False when the steps were not enough."""
    solutions = how_many(search, cells, most, spare)
    for step in range(len(places)):
        if solutions == 1:
            return True
        before = cells[places[step]]
        cells[places[step]] = digits[step]
        now = how_many(search, cells, min(most, solutions + 1), spare) if digits[step] != before else 0
        if 0 < now <= solutions:
            solutions = now
        else:
            cells[places[step]] = before
    return solutions == 1
