"""Sudoku formats: readers and writers.

Readers take the text and, if the caller knows it, the shape. They raise only InvalidPuzzle. Writers raise
UnsupportedPuzzle if a format cannot express the grid.
"""
