"""Grids: allowed digits, conflicts, and the check that every solution must pass."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.formats.sudoku.read import parse_grid
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
X_PUZZLE = "67.5........689...........8359................1..6.....6.7....298...2.........7.."
X_ANSWER = "678541923231689574594273618359814267746325891812967345465798132987132456123456789"
JIGSAW = "jigsaw:111222333111222333144522233114556663744855669744885699748855699747885699777788699"
J_PUZZLE = "............2....59........7.....9..2..83.7..6..............37..9..1..3.1.8......"
J_ANSWER = "862453197314297865925781643753146982246835719671329458489562371597618234138974526"
SOLVED = [("9", PUZZLE, ANSWER), ("x", X_PUZZLE, X_ANSWER), (JIGSAW, J_PUZZLE, J_ANSWER)]

NINE = Shape.classic(9)
puzzle, answer = parse_grid(PUZZLE), parse_grid(ANSWER)


def pattern(size: int) -> Grid:
    """Build a full valid grid by shifting the first row."""
    shape = Shape.classic(size)
    high, wide = shape.box or (1, 1)
    return Grid.of(
        shape,
        [((row % high) * wide + row // high + column) % size + 1 for row in range(size) for column in range(size)],
    )


def test_a_grid_tells_its_digits() -> None:
    assert puzzle.givens()[:3] == ((0, 5), (1, 3), (4, 7))
    assert len(puzzle.givens()) == 30
    assert puzzle.line == PUZZLE
    assert not puzzle.is_full
    assert answer.is_full
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert len({puzzle, parse_grid(PUZZLE), answer}) == 2


def test_letters_stand_for_digits_above_nine() -> None:
    assert pattern(25).line[:25] == "123456789ABCDEFGHIJKLMNOP"


def test_an_empty_cell_allows_what_no_peer_holds() -> None:
    assert puzzle.candidates(2) == (1, 2, 4)
    assert puzzle.allows(2, 4)
    assert not puzzle.allows(2, 3)
    assert puzzle.candidates(0) == ()
    assert not puzzle.allows(0, 5)


def test_marks_restrict_an_empty_cell_further() -> None:
    marks = [511] * 81
    marks[2] = 0b1001
    marked = Grid.of(NINE, puzzle.cells, marks)
    assert marked.candidates(2) == (1, 4)
    assert marked.marks is not None
    assert marked.marks[0] == 0b10000


@given(st.data())
@settings(max_examples=40)
def test_open_masks_follow_the_definition(data: st.DataObject) -> None:
    shape = Shape.named(data.draw(st.sampled_from(["4", "6", "x4"])))
    cells = data.draw(st.lists(st.integers(0, shape.size), min_size=shape.cells, max_size=shape.cells))
    marks = data.draw(st.lists(st.integers(0, 2**shape.size - 1), min_size=shape.cells, max_size=shape.cells))
    grid = Grid(shape, tuple(cells), tuple(marks))
    for cell, mask in enumerate(grid.open_masks()):
        expected = [
            digit
            for digit in range(1, shape.size + 1)
            if not cells[cell]
            and marks[cell] >> (digit - 1) & 1
            and not any(cells[peer] == digit for peer in shape.peers[cell])
        ]
        assert list(mask_digits(mask)) == expected == list(grid.candidates(cell))
        assert [digit for digit in range(1, shape.size + 1) if grid.allows(cell, digit)] == expected


def test_marks_that_add_nothing_are_none() -> None:
    assert Grid.of(NINE, puzzle.cells, [511] * 81) == puzzle
    start = [1 << (digit - 1) if digit else 0 for digit in puzzle.cells]
    pencilled = [mask or own for mask, own in zip(puzzle.open_masks(), start, strict=True)]
    assert Grid.of(NINE, puzzle.cells, pencilled) == puzzle


@pytest.mark.parametrize(
    ("cells", "marks", "message"),
    [
        ([0] * 80, None, "80 cells; expected 81"),
        ([0] * 20 + [10] + [0] * 60, None, "r3c3: .*expected a number from 0 to 9"),
        ([0] * 20 + [-1] + [0] * 60, None, "r3c3"),
        ([0] * 80 + [True], None, "r9c9"),
        ([0] * 80 + ["5"], None, "r9c9"),
        ([0] * 80 + [1.0], None, "r9c9"),
        ([0] * 81, [511] * 80, "80 cells"),
        ([0] * 81, [511] * 80 + [512], "r9c9"),
        ([5] + [0] * 80, [1] * 81, "r1c1: the marks exclude its digit 5"),
    ],
)
def test_invalid_grid(cells: list[int], marks: list[int] | None, message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        Grid.of(NINE, cells, marks)


def test_numbers_of_numpy_become_plain_numbers() -> None:
    cells = np.array(puzzle.cells, dtype=np.int8)
    assert Grid.of(NINE, cells) == puzzle  # type: ignore[arg-type]
    assert set(map(type, puzzle.fill(cells).cells)) == {int}  # type: ignore[arg-type]


def test_conflicts_name_unit_digit_and_cells() -> None:
    assert puzzle.clashes() == ()
    grid = parse_grid("5...5...." + "." * 72)
    ((unit, digit, cells),) = grid.clashes()
    assert (unit.name, digit, cells) == ("row 1", 5, (0, 4))
    assert {unit.name for unit, _, _ in parse_grid("55......." + "." * 72).clashes()} == {"row 1", "box 1"}
    corners = parse_grid("7" + "." * 79 + "7", Shape.diagonal())
    assert [unit.name for unit, _, _ in corners.clashes()] == ["diagonal 1"]


@pytest.mark.parametrize(("shape", "query", "solution"), SOLVED)
def test_the_checker_accepts_an_answer(shape: str, query: str, solution: str) -> None:
    grid = parse_grid(query, Shape.named(shape))
    assert grid.solved_by(parse_grid(solution, Shape.named(shape))) is None
    assert grid.solved_by(grid.fill([int(digit) for digit in solution])) is None


@pytest.mark.parametrize("size", [4, 6, 9, 12, 16, 25])
def test_the_checker_accepts_every_size(size: int) -> None:
    full = pattern(size)
    assert full.solved_by(full) is None
    assert Grid(full.shape, (0,) * full.shape.cells).solved_by(full) is None
    assert full.clashes() == ()


def changed(line: str, **cells: str) -> Grid:
    """Return the grid of a line after changes such as r1c2="4"."""
    characters = list(line)
    for name, digit in cells.items():
        characters[NINE.parse_candidate(f"{name}=1")[0]] = digit
    return parse_grid("".join(characters))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (changed(ANSWER, r1c3="."), "r1c3 is empty"),
        (changed(ANSWER, r3c3="5"), "row 3 contains 5 twice"),
        (changed(ANSWER, r1c1="3", r1c2="5"), "column 1 contains 3 twice"),
        (Grid(NINE, (10, *answer.cells[1:])), "r1c1 is 10, which is not a digit of this grid"),
        (Grid(NINE, (-5, *answer.cells[1:])), "r1c1 is -5, which is not a digit of this grid"),
        (Grid(NINE, answer.cells[:80]), "the solution is not a grid of shape 9x9"),
        (Grid(Shape.diagonal(), answer.cells), "the solution is not a grid of shape 9x9"),
        (Grid(NINE, (9,) * 81), "row 1 contains 9 9 times"),
        (pattern(9), "r1c1 is 1, but 5 is given"),
    ],
)
def test_the_checker_says_what_is_broken(wrong: Grid, sentence: str) -> None:
    assert puzzle.solved_by(wrong) == sentence


def test_the_checker_knows_diagonals_and_regions() -> None:
    crossed = Grid(Shape.diagonal(), (0,) * 81)
    assert crossed.solved_by(Grid(Shape.diagonal(), answer.cells)) == "diagonal 1 contains 5 twice"
    jigsaw = Shape.named(JIGSAW)
    verdict = Grid(jigsaw, (0,) * 81).solved_by(Grid(jigsaw, answer.cells))
    assert verdict is not None
    assert verdict.startswith("region")


def test_the_checker_keeps_to_the_marks() -> None:
    empty = (0,) * 81
    allowed = tuple(1 << (digit - 1) | 1 for digit in answer.cells)
    assert Grid(NINE, empty, allowed).solved_by(answer) is None
    narrow = (1, *allowed[1:])
    assert Grid(NINE, empty, narrow).solved_by(answer) == "r1c1 is 5, which its marks exclude"


@given(st.integers(0, 80), st.integers(1, 9))
def test_no_single_change_passes_the_checker(cell: int, digit: int) -> None:
    cells = list(answer.cells)
    cells[cell] = digit
    verdict = Grid(NINE, (0,) * 81).solved_by(Grid(NINE, tuple(cells)))
    assert (verdict is None) == (digit == answer.cells[cell])
