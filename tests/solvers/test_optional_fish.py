"""Techniques that are searched only when named: large fish, kraken fish, exocets."""

from itertools import chain
from random import Random

import pytest

from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.path import available_steps

from .french_steps import assert_french_sentence
from .steps_grids import puzzles, random_marks
from .test_technique_library import FOUND

OPTIONAL = ("large-fish", "kraken-fish", "exocet")
PLAIN_LARGE = ("squirmbag", "whale", "leviathan")


def board_without(*places: tuple[int, int]) -> Grid:
    """Return an empty board on which 1 is struck from these cells (row and column from 0)."""
    struck = {9 * row + column for row, column in places}
    return Grid.of(SHAPE, [0] * 81, [510 if cell in struck else 511 for cell in range(81)])


def removed_ones(grid: Grid, technique: str) -> set[frozenset[int]]:
    return {frozenset(cell for cell, _ in step.removes) for step in available_steps(grid, [technique])}


SEVEN = (*range(6), 7)
BEYOND = [(row, column) for row in SEVEN for column in (7, 8)]


def test_a_leviathan_and_its_fins() -> None:
    """Seven rows hold 1 in seven columns, so two rows lose it there; with a fin, only what the fin sees."""
    assert removed_ones(board_without(*BEYOND), "leviathan") == {
        frozenset(9 * row + column for row in (6, 8) for column in range(7))
    }
    with_fin = [place for place in BEYOND if place != (7, 7)]
    assert removed_ones(board_without(*with_fin), "leviathan") == set()
    assert frozenset({60, 78}) in removed_ones(board_without(*with_fin), "finned-leviathan")
    thin = [*with_fin, *((7, column) for column in range(6))]
    assert frozenset({60, 78}) in removed_ones(board_without(*thin), "sashimi-leviathan")


@pytest.mark.parametrize("seed", range(3))
def test_plain_large_fish_are_smaller_fish_of_the_other_lines(seed: int) -> None:
    random = Random(seed)
    _, solution = puzzles(40)[seed]
    grid = random_marks(solution, random, 0.9, 0.15)
    small = available_steps(grid, ["x-wing", "swordfish", "jellyfish", "hidden-single"])
    removed = set(chain.from_iterable(step.removes for step in small))
    for step in small:
        removed |= {(peer, digit) for cell, digit in step.places for peer in SHAPE.peers[cell]}
    large = available_steps(grid, PLAIN_LARGE)
    assert set(chain.from_iterable(step.removes for step in large)) <= removed


@pytest.mark.parametrize("seed", range(3))
def test_every_optional_step_is_true_and_explained(seed: int) -> None:
    random = Random(seed)
    _, solution = puzzles(40)[seed]
    grid = random_marks(solution, random, 0.5, 0.2)
    steps = available_steps(grid, OPTIONAL)
    for step in steps:
        assert all(solution.cells[cell] != digit for cell, digit in step.removes), step.sentence
    for step in steps[:: max(1, len(steps) // 6)]:
        assert_french_sentence(step)
        assert step.diagram.marks


@pytest.mark.parametrize("name", ["kraken-fish-1", "kraken-fish-2"])
def test_the_fins_of_a_kraken_reach_what_it_removes(name: str) -> None:
    """Each branch begins at a place of the digit and ends with the removed candidate; every link is a sentence."""
    for step in available_steps(parse_grid(FOUND[name]), [name], unique=True):
        body, fins, *branches = step.evidence.parts
        starts = {branch[0] for branch in branches}
        assert starts >= set(fins)
        assert starts - set(fins) <= set(body)
        assert all(branch[-1] == step.removes[0] for branch in branches)
        links = step.links()
        assert len([link for link in links if link.startswith("Suppose")]) == len(branches)
        assert "pattern" not in "".join(links)
        assert links[-1].startswith("So ")
