"""What follows from supposing that a candidate is, or is not: every node reached, with the nodes it was reached from.

A node is 2 * candidate + 1 for "is", 2 * candidate for "is not". A dynamic spread rubs out each candidate that is not,
once it has been followed, so that later links may rest on several earlier nodes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_links import PEERS_IN_TURN
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, UNIT_CELLS, UNITS_OF, Board

I16 = NDArray[np.int16]
I32 = NDArray[np.int32]

STATIC, NISHIO, DYNAMIC = range(3)
"""How to spread: on the board as it stands; dynamic, by units only; dynamic."""

OFF_ROW = 729
"""The row of the spread from a candidate that is not; spreads from one that is have the candidate's row."""
_ROWS = 730
_PARENTS = 6_000_000
_KNOWN, _NEW, _LINK = range(3)


class Spreads(NamedTuple):
    """One spread a row. `link[row, node]` is where its parents are in `parents` (first their number), -1 when the node
    is not reached; `order` and `size` list the nodes as they were reached, "is not" in 0, "is" in 1. `clash[row]` has
    the node that was known, its opposite that was then reached, and where the parents of that are; -1 for none.
    `used[0]` is how much of `parents` is used, `mark[0]` a stamp, `seen` the nodes that bear it, `stack` those still
    to see."""

    link: I32
    order: I16
    size: I64
    clash: I64
    done: NDArray[np.bool_]
    parents: I16
    used: I64
    seen: I64
    mark: I64
    stack: I64


def new_spreads() -> Spreads:
    """Room for a spread from every candidate. The system hands out the memory as it is written to."""
    return Spreads(
        np.empty((_ROWS, 1458), np.int32),
        np.empty((_ROWS, 2, 729), np.int16),
        np.zeros((_ROWS, 2), np.int64),
        np.zeros((_ROWS, 3), np.int64),
        np.zeros(_ROWS, np.bool_),
        np.empty(_PARENTS, np.int16),
        np.zeros(1, np.int64),
        np.zeros(1458, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1458, np.int64),
    )


@kernel
def forget_spreads(spreads: Spreads) -> None:
    spreads.done[:] = False
    spreads.used[0] = 0


@kernel
def forget_if_full(spreads: Spreads) -> None:
    if 2 * spreads.used[0] > _PARENTS:
        forget_spreads(spreads)


@kernel
def begin_link(spreads: Spreads) -> int:
    """A fresh list of parents."""
    at = spreads.used[0]
    spreads.parents[at] = 0
    spreads.used[0] = at + 1
    return int(at)


@kernel
def add_parent(spreads: Spreads, at: int, node: int) -> None:
    """To the list that was begun last."""
    spreads.parents[at] += 1
    spreads.parents[spreads.used[0]] = node
    spreads.used[0] += 1


@kernel
def add_node(spreads: Spreads, row: int, node: int, at: int) -> None:
    """Add a node with its parents. A node that is known keeps its first ones."""
    if spreads.link[row, node] < 0:
        spreads.link[row, node] = at
        state = node & 1
        spreads.order[row, state, spreads.size[row, state]] = node
        spreads.size[row, state] += 1
    else:
        spreads.used[0] = at


@kernel
def reach(spreads: Spreads, row: int, node: int, at: int) -> bool:
    """Add a node, unless its opposite is known: then it is a contradiction, and True."""
    if spreads.link[row, node ^ 1] >= 0:
        spreads.clash[row, _KNOWN], spreads.clash[row, _NEW], spreads.clash[row, _LINK] = node ^ 1, node, at
        return True
    add_node(spreads, row, node, at)
    return False


@kernel
def begin_spread(spreads: Spreads, row: int, start: int, board: Board, work: Board) -> None:
    for cell in range(81):
        work.marks[cell] = board.marks[cell]
    for unit in range(27):
        for digit in range(9):
            work.places[unit, digit] = board.places[unit, digit]
    spreads.link[row] = -1
    spreads.size[row] = 0
    spreads.clash[row] = -1
    add_node(spreads, row, start, begin_link(spreads))


@kernel
def spread_on(spreads: Spreads, row: int, node: int, how: int, work: Board) -> bool:
    """If it is, the others of its cell and its digit in its units are not. True at a contradiction."""
    cell, digit = node // 18, node // 2 % 9
    known = spreads.link[row]
    if how != NISHIO:
        others = work.marks[cell] & ~(1 << digit)
        while others != 0:
            other = LOWEST[others]
            others &= others - 1
            if known[2 * (9 * cell + other)] < 0:
                at = begin_link(spreads)
                add_parent(spreads, at, node)
                if reach(spreads, row, 2 * (9 * cell + other), at):
                    return True
    for peer in PEERS_IN_TURN[cell]:
        if work.marks[peer] >> digit & 1 and known[2 * (9 * peer + digit)] < 0:
            at = begin_link(spreads)
            add_parent(spreads, at, node)
            if reach(spreads, row, 2 * (9 * peer + digit), at):
                return True
    return False


