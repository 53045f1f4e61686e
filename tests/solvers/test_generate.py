"""Generated grids: unique by python-sat, symmetric, minimal and reproducible; or a clear failure."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.models.errors import InvalidOption, InvalidPuzzle
from entails.models.limits import Limits
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.generate import SYMMETRIES, Generated, Symmetry, generate
from entails.solvers.sudoku.orders import generate as orders_of
from entails.solvers.sudoku.persistent import PersistentSudoku

JIGSAW = Shape.jigsaw("1112122233434344")


def filled(grid: Grid) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return (np.array(grid.cells) != 0).reshape(grid.shape.size, grid.shape.size)


def without(grid: Grid, cell: int) -> Grid:
    return Grid(grid.shape, tuple(0 if index == cell else digit for index, digit in enumerate(grid.cells)))


SIMPLE = ("rotational", "mirror", "none")


def images(pattern: np.ndarray[tuple[int, int], np.dtype[np.bool_]], symmetry: str) -> list[object]:
    """Return the images of a pattern under a symmetry, as maps."""
    turned, mirrored, transposed = np.rot90(pattern), pattern[:, ::-1], pattern.T
    return {
        "rotational": [np.rot90(pattern, 2)],
        "mirror": [mirrored],
        "none": [],
        "quarter-turn": [turned],
        "flip": [pattern[::-1]],
        "mirror-flip": [mirrored, pattern[::-1]],
        "diagonal": [transposed],
        "antidiagonal": [np.rot90(transposed, 2)],
        "diagonals": [transposed, np.rot90(transposed, 2)],
        "full": [turned, mirrored, transposed],
    }[symmetry]


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name not in SIMPLE])
def test_every_symmetry(symmetry: Symmetry) -> None:
    for shape in (Shape.classic(9), Shape.classic(4)):
        for item in generate(shape, 5, symmetry=symmetry, seed=3):
            pattern = filled(item.puzzle)
            for image in images(pattern, symmetry):
                assert (pattern == image).all()
            assert entails.check(item.puzzle).answer == item.solution


def test_numbers_of_clues_that_a_symmetry_cannot_have() -> None:
    """Impossible numbers of clues for a symmetry are rejected: orbits of full symmetry have 8, 4 or 1 cells."""
    with pytest.raises(
        InvalidOption, match="no grid with the symmetry full has 26 to 27 clues; expected for example 25"
    ):
        generate(9, 1, symmetry="full", clues=(26, 27))
    [item] = generate(9, 1, symmetry="full", clues=(26, 28))
    assert item.clues == 28


def test_grids_of_a_solution() -> None:
    [first] = generate(9, 1, seed=8)
    grids = list(generate(9, 3, solution=first.solution, seed=9))
    assert {grid.solution for grid in grids} == {first.solution}
    assert len({grid.puzzle for grid in grids}) == 3
    cells = tuple(cell for cell, _ in first.puzzle.givens())
    [again] = generate(9, 1, solution=first.solution, pattern=cells)
    assert again.puzzle == first.puzzle
    with pytest.raises(InvalidOption, match="row 1 lacks a digit"):
        generate(9, 1, solution=first.puzzle)


@pytest.mark.parametrize("symmetry", SIMPLE)
@pytest.mark.parametrize("shape", [Shape.classic(9), Shape.classic(4), Shape.classic(6), Shape.diagonal(9), JIGSAW])
def test_grids_are_unique_and_symmetric(shape: Shape, symmetry: Symmetry) -> None:
    wanted = 40 if shape == Shape.classic(9) else 6
    built = generate(shape, wanted, symmetry=symmetry, seed=1)
    grids = list(built)
    assert (len(grids), built.found, built.complete, built.reason) == (wanted, wanted, True, None)
    with PersistentSudoku() as solver:
        for grid in grids:
            solved = solver.solve(grid.puzzle)
            assert solved.unique
            assert solved.solution == grid.solution
    for grid in grids:
        pattern = filled(grid.puzzle)
        assert all((pattern == image).all() for image in images(pattern, symmetry))
    assert len({item.puzzle for item in grids}) > wanted // 2


@pytest.mark.parametrize("symmetry", SIMPLE)
@pytest.mark.parametrize("size", [4, 9])
def test_minimal_grids_need_every_clue(size: int, symmetry: Symmetry) -> None:
    for item in generate(size, 3, symmetry=symmetry, minimal=True, seed=2):
        assert entails.check(item.puzzle).unique
        for cell, _ in item.puzzle.givens():
            assert entails.check(without(item.puzzle, cell)).unique is False


@settings(max_examples=25, deadline=None)
@given(st.integers(24, 81), st.sampled_from(SIMPLE), st.integers(0, 10**30))
def test_the_number_of_clues_is_as_ordered(clues: int, symmetry: Symmetry, seed: int) -> None:
    grids = list(generate(9, 2, clues=clues, symmetry=symmetry, seed=seed))
    assert [grid.clues for grid in grids] == [clues, clues]


def test_a_span_of_clues_is_used_all_over() -> None:
    counts = Counter(item.clues for item in generate(9, 200, clues=(28, 31), symmetry="none"))
    assert set(counts) == {28, 29, 30, 31}


def test_the_same_seed_gives_the_same_grids() -> None:
    for shape in (Shape.classic(9), Shape.classic(6)):
        order = {"shape": shape, "wanted": 4, "clues": (10, 30), "symmetry": "mirror"}
        first = generate(**order, seed=7)  # type: ignore[arg-type]
        grids = list(first)
        assert list(first) == grids == list(generate(**order, seed=7))  # type: ignore[arg-type]
        assert list(generate(**order, seed=8)) != grids  # type: ignore[arg-type]


def test_grids_stay_the_same_from_one_version_to_the_next() -> None:
    """Generated grids are the same in every version, so that a sheet can be printed again from its seed."""
    (item,) = generate(9, 1, clues=26, seed=2026)
    assert item.puzzle.line == "....1.6.2.....891....725....3..97.....4...8.....25..7....536....951.....6.3.8...."


def test_grids_are_various() -> None:
    """Generated grids are varied: every digit occurs in every cell about equally often."""
    cells = np.array([item.solution.cells for item in generate(9, 900, clues=81)])
    counts = np.array([np.bincount(column, minlength=10)[1:] for column in cells.T])
    assert counts.sum() == 900 * 81
    assert 50 < counts.min() <= counts.max() < 160


def test_accept_chooses() -> None:
    seen: list[Generated] = []

    def few_in_the_first_row(generated: Generated) -> bool:
        seen.append(generated)
        return sum(map(bool, generated.puzzle.cells[:9])) <= 2

    built = generate(9, 5, accept=few_in_the_first_row)
    grids = list(built)
    assert all(sum(map(bool, grid.puzzle.cells[:9])) <= 2 for grid in grids)
    assert built.attempts == len(seen) > 5
    assert sum(grid.attempts for grid in grids) == built.attempts


def test_an_order_that_cannot_be_filled_says_so() -> None:
    grids = generate(9, 3, clues=17, limits=Limits(nodes=5))
    assert list(grids) == []
    assert (grids.complete, grids.reason, grids.attempts) == (False, "nodes", 5)
    assert grids.known == "0 of 3 grids in 5 attempts; attempt limit reached"
    never = generate(9, 3, accept=lambda _: False, limits=Limits(seconds=0.1))
    assert list(never) == []
    assert never.reason == "time"
    assert "time limit reached" in never.known


def test_without_a_number_it_goes_on() -> None:
    endless = iter(generate(9))
    assert len({next(endless).puzzle for _ in range(30)}) == 30


def test_sixteen_by_sixteen_can_be_made() -> None:
    (item,) = generate(16, 1, clues=(130, 150))
    assert 130 <= item.clues <= 150
    assert entails.check(item.puzzle).unique


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ({"shape": 5}, "no boxes for size 5x5"),
        ({"clues": 82}, "clues"),
        ({"clues": -1}, "clues"),
        ({"clues": (30, 20)}, "clues"),
        ({"clues": 16}, "no 9x9 grid with 16 clues has only one solution; expected at least 17: fewer are proven"),
        ({"clues": (0, 16)}, "at least 17"),
        ({"clues": 1}, "with 1 clue has"),
        ({"pattern": range(0, 80, 5)}, "pattern: no 9x9 grid with 16 clues"),
        ({"shape": 4, "clues": 3}, "at least 4"),
        ({"shape": 6, "clues": 4}, "at least 5: two digits that are not among the clues can be exchanged"),
        ({"shape": Shape.diagonal(9), "clues": 7}, "at least 8"),
        ({"symmetry": "spiral"}, "symmetry"),
        ({"seed": -1}, "seed"),
        ({"wanted": -1}, "number of grids"),
    ],
)
def test_bad_orders_are_refused(order: dict[str, object], sentence: str) -> None:
    with pytest.raises((InvalidOption, InvalidPuzzle), match=sentence):
        generate(**order)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "order",
    [
        {"clues": (5, 17)},
        {"shape": 4, "clues": 4},
        {"shape": 6, "clues": 5, "symmetry": "none"},
        {"shape": Shape.diagonal(9), "clues": 8},
        {"shape": Shape.diagonal(4), "clues": 3, "symmetry": "none"},
    ],
)
def test_so_few_clues_may_be_enough(order: dict[str, object]) -> None:
    grids = generate(**{"shape": 9, **order}, wanted=1, limits=Limits(nodes=1))  # type: ignore[arg-type]
    assert len(list(grids)) <= 1
    assert grids.attempts <= 1


PATTERN = "xx..x..xxx..x.x..x..x...x..xx...x...xx..x..xx...x...xx..x...x..x..x.x..xxx..x..xx"
WHERE = [cell for cell, sign in enumerate(PATTERN) if sign == "x"]


def test_a_pattern_is_filled_exactly() -> None:
    items = list(entails.generate(3, pattern=WHERE, seed=1))
    for item in items:
        assert [cell for cell, _ in item.puzzle.givens()] == WHERE
        assert entails.check(item.puzzle).unique
        assert item.puzzle.solved_by(item.solution) is None
    assert len({entry.puzzle for entry in items}) == 3
    assert [entry.puzzle for entry in entails.generate(3, pattern=WHERE, seed=1)] == [entry.puzzle for entry in items]


def test_a_mask_says_where_clues_may_stand() -> None:
    (item,) = entails.generate(1, pattern=WHERE, mask=True, minimal=True, seed=1)
    assert {cell for cell, _ in item.puzzle.givens()} < set(WHERE)
    assert entails.check(item.puzzle).unique
    assert not any(entails.check(without(item.puzzle, cell)).unique for cell, _ in item.puzzle.givens())


def test_a_pattern_with_two_empty_lines_beside_each_other_is_refused() -> None:
    with pytest.raises(InvalidOption, match="column 8 and column 9 have no clue"):
        entails.generate(1, pattern=[cell for cell in range(81) if cell % 9 < 7])


def test_a_technique_is_searched_for() -> None:
    orders = entails.generate(1, technique="x-wing", seed=3)
    (item,) = orders
    assert item.rating is not None
    assert item.rating.hardest == "x-wing"
    assert orders.attempts == item.attempts


@pytest.mark.parametrize(("band", "fewest", "most"), [("easy", 30, 40), ("medium", 24, 36)])
def test_bands_have_the_clues_of_printed_grids(band: str, fewest: int, most: int) -> None:
    for item in entails.generate(4, difficulty=band, seed=1):
        assert fewest <= len(item.puzzle.givens()) <= most


@pytest.mark.parametrize("technique", ["jellyfish", "naked-quad"])
def test_large_fish_and_subsets_are_found_quickly(technique: str) -> None:
    """Without symmetry, a jellyfish takes about 130 attempts and a naked quad 1,800."""
    limits = Limits(nodes=20_000)
    orders = orders_of(1, technique=technique, ladder="hodoku", symmetry="none", seed=1, limits=limits)
    (item,) = orders
    assert item.rating is not None
    assert item.rating.ladder is not None
    assert item.rating.ladder.hardest == technique


@pytest.mark.parametrize("symmetry", ["none", "rotational"])
def test_the_clues_of_a_unit_or_of_a_digit_go_first(symmetry: Symmetry) -> None:
    for item in generate(9, 4, symmetry=symmetry, empties="unit", seed=5):
        assert any(not any(item.puzzle.cells[cell] for cell in unit.cells) for unit in item.puzzle.shape.units)
    for item in generate(9, 4, symmetry="none", empties="digit", seed=5):
        assert min(item.puzzle.cells.count(digit) for digit in range(1, 10)) <= 1
