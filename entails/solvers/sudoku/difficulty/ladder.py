"""ER: the rating of Sudoku Explainer 1.2.1, by doing what it does.

Its techniques stand on a ladder. The lowest rung that has a step gives it, and the next step begins at the bottom
again; the rating of a grid is that of the highest step. Up to hidden triples one kernel climbs with many grids at once;
those that are not filled then climb on one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import local
from typing import Final

import numpy as np

from entails.models.sudoku import Grid
from entails.solvers.arrays import Floats
from entails.solvers.kernels.sudoku_ladder import climb_many
from entails.solvers.sudoku.difficulty.climber import BEYOND, HARDEST, Climber, Feat
from entails.solvers.sudoku.difficulty.memory import Memory
from entails.solvers.sudoku.difficulty.rungs import CONDITIONS, LEVELS, RUNGS, SAME, TECHNIQUES, WANTED
from entails.solvers.sudoku.steps.position import arrays, refuse_other_shapes

__all__ = ["BEYOND", "HARDEST", "VERSION", "Climbed", "Climber", "Feat", "climb_with", "own_memory"]

VERSION: Final = "Sudoku Explainer 1.2.1"


class _Own(local):
    """What a thread keeps from batch to batch: the room for spreads is megabytes, which the system would hand out
    anew each time."""

    def __init__(self) -> None:
        self.climber = Climber()


_own: Final = _Own()


def own_memory() -> Memory:
    """What this thread remembers of the grids that it rated last."""
    return _own.climber.memory


@dataclass(frozen=True, slots=True)
class Climbed:
    """Per grid: its ER (BEYOND where none of the finders finds more, 0 for a full grid), and the finder of its highest
    step, where that is above the lower rungs."""

    er: Floats
    finders: list[str | None]


def climb_with(grids: Sequence[Grid], *, unique: bool) -> Climbed:
    """Rate each grid. The upper rungs are for grids with one solution: two of them rest on that."""
    digits, marks = np.zeros((2, len(grids), 81), np.int64)
    for row, grid in enumerate(grids):
        refuse_other_shapes(grid)
        digits[row], marks[row] = arrays(grid)
    climber = _own.climber
    if unique:  # of the grids before these nobody will ask any more
        climber.memory.clear()
    rungs = SAME if unique else len(RUNGS)
    uses = np.zeros((len(grids), rungs), np.int64)
    filled = np.zeros(len(grids), np.int64)
    climb_many(
        digits,
        marks,
        TECHNIQUES[:rungs],
        CONDITIONS[:rungs],
        WANTED,
        climber.board,
        climber.single,
        climber.found,
        climber.spare,
        uses,
        filled,
    )
    er = np.where(uses > 0, LEVELS[:rungs], 0.0).max(axis=1, initial=0.0)
    finders: list[str | None] = [None] * len(grids)
    for row in np.flatnonzero(filled == 0).tolist() if unique else []:
        climber.memory.note_stop(grids[row], digits[row], marks[row], float(er[row]))
        er[row], finders[row] = climber.rate(digits[row], marks[row], float(er[row]))
    return Climbed(er, finders)
