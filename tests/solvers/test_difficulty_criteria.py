"""Difficulty criteria against their definitions in plain Python."""

from collections import Counter
from fractions import Fraction
from statistics import pstdev

import pytest
from sudoku_rules import pruned_clauses

from entails.data.sudoku import weights
from entails.models.errors import UnsupportedCapability
from entails.models.rating import SearchRates
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.kernels.sudoku_numbers import NAKED_PAIR, NESTED_DISJUNCTION, POINTING_PAIR, X_WING
from entails.solvers.sudoku.difficulty.criteria import criteria, first_use_of, uses_of
from entails.solvers.sudoku.difficulty.search_cost import rounds
from entails.solvers.sudoku.steps.path import solve_steps
from entails.solvers.sudoku.steps.technique import COUNTED, STUDY, without_direction
from entails.solvers.sudoku.steps.technique import technique as technique_of

from .difficulty_grids import ALL, CLASH, EASY, EMPTY, FULL, HARD, SEVENTEEN, some_givens

GRIDS = [*ALL, *some_givens(12)]


def plain_visual(grid: Grid) -> dict[str, float]:
    """Compute the visual criteria as the study defines them."""
    units = {"rows": range(9), "columns": range(9, 18), "boxes": range(18, 27)}
    spreads = {
        name: pstdev([sum(grid.cells[cell] > 0 for cell in grid.shape.units[unit].cells) for unit in which])
        for name, which in units.items()
    }
    digits = Counter(digit for _, digit in grid.givens())
    candidates = sum(len(grid.candidates(cell)) for cell in range(81))
    clauses = pruned_clauses(grid).total()
    report = {"spread_lines": spreads["rows"] + spreads["columns"], "spread_boxes": spreads["boxes"]}
    report["spread_digits"] = pstdev([digits[digit] for digit in range(1, 10)])
    report["spread"] = sum(spreads.values())
    report["givens"] = len(grid.givens())
    report["candidates"] = candidates
    report["candidates_per_cell"] = candidates / max(1, 81 - len(grid.givens()))
    report["clauses"] = clauses
    report["density"] = clauses / max(1, candidates)
    report["mix"] = 20 - report["spread_digits"] + 1.5 * report["spread"] - 0.8 * report["givens"]
    return report


def plain_hidden_start(grid: Grid) -> int:
    """Count the cells that a hidden single fills at once."""
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
    result = criteria(grids).column("hidden_start").tolist()
    assert result == [plain_hidden_start(grid) for grid in grids]


@pytest.mark.parametrize("grid", [EASY, SEVENTEEN, HARD])
def test_counts_step_by_step_are_those_of_the_path(grid: Grid) -> None:
    row = criteria([grid], step_by_step=True).row(0)
    counts = Counter(without_direction(step.technique) for step in solve_steps(grid, COUNTED, unique=True).steps)
    for technique in set(map(without_direction, COUNTED)):
        assert row[uses_of(technique)] == counts[technique]
        assert row[first_use_of(technique)] == (counts[technique] > 0)


@pytest.mark.parametrize("grid", [EASY, SEVENTEEN])
def test_singles_fill_every_cell(grid: Grid) -> None:
    row = criteria([grid]).row(0)
    used = {name: row[uses_of(name)] for name in set(map(without_direction, COUNTED))}
    assert sum(count for name, count in used.items() if technique_of(name).is_single) == 81 - row["givens"]
    assert sum(used.values()) == row["steps"] >= row["rounds"]
    assert {name for name, count in used.items() if count} == {name for name in used if row[first_use_of(name)]}


def test_only_easy_techniques_suffice_for_both_paths() -> None:
    """Paths with only easy techniques agree on the hardest technique, even if their numbers of steps differ."""
    grids = [EASY, SEVENTEEN]
    table = criteria(grids)
    for grid, hardest in zip(grids, table.hardest, strict=True):
        used = {step.technique for step in solve_steps(grid, COUNTED, unique=True).steps}
        assert hardest == without_direction(next(name for name in reversed(COUNTED) if name in used))


def test_the_study_guesses_where_its_techniques_end() -> None:
    row = criteria([HARD], techniques=STUDY).row(0)
    assert row[uses_of("backtracking")] > 0
    assert row[first_use_of("backtracking")] == 1
    assert uses_of("backtracking") not in criteria([HARD]).names


def plain_clock(grid: Grid, rates: SearchRates) -> float:
    """Compute the time for singles exactly: each cell loses work at the rate of its easiest single."""
    cells, time = list(grid.cells), Fraction(0)
    work = dict.fromkeys((cell for cell, digit in enumerate(cells) if not digit), Fraction(1))
    units = grid.shape.units
    while 0 in cells:
        masks = Grid(grid.shape, tuple(cells)).open_masks()
        speed: dict[int, tuple[float, int]] = {}
        for cell in work:
            if masks[cell].bit_count() == 1:
                speed[cell] = (rates.naked, masks[cell].bit_length())
        for number, unit in reversed(list(enumerate(units))):
            for digit in range(1, 10):
                places = [cell for cell in unit.cells if masks[cell] >> (digit - 1) & 1]
                if len(places) == 1:
                    rate = rates.box if number >= 18 else rates.line
                    if sum(cells[cell] == 0 for cell in unit.cells) == 1:
                        rate = rates.full_house
                    speed[places[0]] = max(speed.get(places[0], (0.0, 0)), (rate, digit))
        passed = min(work[cell] / Fraction(rate) for cell, (rate, _) in speed.items())
        time += passed
        for cell, (rate, digit) in speed.items():
            work[cell] -= passed * Fraction(rate)
            if not work[cell]:
                cells[cell] = digit
        work = {cell: left for cell, left in work.items() if not cells[cell]}
    return float(time)


def test_search_cost_is_the_time_of_the_clock() -> None:
    shipped = weights().search
    [cost] = criteria([EASY]).column("search_cost").tolist()
    assert cost == pytest.approx(plain_clock(EASY, shipped) + shipped.base)


def test_other_rounds_take_a_fixed_time() -> None:
    shipped = weights().search
    path = rounds([SEVENTEEN, HARD], shipped, unique=True)
    by_family = ((POINTING_PAIR, shipped.locked), (NAKED_PAIR, shipped.subset), (X_WING, shipped.beyond))
    for technique, time, grid in zip(path.technique.tolist(), path.time.tolist(), path.grid.tolist(), strict=True):
        expected = [cost for first, cost in by_family if technique >= first]
        if technique == NESTED_DISJUNCTION:
            assert grid == 1
            assert time % shipped.nested == 0
        elif expected:
            assert time == expected[-1]
    assert path.costs(shipped).tolist() == pytest.approx(
        [shipped.base + path.time[path.grid == grid].sum() for grid in range(2)]
    )


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    table = criteria(GRIDS)
    for place, grid in enumerate(GRIDS):
        assert table.row(place) == pytest.approx(criteria([grid]).row(0))


def test_nothing_to_measure() -> None:
    assert criteria([]).values.shape == (0, len(criteria([EASY]).names))
    assert criteria([FULL]).row(0)["steps"] == 0
    assert criteria([EMPTY]).depths[0].several is True
    assert criteria([CLASH]).depths[0].status == "unsatisfiable"


def test_the_disjunction_engine_runs_on_request() -> None:
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
