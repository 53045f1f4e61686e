"""The CP-SAT compiler: one integer variable per variable, one function per constraint type."""
