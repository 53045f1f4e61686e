"""Aligned exclusion, as Sudoku Explainer looks for it: two (or three) cells, and every way to fill them. A way falls if
it puts a digit twice into cells that see each other, or takes all candidates of a cell that sees all of them. A digit
that no way is left for goes.

Templates: every way to put one digit into all rows at once. A place in none goes, one in all of them holds; and no
way of another digit uses a place that holds.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import ones
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
    begin,
    keep,
    keep_trial,
    no_hint,
    remove,
    rest,
    rest_on,
    try_removing,
)
from entails.solvers.kernels.sudoku_numbers import TEMPLATE


class Aligned(NamedTuple):
    """`cells` that are looked at. `beside[d]` are the digits that cannot stand beside d among them, `beside_two[d, e]`
    those that cannot stand beside both."""

    cells: I64
    beside: I64
    beside_two: I64


@kernel
def excluded(board: CandidateBoard, aligned: Aligned, hint: BestHint) -> None:
    """Put on trial what no way to fill the cells is left for."""
    cells = aligned.cells
    one, other, third = cells[0], cells[1], cells[-1]
    triple = len(cells) == 3
    marks_one, marks_other, marks_third = board.marks[one], board.marks[other], board.marks[third]
    left_one, left_other, left_third = 0, 0, 0
    rest_one = marks_one
    while rest_one != 0:
        first = LOWEST[rest_one]
        rest_one &= rest_one - 1
        rest_other = marks_other & ~aligned.beside[first]
        if SEES[one, other]:
            rest_other &= ~(1 << first)
        while rest_other != 0:
            second = LOWEST[rest_other]
            rest_other &= rest_other - 1
            if triple:
                last = marks_third & ~(
                    aligned.beside[first] | aligned.beside[second] | aligned.beside_two[first, second]
                )
                if SEES[one, third]:
                    last &= ~(1 << first)
                if SEES[other, third]:
                    last &= ~(1 << second)
                if last == 0:
                    continue
                left_third |= last
            left_one |= 1 << first
            left_other |= 1 << second
            if left_one == marks_one and left_other == marks_other and (not triple or left_third == marks_third):
                return
    try_removing(hint, board, one, ~left_one)
    try_removing(hint, board, other, ~left_other)
    if triple:
        try_removing(hint, board, third, ~left_third)


@kernel
def find_aligned(board: CandidateBoard, size: int, hint: BestHint) -> None:
    """The first exclusion of two cells (6.2) or three (7.5)."""
    no_hint(hint)
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
                    third = 27 * band + ones(low - 1)
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
def at_least_two(one: int, two: int, three: int) -> bool:
    """Have three masks two bits between them?"""
    if one & (one - 1) or two & (two - 1) or three & (three - 1):
        return True
    return int(one != 0) + int(two != 0) + int(three != 0) >= 2


@kernel
def excludes_some(marks: I64, excluders: I64, cells: I64, beside: I64, threes: I64) -> bool:
    """Do the common excluders of the cells, as three masks, leave no way for some digit? `threes` is room for those of
    three digits."""
    digits, useful, count = 0, False, 0
    for place in range(len(cells)):
        digits |= marks[cells[place]]
    for band in range(3):
        left = excluders[band]
        while left != 0:
            low = left & -left
            left ^= low
            mask = marks[27 * band + ones(low - 1)]
            if mask & ~digits != 0:
                continue
            if not useful:
                beside[:] = 0
                useful = True
            if COUNT[mask] == 2:
                one, other = LOWEST[mask], LOWEST[mask & (mask - 1)]
                beside[one] |= 1 << other
                beside[other] |= 1 << one
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
            ways = 0
            while ways == 0 and seconds != 0:
                own = seconds & -seconds
                seconds ^= own
                ways = thirds & ~(beside[LOWEST[own]] | (own if SEES[second, third] else 0))
                for at in range(count):
                    if own != bit and threes[at] & bit != 0 and threes[at] & own != 0:
                        ways &= ~(threes[at] ^ bit ^ own)
            if ways == 0:
                return True
    return False


@kernel
def try_cells(board: CandidateBoard, aligned: Aligned, excluders: I64, hint: BestHint) -> None:
    """Keep what the common excluders of the cells exclude there."""
    digits = 0
    for cell in aligned.cells:
        digits |= board.marks[cell]
    aligned.beside[:] = 0
    aligned.beside_two[:] = 0
    for cell in range(81):
        if excluders[cell // 27] >> cell % 27 & 1 and board.marks[cell] & ~digits == 0:
            note_excluder(board.marks[cell], aligned)
    excluded(board, aligned, hint)
    if keep_trial(hint, 62 if len(aligned.cells) == 2 else 75, 0, 0):
        for cell in aligned.cells:
            rest_on(hint, 9 * cell + LOWEST[board.marks[cell]])
        rest_on(hint, NOTHING)
        for cell in range(81):
            if excluders[cell // 27] >> cell % 27 & 1:
                rest_on(hint, 9 * cell + LOWEST[board.marks[cell]])
        rest_on(hint, NOTHING)


@kernel
def note_excluder(mask: int, aligned: Aligned) -> None:
    """A cell that sees all of them and holds these two or three digits, of which one has to be left to it."""
    left = mask
    while left != 0:
        digit = LOWEST[left]
        left &= left - 1
        others = mask ^ 1 << digit
        if COUNT[mask] == 2:
            aligned.beside[digit] |= others
            continue
        while others != 0:
            other = LOWEST[others]
            others &= others - 1
            aligned.beside_two[digit, other] |= mask ^ (1 << digit | 1 << other)


@kernel
def find_templates(board: CandidateBoard, found: StepTable) -> None:
    """CASE 1: places; CASE 0: eliminations, all of a digit in one step. OTHER 1: ways were left out that use a place
    which every way of another digit needs."""
    allowed, some, every = np.zeros((3, 9, 9), np.int64)
    for cell in range(81):
        for digit in range(9):
            if board.digits[cell] == digit + 1 or board.marks[cell] >> digit & 1:
                allowed[digit, cell // 9] |= 1 << cell % 9
    rows = np.zeros(9, np.int64)
    for digit in range(9):
        if not all_templates(allowed[digit], some[digit], every[digit]):
            return
        keep_templates(board, digit, some[digit], every[digit], 0, found)
    alone, changed = some.copy(), True
    while changed:
        changed = False
        for digit in range(9):
            for row in range(9):
                rows[row] = allowed[digit, row]
                for other in range(9):
                    if other != digit:
                        rows[row] &= ~every[other, row]
            before = every[digit].copy()
            if not all_templates(rows, some[digit], every[digit]):
                return
            changed = changed or bool(np.any(before != every[digit]))
    for digit in range(9):
        if np.any(some[digit] != alone[digit]):
            keep_templates(board, digit, some[digit], every[digit], 1, found)


@kernel
def keep_templates(board: CandidateBoard, digit: int, some: I64, every: I64, by_others: int, found: StepTable) -> None:
    row = begin(found, TEMPLATE)
    found.head[row, HEAD_NUMBER] = by_others
    for cell in range(81):
        if board.marks[cell] >> digit & 1:
            if some[cell // 9] >> cell % 9 & 1:
                rest(found, row, 9 * cell + digit)
            else:
                remove(found, row, board, cell, digit + 1)
    keep(found, row)
    for cell in range(81):
        if every[cell // 9] >> cell % 9 & 1 and board.marks[cell] != 0:
            row = begin(found, TEMPLATE)
            found.head[row, HEAD_CASE], found.head[row, HEAD_PLACE], found.head[row, HEAD_NUMBER] = (
                1,
                9 * cell + digit,
                by_others,
            )
            rest(found, row, 9 * cell + digit)
            keep(found, row)


@kernel
def all_templates(rows: I64, some: I64, every: I64) -> bool:
    """The columns of each row that some template uses, and those that every one does; False when there is none."""
    left, bit = np.zeros((2, 9), np.int64)
    columns, boxes = np.zeros((2, 10), np.int64)
    some[:] = 0
    every[:] = FULL
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
                some[row] |= bit[row]
                every[row] &= bit[row]
        else:
            at += 1
            left[at] = rows[at]
    return any_found
