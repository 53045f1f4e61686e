"""Engines, generators and techniques for Sudoku, and the CNF of a grid for engines that need one."""

from functools import partial

from entails.encoders.cnf import Style
from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.sudoku import answer, state
from entails.models.encoding import Cnf
from entails.models.sudoku.grid import Grid


def formula(grid: Grid, style: Style = "pruned", at_most_one: str = "pairwise") -> Cnf[Grid]:
    """Return the CNF of a grid; by default, only the part that the givens leave undetermined."""
    return compile_cnf(state(grid), style, at_most_one, partial(answer, grid))
