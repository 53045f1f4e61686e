"""The front door of the step finder: it finds out by itself whether the solution is unique, as some techniques need."""

from collections.abc import Iterable

from entails.models.sentence import Language
from entails.models.sudoku import Grid
from entails.solvers.sudoku.steps.hint import Hint, Strength
from entails.solvers.sudoku.steps.hint import hint as hint_at
from entails.solvers.sudoku.steps.path import Path, available_steps, solve_steps
from entails.solvers.sudoku.steps.step import Step
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT
from entails.solvers.sudoku.steps.uniqueness import has_one_solution, has_several_solutions

__all__ = ["has_one_solution", "has_several_solutions", "hint", "steps", "steps_now"]


def steps(grid: Grid, techniques: Iterable[str] = DEFAULT) -> Path:
    """The whole path of a person through a grid.

    >>> from entails.models.sudoku import parse_grid
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
