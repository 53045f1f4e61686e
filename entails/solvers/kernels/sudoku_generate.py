"""The smallest of all grids that are the same but for relabelling, transposing and moving rows and columns: compiled.

A classic 9x9 grid has 2 · 1296 · 1296 forms, times the ways to rename its digits. Which cells of a row are filled tells
how small it can become as the first one, and by which orders of the columns. For these the other rows are laid one by
one, digits named in the order in which they come; a row that is larger than that of the best grid known so far ends the
choice at once, so that few go beyond their second row.

Making classic 9x9 grids: a full grid at random, and taking clues away while the solution stays unique.

The rules of classic 9x9 Sudoku as a plain check of answers, which knows nothing of how they were found.
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
"""Larger than any digit: nothing is known yet."""


class RemovalOrders(NamedTuple):
    """The 1296 orders of columns that keep stacks together, a row of `columns` for each. A row of a grid whose filled
    cells are the bits of `mask` is smallest (`least[mask]`, read as a binary number) by those orders that stand in
    `best` from `starts[mask]` to the next."""

    columns: Bytes
    least: I64
    starts: I64
    best: I64


@cache
def column_orders() -> RemovalOrders:
    """All of them, made once."""
    triples = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    columns = np.array(
        [
            [3 * stack + column for stack, inside in zip(stacks, (one, two, three), strict=True) for column in inside]
            for stacks in triples
            for one in triples
            for two in triples
            for three in triples
        ],
        np.uint8,
    )
    masks = np.arange(512)
    shown = (masks[:, None, None] >> columns[None, :, :]) & 1
    values = shown @ (1 << np.arange(8, -1, -1))
    least = values.min(axis=1)
    wins = values == least[:, None]
    starts = np.concatenate([[0], np.cumsum(wins.sum(axis=1))]).astype(np.int64)
    return RemovalOrders(columns, least.astype(np.int64), starts, np.nonzero(wins)[1].astype(np.int64))


@kernel
def next_row(used: int, above: int, level: int, after: int) -> int:
    """The first row beyond `after` that may be laid at this level, or -1: one of the band that was begun, if it is not
    full; else of any band that is left. `used` are the rows laid, `above` the one laid last."""
    row = after + 1
    while row < _NINE:
        if used >> row & 1 == 0 and (level % 3 == 0 or row // 3 == above // 3):
            return row
        row += 1
    return -1


@kernel
def lay(cells: Bytes, row: int, columns: Bytes, labels: Bytes, many: int, best: Bytes, start: int) -> tuple[int, int]:
    """Write a row over `best[start:]` if it is smaller, naming new digits in turn.

    -1 when it is larger, 0 when it is the same, 1 when it was smaller; and how many digits have names then. New names
    stay in `labels` only up to that number.
    """
    smaller = 0
    for place in range(_NINE):
        digit = cells[_NINE * row + columns[place]]
        if digit != 0:
            if labels[digit] == 0 or labels[digit] > many:
                many += 1
                labels[digit] = many
            digit = labels[digit]
        if smaller == 0 and digit != best[start + place]:
            if digit > best[start + place]:
                return -1, many
            smaller = 1
        if smaller == 1:
            best[start + place] = digit
    return smaller, many


@kernel
def clear_names(labels: Bytes, kept: int) -> None:
    """Forget the names beyond the first `kept`."""
    for digit in range(1, 10):
        if labels[digit] > kept:
            labels[digit] = 0


@kernel
def filled(cells: Bytes, row: int) -> int:
    """The filled cells of a row as the bits of a number."""
    mask = 0
    for column in range(_NINE):
        if cells[_NINE * row + column] != 0:
            mask |= 1 << column
    return mask


@kernel
def lay_below(cells: Bytes, columns: Bytes, first: int, labels: Bytes, chosen: I64, named: I64, best: Bytes) -> None:
    """All ways to lay the rows when this one comes first, as far as they are not larger than the best grid. `chosen`
    and `named` are room for the row of each level, and for how many digits have names when it is begun."""
    level, used, row = 0, 0, first
    while row >= 0 or level > 1:
        if row < 0:
            level -= 1
            row = chosen[level]
            used ^= 1 << row
        else:
            clear_names(labels, named[level])
            verdict, named[level + 1] = lay(cells, row, columns, labels, named[level], best, _NINE * level)
            if verdict > 0:
                best[_NINE * (level + 1) :] = _UNSEEN
            if verdict >= 0 and level < _NINE - 1:
                chosen[level] = row
                used |= 1 << row
                level += 1
                row = -1
        row = -1 if level == 0 else next_row(used, chosen[level - 1], level, row)


@kernel
def least_form(cells: Bytes, orders: RemovalOrders, best: Bytes) -> None:
    """The smallest form of a grid, 0 for an empty cell before all digits."""
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
                    lay_below(shown, orders.columns[orders.best[place]], row, labels, chosen, named, best)


@thorough_kernel
def least_forms(grids: Bytes, orders: RemovalOrders, found: Bytes) -> None:
    """The same of many grids, a row each."""
    for place in range(len(grids)):
        least_form(grids[place], orders, found[place])


PLENTY = 1 << 62
PATIENCE = 200
NO_DIGITS = np.zeros(81, np.uint8)


@kernel
def fill_at_random(search: BitSearch, order: I64, preferences: I64, answer: U8) -> bool:
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
def differs(search: BitSearch, cells: U8, cell: int, digit: int, spare: U8) -> bool:
    """Is there a solution with another digit in an empty cell?"""
    load_digits(search, cells)
    search.bands[3 * digit - 3 + cell // 27] &= ~(1 << cell % 27)
    search.counters[ALLOWANCE] = PLENTY
    return next_solution(search, spare) == FOUND


@kernel
def thin(search: BitSearch, cells: U8, orbits: I64, order: I64, fewest: int, spare: U8) -> int:
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
def is_minimal(search: BitSearch, cells: U8, spare: U8) -> bool:
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
def how_many(search: BitSearch, cells: U8, most: int, spare: U8) -> int:
    """How many solutions there are, up to so many."""
    load_digits(search, cells)
    search.counters[ALLOWANCE] = PLENTY
    found = 0
    while found < most and next_solution(search, spare) == FOUND:
        found += 1
    return found


@kernel
def fit(search: BitSearch, cells: U8, places: I64, digits: I64, most: int, spare: U8) -> bool:
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


Flags = NDArray[np.uint8]
NONE = -1


@kernel
def first_wrong(grids: Flags, answers: Flags, counts: NDArray[np.int64]) -> int:
    """The first row whose answer breaks a rule or a given, among those that have one; NONE when all are right."""
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
        for cell in range(81):
            if grids[grid, cell] != 0 and grids[grid, cell] != answers[grid, cell]:
                return grid
    return NONE
