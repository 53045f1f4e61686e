"""The path of a patient person: the easiest technique that finds something, its simplest step, and again from the
easiest. One round is one step.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import COUNT, I64, Board, find_places, is_filled, place, set_up
from entails.solvers.kernels.sudoku_steps_chains import find_x_chains, find_xy_chains
from entails.solvers.kernels.sudoku_steps_colouring import find_colouring
from entails.solvers.kernels.sudoku_steps_disjunction import find_disjunction
from entails.solvers.kernels.sudoku_steps_found import I16, NOTHING, PLACE, REMOVES, Found, simplest
from entails.solvers.kernels.sudoku_steps_locked import find_box_line, find_pointing
from entails.solvers.kernels.sudoku_steps_nested import find_nested
from entails.solvers.kernels.sudoku_steps_numbers import (
    BOX_LINE,
    COLOURING,
    DISJUNCTION,
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_TRIPLE,
    JELLYFISH,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_TRIPLE,
    NESTED_DISJUNCTION,
    POINTING_PAIR,
    POINTING_TRIPLE,
    SINGLES,
    SWORDFISH,
    TECHNIQUES,
    UNIQUE_RECTANGLE,
    X_CHAIN,
    X_WING,
    XY_CHAIN,
    XYZ_WING,
    Y_WING,
)
from entails.solvers.kernels.sudoku_steps_rectangles import find_rectangles
from entails.solvers.kernels.sudoku_steps_singles import find_singles, keep_singles
from entails.solvers.kernels.sudoku_steps_subsets import find_fish, find_hidden, find_naked
from entails.solvers.kernels.sudoku_steps_trouble import FINE
from entails.solvers.kernels.sudoku_steps_wings import find_wings

LONGEST = 81 + 648
"""No path has more steps: each places a digit or rules out a candidate."""
UNKNOWN = -1
"""In `Trace.available`: techniques that are harder than the one that was used were not looked for."""


class Trace(NamedTuple):
    """A path as arrays, a row per round: the technique, the candidate it placed (or NOTHING), how many it ruled out;
    before it, how many cells were empty and how many candidates open.

    `available[round, technique]` is how many steps of the technique there were; `easiest[round, single]` how many cells
    have this as the easiest single that fills them. `size[0]` is the number of rounds so far.
    """

    technique: I16
    placed: I16
    removed: I16
    empty: I16
    candidates: I16
    available: I16
    easiest: I16
    size: I64


def new_trace(rows: int = LONGEST) -> Trace:
    """Room for paths of so many rounds in all."""
    technique, placed, removed, empty, candidates = np.zeros((5, rows), np.int16)
    counts = np.zeros((rows, TECHNIQUES), np.int16), np.zeros((rows, SINGLES), np.int16)
    return Trace(technique, placed, removed, empty, candidates, *counts, np.zeros(1, np.int64))


@kernel
def find_steps(board: Board, technique: int, single: I64, found: Found) -> None:
    """All steps of one technique, in `found`. `single` and `places` must be up to date (`find_singles`,
    `find_places`)."""
    found.size[0] = 0
    if technique < SINGLES:
        keep_singles(technique, single, found)
    elif technique in (POINTING_PAIR, POINTING_TRIPLE):
        find_pointing(board, technique, found)
    elif technique == BOX_LINE:
        find_box_line(board, found)
    elif technique in (HIDDEN_PAIR, HIDDEN_TRIPLE, HIDDEN_QUAD):
        find_hidden(board, technique, found)
    elif technique in (NAKED_PAIR, NAKED_TRIPLE, NAKED_QUAD):
        find_naked(board, technique, found)
    elif technique in (X_WING, SWORDFISH, JELLYFISH):
        find_fish(board, technique, found)
    elif technique in (Y_WING, XYZ_WING):
        find_wings(board, technique, found)
    elif technique == COLOURING:
        find_colouring(board, found)
    elif technique == UNIQUE_RECTANGLE:
        find_rectangles(board, found)
    elif technique == X_CHAIN:
        find_x_chains(board, found)
    elif technique == XY_CHAIN:
        find_xy_chains(board, found)
    elif technique == DISJUNCTION:
        find_disjunction(board, found)
    elif technique == NESTED_DISJUNCTION:
        find_nested(board, found)


@kernel
def find_easiest(board: Board, order: I64, single: I64, found: Found) -> int:
    """All steps of the first technique of the order that has any, in `found`; gives the technique, or NOTHING.

    `single` must be up to date (`find_singles`).
    """
    found.size[0] = 0
    fresh = False
    for technique in order:
        if technique >= SINGLES and not fresh:
            find_places(board)
            fresh = True
        find_steps(board, technique, single, found)
        if found.size[0] > 0:
            return int(technique)
    return NOTHING


@kernel
def apply(board: Board, found: Found, row: int) -> None:
    """Do what a step says."""
    if found.head[row, PLACE] != NOTHING:
        candidate = found.head[row, PLACE]
        place(board, candidate // 9, candidate % 9 + 1)
    for at in range(found.head[row, REMOVES]):
        candidate = found.removes[row, at]
        board.marks[candidate // 9] &= ~(1 << candidate % 9)


@kernel
def walk(board: Board, order: I64, wanted: I64, single: I64, found: Found, trace: Trace) -> int:
    """Step by step until nothing more is found; gives what is wrong with the board then. The trace grows by a row a
    round; it needs room for LONGEST more."""
    while True:
        trouble = find_singles(board, wanted, single)
        if trouble != FINE or is_filled(board):
            return trouble
        technique = find_easiest(board, order, single, found)
        if technique == NOTHING:
            return FINE
        row = simplest(found)
        note_round(board, order, single, technique, found, row, trace)
        apply(board, found, row)


@kernel
def note_round(board: Board, order: I64, single: I64, technique: int, found: Found, row: int, trace: Trace) -> None:
    """Write one round into the trace."""
    at = trace.size[0]
    trace.size[0] = at + 1
    trace.technique[at] = technique
    trace.placed[at] = found.head[row, PLACE]
    trace.removed[at] = found.head[row, REMOVES]
    available, easiest = trace.available[at], trace.easiest[at]
    available[:] = UNKNOWN
    easiest[:] = 0
    for earlier in order:
        if earlier == technique:
            break
        available[earlier] = 0
    available[:SINGLES] = 0
    counted = np.zeros(81, np.int64)
    for kind in order:
        if kind < SINGLES:
            cells, fresh = 0, 0
            for cell in range(81):  # without branches: several cells at a time
                here = single[kind, cell]
                cells += here != 0
                fresh += (here != 0) & (counted[cell] == 0)
                counted[cell] |= here
            available[kind], easiest[kind] = cells, fresh
    empty, candidates = 0, 0
    for cell in range(81):
        empty += board.digits[cell] == 0
        candidates += COUNT[board.marks[cell]]
    available[technique] = found.size[0]
    trace.empty[at], trace.candidates[at] = empty, candidates


@kernel
def walk_many(
    digits: I64,
    marks: I64,
    order: I64,
    wanted: I64,
    board: Board,
    single: I64,
    found: Found,
    trace: Trace,
    ends: I64,
    troubles: I64,
    finals: I64,
) -> None:
    """Walk one grid a row. `ends` gets the size of the trace after each grid, `troubles` what is wrong there, `finals`
    what each cell can still be."""
    for grid in range(len(digits)):
        troubles[grid] = set_up(board, digits[grid], marks[grid])
        if troubles[grid] == FINE:
            troubles[grid] = walk(board, order, wanted, single, found, trace)
        ends[grid] = trace.size[0]
        for cell in range(81):
            digit = board.digits[cell]
            finals[grid, cell] = 1 << (digit - 1) if digit != 0 else board.marks[cell]
