"""Techniques selected by name are searched thoroughly, beyond what a path shows, and stay sound."""

from collections.abc import Iterator

import numpy as np
import pytest

from entails.models.sudoku.grid import Grid
from entails.solvers.kernels.sudoku_board import (
    HEAD_EVIDENCE,
    HEAD_REMOVES,
    find_places,
    new_board,
    new_step_table,
    set_up,
)
from entails.solvers.kernels.sudoku_chains import find_x_returns
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.position import Step, StepPosition
from entails.solvers.sudoku.steps.technique import DEFAULT, technique

from ..helpers import grid_of

LINES = (
    "24...9..7..6.....3..16..45.8..3.12.............29.5..1.27..86..1.....7..4..7...89",
    "..21....8.68....4.71...9...8..2.17......6......59.8..3...6...17.7....83.2....79..",
    "...9....275.4....1....58.6..92......8..691..5......98..4.32....5....4.132....5...",
)


@pytest.fixture(scope="module")
def moments() -> list[tuple[Grid, Grid]]:
    """Return positions where counted techniques end, with the solution."""
    return list(_moments())


def _moments() -> Iterator[tuple[Grid, Grid]]:
    with PersistentSudoku() as solver:
        for line in LINES:
            solution = solver.solve(grid_of(line)).solution
            assert solution is not None
            position = StepPosition(grid_of(line), DEFAULT, unique=True)
            while (step := position.easiest()) is not None and technique(step.technique).is_counted:
                position.take(step)
            yield position.grid, solution


def steps_of(name: str, moments: list[tuple[Grid, Grid]]) -> list[Step]:
    """Return all steps of a technique, after a check that they are true and have sentences."""
    items = []
    for grid, solution in moments:
        for step in StepPosition(grid, [name], unique=True).all_steps():
            assert all(solution.cells[cell] == digit for cell, digit in step.places)
            assert all(solution.cells[cell] != digit for cell, digit in step.removes)
            assert step.sentence.endswith(".")
            assert step.as_json()["technique"] == name
            items.append(step)
    return items


def test_chains_of_sets_are_longer(moments: list[tuple[Grid, Grid]]) -> None:
    lengths = {len(step.evidence.parts) // 2 + 1 for step in steps_of("als-chain", moments)}
    assert {4, 5} <= lengths <= {4, 5, 6}


def test_sets_that_hold_two_digits_rule_out_both_at_once(moments: list[tuple[Grid, Grid]]) -> None:
    steps = steps_of("als-xz", moments) + steps_of("als-xy-wing", moments) + steps_of("als-chain", moments)
    both = [step for step in steps if step.evidence.number == 0 and step.evidence.case == 0]
    assert all(len({digit for _, digit in step.removes}) > 1 for step in both)
    assert any("contains the" in step.sentence for step in both)


def test_x_chains_come_back() -> None:
    """X-chains that return to their start are found: the supposition leads to the opposite."""
    places = [1, 6, 11, 16, 21, 23, 56, 60, 66, 70, 73, 74, 77]
    marks = np.zeros(81, np.int64)
    marks[places] = 1
    board, item = new_board(), new_step_table()
    set_up(board, np.zeros(81, np.int64), marks)
    find_places(board)
    find_x_returns(board, item)
    rows = range(int(item.size[0]))
    chains = [item.evidence[row, : item.head[row, HEAD_EVIDENCE]].tolist() for row in rows]
    assert all(chain[0] == chain[-1] and len(chain) > 3 for chain in chains)
    report = {
        chain[0] // 9: set(item.removes[row, : item.head[row, HEAD_REMOVES]] // 9) for row, chain in enumerate(chains)
    }
    assert report[16] == {6, 11, 70}


def test_a_skyscraper_is_a_turbot_fish(moments: list[tuple[Grid, Grid]]) -> None:
    fish = {frozenset(step.removes) for step in steps_of("turbot-fish", moments)}
    for name in ("skyscraper", "two-string-kite"):
        assert {frozenset(step.removes) for step in steps_of(name, moments)} <= fish


@pytest.mark.parametrize("name", ["death-blossom", "hidden-rectangle", "template"])
def test_others_are_true(moments: list[tuple[Grid, Grid]], name: str) -> None:
    assert steps_of(name, moments)
