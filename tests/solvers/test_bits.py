"""The engine `bits` against python-sat, grid by grid, and its limits."""

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.data import examples
from entails.formats.sudoku.read import parse_grid
from entails.models.encoding import Native
from entails.models.errors import EngineFault, InvalidOption, InvalidPuzzle, InvalidStatement, UnsupportedCapability
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import ModelCount, Satisfied, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import Session, count_enumerate, solutions
from entails.solvers.kernels import sudoku_generate
from entails.solvers.sudoku.bits import CLASSIC, ENGINE, grids_from_lines, solve_many
from entails.solvers.sudoku.generate import generate

EMPTY = Grid(CLASSIC, (0,) * 81)
EASY = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = parse_grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")


def opened(grid: Grid, limits: Limits = UNLIMITED) -> Session[Grid]:
    return ENGINE.open(Native(grid), limits, DEFAULTS)


def count_bits(grid: Grid, most: int) -> ModelCount:
    return count_enumerate(ENGINE, Native(grid), UNLIMITED, Options(max_solutions=most))


def count_sat(grid: Grid, most: int) -> ModelCount:
    return entails.count(grid, options=Options(max_solutions=most))


def loosened(seed: int, wanted: int) -> Iterator[Grid]:
    """Yield grids with one, several or no solutions: unique grids with clues removed, moved or added at random."""
    random = np.random.RandomState(seed)
    for item in generate(9, wanted, seed=seed, clues=(24, 34), symmetry="none"):
        cells = list(item.puzzle.cells)
        clues = [cell for cell, digit in enumerate(cells) if digit]
        for cell in random.permutation(clues)[: random.randint(0, 4)]:
            cells[cell] = 0
        if random.random_sample() < 0.4:
            cells[random.randint(81)] = random.randint(1, 10)
        yield Grid.of(CLASSIC, cells)


@pytest.mark.parametrize("seed", range(3))
def test_it_counts_like_python_sat(seed: int) -> None:
    grids = list(loosened(seed, 60))
    batch = solve_many(np.array([grid.cells for grid in grids], np.uint8), limit=6)
    expected = [count_sat(grid, 5) for grid in grids]
    assert {0, 1, 5} <= {count.value for count in expected}
    for grid, count, solution, wanted in zip(grids, batch.counts, batch.solutions, expected, strict=True):
        assert count_bits(grid, 5) == wanted
        assert count == wanted.value + (not wanted.exact)
        if count:
            assert grid.solved_by(grid.fill(solution)) is None
        else:
            assert not solution.any()


@pytest.mark.parametrize("line", [text for _, text, _ in examples("sudoku") if len(text) == 81])
def test_the_shipped_examples_have_the_same_answers(line: str) -> None:
    grid = parse_grid(line)
    assert count_bits(grid, 3) == count_sat(grid, 3)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.25, 0.32, 0.4, 0.5]))
def test_marks_count_like_python_sat(seed: int, share: float) -> None:
    random = np.random.RandomState(seed)
    item = next(iter(generate(9, 1, seed=seed % 1000, clues=81)))
    kept = random.random_sample((81, 9)) < share
    truth = np.array(item.solution.cells)
    if seed % 3:  # otherwise there may well be no solution
        kept[np.arange(81), truth - 1] = True
    marks = (kept * (1 << np.arange(9))).sum(axis=1)
    grid = Grid.of(CLASSIC, [0] * 81, marks.tolist())
    assert count_bits(grid, 4) == count_sat(grid, 4)


def test_all_solutions_are_different_and_right() -> None:
    cells = list(next(iter(generate(9, 1, seed=3, clues=26))).puzzle.cells)
    for cell in [cell for cell, digit in enumerate(cells) if digit][:2]:
        cells[cell] = 0
    grid = Grid.of(CLASSIC, cells)
    with opened(grid) as session:
        items = list(session.answers(None))
    assert len(set(items)) == len(items) == count_sat(grid, 2000).value > 1
    assert all(grid.solved_by(answer) is None for answer in items)


def test_the_empty_grid_has_as_many_as_one_asks_for() -> None:
    assert count_bits(EMPTY, 1000) == ModelCount(1000, exact=False, reason="maximum")
    assert solve_many([EMPTY.line], limit=5000).counts.tolist() == [5000]
    full = entails.solve(EASY).answer
    assert count_bits(full, 3) == ModelCount(1, exact=True)


@pytest.mark.parametrize(
    "places",
    [{0: 1, 8: 1}, {0: 1, 72: 1}, {0: 1, 20: 1}, {cell: cell for cell in range(1, 9)} | {9: 9}],
    ids=["row", "column", "box", "no digit left"],
)
def test_givens_that_conflict_have_no_solution(places: dict[int, int]) -> None:
    grid = Grid.of(CLASSIC, [places.get(cell, 0) for cell in range(81)])
    with opened(grid) as session:
        assert isinstance(session.solve(), Unsatisfiable)
    assert solve_many([grid.line]).counts.tolist() == [0]


def test_a_cell_without_marks_has_no_solution() -> None:
    grid = Grid.of(CLASSIC, [0] * 81, [511] * 80 + [0])
    assert count_bits(grid, 1) == ModelCount(0, exact=True)


