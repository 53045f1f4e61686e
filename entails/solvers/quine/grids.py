"""Exact depth of Sudoku grids, which is that of their `pruned` encoding.

Classic 9x9 grids with one solution or none go to the bitmask kernel, all others through the general one.
"""

from collections.abc import Sequence

import numpy as np

from entails.models.limits import UNLIMITED, Limits
from entails.models.sudoku import Grid, Shape
from entails.solvers.budget import run_loop
from entails.solvers.kernels.sudoku_depth import SEVERAL, UNSETTLED, depths_of
from entails.solvers.patience import clock, is_plain
from entails.solvers.quine.depth import ExactDepth, exact_depth
from entails.solvers.quine.result import Status
from entails.solvers.quine.run import time_left
from entails.solvers.quine.warm import grid_kernels
from entails.solvers.sudoku.formula import formula

_DEEPEST = 9
"""No grid is known to be deeper than 3; the kernel needs some number."""


def grid_depth(grid: Grid, limits: Limits = UNLIMITED, cap: int | None = None) -> ExactDepth:
    """The exact depth of one grid."""
    return grid_depths([grid], limits, cap)[0]


def grid_depths(grids: Sequence[Grid], limits: Limits = UNLIMITED, cap: int | None = None) -> list[ExactDepth]:
    """The exact depth of each grid; the limits hold for all of them together."""
    if not is_plain():
        grid_kernels()
    started = clock()
    told: list[ExactDepth | None] = [None] * len(grids)
    fast = [place for place, grid in enumerate(grids) if limits.nodes is None and _is_plain(grid)]
    for place, depth in zip(fast, _on_bitmasks([grids[place] for place in fast], limits, cap), strict=True):
        told[place] = depth
    for place, grid in enumerate(grids):
        if told[place] is None:
            told[place] = exact_depth(formula(grid), _with_time_left(limits, started), cap)
    return [depth for depth in told if depth is not None]


def _is_plain(grid: Grid) -> bool:
    return grid.marks is None and grid.shape == Shape.classic(9)


def _with_time_left(limits: Limits, started: float) -> Limits:
    return limits.model_copy(update={"seconds": time_left(limits, started).seconds})


def _on_bitmasks(grids: list[Grid], limits: Limits, cap: int | None) -> list[ExactDepth | None]:
    """The depths that the bitmask kernel can tell; None for grids with several solutions."""
    if not grids:
        return []
    started = clock()
    stop = np.zeros(1, np.uint8)
    digits = np.array([grid.cells for grid in grids], np.uint8)
    depths, levels = np.empty((2, len(grids)), np.int16)
    solvable = np.empty(len(grids), np.uint8)

    def raise_flag() -> None:
        stop[0] = 1

    run_loop(
        lambda: depths_of(digits, _DEEPEST if cap is None else cap, stop, depths, levels, solvable),
        raise_flag,
        limits.seconds,
    )
    each = (clock() - started) / len(grids)
    found = zip(depths.tolist(), levels.tolist(), solvable.tolist(), strict=True)
    return [_told(depth, level, bool(solved), bool(stop[0]), each) for depth, level, solved in found]


def _told(depth: int, level: int, solved: bool, stopped: bool, seconds: float) -> ExactDepth | None:
    if depth == SEVERAL:
        return None
    status: Status = "satisfied" if solved else "unsatisfiable"
    several = False if solved else None
    if depth != UNSETTLED:
        return ExactDepth(depth, depth, status, several, (), (), seconds)
    if not stopped:
        return ExactDepth(None, level, status, several, (), (), seconds, "depth")
    if level <= 1:  # the solutions are counted after level 1
        return ExactDepth(None, 0, "undecided", None, (), (), seconds, "time")
    return ExactDepth(None, level, status, several, (), (), seconds, "time")
