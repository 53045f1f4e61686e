"""The public step functions determine by themselves whether the solution is unique."""

import doctest

import pytest

import entails
from entails.models.errors import UnsupportedPuzzle
from entails.solvers.sudoku.steps import path
from entails.solvers.sudoku.steps.path import solve_steps

from ..helpers import grid_of

RECTANGLE = "..32...5....3.98.22.......9......5...8..67.....2..1.475....2..417...8......69...."
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_unique_rectangles_are_used_where_they_may_be() -> None:
    grid = grid_of(RECTANGLE)
    assert path.has_one_solution(grid)
    assert entails.steps(grid) == solve_steps(grid, unique=True)
    assert "unique-rectangle" in {step.technique for step in entails.steps(grid).steps}
    loose = grid_of(RECTANGLE.replace("69", ".."))
    assert not path.has_one_solution(loose)
    assert entails.steps(loose) == solve_steps(loose)


def test_hints_and_moments() -> None:
    grid = grid_of(CLASSIC)
    assert entails.hint(grid).sentence == "Look at box 2."
    assert entails.hint(grid, "step", ["naked-single"]).sentence == "5 is the only candidate left in r5c5."
    assert entails.hint(grid, "step").step in path.steps_now(grid)


def test_grids_without_a_solution_and_without_an_end() -> None:
    assert not path.has_one_solution(grid_of("55" + "." * 79))
    assert not path.has_one_solution(grid_of("." * 81))


def test_other_shapes() -> None:
    grid = grid_of("42......3.1.....")
    assert entails.steps(grid).steps
    assert entails.hint(grid).step is not None
    assert entails.rate(grid).er is None
    with pytest.raises(UnsupportedPuzzle, match="needs a classic 9x9 grid"):
        entails.steps(grid, ["als-xz"])


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(path).failed == 0
    assert doctest.testmod(path).attempted == 3
