"""What can be asked of variants of Sudoku alone."""
