"""Two JSON formats of grids: our own and that of f-puzzles, which SudokuPad also reads.

Ours: {"shape": "x9", "cells": "53..7....", "marks": ["5", "3", "124", ...]}. `shape` and `marks` are optional. `cells`
may also be a list of numbers or a list of rows. `marks` has the digits that each cell may hold, as a string or a list
of numbers; null leaves a cell unrestricted. A bare list is read as the cells.

f-puzzles: the size, a grid of cell objects, and one key per additional rule. A rule that is not supported is rejected
with its name, because the puzzle without it is a different one. The player's input (digits that are not given, corner
and centre marks, colours) is ignored; given marks are kept.
"""

from math import isqrt

from entails.formats.sudoku.ipuz import grid_from_ipuz
from entails.formats.sudoku.text import (
    SIZES,
    agreed_shape,
    classic_or,
    described,
    flat_rows,
    mask_of,
    quoted,
    read_group,
    read_line,
    stated_masks,
    whole_numbers,
)
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle, quantity
from entails.models.fields import Json, dump_json, load_json
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import BOXES, SYMBOLS, Shape

_WHERE = "f-puzzles"
_DIAGONALS = ("diagonal+", "diagonal-")
_KNOWN = {"size", "grid", *_DIAGONALS}
_ABOUT = {"title", "author", "ruleset", "solution", "successMessage"}
_ABOUT |= {"highlightConflicts", "disabledlogic", "truecandidatesoptions"}
_CELL_KNOWN = {"value", "given", "region", "givenPencilMarks"}
_CELL_PLAYERS = {"centerPencilMarks", "cornerPencilMarks", "candidates", "c", "cArray", "highlight"}


def grid_from_fpuzzles(puzzle: dict[str, Json], requested: Shape | None = None) -> Grid:
    """Convert an f-puzzles document to a grid, if a shape can express its rules."""
    for key, value in puzzle.items():
        if value and key not in _KNOWN | _ABOUT:
            raise InvalidPuzzle(
                f"rule {quoted(key)} is not supported",
                where=_WHERE,
                expected="a grid with boxes, regions or diagonals",
            )
    cells = _fpuzzles_cells(puzzle)
    stated = _fpuzzles_shape(puzzle, cells)
    shape = agreed_shape(stated, requested, _WHERE)
    digits = [_fpuzzles_digit(cell, shape, number) for number, cell in enumerate(cells)]
    if not any(digits) and any(cell.get("value") for cell in cells):
        raise InvalidPuzzle("the digits are not marked as given", where=_WHERE, expected='"given": true for each clue')
    return Grid.of(
        shape, digits, [_fpuzzles_mask(cell, shape, number, digits[number]) for number, cell in enumerate(cells)]
    )


def fpuzzles_from_grid(grid: Grid) -> dict[str, Json]:
    """Convert a grid to an f-puzzles document."""
    shape = grid.shape
    rows: list[Json] = []
    for start in range(0, shape.cells, shape.size):
        row: list[Json] = []
        for number in range(start, start + shape.size):
            cell = _fpuzzles_cell(grid, number)
            if not shape.box:
                cell["region"] = shape.regions[number]
            row.append(cell)
        rows.append(row)
    puzzle: dict[str, Json] = {"size": shape.size, "grid": rows}
    if shape.has_diagonals:
        puzzle |= dict.fromkeys(_DIAGONALS, True)
    return puzzle


def _fpuzzles_cell(grid: Grid, cell: int) -> dict[str, Json]:
    if grid.cells[cell]:
        return {"value": grid.cells[cell], "given": True}
    if grid.marks is None or grid.marks[cell] == (1 << grid.shape.size) - 1:
        return {}
    if not grid.marks[cell]:
        raise UnsupportedPuzzle("f-puzzles cannot express a cell without candidates: use json or candidates")
    return {"givenPencilMarks": list(mask_digits(grid.marks[cell]))}


def _fpuzzles_cells(puzzle: dict[str, Json]) -> list[dict[str, Json]]:
    """Return the cell objects row by row; reject a grid that is not square or has unsupported keys."""
    rows, size = puzzle.get("grid"), puzzle.get("size")
    if not isinstance(rows, list) or not 2 <= len(rows) <= len(SYMBOLS) or size not in (None, len(rows)):
        raise InvalidPuzzle("the number of rows differs from the size", where=_WHERE, expected="2 to 25 rows")
    cells: list[dict[str, Json]] = []
    for number, cell in enumerate(flat_rows(rows, f"{_WHERE}, grid")):
        where = f"{_WHERE}, r{number // len(rows) + 1}c{number % len(rows) + 1}"
        if not isinstance(cell, dict):
            raise InvalidPuzzle("invalid cell", where=where, expected="a JSON object")
        for key, value in cell.items():
            if value and key not in _CELL_KNOWN | _CELL_PLAYERS:
                raise InvalidPuzzle(
                    f"{quoted(key)} is not supported", where=where, expected="a value, marks or a region"
                )
        cells.append(cell)
    return cells


