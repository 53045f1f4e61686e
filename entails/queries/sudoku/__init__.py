"""Queries of Sudoku only."""
