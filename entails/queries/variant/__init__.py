"""Queries of Sudoku variants only."""
