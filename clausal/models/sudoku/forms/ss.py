"""Simple Sudoku's .ss: rows of characters with | and --- around the boxes. It is read like every grid laid out in rows."""

from clausal.models.errors import UnsupportedCapability
from clausal.models.sudoku.forms.symbols import digits_only
from clausal.models.sudoku.grid import Grid
from clausal.models.sudoku.shape import BOXES, Shape


def write_ss(grid: Grid) -> str:
    """The framed rows. Only boxes can be framed like this, so a jigsaw is refused."""
    high, wide = box_of(grid.shape, "ss")
    line, size = digits_only(grid, "ss").line, grid.shape.size
    rows = [
        "|" + "|".join(line[start : start + wide] for start in range(first, first + size, wide)) + "|"
        for first in range(0, len(line), size)
    ]
    inner = "|" + "+".join(["-" * wide] * (size // wide)) + "|"
    outer = "*" + "-" * (len(inner) - 2) + "*"
    bands = ("\n".join(rows[start : start + high]) for start in range(0, size, high))
    return "\n".join((outer, f"\n{inner}\n".join(bands), outer))


def box_of(shape: Shape, form: str) -> tuple[int, int]:
    """Rows and columns of the shape's boxes."""
    if shape.size in BOXES and shape.regions == Shape.classic(shape.size).regions:
        return BOXES[shape.size]
    raise UnsupportedCapability(f"the form {form} frames boxes, and this shape has none: use drawn, json or line")
