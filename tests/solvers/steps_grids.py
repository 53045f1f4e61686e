"""Generated grids for the tests of steps: shuffled, solved and dug out."""

from functools import cache
from random import Random

from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.persistent import PersistentSudoku

SHAPE = Shape.classic(9)


def random_solution(random: Random, solver: PersistentSudoku) -> Grid:
    """Build a random full grid: three times, keep fourteen cells of a shuffled grid and let the solver fill it."""

    def lines() -> list[int]:
        return [3 * band + line for band in random.sample(range(3), 3) for line in random.sample(range(3), 3)]

    digits, rows, columns = random.sample(range(1, 10), 9), lines(), lines()
    filled = Grid(SHAPE, tuple(digits[(3 * (row % 3) + row // 3 + column) % 9] for row in rows for column in columns))
    for _ in range(3):
        kept = random.sample(range(81), 14)
        solved = solver.solve(Grid(SHAPE, tuple(filled.cells[cell] if cell in kept else 0 for cell in range(81))))
        assert solved.solution is not None
        filled = solved.solution
    return filled


def dug_out(solution: Grid, random: Random, solver: PersistentSudoku) -> Grid:
    """Remove givens until the puzzle is minimal with this unique solution."""
    cells = list(solution.cells)
    for cell in random.sample(range(81), 81):
        item, cells[cell] = cells[cell], 0
        if not solver.solve(Grid(SHAPE, tuple(cells))).unique:
            cells[cell] = item
    return Grid(SHAPE, tuple(cells))


@cache
def puzzles(count: int, seed: int = 1) -> tuple[tuple[Grid, Grid], ...]:
    """Return minimal puzzles with their solutions."""
    random = Random(seed)
    with PersistentSudoku() as solver:
        solutions = [random_solution(random, solver) for _ in range(count)]
        return tuple((dug_out(solution, random, solver), solution) for solution in solutions)


def random_marks(solution: Grid, random: Random, filled: float, kept: float) -> Grid:
    """Build a position on the way to a solution: some cells filled, some false candidates left."""
    cells = [digit if random.random() < filled else 0 for digit in solution.cells]
    marks = []
    for digit in solution.cells:
        false = sum(1 << index for index in range(9) if random.random() < kept)
        marks.append(false | 1 << (digit - 1))
    return Grid.of(SHAPE, cells, [1 << (d - 1) if d else mask for d, mask in zip(cells, marks, strict=True)])
