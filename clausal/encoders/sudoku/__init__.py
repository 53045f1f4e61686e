"""Sudoku as constraints: `pruned`, `complete`, `minimal` (CNF), each with six ways to say "at most one"; and for CP-SAT."""

from clausal.encoders.at_most_one import AT_MOST_ONE
from clausal.encoders.sudoku.cnf import SudokuCnf, complete, minimal, pruned
from clausal.encoders.sudoku.cpsat import SudokuCpSat

ENCODERS: dict[str, SudokuCnf | SudokuCpSat] = {
    encoder.name: encoder
    for encoder in (
        *(SudokuCnf(style, form) for form in AT_MOST_ONE for style in ("pruned", "complete", "minimal")),
        SudokuCpSat(),
    )
}

__all__ = ["ENCODERS", "SudokuCnf", "SudokuCpSat", "complete", "minimal", "pruned"]
