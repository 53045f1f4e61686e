"""Chains nested in forcing chains (levels 2 to 4 of Sudoku Explainer).

When links and patterns of an outer spread end, inner chains are searched on what is left of its board: unary chains, or
multiple and dynamic forcing chains. For each node that an inner chain proves, `InnerChains` keeps the best chain: the
lowest rating, then the fewest nodes, then the simplest kind. A chain is usable if it rests on candidates that the outer
spread has erased, its reasons.

The length of an outer chain includes the nodes of each distinct inner chain once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    CELL_KIND,
    CONTRADICTION_KIND,
    COUNT,
    DOUBLE,
    I64,
    KIND,
    LENGTH,
    LOWEST,
    NO_RATING,
    RATING,
    REGION_KIND,
    REMOVES,
    UNIT_CELLS,
    UNITS_OF,
    X_KIND,
    XY_KIND,
    Y_KIND,
    BestHint,
    CandidateBoard,
    add_hint_evidence,
    clear_hint,
    length_tenths,
    would_be_best,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_forcing import keep_target, longest_wanted, spread, spread_from
from entails.solvers.kernels.sudoku_graph import WEAK, CandidateGraph, link_as_explainer
from entails.solvers.kernels.sudoku_numbers import (
    DYNAMIC_TENTHS,
    MULTIPLE_TENTHS,
    X_CHAIN_TENTHS,
    X_CYCLE_TENTHS,
    XY_TENTHS,
)
from entails.solvers.kernels.sudoku_spread import (
    CYCLES,
    OFF_ROW,
    STATIC,
    Reach,
    Spreads,
    add_node,
    add_parent,
    ancestors,
    begin_link,
    clash_length,
    clear_if_full,
    clear_spreads,
    end_strong,
    first_strong,
    first_weak,
    have_common,
    may_cycle,
    note_chains,
    note_reach,
    note_reached,
    number_open,
)
from entails.solvers.kernels.sudoku_unary import CycleSearch, begin_cycles, follow_weak, judge_cycle, longest_up_to

CHAIN_RATING, CHAIN_LENGTH, CHAIN_KIND, CHAIN_START = range(4)
_CYCLE = 6
"""Number of nodes beyond which a cycle by all links is longer than each chain through it."""


class InnerChains(NamedTuple):
    """The best inner chain that leads to each node.

    Attributes:
        head: Per node, rating, length, kind and start of its best chain; -1 - the first candidate of a cycle.
        reasons: Per node, the erased candidates on which the chain rests.
        before: Per node, the node before it in a search.
        queue: The nodes of a search.
        seen: Per node, the number of the search that saw it last.
        mark: The number of the current search.
    """

    head: I64
    reasons: NDArray[np.bool_]
    before: I64
    queue: I64
    seen: I64
    mark: I64


def new_inner_chains() -> InnerChains:
    """Allocate the arrays for the inner chains of one spread."""
    head, reasons = np.zeros((1458, 4), np.int64), np.zeros((1458, 729), np.bool_)
    before, queue, seen = np.zeros((3, 1458), np.int64)
    return InnerChains(head, reasons, before, queue, seen, np.zeros(1, np.int64))


@kernel
def clear_chains(inner: InnerChains) -> None:
    inner.head[:, CHAIN_RATING] = NO_RATING


@kernel
def is_better(inner: InnerChains, node: int, rating: int, length: int, kind: int) -> bool:
    head = inner.head[node]
    if rating != head[CHAIN_RATING]:
        return bool(rating < head[CHAIN_RATING])
    if length != head[CHAIN_LENGTH]:
        return bool(length < head[CHAIN_LENGTH])
    return bool(kind < head[CHAIN_KIND])


@kernel
def keep_inner_chain(inner: InnerChains, node: int, rating: int, length: int, kind: int, start: int) -> None:
    head = inner.head[node]
    head[CHAIN_RATING], head[CHAIN_LENGTH], head[CHAIN_KIND], head[CHAIN_START] = rating, length, kind, start
    inner.reasons[node] = False


@kernel
def note_reason(inner: InnerChains, node: int, board: CandidateBoard, work: CandidateBoard, off: int, on: int) -> None:
    """Record why `on` follows from `off`: the candidates erased from the cell, or from the unit for the digit."""
    reasons = inner.reasons[node]
    cell, digit = on // 9, on % 9
    if off // 9 == cell:
        gone = board.marks[cell] & ~work.marks[cell]
        while gone != 0:
            reasons[9 * cell + LOWEST[gone]] = True
            gone &= gone - 1
        return
    for turn in range(3):
        unit = UNITS_OF[cell, VIEWS[turn]]
        if UNITS_OF[off // 9, VIEWS[turn]] == unit and COUNT[work.places[unit, digit]] <= 2:
            break
    else:
        turn = 0 if UNITS_OF[off // 9, VIEWS[0]] == UNITS_OF[cell, VIEWS[0]] else 1
        turn = turn if UNITS_OF[off // 9, VIEWS[turn]] == UNITS_OF[cell, VIEWS[turn]] else 2
        unit = UNITS_OF[cell, VIEWS[turn]]
    gone = board.places[unit, digit] & ~work.places[unit, digit]
    while gone != 0:
        reasons[9 * UNIT_CELLS[unit, LOWEST[gone]] + digit] = True
        gone &= gone - 1


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
                node = start ^ 1
                if length == 0 or not is_better(inner, node, rating, length, kind):
                    continue
                keep_inner_chain(inner, node, rating, length, kind, start)
                back = node
                while back != start:
                    if back & 1:
                        note_reason(inner, node, board, work, inner.before[back] // 2, back // 2)
                    back = inner.before[back]
    worst = 0  # a cycle is no use beyond the rating of the worst chain: chains cover the removals of all cycles
    for node in range(1458):
        if inner.head[node, CHAIN_RATING] != NO_RATING:
            worst = max(worst, inner.head[node, CHAIN_RATING])
    for kind in (X_KIND, Y_KIND, XY_KIND):
        base = XY_TENTHS if kind == XY_KIND else X_CYCLE_TENTHS
        most = _CYCLE if kind == XY_KIND else longest_up_to(base, worst, _LONGEST)
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
    """Keep a cycle for its removals. Of a chain and a cycle that are equally good, the one that begins first wins."""
    rating, length, kind = hint.score[RATING], hint.score[LENGTH], hint.score[KIND]
    for at in range(hint.score[REMOVES]):
        gone = 2 * hint.removes[at]
        head = inner.head[gone]
        equal = head[CHAIN_RATING] == rating and head[CHAIN_LENGTH] == length and head[CHAIN_KIND] == kind
        earlier = equal and head[CHAIN_START] >= 0 and start < head[CHAIN_START] // 2
        if not earlier and not is_better(inner, gone, rating, length, kind):
            continue
        keep_inner_chain(inner, gone, rating, length, kind, -1 - start)
        note_reason(inner, gone, board, work, off, start)
        on = node
        while on != start:
            note_reason(inner, gone, board, work, search.via[on], on)
            on = search.before[on]


@kernel
def add_inner_chains(
    spreads: Spreads, row: int, work: CandidateBoard, inner: InnerChains, order: I64, by: I64, numbers: I64
) -> int:
    """Add the removals of inner chains to a spread, best chain first; return the number of added nodes.

    `by[row, node]` is set to the number of the chain, from `numbers`.
    """
    before = spreads.size[row, 0]
    for turn in range(len(order)):
        node = order[turn]
        reasons = inner.reasons[node]
        cell, digit = node // 18, node // 2 % 9
        gone = work.marks[cell] & (~(1 << digit) if node & 1 else 1 << digit)
        while gone != 0:
            candidate = 9 * cell + LOWEST[gone]
            gone &= gone - 1
            if spreads.link[row, 2 * candidate] >= 0:
                continue
            at = begin_link(spreads)
            for reason in range(729):
                if reasons[reason]:
                    add_parent(spreads, at, 2 * reason)
            add_node(spreads, row, 2 * candidate, at)
            by[row, 2 * candidate] = numbers[turn]
    return int(spreads.size[row, 0] - before)


_KNOWN, _LINK = 0, 2
CHAINS = 400_000
"""Maximum number of inner chains that are distinguished."""


class ChainNumbers(NamedTuple):
    """The inner chains by which outer spreads reach their nodes.

    Attributes:
        by: Per row and node, the number of the inner chain; 0 for none.
        length: Per chain, its number of nodes.
        stamp: Per chain, the number of the sum that counted it last.
        mark: The number of the current sum.
    """

    by: I64
    length: I64
    stamp: I64
    mark: I64


def new_chain_numbers() -> ChainNumbers:
    """Allocate the arrays for the inner chains of the spreads from every candidate."""
    by = np.zeros((OFF_ROW + 1, 1458), np.int64)
    length, stamp = np.zeros((2, CHAINS), np.int64)
    return ChainNumbers(by, length, stamp, np.zeros(1, np.int64))


@kernel
def deep_length(spreads: Spreads, row: int, node: int, at: int, most: int, numbers: ChainNumbers) -> int:
    """Count the nodes on which a node rests, with itself and the nodes of inner chains, each chain once per sum."""
    spreads.mark[0] += 1
    mark, size, count = spreads.mark[0], 0, 0
    while True:
        count += 1
        number = numbers.by[row, node]
        if number > 0 and numbers.stamp[number] != numbers.mark[0]:
            numbers.stamp[number] = numbers.mark[0]
            count += numbers.length[number]
        for turn in range(spreads.parents[at]):
            parent = spreads.parents[at + 1 + turn]
            if spreads.seen[parent] != mark:
                spreads.seen[parent] = mark
                spreads.stack[size] = parent
                size += 1
        if size == 0 or count > most:
            return count
        size -= 1
        node = spreads.stack[size]
        at = spreads.link[row, node]


@kernel
def keep_deep_clash(spreads: Spreads, row: int, start: int, rating: int, numbers: ChainNumbers, hint: BestHint) -> None:
    """Keep the hint that a node is false, since it implies its own negation, counting inner chains."""
    most = longest_wanted(hint)
    known = spreads.clash[row, _KNOWN]
    numbers.mark[0] += 1
    length = deep_length(spreads, row, known, spreads.link[row, known], most, numbers)
    if length <= most:  # the new node is the opposite of the known one, and no inner chain reached it
        length += deep_length(spreads, row, known ^ 1, spreads.clash[row, _LINK], most - length, numbers)
    if would_be_best(hint, rating + length_tenths(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + length_tenths(length), length, CONTRADICTION_KIND)
        add_hint_evidence(hint, start)


@kernel
def keep_deep_common(
    spreads: Spreads, rows: I64, rating: int, kind: int, numbers: ChainNumbers, hint: BestHint
) -> None:
    """Keep the nodes that all of these spreads reach, true nodes first, counting inner chains."""
    first, most = rows[0], longest_wanted(hint)
    for state in (1, 0):
        for at in range(spreads.size[first, state]):
            node = spreads.order[first, state, at]
            shared = True
            for row in rows:
                if spreads.link[row, node] < 0:
                    shared = False
                    break
            if not shared:
                continue
            numbers.mark[0] += 1
            length = 0
            for row in rows:
                length += deep_length(spreads, row, node, spreads.link[row, node], most - length, numbers)
                if length > most:
                    break
            if length <= most and would_be_best(hint, rating + length_tenths(length), length, kind):
                keep_target(hint, node, rating + length_tenths(length), length, kind)
                for row in rows:
                    add_hint_evidence(hint, 2 * rows[0] if row == OFF_ROW else 2 * row + 1)
                most = longest_wanted(hint)


_LONGEST = 1 << 20
_KNOWN_FORCING, _NEW, _FORCING_LINK = range(3)


@kernel
def note_reasons(
    inner: InnerChains,
    target: int,
    board: CandidateBoard,
    work: CandidateBoard,
    spreads: Spreads,
    row: int,
    node: int,
    at: int,
) -> None:
    """Record the reasons of a node in a spread and of all its ancestors."""
    inner.mark[0] += 1
    mark, size = inner.mark[0], 0
    while True:
        if spreads.parents[at] > 0 and node & 1:
            note_reason(inner, target, board, work, spreads.parents[at + 1] // 2, node // 2)
        for turn in range(spreads.parents[at]):
            parent = spreads.parents[at + 1 + turn]
            if inner.seen[parent] != mark:
                inner.seen[parent] = mark
                inner.queue[size] = parent
                size += 1
        if size == 0:
            return
        size -= 1
        node = inner.queue[size]
        at = spreads.link[row, node]


@kernel
def find_inner_forcing(
    board: CandidateBoard,
    work: CandidateBoard,
    mode: int,
    graph: CandidateGraph,
    reach: Reach,
    spreads: Spreads,
    spare: CandidateBoard,
    inner: InnerChains,
) -> None:
    """Find multiple or dynamic forcing chains on the board of an outer spread."""
    clear_spreads(spreads)
    rating = MULTIPLE_TENTHS if mode == STATIC else DYNAMIC_TENTHS
    if mode == STATIC:
        link_as_explainer(work, graph)
        number_open(work, reach)
        note_reach(graph, reach, XY_KIND)
        note_reached(reach)
    rows = np.zeros(9, np.int64)
    for cell in range(81):
        mask = work.marks[cell]
        if COUNT[mask] < (3 if mode == STATIC else 2):
            continue
        clear_if_full(spreads)
        for digit in range(9):
            if not mask >> digit & 1:
                continue
            candidate = 9 * cell + digit
            if mode != STATIC:
                look_at_inner(board, work, candidate, mode, rating, spreads, spare, inner)
            for turn in range(3):
                unit = UNITS_OF[cell, VIEWS[turn]]
                places = work.places[unit, digit]
                if COUNT[places] >= 2 and UNIT_CELLS[unit, LOWEST[places]] == cell:
                    place_count = 0
                    while places != 0:
                        rows[place_count] = 9 * UNIT_CELLS[unit, LOWEST[places]] + digit
                        places &= places - 1
                        place_count += 1
                    compare_inner(
                        board, work, rows[:place_count], mode, rating, REGION_KIND, reach, spreads, spare, inner
                    )
        count = 0
        for digit in range(9):
            if mask >> digit & 1:
                rows[count] = 9 * cell + digit
                count += 1
        compare_inner(board, work, rows[:count], mode, rating, CELL_KIND, reach, spreads, spare, inner)


@kernel
def look_at_inner(
    board: CandidateBoard,
    work: CandidateBoard,
    candidate: int,
    mode: int,
    rating: int,
    spreads: Spreads,
    spare: CandidateBoard,
    inner: InnerChains,
) -> None:
    """Find contradictions of a candidate, supposed true or false, and the common consequences of both cases."""
    spread_from(work, candidate, mode, 0, spreads, spare)
    used = spreads.used[0]
    spread(work, OFF_ROW, 2 * candidate, mode, 0, spreads, spare)
    for row in (candidate, OFF_ROW):
        known = spreads.clash[row, _KNOWN_FORCING]
        if known >= 0:
            length = clash_length(spreads, row, _LONGEST)
            start = 2 * candidate + (1 if row == candidate else 0)
            value = rating + length_tenths(length)
            if is_better(inner, start ^ 1, value, length, CONTRADICTION_KIND):
                keep_inner_chain(inner, start ^ 1, value, length, CONTRADICTION_KIND, start)
                note_reasons(inner, start ^ 1, board, work, spreads, row, known, spreads.link[row, known])
                new = spreads.clash[row, _NEW]
                note_reasons(inner, start ^ 1, board, work, spreads, row, new, spreads.clash[row, _FORCING_LINK])
    if COUNT[work.marks[candidate // 9]] >= 3:
        keep_inner_common(board, work, np.array([candidate, OFF_ROW]), rating, DOUBLE, spreads, inner)
    spreads.used[0] = used


@kernel
def compare_inner(
    board: CandidateBoard,
    work: CandidateBoard,
    rows: I64,
    mode: int,
    rating: int,
    kind: int,
    reach: Reach,
    spreads: Spreads,
    spare: CandidateBoard,
    inner: InnerChains,
) -> None:
    if mode != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(work, row, mode, 0, spreads, spare)
        keep_inner_common(board, work, rows, rating, kind, spreads, inner)


@kernel
def keep_inner_common(
    board: CandidateBoard,
    work: CandidateBoard,
    rows: I64,
    rating: int,
    kind: int,
    spreads: Spreads,
    inner: InnerChains,
) -> None:
    """Keep the best chain to each node that all of these spreads reach."""
    first = rows[0]
    for state in (1, 0):
        for at in range(spreads.size[first, state]):
            node = spreads.order[first, state, at]
            shared = True
            for row in rows:
                shared = shared and spreads.link[row, node] >= 0
            if not shared:
                continue
            length = 0
            for row in rows:
                length += ancestors(spreads, row, spreads.link[row, node], _LONGEST)
            value = rating + length_tenths(length)
            if is_better(inner, node, value, length, kind):
                keep_inner_chain(inner, node, value, length, kind, 2 * first + 1)
                for row in rows:
                    note_reasons(inner, node, board, work, spreads, row, node, spreads.link[row, node])
