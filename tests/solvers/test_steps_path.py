"""Solving paths, their array form, hints, and grids that are not puzzles."""

import json
from random import Random

import numpy as np
import pytest

from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.path import (
    Strength,
    available_steps,
    contradiction,
    next_hint,
    next_step,
    solve_steps,
)
from entails.solvers.sudoku.steps.position import StepPosition
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT, STUDY, TECHNIQUES
from entails.solvers.sudoku.steps.traces import CONTRADICTION, SOLVED, STUCK, traces

from ..helpers import grid_of
from .steps_grids import puzzles

EMPTY = Grid(SHAPE, (0,) * 81)
NO_CELL = grid_of("12345678." + "........9" + "." * 63)
"""r1c9 must be 9, and r2c9 is."""
TWICE = grid_of("55......." + "." * 72)


def test_a_path_restarts_from_the_easiest_after_each_step() -> None:
    for puzzle, _ in puzzles(40)[:10]:
        position = StepPosition(puzzle, DEFAULT, unique=True)
        for step in solve_steps(puzzle, unique=True).steps:
            assert next_step(position.grid, unique=True) == step
            position.take(step)


def test_available_tells_what_available_steps_lists() -> None:
    order = (*COUNTED, "skyscraper", "w-wing", "finned-x-wing")
    for puzzle, _ in puzzles(40)[:3]:
        position = StepPosition(puzzle, order, unique=True)
        path = solve_steps(puzzle, order, unique=True, count_all=True)
        for step, available in zip(path.steps, path.available, strict=True):
            listed = [second.technique for second in position.all_steps()]
            assert available == {name: listed.count(name) for name in order}
            position.take(step)


def test_the_order_is_an_input() -> None:
    puzzle, solution = puzzles(40)[0]
    ordered = solve_steps(puzzle, ["naked-single", "hidden-single", "disjunction"])
    assert {step.technique for step in ordered.steps} <= {
        "naked-single",
        "hidden-single-box",
        "hidden-single-line",
        "disjunction",
    }
    assert ordered.final == solution
    first = solve_steps(puzzle, ["disjunction", *DEFAULT]).steps[0]
    assert first.technique == "disjunction"


def test_forms_with_marks_leave_out_what_forms_without_say() -> None:
    for puzzle, _ in puzzles(40)[:10]:
        names = {step.technique for step in available_steps(puzzle)}
        assert not names & {"naked-single", "hidden-single-box", "hidden-single-line"}


@pytest.mark.parametrize("techniques", [COUNTED, STUDY, ["hidden-single", "naked-single", "backtracking"]])
def test_traces_are_the_paths_as_arrays(techniques: list[str]) -> None:
    grids = [puzzle for puzzle, _ in puzzles(40)]
    result = traces(grids, techniques, unique=True)
    for index, grid in enumerate(grids):
        path = solve_steps(grid, techniques, unique=True)
        rounds = slice(result.starts[index], result.starts[index + 1])
        assert [TECHNIQUES[number].id for number in result.rounds.technique[rounds]] == [
            step.technique for step in path.steps
        ]
        assert ["solved", "stuck"][result.status[index]] == path.status
        assert result.guesses[index] == (path.guesses or 0)
        for row, step in enumerate(path.steps, start=int(result.starts[index])):
            counted = {
                technique.id: int(count)
                for technique, count in zip(TECHNIQUES[: len(COUNTED) + 1], result.rounds.available[row], strict=True)
                if count >= 0 and technique.id in path.available[row - rounds.start]
            }
            assert counted == path.available[row - rounds.start]
            assert result.rounds.removed[row] == len(step.removes)
    assert np.all(result.counts.sum(axis=1) == np.diff(result.starts) + result.guesses)
    array = traces(np.array([grid.cells for grid in grids]), techniques, unique=True)
    assert np.array_equal(array.rounds.technique, result.rounds.technique)


def test_each_cell_counts_once_for_its_easiest_single() -> None:
    grids = [puzzle for puzzle, _ in puzzles(40)[:10]]
    result = traces(grids)
    for grid, row in zip(grids, result.starts[:-1], strict=True):
        kinds: dict[int, str] = {}
        for step in available_steps(grid, DEFAULT[:8]):
            kinds.setdefault(step.cells[0], step.technique)
        assert result.rounds.easiest[row].tolist() == [list(kinds.values()).count(name) for name in DEFAULT[:8]]
        assert result.rounds.empty[row] == grid.cells.count(0)
        assert result.rounds.candidates[row] == sum(len(grid.candidates(cell)) for cell in range(81))


