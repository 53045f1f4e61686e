"""Queries that only Sudoku has."""
