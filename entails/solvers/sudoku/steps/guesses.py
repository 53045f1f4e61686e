"""Backtracking as a criterion (the 13th technique of Landreau 2025): how many guesses finish a grid that is stuck."""

import numpy as np

from entails.solvers.kernels.sudoku_steps import new_board
from entails.solvers.kernels.sudoku_steps_guess import GAVE_UP, walk_and_guess
from entails.solvers.kernels.sudoku_steps_numbers import TECHNIQUES as COUNTED
from entails.solvers.kernels.sudoku_steps_walk import new_trace
from entails.solvers.sudoku.steps.position import Position

MOST = 20_000
"""A grid without solution, or a poor set of techniques, could go on for ever."""


def guesses(position: Position) -> int | None:
    """Each digit tried in a cell is one guess; between guesses the techniques of the position that ratings count do
    their work. None when there would be more than MOST."""
    counts = np.zeros(COUNTED, np.int64)
    made = walk_and_guess(
        position.board.digits,
        position.board.marks,
        new_board(),
        position.order[position.order < COUNTED],
        position.wanted,
        position.single,
        position.found,
        new_trace(),
        MOST,
        counts,
    )
    return None if made == GAVE_UP else made
