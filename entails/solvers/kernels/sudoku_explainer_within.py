"""Chains within chains: what chains on the board of a spread rule out, once links and patterns there are at their end.

For each node that such a chain shows, `Within` keeps the best chain: the least rating, then the fewest nodes, then the
simplest kind. It is of use if it rests on something that the outer spread has rubbed out, its reasons.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_hint import (
    NO_RATING,
    X_KIND,
    XY_KIND,
    added_for,
)
from entails.solvers.kernels.sudoku_explainer_links import Links, link
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_explainer_reach import (
    Reach,
    end_strong,
    first_strong,
    first_weak,
    note_lines,
    note_reach,
    number_open,
)
from entails.solvers.kernels.sudoku_explainer_spread import Spreads, add_node, add_parent, begin_link
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, UNIT_CELLS, UNITS_OF, Board

CHAIN_RATING, CHAIN_LENGTH, CHAIN_KIND, CHAIN_START = range(4)


class Within(NamedTuple):
    """`head[node]` is the best chain that shows a node, `reasons[node]` the candidates whose loss it rests on.
    `before`, `queue` and `seen` are room for a search."""

    head: I64
    reasons: NDArray[np.bool_]
    before: I64
    queue: I64
    seen: I64
    mark: I64


def new_within() -> Within:
    """Room for the chains within one spread."""
    head, reasons = np.zeros((1458, 4), np.int64), np.zeros((1458, 729), np.bool_)
    before, queue, seen = np.zeros((3, 1458), np.int64)
    return Within(head, reasons, before, queue, seen, np.zeros(1, np.int64))


@kernel
def no_chains(within: Within) -> None:
    within.head[:, CHAIN_RATING] = NO_RATING


@kernel
def is_better(within: Within, node: int, rating: int, length: int, kind: int) -> bool:
    head = within.head[node]
    if rating != head[CHAIN_RATING]:
        return bool(rating < head[CHAIN_RATING])
    if length != head[CHAIN_LENGTH]:
        return bool(length < head[CHAIN_LENGTH])
    return bool(kind < head[CHAIN_KIND])


@kernel
def keep_chain(within: Within, node: int, rating: int, length: int, kind: int, start: int) -> None:
    head = within.head[node]
    head[CHAIN_RATING], head[CHAIN_LENGTH], head[CHAIN_KIND], head[CHAIN_START] = rating, length, kind, start
    within.reasons[node] = False


@kernel
def note_reason(within: Within, node: int, board: Board, work: Board, off: int, on: int) -> None:
    """That this must be if that is not: what was rubbed out in the cell, or of the digit in the unit, is why."""
    reasons = within.reasons[node]
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
def line_to_opposite(links: Links, within: Within, start: int, kind: int) -> int:
    """How many nodes the first chain from a node to its opposite has, which `before` then tells; 0 for none."""
    before, queue = within.before, within.queue
    before[:] = -1
    before[start] = start
    queue[0], done, size = start, 0, 1
    while done < size:
        node = queue[done]
        done += 1
        candidate = node // 2
        if node & 1:
            for turn in range(first_weak(links, candidate, kind), links.until[candidate, 0]):
                to = 2 * links.weak[candidate, turn]
                if before[to] < 0:
                    before[to] = node
                    queue[size] = to
                    size += 1
        else:
            for turn in range(first_strong(links, candidate, kind), end_strong(links, candidate, kind)):
                to = 2 * links.strong[candidate, turn] + 1
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
def find_lines_within(board: Board, work: Board, links: Links, reach: Reach, within: Within) -> None:
    """Forcing chains of one line, by units only and by all links. What a cycle rules out such a chain does too."""
    link(work, links)
    number_open(work, reach)
    for kind in (X_KIND, XY_KIND):
        note_reach(links, reach, kind)
        note_lines(links, reach, kind)
        for at in range(reach.size[0]):
            for state in (1, 0):
                if not reach.lines[at, state]:
                    continue
                start = 2 * reach.open[at] + state
                length = line_to_opposite(links, within, start, kind)
                rating = (66 if kind == X_KIND else 70) + added_for(length)
                node = start ^ 1
                if length == 0 or not is_better(within, node, rating, length, kind):
                    continue
                keep_chain(within, node, rating, length, kind, start)
                back = node
                while back != start:
                    if back & 1:
                        note_reason(within, node, board, work, within.before[back] // 2, back // 2)
                    back = within.before[back]


@kernel
def add_within(spreads: Spreads, row: int, work: Board, within: Within, order: I64, nested: I64, numbers: I64) -> int:
    """Add what the chains rule out to a spread, the best first. `nested[row, node]` becomes the number of its chain,
    and `numbers` says how these are numbered. Gives how many nodes were added."""
    before = spreads.size[row, 0]
    for turn in range(len(order)):
        node = order[turn]
        reasons = within.reasons[node]
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
            nested[row, 2 * candidate] = numbers[turn]
    return int(spreads.size[row, 0] - before)
