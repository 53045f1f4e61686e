"""Human ratings of Sudoku, and the weights fitted to them (Landreau 2025)."""
