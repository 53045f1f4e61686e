"""Solving paths: repeatedly take the simplest step of the easiest technique that has one.

`walk` follows the order of the counted techniques and records a trace, one round per step.

`take_lower_steps` follows the order of Sudoku Explainer. Its direct techniques are those whose removals leave a digit
one place in a unit. Sudoku Explainer rates them lower than the same technique used for its removals, places the digit,
and forgets the removals.

`guess` is the 13th technique of Landreau 2025, as a criterion: guess in the cell with the fewest candidates, continue
with the techniques, and backtrack at a contradiction. Each digit tried is one guess.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    BOXES,
    COLUMNS,
    COUNT,
    FINE,
    HEAD_PLACE,
    HEAD_REMOVES,
    HEAD_TECHNIQUE,
    HEAD_UNIT,
    I16,
    I64,
    LOWEST,
    NO_ENTRY,
    UNIT_CELLS,
    CandidateBoard,
    StepTable,
    copy_board,
    find_places,
    is_filled,
    place,
    set_up,
    simplest_step,
)
from entails.solvers.kernels.sudoku_cases import find_disjunction, find_nested
from entails.solvers.kernels.sudoku_chains import find_x_chains, find_xy_chains
from entails.solvers.kernels.sudoku_colouring import find_colouring
from entails.solvers.kernels.sudoku_fish import find_wings
from entails.solvers.kernels.sudoku_numbers import (
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
from entails.solvers.kernels.sudoku_rectangles import find_rectangles
from entails.solvers.kernels.sudoku_singles import (
    find_box_line,
    find_fish,
    find_hidden,
    find_naked,
    find_pointing,
    find_singles,
    keep_singles,
)

LONGEST = 81 + 648
"""Maximum number of steps of a path: each places a digit or removes a candidate."""
UNKNOWN = -1
"""Entry of `PathTrace.available` for a technique that is harder than the used one and was not tried."""


class PathTrace(NamedTuple):
    """Solving paths as arrays, one row per round.

    Attributes:
        technique: The technique used.
        placed: The candidate placed, or NO_ENTRY.
        removed: The number of candidates removed.
        empty: The number of empty cells before the round.
        candidates: The number of open candidates before the round.
        available: Per technique, the number of its steps, or UNKNOWN.
        easiest: Per single technique, how many cells have it as the easiest single that fills them.
        size: The number of rounds so far, in `size[0]`.
    """

    technique: I16
    placed: I16
    removed: I16
    empty: I16
    candidates: I16
    available: I16
    easiest: I16
    size: I64


def new_trace(rows: int = LONGEST) -> PathTrace:
    """Allocate a trace for paths of this total number of rounds."""
    technique, placed, removed, empty, candidates = np.zeros((5, rows), np.int16)
    counts = np.zeros((rows, TECHNIQUES), np.int16), np.zeros((rows, SINGLES), np.int16)
    return PathTrace(technique, placed, removed, empty, candidates, *counts, np.zeros(1, np.int64))


@kernel
def find_steps(board: CandidateBoard, technique: int, single: I64, steps: StepTable) -> None:
    """Find all steps of a technique. `single` and `places` must be up to date (`find_singles`, `find_places`)."""
    steps.size[0] = 0
    if technique < SINGLES:
        keep_singles(technique, single, steps)
    elif technique in (POINTING_PAIR, POINTING_TRIPLE):
        find_pointing(board, technique, steps)
    elif technique == BOX_LINE:
        find_box_line(board, steps)
    elif technique in (HIDDEN_PAIR, HIDDEN_TRIPLE, HIDDEN_QUAD):
        find_hidden(board, technique, steps)
    elif technique in (NAKED_PAIR, NAKED_TRIPLE, NAKED_QUAD):
        find_naked(board, technique, steps)
    elif technique in (X_WING, SWORDFISH, JELLYFISH):
        find_fish(board, technique, steps)
    elif technique in (Y_WING, XYZ_WING):
        find_wings(board, technique, steps)
    elif technique == COLOURING:
        find_colouring(board, steps)
    elif technique == UNIQUE_RECTANGLE:
        find_rectangles(board, steps)
    elif technique == X_CHAIN:
        find_x_chains(board, steps)
    elif technique == XY_CHAIN:
        find_xy_chains(board, steps)
    elif technique == DISJUNCTION:
        find_disjunction(board, steps)
    elif technique == NESTED_DISJUNCTION:
        find_nested(board, steps)


@kernel
def find_easiest(board: CandidateBoard, order: I64, single: I64, steps: StepTable) -> int:
    """Find all steps of the first technique in the order that has any; return the technique, or NO_ENTRY.

    `single` must be up to date (`find_singles`).
    """
    steps.size[0] = 0
    fresh = False
    for technique in order:
        if technique >= SINGLES and not fresh:
            find_places(board)
            fresh = True
        find_steps(board, technique, single, steps)
        if steps.size[0] > 0:
            return int(technique)
    return NO_ENTRY


@kernel
def apply_step(board: CandidateBoard, steps: StepTable, row: int) -> None:
    """Make the placements and removals of a step."""
    if steps.head[row, HEAD_PLACE] != NO_ENTRY:
        candidate = steps.head[row, HEAD_PLACE]
        place(board, candidate // 9, candidate % 9 + 1)
    for at in range(steps.head[row, HEAD_REMOVES]):
        candidate = steps.removes[row, at]
        board.marks[candidate // 9] &= ~(1 << candidate % 9)


@kernel
def walk(board: CandidateBoard, order: I64, wanted: I64, single: I64, steps: StepTable, trace: PathTrace) -> int:
    """Take steps until there is none; return a contradiction, or FINE.

    The trace grows by a row per round. It needs room for LONGEST more.
    """
    while True:
        trouble = find_singles(board, wanted, single)
        if trouble != FINE or is_filled(board):
            return trouble
        technique = find_easiest(board, order, single, steps)
        if technique == NO_ENTRY:
            return FINE
        row = simplest_step(steps)
        note_round(board, order, single, technique, steps, row, trace)
        apply_step(board, steps, row)


@kernel
def note_round(
    board: CandidateBoard, order: I64, single: I64, technique: int, steps: StepTable, row: int, trace: PathTrace
) -> None:
    """Write one round to the trace."""
    at = trace.size[0]
    trace.size[0] = at + 1
    trace.technique[at] = technique
    trace.placed[at] = steps.head[row, HEAD_PLACE]
    trace.removed[at] = steps.head[row, HEAD_REMOVES]
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
            for cell in range(81):  # no branches, so that the loop is vectorised
                here = single[kind, cell]
                cells += here != 0
                fresh += (here != 0) & (counted[cell] == 0)
                counted[cell] |= here
            available[kind], easiest[kind] = cells, fresh
    empty, candidates = 0, 0
    for cell in range(81):
        empty += board.digits[cell] == 0
        candidates += COUNT[board.marks[cell]]
    available[technique] = steps.size[0]
    trace.empty[at], trace.candidates[at] = empty, candidates


@kernel
def walk_many(
    digits: I64,
    marks: I64,
    order: I64,
    wanted: I64,
    board: CandidateBoard,
    single: I64,
    steps: StepTable,
    trace: PathTrace,
    ends: I64,
    troubles: I64,
    finals: I64,
) -> None:
    """Walk through many grids, one per row.

    Write the size of the trace after each grid to `ends`, contradictions to `troubles` and the remaining candidates to
    `finals`.
    """
    for grid in range(len(digits)):
        troubles[grid] = set_up(board, digits[grid], marks[grid])
        if troubles[grid] == FINE:
            troubles[grid] = walk(board, order, wanted, single, steps, trace)
        ends[grid] = trace.size[0]
        for cell in range(81):
            digit = board.digits[cell]
            finals[grid, cell] = 1 << (digit - 1) if digit != 0 else board.marks[cell]


ANY, DIRECT = range(2)
"""Conditions on the steps of a technique: none, or that they leave a digit that can be placed at once."""


@kernel
def units_of_direct_single(technique: int, unit: int) -> tuple[int, int]:
    """Return the range of units in which Sudoku Explainer looks for the digit that a direct technique places.

    These are all boxes after pointing, the parallel lines after a box-line reduction, and the unit itself after a
    hidden pair or triple.
    """
    if technique in (POINTING_PAIR, POINTING_TRIPLE):
        return BOXES, BOXES + 9
    if technique == BOX_LINE:
        return (0, COLUMNS) if unit < COLUMNS else (COLUMNS, BOXES)
    return unit, unit + 1


@kernel
def hidden_single(board: CandidateBoard, first: int, end: int) -> int:
    """Return a candidate that is the last place of its digit in one of these units; NO_ENTRY if there is none."""
    for unit in range(first, end):
        once, twice = 0, 0
        for cell in UNIT_CELLS[unit]:
            twice |= once & board.marks[cell]
            once |= board.marks[cell]
        alone = once & ~twice
        if alone != 0:
            for cell in UNIT_CELLS[unit]:
                if board.marks[cell] & alone != 0:
                    return 9 * int(cell) + int(LOWEST[board.marks[cell] & alone])
    return NO_ENTRY


@kernel
def place_direct_single(board: CandidateBoard, steps: StepTable, spare: CandidateBoard) -> bool:
    """Place a digit for which the removals of a step leave one place; return whether there was one."""
    for row in range(steps.size[0]):
        copy_board(spare, board)
        apply_step(spare, steps, row)
        first, end = units_of_direct_single(int(steps.head[row, HEAD_TECHNIQUE]), int(steps.head[row, HEAD_UNIT]))
        candidate = hidden_single(spare, first, end)
        if candidate != NO_ENTRY:
            place(board, candidate // 9, candidate % 9 + 1)
            return True
    return False


@kernel
def take_lowest_step(
    board: CandidateBoard, techniques: I64, conditions: I64, single: I64, steps: StepTable, spare: CandidateBoard
) -> int:
    """Take a step of the easiest technique that has one; return the technique's index, or NO_ENTRY.

    All singles of a technique are placed at once, because the others would remain and come next.
    """
    fresh, absent = False, 0
    for rung in range(len(techniques)):
        if absent >> techniques[rung] & 1:  # the direct form found no step
            continue
        if techniques[rung] >= SINGLES and not fresh:
            find_places(board)
            fresh = True
        find_steps(board, techniques[rung], single, steps)
        if steps.size[0] == 0:
            absent |= 1 << techniques[rung]
            continue
        if conditions[rung] == DIRECT:
            if place_direct_single(board, steps, spare):
                return rung
            continue
        if techniques[rung] < SINGLES:
            for row in range(steps.size[0]):
                apply_step(board, steps, row)
            return rung
        apply_step(board, steps, simplest_step(steps))
        return rung
    return NO_ENTRY


@kernel
def take_lower_steps(
    board: CandidateBoard,
    techniques: I64,
    conditions: I64,
    wanted: I64,
    single: I64,
    steps: StepTable,
    spare: CandidateBoard,
    uses: I64,
) -> bool:
    """Take steps until no technique has one; return whether the grid is full.

    Otherwise `places` is up to date. `uses` counts the steps of each technique.
    """
    while find_singles(board, wanted, single) == FINE and not is_filled(board):
        rung = take_lowest_step(board, techniques, conditions, single, steps, spare)
        if rung == NO_ENTRY:
            break
        uses[rung] += 1
    find_places(board)
    return is_filled(board)


@kernel
def take_lower_steps_of_grids(
    digits: I64,
    marks: I64,
    techniques: I64,
    conditions: I64,
    wanted: I64,
    board: CandidateBoard,
    single: I64,
    steps: StepTable,
    spare: CandidateBoard,
    uses: I64,
    filled: I64,
) -> None:
    """Take steps on many grids, one per row, until no technique has one.

    Write the uses of each technique and whether the grid is filled. Where it is not, `digits` and `marks` become its
    last position.
    """
    for grid in range(len(digits)):
        if set_up(board, digits[grid], marks[grid]) == FINE:
            filled[grid] = take_lower_steps(board, techniques, conditions, wanted, single, steps, spare, uses[grid])
            if not filled[grid]:
                digits[grid] = board.digits
                for cell in range(81):
                    digit = board.digits[cell]
                    marks[grid, cell] = 1 << (digit - 1) if digit != 0 else board.marks[cell]


GAVE_UP = -1


@kernel
def fewest_candidates(board: CandidateBoard) -> int:
    """Return the first empty cell with the fewest candidates."""
    best, fewest = 0, 10
    for cell in range(81):
        if board.digits[cell] == 0 and COUNT[board.marks[cell]] < fewest:
            best, fewest = cell, COUNT[board.marks[cell]]
    return best


@kernel
def guess(
    board: CandidateBoard,
    order: I64,
    wanted: I64,
    single: I64,
    steps: StepTable,
    trace: PathTrace,
    most: int,
    counts: I64,
) -> int:
    """Return the number of guesses that finish a board on which all techniques are stuck; GAVE_UP after `most`.

    `counts` gets the uses of the techniques in all cases tried. If a guess succeeds, the board is filled. Otherwise
    there is no solution, and the board is unchanged.
    """
    digits, masks = np.empty((82, 81), np.int64), np.empty((82, 2, 81), np.int64)
    tried, left = np.zeros(82, np.int64), np.zeros(82, np.int64)
    base = CandidateBoard(digits[0], masks[0, 0], masks[0, 1], board.places, board.words)
    copy_board(base, board)
    tried[0] = fewest_candidates(base)
    left[0] = base.marks[tried[0]]
    guesses, level = 0, 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        if guesses == most:
            return GAVE_UP
        guesses += 1
        digit = LOWEST[left[level]] + 1
        left[level] &= left[level] - 1
        here = CandidateBoard(digits[level], masks[level, 0], masks[level, 1], board.places, board.words)
        there = CandidateBoard(digits[level + 1], masks[level + 1, 0], masks[level + 1, 1], board.places, board.words)
        copy_board(there, here)
        place(there, tried[level], digit)
        trace.size[0] = 0
        trouble = walk(there, order, wanted, single, steps, trace)
        for at in range(trace.size[0]):
            counts[trace.technique[at]] += 1
        if trouble == FINE:
            if is_filled(there):
                copy_board(board, there)
                return guesses
            level += 1
            tried[level] = fewest_candidates(there)
            left[level] = there.marks[tried[level]]
    return guesses


@kernel
def walk_and_guess(
    digits: I64,
    marks: I64,
    board: CandidateBoard,
    order: I64,
    wanted: I64,
    single: I64,
    steps: StepTable,
    trace: PathTrace,
    most: int,
    counts: I64,
) -> int:
    """Walk through a grid, and return the number of guesses that finish it."""
    set_up(board, digits, marks)
    trace.size[0] = 0
    walk(board, order, wanted, single, steps, trace)
    return guess(board, order, wanted, single, steps, trace, most, counts)
