"""Cycles and forcing chains of Sudoku Explainer: one line of "if this is, that is not; if that is not, this is".

Three passes: X follows units only, Y leaves cells of two candidates, XY takes all links. A chain that ends in the
opposite of its start settles the start; one that comes back to it is a cycle, of which one half is true.
"""

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_explainer_hint import (
    RATING,
    REMOVES,
    X_KIND,
    XY_KIND,
    Y_KIND,
    Hint,
    added_for,
    keep_score,
    keep_trial,
    no_hint,
    try_removing,
    would_be_best,
)
from clausal.solvers.kernels.sudoku_explainer_links import Links, link
from clausal.solvers.kernels.sudoku_steps import COUNT, I64, PEERS, Board

_CYCLE, _XY, _CHAIN = 65, 70, 66
_OFFS = 8000
"""No more nodes that are off are followed in one level of a cycle's search."""


@kernel
def find_unary(board: Board, links: Links, hint: Hint) -> None:
    """The best cycle or forcing chain. `places` must be up to date."""
    no_hint(hint)
    link(board, links)
    offs = np.empty((2, _OFFS), np.int64)
    for kind in (X_KIND, Y_KIND, XY_KIND):
        if kind == XY_KIND and hint.score[RATING] < _XY:
            return
        for cell in range(81):
            mask = board.marks[cell]
            if kind == Y_KIND and COUNT[mask] != 2:
                continue
            for digit in range(9):
                if mask >> digit & 1:
                    start = 9 * cell + digit
                    find_cycles(board, links, start, kind, offs, hint)
                    if kind != Y_KIND:
                        find_chain(links, start, 1, kind, hint)
                        find_chain(links, start, 0, kind, hint)


@kernel
def find_cycles(board: Board, links: Links, start: int, kind: int, offs: I64, hint: Hint) -> None:
    """Level by level: all nodes that are off, then all that are on. An on node knows the off node before it and the on
    node before that; an off node may be met again on another line."""
    base = _XY if kind == XY_KIND else _CYCLE
    before = np.full(729, -1, np.int64)
    via = np.full(729, -1, np.int64)
    here, there = np.empty(729, np.int64), np.empty(729, np.int64)
    here[0], size, length = start, 1, 0
    before[start] = start
    while size > 0:
        length += 2
        if not would_be_best(hint, base + added_for(length), length, kind):
            return
        count = 0
        for at in range(size):
            node = here[at]
            for turn in range(links.of_cell[node, 0] if kind == X_KIND else 0, links.until[node, 0]):
                off = links.weak[node, turn]
                back, known = node, False
                while back != start and not known:
                    known = via[back] == off
                    back = before[back]
                if not known and count < _OFFS:
                    offs[0, count], offs[1, count] = off, node
                    count += 1
        size = 0
        for at in range(count):
            off, node = offs[0, at], offs[1, at]
            first = links.of_cell[off, 1] if kind == X_KIND else 0
            for turn in range(first, links.of_cell[off, 1] if kind == Y_KIND else links.until[off, 1]):
                on = links.strong[off, turn]
                if on == start and length >= 4:
                    judge_cycle(board, start, off, node, before, via, base + added_for(length), length, kind, hint)
                if before[on] < 0:
                    before[on], via[on] = node, off
                    there[size] = on
                    size += 1
        here, there = there, here


@kernel
def judge_cycle(
    board: Board,
    start: int,
    off: int,
    node: int,
    before: I64,
    via: I64,
    rating: int,
    length: int,
    kind: int,
    hint: Hint,
) -> None:
    """What sees an on node and an off node of its digit goes, unless its cell is in the cycle."""
    if not would_be_best(hint, rating, length, kind):
        return
    inside = np.zeros(81, np.bool_)
    sees = np.zeros((2, 81), np.int64)
    on = node
    while True:
        for state in range(2):
            candidate = on if state == 1 else off
            inside[candidate // 9] = True
            for peer in PEERS[candidate // 9]:
                sees[state, peer] |= 1 << candidate % 9
        if on == start:
            break
        off = via[on]
        on = before[on]
    for cell in range(81):
        if not inside[cell]:
            try_removing(hint, board, cell, sees[0, cell] & sees[1, cell])
    keep_trial(hint, rating, length, kind)


@kernel
def find_chain(links: Links, start: int, state: int, kind: int, hint: Hint) -> None:
    """The shortest line from a candidate that is (state 1) or is not (0) to its opposite."""
    base = _XY if kind == XY_KIND else _CHAIN
    seen = np.zeros((2, 729), np.bool_)
    here, there = np.empty(729, np.int64), np.empty(729, np.int64)
    here[0], size, length, now = start, 1, 1, state
    seen[state, start] = True
    while size > 0:
        length += 1
        if not would_be_best(hint, base + added_for(length), length, kind):
            return
        count = 0
        for at in range(size):
            node = here[at]
            first = links.of_cell[node, 1 - now] if kind == X_KIND else 0
            for turn in range(first, links.until[node, 1 - now]):
                reached = links.weak[node, turn] if now == 1 else links.strong[node, turn]
                if reached == start and now == state:
                    placed = -1 if state == 1 else start
                    keep_score(hint, base + added_for(length), length, kind, placed)
                    if state == 1:
                        hint.score[REMOVES] = 1
                        hint.removes[0] = start
                    return
                if not seen[1 - now, reached]:
                    seen[1 - now, reached] = True
                    there[count] = reached
                    count += 1
        here, there = there, here
        size, now = count, 1 - now
