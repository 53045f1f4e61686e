"""Sudoku: boards, grids, and every way they are written down."""