def test_assumptions_are_facts_of_the_cnf_encoding() -> None:
    answer = entails.solve(EASY).answer
    right, wrong = answer.cells[2], answer.cells[2] % 9 + 1
    with opened(EASY) as session:
        first = session.solve([2 * 9 + right])
        assert isinstance(first, Satisfied)
        assert first.answer == answer
        assert first.facts == tuple(9 * cell + digit for cell, digit in enumerate(answer.cells))
        assert isinstance(session.solve([2 * 9 + wrong]), Unsatisfiable)
        assert isinstance(session.solve([-(2 * 9 + right)]), Unsatisfiable)
        assert isinstance(session.solve([-(2 * 9 + wrong)]), Satisfied)
        with pytest.raises(InvalidStatement, match="unknown fact 730"):
            session.solve([730])


def test_what_is_blocked_stays_away_until_its_scope_ends() -> None:
    with opened(EASY) as session:
        first = session.solve()
        assert isinstance(first, Satisfied)
        session.push()
        session.block(first.facts)
        assert isinstance(session.solve(), Unsatisfiable)
        assert list(session.answers(None)) == []
        session.pop()
        session.push()
        session.block([-9 * 2 - first.answer.cells[2] % 9 - 1])
        assert isinstance(session.solve(), Unsatisfiable)
        session.pop()
        assert isinstance(session.solve(), Satisfied)


def test_it_keeps_its_limits() -> None:
    with opened(HARD, Limits(nodes=1)) as session:
        outcome = session.solve()
        assert isinstance(outcome, Undecided)
        assert (outcome.reason, outcome.stats.decisions) == ("nodes", 1)
        assert isinstance(session.solve(), Undecided)
    with opened(HARD, Limits(nodes=10_000)) as session:
        assert isinstance(session.solve(), Satisfied)
    listing = solutions(ENGINE, Native(EMPTY), Limits(seconds=0.2), DEFAULTS)
    assert sum(1 for _ in listing) > 100
    assert listing.reason == "time"


def test_it_takes_nothing_but_classic_grids() -> None:
    for puzzle in (Grid(Shape.diagonal(9), (0,) * 81), Grid(Shape.classic(4), (0,) * 16), "sudoku"):
        with pytest.raises(UnsupportedCapability, match="classic 9x9"):
            ENGINE.open(Native(puzzle), UNLIMITED, DEFAULTS)
    with pytest.raises(UnsupportedCapability, match="groups"), opened(EASY) as session:
        session.solve(groups=[])


def test_batches_are_the_same_whatever_their_form() -> None:
    lines = [grid.line for grid in loosened(9, 50)]
    item, two = solve_many(lines), solve_many(grids_from_lines(lines).astype(np.int64), workers=3)
    assert (item.counts == two.counts).all()
    assert (item.solutions == two.solutions).all()
    assert solve_many([]).counts.tolist() == []
    assert solve_many([HARD.line] * 3, limit=1).counts.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("grids", "sentence"),
    [
        (["1" * 80], "grid 1: 80 characters"),
        (["." * 81, "x" * 81], "grid 2, r1c1: 'x' is not a digit"),
        (["." * 10_000_000], "grid 1: 10,000,000 characters"),
        (["é" * 81], "grid 1, r1c1"),
        (np.zeros((2, 80), np.uint8), "rows of 81"),
        (np.zeros((2, 81)), "whole numbers"),
        (np.full((2, 81), 10, np.uint8), "grid 1, r1c1"),
        (np.full((1, 81), -1), "grid 1, r1c1"),
    ],
)
def test_an_invalid_grid_is_refused(grids: list[str], sentence: str) -> None:
    with pytest.raises(InvalidPuzzle, match=sentence) as refused:
        solve_many(grids)
    assert len(str(refused.value)) < 200


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(InvalidOption, match="limit"):
        solve_many([EASY.line], limit=0)


def test_a_wrong_answer_would_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    right = solve_many([EASY.line]).solutions
    grids, counts = grids_from_lines([EASY.line]), np.array([1])
    assert sudoku_generate.first_wrong(grids, right, counts) == sudoku_generate.NONE
    wrong = right.copy()
    wrong[0, [0, 1]] = wrong[0, [1, 0]]
    assert sudoku_generate.first_wrong(grids, wrong, counts) == 0
    assert sudoku_generate.first_wrong(np.roll(grids, 1), right, counts) == 0
    monkeypatch.setattr(sudoku_generate, "first_wrong", lambda *_: 0)
    with pytest.raises(EngineFault, match="grid 1"):
        solve_many([EASY.line])


@pytest.mark.parametrize("jit", ["0", "1"], ids=["compiled", "plain Python"])
def test_another_process_finds_the_same(jit: str) -> None:
    """Kernels loaded from numba's cache, and kernels run as plain Python, give the same results."""
    code = (
        "from entails.solvers.sudoku.bits import solve_many\n"
        "from entails.solvers.sudoku.generate import generate\n"
        f"print(*solve_many(['{EASY.line}', '{HARD.line}']).counts)\n"
        "print(next(iter(generate(9, 1, minimal=True))).puzzle.line)\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": jit},
        capture_output=True,
        text=True,
        check=False,
    )
    line = next(iter(generate(9, 1, minimal=True))).puzzle.line
    assert (run.stderr, run.stdout.split()) == ("", ["1", "1", line])
