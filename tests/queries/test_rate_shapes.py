"""`sudoku rate` and `quine` on shapes other than 9x9: visual criteria, exact depth."""

import pytest

import entails
from entails.models.sudoku.grid import Grid
from entails.queries.sudoku.rate import rate, visual_criteria
from entails.solvers.sudoku.difficulty.criteria import visual

STUDY_GRID = "...4.4...23.13.2"
"""The 4x4 grid of Landreau 2025 (1.C), whose score by candidates is 14."""
CLASSIC = ".3.47...2....9.7.......1...4682...35.........37...9461...1.......7.2....6...53.8."
SIX = "5......1..6....2.33.2....6..3......1"
TWELVE = (
    "9.1A2.B.C3.4......8.B...6..3...12........1.C........A....6C3..C6.948...B"
    "2...54A.71..B39....2........8.9........1B...3..5...9.8......5.BC.2.394.7"
)


def grid_of(text: str) -> Grid:
    grid = entails.parse("sudoku", text)
    assert isinstance(grid, Grid)
    return grid


def test_the_grid_of_the_study_has_its_score() -> None:
    rating = rate(grid_of(STUDY_GRID))
    assert rating.criteria["candidates"] == 14
    assert (rating.exact_depth, rating.criteria["exact_depth"]) == (0, 0)
    assert rating.criteria["spread"] == pytest.approx(3 * 0.6875**0.5)
    assert rating.criteria["density"] == pytest.approx(57 / 14)


def test_criteria_are_those_of_classic_grids() -> None:
    grid = grid_of(CLASSIC)
    assert list(visual_criteria(grid).values()) == pytest.approx(visual([grid])[0, :-1].tolist())


@pytest.mark.parametrize(("text", "depth"), [(STUDY_GRID, 0), (SIX, 0), (TWELVE, 1)])
def test_every_size_has_an_exact_depth(text: str, depth: int) -> None:
    assert entails.exact_depth(grid_of(text)).depth == depth
    assert rate(grid_of(text)).exact_depth == depth


def test_only_a_grid_with_one_solution_has_an_exact_depth() -> None:
    rating = rate(grid_of("." * 15 + "1"))
    assert (rating.solutions, rating.exact_depth) == ("several", None)
    assert "exact_depth" not in rating.criteria
    assert rating.criteria["candidates"] == 15 * 4 - 7
