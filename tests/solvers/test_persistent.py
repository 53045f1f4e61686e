"""Many grids in one solver: the same results as one by one, in any order."""

import random

import pytest
from helpers import outside_data

import entails
import entails.solvers.sudoku.persistent as persistent
from entails.formats.sudoku.read import parse_grid
from entails.models.errors import EngineFault
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.persistent import PersistentSudoku

CLASSIC = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
TWO_WAYS = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........")
CLASH = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.279")

TWO_AT_MOST = entails.Options(max_solutions=2)


def random_grid(shape: Shape, chance: random.Random) -> Grid:
    """Build a puzzle with no, one or several solutions from a solved grid, with one digit sometimes changed."""
    first = list(range(1, shape.size + 1))
    chance.shuffle(first)
    solved = entails.solve(Grid(shape, (*first, *(0,) * (shape.cells - shape.size)))).answer
    keep = chance.uniform(0.2, 0.7)
    cells = [digit if chance.random() < keep else 0 for digit in solved.cells]
    if chance.random() < 0.3:
        cells[chance.randrange(shape.cells)] = chance.randint(1, shape.size)
    return Grid(shape, tuple(cells))


@pytest.mark.parametrize("engine", ["cadical153", "cadical195", "glucose421", "minisat22"])
def test_known_grids_in_any_order(engine: str) -> None:
    with PersistentSudoku(engine) as solver:
        for _ in range(2):
            solved = [solver.solve(grid) for grid in (TWO_WAYS, CLASSIC, CLASH, CLASSIC)]
            assert [item.unique for item in solved] == [False, True, False, True]
            assert [item.solution is not None for item in solved] == [True, True, False, True]
            assert CLASSIC.solved_by(solved[1].solution or CLASSIC) is None


def test_agrees_with_one_by_one() -> None:
    chance = random.Random(7)
    shapes = [Shape.classic(4), Shape.classic(6), Shape.classic(9), Shape.diagonal(9)]
    grids = [random_grid(chance.choice(shapes), chance) for _ in range(150)]
    verdicts = set()
    with PersistentSudoku() as solver:
        for grid in grids:
            outcome, expected = solver.solve(grid), entails.count(grid, engine="minisat22", options=TWO_AT_MOST)
            assert (outcome.solution is not None, outcome.unique) == (expected.value > 0, expected.value == 1)
            verdicts.add((outcome.solution is not None, outcome.unique))
    assert verdicts == {(True, True), (True, False), (False, False)}


def test_marks_count() -> None:
    ruled_out = CLASSIC.shape.size**2 * [511]
    ruled_out[2] = 0b000000011  # r1c3 is 4 in the only solution
    with PersistentSudoku() as solver:
        assert solver.solve(Grid.of(CLASSIC.shape, CLASSIC.cells, ruled_out)).solution is None
        assert solver.solve(CLASSIC).unique


def test_a_solver_loaded_anew_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistent, "RENEW_AFTER", 2)
    with PersistentSudoku() as solver:
        assert [solver.solve(TWO_WAYS).unique for _ in range(7)] == [False] * 7


def test_a_wrong_answer_never_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistent, "_filled", lambda shape, _: Grid(shape, (1,) * shape.cells))
    with PersistentSudoku() as solver, pytest.raises(EngineFault, match="invalid solution"):
        solver.solve(CLASSIC)


@pytest.mark.parametrize("name", ["bench_17.txt", "bench_top1465.txt", "bench_hard11.txt"])
def test_every_bench_grid_is_unique(name: str) -> None:
    lines = outside_data(f"sudoku/{name}").read_text().split()[:300]
    with PersistentSudoku() as solver:
        assert all(solver.solve(parse_grid(line)).unique for line in lines)
