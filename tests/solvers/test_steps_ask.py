"""The front door of the step finder knows by itself whether the solution is unique."""

import doctest

import pytest

import clausal
from clausal.models.errors import UnsupportedPuzzle
from clausal.solvers.sudoku.steps import ask
from clausal.solvers.sudoku.steps.path import solve_steps

from ..helpers import grid_of

RECTANGLE = "..32...5....3.98.22.......9......5...8..67.....2..1.475....2..417...8......69...."
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_unique_rectangles_are_used_where_they_may_be() -> None:
    grid = grid_of(RECTANGLE)
    assert ask.has_one_solution(grid)
    assert clausal.steps(grid) == solve_steps(grid, unique=True)
    assert "unique-rectangle" in {step.technique for step in clausal.steps(grid).steps}
    loose = grid_of(RECTANGLE.replace("69", ".."))
    assert not ask.has_one_solution(loose)
    assert clausal.steps(loose) == solve_steps(loose)


def test_hints_and_moments() -> None:
    grid = grid_of(CLASSIC)
    assert clausal.hint(grid).sentence == "Look at box 2."
    assert clausal.hint(grid, "step", ["naked-single"]).sentence == "5 is the only candidate left in r5c5."
    assert clausal.hint(grid, "step").step in ask.steps_now(grid)


def test_grids_without_a_solution_and_without_an_end() -> None:
    assert not ask.has_one_solution(grid_of("55" + "." * 79))
    assert not ask.has_one_solution(grid_of("." * 81))


def test_other_shapes() -> None:
    grid = grid_of("42......3.1.....")
    assert clausal.steps(grid).steps
    assert clausal.hint(grid).step is not None
    assert clausal.rate(grid).er is None
    with pytest.raises(UnsupportedPuzzle, match="a technique for classic 9x9 grids"):
        clausal.steps(grid, ["w-wing"])


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(ask).failed == 0
    assert doctest.testmod(ask).attempted == 3
