"""Engines that know Sudoku."""
