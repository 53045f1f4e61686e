"""Inner chains: forcing chains on the board that an outer forcing chain leaves.

When links and patterns of an outer spread end, chains are searched on its board. For each node that a chain proves,
`InnerChains` keeps the best one: the lowest rating, then the fewest nodes, the simplest kind, and the one that Sudoku
Explainer finds first. The outer spread continues with their removals. Their parents are the reasons of the chain: the
candidates erased by the outer spread from each cell or unit in which a node of the chain is the last.

Two chains are the same if they have the same nodes in the same order, from each end back to the start.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    KIND,
    LENGTH,
    LOWEST,
    NO_RATING,
    RATING,
    REMOVES,
    UNIT_CELLS,
    UNITS_OF,
    X_KIND,
    XY_KIND,
    Y_KIND,
    BestHint,
    CandidateBoard,
    clear_hint,
    length_tenths,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_graph import WEAK, CandidateGraph, link_as_explainer
from entails.solvers.kernels.sudoku_numbers import X_CHAIN_TENTHS, X_CYCLE_TENTHS, XY_TENTHS
from entails.solvers.kernels.sudoku_spread import (
    CYCLES,
    IN_CELL,
    Reach,
    Spreads,
    add_node,
    add_parent,
    begin_link,
    end_strong,
    first_strong,
    first_weak,
    may_cycle,
    note_chains,
    note_reach,
    number_open,
)
from entails.solvers.kernels.sudoku_unary import CycleSearch, begin_cycles, follow_weak, judge_cycle, longest_up_to

CHAIN_RATING, CHAIN_LENGTH, CHAIN_KIND, CHAIN_TURN, CHAIN_IDENTITY = range(5)
_LONGEST = 1 << 20
_END = 1458
"""Marks the end of a line of nodes in an identity."""
NO_ORIGIN = 27
"""Instead of a unit: the chain does not compare the candidates of a cell or the places of a unit."""


class InnerChains(NamedTuple):
    """The best inner chain that leads to each node.

    Attributes:
        head: Per node, rating, length, kind, place in the order of discovery, and identity of its best chain.
        reasons: Per node, the erased candidates on which the chain rests.
        before: Per node, the node before it in a search.
        queue: The nodes of a search.
        seen: Per node, the number of the search that saw it last.
        mark: The number of the current search.
        kept: How many chains were kept since the last clearing.
    """

    head: I64
    reasons: NDArray[np.bool_]
    before: I64
    queue: I64
    seen: I64
    mark: I64
    kept: I64


def new_inner_chains() -> InnerChains:
    """Allocate the arrays for the inner chains of one spread."""
    head, reasons = np.zeros((1458, 5), np.int64), np.zeros((1458, 729), np.bool_)
    before, queue, seen = np.zeros((3, 1458), np.int64)
    return InnerChains(head, reasons, before, queue, seen, np.zeros(1, np.int64), np.zeros(1, np.int64))


@kernel
def clear_chains(inner: InnerChains) -> None:
    inner.head[:, CHAIN_RATING] = NO_RATING
    inner.kept[0] = 0


@kernel
def is_better(inner: InnerChains, node: int, rating: int, length: int, kind: int, turn: int) -> bool:
    head = inner.head[node]
    if rating != head[CHAIN_RATING]:
        return bool(rating < head[CHAIN_RATING])
    if length != head[CHAIN_LENGTH]:
        return bool(length < head[CHAIN_LENGTH])
    if kind != head[CHAIN_KIND]:
        return bool(kind < head[CHAIN_KIND])
    return bool(turn < head[CHAIN_TURN])


@kernel
def keep_inner_chain(inner: InnerChains, node: int, rating: int, length: int, kind: int, turn: int) -> None:
    """Keep a chain to a node. Its reasons and nodes are still to be noted."""
    head = inner.head[node]
    head[CHAIN_RATING], head[CHAIN_LENGTH], head[CHAIN_KIND], head[CHAIN_TURN] = rating, length, kind, turn
    head[CHAIN_IDENTITY] = 1
    inner.kept[0] += 1
    inner.reasons[node] = False


@kernel
def next_turn(inner: InnerChains, first: int) -> int:
    """Return a place in the order of discovery: after all so far with the same number in `first`."""
    return first << 30 | int(inner.kept[0])


@kernel
def note_node(inner: InnerChains, target: int, node: int) -> None:
    """Add a node to the identity of the chain to `target`."""
    identity = inner.head[target, CHAIN_IDENTITY]
    high = ((identity >> 31) * 65599 + node) % 2147483647
    low = ((identity & 2147483647) * 31337 + 7 * node + 1) % 2147483629
    inner.head[target, CHAIN_IDENTITY] = high << 31 | low


@kernel
def note_cell(inner: InnerChains, target: int, board: CandidateBoard, work: CandidateBoard, cell: int) -> None:
    """Note the candidates erased from a cell as reasons."""
    gone = board.marks[cell] & ~work.marks[cell]
    while gone != 0:
        inner.reasons[target, 9 * cell + LOWEST[gone]] = True
        gone &= gone - 1


@kernel
def note_unit(
    inner: InnerChains, target: int, board: CandidateBoard, work: CandidateBoard, unit: int, digit: int
) -> None:
    """Note the places of a digit erased from a unit as reasons."""
    gone = board.places[unit, digit] & ~work.places[unit, digit]
    while gone != 0:
        inner.reasons[target, 9 * UNIT_CELLS[unit, LOWEST[gone]] + digit] = True
        gone &= gone - 1


@kernel
def note_link(
    inner: InnerChains, target: int, board: CandidateBoard, work: CandidateBoard, left: int, right: int, places: int
) -> None:
    """Note the reasons of a link: of its cell, or of the first shared unit with at most so many places."""
    cell, digit = left // 9, left % 9
    if cell == right // 9:
        note_cell(inner, target, board, work, cell)
        return
    for view in VIEWS:
        unit = UNITS_OF[cell, view]
        if UNITS_OF[right // 9, view] == unit and COUNT[work.places[unit, digit]] <= places:
            note_unit(inner, target, board, work, unit, digit)
            return


@kernel
def note_line(
    inner: InnerChains,
    target: int,
    board: CandidateBoard,
    work: CandidateBoard,
    spreads: Spreads,
    row: int,
    node: int,
    at: int,
    origin: int,
) -> None:
    """Note the reasons and the nodes of one line of a chain: a node of a spread and all its ancestors.

    `origin` is the unit of the places that are compared; -1 if candidates of a cell are compared, else NO_ORIGIN.
    """
    inner.mark[0] += 1
    mark, done, size = inner.mark[0], 0, 0
    inner.seen[node] = mark
    while True:
        note_node(inner, target, node)
        if node & 1:
            cell, digit = node // 18, node // 2 % 9
            cause = spreads.cause[row, node // 2]
            if spreads.parents[at] == 0:
                if origin < 0:
                    note_cell(inner, target, board, work, cell)
                elif origin != NO_ORIGIN:
                    note_unit(inner, target, board, work, origin, digit)
            elif cause == IN_CELL:
                note_cell(inner, target, board, work, cell)
            else:
                note_unit(inner, target, board, work, UNITS_OF[cell, cause], digit)
        for turn in range(spreads.parents[at]):
            parent = spreads.parents[at + 1 + turn]
            if inner.seen[parent] != mark:
                inner.seen[parent] = mark
                inner.queue[size] = parent
                size += 1
        if done == size:
            note_node(inner, target, _END)
            return
        node = inner.queue[done]
        done += 1
        at = spreads.link[row, node]


@kernel
def chain_to_opposite(graph: CandidateGraph, inner: InnerChains, start: int, kind: int) -> int:
    """Find the first chain from a node to its negation, in `before`; return its number of nodes, or 0."""
    before, queue = inner.before, inner.queue
    before[:] = -1
    before[start] = start
    queue[0], done, size = start, 0, 1
    while done < size:
        node = queue[done]
        done += 1
        candidate = node // 2
        if node & 1:
            for turn in range(first_weak(graph, candidate, kind), graph.counts[candidate, WEAK]):
                to = 2 * graph.weak[candidate, turn]
                if before[to] < 0:
                    before[to] = node
                    queue[size] = to
                    size += 1
        else:
            for turn in range(first_strong(graph, candidate, kind), end_strong(graph, candidate, kind)):
                to = 2 * graph.strong[candidate, turn] + 1
                if before[to] < 0:
                    before[to] = node
                    queue[size] = to
                    size += 1
        if before[start ^ 1] >= 0:
            length, back = 1, start ^ 1
            while back != start:
                back = before[back]
                length += 1
            return length
    return 0


@kernel
def find_inner_unary(
    board: CandidateBoard,
    work: CandidateBoard,
    graph: CandidateGraph,
    reach: Reach,
    search: CycleSearch,
    inner: InnerChains,
    hint: BestHint,
) -> None:
    """Find unary forcing chains and cycles by links of units, by strong links of cells (cycles only), by all links."""
    link_as_explainer(work, graph)
    number_open(work, reach)
    for kind in (X_KIND, XY_KIND):
        note_reach(graph, reach, kind)
        note_chains(graph, reach, kind)
        for at in range(reach.size[0]):
            for state in (1, 0):
                if not reach.lines[at, state]:
                    continue
                start = 2 * reach.open[at] + state
                length = chain_to_opposite(graph, inner, start, kind)
                rating = (X_CHAIN_TENTHS if kind == X_KIND else XY_TENTHS) + length_tenths(length)
                node, turn = start ^ 1, next_turn(inner, 3 * reach.open[at] + 2 - state)
                if length == 0 or not is_better(inner, node, rating, length, kind, turn):
                    continue
                keep_inner_chain(inner, node, rating, length, kind, turn)
                back = node
                while back != start:
                    note_node(inner, node, back)
                    if back & 1:
                        note_link(inner, node, board, work, back // 2, inner.before[back] // 2, 2)
                    back = inner.before[back]
                note_node(inner, node, _END)
    worst = 0  # a cycle is no use beyond the rating of the worst chain: chains cover the removals of all cycles
    for node in range(1458):
        if inner.head[node, CHAIN_RATING] != NO_RATING:
            worst = max(worst, inner.head[node, CHAIN_RATING])
    for kind in (X_KIND, Y_KIND, XY_KIND):
        base = XY_TENTHS if kind == XY_KIND else X_CYCLE_TENTHS
        most = longest_up_to(base, worst, _LONGEST)
        if worst >= base:
            note_reach(graph, reach, kind)
            note_chains(graph, reach, kind)
            for at in range(reach.size[0]):
                start = reach.open[at]
                begins = reach.lines[at, CYCLES] and (kind != Y_KIND or COUNT[work.marks[start // 9]] == 2)
                if begins and may_cycle(graph, reach, start, kind, most):
                    find_inner_cycles(board, work, graph, reach, search, start, kind, base, most, inner, hint)


@kernel
def find_inner_cycles(
    board: CandidateBoard,
    work: CandidateBoard,
    graph: CandidateGraph,
    reach: Reach,
    search: CycleSearch,
    start: int,
    kind: int,
    base: int,
    most: int,
    inner: InnerChains,
    hint: BestHint,
) -> None:
    """Keep every cycle from a node, of up to `most` nodes, for the removals that it proves best."""
    before, via, stamp, offs = search.before, search.via, search.stamp, search.offs
    here, there = search.queue[0], search.queue[1]
    mark, size = begin_cycles(search, start), 1
    for length in range(2, most + 1, 2):
        count = follow_weak(reach, search, here, size, start)
        size = 0
        for at in range(count):
            off, node = offs[0, at], offs[1, at]
            for turn in range(first_strong(graph, off, kind), end_strong(graph, off, kind)):
                on = graph.strong[off, turn]
                if on == start and length >= 4:
                    clear_hint(hint)
                    judge_cycle(work, search, start, off, node, base + length_tenths(length), length, kind, hint)
                    keep_inner_cycle(board, work, search, start, off, node, inner, hint)
                if stamp[on] != mark:
                    before[on], via[on], stamp[on] = node, off, mark
                    there[size] = on
                    size += 1
        if size == 0:
            return
        here, there = there, here


@kernel
def keep_inner_cycle(
    board: CandidateBoard,
    work: CandidateBoard,
    search: CycleSearch,
    start: int,
    off: int,
    node: int,
    inner: InnerChains,
    hint: BestHint,
) -> None:
    """Keep a cycle for its removals. It is read in both directions: its weak links have reasons too."""
    rating, length, kind = hint.score[RATING], hint.score[LENGTH], hint.score[KIND]
    for at in range(hint.score[REMOVES]):
        gone, turn = 2 * hint.removes[at], next_turn(inner, 3 * start)
        if not is_better(inner, gone, rating, length, kind, turn):
            continue
        keep_inner_chain(inner, gone, rating, length, kind, turn)
        on, last, back = start, off, node
        while True:
            note_node(inner, gone, 2 * on + 1)
            note_node(inner, gone, 2 * last)
            note_link(inner, gone, board, work, on, last, 2)
            note_link(inner, gone, board, work, last, back, 9)
            if back == start:
                break
            on, last, back = back, search.via[back], search.before[back]
        note_node(inner, gone, _END)
        note_node(inner, gone, _END)


@kernel
def add_inner_chains(
    spreads: Spreads, row: int, work: CandidateBoard, inner: InnerChains, by: I64, lengths: I64
) -> int:
    """Add the removals of inner chains to a spread, best chain first; return the number of added nodes.

    Of chains with equal removals only the best counts; it needs reasons. `by[row, node]` and `lengths[row, node]` are
    set to the identity and the length of the chain.
    """
    before = spreads.size[row, 0]
    order = np.zeros(1458, np.int64)
    count, decided = 0, np.zeros(1458, np.bool_)
    for node in range(1458):
        if inner.head[node, CHAIN_RATING] != NO_RATING:
            place = count
            while place > 0 and precedes(inner, node, order[place - 1]):
                order[place] = order[place - 1]
                place -= 1
            order[place] = node
            count += 1
    for turn in range(count):
        node = order[turn]
        reasons = inner.reasons[node]
        cell, digit = node // 18, node // 2 % 9
        gone = work.marks[cell] & (~(1 << digit) if node & 1 else 1 << digit)
        if COUNT[gone] == 1:
            single = 2 * (9 * cell + LOWEST[gone])
            if decided[single]:
                continue
            decided[single] = True
        if not np.any(reasons):
            continue
        while gone != 0:
            off = 2 * (9 * cell + LOWEST[gone])
            gone &= gone - 1
            if spreads.link[row, off] >= 0:
                continue
            at = begin_link(spreads)
            for reason in range(729):
                if reasons[reason]:
                    add_parent(spreads, at, 2 * reason)
            add_node(spreads, row, off, at)
            by[row, off], lengths[row, off] = inner.head[node, CHAIN_IDENTITY], inner.head[node, CHAIN_LENGTH]
    return int(spreads.size[row, 0] - before)


@kernel
def precedes(inner: InnerChains, node: int, later: int) -> bool:
    head = inner.head[node]
    return is_better(inner, later, head[CHAIN_RATING], head[CHAIN_LENGTH], head[CHAIN_KIND], head[CHAIN_TURN])