@kernel
def rub_out(work: Board, cell: int, digit: int) -> None:
    work.marks[cell] &= ~(1 << digit)
    row, column = cell // 9, cell % 9
    work.places[row, digit] &= ~(1 << column)
    work.places[9 + column, digit] &= ~(1 << row)
    work.places[18 + row // 3 * 3 + column // 3, digit] &= ~(1 << (row % 3 * 3 + column % 3))


@kernel
def spread_off(spreads: Spreads, row: int, node: int, how: int, board: Board, work: Board) -> bool:
    """If it is not, the last other candidate of its cell is, and the last other place of its digit in each unit. What
    was rubbed out there before is why it is the last. True at a contradiction."""
    cell, digit = node // 18, node // 2 % 9
    known = spreads.link[row]
    left = work.marks[cell] & ~(1 << digit)
    here, there, last = UNITS_OF[cell, VIEWS[0]], UNITS_OF[cell, VIEWS[1]], UNITS_OF[cell, VIEWS[2]]
    before = work.places[here, digit], work.places[there, digit], work.places[last, digit]
    if how != STATIC:
        rub_out(work, cell, digit)
    if how != NISHIO and COUNT[left] == 1 and known[2 * (9 * cell + LOWEST[left]) + 1] < 0:
        at = begin_link(spreads)
        add_parent(spreads, at, node)
        gone = board.marks[cell] & ~(left | 1 << digit)
        while gone != 0:
            add_parent(spreads, at, 2 * (9 * cell + LOWEST[gone]))
            gone &= gone - 1
        if reach(spreads, row, 2 * (9 * cell + LOWEST[left]) + 1, at):
            return True
    for turn in range(3):
        unit = UNITS_OF[cell, VIEWS[turn]]
        places = before[turn]
        if COUNT[places] != 2:
            continue
        partner = UNIT_CELLS[unit, LOWEST[places]]
        if partner == cell:
            partner = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
        if known[2 * (9 * partner + digit) + 1] < 0:
            at = begin_link(spreads)
            add_parent(spreads, at, node)
            gone = board.places[unit, digit] & ~places
            while gone != 0:
                add_parent(spreads, at, 2 * (9 * UNIT_CELLS[unit, LOWEST[gone]] + digit))
                gone &= gone - 1
            if reach(spreads, row, 2 * (9 * partner + digit) + 1, at):
                return True
    return False


@kernel
def spread_until_stuck(
    spreads: Spreads, row: int, how: int, board: Board, work: Board, done_on: int, done_off: int
) -> tuple[int, int, bool]:
    """Follow what is in the queues, "is" before "is not"; gives how many are done, and whether there is a
    contradiction."""
    while True:
        if done_on < spreads.size[row, 1]:
            done_on += 1
            if spread_on(spreads, row, int(spreads.order[row, 1, done_on - 1]), how, work):
                return done_on, done_off, True
        elif done_off < spreads.size[row, 0]:
            done_off += 1
            if spread_off(spreads, row, int(spreads.order[row, 0, done_off - 1]), how, board, work):
                return done_on, done_off, True
        else:
            return done_on, done_off, False


@kernel
def ancestors(spreads: Spreads, row: int, at: int, most: int) -> int:
    """How many different nodes one whose parents are there rests on, itself counted; more than `most` if more."""
    count = 1
    while spreads.parents[at] == 1 and count <= most:
        at = spreads.link[row, spreads.parents[at + 1]]
        count += 1
    if spreads.parents[at] == 0 or count > most:
        return count
    spreads.mark[0] += 1
    mark, size = spreads.mark[0], 0
    for turn in range(spreads.parents[at]):
        node = spreads.parents[at + 1 + turn]
        if spreads.seen[node] != mark:
            spreads.seen[node] = mark
            spreads.stack[size] = node
            size += 1
    while size > 0 and count + size <= most:
        size -= 1
        count += 1
        below = spreads.link[row, spreads.stack[size]]
        for turn in range(spreads.parents[below]):
            node = spreads.parents[below + 1 + turn]
            if spreads.seen[node] != mark:
                spreads.seen[node] = mark
                spreads.stack[size] = node
                size += 1
    return count + size


@kernel
def clash_length(spreads: Spreads, row: int, most: int) -> int:
    """How many nodes the two sides of a contradiction rest on; more than `most` if more."""
    length = ancestors(spreads, row, spreads.link[row, spreads.clash[row, _KNOWN]], most)
    return length if length > most else length + ancestors(spreads, row, spreads.clash[row, _LINK], most - length)
