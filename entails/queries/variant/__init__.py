"""Queries that only Sudoku variants have."""
