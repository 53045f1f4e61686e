"""What follows from supposing that a candidate is, or is not: every node reached, with the nodes it was reached from.

A node is 2 * candidate + 1 for "is", 2 * candidate for "is not". A dynamic spread rubs out each candidate that is not,
once it has been followed, so that later links may rest on several earlier nodes.

How far a chain has to go, on sets of candidates: no path is kept, and one step is taken from many at once.

A set is a row of words; the open candidates of a board are numbered for it. Where a chain that exists is known to be
too long, nobody needs to look for it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import ones
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    LOWEST,
    UNIT_CELLS,
    UNITS_OF,
    X_KIND,
    Y_KIND,
    CandidateBoard,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_graph import PEERS_IN_TURN, Links

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
def begin_spread(spreads: Spreads, row: int, start: int, board: CandidateBoard, work: CandidateBoard) -> None:
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
def spread_on(spreads: Spreads, row: int, node: int, how: int, work: CandidateBoard) -> bool:
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
def rub_out(work: CandidateBoard, cell: int, digit: int) -> None:
    work.marks[cell] &= ~(1 << digit)
    row, column = cell // 9, cell % 9
    work.places[row, digit] &= ~(1 << column)
    work.places[9 + column, digit] &= ~(1 << row)
    work.places[18 + row // 3 * 3 + column // 3, digit] &= ~(1 << (row % 3 * 3 + column % 3))


@kernel
def spread_off(spreads: Spreads, row: int, node: int, how: int, board: CandidateBoard, work: CandidateBoard) -> bool:
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
    spreads: Spreads, row: int, how: int, board: CandidateBoard, work: CandidateBoard, done_on: int, done_off: int
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


_BITS = 60
_WORDS = 13
_WORD_OF = np.arange(729) // _BITS
_BIT_OF = 1 << np.arange(729) % _BITS
CYCLES = 2
NEVER = 2000
"""Longer than any chain."""


class Reach(NamedTuple):
    """`open` lists the open candidates, `at` says where each is in it; `size` has their number and that of the words.
    `near[at]` are those that cannot be if it is, `forth[at]` those that must be if it is not, `next[at]` those that
    must be two links after it is, `reached[at]` all that must be (0) or cannot be (1) in the end. `ways[at]` lists the
    `leads[at]` weak links of an open candidate from which strong ones lead on, as candidates and in their order.
    `lines[at]` tells if there is a chain from it to its opposite, when it is not (0) or is (1), and if there may be a
    cycle (CYCLES). `front`, `seen` and `goal` are room for a search."""

    open: I64
    at: I64
    size: I64
    near: I64
    forth: I64
    next: I64
    reached: I64
    ways: I64
    leads: I64
    lines: NDArray[np.bool_]
    front: I64
    seen: I64
    goal: I64


def new_reach() -> Reach:
    """Room for the sets of a board."""
    candidates, at = np.zeros((2, 729), np.int64)
    near, forth, after = np.zeros((3, 729, _WORDS), np.int64)
    front, seen, goal = np.zeros((2, _WORDS), np.int64), *np.zeros((2, _WORDS), np.int64)
    size, reached = np.zeros(2, np.int64), np.zeros((729, 2, _WORDS), np.int64)
    ways, leads, lines = np.zeros((729, 28), np.int64), np.zeros(729, np.int64), np.zeros((729, 3), np.bool_)
    return Reach(candidates, at, size, near, forth, after, reached, ways, leads, lines, front, seen, goal)


@kernel
def number_open(board: CandidateBoard, reach: Reach) -> None:
    """Number the open candidates of a board."""
    count = 0
    for cell in range(81):
        left = board.marks[cell]
        while left != 0:
            candidate = 9 * cell + LOWEST[left]
            left &= left - 1
            reach.open[count], reach.at[candidate] = candidate, count
            count += 1
    reach.size[0], reach.size[1] = count, (count + _BITS - 1) // _BITS


@kernel
def include(members: I64, at: int) -> None:
    members[_WORD_OF[at]] |= _BIT_OF[at]


@kernel
def first_weak(links: Links, on: int, kind: int) -> int:
    return int(links.of_cell[on, 0]) if kind == X_KIND else 0


@kernel
def first_strong(links: Links, off: int, kind: int) -> int:
    return int(links.of_cell[off, 1]) if kind == X_KIND else 0


@kernel
def end_strong(links: Links, off: int, kind: int) -> int:
    return int(links.of_cell[off, 1]) if kind == Y_KIND else int(links.until[off, 1])


@kernel
def note_reach(links: Links, reach: Reach, kind: int) -> None:
    """The sets of every open candidate, by the links of a pass."""
    words = reach.size[1]
    for at in range(reach.size[0]):
        off, forth = reach.open[at], reach.forth[at]
        for word in range(words):
            forth[word] = 0
        for turn in range(first_strong(links, off, kind), end_strong(links, off, kind)):
            include(forth, reach.at[links.strong[off, turn]])
    for at in range(reach.size[0]):
        on, near, after = reach.open[at], reach.near[at], reach.next[at]
        for word in range(words):
            near[word] = after[word] = 0
        reach.leads[at] = count = 0
        if kind == Y_KIND and links.of_cell[on, 1] == 0:  # no such chain comes here
            continue
        for turn in range(first_weak(links, on, kind), links.until[on, 0]):
            off = links.weak[on, turn]
            include(near, reach.at[off])
            if first_strong(links, off, kind) < end_strong(links, off, kind):
                reach.ways[at, count] = off
                count += 1
                for word in range(words):
                    after[word] |= reach.forth[reach.at[off], word]
        reach.leads[at] = count


@kernel
def note_reached(reach: Reach) -> None:
    """All that follows from every open candidate, whether or not it contradicts itself."""
    words, front = reach.size[1], reach.front[0]
    for at in range(reach.size[0]):
        on, off = reach.reached[at, 0], reach.reached[at, 1]
        for word in range(words):
            on[word], off[word], front[word] = 0, reach.near[at, word], reach.next[at, word]
        include(on, at)
        word = 0
        while word < words:
            left = front[word] & ~on[word]
            if left == 0:
                word += 1
                continue
            low = left & -left
            node = _BITS * word + ones(low - 1)
            if node < at:  # all that follows from this one is known
                for to in range(words):
                    on[to] |= reach.reached[node, 0, to]
                    off[to] |= reach.reached[node, 1, to]
                continue
            on[word] |= low
            for to in range(words):
                off[to] |= reach.near[node, to]
                front[to] |= reach.next[node, to]
            word = 0


@kernel
def note_lines(links: Links, reach: Reach, kind: int) -> None:
    """Which open candidates have chains, and which may have cycles."""
    note_reached(reach)
    words, reached, near, lines = reach.size[1], reach.reached, reach.near, reach.lines
    for at in range(reach.size[0]):
        start, word, bit = reach.open[at], _WORD_OF[at], _BIT_OF[at]
        lines[at, 1] = reached[at, 1, word] & bit != 0
        lines[at, 0] = lines[at, CYCLES] = False
        for turn in range(first_strong(links, start, kind), end_strong(links, start, kind)):
            back = reach.at[links.strong[start, turn]]
            lines[at, 0] |= reached[back, 0, word] & bit != 0
            some = near[back, word] & reached[at, 0, word] & ~bit
            for other in range(words):
                if other != word:
                    some |= near[back, other] & reached[at, 0, other]
            lines[at, CYCLES] |= some != 0


@kernel
def have_common(reach: Reach, candidates: I64) -> bool:
    """Is there anything that follows from each of these?"""
    some = 0
    for word in range(reach.size[1]):
        on = off = -1
        for candidate in candidates:
            on &= reach.reached[reach.at[candidate], 0, word]
            off &= reach.reached[reach.at[candidate], 1, word]
        some |= on | off
    return some != 0


@kernel
def levels_to_goal(reach: Reach, most: int) -> int:
    """From the candidates in `front[0]`, which are level 1, over others than those in `seen`: the first level that has
    one of the goal; NEVER when that is above `most`."""
    words = reach.size[1]
    for level in range(1, most + 1):
        here, there = (level + 1) % 2, level % 2
        some, met = 0, 0
        for word in range(words):
            front = reach.front[here, word]
            met |= front & reach.goal[word]
            some |= front
            reach.seen[word] |= front
            reach.front[there, word] = 0
        if met != 0:
            return level
        if some == 0:
            return NEVER
        for word in range(words):
            left = reach.front[here, word]
            while left != 0:
                low = left & -left
                left ^= low
                at = _BITS * word + ones(low - 1)
                for to in range(words):
                    reach.front[there, to] |= reach.next[at, to]
        for word in range(words):
            reach.front[there, word] &= ~reach.seen[word]
    return NEVER


@kernel
def chain_length(reach: Reach, start: int, state: int, most: int) -> int:
    """How many nodes the shortest chain has from a candidate that is (state 1) or is not (0) to its opposite; NEVER
    when that is more than `most`."""
    words, at = reach.size[1], reach.at[start]
    if state == 0:
        for word in range(words):
            reach.front[0, word] = reach.forth[at, word]
            reach.goal[word] = reach.seen[word] = 0
        include(reach.goal, at)
        return 2 * levels_to_goal(reach, most // 2)
    for word in range(words):
        reach.front[0, word] = reach.next[at, word]
        reach.goal[word] = reach.near[at, word]
        reach.seen[word] = 0
    include(reach.seen, at)
    reach.front[0, _WORD_OF[at]] &= ~_BIT_OF[at]
    return 2 * levels_to_goal(reach, (most - 2) // 2) + 2


@kernel
def may_cycle(links: Links, reach: Reach, start: int, kind: int, most: int) -> bool:
    """May there be a cycle of so many nodes through a candidate that is? It comes back by one that is not, and has not
    begun with that one."""
    words, at = reach.size[1], reach.at[start]
    for last in range(first_strong(links, start, kind), end_strong(links, start, kind)):
        back = links.strong[start, last]
        for word in range(words):
            reach.front[0, word] = reach.seen[word] = 0
        include(reach.seen, at)
        for turn in range(reach.leads[at]):
            off = reach.ways[at, turn]
            if off != back:
                for word in range(words):
                    reach.front[0, word] |= reach.forth[reach.at[off], word]
        for word in range(words):
            reach.front[0, word] &= ~reach.seen[word]
            reach.goal[word] = reach.near[reach.at[back], word] & ~reach.seen[word]
        if levels_to_goal(reach, (most - 2) // 2) != NEVER:
            return True
    return False
