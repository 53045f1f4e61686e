"""Sudoku as constraints: `pruned`, `complete`, `minimal` (CNF, with six ways to say "at most one"), and for CP-SAT."""

from clausal.encoders.at_most_one import AT_MOST_ONE
from clausal.encoders.sudoku.cnf import STYLES, SudokuCnf, complete, minimal, pruned
from clausal.encoders.sudoku.cpsat import SudokuCpSat

_ALL: list[SudokuCnf | SudokuCpSat] = [SudokuCnf(style, form) for form in AT_MOST_ONE for style in STYLES]
_ALL.append(SudokuCpSat())

ENCODERS: dict[str, SudokuCnf | SudokuCpSat] = {encoder.name: encoder for encoder in _ALL}

__all__ = ["ENCODERS", "SudokuCnf", "SudokuCpSat", "complete", "minimal", "pruned"]
