"""Soundness of steps: no step removes a solution, on generated grids, random positions and benchmark files."""

from random import Random

import numpy as np
import pytest
from helpers import outside_data

import entails
from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.path import available_steps, solve_steps
from entails.solvers.sudoku.steps.position import Step
from entails.solvers.sudoku.steps.traces import CONTRADICTION, traces

from .steps_grids import puzzles, random_marks
from .test_any_shape import is_named


def assert_true(step: Step, solution: Grid) -> None:
    assert all(solution.cells[cell] == digit for cell, digit in step.places), step.sentence
    assert all(solution.cells[cell] != digit for cell, digit in step.removes), step.sentence
    assert step.places or step.removes


def assert_told(step: Step) -> None:
    report = " ".join((step.sentence, *step.links()))
    assert all(is_named(SHAPE, cell, report) for cell in step.cells), report
    assert all(str(digit) in report for digit in step.digits), report
    assert report.endswith(".")


def test_generated_puzzles() -> None:
    used = set()
    for puzzle, solution in puzzles(40):
        path = solve_steps(puzzle, unique=True)
        for step in path.steps:
            assert_true(step, solution)
            assert_told(step)
            used.add(step.technique)
        assert path.status == "solved"
        assert path.final == solution
    assert len(used) > 15


@pytest.mark.parametrize("seed", range(30))
def test_every_step_of_a_random_moment(seed: int) -> None:
    random = Random(seed)
    _, solution = puzzles(40)[seed]
    grid = random_marks(solution, random, random.uniform(0, 0.6), random.uniform(0.1, 0.4))
    steps = available_steps(grid)
    for step in steps:
        assert_true(step, solution)
        assert_told(step)
    assert steps


@pytest.mark.parametrize("seed", range(12))
def test_what_holds_in_all_of_several_solutions(seed: int) -> None:
    """With several solutions, every step but unique rectangles is true in each of them."""
    random = Random(seed)
    puzzle, _ = puzzles(40)[seed]
    dropped = random.sample([cell for cell, _ in puzzle.givens()], 1)
    grid = Grid(SHAPE, tuple(0 if cell in dropped else digit for cell, digit in enumerate(puzzle.cells)))
    solutions = list(entails.solutions(grid, options=entails.Options(max_solutions=30)))
    assert len(solutions) > 1
    path = solve_steps(grid)
    assert path.status == "stuck"
    for step in path.steps:
        for solution in solutions:
            assert_true(step, solution)


@pytest.mark.parametrize(
    ("name", "most"),
    [("bench_17.txt", 1000), ("bench_top1465.txt", 200), ("bench_hard11.txt", 50), ("se_rated_train.csv", 3000)],
)
def test_bench_files(name: str, most: int) -> None:
    """On benchmark files, the end of each path still allows the solution."""
    lines = outside_data(f"sudoku/{name}").read_text().split()
    grids = [parse_grid(line[:81]) for line in lines if len(line) >= 81][:most]
    with PersistentSudoku() as solver:
        solutions = np.array([solver.solve(grid).solution.cells for grid in grids])  # type: ignore[union-attr]
    result = traces(grids, unique=True)
    assert np.all(result.final >> (solutions - 1) & 1)
    assert not np.any(result.status == CONTRADICTION)
    placed = result.rounds.placed
    rounds = placed >= 0
    assert np.all(solutions[result.grid[rounds], placed[rounds] // 9] == placed[rounds] % 9 + 1)
