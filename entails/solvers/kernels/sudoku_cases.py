"""Suppositions on a Sudoku board, with their reasons: the cases of the Quine engine's disjunctions.

A supposition places a candidate and then singles. Singles are placed in waves, all that are visible at once, so a
contradiction after few waves has a short argument. Every removed candidate remembers the placement that removed it.
Traced back from the contradiction, placements that the argument does not need are dropped.

`waves_to_trouble` only counts the waves. It keeps no reasons and works on the 324 rules of `sudoku_depth`, where it
visits only what changes.

A disjunction step refutes a candidate, or compares the two cases of a cell with two candidates or of a digit with two
places in a unit. Only the simplest step is kept: the refutation with the fewest waves or, if nothing is refuted, the
first choice whose cases agree on something new.

A nested disjunction supposes a candidate, places singles, and then supposes every open candidate in turn. It strikes
out those that singles refute, until a contradiction follows or nothing changes. The argument is the list of struck
candidates, in order.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    FINE,
    FULL,
    HEAD_CASE,
    HEAD_NUMBER,
    HEAD_PLACE,
    I64,
    LOWEST,
    NO_CANDIDATE,
    NO_ENTRY,
    NO_PLACE,
    PEERS,
    UNIT_CELLS,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_step,
)
from entails.solvers.kernels.sudoku_depth import BIT_OF, CANDIDATE_AT, I16, RULE_OF, RULES, clear
from entails.solvers.kernels.sudoku_depth import FULL as DEPTH_FULL
from entails.solvers.kernels.sudoku_depth import LOWEST as DEPTH_LOWEST
from entails.solvers.kernels.sudoku_numbers import DISJUNCTION, NESTED_DISJUNCTION

ENDLESS = 99
SUPPOSED = -1
OF_UNIT = 81
"""Reasons of a placement: SUPPOSED, the cell (no other candidate), or OF_UNIT + the unit (no other place)."""


class SupposedBoard(NamedTuple):
    """A board under a supposition, with the reason for each change.

    Attributes:
        digits: Per cell, its digit; 0 if it is empty.
        marks: Per cell, its candidates as a mask.
        taken_by: Per candidate, the index of the placement that removed it; NO_ENTRY if there is none.
        placed: The candidates placed, in order.
        why: The reason of each placement.
        size: The number of placements, in `size[0]`.
        waves: The limit of waves, in `waves[0]`.
        coming: The singles of a wave.
        reasons: The reasons of these singles.
    """

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
def new_supposed_board() -> SupposedBoard:
    """Allocate the arrays of a board under a supposition."""
    return SupposedBoard(
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
def put(case: SupposedBoard, candidate: int, why: int) -> None:
    """Place a candidate; if this wave has already removed it, the next wave reports the contradiction."""
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
def wave(case: SupposedBoard) -> tuple[int, int]:
    """List the singles of the board; return (contradiction, number of singles)."""
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
def suppose(board: CandidateBoard, case: SupposedBoard, candidate: int) -> tuple[int, int]:
    """Place a candidate on a copy of the board and follow singles; return (contradiction, number of waves)."""
    for cell in range(81):
        case.digits[cell], case.marks[cell] = board.digits[cell], board.marks[cell]
    case.taken_by[:] = NO_ENTRY
    case.size[0] = 0
    put(case, candidate, SUPPOSED)
    return follow(case)


@kernel
def follow(case: SupposedBoard) -> tuple[int, int]:
    """Follow singles in waves; return (contradiction, number of waves)."""
    for turn in range(case.waves[0]):
        trouble, count = wave(case)
        if trouble != FINE or count == 0:
            return trouble, turn
        for single in range(count):
            put(case, case.coming[single], case.reasons[single])
    return FINE, case.waves[0]


@kernel
def need(case: SupposedBoard, board: CandidateBoard, needed: I64, candidate: int) -> None:
    """Mark the placement that removed a candidate as needed."""
    if board.marks[candidate // 9] >> candidate % 9 & 1 and case.taken_by[candidate] >= 0:
        needed[case.taken_by[candidate]] = 1


@kernel
def need_all_of_cell(case: SupposedBoard, board: CandidateBoard, needed: I64, cell: int, spared: int) -> None:
    for candidate in range(9 * cell, 9 * cell + 9):
        if candidate != spared:
            need(case, board, needed, candidate)


@kernel
def need_all_of_unit(
    case: SupposedBoard, board: CandidateBoard, needed: I64, unit: int, digit: int, spared: int
) -> None:
    for cell in UNIT_CELLS[unit]:
        if 9 * cell + digit - 1 != spared:
            need(case, board, needed, 9 * cell + digit - 1)


@kernel
def needed_for_trouble(case: SupposedBoard, board: CandidateBoard, needed: I64, trouble: int) -> None:
    """Mark the placements that directly cause a contradiction as needed."""
    if trouble >= NO_PLACE:
        unit, digit = (trouble - NO_PLACE) // 9, (trouble - NO_PLACE) % 9 + 1
        need_all_of_unit(case, board, needed, unit, digit, NO_ENTRY)
    else:
        need_all_of_cell(case, board, needed, trouble - NO_CANDIDATE, NO_ENTRY)


@kernel
def add_needed_evidence(case: SupposedBoard, board: CandidateBoard, needed: I64, steps: StepTable, row: int) -> None:
    """Trace the reasons back to the supposition, and add the needed placements to the evidence in order."""
    for turn in range(case.size[0] - 1, -1, -1):
        if needed[turn]:
            candidate, why = case.placed[turn], case.why[turn]
            if why >= OF_UNIT:
                need_all_of_unit(case, board, needed, why - OF_UNIT, candidate % 9 + 1, candidate)
            elif why != SUPPOSED:
                need_all_of_cell(case, board, needed, candidate // 9, candidate)
    for turn in range(case.size[0]):
        if needed[turn] or turn == 0:
            add_evidence(steps, row, case.placed[turn])


class CaseRules(NamedTuple):
    """The rules of a board as masks of open candidates, its singles, and working arrays."""

    open: I16
    singles: I16
    size: I64
    tried: I16
    waiting: I16


@kernel
def new_case_rules() -> CaseRules:
    """Allocate the arrays for the rules of a board."""
    room = np.empty((2, RULES), np.int16)
    return CaseRules(room[0], np.empty(RULES, np.int16), np.zeros(1, np.int64), room[1], np.empty(4 * 729, np.int16))


@kernel
def note_rules(digits: I64, marks: I64, rules: CaseRules) -> None:
    """Compute the rules and singles of a board on which every rule has a candidate."""
    rules.open[:] = 0
    for cell in range(81):
        mask = marks[cell] if digits[cell] == 0 else 1 << (digits[cell] - 1)
        while mask != 0:
            candidate = 9 * cell + DEPTH_LOWEST[mask]
            mask &= mask - 1
            for view in range(4):
                rules.open[RULE_OF[candidate, view]] |= BIT_OF[candidate, view]
    count = 0
    for rule in range(RULES):
        mask = rules.open[rule]
        if mask & (mask - 1) == 0 and digits[CANDIDATE_AT[rule, DEPTH_LOWEST[mask & DEPTH_FULL]] // 9] == 0:
            rules.singles[count] = CANDIDATE_AT[rule, DEPTH_LOWEST[mask & DEPTH_FULL]]
            count += 1
    rules.size[0] = count


@kernel
def waves_to_trouble(rules: CaseRules, candidate: int, most: int) -> int:
    """Return the number of waves of singles until a supposed candidate fails, at most `most`."""
    masks, waiting = rules.tried, rules.waiting
    for rule in range(RULES):
        masks[rule] = rules.open[rule]
    waiting[0] = candidate
    done, count = 0, 1
    for wave in range(most):
        end = count
        while done < end:
            placed = waiting[done]
            done += 1
            for view in range(4):
                rule, bit = RULE_OF[placed, view], BIT_OF[placed, view]
                if masks[rule] & bit == 0:
                    return wave
                others = masks[rule] ^ bit
                while others != 0:
                    count = clear(masks, CANDIDATE_AT[rule, DEPTH_LOWEST[others]], rule, waiting, count)
                    if count < 0:
                        return wave
                    others &= others - 1
        if wave == 0:
            for at in range(rules.size[0]):
                waiting[count + at] = rules.singles[at]
            count += rules.size[0]
        if done == count:
            return most
    return most


REFUTED, EITHER_WAY = range(2)
_FEW = 4
"""Number of waves tried first.

