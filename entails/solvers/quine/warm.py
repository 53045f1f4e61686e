"""Compiling the kernels, or loading them, before a clock starts: that belongs to no puzzle's time limit.

Each function does its work once per process. `entails warm` calls them all, so that later processes only load.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from types import MappingProxyType

import numpy as np

from entails.models.encoding import Clauses


@cache
def search_kernels() -> None:
    """What `search` runs: one tiny formula, once with each heuristic."""
    from entails.solvers.quine.heuristics import CHOOSE
    from entails.solvers.quine.options import QuineOptions
    from entails.solvers.quine.search import Search
    from entails.solvers.quine.shrinking import ShrinkingWorkspace
    from entails.solvers.quine.workspace import Workspace

    clauses = Clauses.of([(1, 2), (-1, 2, 3), (-2, -3, 1), (1, -2), (-1, 3, 2)])
    for heuristic in CHOOSE:
        for work in (
            Workspace(clauses, 3, 3, in_formula_order=False, at_once=True),
            ShrinkingWorkspace(clauses, 3, 3, at_once=True),
        ):
            CHOOSE[heuristic](work, Random(0))
            Search(work, QuineOptions(heuristic=heuristic)).run()


@cache
def depth_kernels() -> None:
    """What `depth` runs."""
    from entails.solvers.kernels.cnf import ENDLESS
    from entails.solvers.kernels.saturation import close
    from entails.solvers.quine.workspace import Workspace

    work = Workspace(Clauses.of([(1, 2), (1, -2)]), 2, 2, in_formula_order=False, at_once=True)
    work.begin()
    kept, tried = np.empty((2, 2), np.int32), np.zeros(2, np.int64)
    close(1, work.formula, work.trail, work.size, 2, kept, tried, ENDLESS, work.stop)
    _ = work.satisfied


@cache
def grid_kernels() -> None:
    """What `grids` runs on 9x9 grids."""
    from entails.solvers.kernels.sudoku_depth import depths_of

    empty = np.zeros((1, 81), np.uint8)
    depths, levels = np.zeros((2, 1), np.int16)
    depths_of(empty, 0, np.zeros(1, np.uint8), depths, levels, np.zeros(1, np.uint8))


WARM: Mapping[str, Callable[[], None]] = MappingProxyType(
    {"quine search": search_kernels, "exact depth": depth_kernels, "exact depth of 9x9 grids": grid_kernels}
)
"""Everything to warm, by what it is for."""