def _fpuzzles_shape(puzzle: dict[str, Json], cells: list[dict[str, Json]]) -> Shape:
    size = int(len(cells) ** 0.5)
    diagonals = [bool(puzzle.get(key)) for key in _DIAGONALS]
    if any(diagonals) and not all(diagonals):
        raise InvalidPuzzle("only one diagonal is set", where=_WHERE, expected="both diagonals or none")
    return Shape.jigsaw(_fpuzzles_regions(cells, size), all(diagonals))


def _fpuzzles_regions(cells: list[dict[str, Json]], size: int) -> str:
    """Return the region of each cell as a character. A cell without a region gets that of its box."""
    boxes: tuple[int | None, ...] = Shape.classic(size).regions if size in BOXES else (None,) * len(cells)
    names = []
    for number, (cell, box) in enumerate(zip(cells, boxes, strict=True)):
        region = cell.get("region", box)
        if not isinstance(region, int) or isinstance(region, bool) or not 0 <= region < size:
            where = f"{_WHERE}, r{number // size + 1}c{number % size + 1}"
            raise InvalidPuzzle("cell without region", where=where, expected=f"a region from 0 to {size - 1}")
        names.append(SYMBOLS[region])
    return "".join(names)


def _fpuzzles_digit(cell: dict[str, Json], shape: Shape, number: int) -> int:
    value = cell.get("value") if cell.get("given") else None
    if value is None:
        return 0
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= shape.size:
        return value
    where = f"{_WHERE}, {shape.cell_name(number)}"
    raise InvalidPuzzle(f"invalid digit {described(value)}", where=where, expected=f"a number from 1 to {shape.size}")


def _fpuzzles_mask(cell: dict[str, Json], shape: Shape, number: int, digit: int) -> int:
    marks = cell.get("givenPencilMarks")
    if digit or not marks:
        return (1 << shape.size) - 1
    return mask_of(marks, shape, f"{_WHERE}, {shape.cell_name(number)}, givenPencilMarks")


_JSON_KEYS = {"shape", "cells", "marks"}


def read_json(text: str, shape: Shape | None = None) -> Grid:
    """Read a grid from JSON: our own format, ipuz, or the document inside an f-puzzles link."""
    value = load_json(text)
    if isinstance(value, list):
        value = {"cells": value}
    if not isinstance(value, dict):
        raise InvalidPuzzle("not a grid", where="JSON", expected='an object with "cells"')
    if "version" in value and "kind" in value:
        return grid_from_ipuz(value, shape)
    return grid_from_fpuzzles(value, shape) if "grid" in value else _grid_from_json(value, shape)


def write_json(grid: Grid) -> str:
    """Write a grid in our own JSON format, on one line."""
    value: dict[str, Json] = {"shape": grid.shape.name, "cells": grid.line}
    if grid.marks is not None:
        symbols = grid.shape.symbols
        value["marks"] = ["".join(symbols[digit - 1] for digit in mask_digits(mask)) for mask in stated_masks(grid)]
    return dump_json(value)


def _grid_from_json(value: dict[str, Json], requested: Shape | None) -> Grid:
    if unknown := sorted(value.keys() - _JSON_KEYS):
        raise InvalidPuzzle(f"unknown key {quoted(unknown[0])}", where="JSON", expected="shape, cells or marks")
    stated = value.get("shape")
    if not isinstance(stated, str | None):
        raise InvalidPuzzle("invalid shape", where="JSON, shape", expected='a text such as "9x9"')
    shape = requested if stated is None else agreed_shape(Shape.named(stated), requested, "JSON, shape")
    grid = _cells_from_json(value.get("cells"), shape)
    marks = value.get("marks")
    return grid if marks is None else Grid.of(grid.shape, grid.cells, _masks_from_json(marks, grid.shape))


def _cells_from_json(value: Json, shape: Shape | None) -> Grid:
    if isinstance(value, str):
        return read_line(value, shape)
    if not isinstance(value, list):
        raise InvalidPuzzle(
            "missing cells", where="JSON, cells", expected="a text, a list of numbers or a list of rows"
        )
    items = flat_rows(value, "JSON, cells") if value and isinstance(value[0], list) else value
    numbers = whole_numbers(items, "JSON, cells")
    square = shape or classic_or(None, isqrt(len(numbers)))
    if square is None:
        raise InvalidPuzzle(quantity(len(numbers), "cell"), where="JSON, cells", expected=f"a square of {SIZES}")
    return Grid.of(square, numbers)


def _masks_from_json(value: Json, shape: Shape) -> list[int]:
    if not isinstance(value, list) or len(value) != shape.cells:
        raise InvalidPuzzle("invalid marks", where="JSON, marks", expected=f"a list of {shape.cells}")
    return [_mask_from_json(item, shape, cell) for cell, item in enumerate(value)]


def _mask_from_json(value: Json, shape: Shape, cell: int) -> int:
    where = f"JSON, marks, {shape.cell_name(cell)}"
    if value is None:
        return (1 << shape.size) - 1
    return read_group(value, shape, where) if isinstance(value, str) else mask_of(value, shape, where)
