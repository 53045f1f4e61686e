"""What a person sees before solving anything: the visual criteria of Landreau 2025 (1.B, annex 1, annex 4).

All are simple sums over a table of open candidates, computed for many grids at once.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from entails.models.sudoku import Grid
from entails.solvers.arrays import Floats

VISUAL = (
    "givens",
    "candidates",
    "candidates_per_cell",
    "spread_rows",
    "spread_columns",
    "spread_boxes",
    "spread",
    "spread_digits",
    "clauses",
    "density",
    "mix",
)
"""The columns. `spread` is the sum of the three before it, as in the study's program; `density` counts a clause once
for each rule that gives it, as the study does; `mix` is its composite of givens and spreads."""


def visual(grids: Sequence[Grid]) -> Floats:
    """The visual criteria of classic grids, one a row."""
    digits = np.array([grid.cells for grid in grids], np.int64).reshape(-1, 9, 9)
    open_ = open_candidates(grids, digits)
    given = digits > 0
    givens = given.sum(axis=(1, 2))
    candidates = _count(open_, 3).sum(axis=(1, 2), dtype=np.int64)
    rows, columns, boxes = given.sum(axis=2), given.sum(axis=1), _boxes(given).sum(axis=2)
    held = digits[..., None] == np.arange(1, 10)
    of_digit = _count(held, 2).sum(axis=1, dtype=np.int64)
    spreads = [counts.std(axis=1) for counts in (rows, columns, boxes)]
    spread, spread_digits = sum(spreads), of_digit.std(axis=1)
    clauses = _clauses(held, open_)
    return np.column_stack(
        [
            givens,
            candidates,
            candidates / np.maximum(81 - givens, 1),
            *spreads,
            spread,
            spread_digits,
            clauses,
            clauses / np.maximum(candidates, 1),
            20 - spread_digits + 1.5 * spread - 0.8 * givens,
        ]
    ).astype(np.float64)


def open_candidates(grids: Sequence[Grid], digits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which digit may still go where: (grid, row, column, digit)."""
    held = digits[..., None] == np.arange(1, 10)
    in_box = _boxes(held).any(axis=2).reshape(-1, 3, 1, 3, 1, 9)
    seen = held.any(axis=2)[:, :, None] | held.any(axis=1)[:, None]
    seen = seen.reshape(-1, 3, 3, 3, 3, 9) | in_box
    open_: NDArray[np.bool_] = ~seen.reshape(-1, 9, 9, 9) & (digits == 0)[..., None]
    for place, grid in enumerate(grids):
        if grid.marks is not None:
            marks = np.array(grid.marks, np.int64).reshape(9, 9, 1)
            open_[place] &= (marks >> np.arange(9) & 1).astype(bool)
    return open_


def _boxes(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(grid, row, column, ...) as (grid, box, position, ...)."""
    rest = cells.shape[3:]
    parts = cells.reshape(-1, 3, 3, 3, 3, *rest).swapaxes(2, 3)
    return parts.reshape(-1, 9, 9, *rest)


def _clauses(held: NDArray[np.bool_], open_: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many clauses the pruned CNF has: for each rule that the givens leave open one that wants a candidate, and one
    for each pair of its candidates."""
    given = (_count(held, 3), _count(held, 2), _count(held, 1), _count(_boxes(held), 2))
    left = (_count(open_, 3), _count(open_, 2), _count(open_, 1), _count(_boxes(open_), 2))
    total = np.zeros(len(held), np.int64)
    for already, count in zip(given, left, strict=True):
        total += ((already != 1) + count * (count - 1) // 2).sum(axis=(1, 2), dtype=np.int64)
    return total


def _count(flags: NDArray[np.bool_], axis: int) -> NDArray[np.int16]:
    """How many are set along an axis of nine: numpy adds up small numbers faster than flags."""
    count: NDArray[np.int16] = flags.view(np.uint8).sum(axis=axis, dtype=np.uint8).astype(np.int16)
    return count
