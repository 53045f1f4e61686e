"""Generation of classic 9x9 grids, their canonical form, and a check of solutions.

Generation fills a grid at random and removes clues while the solution stays unique.

The canonical form is the smallest of all grids that differ only by relabelling, transposing and moving rows and
columns. A grid has 2 · 1296 · 1296 arrangements, times the relabellings. The filled cells of a row determine how small
it can become as the first row, and by which column orders. For these orders the other rows are laid one by one, and
digits are named in order of appearance. A row that is larger than that of the best grid so far ends the attempt, so
that few attempts pass the second row.

The check of solutions states the rules of Sudoku directly and uses nothing of the search.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, thorough_kernel
from entails.solvers.kernels.sudoku_bits import (
    ALLOWANCE,
    FOUND,
    LEVEL,
    OPEN,
    SOLVED,
    STATE,
    U8,
    BitSearch,
    branch,
    load_digits,
    next_solution,
    read,
    settle,
)

Bytes = NDArray[np.uint8]
I64 = NDArray[np.int64]
_NINE = 9
_UNSEEN = 10
"""Value of a cell that is not known yet; larger than any digit."""


class ColumnOrders(NamedTuple):
    """Table of the 1296 column orders that keep stacks together.

    Attributes:
        columns: One order per row.
        least: Per mask of filled cells, the smallest value of the row, read as a binary number.
        starts: Per mask, where its orders begin in `best`; they end where those of the next mask begin.
        best: The orders by which the row becomes smallest, mask after mask.
    """

    columns: Bytes
    least: I64
    starts: I64
    best: I64


@cache
def column_orders() -> ColumnOrders:
    """Build the table of column orders (cached)."""
    triples = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    columns = np.array(
        [
            [
                3 * stack + column
                for stack, inside in zip(stacks, (left, middle, right), strict=True)
                for column in inside
            ]
            for stacks in triples
            for left in triples
            for middle in triples
            for right in triples
        ],
        np.uint8,
    )
    masks = np.arange(512)
    shown = (masks[:, None, None] >> columns[None, :, :]) & 1
    values = shown @ (1 << np.arange(8, -1, -1))
    least = values.min(axis=1)
    wins = values == least[:, None]
    starts = np.concatenate([[0], np.cumsum(wins.sum(axis=1))]).astype(np.int64)
    return ColumnOrders(columns, least.astype(np.int64), starts, np.nonzero(wins)[1].astype(np.int64))


@kernel
def next_row(used: int, above: int, level: int, after: int) -> int:
    """Return the next row after `after` that can be placed at this level; -1 if there is none.

    It belongs to the band that was begun or, if that is full, to any band left. `used` are the rows laid, `above` is
    the last one.
    """
    row = after + 1
    while row < _NINE:
        if used >> row & 1 == 0 and (level % 3 == 0 or row // 3 == above // 3):
            return row
        row += 1
    return -1


@kernel
def lay_row(
    cells: Bytes, row: int, columns: Bytes, labels: Bytes, named: int, best: Bytes, start: int
) -> tuple[int, int]:
    """Write a row over `best[start:]` if it is smaller, renaming digits in order of appearance.

    Return -1 if it is larger, 0 if equal, 1 if it was smaller; and how many digits have names then. Names in `labels`
    beyond that number are invalid.
    """
    smaller = 0
    for place in range(_NINE):
        digit = cells[_NINE * row + columns[place]]
        if digit != 0:
            if labels[digit] == 0 or labels[digit] > named:
                named += 1
                labels[digit] = named
            digit = labels[digit]
        if smaller == 0 and digit != best[start + place]:
            if digit > best[start + place]:
                return -1, named
            smaller = 1
        if smaller == 1:
            best[start + place] = digit
    return smaller, named


@kernel
def clear_names(labels: Bytes, kept: int) -> None:
    """Delete the digit names after the first `kept`."""
    for digit in range(1, 10):
        if labels[digit] > kept:
            labels[digit] = 0


@kernel
def filled(cells: Bytes, row: int) -> int:
    """Return the filled cells of a row, as a mask."""
    mask = 0
    for column in range(_NINE):
        if cells[_NINE * row + column] != 0:
            mask |= 1 << column
    return mask


@kernel
def lay_remaining_rows(
    cells: Bytes, columns: Bytes, first: int, labels: Bytes, chosen: I64, named: I64, best: Bytes
) -> None:
    """Try all row orders that start with this row, as long as they are not larger than the best grid.

    `chosen` and `named` are working arrays: per level, the row laid and how many digits had names before it.
    """
    level, used, row = 0, 0, first
    while row >= 0 or level > 1:
        if row < 0:
            level -= 1
            row = chosen[level]
            used ^= 1 << row
        else:
            clear_names(labels, named[level])
            verdict, named[level + 1] = lay_row(cells, row, columns, labels, named[level], best, _NINE * level)
            if verdict > 0:
                best[_NINE * (level + 1) :] = _UNSEEN
            if verdict >= 0 and level < _NINE - 1:
                chosen[level] = row
                used |= 1 << row
                level += 1
                row = -1
        row = -1 if level == 0 else next_row(used, chosen[level - 1], level, row)


@kernel
def least_form(cells: Bytes, orders: ColumnOrders, best: Bytes) -> None:
    """Write the canonical form of a grid to `best`; empty cells (0) sort first."""
    best[:] = _UNSEEN
    labels, chosen, named = np.zeros(10, np.uint8), np.zeros(_NINE, np.int64), np.zeros(_NINE + 1, np.int64)
    turned = cells.copy()
    for row in range(_NINE):
        for column in range(_NINE):
            turned[_NINE * row + column] = cells[_NINE * column + row]
    smallest = 512
    for row in range(_NINE):
        smallest = min(smallest, orders.least[filled(cells, row)], orders.least[filled(turned, row)])
    for side in range(2):
        shown = cells if side == 0 else turned
        for row in range(_NINE):
            mask = filled(shown, row)
            if orders.least[mask] == smallest:
                for place in range(orders.starts[mask], orders.starts[mask + 1]):
                    lay_remaining_rows(shown, orders.columns[orders.best[place]], row, labels, chosen, named, best)


@thorough_kernel
def least_forms(grids: Bytes, orders: ColumnOrders, forms: Bytes) -> None:
    """Write the canonical forms of many grids, one per row."""
    for place in range(len(grids)):
        least_form(grids[place], orders, forms[place])


PLENTY = 1 << 62
PATIENCE = 200
NO_DIGITS = np.zeros(81, np.uint8)


@kernel
def fill_at_random(search: BitSearch, order: I64, preferences: I64, answer: U8) -> bool:
    """Fill a grid: each open cell in `order` takes the first possible digit of its row of `preferences`.

    Most fills need a few branches more than the cells they fill, but some would need millions. Return False if this
    looks like one of them.
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
            while search.bands[STATE * level + 9 * band + preferences[order[step], choice]] & bit == 0:
                choice += 1
            branch(search, preferences[order[step], choice], band, bit)
        else:
            search.counters[LEVEL] = level - 1
    return False


