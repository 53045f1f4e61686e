"""Grid notations that were once misread: 0-F, .sdx, last candidates, OpenSudoku's XML, X on a jigsaw."""

import random

import pytest

import entails
from entails.formats.sudoku.blocks import read_blocks
from entails.formats.sudoku.read import parse_grid, read_grids
from entails.formats.sudoku.write import write_grid
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
grid = parse_grid(PUZZLE)
HEX = "0123456789ABCDEF"
FULL = "".join(HEX[(4 * (row % 4) + row // 4 + column) % 16] for row in range(16) for column in range(16))
JIGSAW9 = "112222333111222333111122333444555666444555666444555666777888999777888999777888999"


def holes(text: str, many: int, sign: str) -> str:
    cells = list(text)
    for cell in random.Random(1).sample(range(len(cells)), many):
        cells[cell] = sign
    return "".join(cells)


def rows(text: str, between: str = "") -> str:
    return "\n".join(between.join(text[start : start + 16]) for start in range(0, 256, 16))


@pytest.mark.parametrize("sign", [".", "*", "_"])
@pytest.mark.parametrize("lay_out", [str, rows, lambda text: rows(text, " "), str.lower])
def test_a_16x16_grid_written_from_0_to_f(sign: str, lay_out: object) -> None:
    assert callable(lay_out)
    puzzle = parse_grid(lay_out(holes(FULL, 60, sign)))
    expected = holes(FULL, 60, sign).replace("0", "G").replace(sign, ".")
    assert puzzle.line == expected
    answer = entails.solve(puzzle).answer
    assert answer is not None
    assert answer.line == FULL.replace("0", "G")


def test_numbers_from_0_to_15() -> None:
    numbers = [str(HEX.index(sign)) if sign in HEX else sign for sign in holes(FULL, 60, ".")]
    text = "\n".join(" ".join(numbers[start : start + 16]) for start in range(0, 256, 16))
    assert parse_grid(text).line == holes(FULL, 60, ".").replace("0", "G")


def test_a_grid_without_holes_counts_from_0_too() -> None:
    assert parse_grid(FULL).line == FULL.replace("0", "G")


@pytest.mark.parametrize(
    "text",
    [
        "0" * 256,
        holes(FULL.replace("0", "G"), 60, "0"),
        holes(FULL.replace("0", "G"), 200, "0"),
        "0.G" + "." * 253,
        "10." + "0" * 141,
    ],
)
def test_0_is_an_empty_cell_where_the_last_digit_comes_or_nothing_else_is_one(text: str) -> None:
    if len(text) == 144:
        assert parse_grid(text.replace(".", "0")).line.count(".") == 143
    else:
        assert parse_grid(text).line == text.replace("0", ".")


def dump(puzzle: Grid) -> str:
    """Write a pencil-mark grid as most programs do: without braces, so that a last candidate resembles a digit."""
    texts = [
        str(digit) if digit else "".join(str(d) for d in range(1, 10) if mask >> (d - 1) & 1)
        for digit, mask in zip(puzzle.cells, puzzle.open_masks(), strict=True)
    ]
    return "\n".join(" ".join(texts[start : start + 9]) for start in range(0, 81, 9))


def test_last_candidates_stay_candidates() -> None:
    assert sum(mask.bit_count() == 1 for mask in grid.open_masks()) > 0
    assert parse_grid(dump(grid)) == grid
    wing = parse_grid(dump(grid).replace("125", "12"))
    assert wing.cells == grid.cells
    assert wing.marks is not None


def test_digits_placed_in_a_dump_stay_digits() -> None:
    solved = entails.solve(grid).answer
    assert solved is not None
    result = zip(range(81), solved.cells, grid.cells, strict=True)
    half = Grid(grid.shape, tuple(digit if cell % 2 else item for cell, digit, item in result))
    assert set(half.givens()) <= set(parse_grid(dump(half)).givens())
    assert entails.solve(parse_grid(dump(half))).answer == solved


def test_sdx_tells_what_the_player_placed() -> None:
    first, rest = dump(grid).split("\n", 1)
    pieces = first.split()
    assert pieces[2] == "124"
    pieces[2] = "u4"
    read = parse_grid("#A somebody\n" + " ".join(pieces) + "\n" + rest)
    assert read.cells == grid.cells
    assert read.marks is not None
    assert read.marks[2] == 0b1000
    assert entails.solve(read).answer == entails.solve(grid).answer


DIGITS = PUZZLE.replace(".", "0")
PLAYED = "".join(f"{sign if sign != '0' else '7'}|-|{int(sign == '0')}|" for sign in DIGITS)
PLAYED_5 = "".join(f"{sign}|0|12|3|{int(sign == '0')}|" for sign in DIGITS)
OPEN = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku version="2">
  <name>Three &amp; more</name>
  <game data="{DIGITS}" />
  <folder name="f"><game state="1" data="version: 1&#10;{PLAYED}"/></folder>
  <game data="version: 5
{PLAYED_5}"/>
  <game data="12"/>
  <game/>
</opensudoku>
"""


def test_opensudoku() -> None:
    entries = list(read_grids(OPEN))
    assert [entry.puzzle for entry in entries] == [grid, grid, grid, None, None]
    assert [entry.line for entry in entries] == [4, 5, 6, 8, 9]
    assert [str(entry.error).split(";")[0] for entry in entries[3:]] == [
        "line of 2 characters",
        "OpenSudoku: game without cells",
    ]
    in_blocks = list(read_blocks(iter([OPEN.encode()])))
    assert [(entry.line, entry.puzzle) for entry in in_blocks if isinstance(entry, Entry)] == [
        (entry.line, entry.puzzle) for entry in entries
    ]


def test_a_long_opensudoku_file_is_read_in_blocks_too() -> None:
    many = OPEN.replace(f'<game data="{DIGITS}" />', f'<game data="{DIGITS}" />\n' * 3000)
    entries = list(read_blocks(iter([many[:1000].encode(), many[1000:].encode()])))
    assert len(entries) == 3004
    assert entries[2999] == Entry(3003, grid)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<opensudoku>", "invalid XML"),
        ("<opensudoku/>", "no game"),
        ('<opensudoku><game data="version: 9 1|2|3|"/></opensudoku>', "version 9 is not supported"),
        ('<opensudoku><game data="version: 1 1|2|3|"/></opensudoku>', "3 fields"),
        (f'<opensudoku><game data="version: 1 {PLAYED.replace("7", "x")}"/></opensudoku>', "invalid digit 'x'"),
    ],
)
def test_opensudoku_that_cannot_be_read(text: str, problem: str) -> None:
    with pytest.raises(InvalidPuzzle, match=problem):
        parse_grid(text)


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]>'
    assert parse_grid(f"<opensudoku><game data='{DIGITS}'/></opensudoku>") == grid
    entries = list(read_grids(f"<opensudoku>{bomb}</opensudoku>"))
    assert all(entry.error for entry in entries)


def test_x_with_jigsaw_is_both() -> None:
    shape = Shape.named(f"x-jigsaw:{JIGSAW9}")
    answer = entails.solve(Grid(shape, (1, *[0] * 80))).answer
    assert answer is not None
    for unit in shape.units:
        assert {answer.cells[cell] for cell in unit.cells} == set(range(1, 10))
    assert parse_grid(write_grid(answer, "json")) == answer
    assert parse_grid(write_grid(answer, "sudokupad")) == answer
    assert shape.box is None
