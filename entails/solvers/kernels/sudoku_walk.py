"""The path of a patient person: the easiest technique that finds something, its simplest step, and again from the
easiest. One round is one step.

A path up the ladder of Sudoku Explainer: its order of techniques, and its direct ones.

A direct technique is one whose eliminations leave a digit one place in a unit. Sudoku Explainer rates it lower than the
same technique used for its eliminations, places the digit, and forgets the eliminations.

The 13th technique of Landreau 2025, as a criterion: guess on the cell with fewest candidates, go on with the
techniques, take it back when it fails. Each digit tried is one guess.
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
    simplest,
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
"""No path has more steps: each places a digit or rules out a candidate."""
UNKNOWN = -1
"""In `Trace.available`: techniques that are harder than the one that was used were not looked for."""


class PathTrace(NamedTuple):
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


def new_trace(rows: int = LONGEST) -> PathTrace:
    """Room for paths of so many rounds in all."""
    technique, placed, removed, empty, candidates = np.zeros((5, rows), np.int16)
    counts = np.zeros((rows, TECHNIQUES), np.int16), np.zeros((rows, SINGLES), np.int16)
    return PathTrace(technique, placed, removed, empty, candidates, *counts, np.zeros(1, np.int64))


@kernel
def find_steps(board: CandidateBoard, technique: int, single: I64, found: StepTable) -> None:
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
def find_easiest(board: CandidateBoard, order: I64, single: I64, found: StepTable) -> int:
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
    return NO_ENTRY


@kernel
def apply(board: CandidateBoard, found: StepTable, row: int) -> None:
    """Do what a step says."""
    if found.head[row, HEAD_PLACE] != NO_ENTRY:
        candidate = found.head[row, HEAD_PLACE]
        place(board, candidate // 9, candidate % 9 + 1)
    for at in range(found.head[row, HEAD_REMOVES]):
        candidate = found.removes[row, at]
        board.marks[candidate // 9] &= ~(1 << candidate % 9)


@kernel
def walk(board: CandidateBoard, order: I64, wanted: I64, single: I64, found: StepTable, trace: PathTrace) -> int:
    """Step by step until nothing more is found; gives what is wrong with the board then. The trace grows by a row a
    round; it needs room for LONGEST more."""
    while True:
        trouble = find_singles(board, wanted, single)
        if trouble != FINE or is_filled(board):
            return trouble
        technique = find_easiest(board, order, single, found)
        if technique == NO_ENTRY:
            return FINE
        row = simplest(found)
        note_round(board, order, single, technique, found, row, trace)
        apply(board, found, row)


@kernel
def note_round(
    board: CandidateBoard, order: I64, single: I64, technique: int, found: StepTable, row: int, trace: PathTrace
) -> None:
    """Write one round into the trace."""
    at = trace.size[0]
    trace.size[0] = at + 1
    trace.technique[at] = technique
    trace.placed[at] = found.head[row, HEAD_PLACE]
    trace.removed[at] = found.head[row, HEAD_REMOVES]
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
    board: CandidateBoard,
    single: I64,
    found: StepTable,
    trace: PathTrace,
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


ANY, DIRECT = range(2)
"""What a rung asks of the steps of its technique: nothing, or a digit that can be placed at once."""


@kernel
def units_to_look_at(technique: int, unit: int) -> tuple[int, int]:
    """The units (from, up to) in which Sudoku Explainer looks for the digit that a direct technique gives away: other
    boxes after pointing, parallel lines after a box-line reduction, the unit of a hidden pair or triple itself."""
    if technique in (POINTING_PAIR, POINTING_TRIPLE):
        return BOXES, BOXES + 9
    if technique == BOX_LINE:
        return (0, COLUMNS) if unit < COLUMNS else (COLUMNS, BOXES)
    return unit, unit + 1


@kernel
def hidden_single(board: CandidateBoard, first: int, end: int) -> int:
    """A candidate that is the last place of its digit in one of these units, or NOTHING."""
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
def place_directly(board: CandidateBoard, found: StepTable, spare: CandidateBoard) -> bool:
    """Place the digit that the eliminations of some step in `found` give away; False when none does."""
    for row in range(found.size[0]):
        copy_board(spare, board)
        apply(spare, found, row)
        first, end = units_to_look_at(int(found.head[row, HEAD_TECHNIQUE]), int(found.head[row, HEAD_UNIT]))
        candidate = hidden_single(spare, first, end)
        if candidate != NO_ENTRY:
            place(board, candidate // 9, candidate % 9 + 1)
            return True
    return False


@kernel
def climb_one(
    board: CandidateBoard, techniques: I64, conditions: I64, single: I64, found: StepTable, spare: CandidateBoard
) -> int:
    """Do a step on the lowest rung that has one; gives the rung, or NOTHING.

    All singles of a rung are placed at once: the others would stay, and come next.
    """
    fresh, absent = False, 0
    for rung in range(len(techniques)):
        if absent >> techniques[rung] & 1:  # looked for as a direct one
            continue
        if techniques[rung] >= SINGLES and not fresh:
            find_places(board)
            fresh = True
        find_steps(board, techniques[rung], single, found)
        if found.size[0] == 0:
            absent |= 1 << techniques[rung]
            continue
        if conditions[rung] == DIRECT:
            if place_directly(board, found, spare):
                return rung
            continue
        if techniques[rung] < SINGLES:
            for row in range(found.size[0]):
                apply(board, found, row)
            return rung
        apply(board, found, simplest(found))
        return rung
    return NO_ENTRY


@kernel
def climb(
    board: CandidateBoard,
    techniques: I64,
    conditions: I64,
    wanted: I64,
    single: I64,
    found: StepTable,
    spare: CandidateBoard,
    uses: I64,
) -> bool:
    """Climb until no rung has a step: True if the grid is filled then, else `places` is up to date. `uses` counts the
    steps of each rung."""
    while find_singles(board, wanted, single) == FINE and not is_filled(board):
        rung = climb_one(board, techniques, conditions, single, found, spare)
        if rung == NO_ENTRY:
            break
        uses[rung] += 1
    find_places(board)
    return is_filled(board)


@kernel
def climb_many(
    digits: I64,
    marks: I64,
    techniques: I64,
    conditions: I64,
    wanted: I64,
    board: CandidateBoard,
    single: I64,
    found: StepTable,
    spare: CandidateBoard,
    uses: I64,
    filled: I64,
) -> None:
    """Climb with one grid a row: how often each stood on each rung, and whether it is filled in the end. Where it is
    not, `digits` and `marks` become what it has come to."""
    for grid in range(len(digits)):
        if set_up(board, digits[grid], marks[grid]) == FINE:
            filled[grid] = climb(board, techniques, conditions, wanted, single, found, spare, uses[grid])
            if not filled[grid]:
                digits[grid] = board.digits
                for cell in range(81):
                    digit = board.digits[cell]
                    marks[grid, cell] = 1 << (digit - 1) if digit != 0 else board.marks[cell]


GAVE_UP = -1


@kernel
def fewest_candidates(board: CandidateBoard) -> int:
    """The first empty cell with the fewest candidates."""
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
    found: StepTable,
    trace: PathTrace,
    most: int,
    counts: I64,
) -> int:
    """How many guesses finish a board on which the techniques of the order are stuck; GAVE_UP after `most`.

    `counts` gets the uses of the techniques in all the cases tried. The board is filled when a guess succeeds; when
    none does, there is no solution, and it stays as it was.
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
        trouble = walk(there, order, wanted, single, found, trace)
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
    found: StepTable,
    trace: PathTrace,
    most: int,
    counts: I64,
) -> int:
    """`guess` on a grid, from where the techniques leave it."""
    set_up(board, digits, marks)
    trace.size[0] = 0
    walk(board, order, wanted, single, found, trace)
    return guess(board, order, wanted, single, found, trace, most, counts)
