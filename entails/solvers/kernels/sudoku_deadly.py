"""Unique loops, as Sudoku Explainer looks for them: cells that all hold a and b, each sharing a unit with the next, so
that every unit has one cell of each colour or none. Were a and b all that they hold, both could be exchanged.

The loop may have cells with more candidates: up to two, or any number if these all have the same one more. What is seen
of the others counts, even if the loop then passes by them.

BUG, the "bivalue universal grave", as Sudoku Explainer looks for it: but for some further candidates, every cell
would have two and every digit two places in every unit it is missing in. Such a grid has no solution or several.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    FULL,
    I64,
    LOWEST,
    OTHER,
    RESTS,
    SEES,
    UNIT_CELLS,
    UNITS_OF,
    BestHint,
    CandidateBoard,
    keep_trial,
    no_hint,
    rest_on,
    share_a_unit,
    try_removing,
)
from entails.solvers.kernels.sudoku_singles import CHOICES, FIRST_CHOICE

VIEWS = np.array([2, 0, 1], np.int64)
"""Box, row, column: the order in which uniqueness and chains look at the units of a cell."""

_LONGEST = 40
_PAIR_OF = np.cumsum(COUNT == 2) - 1
"""A number for each two digits."""


@kernel
def find_loops(board: CandidateBoard, hint: BestHint) -> None:
    """The best hint of all loops. `places` must be up to date."""
    no_hint(hint)
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
    """The cells that can be in a loop of two digits, row by row: each has another in its row, column and box."""
    one, other = LOWEST[pair], LOWEST[pair & (pair - 1)]
    for row in range(9):
        rows[row] = board.places[row, one] & board.places[row, other]
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
    """Depth first from one cell, over the cells in `rows`. Per cell of the loop so far: how it was reached, which view
    comes next and which positions of it are left (-1 for all), the further candidates seen, and how many cells may
    still have any."""
    pair = board.marks[start]
    one, other = LOWEST[pair], LOWEST[pair & (pair - 1)]
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
            left[depth] = board.places[unit, one] & board.places[unit, other]
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
    """Coloured in turn, does each unit have one cell of each colour, or none?"""
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
    """The forms of the argument: 1, one cell has more candidates; 2, all that have more have the same one; 3, the more
    of two cells make a subset; 4, two cells keep one digit of the pair to themselves."""
    rating = 50 if len(cells) >= 10 else 43 + len(cells) // 2
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
            for other in roof[:count]:
                seen += SEES[cell, other]
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
        hint.score[RESTS], hint.score[OTHER] = 0, pair
        for cell in cells:
            rest_on(hint, 9 * cell + LOWEST[pair])


@kernel
def judge_locked(
    board: CandidateBoard, unit: int, one: int, other: int, pair: int, rating: int, hint: BestHint
) -> bool:
    """One digit of the pair has no third place in the unit: the other one leaves both cells."""
    for digit in range(9):
        if pair >> digit & 1 and COUNT[board.places[unit, digit]] == 2:
            try_removing(hint, board, one, pair & ~(1 << digit))
            try_removing(hint, board, other, pair & ~(1 << digit))
            return keep_trial(hint, rating, 0, 4)
    return False


@kernel
def judge_subsets(
    board: CandidateBoard, unit: int, one: int, other: int, pair: int, extra: int, rating: int, hint: BestHint
) -> bool:
    """The two cells are like one that holds one of their further candidates: with others it may make a naked subset, or
    keep the others of a hidden one to themselves."""
    both = board.marks[one] & board.marks[other] & ~pair
    masks = np.zeros(9, np.int64)
    free, empty, second, first, kept = 0, 0, 0, 0, False
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        masks[position] = board.marks[cell]
        empty += masks[position] != 0
        if cell == one:
            first = position
        elif cell == other:
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
def find_further(board: CandidateBoard, further: I64) -> bool:
    """`further[cell]` becomes the candidates without which the grid is a grave; False when there are none such."""
    further[:] = 0
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
                further[wide] |= 1 << digit
    for cell in range(81):
        if board.marks[cell] != 0 and COUNT[board.marks[cell] & ~further[cell]] != 2:
            return False
    for unit in range(27):
        for digit in range(9):
            count = 0
            for cell in UNIT_CELLS[unit]:
                count += (board.marks[cell] & ~further[cell]) >> digit & 1
            if count != 0 and count != 2:
                return False
    return True


@kernel
def find_bug(board: CandidateBoard, hint: BestHint) -> None:
    """The best hint of the grave; it rests on the further candidates. `places` must be up to date."""
    no_hint(hint)
    further = np.zeros(81, np.int64)
    if not find_further(board, further):
        return
    judge_grave(board, further, hint)
    for cell in range(81):
        for digit in range(9):
            if further[cell] >> digit & 1:
                rest_on(hint, 9 * cell + digit)


@kernel
def judge_grave(board: CandidateBoard, further: I64, hint: BestHint) -> None:
    """One cell has further candidates, several the same one, or several of one unit."""
    cells = np.flatnonzero(further)
    digits = 0
    for cell in cells:
        digits |= further[cell]
    if len(cells) == 0:
        return
    if len(cells) == 1:
        try_removing(hint, board, cells[0], ~digits)
        keep_trial(hint, 56, 0, 1)
        return
    peers = np.ones(81, np.bool_)
    for cell in cells:
        peers &= SEES[cell]
    if COUNT[digits] == 1:
        for peer in range(81):
            if peers[peer]:
                try_removing(hint, board, peer, digits)
        keep_trial(hint, 57, 0, 2)
        if len(cells) == 2:
            judge_pair(board, cells[0], cells[1], further, hint)
    elif peers.any():
        if len(cells) == 2:
            judge_pair(board, cells[0], cells[1], further, hint)
        judge_subsets_of(board, cells, digits, hint)


@kernel
def judge_pair(board: CandidateBoard, one: int, other: int, further: I64, hint: BestHint) -> None:
    """Two cells that share a unit and one digit that is not further: the rest that is not further goes."""
    kept_one, kept_other = board.marks[one] & ~further[one], board.marks[other] & ~further[other]
    if COUNT[kept_one & kept_other] != 1:
        return
    for turn in range(3):
        if UNITS_OF[one, VIEWS[turn]] == UNITS_OF[other, VIEWS[turn]]:
            try_removing(hint, board, one, kept_one & ~kept_other)
            try_removing(hint, board, other, kept_other & ~kept_one)
            keep_trial(hint, 57, 0, 4)
            return


@kernel
def judge_subsets_of(board: CandidateBoard, cells: I64, digits: int, hint: BestHint) -> None:
    """One of the cells holds a further digit: with others of their unit they take all digits that these have."""
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
            for one in cells:
                inside = inside or one == cell
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
                    keep_trial(hint, 56 + size, 0, 3)
