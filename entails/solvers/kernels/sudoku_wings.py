"""Wings of four to seven cells (WXYZ-wings and larger), as in SukakuExplainer.

n cells that see each other have n + 1 candidates between them. A further cell has two of these candidates. One of the
two is linked: the further cell sees all its places. So the other digit is in that cell or in one of its places among
the n cells, and leaves every cell that sees all of these. If both are linked, the cells form a closed set, and all its
digits leave the cells that see their places.

The lowest rating wins, then the most removals, then doubly linked wings, then the largest cell, then the most
candidates (compared as text: 9 is more than 10), then the first one met.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import bit_count
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    LENGTH,
    LOWEST,
    PEER_MASKS,
    PEERS,
    RATING,
    TRIAL,
    BestHint,
    CandidateBoard,
    clear_hint,
    keep_trial,
    try_removing,
)


def _later_peers() -> I64:
    """Return the peers after each cell in SukakuExplainer's order: box, row, column; -1 ends the list."""
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
    """Return ten times the rating of a wing of this size whose largest cell has this many candidates."""
    if size == 4:
        return 56 if largest == 3 else 55
    if size == 5:
        return 64 if largest == 3 else 62 if largest == 5 else 63
    return 66 if size == 6 else 75


@kernel
def find_wing(board: CandidateBoard, size: int, hint: BestHint) -> None:
    """Find the best wing of `size` cells (4 to 7)."""
    clear_hint(hint)
    pairs, usable = np.zeros((2, 3), np.int64)
    for cell in range(81):
        count = COUNT[board.marks[cell]]
        pairs[cell // 27] |= int(count == 2) << cell % 27
        usable[cell // 27] |= int(2 <= count <= size) << cell % 27
    if pairs[0] | pairs[1] | pairs[2] == 0:
        return
    cells, turn, union = np.zeros((3, _MOST_CELLS), np.int64)
    near, sight = np.zeros((_MOST_CELLS, 3), np.int64), np.zeros((9, 3), np.int64)
    for first in range(81):
        if usable[first // 27] >> first % 27 & 1 == 0:
            continue
        cells[0], union[0] = first, board.marks[first]
        for band in range(3):
            near[0, band] = PEER_MASKS[first, band] & usable[band]
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
                try_wing(board, cells[: size - 1], mask, pairs, sight, hint)
    hint.score[LENGTH] = 0


@kernel
def next_cell(cells: I64, near: I64, turn: I64, depth: int) -> int:
    """Return the next cell to try; -1 if there is none.

    The second cell follows the order of the first one's peers. Further cells, which all earlier ones see, follow the
    order of the grid.
    """
    if depth == 1:
        turn[1] += 1
        return int(_LATER_PEERS[cells[0], turn[1] - 1])
    for band in range(turn[depth] // 27, 3):
        left = near[depth - 1, band]
        if band == turn[depth] // 27:
            left = left >> turn[depth] % 27 << turn[depth] % 27
        if left != 0:
            cell = 27 * band + bit_count((left & -left) - 1)
            turn[depth] = cell + 1
            return cell
    return -1


@kernel
def try_wing(board: CandidateBoard, cells: I64, union: int, pairs: I64, sight: I64, hint: BestHint) -> None:
    """Try these cells with every outside cell that sees one of them and has two of their candidates.

    `pairs` are the cells with two candidates, as three masks. `sight` is a working array.
    """
    largest, candidates, size = 0, 0, len(cells) + 1
    for cell in cells:
        largest = max(largest, COUNT[board.marks[cell]])
        candidates += COUNT[board.marks[cell]]
    rating = wing_rating(size, largest)
    if rating > hint.score[RATING]:
        return
    as_text = candidates if candidates > 9 else 10 * candidates
    noted = False
    for band in range(3):
        inside, around = 0, 0
        for cell in cells:
            around |= PEER_MASKS[cell, band]
            inside |= int(cell // 27 == band) << cell % 27
        left = pairs[band] & around & ~inside
        while left != 0:
            bit = left & -left
            left ^= bit
            pair = 27 * band + bit_count(bit - 1)
            mask = board.marks[pair]
            if mask & ~union != 0:
                continue
            if not noted:
                note_sight(board, cells, union, sight)
                noted = True
            low, high = int(LOWEST[mask]), int(LOWEST[mask & (mask - 1)])
            by_low, by_high = sight[low, band] & bit != 0, sight[high, band] & bit != 0
            doubly = False
            if by_low and by_high:
                others = union & ~mask
                while others != 0:
                    put_on_trial(board, sight[LOWEST[others]], pair, LOWEST[others], False, hint)
                    others &= others - 1
                outside_pair = hint.score[TRIAL]
                put_on_trial(board, sight[low], pair, low, True, hint)
                with_low = hint.score[TRIAL]
                put_on_trial(board, sight[high], pair, high, True, hint)
                doubly = outside_pair > 0 or (with_low > outside_pair and hint.score[TRIAL] > with_low)
            elif by_low:
                put_on_trial(board, sight[high], pair, high, True, hint)
            elif by_high:
                put_on_trial(board, sight[low], pair, low, True, hint)
            keep_trial(hint, rating, -int(hint.score[TRIAL]), -((10 * int(doubly) + largest) * 100 + as_text))


@kernel
def note_sight(board: CandidateBoard, cells: I64, union: int, sight: I64) -> None:
    """Write, for each digit of the cells, which outside cells see all its places among them."""
    left = union
    while left != 0:
        digit = LOWEST[left]
        left &= left - 1
        for band in range(3):
            seen = (1 << 27) - 1
            for cell in cells:
                if board.marks[cell] >> digit & 1:
                    seen &= PEER_MASKS[cell, band]
                seen &= ~(int(cell // 27 == band) << cell % 27)
            sight[digit, band] = seen


@kernel
def put_on_trial(board: CandidateBoard, sight: I64, pair: int, digit: int, with_pair: bool, hint: BestHint) -> None:
    """Put a digit on trial in all cells that see its places in the wing and, if `with_pair`, the pair cell."""
    for band in range(3):
        left = sight[band]
        if with_pair:
            left &= PEER_MASKS[pair, band]
        left &= ~(int(pair // 27 == band) << pair % 27)
        while left != 0:
            bit = left & -left
            left ^= bit
            try_removing(hint, board, 27 * band + bit_count(bit - 1), 1 << digit)
