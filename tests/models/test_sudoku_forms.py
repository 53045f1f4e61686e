"""Every format for every shape it supports: written grids are restored, and unsupported ones rejected."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.formats.sudoku.read import parse_grid, read_grids
from entails.formats.sudoku.text import stated_masks
from entails.formats.sudoku.write import FORMS, write_grid
from entails.models.errors import InvalidPuzzle, UnsupportedCapability
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
JIGSAW9 = "111222333111222333144522233114556663744855669744885699748855699747885699777788699"
JIGSAW5 = "1111212222334553345534445"
TORN = "1234123421434321"
CLASSIC = [Shape.classic(size) for size in BOXES]
SHAPES = [
    *CLASSIC,
    *(Shape.diagonal(size) for size in (4, 9, 16)),
    Shape.jigsaw(JIGSAW9),
    Shape.jigsaw(JIGSAW5),
    Shape.jigsaw(TORN),
]
CARRY_MARKS = ["candidates", "marks", "fpuzzles", "sudokupad", "json"]
SAY_THE_SHAPE = ["fpuzzles", "sudokupad", "json"]


def carries(form: str, shape: Shape) -> bool:
    """Return whether a format supports a shape."""
    if form == "sudokuwiki":
        return shape == Shape.classic(9)
    if form == "link":
        return shape in CLASSIC
    return shape.box is not None if form == "ss" else True


def random_grid(shape: Shape, seed: int, *, marked: bool = False) -> Grid:
    """Build a random grid of a shape, possibly with conflicts; each cell keeps at least one candidate."""
    random = Random(seed)
    filled = random.random()
    cells = [random.randint(1, shape.size) if random.random() < filled else 0 for _ in range(shape.cells)]
    marks = [random.randrange(1, 2**shape.size) | 1 << digit >> 1 for digit in cells] if marked else None
    return Grid.of(shape, cells, marks)


@pytest.mark.parametrize(("form", "shape"), [pair for pair in product(FORMS, SHAPES) if carries(*pair)])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_digits_read_back(form: str, shape: Shape, seed: int) -> None:
    grid = random_grid(shape, seed)
    text = write_grid(grid, form)
    assert parse_grid(text, shape) == grid
    if form in SAY_THE_SHAPE or (form == "drawn" and shape in (Shape.jigsaw(JIGSAW9), Shape.jigsaw(JIGSAW5))):
        assert parse_grid(text) == grid


@pytest.mark.parametrize(("form", "shape"), [*product(FORMS, map(Shape.classic, (6, 9, 12, 25)))])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_classic_grids_need_no_shape(form: str, shape: Shape, seed: int) -> None:
    if carries(form, shape):
        grid = random_grid(shape, seed)
        assert parse_grid(write_grid(grid, form)) == grid


@pytest.mark.parametrize(("form", "shape"), [*product(CARRY_MARKS, SHAPES)])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_marks_read_back(form: str, shape: Shape, seed: int) -> None:
    grid = random_grid(shape, seed, marked=True)
    again = parse_grid(write_grid(grid, form), shape)
    if form == "marks":
        assert (again.cells, again.open_masks()) == (grid.cells, grid.open_masks())
    elif form == "candidates":
        masks = stated_masks(grid)
        singles = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks]
        assert again == Grid.of(shape, singles, masks)
    else:
        assert again == grid


@pytest.mark.parametrize("form", [form for form in FORMS if form not in CARRY_MARKS])
def test_marks_are_never_lost(form: str) -> None:
    with pytest.raises(UnsupportedCapability, match="cannot hold pencil marks"):
        write_grid(Grid.of(Shape.classic(9), [0] * 81, [1] * 81), form)


def test_a_cell_without_candidates_is_kept_or_refused() -> None:
    hopeless = Grid.of(Shape.classic(4), [0] * 16, [0] + [15] * 15)
    for form in ("candidates", "marks", "json"):
        assert parse_grid(write_grid(hopeless, form)) == hopeless
    with pytest.raises(UnsupportedCapability, match="a cell without candidates"):
        write_grid(hopeless, "fpuzzles")


@pytest.mark.parametrize(
    ("form", "shape"),
    [pair for pair in product(FORMS, SHAPES) if not carries(*pair)],
    ids=lambda value: str(value)[:30],
)
def test_a_shape_that_a_form_cannot_carry_is_refused(form: str, shape: Shape) -> None:
    with pytest.raises(UnsupportedCapability, match="use "):
        write_grid(Grid(shape, (0,) * shape.cells), form)


def test_a_form_that_does_not_exist() -> None:
    with pytest.raises(UnsupportedCapability, match="unknown format 'xml'; available: line, drawn, sdk"):
        write_grid(parse_grid(PUZZLE), "xml")


@pytest.mark.parametrize(
    "line",
    [
        PUZZLE,
        PUZZLE.replace(".", "0"),
        PUZZLE.replace(".", "*"),
        PUZZLE.replace(".", "_"),
        PUZZLE.replace(".", "-"),
        f"  {PUZZLE}\r\n",
        f"\ufeff{PUZZLE}",
        f"{PUZZLE} # easy",
        f"{PUZZLE};1.2",
        f"{PUZZLE},534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        f"{PUZZLE}\t7.2/1.2/1.2 some name",
    ],
)
def test_the_ways_to_write_a_line(line: str) -> None:
    assert parse_grid(line).line == PUZZLE


def test_letters_may_be_small() -> None:
    assert parse_grid("g" + "." * 255).cells[0] == 16
    assert parse_grid("G" + "." * 255).line[0] == "G"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (PUZZLE[:-1], "line of 80 characters; expected 16, 36, 81, 144, 256 or 625, one for each cell"),
        (PUZZLE.replace("1", "x", 1), "r2c4: 'x' is not a digit of a 9x9 grid; expected 1-9, or one of . 0 [*] _"),
        (PUZZLE.replace("1", "A", 1), "r2c4: 'A' is not a digit"),
        (PUZZLE.replace("1", "é", 1), "r2c4: 'é' is not a digit"),
        (PUZZLE.replace("1", "数", 1), "r2c4: '数' is not a digit"),
        ("5" + "." * 15, "r1c1: '5' is not a digit of a 4x4 grid"),
        ("Z" + "." * 255, "expected 1-9 and A-G"),
        ("x", "line of 1 character; expected"),
    ],
)
def test_lines_that_are_no_grid(line: str, message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        parse_grid(line)


def test_the_requested_shape_decides_the_length() -> None:
    with pytest.raises(InvalidPuzzle, match="line of 81 characters; expected 16 for 4x4"):
        parse_grid(PUZZLE, Shape.classic(4))


def test_candidates() -> None:
    grid = parse_grid("1..." + "12.." + "." * 4 + "1234" * 13)
    assert grid.cells == (1, *[0] * 15)
    assert grid.marks == (1, 3, 0, *[15] * 13)
    assert parse_grid("1000" + "1234" * 15).cells == (1, *[0] * 15)
    with pytest.raises(InvalidPuzzle, match=r"r1c2: '1' at the place of another candidate; expected '2' or '\.'"):
        parse_grid("1234" + "1134" + "1234" * 14)
    with pytest.raises(InvalidPuzzle, match="r1c1: '5' is not a digit"):
        parse_grid("5234" + "1234" * 15)


@pytest.mark.parametrize(
    "text",
    [
        '{"cells": "1..............."}',
        '{"shape": "4x4", "cells": [1,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0]}',
        '{\n  "shape": "4",\n  "cells": [\n [1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}',
        "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
        "[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]",
        '# a comment\n{"cells":\n"1..............."}',
        '{"cells": "1...............", "marks": [' + "null," * 15 + "[1,2,3,4]]}",
        '{"size": 4, "grid": [[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}',
    ],
)
def test_the_ways_to_write_json(text: str) -> None:
    assert parse_grid(text) == parse_grid("1...............")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "JSON, cells: missing cells"),
        ("[]", "JSON, cells: 0 cells"),
        ('{"cells": 5}', "missing cells"),
        ('{"cells": "12"}', "line of 2 characters"),
        ('{"cells": [1.5]}', "1.5 is not a whole number"),
        ('{"cells": [true]}', "True is not a whole number"),
        ('{"cells": [null]}', "None is not a whole number"),
        ('{"cells": [[1,2],[3]]}', "row 2: not a row"),
        ('{"cells": [9' + ",0" * 15 + "]}", "r1c1: invalid digit"),
        ('{"shape": "8", "cells": ""}', "no boxes for size 8x8"),
        ('{"shape": 9, "cells": ""}', "JSON, shape: invalid shape"),
        ('{"cells": "1...............", "colour": 1}', "unknown key 'colour'"),
        ('{"cells": "1...............", "marks": []}', "expected a list of 16"),
        ('{"cells": "1...............", "marks": [5' + ",null" * 15 + "]}", "r1c1: not a list"),
        ('{"cells": "1...............", "marks": ["23"' + ",null" * 15 + "]}", "the marks exclude its digit 1"),
        ('{"cells": "1...............", "marks": ["5"' + ",null" * 15 + "]}", "'5' is not a digit"),
        ('{"cells": "' + "." * 81 + '"', "JSON, line 1, column 94: invalid JSON"),
        ("[" * 100_000, "invalid JSON"),
        ("[" + "1" * 5000 + "]", "invalid JSON"),
        ('{"cells": [' + "[" * 900 + "]" * 900 + "]}", "a list is not a whole number"),
    ],
)
def test_json_that_is_no_grid(text: str, message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message) as error:
        parse_grid(text)
    assert len(str(error.value)) < 250


def test_json_and_a_shape_that_disagree() -> None:
    text = '{"shape": "x9", "cells": "' + PUZZLE + '"}'
    assert parse_grid(text).shape == Shape.diagonal()
    with pytest.raises(InvalidPuzzle, match="has shape x9, not 9x9"):
        parse_grid(text, Shape.classic(9))


def test_many_json_values_one_a_line() -> None:
    grids_ = [parse_grid(PUZZLE), parse_grid("1..............."), parse_grid("." * 81, Shape.diagonal())]
    text = "\n".join(write_grid(grid, "json") for grid in grids_)
    assert [entry.puzzle for entry in read_grids(text)] == grids_
