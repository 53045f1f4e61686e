"""Wings of four to seven cells, as SukakuExplainer looks for them: cells that see each other and have one candidate
more than they are, and a cell with two of these candidates. One of the two is linked: that cell sees all places of it,
so the other stands in that cell or among the places, and leaves whatever sees all of those. Where both are linked, the
cells are a closed set, and all their candidates leave what sees their places.

The least rating wins, then what rules out most, then doubly linked ones, then the largest cell, then the most
candidates (as a text: 9 is more than 10), then what is met first.
"""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_bands import ones
from clausal.solvers.kernels.sudoku_explainer_hint import (
    LENGTH,
    RATING,
    TRIAL,
    Hint,
    keep_trial,
    no_hint,
    try_removing,
)
from clausal.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEER_MASKS, PEERS, SEES, Board


def _later_peers() -> I64:
    """Of each cell the peers after it, in the order of SukakuExplainer: of its box, its row, its column; -1 ends."""
    later = np.full((81, 21), -1)
    for cell in range(81):
        row, column = cell // 9, cell % 9
        peers = [int(peer) for peer in PEERS[cell] if peer > cell]
        box = [peer for peer in peers if peer // 27 == row // 3 and peer % 9 // 3 == column // 3]
        lines = [peer for peer in peers if peer not in box and peer // 9 == row]
        lines += [peer for peer in peers if peer not in box and peer % 9 == column]
        later[cell, : len(peers)] = box + lines
    return later


_LATER_PEERS = _later_peers()
_MOST_CELLS = 6


@kernel
def wing_rating(size: int, largest: int) -> int:
    """Ten times the rating of a wing of so many cells whose largest has so many candidates."""
    if size == 4:
        return 56 if largest == 3 else 55
    if size == 5:
        return 64 if largest == 3 else 62 if largest == 5 else 63
    return 66 if size == 6 else 75


@kernel
def find_wing(board: Board, size: int, hint: Hint) -> None:
    """The best wing of `size` cells in all (4 to 7)."""
    no_hint(hint)
    pairs, count = np.zeros(81, np.int64), 0
    for cell in range(81):
        if COUNT[board.marks[cell]] == 2:
            pairs[count] = cell
            count += 1
    if count == 0:
        return
    cells, turn, union = np.zeros((3, _MOST_CELLS), np.int64)
    near = np.zeros((_MOST_CELLS, 3), np.int64)
    for first in range(81):
        if not 2 <= COUNT[board.marks[first]] <= size:
            continue
        cells[0], union[0] = first, board.marks[first]
        near[0] = PEER_MASKS[first]
        depth, turn[1] = 1, 0
        while depth > 0:
            cell = next_cell(cells, near, turn, depth)
            if cell < 0:
                depth -= 1
                continue
            mask = union[depth - 1] | board.marks[cell]
            if COUNT[board.marks[cell]] < 2 or COUNT[mask] > size:
                continue
            cells[depth], union[depth] = cell, mask
            if depth < size - 2:
                for band in range(3):
                    near[depth, band] = near[depth - 1, band] & PEER_MASKS[cell, band]
                depth += 1
                turn[depth] = cell + 1
            elif COUNT[mask] == size:
                try_wing(board, cells[: size - 1], mask, pairs[:count], hint)
    hint.score[LENGTH] = 0


@kernel
def next_cell(cells: I64, near: I64, turn: I64, depth: int) -> int:
    """The next cell to try, or -1: the second in the order of the first one's peers, every further one, which all
    before it see, in the order of the grid."""
    if depth == 1:
        turn[1] += 1
        return int(_LATER_PEERS[cells[0], turn[1] - 1])
    for band in range(turn[depth] // 27, 3):
        left = near[depth - 1, band]
        if band == turn[depth] // 27:
            left = left >> turn[depth] % 27 << turn[depth] % 27
        if left != 0:
            cell = 27 * band + ones((left & -left) - 1)
            turn[depth] = cell + 1
            return cell
    return -1


@kernel
def try_wing(board: Board, cells: I64, union: int, pairs: I64, hint: Hint) -> None:
    """Try these cells with every cell of two candidates that are among theirs."""
    largest, candidates, size = 0, 0, len(cells) + 1
    for cell in cells:
        largest = max(largest, COUNT[board.marks[cell]])
        candidates += COUNT[board.marks[cell]]
    rating = wing_rating(size, largest)
    if rating > hint.score[RATING]:
        return
    for pair in pairs:
        mask = board.marks[pair]
        if mask & ~union != 0 or not outside_and_near(cells, pair):
            continue
        low, high = int(LOWEST[mask]), int(LOWEST[mask & (mask - 1)])
        by_low, by_high = is_linked(board, cells, pair, low), is_linked(board, cells, pair, high)
        doubly = False
        if by_low and by_high:
            left = union & ~mask
            while left != 0:
                put_on_trial(board, cells, pair, int(LOWEST[left]), False, hint)
                left &= left - 1
            weak = hint.score[TRIAL]
            put_on_trial(board, cells, pair, low, True, hint)
            some = hint.score[TRIAL]
            put_on_trial(board, cells, pair, high, True, hint)
            doubly = weak > 0 or (some > weak and hint.score[TRIAL] > some)
        elif by_low:
            put_on_trial(board, cells, pair, high, True, hint)
        elif by_high:
            put_on_trial(board, cells, pair, low, True, hint)
        as_text = candidates if candidates > 9 else 10 * candidates
        keep_trial(hint, rating, -int(hint.score[TRIAL]), -((10 * int(doubly) + largest) * 100 + as_text))


@kernel
def outside_and_near(cells: I64, pair: int) -> bool:
    """Is a cell none of these, and does it see one?"""
    near = False
    for cell in cells:
        if cell == pair:
            return False
        near = near or SEES[cell, pair]
    return near


@kernel
def is_linked(board: Board, cells: I64, pair: int, digit: int) -> bool:
    """Does the cell with two candidates see all places of a digit among the cells?"""
    linked = True
    for cell in cells:
        linked = linked and (board.marks[cell] >> digit & 1 == 0 or SEES[cell, pair])
    return linked


@kernel
def put_on_trial(board: Board, cells: I64, pair: int, digit: int, with_pair: bool, hint: Hint) -> None:
    """A digit leaves what sees all its places among the cells, and the cell with two candidates where that counts."""
    for band in range(3):
        left = (1 << 27) - 1
        if with_pair:
            left = int(PEER_MASKS[pair, band])
        for cell in cells:
            if board.marks[cell] >> digit & 1:
                left &= PEER_MASKS[cell, band]
            if cell // 27 == band:
                left &= ~(1 << cell % 27)
        if pair // 27 == band:
            left &= ~(1 << pair % 27)
        while left != 0:
            bit = left & -left
            left ^= bit
            try_removing(hint, board, 27 * band + ones(bit - 1), 1 << digit)
