"""Aligned exclusion as Sudoku Explainer searches it, and templates.

Aligned exclusion: try all combinations of digits of two or three cells. A combination is impossible if it puts a digit
twice into cells that see each other, or uses all candidates of a cell that sees all of them (an excluder). A digit
without a possible combination is removed.

Templates: all ways to place one digit in all rows at once. A place in no template is removed, a place in every template
holds the digit, and no template of another digit uses a place that is held.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import bit_count
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    FULL,
    HEAD_CASE,
    HEAD_NUMBER,
    HEAD_PLACE,
    I64,
    LOWEST,
    NO_RATING,
    NOTHING,
    PEER_MASKS,
    RATING,
    SEES,
    BestHint,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_hint_evidence,
    add_removal,
    begin_step,
    clear_hint,
    keep_step,
    keep_trial,
    try_removing,
)
from entails.solvers.kernels.sudoku_numbers import ALIGNED_PAIR_TENTHS, ALIGNED_TRIPLET_TENTHS, TEMPLATE


class Aligned(NamedTuple):
    """The cells under test, and the digits that their excluders rule out.

    Attributes:
        cells: The two or three cells.
        beside: Per digit, the digits that no other of the cells may hold if one cell holds it.
        beside_two: Per pair of digits, the digits that the third cell may not hold if the others hold the pair.
    """

    cells: I64
    beside: I64
    beside_two: I64


@kernel
def excluded(board: CandidateBoard, aligned: Aligned, hint: BestHint) -> None:
    """Put the digits without a possible combination on trial."""
    cells = aligned.cells
    first_cell, second_cell, third_cell = cells[0], cells[1], cells[-1]
    triple = len(cells) == 3
    first_marks, second_marks, third_marks = board.marks[first_cell], board.marks[second_cell], board.marks[third_cell]
    first_left, second_left, third_left = 0, 0, 0
    first_untried = first_marks
    while first_untried != 0:
        first = LOWEST[first_untried]
        first_untried &= first_untried - 1
        second_untried = second_marks & ~aligned.beside[first]
        if SEES[first_cell, second_cell]:
            second_untried &= ~(1 << first)
        while second_untried != 0:
            second = LOWEST[second_untried]
            second_untried &= second_untried - 1
            if triple:
                last = third_marks & ~(
                    aligned.beside[first] | aligned.beside[second] | aligned.beside_two[first, second]
                )
                if SEES[first_cell, third_cell]:
                    last &= ~(1 << first)
                if SEES[second_cell, third_cell]:
                    last &= ~(1 << second)
                if last == 0:
                    continue
                third_left |= last
            first_left |= 1 << first
            second_left |= 1 << second
            if first_left == first_marks and second_left == second_marks and (not triple or third_left == third_marks):
                return
    try_removing(hint, board, first_cell, ~first_left)
    try_removing(hint, board, second_cell, ~second_left)
    if triple:
        try_removing(hint, board, third_cell, ~third_left)


@kernel
def find_aligned(board: CandidateBoard, size: int, hint: BestHint) -> None:
    """Find the first aligned exclusion of two cells (6.2) or three (7.5)."""
    clear_hint(hint)
    excludes, base, both, around = np.zeros((4, 3), np.int64)
    for cell in range(81):
        if 2 <= COUNT[board.marks[cell]] <= size:
            excludes[cell // 27] |= 1 << cell % 27
    cells, threes = np.zeros((2, 81), np.int64)
    count = 0
    for cell in range(81):
        seen = PEER_MASKS[cell, 0] & excludes[0] | PEER_MASKS[cell, 1] & excludes[1] | PEER_MASKS[cell, 2] & excludes[2]
        if COUNT[board.marks[cell]] >= 2 and seen != 0:
            cells[count] = cell
            base[cell // 27] |= 1 << cell % 27
            count += 1
    aligned = Aligned(np.zeros(size, np.int64), np.zeros(9, np.int64), np.zeros((9, 9), np.int64))
    for upper in range(count):
        for lower in range(upper):
            first, second = cells[lower], cells[upper]
            for band in range(3):
                both[band] = PEER_MASKS[first, band] & PEER_MASKS[second, band] & excludes[band]
            if not at_least_two(both[0], both[1], both[2]):
                continue
            aligned.cells[0], aligned.cells[1] = first, second
            if size == 2:
                if excludes_some(board.marks, both, aligned.cells, aligned.beside, threes):
                    try_cells(board, aligned, both, hint)
                if hint.score[RATING] != NO_RATING:
                    return
                continue
            for band in range(3):
                near = (PEER_MASKS[first, band] | PEER_MASKS[second, band]) & base[band] & excludes[band]
                while near != 0:
                    low = near & -near
                    near ^= low
                    third = 27 * band + bit_count(low - 1)
                    for part in range(3):
                        around[part] = both[part] & PEER_MASKS[third, part]
                    if third in (first, second) or not at_least_two(around[0], around[1], around[2]):
                        continue
                    aligned.cells[2] = third
                    if excludes_some(board.marks, around, aligned.cells, aligned.beside, threes):
                        try_cells(board, aligned, around, hint)
                    if hint.score[RATING] != NO_RATING:
                        return


@kernel
def at_least_two(first: int, second: int, third: int) -> bool:
    """Return whether the union of three masks has at least two bits."""
    if first & (first - 1) or second & (second - 1) or third & (third - 1):
        return True
    return int(first != 0) + int(second != 0) + int(third != 0) >= 2


@kernel
def excludes_some(marks: I64, excluders: I64, cells: I64, beside: I64, threes: I64) -> bool:
    """Return whether the common excluders of the cells leave some digit without a combination.

    `excluders` are three masks; `threes` is a working array for those with three digits.
    """
    digits, useful, count = 0, False, 0
    for place in range(len(cells)):
        digits |= marks[cells[place]]
    for band in range(3):
        left = excluders[band]
        while left != 0:
            low = left & -left
            left ^= low
            mask = marks[27 * band + bit_count(low - 1)]
            if mask & ~digits != 0:
                continue
            if not useful:
                beside[:] = 0
                useful = True
            if COUNT[mask] == 2:
                first, last = LOWEST[mask], LOWEST[mask & (mask - 1)]
                beside[first] |= 1 << last
                beside[last] |= 1 << first
            else:
                threes[count] = mask
                count += 1
    if not useful:
        return False
    for place in range(len(cells)):
        cell, second, third = cells[place], cells[place - 1], cells[place - 2]
        left = marks[cell]
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            bit = 1 << digit
            seconds = marks[second] & ~(beside[digit] | (bit if SEES[cell, second] else 0))
            if len(cells) == 2:
                if seconds == 0:
                    return True
                continue
            thirds = marks[third] & ~(beside[digit] | (bit if SEES[cell, third] else 0))
            last_digits = 0
            while last_digits == 0 and seconds != 0:
                own = seconds & -seconds
                seconds ^= own
                last_digits = thirds & ~(beside[LOWEST[own]] | (own if SEES[second, third] else 0))
                for at in range(count):
                    if own != bit and threes[at] & bit != 0 and threes[at] & own != 0:
                        last_digits &= ~(threes[at] ^ bit ^ own)
            if last_digits == 0:
                return True
    return False


@kernel
def try_cells(board: CandidateBoard, aligned: Aligned, excluders: I64, hint: BestHint) -> None:
    """Keep the hint for these cells and their common excluders, if it is the best."""
    digits = 0
    for cell in aligned.cells:
        digits |= board.marks[cell]
    aligned.beside[:] = 0
    aligned.beside_two[:] = 0
    for cell in range(81):
        if excluders[cell // 27] >> cell % 27 & 1 and board.marks[cell] & ~digits == 0:
            note_excluder(board.marks[cell], aligned)
    excluded(board, aligned, hint)
    if keep_trial(hint, ALIGNED_PAIR_TENTHS if len(aligned.cells) == 2 else ALIGNED_TRIPLET_TENTHS, 0, 0):
        for cell in aligned.cells:
            add_hint_evidence(hint, 9 * cell + LOWEST[board.marks[cell]])
        add_hint_evidence(hint, NOTHING)
        for cell in range(81):
            if excluders[cell // 27] >> cell % 27 & 1:
                add_hint_evidence(hint, 9 * cell + LOWEST[board.marks[cell]])
        add_hint_evidence(hint, NOTHING)


@kernel
def note_excluder(mask: int, aligned: Aligned) -> None:
    """Exclude the combinations that would use all two or three candidates of an excluder."""
    left = mask
    while left != 0:
        digit = LOWEST[left]
        left &= left - 1
        others = mask ^ 1 << digit
        if COUNT[mask] == 2:
            aligned.beside[digit] |= others
            continue
        while others != 0:
            second = LOWEST[others]
            others &= others - 1
            aligned.beside_two[digit, second] |= mask ^ (1 << digit | 1 << second)


@kernel
def find_templates(board: CandidateBoard, steps: StepTable) -> None:
    """Find placements (case 1) and removals (case 0) by templates; all removals of a digit are one step.

    The step's number is 1 if templates were dropped because every template of another digit needs one of their places.
    """
    allowed, possible, required = np.zeros((3, 9, 9), np.int64)
    for cell in range(81):
        for digit in range(9):
            if board.digits[cell] == digit + 1 or board.marks[cell] >> digit & 1:
                allowed[digit, cell // 9] |= 1 << cell % 9
    rows = np.zeros(9, np.int64)
    for digit in range(9):
        if not all_templates(allowed[digit], possible[digit], required[digit]):
            return
        keep_templates(board, digit, possible[digit], required[digit], 0, steps)
    alone, changed = possible.copy(), True
    while changed:
        changed = False
        for digit in range(9):
            for row in range(9):
                rows[row] = allowed[digit, row]
                for rival in range(9):
                    if rival != digit:
                        rows[row] &= ~required[rival, row]
            before = required[digit].copy()
            if not all_templates(rows, possible[digit], required[digit]):
                return
            changed = changed or bool(np.any(before != required[digit]))
    for digit in range(9):
        if np.any(possible[digit] != alone[digit]):
            keep_templates(board, digit, possible[digit], required[digit], 1, steps)


@kernel
def keep_templates(
    board: CandidateBoard, digit: int, possible: I64, required: I64, by_others: int, steps: StepTable
) -> None:
    row = begin_step(steps, TEMPLATE)
    steps.head[row, HEAD_NUMBER] = by_others
    for cell in range(81):
        if board.marks[cell] >> digit & 1:
            if possible[cell // 9] >> cell % 9 & 1:
                add_evidence(steps, row, 9 * cell + digit)
            else:
                add_removal(steps, row, board, cell, digit + 1)
    keep_step(steps, row)
    for cell in range(81):
        if required[cell // 9] >> cell % 9 & 1 and board.marks[cell] != 0:
            row = begin_step(steps, TEMPLATE)
            steps.head[row, HEAD_CASE], steps.head[row, HEAD_PLACE], steps.head[row, HEAD_NUMBER] = (
                1,
                9 * cell + digit,
                by_others,
            )
            add_evidence(steps, row, 9 * cell + digit)
            keep_step(steps, row)


@kernel
def all_templates(rows: I64, possible: I64, required: I64) -> bool:
    """Write the columns that some template uses, and those that all use, per row; return False without a template."""
    left, bit = np.zeros((2, 9), np.int64)
    columns, boxes = np.zeros((2, 10), np.int64)
    possible[:] = 0
    required[:] = FULL
    at, any_found = 0, False
    left[0] = rows[0]
    while at >= 0:
        if left[at] == 0:
            at -= 1
            continue
        column = LOWEST[left[at]]
        left[at] &= left[at] - 1
        box = 1 << column // 3
        if columns[at] >> column & 1 or (at % 3 != 0 and boxes[at] & box != 0):
            continue
        bit[at] = 1 << column
        columns[at + 1] = columns[at] | bit[at]
        boxes[at + 1] = (boxes[at] if at % 3 != 0 else 0) | box
        if at == 8:
            any_found = True
            for row in range(9):
                possible[row] |= bit[row]
                required[row] &= bit[row]
        else:
            at += 1
            left[at] = rows[at]
    return any_found
