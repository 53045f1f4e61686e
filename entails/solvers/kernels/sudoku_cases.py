"""Supposing a candidate and following singles: the disjunction of the Quine engine, on a board, with its reasons.

Singles are placed in waves, all that one wave shows at once, so a contradiction found in few waves has a short
argument. Every candidate that falls remembers the placement that took it; from the end of the argument, what it does
not need can then be left out.

After how many waves of singles a supposition leads to a contradiction, and nothing else: no reasons are kept.

What `suppose` says of its waves, on the 324 rules of `sudoku_depth`, where only what changes is
looked at.

The last resort that is still an argument: suppose a candidate, or compare the two cases of a choice.

Refuted: singles lead from the supposition to a contradiction. Either way: a cell has two candidates, or a digit two
places in a unit, and both cases, closed under singles, agree on something new. Only the simplest step is given: the
refutation of fewest waves; when nothing is refuted, the first choice whose cases agree.

Disjunctions within a disjunction, for the few grids that need them.

Suppose a candidate; where singles end, suppose every candidate that is open there, and strike out those that singles
refute, until that leads to a contradiction or no further. What was struck out, in order, is the argument.
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
    begin,
    keep,
    remove,
    rest,
)
from entails.solvers.kernels.sudoku_depth import BIT_OF, CANDIDATE_AT, I16, RULE_OF, RULES, clear
from entails.solvers.kernels.sudoku_depth import FULL as DEPTH_FULL
from entails.solvers.kernels.sudoku_depth import LOWEST as DEPTH_LOWEST
from entails.solvers.kernels.sudoku_numbers import DISJUNCTION, NESTED_DISJUNCTION

ENDLESS = 99
SUPPOSED = -1
OF_UNIT = 81
"""Why a digit was placed: SUPPOSED, its cell (nothing else goes there) or OF_UNIT + the unit with no other place."""


class SupposedBoard(NamedTuple):
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
def new_case() -> SupposedBoard:
    """Room for a case."""
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
def wave(case: SupposedBoard) -> tuple[int, int]:
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
def suppose(board: CandidateBoard, case: SupposedBoard, candidate: int) -> tuple[int, int]:
    """Place a candidate on a copy of the board, and follow: (what is wrong then, after how many waves)."""
    for cell in range(81):
        case.digits[cell], case.marks[cell] = board.digits[cell], board.marks[cell]
    case.taken_by[:] = NO_ENTRY
    case.size[0] = 0
    put(case, candidate, SUPPOSED)
    return follow(case)


@kernel
def follow(case: SupposedBoard) -> tuple[int, int]:
    """Place singles, wave after wave: (what is wrong then, after how many waves)."""
    for turn in range(case.waves[0]):
        trouble, count = wave(case)
        if trouble != FINE or count == 0:
            return trouble, turn
        for single in range(count):
            put(case, case.coming[single], case.reasons[single])
    return FINE, case.waves[0]


@kernel
def need(case: SupposedBoard, board: CandidateBoard, needed: I64, candidate: int) -> None:
    """The argument needs this candidate to be gone, so it needs the placement that took it."""
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
    """Mark the placements that a contradiction rests on directly."""
    if trouble >= NO_PLACE:
        unit, digit = (trouble - NO_PLACE) // 9, (trouble - NO_PLACE) % 9 + 1
        need_all_of_unit(case, board, needed, unit, digit, NO_ENTRY)
    else:
        need_all_of_cell(case, board, needed, trouble - NO_CANDIDATE, NO_ENTRY)


@kernel
def rest_on_needed(case: SupposedBoard, board: CandidateBoard, needed: I64, found: StepTable, row: int) -> None:
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


class CaseRules(NamedTuple):
    """What is open on a board, rule by rule, with its singles (`size[0]` of them), and room to try a candidate."""

    open: I16
    singles: I16
    size: I64
    tried: I16
    waiting: I16


@kernel
def new_rules() -> CaseRules:
    """Room for the rules of a board."""
    room = np.empty((2, RULES), np.int16)
    return CaseRules(room[0], np.empty(RULES, np.int16), np.zeros(1, np.int64), room[1], np.empty(4 * 729, np.int16))


@kernel
def note_rules(digits: I64, marks: I64, rules: CaseRules) -> None:
    """The rules of a board as it stands; no rule may be without candidates."""
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
    """Suppose a candidate and place singles, wave after wave: after how many of them something is wrong. `most` when
    that is not so before."""
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
"""Most refutations have fewer waves: looking that far first spares the long way of candidates that nothing refutes."""


@kernel
def find_disjunction(board: CandidateBoard, found: StepTable) -> None:
    one = new_case()
    candidate = simplest_refuted(board)
    if candidate != NO_ENTRY:
        keep_refutation(board, one, candidate, found)
    else:
        find_agreement(board, one, new_case(), found)


@kernel
def simplest_refuted(board: CandidateBoard) -> int:
    """The candidate that leads to a contradiction in the fewest waves; NOTHING if none does."""
    rules = new_rules()
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
def keep_refutation(board: CandidateBoard, case: SupposedBoard, candidate: int, found: StepTable) -> None:
    trouble, _ = suppose(board, case, candidate)
    row = begin(found, DISJUNCTION)
    found.head[row, HEAD_CASE], found.head[row, HEAD_NUMBER] = REFUTED, trouble
    needed = np.zeros(81, np.int64)
    needed_for_trouble(case, board, needed, trouble)
    rest_on_needed(case, board, needed, found, row)
    remove(found, row, board, candidate // 9, candidate % 9 + 1)
    keep(found, row)


@kernel
def find_agreement(board: CandidateBoard, one: SupposedBoard, other: SupposedBoard, found: StepTable) -> None:
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] == 2:
            suppose(board, one, 9 * cell + LOWEST[mask])
            suppose(board, other, 9 * cell + LOWEST[mask & (mask - 1)])
            if keep_agreement(board, one, other, found):
                return
    for unit in range(27):
        for digit in range(9):
            places = board.places[unit, digit]
            if COUNT[places] == 2:
                suppose(board, one, 9 * UNIT_CELLS[unit, LOWEST[places]] + digit)
                suppose(board, other, 9 * UNIT_CELLS[unit, LOWEST[places & (places - 1)]] + digit)
                if keep_agreement(board, one, other, found):
                    return


@kernel
def keep_agreement(board: CandidateBoard, one: SupposedBoard, other: SupposedBoard, found: StepTable) -> bool:
    """A digit that both cases place, else a candidate that both rule out."""
    placed, gone = NO_ENTRY, NO_ENTRY
    for cell in range(81):
        if board.digits[cell] == 0:
            if one.digits[cell] != 0 and one.digits[cell] == other.digits[cell]:
                placed = 9 * cell + one.digits[cell] - 1
                break
            lost = board.marks[cell] & ~(left_in(one, cell) | left_in(other, cell))
            if lost != 0 and gone == NO_ENTRY:
                gone = 9 * cell + LOWEST[lost]
    if placed == NO_ENTRY and gone == NO_ENTRY:
        return False
    row = begin(found, DISJUNCTION)
    found.head[row, HEAD_CASE] = EITHER_WAY
    found.head[row, HEAD_PLACE] = placed
    for case in (one, other):
        needed = np.zeros(81, np.int64)
        if placed == NO_ENTRY:
            need(case, board, needed, gone)
        else:
            for turn in range(case.size[0]):
                needed[turn] = case.placed[turn] == placed
        rest_on_needed(case, board, needed, found, row)
        rest(found, row, NO_ENTRY)
    if placed == NO_ENTRY:
        remove(found, row, board, gone // 9, gone % 9 + 1)
    keep(found, row)
    return True


@kernel
def left_in(case: SupposedBoard, cell: int) -> int:
    """What the cell can still be in this case."""
    return 1 << (int(case.digits[cell]) - 1) if case.digits[cell] != 0 else int(case.marks[cell])


STRUCK = 729
"""In `rests`: STRUCK + a candidate that a case within the case rules out."""


@kernel
def find_nested(board: CandidateBoard, found: StepTable) -> None:
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
                found.head[row, HEAD_NUMBER] = trouble
                rest(found, row, candidate)
                for at in range(count):
                    rest(found, row, STRUCK + struck[at])
                remove(found, row, board, candidate // 9, candidate % 9 + 1)
                keep(found, row)
                return


@kernel
def strike_out(outer: SupposedBoard, rules: CaseRules, struck: I64) -> tuple[int, int]:
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
