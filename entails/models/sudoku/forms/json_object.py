"""Our own JSON: {"shape": "x9", "cells": "53..7....", "marks": ["5", "3", "124", ...]}; shape and marks are optional.

`cells` may also be a list of numbers, or a list of rows. `marks` has for each cell the digits it may hold, as a string
or a list of numbers; null leaves a cell unrestricted. A bare list is taken as the cells.
"""

from math import isqrt

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.forms.candidates import stated_masks
from entails.models.sudoku.forms.fpuzzles import grid_from_fpuzzles
from entails.models.sudoku.forms.ipuz import grid_from_ipuz
from entails.models.sudoku.forms.json_text import Json, dump_json, flat_rows, load_json, mask_of, whole_numbers
from entails.models.sudoku.forms.line import read_line
from entails.models.sudoku.forms.rows import SIZES, read_group
from entails.models.sudoku.forms.symbols import agreed, classic_or, short
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape

_KEYS = {"shape", "cells", "marks"}


def read_json(text: str, shape: Shape | None = None) -> Grid:
    """A grid from a JSON text: ours, ipuz, or f-puzzles' as it is inside a link."""
    value = load_json(text)
    if isinstance(value, list):
        value = {"cells": value}
    if not isinstance(value, dict):
        raise InvalidPuzzle("this JSON value is not a grid", where="JSON", expected='an object with "cells"')
    if "version" in value and "kind" in value:
        return grid_from_ipuz(value, shape)
    return grid_from_fpuzzles(value, shape) if "grid" in value else _grid(value, shape)


def write_json(grid: Grid) -> str:
    """The object on one line."""
    value: dict[str, Json] = {"shape": grid.shape.name, "cells": grid.line}
    if grid.marks is not None:
        symbols = grid.shape.symbols
        value["marks"] = ["".join(symbols[digit - 1] for digit in mask_digits(mask)) for mask in stated_masks(grid)]
    return dump_json(value)


def _grid(value: dict[str, Json], asked: Shape | None) -> Grid:
    if unknown := sorted(value.keys() - _KEYS):
        raise InvalidPuzzle(
            f"{short(unknown[0])} is not a key of a grid", where="JSON", expected="shape, cells or marks"
        )
    stated = value.get("shape")
    if not isinstance(stated, str | None):
        raise InvalidPuzzle("this is not the name of a shape", where="JSON, shape", expected='a text such as "9x9"')
    shape = asked if stated is None else agreed(Shape.named(stated), asked, "JSON, shape")
    grid = _cells(value.get("cells"), shape)
    marks = value.get("marks")
    return grid if marks is None else Grid.of(grid.shape, grid.cells, _masks(marks, grid.shape))


def _cells(value: Json, shape: Shape | None) -> Grid:
    if isinstance(value, str):
        return read_line(value, shape)
    if not isinstance(value, list):
        raise InvalidPuzzle(
            "there are no cells", where="JSON, cells", expected="a text, a list of numbers or a list of rows"
        )
    items = flat_rows(value, "JSON, cells") if value and isinstance(value[0], list) else value
    numbers = whole_numbers(items, "JSON, cells")
    found = shape or classic_or(None, isqrt(len(numbers)))
    if found is None:
        raise InvalidPuzzle(f"there are {len(numbers)} cells", where="JSON, cells", expected=f"a square of {SIZES}")
    return Grid.of(found, numbers)


def _masks(value: Json, shape: Shape) -> list[int]:
    if not isinstance(value, list) or len(value) != shape.cells:
        raise InvalidPuzzle(
            "these are not the marks of each cell", where="JSON, marks", expected=f"a list of {shape.cells}"
        )
    return [_mask(item, shape, cell) for cell, item in enumerate(value)]


def _mask(value: Json, shape: Shape, cell: int) -> int:
    where = f"JSON, marks, {shape.cell_name(cell)}"
    if value is None:
        return (1 << shape.size) - 1
    return read_group(value, shape, where) if isinstance(value, str) else mask_of(value, shape, where)
