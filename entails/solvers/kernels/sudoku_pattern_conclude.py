"""What a chain of strong and weak links says: from the first end to the last, one of them is true.

Case 1, the same digit: what sees both is not. Case 2, two digits: what either excludes. Case 3, the ends also exclude
each other: a loop, in which each weak link is exactly one of two. Case 4, the chain comes back to its start: so it is.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_als import Sets
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import ALS_LOOP
from entails.solvers.kernels.sudoku_pattern_web import CELL, CELLS, DIGIT, SEES, Web, is_weak
from entails.solvers.kernels.sudoku_steps import COUNT, FULL, I64, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, OTHER, Found, begin, remove, rest


@kernel
def conclude(board: Board, technique: int, web: Web, sets: Sets, line: I64, loop: bool, found: Found) -> None:
    """Write the step of a chain, if it rules anything out. Its parts are the ends, from first to last."""
    first, last = line[0], line[len(line) - 1]
    one, other = web.ends[first], web.ends[last]
    for at in range(1, len(line) - 1):
        if line[at] == first or line[at] == last:
            return
    row = begin(found, technique)
    if is_weak(web, first, last):
        if not loop:
            return
        found.head[row, CASE] = 3
        for at in range(1, len(line), 2):
            following = line[at + 1] if at + 1 < len(line) else first
            remove_between(board, web, line[at], following, found, row)
            if technique == ALS_LOOP:
                remove_locked(board, web, sets, line[at - 1], line[at], found, row)
    elif loop:
        return
    elif first == last:
        found.head[row, CASE] = 4
        for digit in range(9):
            if one[CELL] >= 0 and digit != one[DIGIT]:
                remove(found, row, board, one[CELL], digit + 1)
        for cell in range(81):  # of one cell this follows once it is filled
            if one[CELL] < 0 and one[SEES + cell // 27] >> (cell % 27) & 1:
                remove(found, row, board, cell, one[DIGIT] + 1)
    else:
        found.head[row, CASE] = 1 if one[DIGIT] == other[DIGIT] else 2
        remove_between(board, web, first, last, found, row)
    found.head[row, OTHER] = len(line)
    for at in range(len(line)):
        end = web.ends[line[at]]
        for cell in range(81):
            if end[CELLS + cell // 27] >> (cell % 27) & 1:
                rest(found, row, 9 * cell + end[DIGIT])
        rest(found, row, NOTHING)
    keep_simplest(found, row)


@kernel
def remove_locked(board: Board, web: Web, sets: Sets, first: int, last: int, found: Found, row: int) -> None:
    """In a loop just one of two digits of an almost locked set is there, so its other digits are all locked in."""
    one, other = web.ends[first], web.ends[last]
    for at in range(sets.size[0]):
        here = sets.digits[at] >> one[DIGIT] & sets.digits[at] >> other[DIGIT] & 1 == 1 and one[DIGIT] != other[DIGIT]
        for band in range(3):
            here = here and sets.holds[at, one[DIGIT], band] == one[CELLS + band]
            here = here and sets.holds[at, other[DIGIT], band] == other[CELLS + band]
        if not here or COUNT[sets.digits[at]] == 2:
            continue
        for digit in range(9):
            if digit not in (one[DIGIT], other[DIGIT]) and sets.digits[at] >> digit & 1:
                for cell in range(81):
                    if sets.sees[at, digit, cell // 27] >> (cell % 27) & 1:
                        remove(found, row, board, cell, digit + 1)


@kernel
def remove_between(board: Board, web: Web, first: int, last: int, found: Found, row: int) -> None:
    """One of two ends is true: what neither leaves goes."""
    one, other = web.ends[first], web.ends[last]
    if one[DIGIT] == other[DIGIT]:
        for cell in range(81):
            band, bit = cell // 27, cell % 27
            if (one[SEES + band] & other[SEES + band]) >> bit & 1:
                remove(found, row, board, cell, one[DIGIT] + 1)
        return
    if one[CELL] >= 0 and one[CELL] == other[CELL]:
        kept = 1 << one[DIGIT] | 1 << other[DIGIT]
        for digit in range(9):
            if (FULL & ~kept) >> digit & 1:
                remove(found, row, board, one[CELL], digit + 1)
        return
    for turn in range(2):
        if one[CELL] >= 0:
            cell = one[CELL]
            if other[SEES + cell // 27] >> (cell % 27) & 1:
                remove(found, row, board, cell, other[DIGIT] + 1)
        one, other = other, one
        if turn == 1:
            break
