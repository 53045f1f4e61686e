"""Exact depth: known values, independence of order, the effect of merging, both kernels, limits."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.encoders.cnf.at_most_one import AT_MOST_ONE
from entails.formats.sudoku.read import parse_grid
from entails.models.limits import Limits
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.quine.depth import ExactDepth, exact_depth, grid_depth, grid_depths
from entails.solvers.sudoku import formula

from .quine_reference import Clause, as_cnf, random_clauses

SINGLES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ONE_LEVEL = "................12..3..4.........3....5...6...7..18......7..49..8.......21.5....."
TWO_LEVELS = "98.76.5..7..4..6.......3.9.6...27..5...5.........462..2..6..4...9.....8...1......"
SEVERAL = "................12..3..4.........3....5...6...7..18......7..49..8........1.5....."
BROKEN = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."


def depth(clauses: list[Clause], variables: int, own: int | None = None) -> ExactDepth:
    return exact_depth(as_cnf(clauses, variables, own))


def test_small_formulas() -> None:
    assert depth([(1,), (-1, 2)], 2).depth == 0
    assert depth([(1,), (-1,)], 1).status == "unsatisfiable"
    assert depth([()], 1).depth == 0
    assert depth([(1, 2), (1, -2)], 2).depth == 1, "x1 holds either way; x2 is free"
    every = [tuple(sign) for sign in [(a, b) for a in (1, -1) for b in (2, -2)]]
    assert (depth(every, 2).status, depth(every, 2).depth) == ("unsatisfiable", 1)
    free = depth([], 3)
    assert (free.depth, free.several, free.forced) == (0, True, ())


def test_merging_matters() -> None:
    """Merging matters: both cases of x1 lead to x6 without contradiction, so trial and error needs two levels."""
    dilemma = [(-1, 2), (-1, 3), (1, 4), (1, 5), (-2, -3, 6), (-4, -5, 6)]
    result = depth(dilemma, 6)
    assert (result.depth, result.forced, result.several) == (1, (6,), True)
    nested = [(*clause, sign * 7) for sign in (1, -1) for clause in dilemma]
    assert (depth(nested, 7).depth, depth(nested, 7).forced) == (2, (6,))


def test_a_solved_case_proves_nothing() -> None:
    """A solved case proves nothing: x1 satisfies everything by propagation, but deciding it takes two levels."""
    wherever = [(2 * a, 3 * b, 4 * c) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    clauses = [(-1, 2), (-1, 3), (-1, 4), *((1, *clause) for clause in wherever)]
    result = depth(clauses, 4)
    assert (result.forced, result.depth) == ((1, 2, 3, 4), 2)


def pigeons(holes: int) -> tuple[list[Clause], int]:
    """Return the pigeonhole formula, one pigeon more than holes, and its number of variables."""

    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    everyone = [tuple(sits(pigeon, hole) for hole in range(holes)) for pigeon in range(holes + 1)]
    nobody_shares = [
        (-sits(item, hole), -sits(second, hole))
        for hole in range(holes)
        for item, second in combinations(range(holes + 1), 2)
    ]
    return everyone + nobody_shares, holes * (holes + 1)


def test_pigeonholes_get_deeper_with_their_number() -> None:
    assert [depth(*pigeons(holes)).depth for holes in (1, 2, 3, 4)] == [0, 1, 2, 3]
    clauses, variables = pigeons(8)
    capped = exact_depth(as_cnf(clauses, variables), Limits(nodes=2000), cap=3)
    assert (capped.depth, capped.status) == (None, "unsatisfiable")
    assert capped.at_least >= 2


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_order_and_names_do_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    variables = rng.randint(2, 9)
    clauses = random_clauses(rng, variables)
    new_name = dict(zip(range(1, variables + 1), rng.sample(range(1, variables + 1), variables), strict=True))
    flipped = {variable: rng.choice((1, -1)) for variable in new_name}
    renamed = [
        tuple(
            new_name[abs(lit)] * flipped[abs(lit)] * (1 if lit > 0 else -1) for lit in rng.sample(clause, len(clause))
        )
        for clause in rng.sample(clauses, len(clauses))
    ]
    item, second = depth(clauses, variables), depth(renamed, variables)
    assert (item.depth, item.status, item.several, len(item.forced)) == (
        second.depth,
        second.status,
        second.several,
        len(second.forced),
    )


@pytest.mark.parametrize(("line", "wanted"), [(SINGLES, 0), (ONE_LEVEL, 1), (TWO_LEVELS, 2)])
def test_known_grids_by_both_kernels(line: str, wanted: int) -> None:
    grid = parse_grid(line)
    assert grid_depth(grid).depth == wanted
    general = exact_depth(formula(grid))
    assert (general.depth, general.several) == (wanted, False)


def shuffled(grid: Grid, rng: random.Random) -> Grid:
    """Return an isomorph of a puzzle: digits renamed, bands, stacks, rows and columns moved, perhaps mirrored."""
    digits = [0, *rng.sample(range(1, 10), 9)]

    def order() -> list[int]:
        return [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]

    rows, columns, mirror = order(), order(), rng.random() < 0.5
    cells = [grid.cells[9 * r + c] if not mirror else grid.cells[9 * c + r] for r in rows for c in columns]
    return Grid.of(grid.shape, [digits[digit] for digit in cells])


def test_the_bitmask_kernel_equals_the_general_one() -> None:
    """The bitmask kernel equals the general one, for unique grids of every depth and for grids with a given removed or
    changed.
    """
    rng = random.Random(8)
    sample = []
    for line in (SINGLES, ONE_LEVEL, TWO_LEVELS, BROKEN):
        grid = shuffled(parse_grid(line), rng)
        sample.append(grid)
        for _ in range(6):
            cells = list(grid.cells)
            cell = rng.choice([cell for cell, digit in enumerate(cells) if digit])
            cells[cell] = rng.choice([0, *range(1, 10)])
            sample.append(Grid.of(grid.shape, cells))
    fast = grid_depths(sample, cap=2)
    for grid, item in zip(sample, fast, strict=True):
        wanted = exact_depth(formula(grid), cap=2)
        assert (item.depth, item.at_least, item.status, item.several) == (
            wanted.depth,
            wanted.at_least,
            wanted.status,
            wanted.several,
        ), grid.line
    assert {entry.status for entry in fast} == {"satisfied", "unsatisfiable"}
    assert {entry.several for entry in fast} == {True, False, None}
    assert {0, 1, 2} <= {entry.depth for entry in fast}


def test_depth_belongs_to_an_encoding() -> None:
    """Depth depends on the encoding: `minimal` omits hidden singles, which then need a disjunction; the at-most-one
    form does not matter.
    """
    grid = parse_grid(".................1..2..3.4......5.3..6.......71..........16...2..58.......9.7...6")
    assert exact_depth(formula(grid)).depth == exact_depth(formula(grid, "complete")).depth == 0
    assert exact_depth(formula(grid, "minimal")).depth == 1
    assert {exact_depth(formula(grid, "pruned", form)).depth for form in AT_MOST_ONE} == {0}
    assert {exact_depth(formula(parse_grid(TWO_LEVELS), "pruned", form)).depth for form in AT_MOST_ONE} == {2}


def test_grids_of_other_shapes_and_with_several_solutions() -> None:
    small = parse_grid("1...........2..3")
    assert small.shape == Shape.classic(4)
    result = grid_depth(small)
    assert result.status == "satisfied"
    several = grid_depth(parse_grid(SEVERAL), cap=1)
    assert several.several is True
    empty = grid_depth(Grid.of(Shape.classic(9), [0] * 81))
    assert (empty.depth, empty.several) == (0, True), "nothing is forced in an empty grid"


def test_time_limits_are_kept() -> None:
    empty = Grid.of(Shape.classic(16), [0] * 256)
    filled = [1 + (4 * (row % 4) + row // 4 + column) % 16 for row in range(16) for column in range(16)]
    rng = random.Random(2)
    cells = [digit if rng.random() < 0.38 else 0 for digit in filled]
    result = exact_depth(formula(Grid.of(empty.shape, cells)), Limits(seconds=0.3))
    assert result.seconds < 5
    if result.depth is None:
        assert result.stopped == "time"
        assert result.known.startswith("depth is at least")
