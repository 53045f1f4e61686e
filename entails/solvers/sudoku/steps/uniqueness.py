"""How many solutions a grid has: none, one, or two and more. Some techniques hold only where it is one."""

from entails.models.encoding import Native
from entails.models.limits import Limits, Options
from entails.models.outcome import Count
from entails.models.sudoku import Grid
from entails.solvers.enumerate import count
from entails.solvers.sudoku.bits import ENGINE
from entails.solvers.sudoku.steps.argument import SHAPE

_MOST_NODES = 300_000
"""A second or so: a grid that takes longer to count has nothing to do with people, and is not called unique."""


def has_one_solution(grid: Grid) -> bool:
    """Is the solution known to be unique?"""
    found = _solutions(grid)
    return found.exact and found.value == 1


def has_several_solutions(grid: Grid) -> bool:
    """Is a second solution known?"""
    return _solutions(grid).value > 1


def _solutions(grid: Grid) -> Count:
    if grid.shape != SHAPE:
        return _solutions_anywhere(grid)
    return count(ENGINE, Native(grid), Limits(nodes=_MOST_NODES), Options(max_solutions=2))


def _solutions_anywhere(grid: Grid) -> Count:
    """None, one, or two and more."""
    from entails.solvers.sudoku.persistent import PersistentSudoku

    with PersistentSudoku() as solver:
        solution, unique = solver.answer(grid)
    return Count(0 if solution is None else 1 if unique else 2, solution is None or unique)
