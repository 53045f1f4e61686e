"""Disjunctions within a disjunction, for the few grids that need them.

Suppose a candidate; where singles end, suppose every candidate that is open there, and strike out those that singles
refute, until that leads to a contradiction or no further. What was struck out, in order, is the argument.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import I64, Board
from entails.solvers.kernels.sudoku_steps_cases import ENDLESS, Case, follow, new_case, suppose
from entails.solvers.kernels.sudoku_steps_found import OTHER, Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_numbers import NESTED_DISJUNCTION
from entails.solvers.kernels.sudoku_steps_trouble import FINE
from entails.solvers.kernels.sudoku_steps_waves import Rules, new_rules, note_rules, waves_to_trouble

STRUCK = 729
"""In `rests`: STRUCK + a candidate that a case within the case rules out."""


@kernel
def find_nested(board: Board, found: Found) -> None:
    """The first candidate that is refuted so."""
    outer, rules = new_case(), new_rules()
    struck = np.empty(729, np.int64)
    for candidate in range(729):
        if board.marks[candidate // 9] >> candidate % 9 & 1:
            trouble, _ = suppose(board, outer, candidate)
            count = 0
            if trouble == FINE:
                trouble, count = strike_out(outer, rules, struck)
            if trouble != FINE:
                row = begin(found, NESTED_DISJUNCTION)
                found.head[row, OTHER] = trouble
                rest(found, row, candidate)
                for at in range(count):
                    rest(found, row, STRUCK + struck[at])
                remove(found, row, board, candidate // 9, candidate % 9 + 1)
                keep(found, row)
                return


@kernel
def strike_out(outer: Case, rules: Rules, struck: I64) -> tuple[int, int]:
    """Strike out what cases within the case refute: (what is wrong at the end, how many were struck out)."""
    count, candidate, quiet = 0, 0, 0
    note_rules(outer.digits, outer.marks, rules)
    while quiet < 729:
        quiet += 1
        if outer.marks[candidate // 9] >> candidate % 9 & 1 and waves_to_trouble(rules, candidate, ENDLESS) < ENDLESS:
            outer.marks[candidate // 9] ^= 1 << candidate % 9
            struck[count] = candidate
            count += 1
            quiet = 0
            trouble, _ = follow(outer)
            if trouble != FINE:
                return trouble, count
            note_rules(outer.digits, outer.marks, rules)
        candidate = (candidate + 1) % 729
    return FINE, count
