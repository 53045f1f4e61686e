"""Deadly patterns as in Sudoku Explainer: unique loops and the bivalue universal grave (BUG).

Unique loops: a cycle of cells that all have the candidates a and b, each sharing a unit with the next, such that every
unit has one cell of each colour or none. If the cells had no other candidates, a and b could be exchanged. Up to two
cells of a loop may have extra candidates, or any number of cells if these all have the same extra digit. Extra digits
of cells that the search meets count even if the loop does not pass them.

BUG: without some extra candidates, every open cell would have two candidates and every digit two places in every unit
where it is missing. Such a grid has no solution or several.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    DETAIL,
    EVIDENCE,
    FULL,
    I64,
    LOWEST,
    SEES,
    UNIT_CELLS,
    UNITS_OF,
    BestHint,
    CandidateBoard,
    add_hint_evidence,
    clear_hint,
    keep_trial,
    share_a_unit,
    try_removing,
)
from entails.solvers.kernels.sudoku_numbers import BUG_SEVERAL_TENTHS, BUG_TENTHS, LOOP_TENTHS
from entails.solvers.kernels.sudoku_singles import CHOICES, FIRST_CHOICE

VIEWS = np.array([2, 0, 1], np.int64)
"""Order in which uniqueness techniques and chains visit the units of a cell: box, row, column."""

_LONGEST = 40
_PAIR_OF = np.cumsum(COUNT == 2) - 1
"""The number of each pair of digits, by its mask."""


@kernel
def find_loops(board: CandidateBoard, hint: BestHint) -> None:
    """Find the best hint among all unique loops. `places` must be up to date."""
    clear_hint(hint)
    cells, closing = np.zeros(_LONGEST, np.int64), np.full((36, 9), -1, np.int64)
    for start in range(81):
        pair = board.marks[start]
        if COUNT[pair] == 2:
            rows = closing[_PAIR_OF[pair]]
            if rows[0] < 0:
                note_closing(board, pair, rows)
            if rows[start // 9] >> start % 9 & 1:
                follow_loops(board, start, rows, cells, hint)


@kernel
def note_closing(board: CandidateBoard, pair: int, rows: I64) -> None:
    """Write the cells that can be in a loop of two digits, row by row: each has others in its row, column and box."""
    low, high = LOWEST[pair], LOWEST[pair & (pair - 1)]
    for row in range(9):
        rows[row] = board.places[row, low] & board.places[row, high]
    changed = True
    while changed:
        once, twice = 0, 0
        for row in range(9):
            twice |= once & rows[row]
            once |= rows[row]
        changed = False
        for first in range(0, 9, 3):
            kept = 0
            for box in (7, 56, 448):
                if COUNT[rows[first] & box] + COUNT[rows[first + 1] & box] + COUNT[rows[first + 2] & box] > 1:
                    kept |= box
            for row in range(first, first + 3):
                left = rows[row] & twice & kept
                left = left if COUNT[left] > 1 else 0
                changed = changed or left != rows[row]
                rows[row] = left


@kernel
def follow_loops(board: CandidateBoard, start: int, rows: I64, cells: I64, hint: BestHint) -> None:
    """Search for loops depth first from one cell, within the cells of `rows`.

    For each cell of the loop so far, the search stores the view by which it was reached, the next view and its
    positions left to try (-1 for all), the extra digits seen, and how many more cells may have extra digits.
    """
    pair = board.marks[start]
    low, high = LOWEST[pair], LOWEST[pair & (pair - 1)]
    inside = np.zeros(81, np.bool_)
    by, view, left, extra, allowed = np.zeros((5, _LONGEST), np.int64)
    cells[0], by[0], left[0], allowed[0] = start, -1, -1, 2
    inside[start] = True
    depth = 0
    while depth >= 0:
        if view[depth] == by[depth]:
            view[depth] += 1
        if view[depth] >= 3:
            inside[cells[depth]] = False
            depth -= 1
            continue
        now = view[depth]
        unit = UNITS_OF[cells[depth], VIEWS[now]]
        if left[depth] < 0:
            left[depth] = board.places[unit, low] & board.places[unit, high]
        if left[depth] == 0:
            left[depth] = -1
            view[depth] += 1
            continue
        reached = UNIT_CELLS[unit, LOWEST[left[depth]]]
        left[depth] &= left[depth] - 1
        if reached == start and depth >= 3:
            if is_deadly(cells[: depth + 1]):
                judge_loop(board, cells[: depth + 1], pair, hint)
        elif not inside[reached] and depth + 1 < _LONGEST:
            more = board.marks[reached] & ~pair
            extra[depth] |= more
            closes = rows[reached // 9] >> reached % 9 & 1
            if closes and (more == 0 or allowed[depth] > 0 or COUNT[extra[depth]] == 1):
                depth += 1
                cells[depth], by[depth], view[depth], left[depth] = reached, now, 0, -1
                extra[depth], allowed[depth] = extra[depth - 1], allowed[depth - 1] - (more != 0)
                inside[reached] = True


@kernel
def is_deadly(cells: I64) -> bool:
    """Return whether a loop is deadly: coloured alternately, each unit has one cell of each colour or none."""
    seen, seen_before = 0, 0
    for at in range(len(cells)):
        for view in range(3):
            bit = 1 << UNITS_OF[cells[at], view]
            if seen & bit != 0:
                return False
            seen |= bit
        seen, seen_before = seen_before, seen
    return seen == seen_before


@kernel
def judge_loop(board: CandidateBoard, cells: I64, pair: int, hint: BestHint) -> None:
    """Try the four types of unique loop.

    Type 1: one cell has extra candidates. Type 2: all cells with extras have the same one. Type 3: the extras of two
    cells form a subset. Type 4: two cells keep one digit of the pair to themselves.
    """
    rating = LOOP_TENTHS[min(len(cells) // 2 - 2, 3)]
    roof = np.zeros(len(cells), np.int64)
    count, extra, kept = 0, 0, False
    for cell in cells:
        if board.marks[cell] != pair:
            roof[count] = cell
            count += 1
            extra |= board.marks[cell] & ~pair
    if count == 1:
        try_removing(hint, board, roof[0], pair)
        kept = keep_trial(hint, rating, 0, 1)
    elif count > 1 and COUNT[extra] == 1:
        for cell in range(81):
            seen = 0
            for corner in roof[:count]:
                seen += SEES[cell, corner]
            if seen == count:
                try_removing(hint, board, cell, extra)
        kept = keep_trial(hint, rating, 0, 2)
    if count == 2:
        for turn in range(3):
            view = VIEWS[turn]
            if share_a_unit(roof[0], roof[1], view):
                unit = UNITS_OF[roof[0], view]
                if COUNT[extra] > 1:
                    kept = judge_subsets(board, unit, roof[0], roof[1], pair, extra, rating, hint) or kept
                kept = judge_locked(board, unit, roof[0], roof[1], pair, rating, hint) or kept
    if kept:
        hint.score[EVIDENCE], hint.score[DETAIL] = 0, pair
        for cell in cells:
            add_hint_evidence(hint, 9 * cell + LOWEST[pair])


@kernel
def judge_locked(
    board: CandidateBoard, unit: int, left: int, right: int, pair: int, rating: int, hint: BestHint
) -> bool:
    """Try type 4: if a digit of the pair has no third place in the unit, remove the other digit from both cells."""
    for digit in range(9):
        if pair >> digit & 1 and COUNT[board.places[unit, digit]] == 2:
            try_removing(hint, board, left, pair & ~(1 << digit))
            try_removing(hint, board, right, pair & ~(1 << digit))
            return keep_trial(hint, rating, 0, 4)
    return False


@kernel
def judge_subsets(
    board: CandidateBoard, unit: int, left: int, right: int, pair: int, extra: int, rating: int, hint: BestHint
) -> bool:
    """Try type 3: the two cells act as one cell with their extra candidates.

    With other cells of the unit it may form a naked subset, or take part in a hidden one.
    """
    both = board.marks[left] & board.marks[right] & ~pair
    masks = np.zeros(9, np.int64)
    free, empty, second, first, kept = 0, 0, 0, 0, False
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        masks[position] = board.marks[cell]
        empty += masks[position] != 0
        if cell == left:
            first = position
        elif cell == right:
            second = position
        elif masks[position] != 0:
            free |= 1 << position
    for size in range(COUNT[extra], 8):
        if 2 * size <= empty:
            for at in range(FIRST_CHOICE[size - 1], FIRST_CHOICE[size]):
                chosen = CHOICES[at]
                if chosen & ~free != 0:
                    continue
                digits = 0
                for position in range(9):
                    if chosen >> position & 1:
                        digits |= masks[position]
                if COUNT[digits | extra] == size and COUNT[digits | both] == size:
                    for position in range(9):
                        if free & ~chosen & (1 << position):
                            try_removing(hint, board, UNIT_CELLS[unit, position], digits | extra)
                    kept = keep_trial(hint, rating + size - 1, 0, 3) or kept
        if 2 * size < empty:
            outside = FULL & ~extra & ~pair
            for at in range(FIRST_CHOICE[size - 2], FIRST_CHOICE[size - 1]):
                chosen = CHOICES[at]
                if chosen & ~outside != 0:
                    continue
                digits, places, missing = chosen | pair, 0, False
                for digit in range(9):
                    if digits >> digit & 1:
                        here = board.places[unit, digit] & ~(1 << second)
                        places |= here
                        missing = missing or COUNT[here] < 2
                if not missing and COUNT[places] == size:
                    for position in range(9):
                        if places & ~(1 << first) & (1 << position):
                            try_removing(hint, board, UNIT_CELLS[unit, position], ~digits)
                    kept = keep_trial(hint, rating + size - 2, 0, 3) or kept
    return kept


@kernel
def find_extras(board: CandidateBoard, extras: I64) -> bool:
    """Write the extra candidates, without which the grid would be a BUG, per cell; return False if there are none."""
    extras[:] = 0
    for unit in range(27):
        for digit in range(9):
            places = board.places[unit, digit]
            if places == 0 or COUNT[places] == 2:
                continue
            wide, count = 0, 0
            for position in range(9):
                cell = UNIT_CELLS[unit, position]
                if places >> position & 1 and COUNT[board.marks[cell]] >= 3:
                    wide = cell
                    count += 1
            if count == 0:
                return False
            if count == 1:
                extras[wide] |= 1 << digit
    for cell in range(81):
        if board.marks[cell] != 0 and COUNT[board.marks[cell] & ~extras[cell]] != 2:
            return False
    for unit in range(27):
        for digit in range(9):
            count = 0
            for cell in UNIT_CELLS[unit]:
                count += (board.marks[cell] & ~extras[cell]) >> digit & 1
            if count != 0 and count != 2:
                return False
    return True


@kernel
def find_bug(board: CandidateBoard, hint: BestHint) -> None:
    """Find the best hint of a BUG, with the extra candidates as evidence. `places` must be up to date."""
    clear_hint(hint)
    extras = np.zeros(81, np.int64)
    if not find_extras(board, extras):
        return
    judge_bug(board, extras, hint)
    for cell in range(81):
        for digit in range(9):
            if extras[cell] >> digit & 1:
                add_hint_evidence(hint, 9 * cell + digit)


@kernel
def judge_bug(board: CandidateBoard, extras: I64, hint: BestHint) -> None:
    """Try the types of BUG: one cell has extras, several share an extra, or several cells of a unit have extras."""
    cells = np.flatnonzero(extras)
    digits = 0
    for cell in cells:
        digits |= extras[cell]
    if len(cells) == 0:
        return
    if len(cells) == 1:
        try_removing(hint, board, cells[0], ~digits)
        keep_trial(hint, BUG_TENTHS, 0, 1)
        return
    peers = np.ones(81, np.bool_)
    for cell in cells:
        peers &= SEES[cell]
    if COUNT[digits] == 1:
        for peer in range(81):
            if peers[peer]:
                try_removing(hint, board, peer, digits)
        keep_trial(hint, BUG_SEVERAL_TENTHS, 0, 2)
        if len(cells) == 2:
            judge_bug_pair(board, cells[0], cells[1], extras, hint)
    elif peers.any():
        if len(cells) == 2:
            judge_bug_pair(board, cells[0], cells[1], extras, hint)
        judge_bug_subsets(board, cells, digits, hint)


@kernel
def judge_bug_pair(board: CandidateBoard, left: int, right: int, extras: I64, hint: BestHint) -> None:
    """Try type 4: two cells of a unit share a digit that is no extra, so they keep only it and the extras."""
    kept_left, kept_right = board.marks[left] & ~extras[left], board.marks[right] & ~extras[right]
    if COUNT[kept_left & kept_right] != 1:
        return
    for turn in range(3):
        if UNITS_OF[left, VIEWS[turn]] == UNITS_OF[right, VIEWS[turn]]:
            try_removing(hint, board, left, kept_left & ~kept_right)
            try_removing(hint, board, right, kept_right & ~kept_left)
            keep_trial(hint, BUG_SEVERAL_TENTHS, 0, 4)
            return


@kernel
def judge_bug_subsets(board: CandidateBoard, cells: I64, digits: int, hint: BestHint) -> None:
    """Try type 3: a cell contains an extra digit and forms a naked subset with other cells of the unit."""
    for turn in range(3):
        unit = UNITS_OF[cells[0], VIEWS[turn]]
        shared = True
        for cell in cells:
            shared = shared and UNITS_OF[cell, VIEWS[turn]] == unit
        if not shared:
            continue
        free = 0
        for position in range(9):
            cell = UNIT_CELLS[unit, position]
            inside = False
            for member in cells:
                inside = inside or member == cell
            if not inside and board.marks[cell] != 0:
                free |= 1 << position
        for size in range(2, 7):
            for at in range(FIRST_CHOICE[size - 1], FIRST_CHOICE[size]):
                chosen = CHOICES[at]
                if chosen & ~free != 0:
                    continue
                taken, left = 0, chosen
                while left != 0:
                    taken |= board.marks[UNIT_CELLS[unit, LOWEST[left]]]
                    left &= left - 1
                if COUNT[taken] == size and digits & ~taken == 0:
                    for position in range(9):
                        if free & ~chosen & (1 << position):
                            try_removing(hint, board, UNIT_CELLS[unit, position], taken)
                    keep_trial(hint, BUG_SEVERAL_TENTHS + size - 1, 0, 3)
