"""Searching classic 9x9 grids on bit bands: where to branch, and a search that can be paused and resumed.

A search is a stack of states (`sudoku_bands`); its top is worked on, the ones below wait for the other half of their
branch.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bands import (
    ALL_DIGITS,
    COLUMN,
    FULL,
    I32,
    OPEN,
    ROW,
    SOLVED,
    STATE,
    THREE_ROWS,
    U8,
    U16,
    ones,
    row_with,
    settle,
    singles,
)

I64 = NDArray[np.int64]

LEVELS = 82
FOUND, EXHAUSTED, PAUSED = 0, 1, 2
"""How a call of `next_solution` ends."""
LEVEL, ALLOWANCE = 0, 1
"""What `Search.counters` holds: the top of the stack (-1 when all is done), and the branches it may still make."""
NOT_BEGUN = -1


class Search(NamedTuple):
    """A search under way: the stack of states, and room to work in."""

    bands: I32
    """Level after level, `STATE` words each."""
    settled: I32
    """Per level three bands: the cells whose digit all other digits have been told."""
    changed: I32
    """Per level the digits that have lost a place and wait to be closed, as a mask."""
    pairs: I32
    """Three bands: the cells with two candidates in the state propagated last."""
    counters: I64


def new_search() -> Search:
    """A search of nothing yet: `load_digits` or `load_masks` begins one."""
    return Search(
        np.zeros(LEVELS * STATE, np.int32),
        np.zeros(LEVELS * 3, np.int32),
        np.zeros(LEVELS, np.int32),
        np.zeros(3, np.int32),
        np.array([-1, 0], np.int64),
    )


def _sight() -> I32:
    sight = np.zeros((27, 2), np.int32)
    for place in range(27):
        row, column = divmod(place, 9)
        box = 7 * THREE_ROWS << column // 3 * 3
        sight[place] = (THREE_ROWS << column | box | ROW << 9 * row), THREE_ROWS << column
    return sight


SIGHT = _sight()
"""For a place in a band: the cells it sees in its own band (itself included), and in each of the others."""


@kernel
def choose(bands: I32, pairs: I32, level: int) -> tuple[int, int, int]:
    """Where to branch: (digit, band, bit).

    Among cells with two candidates, the one whose digits are candidates of most cells in sight; cells with two
    candidates themselves count threefold, since they would be settled at once. Without such a cell, a digit with the
    fewest places in a row.
    """
    here = bands[STATE * level : STATE * level + STATE]
    best_digit, best_band, best_bit, best = 0, 0, 0, 0
    p, q, r = pairs[0], pairs[1], pairs[2]
    if p | q | r != 0:
        for band in range(3):
            left = pairs[band]
            while left != 0:
                bit = left & -left
                left ^= bit
                place = ones(bit - 1)
                near, far = SIGHT[place, 0], SIGHT[place, 1]
                a, b, c = near if band == 0 else far, near if band == 1 else far, near if band == 2 else far
                holds = 0
                for digit in range(9):
                    holds |= int(here[3 * digit + band] & bit != 0) << digit
                other = ones((holds & -holds) - 1)
                one = ones((holds & (holds - 1)) - 1)
                x, y, z = here[3 * one] & a, here[3 * one + 1] & b, here[3 * one + 2] & c
                seen = ones(x) + ones(y) + ones(z) + 2 * (ones(x & p) + ones(y & q) + ones(z & r))
                x, y, z = here[3 * other] & a, here[3 * other + 1] & b, here[3 * other + 2] & c
                seen += ones(x) + ones(y) + ones(z) + 2 * (ones(x & p) + ones(y & q) + ones(z & r))
                if seen > best:
                    best, best_digit, best_band, best_bit = seen, one, band, bit
        return best_digit, best_band, best_bit
    fewest = 10
    for digit in range(9):
        for row in range(9):
            band, shift = row // 3, row % 3 * 9
            places = here[3 * digit + band] >> shift & ROW
            count = ones(places)
            if 1 < count < fewest:
                fewest, best_digit, best_band, best_bit = count, digit, band, (places & -places) << shift
    return best_digit, best_band, best_bit


@kernel
def branch(search: Search, digit: int, band: int, bit: int) -> None:
    """Put the digit there on a new level; the level below waits with the digit gone from there."""
    bands, settled, level = search.bands, search.settled, search.counters[LEVEL]
    here, there = bands[STATE * level : STATE * level + STATE], bands[STATE * level + STATE : STATE * level + 2 * STATE]
    for word in range(STATE):
        there[word] = here[word]
    for word in range(3 * level, 3 * level + 3):
        settled[word + 3] = settled[word]
    here[3 * digit + band] &= ~bit
    there[3 * digit + band] &= ~row_with(bit) | bit
    search.changed[level] = search.changed[level + 1] = 1 << digit
    search.counters[LEVEL] = level + 1


@kernel
def next_solution(search: Search, answer: U8) -> int:
    """Search on to the next solution, which goes into `answer`: FOUND, EXHAUSTED, or PAUSED with no branch left."""
    bands, counters = search.bands, search.counters
    while counters[LEVEL] >= 0:
        level = counters[LEVEL]
        state = settle(bands, search.settled, search.pairs, level, search.changed[level])
        search.changed[level] = 0
        if state == OPEN:
            if counters[ALLOWANCE] <= 0:
                return PAUSED
            counters[ALLOWANCE] -= 1
            digit, band, bit = choose(bands, search.pairs, level)
            branch(search, digit, band, bit)
            continue
        counters[LEVEL] = level - 1
        if state == SOLVED:
            read(bands, level, answer)
            return FOUND
    return EXHAUSTED


@kernel
def read(bands: I32, level: int, answer: U8) -> None:
    """The digits of a solved state, cell by cell."""
    for digit in range(9):
        for row in range(9):
            places = bands[STATE * level + 3 * digit + row // 3] >> row % 3 * 9 & ROW
            answer[9 * row + COLUMN[places]] = digit + 1


@kernel
def begin(search: Search) -> None:
    """The state on level 0 is all there is, and every digit waits to be closed."""
    search.settled[:3] = 0
    search.changed[0] = ALL_DIGITS
    search.counters[LEVEL] = 0


@kernel
def load_digits(search: Search, cells: U8) -> None:
    """Begin with a grid of digits, 0 for an empty cell. A digit twice in a row ends the search before it begins."""
    bands = search.bands
    begin(search)
    for band in range(3):
        for digit in range(9):
            bands[3 * digit + band] = 0
        filled = 0
        for place in range(27):
            given = cells[27 * band + place]
            if given != 0:
                bands[3 * given - 3 + band] |= 1 << place
                filled |= 1 << place
        for digit in range(9):
            own = bands[3 * digit + band]
            if singles(own) != own:
                search.counters[LEVEL] = -1
                return
            free = FULL & ~filled
            for row in (ROW, ROW << 9, ROW << 18):
                if own & row != 0:
                    free &= ~row
            bands[3 * digit + band] = own | free


@kernel
def load_masks(search: Search, masks: U16) -> None:
    """Begin with the candidates of each cell, digit d at bit d - 1."""
    begin(search)
    search.bands[:STATE] = 0
    for cell in range(81):
        band, bit = cell // 27, 1 << cell % 27
        for digit in range(9):
            if masks[cell] >> digit & 1 != 0:
                search.bands[3 * digit + band] |= bit


@kernel
def count_grids(search: Search, grids: U8, first: int, limit: int, solutions: U8, counts: I64, spare: U8) -> int:
    """Count the solutions of each row of `grids` from `first` on, each up to `limit`; the first one is kept.

    A row costs one branch of the allowance, and each branch one more. Once that is spent it returns the row to go on
    with, which may be under way: its count is NOT_BEGUN until it is loaded.
    """
    for row in range(first, len(grids)):
        if search.counters[ALLOWANCE] <= 0:
            return row
        if counts[row] == NOT_BEGUN:
            search.counters[ALLOWANCE] -= 1
            load_digits(search, grids[row])
            counts[row] = 0
        while counts[row] < limit:
            ending = next_solution(search, solutions[row] if counts[row] == 0 else spare)
            if ending == PAUSED:
                return row
            if ending == EXHAUSTED:
                break
            counts[row] += 1
    return len(grids)
