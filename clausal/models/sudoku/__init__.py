"""Sudoku: boards, grids, and every way they are written down."""

from clausal.models.sudoku.forms.drawing import draw, draw_markup
from clausal.models.sudoku.grid import Grid, mask_digits
from clausal.models.sudoku.read import parse_grid, read_grids
from clausal.models.sudoku.shape import BOXES, SYMBOLS, Shape, Unit
from clausal.models.sudoku.write import FORMS, write_grid

__all__ = [
    "BOXES",
    "FORMS",
    "SYMBOLS",
    "Grid",
    "Shape",
    "Unit",
    "draw",
    "draw_markup",
    "mask_digits",
    "parse_grid",
    "read_grids",
    "write_grid",
]
