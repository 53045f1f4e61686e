"""What can be asked of a Sudoku alone."""
