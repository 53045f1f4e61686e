"""Aligned exclusion, as Sudoku Explainer looks for it: two (or three) cells, and every way to fill them. A way falls if
it puts a digit twice into cells that see each other, or takes all candidates of a cell that sees all of them. A digit
that no way is left for goes."""

import numpy as np
from numpy.typing import NDArray

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_explainer_hint import (
    NO_RATING,
    NOTHING,
    RATING,
    Hint,
    keep_trial,
    no_hint,
    rest_on,
    try_removing,
)
from clausal.solvers.kernels.sudoku_pattern_web import PEER_MASKS
from clausal.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEERS, SEES, Board


@kernel
def excluded(board: Board, cells: I64, excluders: I64, hint: Hint) -> None:
    """Put on trial what no way to fill the cells is left for."""
    third = cells[2] if len(cells) > 2 else cells[0]
    triple = len(cells) > 2
    left_one, left_other, left_third = 0, 0, 0
    rest_one = board.marks[cells[0]]
    while rest_one != 0:
        one = rest_one & -rest_one
        rest_one ^= one
        rest_other = board.marks[cells[1]]
        while rest_other != 0:
            other = rest_other & -rest_other
            rest_other ^= other
            if one == other and SEES[cells[0], cells[1]]:
                continue
            rest_third = board.marks[third] if triple else one
            while rest_third != 0:
                last = rest_third & -rest_third
                rest_third ^= last
                if triple and ((one == last and SEES[cells[0], third]) or (other == last and SEES[cells[1], third])):
                    continue
                taken, open_way = one | other | last, True
                for cell in excluders:
                    if board.marks[cell] & ~taken == 0:
                        open_way = False
                        break
                if open_way:
                    left_one |= one
                    left_other |= other
                    left_third |= last
    try_removing(hint, board, cells[0], ~left_one)
    try_removing(hint, board, cells[1], ~left_other)
    if triple:
        try_removing(hint, board, third, ~left_third)


@kernel
def find_aligned(board: Board, size: int, hint: Hint) -> None:
    """The first exclusion of two cells (6.2) or three (7.5)."""
    no_hint(hint)
    excludes = np.zeros(81, np.bool_)
    base = np.zeros(81, np.bool_)
    for cell in range(81):
        excludes[cell] = 2 <= COUNT[board.marks[cell]] <= size
    for cell in range(81):
        if COUNT[board.marks[cell]] >= 2:
            for peer in PEERS[cell]:
                if excludes[peer]:
                    base[cell] = True
    masks = np.zeros(3, np.int64)
    for cell in range(81):
        masks[cell // 27] |= excludes[cell] << (cell % 27)
    cells = np.zeros(size, np.int64)
    common = np.zeros(81, np.int64)
    both = np.zeros(3, np.int64)
    for second in np.flatnonzero(base):
        for first in np.flatnonzero(base[:second]):
            for band in range(3):
                both[band] = PEER_MASKS[first, band] & PEER_MASKS[second, band] & masks[band]
            if not at_least_two(both[0], both[1], both[2]):
                continue
            cells[0], cells[1] = first, second
            if size == 2:
                try_cells(board, cells, excludes, common, hint)
                if hint.score[RATING] != NO_RATING:
                    return
            else:
                for third in range(81):
                    near = SEES[first, third] or SEES[second, third]
                    if near and base[third] and excludes[third] and third != first and third != second:
                        seen = PEER_MASKS[third]
                        if not at_least_two(both[0] & seen[0], both[1] & seen[1], both[2] & seen[2]):
                            continue
                        cells[2] = third
                        try_cells(board, cells, excludes, common, hint)
                        if hint.score[RATING] != NO_RATING:
                            return


@kernel
def at_least_two(one: int, two: int, three: int) -> bool:
    """Have three masks two bits between them?"""
    if one & (one - 1) or two & (two - 1) or three & (three - 1):
        return True
    return int(one != 0) + int(two != 0) + int(three != 0) >= 2


@kernel
def shared_excluders(cells: I64, excludes: NDArray[np.bool_], common: I64) -> int:
    count = 0
    for cell in PEERS[cells[0]]:
        if excludes[cell]:
            seen = True
            for other in cells[1:]:
                seen = seen and SEES[cell, other]
            if seen:
                common[count] = cell
                count += 1
    return count


@kernel
def try_cells(board: Board, cells: I64, excludes: NDArray[np.bool_], common: I64, hint: Hint) -> None:
    count = shared_excluders(cells, excludes, common)
    if count >= 2:
        excluded(board, cells, common[:count], hint)
        if keep_trial(hint, 62 if len(cells) == 2 else 75, 0, 0):
            for part in (cells, common[:count]):
                for cell in part:
                    rest_on(hint, 9 * cell + LOWEST[board.marks[cell]])
                rest_on(hint, NOTHING)
