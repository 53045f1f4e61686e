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
def find_unary(board: Board, links: Links, most: int, hint: Hint) -> None:
    """The best cycle or forcing chain; or, if a rating (times ten) is given, all forcing chains of a pass up to that,
    the candidates that they rule out in `hint.removes`. `places` must be up to date."""
    no_hint(hint)
    link(board, links)
    links.gone[:] = False
    offs = np.empty((2, _OFFS), np.int64)
    for kind in (X_KIND, Y_KIND, XY_KIND):
        if kind == XY_KIND and hint.score[RATING] < _XY:
            return
        if most > 0 and kind != (XY_KIND if most > _XY else X_KIND):
            continue
        for cell in range(81):
            mask = board.marks[cell]
            if kind == Y_KIND and COUNT[mask] != 2:
                continue
            for digit in range(9):
                if mask >> digit & 1:
                    start = 9 * cell + digit
                    if most == 0:
                        find_cycles(board, links, start, kind, offs, hint)
                    if kind != Y_KIND:
                        find_chain(board, links, start, 1, kind, most, hint)
                        find_chain(board, links, start, 0, kind, most, hint)


@kernel
def is_wanted(hint: Hint, most: int, rating: int, length: int, kind: int) -> bool:
    return rating <= most if most > 0 else would_be_best(hint, rating, length, kind)


@kernel
def rule_out(board: Board, links: Links, cell: int, mask: int, hint: Hint) -> None:
    """One of all: note what is still there, once."""
    left = board.marks[cell] & mask
    for digit in range(9):
        if left >> digit & 1 and not links.gone[9 * cell + digit]:
            links.gone[9 * cell + digit] = True
            hint.removes[hint.score[REMOVES]] = 9 * cell + digit
            hint.score[REMOVES] += 1


@kernel
def find_cycles(board: Board, links: Links, start: int, kind: int, offs: I64, hint: Hint) -> None:
    """Level by level: all nodes that are off, then all that are on. An on node knows the off node before it and the on
    node before that; an off node may be met again on another line."""
    base = _XY if kind == XY_KIND else _CYCLE
    before, via, stamp = links.before, links.via, links.stamp[1]
    here, there = links.queue[0], links.queue[1]
    links.mark[0] += 1
    mark = links.mark[0]
    here[0], size, length = start, 1, 0
    before[start], stamp[start] = start, mark
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
                if stamp[on] != mark:
                    before[on], via[on], stamp[on] = node, off, mark
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
def find_chain(board: Board, links: Links, start: int, state: int, kind: int, most: int, hint: Hint) -> None:
    """The shortest line from a candidate that is (state 1) or is not (0) to its opposite."""
    base = _XY if kind == XY_KIND else _CHAIN
    stamp, here, there = links.stamp, links.queue[0], links.queue[1]
    links.mark[0] += 1
    mark = links.mark[0]
    here[0], size, length, now = start, 1, 1, state
    stamp[state, start] = mark
    while size > 0:
        length += 1
        if not is_wanted(hint, most, base + added_for(length), length, kind):
            return
        count = 0
        for at in range(size):
            node = here[at]
            first = links.of_cell[node, 1 - now] if kind == X_KIND else 0
            for turn in range(first, links.until[node, 1 - now]):
                reached = links.weak[node, turn] if now == 1 else links.strong[node, turn]
                if reached == start and now == state:
                    if most > 0:
                        bit = 1 << start % 9
                        rule_out(board, links, start // 9, bit if state == 1 else ~bit, hint)
                        return
                    placed = -1 if state == 1 else start
                    keep_score(hint, base + added_for(length), length, kind, placed)
                    if state == 1:
                        hint.score[REMOVES] = 1
                        hint.removes[0] = start
                    return
                if stamp[1 - now, reached] != mark:
                    stamp[1 - now, reached] = mark
                    there[count] = reached
                    count += 1
        here, there = there, here
        size, now = count, 1 - now
