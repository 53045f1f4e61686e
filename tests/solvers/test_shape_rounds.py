"""Rounds on any shape: equal for all isomorphs, sound, and as strong as the finders of steps."""

from random import Random

import pytest

from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.queries.hint import rate
from entails.solvers.sudoku.difficulty.model import rate_many
from entails.solvers.sudoku.difficulty.shape_rounds import refuted_by_singles, removed_by_chains
from entails.solvers.sudoku.steps.any_shape import ShapePosition
from entails.solvers.sudoku.steps.any_shape_finders import ShapeBoard
from entails.solvers.sudoku.steps.ladder import TechniqueLadder

from .steps_grids import puzzles, random_marks
from .test_any_shape import SHAPES, new_puzzle


def isomorph(grid: Grid, random: Random) -> Grid:
    """Return a random isomorph: shuffled lines if the shape has only boxes, else a turn; renamed digits."""
    shape, size = grid.shape, grid.shape.size
    rows = columns = list(range(size))[:: random.choice((1, -1))]
    turned = random.random() < 0.5
    if shape.box is not None and not shape.has_diagonals:
        high, wide = shape.box
        rows, columns = (_shuffled(size, block, random) for block in (high, wide))
        turned = turned and high == wide
    digits = [0, *random.sample(range(1, size + 1), size)]
    order = [row * size + column for row in rows for column in columns]
    if turned:
        order = [order[column * size + row] for row in range(size) for column in range(size)]
    moved = shape if shape.box else Shape.jigsaw("".join(str(shape.regions[cell]) for cell in order))
    return Grid(moved, tuple(digits[grid.cells[cell]] for cell in order))


def _shuffled(size: int, block: int, random: Random) -> list[int]:
    blocks = random.sample(range(size // block), size // block)
    return [index * block + line for index in blocks for line in random.sample(range(block), block)]


@pytest.mark.parametrize("name", SHAPES)
def test_a_rating_is_the_same_for_all_isomorphs(name: str) -> None:
    """With a ladder too; the path of `steps` differs."""
    random, ladder = Random(1), TechniqueLadder.of("hodoku")
    for seed in (0, 1):
        grid, _ = new_puzzle(name, seed)
        rating = rate(grid, ladder="hodoku")
        assert rating.ladder is not None
        assert rating.ladder.hardest in (*ladder.techniques, "last-remaining-line")
        for _ in range(2):
            turned = rate(isomorph(grid, random), ladder="hodoku")
            assert {**turned.as_json(), "puzzle": ""} == {**rating.as_json(), "puzzle": ""}


def test_the_score_of_a_ladder_is_the_same_for_all_isomorphs() -> None:
    """Of a classic grid, whose path in the order of its cells may use other techniques."""
    random, lines = (
        Random(2),
        (
            "040003670030000000000700000050204806000006030086050000010000008273801400860020100",
            "000507080200000000906013000100300009002080400800004007000260701000000004060105000",
            "000000005200000084000817000000678000790005862000209400020900540600000200900400010",
        ),
    )
    grids = [parse_grid(line) for line in lines]
    for name in ("entails", "sudoku-explainer", "hodoku", "sudokuwiki"):
        ladder = TechniqueLadder.of(name)
        for rating in rate_many(grids):
            [turned] = rate_many([isomorph(rating.puzzle, random)])
            assert turned.with_ladder(ladder).ladder == rating.with_ladder(ladder).ladder


@pytest.mark.parametrize("name", ["6x6", "x", SHAPES[3], "16x16"])
def test_chains_and_refutations_are_true(name: str) -> None:
    for seed in (1, 2):
        puzzle, solution = new_puzzle(name, seed)
        board = ShapeBoard(puzzle)
        for kind in ("x-chain", "xy-chain", "aic"):
            assert all(solution.cells[cell] != digit for cell, digit in removed_by_chains(board, kind))
        assert all(solution.cells[cell] != digit for cell, digit in refuted_by_singles(board))


@pytest.mark.parametrize("seed", range(3))
def test_chains_remove_all_that_steps_remove(seed: int) -> None:
    _, solution = puzzles(40)[seed]
    grid = random_marks(solution, Random(seed), 0.4, 0.3)
    for name in ("x-chain", "xy-chain", "aic"):
        by_steps = {remove for step in ShapePosition(grid, [name]).all_steps() for remove in step.removes}
        removed = set(removed_by_chains(ShapeBoard(grid), name))
        assert by_steps <= removed, name
        assert all(solution.cells[cell] != digit for cell, digit in removed), name


def test_the_exact_depth_of_a_hard_grid_is_the_same_for_all_isomorphs() -> None:
    """The number of disjunctions to try depends on the order: 3,480 to more than 20,000 for this grid."""
    line = (
        ".......9..3...8C...C.....8.G.7.F..2.AB.1F7........BF3.G.A.E..4..D4.E2...5..18...53F.96..D..41..."
        ".B...8......9F....A.413G......D.AG....8.3.....4B4.8.G....E2.39.5B67.....CA.......F...DB249..6CA."
        "......A3..B7.....5..E...9.......C...542...A.B.3E...7..D......59G"
    )
    grid, random = parse_grid(line), Random(1)
    assert [rate(isomorph(grid, random)).exact_depth for _ in range(3)] == [2, 2, 2]