@kernel
def has_other_solution(search: BitSearch, cells: U8, cell: int, digit: int, spare: U8) -> bool:
    """Return whether some solution has another digit in an empty cell."""
    load_digits(search, cells)
    search.bands[9 * (cell // 27) + digit - 1] &= ~(1 << cell % 27)
    search.counters[ALLOWANCE] = PLENTY
    return next_solution(search, spare) == FOUND


@kernel
def remove_clues(search: BitSearch, cells: U8, orbits: I64, order: I64, fewest: int, spare: U8) -> int:
    """Empty orbits of cells while the solution is unique and `fewest` clues remain; return the number of clues.

    An orbit is a row of cells that are emptied together, padded with -1. Another solution would differ in one of them.
    Cells in which it cannot differ may be filled again while the next one is tested.
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
                if spared and has_other_solution(search, cells, cell, kept[cell], spare):
                    spared = False
                cells[cell] = kept[cell]
        if spared:
            clues -= size
            for cell in orbits[orbit]:
                if cell >= 0:
                    cells[cell] = kept[cell] = 0
    return int(clues)


@kernel
def is_minimal(search: BitSearch, cells: U8, spare: U8) -> bool:
    """Return whether every clue of a uniquely solvable grid is necessary."""
    for cell in range(81):
        digit = cells[cell]
        if digit != 0:
            cells[cell] = 0
            needed = has_other_solution(search, cells, cell, digit, spare)
            cells[cell] = digit
            if not needed:
                return False
    return True


@kernel
def count_up_to(search: BitSearch, cells: U8, most: int, spare: U8) -> int:
    """Count the solutions of a grid, up to `most`."""
    load_digits(search, cells)
    search.counters[ALLOWANCE] = PLENTY
    count = 0
    while count < most and next_solution(search, spare) == FOUND:
        count += 1
    return count


@kernel
def make_unique(search: BitSearch, cells: U8, places: I64, digits: I64, most: int, spare: U8) -> bool:
    """Change clues of a grid in place until its solution is unique; return whether that succeeded.

    At each step, `digits[step]` at `places[step]` is kept if it does not increase the number of solutions, which are
    counted up to `most`.
    """
    solutions = count_up_to(search, cells, most, spare)
    for step in range(len(places)):
        if solutions == 1:
            return True
        before = cells[places[step]]
        cells[places[step]] = digits[step]
        count = count_up_to(search, cells, min(most, solutions + 1), spare) if digits[step] != before else 0
        if 0 < count <= solutions:
            solutions = count
        else:
            cells[places[step]] = before
    return solutions == 1


Flags = NDArray[np.uint8]
NONE = -1


@kernel
def first_wrong(grids: Flags, answers: Flags, counts: NDArray[np.int64]) -> int:
    """Return the first row whose solution violates a rule or a given; NONE if all solutions are valid."""
    for grid in range(len(grids)):
        if counts[grid] == 0:
            continue
        for number in range(9):
            row, column, box = 0, 0, 0
            for step in range(9):
                row |= 1 << int(answers[grid, 9 * number + step])
                column |= 1 << int(answers[grid, 9 * step + number])
                box |= 1 << int(answers[grid, 27 * (number // 3) + 3 * (number % 3) + 9 * (step // 3) + step % 3])
            if not row == column == box == 0b1111111110:
                return grid
        differing = 0
        for cell in range(81):  # no branches, for speed
            differing += int(grids[grid, cell] != 0) & int(grids[grid, cell] != answers[grid, cell])
        if differing != 0:
            return grid
    return NONE
