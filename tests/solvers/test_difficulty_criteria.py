"""Criteria against their definitions in plain Python."""

from collections import Counter
from statistics import pstdev

import pytest
from sudoku_rules import pruned_clauses

from entails.data.weights import weights
from entails.models.errors import UnsupportedCapability
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.difficulty.criteria import criteria, first_use_of, uses_of
from entails.solvers.sudoku.difficulty.search_cost import round_costs, search_costs, singles_in_sight
from entails.solvers.sudoku.steps.path import solve_steps
from entails.solvers.sudoku.steps.technique import COUNTED, STUDY
from entails.solvers.sudoku.steps.traces import traces

from .difficulty_grids import ALL, CLASH, EASY, EMPTY, FULL, HARD, SEVENTEEN, some_givens

GRIDS = [*ALL, *some_givens(12)]


def plain_visual(grid: Grid) -> dict[str, float]:
    """The visual criteria as the study states them."""
    units = {"rows": range(9), "columns": range(9, 18), "boxes": range(18, 27)}
    spreads = {
        name: pstdev([sum(grid.cells[cell] > 0 for cell in grid.shape.units[unit].cells) for unit in which])
        for name, which in units.items()
    }
    digits = Counter(digit for _, digit in grid.givens())
    candidates = sum(len(grid.candidates(cell)) for cell in range(81))
    clauses = pruned_clauses(grid).total()
    told = {f"spread_{name}": value for name, value in spreads.items()}
    told["spread_digits"] = pstdev([digits[digit] for digit in range(1, 10)])
    told["spread"] = sum(spreads.values())
    told["givens"] = len(grid.givens())
    told["candidates"] = candidates
    told["candidates_per_cell"] = candidates / max(1, 81 - len(grid.givens()))
    told["clauses"] = clauses
    told["density"] = clauses / max(1, candidates)
    told["mix"] = 20 - told["spread_digits"] + 1.5 * told["spread"] - 0.8 * told["givens"]
    return told


def plain_hidden_start(grid: Grid) -> int:
    """How many cells a digit that has no other place in some unit can fill at once."""
    cells = set()
    for unit in grid.shape.units:
        for digit in range(1, 10):
            places = [cell for cell in unit.cells if grid.allows(cell, digit)]
            if len(places) == 1:
                cells.add(places[0])
    return len(cells)


def test_visual_criteria_are_those_of_the_study() -> None:
    table = criteria(GRIDS)
    for place, grid in enumerate(GRIDS):
        row = table.row(place)
        for name, value in plain_visual(grid).items():
            assert row[name] == pytest.approx(value), (name, grid.line)


def test_hidden_singles_at_the_start() -> None:
    grids = [EASY, SEVENTEEN, HARD]
    found = criteria(grids).column("hidden_start").tolist()
    assert found == [plain_hidden_start(grid) for grid in grids]


@pytest.mark.parametrize("grid", [EASY, SEVENTEEN, HARD])
def test_counts_are_those_of_the_path(grid: Grid) -> None:
    row = criteria([grid]).row(0)
    path = solve_steps(grid, COUNTED, unique=True)
    counts = Counter(step.technique for step in path.steps)
    assert row["steps"] == len(path.steps)
    for technique in COUNTED:
        assert row[uses_of(technique)] == counts[technique]
        assert row[first_use_of(technique)] == (counts[technique] > 0)


def test_the_study_guesses_where_its_techniques_end() -> None:
    row = criteria([HARD], techniques=STUDY).row(0)
    assert row[uses_of("backtracking")] > 0
    assert row[first_use_of("backtracking")] == 1
    assert uses_of("backtracking") not in criteria([HARD]).names


def test_search_cost_adds_up_the_rounds() -> None:
    rates = weights().search
    told = traces([EASY, HARD], unique=True)
    expected = [rates.base, rates.base]
    kinds = (rates.full_house, rates.box, rates.line, rates.naked, rates.marked)
    for grid, in_sight, technique in zip(
        told.grid.tolist(), singles_in_sight(told).tolist(), told.rounds.technique.tolist(), strict=True
    ):
        rate = sum(count * speed for count, speed in zip(in_sight, kinds, strict=True))
        expected[grid] += rate**-rates.power if rate else 0
        family = next(
            (cost for last, cost in ((7, 0.0), (10, rates.locked), (16, rates.subset)) if technique <= last),
            rates.beyond,
        )
        expected[grid] += family
    assert search_costs(told, rates).tolist() == pytest.approx(expected)
    assert round_costs(told, rates).sum() + 2 * rates.base == pytest.approx(sum(expected))


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    table = criteria(GRIDS)
    for place, grid in enumerate(GRIDS):
        assert table.row(place) == pytest.approx(criteria([grid]).row(0))


def test_nothing_to_measure() -> None:
    assert criteria([]).values.shape == (0, len(criteria([EASY]).names))
    assert criteria([FULL]).row(0)["steps"] == 0
    assert criteria([EMPTY]).depths[0].several is True
    assert criteria([CLASH]).depths[0].status == "unsatisfiable"


def test_the_disjunction_engine_is_asked_when_wanted() -> None:
    row = criteria([EASY], quine=True).row(0)
    assert row["quine_disjunctions"] == 0
    assert row["quine_longest_chain"] > 0


def test_marks_count_as_candidates_that_are_gone() -> None:
    marks = [511] * 81
    marks[2] = 1 << 3
    marked = Grid.of(EASY.shape, EASY.cells, marks)
    assert criteria([marked]).row(0)["candidates"] < criteria([EASY]).row(0)["candidates"]


def test_other_shapes_are_refused() -> None:
    with pytest.raises(UnsupportedCapability, match="9x9"):
        criteria([Grid(Shape.classic(4), (0,) * 16)])
