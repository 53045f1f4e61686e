"""Sudoku as constraints: `pruned`, `complete`, `minimal` (CNF, with six ways to say "at most one"), for CP-SAT, and as
itself for engines that know its rules."""

from clausal.encoders.at_most_one import AT_MOST_ONE
from clausal.encoders.sudoku.cnf import STYLES, SudokuCnf, complete, minimal, pruned
from clausal.encoders.sudoku.cpsat import SudokuCpSat
from clausal.encoders.sudoku.native import SudokuNative

SudokuEncoder = SudokuCnf | SudokuCpSat | SudokuNative

_ALL: list[SudokuEncoder] = [SudokuCnf(style, form) for form in AT_MOST_ONE for style in STYLES]
_ALL += [SudokuCpSat(), SudokuNative()]

ENCODERS: dict[str, SudokuEncoder] = {encoder.name: encoder for encoder in _ALL}

__all__ = ["ENCODERS", "SudokuCnf", "SudokuCpSat", "SudokuNative", "complete", "minimal", "pruned"]
