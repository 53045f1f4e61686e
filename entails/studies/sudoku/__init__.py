"""Fits of Sudoku difficulty to human ratings (Landreau 2025 and others)."""
