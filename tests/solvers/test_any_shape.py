"""Techniques on any shape: equal to the kernels on classic grids, and sound on all others."""

from functools import cache
from random import Random

import pytest

from entails.models.errors import UnsupportedPuzzle
from entails.models.rating import BANDS
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.queries.hint import rate
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.any_shape import FINDERS, ShapePosition
from entails.solvers.sudoku.steps.path import available_steps, hint, steps
from entails.solvers.sudoku.steps.picture import picture, sketch
from entails.solvers.sudoku.steps.position import JointStep, Step
from entails.solvers.sudoku.steps.technique import DEFAULT

from .steps_grids import puzzles, random_marks

JIGSAW = "111222333111222333144522233114556663744855669744885699748855699747885699777788699"
SHAPES = ["4x4", "6x6", "x", f"jigsaw:{JIGSAW}", "12x12", "16x16"]
CHAINS = {"x-chain", "xy-chain", "aic", "aic-loop", "dynamic-forcing-chains"}


@cache
def new_puzzle(name: str, seed: int = 0) -> tuple[Grid, Grid]:
    """Build a uniquely solvable puzzle of this shape, with its solution."""
    shape, random = Shape.named(name), Random(seed)
    with PersistentSudoku() as solver:
        solution = None
        while solution is None:
            cells = [0] * shape.cells
            for row, digit in enumerate(random.sample(range(1, shape.size + 1), shape.size // 2)):
                cells[row * shape.size + random.randrange(shape.size)] = digit
            solution = solver.solve(Grid(shape, tuple(cells))).solution
        cells = list(solution.cells)
        for cell in random.sample(range(shape.cells), shape.cells):
            if shape.size > 9 and cells.count(0) > shape.cells * 0.5:
                break
            item, cells[cell] = cells[cell], 0
            if not solver.solve(Grid(shape, tuple(cells))).unique:
                cells[cell] = item
    return Grid(shape, tuple(cells)), solution


def does(results: list[Step] | tuple[Step, ...]) -> set[tuple[object, ...]]:
    return {(step.places, tuple(sorted(set(step.removes)))) for step in results}


@pytest.mark.parametrize("seed", range(6))
def test_the_kernels_find_the_same_on_classic_grids(seed: int) -> None:
    random = Random(seed)
    _, solution = puzzles(40)[seed]
    grid = random_marks(solution, random, random.uniform(0, 0.6), random.uniform(0.1, 0.4))
    for name in FINDERS:
        if name in CHAINS:
            continue
        plain = list(ShapePosition(grid, [name]).all_steps())
        fast = [step for step in available_steps(grid, [name]) if not isinstance(step, JointStep)]
        assert does(plain) == does(fast), name


@pytest.mark.parametrize("seed", range(4))
def test_chains_reach_the_same_conclusions(seed: int) -> None:
    """Chain finders reach the same conclusions in total, even if they prefer different chains."""
    random = Random(seed)
    _, solution = puzzles(40)[seed]
    grid = random_marks(solution, random, 0.4, 0.3)
    for name in ("x-chain", "xy-chain", "aic"):
        plain = {remove for step in ShapePosition(grid, [name]).all_steps() for remove in step.removes}
        fast = {remove for step in available_steps(grid, [name]) for remove in step.removes}
        assert plain == fast, name


def is_named(shape: Shape, cell: int, sentence: str) -> bool:
    """Return whether a sentence names a cell, or a unit that contains it ("column 6 has no place left for 4")."""
    units = [shape.units[unit].name for unit in shape.units_of[cell]]
    return any(name in sentence for name in (shape.cell_name(cell), *units))


@pytest.mark.parametrize("name", SHAPES)
def test_steps_on_other_shapes_are_true_and_explained(name: str) -> None:
    puzzle, solution = new_puzzle(name)
    path = steps(puzzle)
    for step in path.steps:
        assert all(solution.cells[cell] == digit for cell, digit in step.places), step.sentence
        assert all(solution.cells[cell] != digit for cell, digit in step.removes), step.sentence
        whole = " ".join((step.sentence, *step.links()))
        assert all(is_named(puzzle.shape, cell, whole) for cell in step.cells), whole
    assert path.status == "solved"
    assert path.final.cells == solution.cells


@pytest.mark.parametrize("name", ["6x6", "x", f"jigsaw:{JIGSAW}"])
def test_every_step_of_a_moment_is_true(name: str) -> None:
    for seed in (1, 2):
        puzzle, solution = new_puzzle(name, seed)
        for step in available_steps(puzzle, tuple(FINDERS)):
            assert all(solution.cells[cell] == digit for cell, digit in step.places), step.sentence
            assert all(solution.cells[cell] != digit for cell, digit in step.removes), step.sentence


def test_a_cell_that_sees_every_place_from_a_diagonal() -> None:
    """In Sudoku X, the centre sees both ends of a row along the diagonals and loses their digit."""
    shape = Shape.diagonal(9)
    marks = [511] * 81
    for cell in range(1, 8):
        marks[cell] &= ~1
    result = available_steps(Grid.of(shape, [0] * 81, marks), ["box-line-reduction"])
    assert [step.removes for step in result] == [((40, 1), (72, 1), (80, 1))]
    assert "r5c5, r9c1 and r9c9 see them all" in result[0].sentence


def test_hints_and_drawings_have_the_shape() -> None:
    puzzle, _ = new_puzzle("16x16")
    report = hint(puzzle, "step")
    assert report.step is not None
    assert sketch(report.grid, report.step).count("\n") > 16
    assert picture(report.grid, report.step).count("</text>") > 100
    region = hint(new_puzzle(f"jigsaw:{JIGSAW}")[0], "where", ["last-remaining-box"]).sentence
    assert region.startswith("Look at region ")


def test_ratings_have_a_band_and_no_number() -> None:
    for name in ("4x4", "6x6", f"jigsaw:{JIGSAW}"):
        puzzle, _ = new_puzzle(name)
        rating = rate(puzzle)
        assert (rating.solutions, rating.difficulty, rating.er) == ("one", None, None)
        assert rating.band in BANDS
        assert rating.hardest in (*FINDERS, "last-remaining-line")
        uses = sum(value for name, value in rating.criteria.items() if name.startswith("uses_"))
        assert rating.criteria["steps"] == uses
    several = Grid(Shape.classic(4), (1, *(0,) * 15))
    assert rate(several).solutions == "several"
    assert rate(Grid(Shape.classic(4), (1, 1, *(0,) * 14))).solutions == "none"


def test_a_technique_of_classic_grids_is_refused_elsewhere() -> None:
    with pytest.raises(UnsupportedPuzzle, match="unique rectangle needs a classic 9x9 grid"):
        available_steps(new_puzzle("4x4")[0], ["unique-rectangle"])
    assert set(FINDERS) <= set(DEFAULT)
