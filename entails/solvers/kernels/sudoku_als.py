"""Almost locked sets (ALS): n cells of a unit with n + 1 candidates together.

Without one of its digits, a set is locked: its cells hold exactly the others. Two sets share a restricted common digit
if all places of the digit in one set see all its places in the other, so that at most one set holds it.

Along a chain of sets joined by changing restricted common digits, the first or the last set holds each further digit
that both have. The digit leaves all cells that see its places in both. Two sets joined by two digits are both locked.

Death blossom and Sue de Coq use almost locked sets around a cell and around the crossing of a box and a line.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    BOXES,
    COUNT,
    HEAD_CASE,
    HEAD_NUMBER,
    HEAD_REMOVES,
    HEAD_UNIT,
    I16,
    I64,
    LOWEST,
    NO_ENTRY,
    PEER_MASKS,
    UNIT_CELLS,
    UNITS_OF,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_if_simplest,
)
from entails.solvers.kernels.sudoku_numbers import ALS_CHAIN, ALS_XY_WING, ALS_XZ, DEATH_BLOSSOM, SUE_DE_COQ
from entails.solvers.kernels.sudoku_singles import CHOICES, FIRST_CHOICE

SETS = 1200
_LARGEST, _LARGEST_IN_WING, _LARGEST_IN_CHAIN = 7, 5, 3
_SHORTEST, _LONGEST = 4, 10
"""Limits on the size of sets and the length of chains: larger ones are too hard to follow."""


class AlmostLockedSets(NamedTuple):
    """The almost locked sets of a board.

    Attributes:
        digits: Per set, its digits as a mask.
        cells: Per set, its cells as three masks of 27 bits.
        holds: Per set and digit, the cells of the set that have the digit.
        sees: Per set and digit, the cells that see all of these.
        shared: Per pair of sets, their restricted common digits as a mask.
        near: Per set, the sets with which it shares a digit.
        near_count: Per set, the number of these sets.
        size: The number of sets, in `size[0]`.
    """

    digits: I64
    cells: I64
    holds: I64
    sees: I64
    shared: I16
    near: I16
    near_count: I64
    size: I64


def new_almost_locked_sets() -> AlmostLockedSets:
    """Allocate the arrays for the sets of a board."""
    return AlmostLockedSets(
        np.zeros(SETS, np.int64),
        np.zeros((SETS, 3), np.int64),
        np.zeros((SETS, 9, 3), np.int64),
        np.zeros((SETS, 9, 3), np.int64),
        np.zeros((SETS, SETS), np.int16),
        np.zeros((SETS, SETS), np.int16),
        np.zeros(SETS, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def gather_sets(board: CandidateBoard, largest: int, sets: AlmostLockedSets) -> None:
    """List the almost locked sets up to a size, small ones first, without duplicates, and the digits they share."""
    sets.size[0] = 0
    for size in range(1, largest + 1):
        for unit in range(27):
            for at in range(FIRST_CHOICE[size], FIRST_CHOICE[size + 1]):
                digits, open_cells = 0, True
                for position in range(9):
                    if CHOICES[at] >> position & 1:
                        mask = board.marks[UNIT_CELLS[unit, position]]
                        digits |= mask
                        open_cells = open_cells and mask != 0
                if open_cells and COUNT[digits] == size + 1 and sets.size[0] < SETS:
                    add_set(board, sets, unit, CHOICES[at], digits)
    for left in range(sets.size[0]):
        for right in range(left):
            shared = shared_digits(sets, left, right)
            sets.shared[left, right] = sets.shared[right, left] = shared
        sets.shared[left, left] = 0
    for left in range(sets.size[0]):
        sets.near_count[left] = 0
        for right in range(sets.size[0]):
            if sets.shared[left, right] != 0:
                sets.near[left, sets.near_count[left]] = right
                sets.near_count[left] += 1


@kernel
def add_set(board: CandidateBoard, sets: AlmostLockedSets, unit: int, chosen: int, digits: int) -> None:
    at = sets.size[0]
    sets.digits[at] = digits
    sets.cells[at] = 0
    sets.holds[at] = 0
    sets.sees[at] = -1
    for position in range(9):
        if chosen >> position & 1:
            cell = UNIT_CELLS[unit, position]
            sets.cells[at, cell // 27] |= 1 << (cell % 27)
            for digit in range(9):
                if board.marks[cell] >> digit & 1:
                    sets.holds[at, digit, cell // 27] |= 1 << (cell % 27)
                    for band in range(3):
                        sets.sees[at, digit, band] &= PEER_MASKS[cell, band]
    for earlier in range(at):
        same = True
        for band in range(3):
            same = same and sets.cells[earlier, band] == sets.cells[at, band]
        if same:
            return
    sets.size[0] = at + 1


@kernel
def shared_digits(sets: AlmostLockedSets, left: int, right: int) -> int:
    """Return the restricted common digits of two almost locked sets, as a mask."""
    shared = 0
    for digit in range(9):
        if (sets.digits[left] & sets.digits[right]) >> digit & 1:
            apart = True
            for band in range(3):
                apart = apart and sets.holds[right, digit, band] & ~sets.sees[left, digit, band] == 0
            if apart:
                shared |= 1 << digit
    return shared


@kernel
def find_sets(board: CandidateBoard, technique: int, thorough: bool, sets: AlmostLockedSets, steps: StepTable) -> None:
    """Find chains of two sets (ALS-XZ), three (ALS-XY-wing) or more (ALS chain).

    ALS chains have four sets of up to three cells; if `thorough`, up to ten sets of any size.
    """
    largest = _LARGEST_IN_CHAIN
    if technique == ALS_XZ or thorough:
        largest = _LARGEST
    elif technique == ALS_XY_WING:
        largest = _LARGEST_IN_WING
    gather_sets(board, largest, sets)
    if technique == ALS_CHAIN and thorough:
        find_shortest_chains(board, technique, sets, steps)
        return
    line, joints = np.zeros((2, _LONGEST), np.int64)
    for start in range(sets.size[0]):
        line[0] = start
        if technique == ALS_XZ:
            for end in range(start):
                line[1] = end
                for digit in range(9):
                    if sets.shared[start, end] >> digit & 1:
                        joints[1] = digit
                        conclude_sets(board, technique, sets, line[:2], joints, steps)
                if COUNT[sets.shared[start, end]] == 2:
                    conclude_locked(board, sets, start, end, steps)
        elif technique == ALS_XY_WING:
            find_chains_of_length(board, technique, sets, line, joints, 3, steps)
        elif technique == ALS_CHAIN:
            find_chains_of_length(board, technique, sets, line, joints, _SHORTEST, steps)


@kernel
def find_shortest_chains(board: CandidateBoard, technique: int, sets: AlmostLockedSets, steps: StepTable) -> None:
    """Find the shortest chain from each set by each digit to every other set by every digit, breadth first.

    A search node is 9 * set + digit, where the digit joins the set to the one before.
    """
    before, length = np.zeros((2, 9 * SETS), np.int64)
    queue = np.zeros(9 * SETS, np.int64)
    line, joints = np.zeros((2, _LONGEST), np.int64)
    for start in range(sets.size[0]):
        for begun in range(9):
            if sets.digits[start] >> begun & 1 == 0:
                continue
            length[: 9 * sets.size[0]] = 0
            queue[0], done, size = 9 * start + begun, 0, 1
            length[9 * start : 9 * start + 9] = 1
            while done < size:
                step = queue[done]
                done += 1
                here, by = step // 9, step % 9
                if length[step] == _LONGEST:
                    break
                for at in range(sets.near_count[here]):
                    reached = int(sets.near[here, at])
                    shared = int(sets.shared[here, reached])
                    shared &= 1 << begun if done == 1 else ~(1 << by)
                    while shared != 0:
                        digit = LOWEST[shared]
                        shared &= shared - 1
                        to = 9 * reached + digit
                        if length[to] != 0:
                            continue
                        before[to], length[to] = step, length[step] + 1
                        queue[size] = to
                        size += 1
                        if length[to] >= _SHORTEST and reached < start:
                            count, back = int(length[to]), to
                            for place in range(count - 1, 0, -1):
                                line[place], joints[place] = back // 9, back % 9
                                back = before[back]
                            line[0] = start
                            if all_distinct(line[:count]):
                                conclude_sets(board, technique, sets, line[:count], joints, steps)


@kernel
def all_distinct(line: I64) -> bool:
    for at in range(len(line)):
        for earlier in range(at):
            if line[at] == line[earlier]:
                return False
    return True


@kernel
def find_chains_of_length(
    board: CandidateBoard, technique: int, sets: AlmostLockedSets, line: I64, joints: I64, length: int, steps: StepTable
) -> None:
    """Find all chains of `length` sets from the first set of the line, depth first; consecutive joints differ."""
    turn = np.zeros(_LONGEST, np.int64)
    depth = 1
    turn[1] = 0
    while depth > 0:
        if turn[depth] >= 9 * sets.near_count[line[depth - 1]]:
            depth -= 1
            continue
        reached, digit = sets.near[line[depth - 1], turn[depth] // 9], turn[depth] % 9
        turn[depth] += 1
        if sets.shared[line[depth - 1], reached] >> digit & 1 == 0:
            continue
        if depth > 1 and joints[depth - 1] == digit:
            continue
        known = False
        for at in range(depth):
            known = known or line[at] == reached
        if known:
            continue
        line[depth], joints[depth] = reached, digit
        if depth == length - 1:
            if reached < line[0]:
                conclude_sets(board, technique, sets, line[:length], joints, steps)
        else:
            depth += 1
            turn[depth] = 0


@kernel
def conclude_sets(
    board: CandidateBoard, technique: int, sets: AlmostLockedSets, line: I64, joints: I64, steps: StepTable
) -> None:
    """Keep the steps that follow from a chain of sets.

    The first or the last set holds each digit that both have and that does not join either to its neighbour.
    """
    first, last = line[0], line[len(line) - 1]
    both = sets.digits[first] & sets.digits[last]
    both &= ~(1 << joints[1]) & ~(1 << joints[len(line) - 1])
    removed_digits = 0
    for digit in range(9):
        if both >> digit & 1 == 0:
            continue
        row = begin_step(steps, technique)
        steps.head[row, HEAD_NUMBER] = digit + 1
        remove_held(board, sets, first, last, digit, steps, row)
        removed_digits |= int(steps.head[row, HEAD_REMOVES] > 0) << digit
        add_set_evidence(board, sets, line, joints, steps, row)
        keep_if_simplest(steps, row)
    if COUNT[removed_digits] > 1:  # all removals in one step
        row = begin_step(steps, technique)
        steps.head[row, HEAD_NUMBER] = 0
        for digit in range(9):
            if removed_digits >> digit & 1:
                remove_held(board, sets, first, last, digit, steps, row)
        add_set_evidence(board, sets, line, joints, steps, row)
        keep_if_simplest(steps, row)


@kernel
def remove_held(
    board: CandidateBoard, sets: AlmostLockedSets, first: int, last: int, digit: int, steps: StepTable, row: int
) -> None:
    """Remove a digit that one of two sets contains from all cells that see its places in both."""
    for cell in range(81):
        band, bit = cell // 27, cell % 27
        if (sets.sees[first, digit, band] & sets.sees[last, digit, band]) >> bit & 1:
            add_removal(steps, row, board, cell, digit + 1)


@kernel
def conclude_locked(board: CandidateBoard, sets: AlmostLockedSets, left: int, right: int, steps: StepTable) -> None:
    """Keep the step of two sets with two restricted common digits.

    Each set lacks one of these digits. Together the sets use up both, and the other digits of each set are locked in
    it.
    """
    row = begin_step(steps, ALS_XZ)
    steps.head[row, HEAD_CASE] = 1
    joined = sets.shared[left, right]
    line, joints = np.array([left, right]), np.zeros(2, np.int64)
    for digit in range(9):
        for turn in range(2):
            if sets.digits[line[turn]] >> digit & 1 == 0:
                continue
            double = joined >> digit & 1
            joints[1] = digit if double else joints[1]
            for cell in range(81):
                band, bit = cell // 27, cell % 27
                sees = sets.sees[line[turn], digit, band]
                if double:
                    sees &= sets.sees[line[1 - turn], digit, band]
                if sees >> bit & 1 and (turn == 0 or not double):
                    add_removal(steps, row, board, cell, digit + 1)
    add_set_evidence(board, sets, line, joints, steps, row)
    keep_if_simplest(steps, row)


@kernel
def add_set_evidence(
    board: CandidateBoard, sets: AlmostLockedSets, line: I64, joints: I64, steps: StepTable, row: int
) -> None:
    """Add each set to the evidence as a part, and between two sets the places of the digit that joins them."""
    for at in range(len(line)):
        for cell in range(81):
            if sets.cells[line[at], cell // 27] >> (cell % 27) & 1:
                for digit in range(9):
                    if board.marks[cell] >> digit & 1:
                        add_evidence(steps, row, 9 * cell + digit)
        add_evidence(steps, row, NO_ENTRY)
        if at + 1 < len(line):
            digit = joints[at + 1]
            for cell in range(81):
                if sets.holds[line[at], digit, cell // 27] >> (cell % 27) & 1:
                    add_evidence(steps, row, 9 * cell + digit)
            add_evidence(steps, row, NO_ENTRY)


_PETAL, _LARGEST_PETAL = 4, 7
_STEM = 5


@kernel
def find_blossoms(board: CandidateBoard, thorough: bool, sets: AlmostLockedSets, steps: StepTable) -> None:
    """Find death blossoms.

    Whichever digit the stem takes, one petal loses it and is locked. So some petal holds each digit that all petals
    share.
    """
    gather_sets(board, _LARGEST_PETAL if thorough else _PETAL, sets)
    petals = np.zeros((_STEM, len(sets.digits)), np.int64)
    counts = np.zeros(_STEM, np.int64)
    for stem in range(81):
        size = COUNT[board.marks[stem]]
        if not 2 <= size <= _STEM:
            continue
        left, at = board.marks[stem], 0
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            counts[at] = 0
            for petal in range(sets.size[0]):
                inside = sets.cells[petal, stem // 27] >> (stem % 27) & 1
                seen = sets.sees[petal, digit, stem // 27] >> (stem % 27) & 1
                if not inside and seen and sets.digits[petal] >> digit & 1:
                    petals[at, counts[at]] = petal
                    counts[at] += 1
            at += 1
        choose_petals(board, sets, stem, petals, counts[:size], steps)


@kernel
def choose_petals(
    board: CandidateBoard, sets: AlmostLockedSets, stem: int, petals: I64, counts: I64, steps: StepTable
) -> None:
    """Choose one petal for each digit of the stem, in every way in which the petals share another digit.

    A petal may serve several digits, but not all.
    """
    turn, chosen, shared = np.zeros((3, _STEM), np.int64)
    at = 0
    while at >= 0:
        if turn[at] >= counts[at]:
            at -= 1
            continue
        chosen[at] = petals[at, turn[at]]
        turn[at] += 1
        shared[at] = sets.digits[chosen[at]] & (shared[at - 1] if at > 0 else ~board.marks[stem])
        if shared[at] == 0 or not any_seen(board, sets, chosen[: at + 1], shared[at]):
            continue
        if at + 1 == len(counts):
            if np.any(chosen[: at + 1] != chosen[0]):
                conclude_blossom(board, sets, stem, chosen[: len(counts)], shared[at], steps)
        else:
            at += 1
            turn[at] = 0


@kernel
def any_seen(board: CandidateBoard, sets: AlmostLockedSets, petals: I64, shared: int) -> bool:
    """Return whether some shared digit has a place that sees all its places in the petals."""
    for digit in range(9):
        if shared >> digit & 1:
            for band in range(3):
                seen = -1
                for petal in petals:
                    seen &= sets.sees[petal, digit, band]
                if seen & (2**27 - 1) != 0:
                    for bit in range(27):
                        if seen >> bit & 1 and board.marks[27 * band + bit] >> digit & 1:
                            return True
    return False


@kernel
def conclude_blossom(
    board: CandidateBoard, sets: AlmostLockedSets, stem: int, petals: I64, shared: int, steps: StepTable
) -> None:
    """Keep the steps of a death blossom. The first part of the evidence is the stem, then each petal is a part."""
    for digit in range(9):
        if not shared >> digit & 1:
            continue
        row = begin_step(steps, DEATH_BLOSSOM)
        steps.head[row, HEAD_NUMBER] = digit + 1
        for cell in range(81):
            seen = cell != stem
            for petal in petals:
                seen = seen and sets.sees[petal, digit, cell // 27] >> (cell % 27) & 1 != 0
            if seen:
                add_removal(steps, row, board, cell, digit + 1)
        add_cell_evidence(board, stem, steps, row)
        add_evidence(steps, row, NO_ENTRY)
        for at in range(len(petals)):
            petal = petals[at]
            if np.any(petals[:at] == petal):
                continue
            for cell in range(81):
                if sets.cells[petal, cell // 27] >> (cell % 27) & 1:
                    add_cell_evidence(board, cell, steps, row)
            add_evidence(steps, row, NO_ENTRY)
        keep_if_simplest(steps, row)


@kernel
def add_cell_evidence(board: CandidateBoard, cell: int, steps: StepTable, row: int) -> None:
    for digit in range(9):
        if board.marks[cell] >> digit & 1:
            add_evidence(steps, row, 9 * cell + digit)


@kernel
def find_sue_de_coq(board: CandidateBoard, steps: StepTable) -> None:
    """Find Sue de Coq.

    Some cells of a crossing, of the rest of its line and of the rest of its box have as many digits as cells. The cells
    of line and box share no digit, so each digit is used once.
    """
    cross, line_cells, box_cells = np.zeros((3, 9), np.int64)
    for box in range(BOXES, 27):
        for line in range(BOXES):
            sizes = split_crossing(board, box, line, cross, line_cells, box_cells)
            if sizes[0] < 2:
                continue
            for at in range(FIRST_CHOICE[2], FIRST_CHOICE[4]):
                inner, inner_digits = CHOICES[at], 0
                if inner >> sizes[0] != 0:
                    continue
                inner_digits = digits_of(board, cross, inner)
                if COUNT[inner_digits] < COUNT[inner] + 2:
                    continue
                for line_choice in range(1, FIRST_CHOICE[5]):
                    in_line = CHOICES[line_choice]
                    if in_line >> sizes[1] != 0:
                        continue
                    line_digits = digits_of(board, line_cells, in_line)
                    for box_choice in range(1, FIRST_CHOICE[5]):
                        in_box = CHOICES[box_choice]
                        if in_box >> sizes[2] != 0:
                            continue
                        box_digits = digits_of(board, box_cells, in_box)
                        cells = COUNT[inner] + COUNT[in_line] + COUNT[in_box]
                        if line_digits & box_digits != 0 or COUNT[inner_digits | line_digits | box_digits] != cells:
                            continue
                        row = begin_step(steps, SUE_DE_COQ)
                        steps.head[row, HEAD_UNIT], steps.head[row, HEAD_NUMBER] = box, line
                        parts = (inner, in_line, in_box)
                        for part in range(3):
                            for position in range(9):
                                if parts[part] >> position & 1:
                                    cell = cross[position] if part == 0 else line_cells[position]
                                    cell = box_cells[position] if part == 2 else cell
                                    add_cell_evidence(board, cell, steps, row)
                            add_evidence(steps, row, NO_ENTRY)
                        gone_line = (inner_digits | line_digits) & ~box_digits
                        gone_box = (inner_digits | box_digits) & ~line_digits
                        for position in range(9):
                            if position < sizes[1] and not in_line >> position & 1:
                                remove_digits(board, line_cells[position], gone_line, steps, row)
                            if position < sizes[2] and not in_box >> position & 1:
                                remove_digits(board, box_cells[position], gone_box, steps, row)
                            if position < sizes[0] and not inner >> position & 1:
                                remove_digits(board, cross[position], gone_line | gone_box, steps, row)
                        keep_if_simplest(steps, row)


@kernel
def split_crossing(
    board: CandidateBoard, box: int, line: int, cross: I64, line_cells: I64, box_cells: I64
) -> tuple[int, int, int]:
    """List the open cells of a crossing, of the rest of its line and of the rest of its box; return their counts."""
    count, in_line, in_box = 0, 0, 0
    view = 0 if line < 9 else 1
    for cell in UNIT_CELLS[line]:
        if board.marks[cell] != 0:
            if UNITS_OF[cell, 2] == box:
                cross[count] = cell
                count += 1
            else:
                line_cells[in_line] = cell
                in_line += 1
    for cell in UNIT_CELLS[box]:
        if board.marks[cell] != 0 and UNITS_OF[cell, view] != line:
            box_cells[in_box] = cell
            in_box += 1
    return count, in_line, in_box


@kernel
def digits_of(board: CandidateBoard, cells: I64, chosen: int) -> int:
    digits = 0
    for position in range(9):
        if chosen >> position & 1:
            digits |= board.marks[cells[position]]
    return digits


@kernel
def remove_digits(board: CandidateBoard, cell: int, digits: int, steps: StepTable, row: int) -> None:
    for digit in range(9):
        if digits >> digit & 1:
            add_removal(steps, row, board, cell, digit + 1)
