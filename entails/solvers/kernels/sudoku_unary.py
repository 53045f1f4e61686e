"""Unary chains of Sudoku Explainer: cycles, and forcing chains without branches.

A chain alternates: if this candidate is true, that one is false; if that one is false, this one is true. Three passes
search the candidate graph. X follows the links of units only, Y the strong links of cells only, XY all links. A chain
from a candidate to its opposite decides the candidate. A chain that returns to its start is a cycle: either all its
nodes hold or all their opposites do.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, thorough_kernel
from entails.solvers.kernels.sudoku_bits import bit_count
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    LOWEST,
    NO_RATING,
    PEER_MASKS,
    RATING,
    REMOVES,
    X_KIND,
    XY_KIND,
    Y_KIND,
    BestHint,
    CandidateBoard,
    clear_hint,
    keep_score,
    keep_trial,
    length_tenths,
    places_in_band,
    try_removing,
    would_be_best,
)
from entails.solvers.kernels.sudoku_graph import CANDIDATES, CandidateGraph, link_as_explainer
from entails.solvers.kernels.sudoku_numbers import X_CHAIN_TENTHS, X_CYCLE_TENTHS, XY_TENTHS
from entails.solvers.kernels.sudoku_spread import (
    CYCLES,
    Reach,
    chain_length,
    end_strong,
    first_strong,
    may_cycle,
    note_chains,
    note_reach,
    number_open,
)

_LONGEST_UNARY = 1460
"""An even number that exceeds the nodes of any chain."""
_OFFS = 8000
"""Maximum number of off nodes that are followed in one level of the search for a cycle."""


class CycleSearch(NamedTuple):
    """Workspace of a search for cycles.

    Attributes:
        gone: The candidates that chains have removed.
        before: Per node that is on, the node that is on two links earlier.
        via: Per node that is on, the node that is off between the two.
        queue: The nodes that are on of this level and of the next one.
        stamp: Per node, the number of the search that reached it last.
        mark: The number of the current search.
        offs: The nodes that are off of this level, and the nodes that led to them.
        inside: The cells of a cycle, as three masks.
        sees: Per state and digit, the cells that see a node of the cycle.
    """

    gone: NDArray[np.bool_]
    before: I64
    via: I64
    queue: I64
    stamp: I64
    mark: I64
    offs: I64
    inside: I64
    sees: I64


def new_cycle_search() -> CycleSearch:
    """Allocate the arrays of a search for cycles."""
    gone, mark = np.zeros(CANDIDATES, np.bool_), np.zeros(1, np.int64)
    before, via, stamp = np.zeros((3, CANDIDATES), np.int64)
    queue, offs = np.zeros((2, CANDIDATES), np.int64), np.zeros((2, _OFFS), np.int64)
    inside, sees = np.zeros(3, np.int64), np.zeros((2, 9, 3), np.int64)
    return CycleSearch(gone, before, via, queue, stamp, mark, offs, inside, sees)


@thorough_kernel
def find_unary(
    board: CandidateBoard, graph: CandidateGraph, reach: Reach, search: CycleSearch, most: int, hint: BestHint
) -> None:
    """Find the best cycle or forcing chain, or the removals of all forcing chains up to a rating.

    If `most` (ten times a rating) is not 0, the removals of all forcing chains of a pass up to `most` go to
    `hint.removes`. `places` must be up to date.
    """
    clear_hint(hint)
    link_as_explainer(board, graph)
    number_open(board, reach)
    if most > 0:
        rule_out_all(board, graph, reach, search, XY_KIND if most > XY_TENTHS else X_KIND, most, hint)
        return
    for kind in (X_KIND, Y_KIND, XY_KIND):
        if kind == XY_KIND and hint.score[RATING] < XY_TENTHS:
            return
        note_reach(graph, reach, kind)
        note_chains(graph, reach, kind)
        find_best(board, graph, reach, search, kind, hint)


@kernel
def rule_out_all(
    board: CandidateBoard,
    graph: CandidateGraph,
    reach: Reach,
    search: CycleSearch,
    kind: int,
    most: int,
    hint: BestHint,
) -> None:
    """Collect the removals of all forcing chains of a pass, up to a rating."""
    note_reach(graph, reach, kind)
    note_chains(graph, reach, kind)
    search.gone[:] = False
    longest = longest_up_to(XY_TENTHS if kind == XY_KIND else X_CHAIN_TENTHS, most, _LONGEST_UNARY)
    for at in range(reach.size[0]):
        start = reach.open[at]
        bit = 1 << start % 9
        if reach.lines[at, 1] and chain_length(reach, start, 1, longest) <= longest:
            rule_out(board, search, start // 9, bit, hint)
        if reach.lines[at, 0] and chain_length(reach, start, 0, longest) <= longest:
            rule_out(board, search, start // 9, ~bit, hint)


@kernel
def find_best(
    board: CandidateBoard, graph: CandidateGraph, reach: Reach, search: CycleSearch, kind: int, hint: BestHint
) -> None:
    """Find the best hint of a pass.

    Of equal hints the first wins, candidate by candidate: cycles, then the chain from true, then the chain from false.
    """
    base, chain_base = (XY_TENTHS, XY_TENTHS) if kind == XY_KIND else (X_CYCLE_TENTHS, X_CHAIN_TENTHS)
    length, first, state = _LONGEST_UNARY, -1, 0
    if kind != Y_KIND:
        length = longest_better(hint, chain_base, kind, _LONGEST_UNARY) + 2
        for at in range(reach.size[0]):
            for tried_state in (1, 0):
                if not reach.lines[at, tried_state]:
                    continue
                nodes = chain_length(reach, reach.open[at], tried_state, length - 2)
                if nodes < length:
                    length, first, state = nodes, at, tried_state
    most = longest_better(hint, base, kind, _LONGEST_UNARY)
    if first >= 0:  # an earlier cycle may be as good
        most = min(most, longest_up_to(base, chain_base + length_tenths(length), length))
    for at in range(reach.size[0]):
        start = reach.open[at]
        begins = reach.lines[at, CYCLES] and most >= 4 and (kind != Y_KIND or COUNT[board.marks[start // 9]] == 2)
        if begins and may_cycle(graph, reach, start, kind, most):
            find_cycles(board, graph, reach, search, start, kind, most, hint)
            most = longest_better(hint, base, kind, most)
        if at == first and would_be_best(hint, chain_base + length_tenths(length), length, kind):
            keep_score(hint, chain_base + length_tenths(length), length, kind, -1 if state == 1 else start)
            if state == 1:
                hint.score[REMOVES] = 1
                hint.removes[0] = start
            most = longest_better(hint, base, kind, most)


@kernel
def longest_up_to(base: int, rating: int, length: int) -> int:
    """Return the length up to which a chain is at least as good as this rating and length; 2 if none is."""
    longest = 2
    while longest < _LONGEST_UNARY:
        mine = base + length_tenths(longest + 2)
        if mine > rating or (mine == rating and longest + 2 > length):
            break
        longest += 2
    return longest


@kernel
def longest_better(hint: BestHint, base: int, kind: int, most: int) -> int:
    """Return the length, at most `most`, up to which a chain beats the best hint; 2 if none does."""
    if hint.score[RATING] == NO_RATING:
        return most
    longest = 2
    while longest < most and would_be_best(hint, base + length_tenths(longest + 2), longest + 2, kind):
        longest += 2
    return longest


@kernel
def rule_out(board: CandidateBoard, search: CycleSearch, cell: int, mask: int, hint: BestHint) -> None:
    """Add those of these candidates that are still on the board to the removals, without duplicates."""
    left = board.marks[cell] & mask
    for digit in range(9):
        if left >> digit & 1 and not search.gone[9 * cell + digit]:
            search.gone[9 * cell + digit] = True
            hint.removes[hint.score[REMOVES]] = 9 * cell + digit
            hint.score[REMOVES] += 1


@kernel
def find_cycles(
    board: CandidateBoard,
    graph: CandidateGraph,
    reach: Reach,
    search: CycleSearch,
    start: int,
    kind: int,
    most: int,
    hint: BestHint,
) -> None:
    """Find the cycles of up to `most` nodes level by level, false nodes and true nodes alternating.

    A node that is on knows the nodes before it; one that is off may be met again on another line. Nodes that are off
    and lead nowhere are left out.
    """
    base = XY_TENTHS if kind == XY_KIND else X_CYCLE_TENTHS
    before, via, stamp, offs = search.before, search.via, search.stamp, search.offs
    here, there = search.queue[0], search.queue[1]
    mark, size, length = begin_cycles(search, start), 1, 0
    while size > 0:
        length += 2
        if length > most or not would_be_best(hint, base + length_tenths(length), length, kind):
            return
        count = follow_weak(reach, search, here, size, start)
        size = 0
        for at in range(count):
            off, node = offs[0, at], offs[1, at]
            for turn in range(first_strong(graph, off, kind), end_strong(graph, off, kind)):
                on = graph.strong[off, turn]
                if on == start and length >= 4:
                    judge_cycle(board, search, start, off, node, base + length_tenths(length), length, kind, hint)
                if stamp[on] != mark:
                    before[on], via[on], stamp[on] = node, off, mark
                    there[size] = on
                    size += 1
        here, there = there, here


@kernel
def begin_cycles(search: CycleSearch, start: int) -> int:
    """Begin a search for cycles from a node that is on; return its number."""
    search.mark[0] += 1
    search.queue[0, 0] = start
    search.before[start], search.stamp[start] = start, search.mark[0]
    return int(search.mark[0])


@kernel
def follow_weak(reach: Reach, search: CycleSearch, here: I64, size: int, start: int) -> int:
    """Write the nodes that are off after those of a level, with the nodes that led to them; return their number."""
    before, via, offs = search.before, search.via, search.offs
    count = 0
    for at in range(size):
        node = here[at]
        for turn in range(reach.exit_counts[reach.position[node]]):
            off = reach.exits[reach.position[node], turn]
            back, known = node, False
            while back != start and not known:
                known = via[back] == off
                back = before[back]
            if not known and count < _OFFS:
                offs[0, count], offs[1, count] = off, node
                count += 1
    return count


@kernel
def judge_cycle(
    board: CandidateBoard,
    search: CycleSearch,
    start: int,
    off: int,
    node: int,
    rating: int,
    length: int,
    kind: int,
    hint: BestHint,
) -> None:
    """Try a cycle: remove candidates outside it that see both a true and a false node of their digit."""
    if not would_be_best(hint, rating, length, kind):
        return
    inside, sees = search.inside, search.sees
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
        off = search.via[on]
        on = search.before[on]
    for band in range(3):
        touched_cells, left = 0, touched
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            sees[0, digit, band] &= sees[1, digit, band] & places_in_band(board, digit, band) & ~inside[band]
            touched_cells |= sees[0, digit, band]
        while touched_cells != 0:
            low = touched_cells & -touched_cells
            touched_cells ^= low
            both, left = 0, touched
            while left != 0:
                digit = LOWEST[left]
                left &= left - 1
                if sees[0, digit, band] & low != 0:
                    both |= 1 << digit
            try_removing(hint, board, 27 * band + bit_count(low - 1), both)
    keep_trial(hint, rating, length, kind)
