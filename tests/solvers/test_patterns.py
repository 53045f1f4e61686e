"""Named patterns beyond the counted techniques: sound, described, found exactly where they are."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.path import available_steps, next_hint, next_step, solve_steps
from entails.solvers.sudoku.steps.picture import picture, pictures
from entails.solvers.sudoku.steps.position import Step, StepPosition
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT, TECHNIQUES, technique

from ..helpers import grid_of
from .test_any_shape import is_named
from .test_explainer import WORKED

NAMED = tuple(name for name in DEFAULT if name not in COUNTED)
EASY = COUNTED[: COUNTED.index("y-wing")]
"""Techniques applied before patterns are searched."""


@cache
def moments() -> tuple[tuple[Grid, Grid], ...]:
    """Return positions of hard grids where easy techniques end, with their solutions."""
    items = []
    with PersistentSudoku() as solver:
        for line, _ in WORKED:
            path = solve_steps(grid_of(line), EASY)
            solution = solver.solve(grid_of(line)).solution
            assert solution is not None
            items.append((path.final, solution))
    return tuple(items)


@cache
def found_there() -> tuple[tuple[Grid, Grid, Step], ...]:
    """Return the first steps of every named technique at each position."""

    def steps() -> Iterator[tuple[Grid, Grid, Step]]:
        for grid, solution in moments():
            position = StepPosition(grid, NAMED, unique=True)
            for name in NAMED:
                for row in range(min(position.available(technique(name).number), 20)):
                    yield grid, solution, position._step(row)

    return tuple(steps())


def test_every_step_is_true_and_explained() -> None:
    for _, solution, step in found_there():
        assert step.removes or step.places
        assert all(solution.cells[cell] == digit for cell, digit in step.places), step.sentence
        assert all(solution.cells[cell] != digit for cell, digit in step.removes), step.sentence
        whole = " ".join((step.sentence, *step.links()))
        assert all(is_named(SHAPE, cell, whole) for cell in step.cells), whole
        assert all(str(digit) in whole for digit in step.digits), whole
        assert step.sentence.endswith(".")


def test_most_techniques_occur() -> None:
    seen = Counter(step.technique for _, _, step in found_there())
    rare = {"remote-pair", "unique-rectangle-5", "unique-rectangle-6", "bug", "aligned-pair-exclusion", "sue-de-coq"}
    missing = {name for name in NAMED if not seen[name]} - rare
    assert len(missing) <= 3, missing


def test_what_was_done_is_not_found_again() -> None:
    """After a step is applied, it is not found again."""
    for grid, _, step in found_there()[::9]:
        position = StepPosition(grid, [step.technique], unique=True)
        position.take(step)
        gone = set(step.removes)
        for row in range(position.available(technique(step.technique).number)):
            assert not gone & set(position._step(row).removes)


@pytest.mark.parametrize("name", ["skyscraper", "w-wing", "aic", "als-xz", "finned-x-wing", "nishio"])
def test_a_solved_grid_and_one_of_singles_have_no_pattern(name: str) -> None:
    _, solution = moments()[0]
    assert next_step(solution, [name], unique=True) is None


def test_chains_alternate() -> None:
    """Chains alternate between strong and weak links that the board has."""
    for grid, _, step in found_there():
        if technique(step.technique).family != "links" or step.technique == "remote-pair" or "als" in step.technique:
            continue
        assert grid.marks is not None
        ends = step.evidence.parts
        assert len(ends) % 2 == 0
        for turn, (item, second) in enumerate(pairwise(ends)):
            assert _weak(item, second) if turn % 2 else _strong(grid, item, second), step.sentence


def _strong(grid: Grid, item: tuple[tuple[int, int], ...], second: tuple[tuple[int, int], ...]) -> bool:
    assert grid.marks is not None
    cells = {cell for cell, _ in (*item, *second)}
    if item[0][1] != second[0][1]:
        return len(cells) == 1 and grid.marks[item[0][0]].bit_count() == 2
    digit = item[0][1]
    return any(
        {cell for cell in unit.cells if not grid.cells[cell] and grid.marks[cell] >> (digit - 1) & 1} == cells
        for unit in SHAPE.units
    )


def _weak(item: tuple[tuple[int, int], ...], second: tuple[tuple[int, int], ...]) -> bool:
    if item[0][1] != second[0][1]:
        return len(item) == len(second) == 1 and item[0][0] == second[0][0]
    units = [set(unit.cells) for unit in SHAPE.units]
    return all(a != b and any({a, b} <= unit for unit in units) for a, _ in item for b, _ in second)


def test_disjunctions_are_what_is_left() -> None:
    for line, _ in WORKED[::3]:
        path = solve_steps(grid_of(line), unique=True)
        assert path.status == "solved"
        assert not {"disjunction", "nested-disjunction"} & {step.technique for step in path.steps}


def test_a_hint_at_a_hard_place_says_where() -> None:
    grid, _ = moments()[7]
    report = next_hint(grid, "technique", NAMED, unique=True)
    assert report.step is not None
    assert "whole grid" not in report.sentence
    assert technique(report.step.technique).name in report.sentence


def test_pictures_draw_links_and_what_goes() -> None:
    for grid, _, step in found_there()[::15]:
        drawn = picture(grid, step)
        assert drawn.count('class="strike"') == len(step.removes)
        if technique(step.technique).family == "links" and len(step.evidence.parts) > 1:
            assert drawn.count('class="strong"') == len(step.evidence.parts) // 2
            closed = step.evidence.case == 3
            assert drawn.count('class="weak"') == len(step.evidence.parts) // 2 - 1 + closed
    path = solve_steps(grid_of(WORKED[3][0]), unique=True)
    assert len(list(pictures(path.puzzle, path.steps))) == len(path.steps)


def test_uniqueness_is_only_used_where_it_is_known() -> None:
    needing = [item.id for item in TECHNIQUES if item.needs_unique]
    assert set(needing) <= set(DEFAULT)
    for grid, _ in moments():
        assert available_steps(grid, needing) == ()
