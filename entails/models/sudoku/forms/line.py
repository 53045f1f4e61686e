"""A grid on one line, row by row: 81 characters for 9x9. The form that nearly every program reads and writes.

Digits above 9 are letters: A is 10. A 16x16 grid that is written 0-F (no G comes, and 0 is no empty cell) is read too:
its 0 is our G, the others are what they were. What follows the cells after a space, comma, semicolon or # (a rating, a
solution, a comment) is not part of the puzzle.
"""

import re
from math import isqrt

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.forms.symbols import classic_or, digits_only, read_digits
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, Shape

_FIELD = re.compile(r"[^\s,;#]*")
LENGTHS = " or ".join(", ".join(str(size * size) for size in BOXES).rsplit(", ", 1))


def first_field(text: str) -> str:
    """The part of a line that holds the puzzle."""
    found = _FIELD.match(text)
    return found[0] if found else ""


def line_shape(length: int, shape: Shape | None) -> Shape | None:
    """The shape of a line of this length; None when no such line holds a grid."""
    size = isqrt(length)
    return classic_or(shape, size) if size * size == length else None


def read_line(text: str, shape: Shape | None = None) -> Grid:
    """A grid from one character per cell; the length tells the size."""
    field = first_field(text.strip())
    found = line_shape(len(field), shape)
    if found is None:
        expected = f"{shape.cells} for {shape.size}x{shape.size}" if shape else f"{LENGTHS}, one for each cell"
        raise InvalidPuzzle(f"this line has {count(len(field), 'character')}", expected=expected)
    return Grid(found, read_digits(field, found))


def write_line(grid: Grid) -> str:
    """One character per cell, '.' for an empty one."""
    return digits_only(grid, "line").line


def count(number: int, noun: str) -> str:
    """'1 row', '2 rows'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
