"""Canonical forms: invariance under all symmetries, known forms, and rejected grids."""

import random

import pytest

import entails
from entails.formats.sudoku.read import parse_grid
from entails.models.errors import UnsupportedPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.persistent import canonical_forms

KNOWN = [
    "................12..3..4.........3....5...6...7..18......7..49..8.......21.5.....",
    "................12..3.45.........6.....7.6..8.14.........29..4..6.1.....5........",
    ".................1..2..3.4......5.2..6...4...17....8......1...6....7......9....34",
]
"""Grids of a public list in canonical form."""
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def changed(grid: Grid, rng: random.Random) -> Grid:
    """Return a symmetric image of a puzzle: transposed, rows and columns moved, digits renamed."""

    def lines() -> list[int]:
        bands = rng.sample(range(3), 3)
        return [3 * band + line for band in bands for line in rng.sample(range(3), 3)]

    names = [0, *rng.sample(range(1, 10), 9)]
    rows, columns, turn = lines(), lines(), rng.random() < 0.5
    places = ((row, column) for row in rows for column in columns)
    return Grid(grid.shape, tuple(names[grid.cells[9 * c + r if turn else 9 * r + c]] for r, c in places))


def test_known_forms_are_their_own() -> None:
    assert [form.line for form in canonical_forms(list(map(parse_grid, KNOWN)))] == KNOWN


@pytest.mark.parametrize("line", [CLASSIC, *KNOWN, "." * 81, "1" + "." * 80, "12" + "." * 79])
def test_every_change_has_the_same_form(line: str) -> None:
    rng = random.Random(1)
    grid = parse_grid(line)
    (form,) = canonical_forms([grid])
    some = list({changed(grid, rng) for _ in range(20)})  # an empty grid has one form, however it is changed
    assert canonical_forms(some) == [form] * len(some)
    assert canonical_forms([form]) == [form]
    assert all(form.line <= second.line for second in some), "'.' comes before all digits"
    assert len(form.givens()) == len(grid.givens())


def test_full_grids_begin_with_all_digits_in_order() -> None:
    solution = entails.solve(parse_grid(CLASSIC)).answer
    assert solution is not None
    form = entails.sudoku.canonical(solution)
    assert form.line.startswith("12345678945")
    assert entails.sudoku.isomorphic(changed(solution, random.Random(2)), solution)


def test_a_digit_elsewhere_is_another_puzzle() -> None:
    assert not entails.sudoku.isomorphic(parse_grid(CLASSIC), parse_grid("." + CLASSIC[1:]))
    assert not entails.sudoku.isomorphic(parse_grid("12" + "." * 79), parse_grid("1" + "." * 79 + "2"))


@pytest.mark.parametrize("grid", [Grid(Shape.classic(4), (0,) * 16), Grid(Shape.diagonal(), (0,) * 81)])
def test_other_boards_have_none(grid: Grid) -> None:
    with pytest.raises(UnsupportedPuzzle, match="only classic 9x9 grids"):
        entails.sudoku.canonical(grid)
