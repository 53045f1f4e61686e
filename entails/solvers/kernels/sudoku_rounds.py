"""Solving in rounds, independent of any order: each round applies all steps of the easiest technique.

A rating must not change when a grid is turned, its rows or columns are exchanged or its digits are renamed. So no
round may depend on which cell comes first.

**Singles: a clock.** Each empty cell is one unit of work. While a single for it is in sight, its work falls at the
rate of its easiest single. The clock advances to the moment at which the work of some cell ends, all cells that
end then are filled, and singles are sought again. This is the race in which a person finds any of the singles in
sight, without chance. A round takes the time that passed, times (sum of rates in sight) ** (1 - power).

While the clock runs, a hard single may be found before it becomes an easy one. Which singles a grid needs is counted
apart: from the same positions, all singles of the easiest technique in sight are filled at once, and again.

**Eliminations.** When no single is in sight, all steps of the first technique of the order that has any are
applied. X-chains and XY-chains are all that exist, even those that pass a cell twice. Of the disjunctions, all
refutations that need the fewest waves of singles are applied. Each such round takes a fixed time.

**Nested disjunctions.** If refutation by singles ends too, the path ends with one round that takes a fixed time for
each empty cell.

Sums are made by technique (number of cells times rate), never cell by cell, so that results are equal in every bit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import bit_count
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    FINE,
    HEAD_REMOVES,
    I16,
    I64,
    LOWEST,
    NO_ENTRY,
    PEER_MASKS,
    CandidateBoard,
    StepTable,
    copy_board,
    count_links,
    find_places,
    has_partner,
    is_filled,
    note_places,
    partners_of,
    place,
    set_up,
)
from entails.solvers.kernels.sudoku_cases import ENDLESS, new_case_rules, note_rules, waves_to_trouble
from entails.solvers.kernels.sudoku_numbers import (
    DISJUNCTION,
    LAST_IN_COLUMN,
    LAST_IN_ROW,
    NESTED_DISJUNCTION,
    SINGLES,
    X_CHAIN,
    XY_CHAIN,
)
from entails.solvers.kernels.sudoku_singles import find_singles
from entails.solvers.kernels.sudoku_walk import LONGEST, find_steps

F64 = NDArray[np.float64]
_TOGETHER = 1e-9
"""Remaining work below which a cell counts as finished."""
_FEW = 4
"""Number of waves tried first; longer refutations are tried only if there are none."""


class RoundTrace(NamedTuple):
    """Rounds as arrays, one row per round.

    Attributes:
        technique: The technique used; of singles, the easiest.
        removed: The number of candidates removed.
        time: The time that the round takes.
        seen: Per single technique, how many cells have it as the easiest single; columns count as rows.
        filled: Per single technique, how many of these cells are filled.
        size: The number of rounds so far, in `size[0]`.
    """

    technique: I16
    removed: I16
    time: F64
    seen: I16
    filled: I16
    size: I64


def new_rounds(grids: int) -> RoundTrace:
    """Allocate the trace of the rounds of this many grids."""
    rows = grids * LONGEST
    technique, removed = np.zeros((2, rows), np.int16)
    seen, filled = np.zeros((2, rows, SINGLES), np.int16)
    return RoundTrace(technique, removed, np.zeros(rows), seen, filled, np.zeros(1, np.int64))


class RoundCosts(NamedTuple):
    """Rates of singles, times of other rounds by technique, and the power of the sum of rates."""

    rates: F64
    times: F64
    power: float


@kernel
def follow_rounds(
    board: CandidateBoard,
    order: I64,
    wanted: I64,
    unique: bool,
    costs: RoundCosts,
    spare: CandidateBoard,
    single: I64,
    steps: StepTable,
    trace: RoundTrace,
    uses: I64,
) -> int:
    """Run rounds until the board is full or no technique has a step; return a contradiction, or FINE.

    `uses` counts the cells that each single technique fills if easier ones come first.
    """
    work, easiest = np.ones(81), np.empty(81, np.int64)
    begins = True
    while True:
        if begins:
            copy_board(spare, board)
            count_singles(spare, order, wanted, single, uses)
            begins = False
        trouble = find_singles(board, wanted, single)
        if trouble != FINE or is_filled(board):
            return trouble
        if note_easiest(order, single, easiest):
            fill_next(board, order, costs, single, easiest, work, trace)
            continue
        begins = True
        find_places(board)
        technique, removed = NO_ENTRY, 0
        for candidate_technique in order:
            if candidate_technique >= SINGLES and candidate_technique != NESTED_DISJUNCTION:
                removed = remove_all(board, int(candidate_technique), single, steps)
                if removed > 0:
                    technique = int(candidate_technique)
                    break
        if technique == NO_ENTRY:
            if unique and wanted[NESTED_DISJUNCTION]:
                empty = 0
                for cell in range(81):
                    empty += board.digits[cell] == 0
                note_elimination(NESTED_DISJUNCTION, 0, costs.times[NESTED_DISJUNCTION] * empty, trace)
            return FINE
        note_elimination(technique, removed, costs.times[technique], trace)


@kernel
def count_singles(board: CandidateBoard, order: I64, wanted: I64, single: I64, uses: I64) -> None:
    """Fill all singles, the easiest technique first, and count them; columns count as rows."""
    while find_singles(board, wanted, single) == FINE:
        filled, kind = 0, NO_ENTRY
        for technique in order:
            if technique < SINGLES and filled == 0:
                kind = LAST_IN_ROW if technique == LAST_IN_COLUMN else technique
                across = LAST_IN_COLUMN if kind == LAST_IN_ROW and wanted[LAST_IN_COLUMN] else technique
                for cell in range(81):
                    digit = single[technique, cell] if single[technique, cell] != 0 else single[across, cell]
                    if digit != 0:
                        place(board, cell, digit)
                        filled += 1
        if filled == 0:
            return
        uses[kind] += filled


@kernel
def note_elimination(technique: int, removed: int, time: float, trace: RoundTrace) -> None:
    """Write a round that only removes candidates."""
    at = trace.size[0]
    trace.size[0] = at + 1
    trace.technique[at], trace.removed[at], trace.time[at] = technique, removed, time
    trace.seen[at] = trace.filled[at] = 0


@kernel
def note_easiest(order: I64, single: I64, easiest: I64) -> bool:
    """Write the easiest single technique of each cell, or NO_ENTRY; return whether there is any single."""
    easiest[:] = NO_ENTRY
    some = False
    for technique in order:
        if technique < SINGLES:
            for cell in range(81):
                if single[technique, cell] != 0 and easiest[cell] == NO_ENTRY:
                    easiest[cell] = technique
                    some = True
    return some


@kernel
def fill_next(
    board: CandidateBoard,
    order: I64,
    costs: RoundCosts,
    single: I64,
    easiest: I64,
    work: F64,
    trace: RoundTrace,
) -> None:
    """Advance the clock until the work on some cell ends, and fill all cells whose work ends then."""
    at = trace.size[0]
    trace.size[0] = at + 1
    seen, filled = trace.seen[at], trace.filled[at]
    seen[:] = filled[:] = 0
    passed = np.inf
    for cell in range(81):
        if easiest[cell] != NO_ENTRY:
            technique = easiest[cell]
            seen[LAST_IN_ROW if technique == LAST_IN_COLUMN else technique] += 1
            passed = min(passed, work[cell] / costs.rates[technique])
    for cell in range(81):
        technique = easiest[cell]
        if technique != NO_ENTRY:
            work[cell] -= passed * costs.rates[technique]
            if work[cell] <= _TOGETHER:
                filled[LAST_IN_ROW if technique == LAST_IN_COLUMN else technique] += 1
                place(board, cell, single[technique, cell])
    total = 0.0
    for technique in range(SINGLES):
        total += seen[technique] * costs.rates[technique]
    trace.time[at] = passed * total ** (1.0 - costs.power)
    trace.removed[at], trace.technique[at] = 0, LAST_IN_ROW
    for technique in order:
        if technique < SINGLES and filled[technique] > 0:
            trace.technique[at] = technique
            break


@kernel
def remove_all(board: CandidateBoard, technique: int, single: I64, steps: StepTable) -> int:
    """Remove the candidates that any step of a technique removes; return the number. `places` must be up to date."""
    gone = np.zeros(81, np.int64)
    if technique == X_CHAIN:
        rule_out_by_x_chains(board, gone)
    elif technique == XY_CHAIN:
        rule_out_by_xy_chains(board, gone)
    elif technique == DISJUNCTION:
        refute_shortest(board, gone)
    else:
        find_steps(board, technique, single, steps)
        for row in range(steps.size[0]):
            for at in range(steps.head[row, HEAD_REMOVES]):
                candidate = steps.removes[row, at]
                gone[candidate // 9] |= 1 << candidate % 9
    removed = 0
    for cell in range(81):
        removed += COUNT[gone[cell]]
        board.marks[cell] &= ~gone[cell]
    return removed


@kernel
def refute_shortest(board: CandidateBoard, gone: I64) -> None:
    """Mark all candidates that singles refute in the fewest waves."""
    rules = new_case_rules()
    note_rules(board.digits, board.marks, rules)
    for most in (_FEW, ENDLESS):
        fewest, some = most, False
        for candidate in range(729):
            cell, bit = candidate // 9, 1 << candidate % 9
            if board.marks[cell] & bit != 0:
                limit = min(fewest + 1, most)
                waves = waves_to_trouble(rules, candidate, limit)
                if waves < limit:
                    if waves < fewest:
                        gone[:] = 0
                        fewest = waves
                    gone[cell] |= bit
                    some = True
        if some:
            break


@kernel
def rule_out(start: int, end: int, digit: int, places: I64, gone: I64) -> None:
    """Mark a digit (from 0) for removal wherever it sees both cells."""
    for band in range(3):
        left = PEER_MASKS[start, band] & PEER_MASKS[end, band] & places[band]
        while left != 0:
            low = left & -left
            left ^= low
            gone[27 * band + bit_count(low - 1)] |= 1 << digit


@kernel
def rule_out_by_x_chains(board: CandidateBoard, gone: I64) -> None:
    """Mark the removals of X-chains with more than one link: cells that see both ends."""
    queue, links = np.empty((2, 162), np.int64)
    places, seen, seen_not = np.empty((3, 3), np.int64)
    for digit in range(1, 10):
        if count_links(board, digit) < 2:
            continue
        partners = partners_of(board, digit)
        note_places(board, digit, places)
        for start in range(81):
            if not has_partner(partners, start):
                continue
            seen[:] = seen_not[:] = 0
            seen_not[start // 27] = 1 << start % 27
            queue[0], links[0] = 2 * start, 0
            done, size = 0, 1
            while done < size:
                node, length = queue[done], links[done] + 1
                done += 1
                cell = node // 2
                if node & 1:
                    for band in range(3):
                        left = PEER_MASKS[cell, band] & places[band] & ~seen_not[band]
                        seen_not[band] |= left
                        while left != 0:
                            low = left & -left
                            left ^= low
                            queue[size], links[size] = 2 * (27 * band + bit_count(low - 1)), length
                            size += 1
                    continue
                for partner in partners[cell]:
                    if partner >= 0 and not seen[partner // 27] >> partner % 27 & 1:
                        seen[partner // 27] |= 1 << partner % 27
                        queue[size], links[size] = 2 * partner + 1, length
                        size += 1
                        if partner > start and length > 1:
                            rule_out(start, int(partner), digit - 1, places, gone)


@kernel
def rule_out_by_xy_chains(board: CandidateBoard, gone: I64) -> None:
    """Mark the removals of XY-chains with more than two cells: candidates that see both ends, which share a digit."""
    queue, links = np.empty((2, 729), np.int64)
    places, of_two, seen = np.zeros((3, 9, 3), np.int64)
    for cell in range(81):
        left = board.marks[cell] if COUNT[board.marks[cell]] == 2 else 0
        while left != 0:
            of_two[LOWEST[left], cell // 27] |= 1 << cell % 27
            left &= left - 1
    for digit in range(9):
        note_places(board, digit + 1, places[digit])
    for start in range(81):
        if COUNT[board.marks[start]] != 2:
            continue
        for turn in range(2):
            first = LOWEST[board.marks[start]]
            second = LOWEST[board.marks[start] ^ 1 << first]
            if turn == 1:
                first, second = second, first
            seen[:] = 0
            seen[second, start // 27] = 1 << start % 27
            queue[0], links[0] = 9 * start + second, 0
            done, size = 0, 1
            while done < size:
                node, length = queue[done], links[done] + 1
                done += 1
                digit = node % 9
                for band in range(3):
                    left = PEER_MASKS[node // 9, band] & of_two[digit, band]
                    while left != 0:
                        low = left & -left
                        left ^= low
                        neighbour = 27 * band + bit_count(low - 1)
                        rest_digit = LOWEST[board.marks[neighbour] ^ 1 << digit]
                        if seen[rest_digit, band] & low == 0:
                            seen[rest_digit, band] |= low
                            queue[size], links[size] = 9 * neighbour + rest_digit, length
                            size += 1
                            if rest_digit == first and neighbour > start and length > 1:
                                rule_out(start, neighbour, first, places[first], gone)


@kernel
def follow_rounds_of_grids(
    digits: I64,
    marks: I64,
    order: I64,
    wanted: I64,
    unique: bool,
    costs: RoundCosts,
    board: CandidateBoard,
    spare: CandidateBoard,
    single: I64,
    steps: StepTable,
    trace: RoundTrace,
    ends: I64,
    uses: I64,
) -> None:
    """Run rounds on many grids, one per row of `digits`; write the trace's size after each grid to `ends`."""
    for grid in range(len(digits)):
        if set_up(board, digits[grid], marks[grid]) == FINE:
            follow_rounds(board, order, wanted, unique, costs, spare, single, steps, trace, uses[grid])
        ends[grid] = trace.size[0]
