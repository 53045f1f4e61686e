"""Lines of a technique library: a position within a solution, with eliminated candidates."""

import pytest

from entails.formats.sudoku.read import parse_grid, read_grids
from entails.models.errors import InvalidPuzzle

CELLS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_cells_and_candidates() -> None:
    text = f":0400:1:{CELLS.replace('195', '1+95')}:113 213:125 126::"
    grid = parse_grid(text)
    assert grid.cells == parse_grid(CELLS).cells
    assert grid.marks is not None
    assert grid.marks[2] == 511 & ~0b11
    assert grid.marks[0] == 1 << 4


@pytest.mark.parametrize("end", ["", ":", "::", ":::"])
def test_what_follows_the_cells_may_be_absent(end: str) -> None:
    assert parse_grid(f":0000:x:{CELLS}{end}").cells == parse_grid(CELLS).cells


def test_many_lines_are_many_grids() -> None:
    lines = f"# a library\n:0300:4:{CELLS}:::\n:0301:4:{CELLS}:413:::\n"
    assert [entry.puzzle is not None for entry in read_grids(lines)] == [True, True]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (f":0300:4:{CELLS[:-1]}:::", "80 cells"),
        (f":0300:4:{CELLS[:-1]}x:::", "unexpected character 'x'"),
        (f":0300:4:{CELLS}:4a1:::", "invalid candidate '4a1'"),
        (f":0300:4:{CELLS}:4121:::", "invalid candidate '4121'"),
    ],
)
def test_errors_are_reported(line: str, text: str) -> None:
    with pytest.raises(InvalidPuzzle, match=text):
        parse_grid(line)
