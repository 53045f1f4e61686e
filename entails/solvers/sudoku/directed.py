"""The directed search for a technique: grids whose path comes to use it are eased until nothing harder is left.

A swordfish is the hardest step of hardly any grid made at random, but one grid in seventy has one somewhere on its
path. A clue more shortens a path. So each clue that could be added is tried, and the grid is kept that still needs the
technique and whose hardest step is least above it, until the technique itself is the hardest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from entails.models.sudoku import Grid
from entails.solvers.sudoku.generate import Generated, Order
from entails.solvers.sudoku.steps.technique import COUNTED, technique
from entails.solvers.sudoku.steps.traces import traces

_ROUNDS = 8
"""So many clues are added at most."""


def eased(some: Sequence[Generated], order: Order, wanted: str) -> Iterator[Generated]:
    """For each grid, itself or one with more clues whose hardest step is the wanted technique; nothing for grids that
    do not use it. Each grid looked at counts as an attempt."""
    number = COUNTED.index(wanted)
    waiting = 0
    for made, used in zip(some, _used([made.puzzle for made in some]), strict=True):
        waiting += made.attempts
        found, tried = _eased(made, order, used, number)
        waiting += tried
        if found is not None:
            yield replace(found, attempts=waiting)
            waiting = 0
    if waiting:
        yield replace(some[-1], attempts=waiting)


def _eased(made: Generated, order: Order, used: NDArray[np.bool_], number: int) -> tuple[Generated | None, int]:
    tried = 0
    for _ in range(_ROUNDS):
        if not used[number]:
            break
        if not used[number + 1 :].any():
            return made, tried
        easier = list(_with_more(made, order))
        if not easier:
            break
        tried += len(easier)
        uses = _used([one.puzzle for one in easier])
        hardest = np.where(uses, np.arange(uses.shape[1]), -1).max(axis=1)
        hardest[~uses[:, number]] = uses.shape[1]
        best = int(hardest.argmin())
        made, used = easier[best], uses[best]
    return None, tried


def _with_more(made: Generated, order: Order) -> Iterator[Generated]:
    """The grid with one more set of clues, where the order allows that."""
    most = order.clues[1] if order.clues else order.shape.cells
    for orbit in order.orbits().tolist():
        cells = list(made.puzzle.cells)
        if cells[orbit[0]]:
            continue
        for cell in orbit:
            if cell >= 0:
                cells[cell] = made.solution.cells[cell]
        if len(cells) - cells.count(0) <= most:
            yield replace(made, puzzle=Grid(made.puzzle.shape, tuple(cells)))


def _used(grids: Sequence[Grid]) -> NDArray[np.bool_]:
    """Which techniques the path of each grid uses, easiest first, a row for each."""
    return np.asarray(traces(grids, unique=True).counts[:, [technique(name).number for name in COUNTED]] > 0)
