"""A library of positions: each technique is found exactly where the library says."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from entails.formats.sudoku.read import parse_grid
from entails.locale.sudoku_steps import NAMES
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.path import available_steps, next_step
from entails.solvers.sudoku.steps.position import StepPosition
from entails.solvers.sudoku.steps.technique import LIBRARY, LINE, TECHNIQUES, chosen, technique

from .french_steps import assert_french_sentence

LINES = [
    line
    for line in (Path(__file__).parent / "technique_library.txt").read_text("utf-8").splitlines()
    if line.startswith(":")
]
FOUND = {line.split(":")[1]: line for line in LINES if not line.startswith(":-")}
ABSENT = {line.split(":")[1][1:]: line for line in LINES if line.startswith(":-")}
ELSEWHERE = {"unique-rectangle-5", "dynamic-forcing-chains", "nested-forcing-chains"}
"""Techniques that are rare, or covered by the worked grids of Sudoku Explainer."""
LARGE = {item.id for item in TECHNIQUES if item.family == "large complex fish" or "leviathan" in item.id}
"""Shown on boards of one digit (test_optional_fish)."""


@cache
def solution(line: str) -> Grid:
    with PersistentSudoku() as solver:
        outcome = solver.solve(parse_grid(line))
    assert outcome.unique
    assert outcome.solution is not None
    return outcome.solution


def candidates(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((9 * (int(word[1]) - 1) + int(word[2]) - 1, int(word[0])) for word in text.split())


def test_the_page_calls_techniques_as_the_sentences_do() -> None:
    words = (files("entails") / "service" / "page" / "sudoku_words.js").read_text("utf-8")
    assert dict(re.findall(r'"t-([^"]+)": "([^"]+)"', words)) == {name: message.fr for name, message in NAMES.items()}
    assert {name: message.en for name, message in NAMES.items()} == {item.id: item.name for item in (*TECHNIQUES, LINE)}


def test_every_named_technique_has_a_moment() -> None:
    wanted = {item.id for item in TECHNIQUES if not item.is_single and not item.criterion and item.family != "cases"}
    assert wanted - ELSEWHERE - LARGE == set(FOUND) - ELSEWHERE
    assert set(ABSENT) <= set(FOUND)
    assert len(ABSENT) > 0.9 * len(FOUND)


@pytest.mark.parametrize("name", FOUND)
def test_it_is_found_under_its_name(name: str) -> None:
    grid = parse_grid(FOUND[name])
    removes, places = map(candidates, FOUND[name].split(":")[5:7])
    steps = available_steps(grid, [name], unique=True)
    assert {step.technique for step in steps} == {name}
    assert (places, sorted(removes)) in [(step.places, sorted(set(step.removes))) for step in steps]
    for step in steps:
        assert all(solution(FOUND[name]).cells[cell] == digit for cell, digit in step.places), step.sentence
        assert all(solution(FOUND[name]).cells[cell] != digit for cell, digit in step.removes), step.sentence
        assert step.sentence.endswith(".")
        assert_french_sentence(step)
        assert step.diagram.marks


@pytest.mark.parametrize("name", [name for name in FOUND if technique(name).family != "complex fish"])
def test_once_done_it_is_not_found_again(name: str) -> None:
    position = StepPosition(parse_grid(FOUND[name]), [name], unique=True)
    step = position.easiest()
    assert step is not None
    position.take(step)
    for second in position.all_steps():
        assert not set(step.removes) & set(second.removes)


@pytest.mark.parametrize("name", ABSENT)
def test_it_is_not_found_where_it_is_not(name: str) -> None:
    assert next_step(parse_grid(ABSENT[name]), [name], unique=True) is None


def test_avoidable_rectangles_need_cells_that_are_not_given() -> None:
    line = FOUND["avoidable-rectangle"]
    assert next_step(parse_grid(line), ["avoidable-rectangle"], unique=True) is not None
    assert next_step(parse_grid(line.replace("+", "")), ["avoidable-rectangle"], unique=True) is None
    assert next_step(parse_grid(line), ["avoidable-rectangle"], unique=False) is None


def test_the_numbers_of_libraries_mean_techniques() -> None:
    for number in LIBRARY:
        assert chosen([number])
