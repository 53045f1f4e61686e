"""Values of Sudoku: shapes and grids."""
