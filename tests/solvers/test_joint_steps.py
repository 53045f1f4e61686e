"""Joint steps, rectangles with missing candidates, and library numbers with variants."""

from pathlib import Path

import pytest

from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.path import available_steps
from entails.solvers.sudoku.steps.position import JointStep
from entails.solvers.sudoku.steps.technique import LIBRARY, chosen, without_variant

from .french_steps import assert_french_sentence

*TOGETHER, TEMPLATE, CORNER_WITHOUT_2 = [
    line
    for line in (Path(__file__).parent / "twin_library.txt").read_text("utf-8").splitlines()
    if line.startswith(":")
]


def candidates(text: str) -> set[tuple[int, int]]:
    return {(9 * (int(word[1]) - 1) + int(word[2]) - 1, int(word[0])) for word in text.split()}


def solution(grid: Grid) -> Grid:
    with PersistentSudoku() as solver:
        outcome = solver.solve(grid)
    assert outcome.unique
    assert outcome.solution is not None
    return outcome.solution


@pytest.mark.parametrize("line", TOGETHER, ids=lambda line: line.split(":")[1])
def test_equivalent_steps_are_merged(line: str) -> None:
    grid, name, gone = parse_grid(line), line.split(":")[1], candidates(line.split(":")[5])
    solved = solution(grid)
    steps = available_steps(grid, [name], unique=True)
    [step] = [step for step in steps if isinstance(step, JointStep) and set(step.removes) == gone]
    assert all(set(item.removes) < gone for item in step.of)
    assert step.sentence == " ".join(f"{at}) {item.sentence}" for at, item in enumerate(step.of, 1))
    assert {mark.role for mark in step.diagram.marks} == {mark.role for item in step.of for mark in item.diagram.marks}
    assert_french_sentence(step)
    for each in steps:
        assert all(solved.cells[cell] != digit for cell, digit in each.removes), each.sentence


def test_a_path_does_not_merge_steps() -> None:
    names = ["two-string-kite", "empty-rectangle", "multi-colouring", "finned-x-wing", "template"]
    for line in TOGETHER:
        assert not any(isinstance(step, JointStep) for step in available_steps(parse_grid(line), names, unique=True))


def test_a_template_places_all_that_it_places_at_once() -> None:
    steps = available_steps(parse_grid(TEMPLATE), ["template"])
    [step] = [step for step in steps if set(step.places) == candidates(TEMPLATE.split(":")[6])]
    assert "each has r1c3=4, r3c6=4, r4c9=4, r6c4=4" in step.sentence


def test_a_corner_may_have_lost_one_of_the_two_digits() -> None:
    grid, gone = parse_grid(CORNER_WITHOUT_2), candidates(CORNER_WITHOUT_2.split(":")[5])
    assert gone in [set(step.removes) for step in available_steps(grid, ["uniqueness test 4"], unique=True)]
    many = ["unique-rectangle", "x-wing", "swordfish", "jellyfish", "y-wing"]
    assert gone not in [set(step.removes) for step in available_steps(grid, many, unique=True)]


def test_marks_of_the_puzzle_itself_may_forbid_the_exchange() -> None:
    grid = parse_grid(CORNER_WITHOUT_2)
    solved = solution(grid)
    assert grid.marks is not None
    for cell, digit in enumerate(grid.cells):
        if digit:  # one clue replaced by a pencil mark: the digits alone have several solutions
            cells = [0 if at == cell else item for at, item in enumerate(grid.cells)]
            puzzle, marks = Grid.of(grid.shape, cells, grid.marks), grid.marks
            with PersistentSudoku() as solver:
                if solver.solve(Grid.of(grid.shape, cells)).unique:
                    continue
            assert solution(puzzle) == solved
            for step in available_steps(puzzle, ["unique-rectangle"], unique=True):
                corners = [corner for corner, _ in step.evidence.parts[0]]
                assert all(marks[corner] & step.evidence.number == step.evidence.number for corner in corners)
            return
    pytest.fail("every clue can be spared")


def test_numbers_of_libraries_have_variants() -> None:
    assert [item.id for item in chosen(["0606-x", "0402-1"])] == ["hidden-rectangle", "empty-rectangle"]
    assert [item.id for item in chosen(["03111"])] == ["finned-swordfish", "sashimi-swordfish"]
    assert without_variant("0402-12") == "0402-12"
    assert {LIBRARY[number] for number in ("0500", "0501")} == {"simple-colouring"}
    assert {LIBRARY[number] for number in ("0502", "0503")} == {"multi-colouring"}
