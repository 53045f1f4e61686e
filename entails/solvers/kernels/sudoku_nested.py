"""Forcing chains with inner chains (levels 2 to 5 of Sudoku Explainer), and the inner forcing chains themselves.

The length of a chain includes the nodes of each distinct inner chain once. On the board of an outer spread, multiple
and dynamic forcing chains are found as inner chains (sudoku_inner.py).
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    CELL_KIND,
    CONTRADICTION_KIND,
    COUNT,
    DOUBLE,
    I64,
    LOWEST,
    NO_RATING,
    REGION_KIND,
    UNIT_CELLS,
    UNITS_OF,
    XY_KIND,
    BestHint,
    CandidateBoard,
    add_hint_evidence,
    length_tenths,
    would_be_best,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_forcing import keep_target, longest_wanted, spread, spread_from
from entails.solvers.kernels.sudoku_graph import CandidateGraph, link_as_explainer
from entails.solvers.kernels.sudoku_inner import (
    CHAIN_LENGTH,
    CHAIN_RATING,
    NO_ORIGIN,
    InnerChains,
    is_better,
    keep_inner_chain,
    next_turn,
    note_line,
)
from entails.solvers.kernels.sudoku_numbers import DYNAMIC_TENTHS, MULTIPLE_TENTHS
from entails.solvers.kernels.sudoku_spread import (
    OFF_ROW,
    STATIC,
    Reach,
    Spreads,
    clear_if_full,
    clear_spreads,
    have_common,
    note_reach,
    note_reached,
    number_open,
)

_KNOWN, _NEW, _LINK = range(3)
_LONGEST = 1 << 20
_SLOTS = 1 << 14
"""Size of the table of the inner chains of one sum; a sum has far fewer."""


class DeepLinks(NamedTuple):
    """The inner chains by which spreads reach their nodes.

    Attributes:
        by: Per row and node, the identity of the inner chain; 0 for none.
        length: Per row and node, the number of nodes of that chain.
        chains: A hash table of the chains that a sum has counted.
        stamp: Per slot of the table, the number of the sum that filled it.
        mark: The number of the current sum.
    """

    by: I64
    length: I64
    chains: I64
    stamp: I64
    mark: I64


def new_deep_links() -> DeepLinks:
    """Allocate the arrays for the inner chains of the spreads from every candidate."""
    by, length = np.zeros((2, OFF_ROW + 1, 1458), np.int64)
    chains, stamp = np.zeros((2, _SLOTS), np.int64)
    return DeepLinks(by, length, chains, stamp, np.zeros(1, np.int64))


@kernel
def is_new(deep: DeepLinks, chain: int) -> bool:
    """Return whether a sum has not counted a chain yet; it counts it now."""
    slot = chain % _SLOTS
    while deep.stamp[slot] == deep.mark[0]:
        if deep.chains[slot] == chain:
            return False
        slot = (slot + 1) % _SLOTS
    deep.stamp[slot], deep.chains[slot] = deep.mark[0], chain
    return True


@kernel
def deep_length(spreads: Spreads, row: int, node: int, at: int, most: int, deep: DeepLinks) -> int:
    """Count the nodes on which a node rests, with itself and the nodes of inner chains, each chain once per sum."""
    spreads.mark[0] += 1
    mark, size, count = spreads.mark[0], 0, 0
    while True:
        count += 1
        chain = deep.by[row, node]
        if chain != 0 and is_new(deep, chain):
            count += deep.length[row, node]
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
def deep_clash_length(spreads: Spreads, row: int, most: int, deep: DeepLinks) -> int:
    """Count the nodes of both sides of a contradiction, up to `most` + 1."""
    known = spreads.clash[row, _KNOWN]
    deep.mark[0] += 1
    length = deep_length(spreads, row, known, spreads.link[row, known], most, deep)
    if length <= most:  # the new node is the opposite of the known one, and no inner chain reached it
        length += deep_length(spreads, row, known ^ 1, spreads.clash[row, _LINK], most - length, deep)
    return length


@kernel
def deep_common_length(spreads: Spreads, rows: I64, node: int, most: int, deep: DeepLinks) -> int:
    """Count the nodes on which a node rests in all these spreads, up to `most` + 1; 0 if one does not reach it."""
    for row in rows:
        if spreads.link[row, node] < 0:
            return 0
    deep.mark[0] += 1
    length = 0
    for row in rows:
        length += deep_length(spreads, row, node, spreads.link[row, node], most - length, deep)
        if length > most:
            break
    return length


@kernel
def keep_deep_clash(spreads: Spreads, row: int, start: int, rating: int, deep: DeepLinks, hint: BestHint) -> None:
    """Keep the hint that a node is false, since it implies its own negation, counting inner chains."""
    length = deep_clash_length(spreads, row, longest_wanted(hint), deep)
    if would_be_best(hint, rating + length_tenths(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + length_tenths(length), length, CONTRADICTION_KIND)
        add_hint_evidence(hint, start)


@kernel
def keep_deep_common(spreads: Spreads, rows: I64, rating: int, kind: int, deep: DeepLinks, hint: BestHint) -> None:
    """Keep the nodes that all of these spreads reach, true nodes first, counting inner chains."""
    first, most = rows[0], longest_wanted(hint)
    for state in (1, 0):
        for at in range(spreads.size[first, state]):
            node = spreads.order[first, state, at]
            length = deep_common_length(spreads, rows, node, most, deep)
            if 0 < length <= most and would_be_best(hint, rating + length_tenths(length), length, kind):
                keep_target(hint, node, rating + length_tenths(length), length, kind)
                for row in rows:
                    add_hint_evidence(hint, 2 * rows[0] if row == OFF_ROW else 2 * row + 1)
                most = longest_wanted(hint)


@kernel
def longest_to(inner: InnerChains, node: int) -> int:
    """Return the length beyond which no chain of this search to a node can beat the best one."""
    head = inner.head[node]
    return int(head[CHAIN_LENGTH]) if head[CHAIN_RATING] != NO_RATING else _LONGEST


@kernel
def keep_inner_clash(
    board: CandidateBoard,
    work: CandidateBoard,
    row: int,
    start: int,
    rating: int,
    spreads: Spreads,
    deep: DeepLinks,
    inner: InnerChains,
) -> None:
    """Keep the inner chain from a node to a contradiction, if there is one."""
    known, target = spreads.clash[row, _KNOWN], start ^ 1
    if known < 0:
        return
    length = deep_clash_length(spreads, row, longest_to(inner, target), deep)
    value, turn = rating + length_tenths(length), next_turn(inner, 0)
    if is_better(inner, target, value, length, CONTRADICTION_KIND, turn):
        keep_inner_chain(inner, target, value, length, CONTRADICTION_KIND, turn)
        known_link, new_link = spreads.link[row, known], spreads.clash[row, _LINK]
        on, on_link, off_link = (known, known_link, new_link) if known & 1 else (known ^ 1, new_link, known_link)
        note_line(inner, target, board, work, spreads, row, on, on_link, NO_ORIGIN)
        note_line(inner, target, board, work, spreads, row, on ^ 1, off_link, NO_ORIGIN)


@kernel
def keep_inner_common(
    board: CandidateBoard,
    work: CandidateBoard,
    rows: I64,
    rating: int,
    kind: int,
    origin: int,
    spreads: Spreads,
    deep: DeepLinks,
    inner: InnerChains,
) -> None:
    """Keep the best chain to each node that all of these spreads reach. `origin` is as in `note_line`."""
    first = rows[0]
    for state in (1, 0):
        for at in range(spreads.size[first, state]):
            node = spreads.order[first, state, at]
            most = longest_to(inner, node)
            length = deep_common_length(spreads, rows, node, most, deep)
            if length == 0 or length > most:
                continue
            value, turn = rating + length_tenths(length), next_turn(inner, 0)
            if is_better(inner, node, value, length, kind, turn):
                keep_inner_chain(inner, node, value, length, kind, turn)
                for row in rows:
                    note_line(inner, node, board, work, spreads, row, node, spreads.link[row, node], origin)


@kernel
def find_inner_forcing(
    board: CandidateBoard,
    work: CandidateBoard,
    mode: int,
    graph: CandidateGraph,
    reach: Reach,
    spreads: Spreads,
    deep: DeepLinks,
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
                look_at_inner(board, work, candidate, mode, rating, spreads, deep, spare, inner)
            for view in VIEWS:
                unit = UNITS_OF[cell, view]
                places = work.places[unit, digit]
                if COUNT[places] >= 2 and UNIT_CELLS[unit, LOWEST[places]] == cell:
                    count = 0
                    while places != 0:
                        rows[count] = 9 * UNIT_CELLS[unit, LOWEST[places]] + digit
                        places &= places - 1
                        count += 1
                    compare_inner(
                        board, work, rows[:count], mode, rating, REGION_KIND, unit, reach, spreads, deep, spare, inner
                    )
        count = 0
        while mask != 0:
            rows[count] = 9 * cell + LOWEST[mask]
            mask &= mask - 1
            count += 1
        compare_inner(board, work, rows[:count], mode, rating, CELL_KIND, -1, reach, spreads, deep, spare, inner)


@kernel
def look_at_inner(
    board: CandidateBoard,
    work: CandidateBoard,
    candidate: int,
    mode: int,
    rating: int,
    spreads: Spreads,
    deep: DeepLinks,
    spare: CandidateBoard,
    inner: InnerChains,
) -> None:
    """Find contradictions of a candidate, supposed true or false, and the common consequences of both cases."""
    spread_from(work, candidate, mode, 0, spreads, spare)
    used = spreads.used[0]
    spread(work, OFF_ROW, 2 * candidate, mode, 0, spreads, spare)
    keep_inner_clash(board, work, candidate, 2 * candidate + 1, rating, spreads, deep, inner)
    keep_inner_clash(board, work, OFF_ROW, 2 * candidate, rating, spreads, deep, inner)
    if COUNT[work.marks[candidate // 9]] >= 3:
        rows = np.array([candidate, OFF_ROW])
        keep_inner_common(board, work, rows, rating, DOUBLE, NO_ORIGIN, spreads, deep, inner)
    spreads.used[0] = used


@kernel
def compare_inner(
    board: CandidateBoard,
    work: CandidateBoard,
    rows: I64,
    mode: int,
    rating: int,
    kind: int,
    origin: int,
    reach: Reach,
    spreads: Spreads,
    deep: DeepLinks,
    spare: CandidateBoard,
    inner: InnerChains,
) -> None:
    if mode != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(work, row, mode, 0, spreads, spare)
        keep_inner_common(board, work, rows, rating, kind, origin, spreads, deep, inner)
