"""Cycles and forcing chains of Sudoku Explainer: one line of "if this is, that is not; if that is not, this is".

Three passes: X follows units only, Y leaves cells of two candidates, XY takes all links. A chain that ends in the
opposite of its start settles the start; one that comes back to it is a cycle, of which one half is true.
"""

from entails.solvers.kernels.jit import kernel, thorough_kernel
from entails.solvers.kernels.sudoku_bands import ones
from entails.solvers.kernels.sudoku_explainer_hint import (
    NO_RATING,
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
from entails.solvers.kernels.sudoku_explainer_links import OFFS, Links, link
from entails.solvers.kernels.sudoku_explainer_reach import (
    CYCLES,
    Reach,
    chain_length,
    end_strong,
    first_strong,
    may_cycle,
    note_lines,
    note_reach,
    number_open,
)
from entails.solvers.kernels.sudoku_steps import COUNT, LOWEST, PEER_MASKS, Board
from entails.solvers.kernels.sudoku_steps_links import places_in_band

_CYCLE, _XY, _CHAIN = 65, 70, 66
_LONGEST = 1460
"""Even, and more nodes than any chain has."""


@thorough_kernel
def find_unary(board: Board, links: Links, reach: Reach, most: int, hint: Hint) -> None:
    """The best cycle or forcing chain; or, if a rating (times ten) is given, all forcing chains of a pass up to that,
    the candidates that they rule out in `hint.removes`. `places` must be up to date."""
    no_hint(hint)
    link(board, links)
    number_open(board, reach)
    if most > 0:
        rule_out_all(board, links, reach, XY_KIND if most > _XY else X_KIND, most, hint)
        return
    for kind in (X_KIND, Y_KIND, XY_KIND):
        if kind == XY_KIND and hint.score[RATING] < _XY:
            return
        note_reach(links, reach, kind)
        note_lines(links, reach, kind)
        find_best(board, links, reach, kind, hint)


@kernel
def rule_out_all(board: Board, links: Links, reach: Reach, kind: int, most: int, hint: Hint) -> None:
    """All forcing chains of a pass up to a rating."""
    note_reach(links, reach, kind)
    note_lines(links, reach, kind)
    links.gone[:] = False
    longest = longest_up_to(_XY if kind == XY_KIND else _CHAIN, most, _LONGEST)
    for at in range(reach.size[0]):
        start = reach.open[at]
        bit = 1 << start % 9
        if reach.lines[at, 1] and chain_length(reach, start, 1, longest) <= longest:
            rule_out(board, links, start // 9, bit, hint)
        if reach.lines[at, 0] and chain_length(reach, start, 0, longest) <= longest:
            rule_out(board, links, start // 9, ~bit, hint)


@kernel
def find_best(board: Board, links: Links, reach: Reach, kind: int, hint: Hint) -> None:
    """The best hint of a pass. Of hints that are as good the first is wanted, candidate by candidate: cycles, then the
    chain from where it is, then from where it is not."""
    base, chain_base = (_XY, _XY) if kind == XY_KIND else (_CYCLE, _CHAIN)
    length, first, state = _LONGEST, -1, 0
    if kind != Y_KIND:
        length = longest_wanted(hint, chain_base, kind, _LONGEST) + 2
        for at in range(reach.size[0]):
            for now in (1, 0):
                if not reach.lines[at, now]:
                    continue
                found = chain_length(reach, reach.open[at], now, length - 2)
                if found < length:
                    length, first, state = found, at, now
    most = longest_wanted(hint, base, kind, _LONGEST)
    if first >= 0:  # a cycle before it may be as good
        most = min(most, longest_up_to(base, chain_base + added_for(length), length))
    for at in range(reach.size[0]):
        start = reach.open[at]
        begins = reach.lines[at, CYCLES] and most >= 4 and (kind != Y_KIND or COUNT[board.marks[start // 9]] == 2)
        if begins and may_cycle(links, reach, start, kind, most):
            find_cycles(board, links, reach, start, kind, most, hint)
            most = longest_wanted(hint, base, kind, most)
        if at == first and would_be_best(hint, chain_base + added_for(length), length, kind):
            keep_score(hint, chain_base + added_for(length), length, kind, -1 if state == 1 else start)
            if state == 1:
                hint.score[REMOVES] = 1
                hint.removes[0] = start
            most = longest_wanted(hint, base, kind, most)


@kernel
def longest_up_to(base: int, rating: int, length: int) -> int:
    """How many nodes a chain may have that is as good as one of this rating and length; 2 for none."""
    longest = 2
    while longest < _LONGEST:
        mine = base + added_for(longest + 2)
        if mine > rating or (mine == rating and longest + 2 > length):
            break
        longest += 2
    return longest


@kernel
def longest_wanted(hint: Hint, base: int, kind: int, most: int) -> int:
    """How many nodes a chain may have, up to `most`, to be better than the best hint so far; 2 for none."""
    if hint.score[RATING] == NO_RATING:
        return most
    longest = 2
    while longest < most and would_be_best(hint, base + added_for(longest + 2), longest + 2, kind):
        longest += 2
    return longest


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
def find_cycles(board: Board, links: Links, reach: Reach, start: int, kind: int, most: int, hint: Hint) -> None:
    """The cycles of up to `most` nodes. Level by level: all nodes that are off, then all that are on. An on node knows
    the off node before it and the on node before that; an off node may be met again on another line. Off nodes from
    which nothing follows are left out."""
    base = _XY if kind == XY_KIND else _CYCLE
    before, via, stamp, offs = links.before, links.via, links.stamp, links.offs
    here, there = links.queue[0], links.queue[1]
    links.mark[0] += 1
    mark = links.mark[0]
    here[0], size, length = start, 1, 0
    before[start], stamp[start] = start, mark
    while size > 0:
        length += 2
        if length > most or not would_be_best(hint, base + added_for(length), length, kind):
            return
        count = 0
        for at in range(size):
            node = here[at]
            for turn in range(reach.leads[reach.at[node]]):
                off = reach.ways[reach.at[node], turn]
                back, known = node, False
                while back != start and not known:
                    known = via[back] == off
                    back = before[back]
                if not known and count < OFFS:
                    offs[0, count], offs[1, count] = off, node
                    count += 1
        size = 0
        for at in range(count):
            off, node = offs[0, at], offs[1, at]
            for turn in range(first_strong(links, off, kind), end_strong(links, off, kind)):
                on = links.strong[off, turn]
                if on == start and length >= 4:
                    judge_cycle(board, links, start, off, node, base + added_for(length), length, kind, hint)
                if stamp[on] != mark:
                    before[on], via[on], stamp[on] = node, off, mark
                    there[size] = on
                    size += 1
        here, there = there, here


@kernel
def judge_cycle(
    board: Board, links: Links, start: int, off: int, node: int, rating: int, length: int, kind: int, hint: Hint
) -> None:
    """What sees an on node and an off node of its digit goes, unless its cell is in the cycle."""
    if not would_be_best(hint, rating, length, kind):
        return
    inside, sees = links.inside, links.sees
    inside[:] = 0
    touched, on = 0, node
    while True:
        for state in range(2):
            candidate = on if state == 1 else off
            cell, digit = candidate // 9, candidate % 9
            if touched >> digit & 1 == 0:
                touched |= 1 << digit
                sees[0, digit] = 0
                sees[1, digit] = 0
            inside[cell // 27] |= 1 << cell % 27
            for band in range(3):
                sees[state, digit, band] |= PEER_MASKS[cell, band]
        if on == start:
            break
        off = links.via[on]
        on = links.before[on]
    for band in range(3):
        some, left = 0, touched
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            sees[0, digit, band] &= sees[1, digit, band] & places_in_band(board, digit, band) & ~inside[band]
            some |= sees[0, digit, band]
        while some != 0:
            low = some & -some
            some ^= low
            both, left = 0, touched
            while left != 0:
                digit = LOWEST[left]
                left &= left - 1
                if sees[0, digit, band] & low != 0:
                    both |= 1 << digit
            try_removing(hint, board, 27 * band + ones(low - 1), both)
    keep_trial(hint, rating, length, kind)
