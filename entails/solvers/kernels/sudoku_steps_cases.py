"""Supposing a candidate and following singles: the disjunction of the Quine engine, on a board, with its reasons.

Singles are placed in waves, all that one wave shows at once, so a contradiction found in few waves has a short
argument. Every candidate that falls remembers the placement that took it; from the end of the argument, what it does
not need can then be left out.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import FULL, I64, LOWEST, PEERS, UNIT_CELLS, Board
from entails.solvers.kernels.sudoku_steps_found import NOTHING, Found, rest
from entails.solvers.kernels.sudoku_steps_trouble import FINE, NO_CANDIDATE, NO_PLACE

ENDLESS = 99
SUPPOSED = -1
OF_UNIT = 81
"""Why a digit was placed: SUPPOSED, its cell (nothing else goes there) or OF_UNIT + the unit with no other place."""


class Case(NamedTuple):
    """A board under a supposition. `taken_by[candidate]` is the index of the placement that ruled it out, NOTHING if it
    stands or was never there; `placed` and `why` list the placements, `size[0]` is their number. `waves[0]` limits the
    waves. `coming` and `reasons` are room for the singles of a wave."""

    digits: I64
    marks: I64
    taken_by: I64
    placed: I64
    why: I64
    size: I64
    waves: I64
    coming: I64
    reasons: I64


@kernel
def new_case() -> Case:
    """Room for a case."""
    return Case(
        np.empty(81, np.int64),
        np.empty(81, np.int64),
        np.empty(729, np.int64),
        np.empty(81, np.int64),
        np.empty(81, np.int64),
        np.zeros(1, np.int64),
        np.full(1, ENDLESS),
        np.empty(400, np.int64),
        np.empty(400, np.int64),
    )


@kernel
def put(case: Case, candidate: int, why: int) -> None:
    """Place a candidate, unless this wave has ruled it out already: then the next one sees the contradiction."""
    cell, digit = candidate // 9, candidate % 9 + 1
    if not case.marks[cell] >> (digit - 1) & 1:
        return
    turn = case.size[0]
    case.size[0] = turn + 1
    case.placed[turn], case.why[turn] = candidate, why
    others = case.marks[cell] & ~(1 << (digit - 1))
    while others != 0:
        case.taken_by[9 * cell + LOWEST[others]] = turn
        others &= others - 1
    case.digits[cell], case.marks[cell] = digit, 0
    for peer in PEERS[cell]:
        if case.marks[peer] >> (digit - 1) & 1:
            case.marks[peer] ^= 1 << (digit - 1)
            case.taken_by[9 * peer + digit - 1] = turn


@kernel
def wave(case: Case) -> tuple[int, int]:
    """List the singles of this moment: (what is wrong with the board, how many singles)."""
    count = 0
    for cell in range(81):
        mask = case.marks[cell]
        if case.digits[cell] == 0 and mask & (mask - 1) == 0:
            if mask == 0:
                return NO_CANDIDATE + cell, 0
            case.coming[count], case.reasons[count] = 9 * cell + LOWEST[mask], cell
            count += 1
    for unit in range(27):
        filled, once, twice = 0, 0, 0
        for cell in UNIT_CELLS[unit]:
            if case.digits[cell] != 0:
                filled |= 1 << (case.digits[cell] - 1)
            twice |= once & case.marks[cell]
            once |= case.marks[cell]
        lost = FULL & ~(filled | once)
        if lost != 0:
            return NO_PLACE + 9 * unit + LOWEST[lost], 0
        hidden = once & ~twice
        if hidden != 0:
            for cell in UNIT_CELLS[unit]:
                if case.marks[cell] & hidden != 0:
                    case.coming[count], case.reasons[count] = (
                        9 * cell + LOWEST[case.marks[cell] & hidden],
                        OF_UNIT + unit,
                    )
                    count += 1
    return FINE, count


@kernel
def suppose(board: Board, case: Case, candidate: int) -> tuple[int, int]:
    """Place a candidate on a copy of the board, and follow: (what is wrong then, after how many waves)."""
    for cell in range(81):
        case.digits[cell], case.marks[cell] = board.digits[cell], board.marks[cell]
    case.taken_by[:] = NOTHING
    case.size[0] = 0
    put(case, candidate, SUPPOSED)
    return follow(case)


@kernel
def follow(case: Case) -> tuple[int, int]:
    """Place singles, wave after wave: (what is wrong then, after how many waves)."""
    for turn in range(case.waves[0]):
        trouble, count = wave(case)
        if trouble != FINE or count == 0:
            return trouble, turn
        for single in range(count):
            put(case, case.coming[single], case.reasons[single])
    return FINE, case.waves[0]


@kernel
def need(case: Case, board: Board, needed: I64, candidate: int) -> None:
    """The argument needs this candidate to be gone, so it needs the placement that took it."""
    if board.marks[candidate // 9] >> candidate % 9 & 1 and case.taken_by[candidate] >= 0:
        needed[case.taken_by[candidate]] = 1


@kernel
def need_all_of_cell(case: Case, board: Board, needed: I64, cell: int, spared: int) -> None:
    for candidate in range(9 * cell, 9 * cell + 9):
        if candidate != spared:
            need(case, board, needed, candidate)


@kernel
def need_all_of_unit(case: Case, board: Board, needed: I64, unit: int, digit: int, spared: int) -> None:
    for cell in UNIT_CELLS[unit]:
        if 9 * cell + digit - 1 != spared:
            need(case, board, needed, 9 * cell + digit - 1)


@kernel
def needed_for_trouble(case: Case, board: Board, needed: I64, trouble: int) -> None:
    """Mark the placements that a contradiction rests on directly."""
    if trouble >= NO_PLACE:
        unit, digit = (trouble - NO_PLACE) // 9, (trouble - NO_PLACE) % 9 + 1
        need_all_of_unit(case, board, needed, unit, digit, NOTHING)
    else:
        need_all_of_cell(case, board, needed, trouble - NO_CANDIDATE, NOTHING)


@kernel
def rest_on_needed(case: Case, board: Board, needed: I64, found: Found, row: int) -> None:
    """Follow the reasons back to the supposition, and note what is needed, in the order in which it was placed."""
    for turn in range(case.size[0] - 1, -1, -1):
        if needed[turn]:
            candidate, why = case.placed[turn], case.why[turn]
            if why >= OF_UNIT:
                need_all_of_unit(case, board, needed, why - OF_UNIT, candidate % 9 + 1, candidate)
            elif why != SUPPOSED:
                need_all_of_cell(case, board, needed, candidate // 9, candidate)
    for turn in range(case.size[0]):
        if needed[turn] or turn == 0:
            rest(found, row, case.placed[turn])
