"""Sudoku: boards, grids, and every way they are written down."""

from clausal.models.sudoku.grid import Grid, mask_digits
from clausal.models.sudoku.shape import BOXES, SYMBOLS, Shape, Unit

__all__ = ["BOXES", "SYMBOLS", "Grid", "Shape", "Unit", "mask_digits"]