Most refutations need fewer, and long searches for candidates that nothing refutes are avoided.
"""


@kernel
def find_disjunction(board: CandidateBoard, steps: StepTable) -> None:
    case = new_supposed_board()
    candidate = simplest_refuted(board)
    if candidate != NO_ENTRY:
        keep_refutation(board, case, candidate, steps)
    else:
        find_agreement(board, case, new_supposed_board(), steps)


@kernel
def simplest_refuted(board: CandidateBoard) -> int:
    """Return the candidate whose supposition fails in the fewest waves; NO_ENTRY if none fails."""
    rules = new_case_rules()
    note_rules(board.digits, board.marks, rules)
    best = NO_ENTRY
    for most in (_FEW, ENDLESS):
        fewest = most
        for candidate in range(729):
            if board.marks[candidate // 9] >> candidate % 9 & 1:
                waves = waves_to_trouble(rules, candidate, fewest)
                if waves < fewest:
                    best, fewest = candidate, waves
        if best != NO_ENTRY:
            break
    return best


@kernel
def keep_refutation(board: CandidateBoard, case: SupposedBoard, candidate: int, steps: StepTable) -> None:
    trouble, _ = suppose(board, case, candidate)
    row = begin_step(steps, DISJUNCTION)
    steps.head[row, HEAD_CASE], steps.head[row, HEAD_NUMBER] = REFUTED, trouble
    needed = np.zeros(81, np.int64)
    needed_for_trouble(case, board, needed, trouble)
    add_needed_evidence(case, board, needed, steps, row)
    add_removal(steps, row, board, candidate // 9, candidate % 9 + 1)
    keep_step(steps, row)


@kernel
def find_agreement(board: CandidateBoard, first: SupposedBoard, second: SupposedBoard, steps: StepTable) -> None:
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] == 2:
            suppose(board, first, 9 * cell + LOWEST[mask])
            suppose(board, second, 9 * cell + LOWEST[mask & (mask - 1)])
            if keep_agreement(board, first, second, steps):
                return
    for unit in range(27):
        for digit in range(9):
            places = board.places[unit, digit]
            if COUNT[places] == 2:
                suppose(board, first, 9 * UNIT_CELLS[unit, LOWEST[places]] + digit)
                suppose(board, second, 9 * UNIT_CELLS[unit, LOWEST[places & (places - 1)]] + digit)
                if keep_agreement(board, first, second, steps):
                    return


@kernel
def keep_agreement(board: CandidateBoard, first: SupposedBoard, second: SupposedBoard, steps: StepTable) -> bool:
    """Keep a step for a digit that both cases place, or a candidate that both remove; return whether there is one."""
    placed, gone = NO_ENTRY, NO_ENTRY
    for cell in range(81):
        if board.digits[cell] == 0:
            if first.digits[cell] != 0 and first.digits[cell] == second.digits[cell]:
                placed = 9 * cell + first.digits[cell] - 1
                break
            lost = board.marks[cell] & ~(left_in(first, cell) | left_in(second, cell))
            if lost != 0 and gone == NO_ENTRY:
                gone = 9 * cell + LOWEST[lost]
    if placed == NO_ENTRY and gone == NO_ENTRY:
        return False
    row = begin_step(steps, DISJUNCTION)
    steps.head[row, HEAD_CASE] = EITHER_WAY
    steps.head[row, HEAD_PLACE] = placed
    for case in (first, second):
        needed = np.zeros(81, np.int64)
        if placed == NO_ENTRY:
            need(case, board, needed, gone)
        else:
            for turn in range(case.size[0]):
                needed[turn] = case.placed[turn] == placed
        add_needed_evidence(case, board, needed, steps, row)
        add_evidence(steps, row, NO_ENTRY)
    if placed == NO_ENTRY:
        add_removal(steps, row, board, gone // 9, gone % 9 + 1)
    keep_step(steps, row)
    return True


@kernel
def left_in(case: SupposedBoard, cell: int) -> int:
    """Return the remaining candidates of a cell in a case, as a mask."""
    return 1 << (int(case.digits[cell]) - 1) if case.digits[cell] != 0 else int(case.marks[cell])


STRUCK = 729
"""Offset in the evidence of candidates that an inner case refutes."""


@kernel
def find_nested(board: CandidateBoard, steps: StepTable) -> None:
    """Find the first candidate that a nested disjunction refutes."""
    outer, rules = new_supposed_board(), new_case_rules()
    struck = np.empty(729, np.int64)
    for candidate in range(729):
        if board.marks[candidate // 9] >> candidate % 9 & 1:
            trouble, _ = suppose(board, outer, candidate)
            count = 0
            if trouble == FINE:
                trouble, count = strike_out(outer, rules, struck)
            if trouble != FINE:
                row = begin_step(steps, NESTED_DISJUNCTION)
                steps.head[row, HEAD_NUMBER] = trouble
                add_evidence(steps, row, candidate)
                for at in range(count):
                    add_evidence(steps, row, STRUCK + struck[at])
                add_removal(steps, row, board, candidate // 9, candidate % 9 + 1)
                keep_step(steps, row)
                return


@kernel
def strike_out(outer: SupposedBoard, rules: CaseRules, struck: I64) -> tuple[int, int]:
    """Remove the candidates that inner cases refute; return (contradiction, number of candidates)."""
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