def test_no_grids_at_all() -> None:
    result = traces([])
    assert len(result.rounds.technique) == 0
    assert result.counts.shape == result.first_use.shape == (0, len(COUNTED) + 1)


def test_guesses_finish_what_the_techniques_leave() -> None:
    stuck = 0
    for puzzle, _ in puzzles(40):
        path = solve_steps(puzzle, STUDY)
        assert (path.guesses is None) == (path.status == "solved")
        stuck += path.status == "stuck"
        assert path.guesses is None or path.guesses >= 1
    assert stuck > 3


def test_guessing_ends_on_a_grid_without_solution() -> None:
    impossible = grid_of("..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....7")
    path = solve_steps(impossible, ["naked-single", "hidden-single", "backtracking"])
    assert path.status in ("stuck", "contradiction")
    assert path.final.cells.count(0) > 0


@pytest.mark.parametrize(("grid", "text"), [(NO_CELL, "r1c9 has no candidate left"), (TWICE, "row 1 contains 5 twice")])
def test_contradictions_are_reported(grid: Grid, text: str) -> None:
    path = solve_steps(grid)
    assert (path.status, path.contradiction, path.steps) == ("contradiction", text, ())
    assert contradiction(grid) == text
    assert next_step(grid) is None
    assert available_steps(grid) == ()
    assert next_hint(grid).sentence == f"Something is wrong: {text}."
    assert traces([grid]).status.tolist() == [CONTRADICTION]


def test_wrong_givens_never_raise() -> None:
    """Steps on a grid with a wrong given end without an error."""
    random = Random(5)
    ends = set()
    for puzzle, _ in puzzles(40):
        cells = list(puzzle.cells)
        cell = random.choice([cell for cell, _ in puzzle.givens()])
        cells[cell] = cells[cell] % 9 + 1
        path = solve_steps(Grid(SHAPE, tuple(cells)), COUNTED)
        ends.add(path.status)
        assert (path.contradiction is None) == (path.status != "contradiction")
    assert "contradiction" in ends


def test_the_empty_grid_and_the_full_one() -> None:
    assert solve_steps(EMPTY).status == "stuck"
    assert contradiction(EMPTY) is None
    _, solution = puzzles(40)[0]
    path = solve_steps(solution)
    assert (path.status, path.steps) == ("solved", ())
    assert next_hint(solution).sentence == "The grid is full."
    assert traces([EMPTY, solution]).status.tolist() == [STUCK, SOLVED]


def test_paths_as_arrays_are_of_classic_grids() -> None:
    for shape in (Shape.classic(4), Shape.diagonal()):
        with pytest.raises(UnsupportedCapability, match="classic 9x9"):
            traces([Grid(shape, (0,) * shape.cells)])


def test_unknown_techniques_are_refused() -> None:
    with pytest.raises(InvalidOption, match="unknown technique 'sashimi'"):
        next_step(EMPTY, ["sashimi"])


def test_three_strengths_of_a_hint() -> None:
    grid = grid_of("1234567.." + "." * 18 + ".......8." + "." * 45)
    strengths: list[Strength] = ["where", "technique", "step"]
    sentences = [next_hint(grid, strength).sentence for strength in strengths]
    assert sentences == [
        "Look at row 1.",
        "Look for a last remaining cell in row 1.",
        "In row 1, the 8 can only go in r1c9.",
    ]
    with pytest.raises(InvalidOption, match="one of where, technique, step"):
        next_hint(grid, "answer")  # type: ignore[arg-type]
    assert next_hint(EMPTY).sentence == "None of these techniques finds a step here."


def test_hints_give_nothing_away() -> None:
    for puzzle, _ in puzzles(40)[:5]:
        position = StepPosition(puzzle, DEFAULT, unique=True)
        while (step := position.easiest()) is not None:
            where, technique = (next_hint(position.grid, strength, unique=True) for strength in ("where", "technique"))
            assert where.step == technique.step == step
            assert len(where.sentence) < len(technique.sentence) < 120
            assert not any(SHAPE.cell_name(cell) in where.sentence + technique.sentence for cell in step.cells)
            position.take(step)


def test_a_step_as_json() -> None:
    grid = grid_of("1234567.." + "." * 18 + ".......8." + "." * 45)
    step = next_step(grid)
    assert step is not None
    assert json.loads(json.dumps(step.as_json())) == {
        "technique": "last-remaining-row",
        "cells": ["r1c9"],
        "digits": [8],
        "places": ["r1c9=8"],
        "removes": [],
        "sentence": "In row 1, the 8 can only go in r1c9.",
        "marks": [{"role": "placed", "candidates": ["r1c9=8"]}],
        "links": [],
        "chain": None,
    }
