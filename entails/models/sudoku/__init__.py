"""Sudoku: boards, grids, and every way they are written down."""

from entails.models.sudoku.forms.drawing import draw, draw_markup
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.read import parse_grid, read_grids
from entails.models.sudoku.shape import BOXES, SYMBOLS, Shape, Unit
from entails.models.sudoku.write import FORMS, write_grid

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
