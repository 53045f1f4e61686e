"""Simple Sudoku's .ss: rows of characters, with | and --- around the boxes. `read_rows` reads it."""

from entails.models.errors import UnsupportedCapability
from entails.models.sudoku.forms.symbols import digits_only
from entails.models.sudoku.grid import Grid


def write_ss(grid: Grid) -> str:
    """The framed rows. Only boxes can be framed like this, so a jigsaw is refused."""
    if grid.shape.box is None:
        raise UnsupportedCapability("the form ss frames boxes, and a jigsaw has none: use drawn, json or line")
    high, wide = grid.shape.box
    line, size = digits_only(grid, "ss").line, grid.shape.size
    rows = [
        "|" + "|".join(line[start : start + wide] for start in range(first, first + size, wide)) + "|"
        for first in range(0, len(line), size)
    ]
    inner = "|" + "+".join(["-" * wide] * (size // wide)) + "|"
    outer = "*" + "-" * (len(inner) - 2) + "*"
    bands = ("\n".join(rows[start : start + high]) for start in range(0, size, high))
    return "\n".join((outer, f"\n{inner}\n".join(bands), outer))
