"""Hints on wrong positions, which name the wrong digit first, with the reason."""

from dataclasses import replace
from random import Random

import pytest

import entails
from entails.formats.sudoku.read import parse_grid
from entails.models.errors import InvalidOption
from entails.solvers.sudoku.steps.position import has_one_solution
from entails.solvers.sudoku.steps.wrong import with_entries, wrong_position

from .steps_grids import puzzles

NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = parse_grid(NEWSPAPER)


def test_a_repeated_digit() -> None:
    shown = entails.hint(GRID, assume=["r1c3=3"])
    assert shown.sentence.startswith("Your 3 in r1c3 is wrong: row 1 already has a 3, in r1c2. ")
    assert shown.step is not None


def test_a_contradiction_at_once_and_one_after_singles() -> None:
    at_once = entails.hint(GRID, assume=["r1c3=1"]).sentence
    assert at_once.startswith("Your 1 in r1c3 is wrong: with it, column 8 has no place left for 1. ")
    later = entails.hint(GRID, assume=["r1c3=2"]).sentence
    assert later.startswith("Your 2 in r1c3 is wrong: with it, r1c6 is 8, then ")


def test_french_names_cells_as_players_do() -> None:
    shown = entails.hint(GRID, assume=["r1c3=3"], language="fr")
    assert shown.sentence.startswith("Votre 3 en L1C3 est faux : la ligne 1 a déjà un 3, en L1C2. ")


def test_the_puzzle_as_given_tells_the_entries() -> None:
    position = parse_grid("532" + NEWSPAPER[3:])
    shown = entails.sudoku.hint(position, givens=GRID)
    assert shown.wrong is not None
    assert [wrong.name for wrong in shown.wrong.digits] == ["r1c3=2"]
    assert shown.wrong.repaired == GRID


def test_without_entries_suspects_are_named() -> None:
    shown = entails.hint(parse_grid("532" + NEWSPAPER[3:]))
    assert shown.step is None
    assert shown.sentence.startswith("One of these digits is wrong")
    assert shown.wrong is not None
    assert (2, 2) in shown.wrong.suspects
    clash = entails.hint(parse_grid(NEWSPAPER[:-3] + "279")).sentence
    assert clash.startswith("Something is wrong: ")
    assert "r7c7=2" in clash


def test_right_entries_change_nothing() -> None:
    plain = entails.hint(parse_grid("534" + NEWSPAPER[3:]), "step")
    entered = entails.hint(GRID, "step", assume=["r1c3=4"])
    assert plain.sentence == entered.sentence
    assert entered.wrong is None


def test_exactly_the_wrong_entries_of_random_positions() -> None:
    """In random positions, exactly the entries that differ from the unique solution are reported."""
    random = Random(5)
    for puzzle, solution in puzzles(6):
        assert has_one_solution(puzzle)
        empty = [cell for cell in range(81) if not puzzle.cells[cell]]
        entries = {cell: solution.cells[cell] for cell in random.sample(empty, 12)}
        wrong = random.sample(sorted(entries), 2)
        for cell in wrong:
            entries[cell] = random.choice([digit for digit in range(1, 10) if digit != solution.cells[cell]])
        position = wrong_position(with_entries(puzzle, None, entries.items()))
        assert position is not None
        assert sorted(digit.cell for digit in position.digits) == sorted(wrong)
        assert all(digit.is_entry and digit.say() != digit.say("fr") for digit in position.digits)
        assert position.repaired.solved_by(solution) is None


def test_a_puzzle_without_a_solution_blames_no_entry() -> None:
    clash = parse_grid(NEWSPAPER[:-3] + "279")
    assert wrong_position(replace(clash, cells=(5, 3, 4, *clash.cells[3:]), found=(2,))) is None


@pytest.mark.parametrize(
    ("fact", "problem"),
    [("r1c3", "invalid entry"), ("r0c3=1", "invalid entry"), ("r1c3=10", "invalid entry"), ("r1c1=4", "is 5 already")],
)
def test_bad_entries(fact: str, problem: str) -> None:
    with pytest.raises(InvalidOption, match=problem):
        entails.sudoku.hint(GRID, assume=[fact])


def test_other_givens_than_the_grid_has() -> None:
    with pytest.raises(InvalidOption, match="r1c1 is 4, but not in the grid"):
        entails.sudoku.hint(GRID, givens=parse_grid("4" + NEWSPAPER[1:]))
    with pytest.raises(InvalidOption, match="another shape"):
        entails.sudoku.hint(GRID, givens=parse_grid("..4..3...2....1."))
