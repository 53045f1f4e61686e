"""The smallest of all grids that are the same but for relabelling, transposing and moving rows and columns: compiled.

A classic 9x9 grid has 2 · 1296 · 1296 forms, times the ways to rename its digits. Which cells of a row are filled tells
how small it can become as the first one, and by which orders of the columns. For these the other rows are laid one by
one, digits named in the order in which they come; a row that is larger than that of the best grid known so far ends the
choice at once, so that few go beyond their second row.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, thorough_kernel

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
_NINE = 9
_UNSEEN = 10
"""Larger than any digit: nothing is known yet."""


class Orders(NamedTuple):
    """The 1296 orders of columns that keep stacks together, a row of `columns` for each. A row of a grid whose filled
    cells are the bits of `mask` is smallest (`least[mask]`, read as a binary number) by those orders that stand in
    `best` from `starts[mask]` to the next."""

    columns: U8
    least: I64
    starts: I64
    best: I64


@cache
def column_orders() -> Orders:
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
    return Orders(columns, least.astype(np.int64), starts, np.nonzero(wins)[1].astype(np.int64))


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
def lay(cells: U8, row: int, columns: U8, labels: U8, many: int, best: U8, start: int) -> tuple[int, int]:
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
def clear_names(labels: U8, kept: int) -> None:
    """Forget the names beyond the first `kept`."""
    for digit in range(1, 10):
        if labels[digit] > kept:
            labels[digit] = 0


@kernel
def filled(cells: U8, row: int) -> int:
    """The filled cells of a row as the bits of a number."""
    mask = 0
    for column in range(_NINE):
        if cells[_NINE * row + column] != 0:
            mask |= 1 << column
    return mask


@kernel
def lay_below(cells: U8, columns: U8, first: int, labels: U8, chosen: I64, named: I64, best: U8) -> None:
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
def least_form(cells: U8, orders: Orders, best: U8) -> None:
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
def least_forms(grids: U8, orders: Orders, found: U8) -> None:
    """The same of many grids, a row each."""
    for place in range(len(grids)):
        least_form(grids[place], orders, found[place])
