"""The front door of the step finder: it finds out by itself whether the solution is unique, as some techniques need."""

from collections.abc import Iterable

from clausal.models.encoding import Native
from clausal.models.limits import Limits, Options
from clausal.models.outcome import Count
from clausal.models.sentence import Language
from clausal.models.sudoku import Grid
from clausal.solvers.enumerate import count
from clausal.solvers.sudoku.bits import ENGINE
from clausal.solvers.sudoku.steps.hint import Hint, Strength
from clausal.solvers.sudoku.steps.hint import hint as hint_at
from clausal.solvers.sudoku.steps.path import Path, available_steps, solve_steps
from clausal.solvers.sudoku.steps.step import SHAPE, Step
from clausal.solvers.sudoku.steps.technique import COUNTED, DEFAULT

_MOST_NODES = 300_000
"""A second or so: a grid that takes longer to count has nothing to do with people, and is not called unique."""


def steps(grid: Grid, techniques: Iterable[str] = DEFAULT) -> Path:
    """The whole path of a person through a grid.

    >>> from clausal.models.sudoku import parse_grid
    >>> path = steps(parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    >>> path.status, path.steps[0].sentence
    ('solved', 'In box 2, the 8 can only go in r1c6.')
    """
    return solve_steps(grid, techniques, unique=has_one_solution(grid))


def hint(
    grid: Grid, strength: Strength = "where", techniques: Iterable[str] = DEFAULT, language: Language = "en"
) -> Hint:
    """A hint at the next step: `where` to look, which `technique`, or the `step` itself."""
    return hint_at(grid, strength, techniques, unique=has_one_solution(grid), language=language)


def steps_now(grid: Grid, techniques: Iterable[str] = COUNTED) -> tuple[Step, ...]:
    """Every step that a technique finds at this moment."""
    return available_steps(grid, techniques, unique=has_one_solution(grid))


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
    from clausal.solvers.sudoku.persistent import PersistentSudoku

    with PersistentSudoku() as solver:
        solution, unique = solver.answer(grid)
    return Count(0 if solution is None else 1 if unique else 2, solution is None or unique)
