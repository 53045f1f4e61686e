"""Spreads and reach: the consequences of a candidate supposed true or false.

A node is 2 * candidate + 1 for "true" and 2 * candidate for "false". A spread lists every node reached, with its
parents. A dynamic spread erases each false candidate from the board after following it, so that later links may
rest on several earlier nodes.

Reach computes with sets of candidates: it keeps no paths and takes one step from many candidates at once. It
bounds the length of chains from below, so that chains which are known to be too long are not searched for. A set
is a row of words, in which the open candidates of a board are numbered.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import bit_count
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
from entails.solvers.kernels.sudoku_graph import PEERS_IN_TURN, STRONG, WEAK, CandidateGraph

I16 = NDArray[np.int16]
I32 = NDArray[np.int32]

STATIC, NISHIO, DYNAMIC = range(3)
"""Modes of a spread: on the unchanged board; dynamic by links of units only; dynamic."""

OFF_ROW = 729
"""The row of a spread from a false candidate; a spread from a true one has the candidate's number as row."""
_ROWS = 730
_PARENTS = 6_000_000
_KNOWN, _NEW, _LINK = range(3)
IN_CELL = 3


class Spreads(NamedTuple):
    """The consequences (spreads) of several nodes, one per row.

    Attributes:
        link: Per row and node, where its parents are in `parents`; -1 if the node is not reached.
        order: Per row, the false (0) and true (1) nodes in the order in which they were reached.
        size: Per row, the number of false and true nodes.
        clash: Per row, a contradiction: the known node, its opposite, and the parents of the latter; -1 for none.
        cause: Per row and candidate, the view of the unit whose last place it is, if true; IN_CELL if its cell's last.
        done: Per row, whether the spread was computed.
        parents: Lists of parents, each preceded by its length.
        used: The used length of `parents`, in `used[0]`.
        seen: Per node, the number of the search that saw it last.
        mark: The number of the current search, in `mark[0]`.
        stack: The nodes that a search has yet to visit.
    """

    link: I32
    order: I16
    size: I64
    clash: I64
    cause: NDArray[np.int8]
    done: NDArray[np.bool_]
    parents: I16
    used: I64
    seen: I64
    mark: I64
    stack: I64


def new_spreads() -> Spreads:
    """Allocate the arrays for a spread from every candidate; the system commits memory only when it is written."""
    return Spreads(
        np.empty((_ROWS, 1458), np.int32),
        np.empty((_ROWS, 2, 729), np.int16),
        np.zeros((_ROWS, 2), np.int64),
        np.zeros((_ROWS, 3), np.int64),
        np.zeros((_ROWS, 729), np.int8),
        np.zeros(_ROWS, np.bool_),
        np.empty(_PARENTS, np.int16),
        np.zeros(1, np.int64),
        np.zeros(1458, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1458, np.int64),
    )


@kernel
def clear_spreads(spreads: Spreads) -> None:
    spreads.done[:] = False
    spreads.used[0] = 0


@kernel
def clear_if_full(spreads: Spreads) -> None:
    if 2 * spreads.used[0] > _PARENTS:
        clear_spreads(spreads)


@kernel
def begin_link(spreads: Spreads) -> int:
    """Start a list of parents; return its position."""
    at = spreads.used[0]
    spreads.parents[at] = 0
    spreads.used[0] = at + 1
    return int(at)


@kernel
def add_parent(spreads: Spreads, at: int, node: int) -> None:
    """Add a node to the most recent list of parents."""
    spreads.parents[at] += 1
    spreads.parents[spreads.used[0]] = node
    spreads.used[0] += 1


@kernel
def add_node(spreads: Spreads, row: int, node: int, at: int) -> None:
    """Add a node with its parents to a spread; a known node keeps its first parents."""
    if spreads.link[row, node] < 0:
        spreads.link[row, node] = at
        state = node & 1
        spreads.order[row, state, spreads.size[row, state]] = node
        spreads.size[row, state] += 1
    else:
        spreads.used[0] = at


@kernel
def reach(spreads: Spreads, row: int, node: int, at: int) -> bool:
    """Add a node, or record a contradiction if its negation is known; return whether there is a contradiction."""
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
def spread_on(spreads: Spreads, row: int, node: int, mode: int, work: CandidateBoard) -> bool:
    """Follow a true node: the other candidates of its cell, and its digit elsewhere in its units, are false.

    Return whether there was a contradiction.
    """
    cell, digit = node // 18, node // 2 % 9
    known = spreads.link[row]
    if mode != NISHIO:
        others = work.marks[cell] & ~(1 << digit)
        while others != 0:
            rival = LOWEST[others]
            others &= others - 1
            if known[2 * (9 * cell + rival)] < 0:
                at = begin_link(spreads)
                add_parent(spreads, at, node)
                if reach(spreads, row, 2 * (9 * cell + rival), at):
                    return True
    for peer in PEERS_IN_TURN[cell]:
        if work.marks[peer] >> digit & 1 and known[2 * (9 * peer + digit)] < 0:
            at = begin_link(spreads)
            add_parent(spreads, at, node)
            if reach(spreads, row, 2 * (9 * peer + digit), at):
                return True
    return False


@kernel
def erase(work: CandidateBoard, cell: int, digit: int) -> None:
    work.marks[cell] &= ~(1 << digit)
    row, column = cell // 9, cell % 9
    work.places[row, digit] &= ~(1 << column)
    work.places[9 + column, digit] &= ~(1 << row)
    work.places[18 + row // 3 * 3 + column // 3, digit] &= ~(1 << (row % 3 * 3 + column % 3))


@kernel
def spread_off(spreads: Spreads, row: int, node: int, mode: int, board: CandidateBoard, work: CandidateBoard) -> bool:
    """Follow a false node: the last candidate of its cell is true, and so is the last place in each unit.

    The candidates erased there before are parents too. Return whether there was a contradiction.
    """
    cell, digit = node // 18, node // 2 % 9
    known = spreads.link[row]
    left = work.marks[cell] & ~(1 << digit)
    here, there, last = UNITS_OF[cell, VIEWS[0]], UNITS_OF[cell, VIEWS[1]], UNITS_OF[cell, VIEWS[2]]
    before = work.places[here, digit], work.places[there, digit], work.places[last, digit]
    if mode != STATIC:
        erase(work, cell, digit)
    if mode != NISHIO and COUNT[left] == 1 and known[2 * (9 * cell + LOWEST[left]) + 1] < 0:
        at = begin_link(spreads)
        add_parent(spreads, at, node)
        gone = board.marks[cell] & ~(left | 1 << digit)
        while gone != 0:
            add_parent(spreads, at, 2 * (9 * cell + LOWEST[gone]))
            gone &= gone - 1
        spreads.cause[row, 9 * cell + LOWEST[left]] = IN_CELL
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
            spreads.cause[row, 9 * partner + digit] = VIEWS[turn]
            if reach(spreads, row, 2 * (9 * partner + digit) + 1, at):
                return True
    return False


@kernel
def spread_until_stuck(
    spreads: Spreads, row: int, mode: int, board: CandidateBoard, work: CandidateBoard, done_on: int, done_off: int
) -> tuple[int, int, bool]:
    """Follow the queued nodes until none is left, true nodes first.

    Return how many true and false nodes were followed, and whether they contradict each other.
    """
    while True:
        if done_on < spreads.size[row, 1]:
            done_on += 1
            if spread_on(spreads, row, int(spreads.order[row, 1, done_on - 1]), mode, work):
                return done_on, done_off, True
        elif done_off < spreads.size[row, 0]:
            done_off += 1
            if spread_off(spreads, row, int(spreads.order[row, 0, done_off - 1]), mode, board, work):
                return done_on, done_off, True
        else:
            return done_on, done_off, False


@kernel
def ancestors(spreads: Spreads, row: int, at: int, most: int) -> int:
    """Count the distinct nodes on which a node with these parents rests, including itself, up to `most` + 1."""
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
    """Count the nodes on which both sides of a contradiction rest, up to `most` + 1."""
    length = ancestors(spreads, row, spreads.link[row, spreads.clash[row, _KNOWN]], most)
    return length if length > most else length + ancestors(spreads, row, spreads.clash[row, _LINK], most - length)


_BITS = 60
_WORDS = 13
_WORD_OF = np.arange(729) // _BITS
_BIT_OF = 1 << np.arange(729) % _BITS
CYCLES = 2
NEVER = 2000
"""A number of levels above that of any chain."""


class Reach(NamedTuple):
    """The sets of candidates that follow from each open candidate.

    Attributes:
        open: The open candidates.
        position: Per candidate, its position in `open`.
        size: The number of open candidates and of words per set.
        near: Per position, the candidates that are false if it is true.
        forth: Per position, the candidates that are true if it is false.
        next: Per position, the candidates that are true two links after it is true.
        reached: Per position, all candidates that become true (0) or false (1) if it is true.
        exits: Per position, the weak links from which strong links continue, as candidates and in their order.
        exit_counts: Per position, the number of these links.
        lines: Per position, whether a chain leads to its opposite from false (0) or true (1), and may cycle (CYCLES).
        front: The sets of this level and the next one of a search.
        seen: The candidates that a search has visited.
        goal: The candidates at which a search ends.
    """

    open: I64
    position: I64
    size: I64
    near: I64
    forth: I64
    next: I64
    reached: I64
    exits: I64
    exit_counts: I64
    lines: NDArray[np.bool_]
    front: I64
    seen: I64
    goal: I64


def new_reach() -> Reach:
    """Allocate the reach sets of a board."""
    candidates, position = np.zeros((2, 729), np.int64)
    near, forth, after = np.zeros((3, 729, _WORDS), np.int64)
    front, seen, goal = np.zeros((2, _WORDS), np.int64), *np.zeros((2, _WORDS), np.int64)
    size, reached = np.zeros(2, np.int64), np.zeros((729, 2, _WORDS), np.int64)
    exits, exit_counts, lines = np.zeros((729, 28), np.int64), np.zeros(729, np.int64), np.zeros((729, 3), np.bool_)
    return Reach(candidates, position, size, near, forth, after, reached, exits, exit_counts, lines, front, seen, goal)


@kernel
def number_open(board: CandidateBoard, reach: Reach) -> None:
    """Number the open candidates of a board."""
    count = 0
    for cell in range(81):
        left = board.marks[cell]
        while left != 0:
            candidate = 9 * cell + LOWEST[left]
            left &= left - 1
            reach.open[count], reach.position[candidate] = candidate, count
            count += 1
    reach.size[0], reach.size[1] = count, (count + _BITS - 1) // _BITS


@kernel
def include(members: I64, at: int) -> None:
    members[_WORD_OF[at]] |= _BIT_OF[at]


@kernel
def first_weak(graph: CandidateGraph, on: int, kind: int) -> int:
    return int(graph.in_cell[on, WEAK]) if kind == X_KIND else 0


@kernel
def first_strong(graph: CandidateGraph, off: int, kind: int) -> int:
    return int(graph.in_cell[off, STRONG]) if kind == X_KIND else 0


@kernel
def end_strong(graph: CandidateGraph, off: int, kind: int) -> int:
    return int(graph.in_cell[off, STRONG]) if kind == Y_KIND else int(graph.counts[off, STRONG])


@kernel
def note_reach(graph: CandidateGraph, reach: Reach, kind: int) -> None:
    """Compute the nodes one or two links away from every open candidate, by the links of a pass."""
    words = reach.size[1]
    for at in range(reach.size[0]):
        off, forth = reach.open[at], reach.forth[at]
        for word in range(words):
            forth[word] = 0
        for turn in range(first_strong(graph, off, kind), end_strong(graph, off, kind)):
            include(forth, reach.position[graph.strong[off, turn]])
    for at in range(reach.size[0]):
        on, near, after = reach.open[at], reach.near[at], reach.next[at]
        for word in range(words):
            near[word] = after[word] = 0
        reach.exit_counts[at] = count = 0
        if kind == Y_KIND and graph.in_cell[on, STRONG] == 0:  # no Y-chain passes here
            continue
        for turn in range(first_weak(graph, on, kind), graph.counts[on, WEAK]):
            off = graph.weak[on, turn]
            include(near, reach.position[off])
            if first_strong(graph, off, kind) < end_strong(graph, off, kind):
                reach.exits[at, count] = off
                count += 1
                for word in range(words):
                    after[word] |= reach.forth[reach.position[off], word]
        reach.exit_counts[at] = count


@kernel
def note_reached(reach: Reach) -> None:
    """Compute all consequences of every open candidate, even if they contradict it."""
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
            node = _BITS * word + bit_count(low - 1)
            if node < at:  # its closure is already computed
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
def note_chains(graph: CandidateGraph, reach: Reach, kind: int) -> None:
    """Determine which open candidates have chains to their negation, and which may be in cycles."""
    note_reached(reach)
    words, reached, near, lines = reach.size[1], reach.reached, reach.near, reach.lines
    for at in range(reach.size[0]):
        start, word, bit = reach.open[at], _WORD_OF[at], _BIT_OF[at]
        lines[at, 1] = reached[at, 1, word] & bit != 0
        lines[at, 0] = lines[at, CYCLES] = False
        for turn in range(first_strong(graph, start, kind), end_strong(graph, start, kind)):
            back = reach.position[graph.strong[start, turn]]
            lines[at, 0] |= reached[back, 0, word] & bit != 0
            returning = near[back, word] & reached[at, 0, word] & ~bit
            for near_word in range(words):
                if near_word != word:
                    returning |= near[back, near_word] & reached[at, 0, near_word]
            lines[at, CYCLES] |= returning != 0


@kernel
def have_common(reach: Reach, candidates: I64) -> bool:
    """Return whether these candidates have any common consequence."""
    common = 0
    for word in range(reach.size[1]):
        on = off = -1
        for candidate in candidates:
            on &= reach.reached[reach.position[candidate], 0, word]
            off &= reach.reached[reach.position[candidate], 1, word]
        common |= on | off
    return common != 0


@kernel
def levels_to_goal(reach: Reach, most: int) -> int:
    """Return the first level with a candidate of `goal`, searching from `front[0]` (level 1) and avoiding `seen`.

    Return NEVER if that exceeds `most`.
    """
    words = reach.size[1]
    for level in range(1, most + 1):
        here, there = (level + 1) % 2, level % 2
        reached, met = 0, 0
        for word in range(words):
            front = reach.front[here, word]
            met |= front & reach.goal[word]
            reached |= front
            reach.seen[word] |= front
            reach.front[there, word] = 0
        if met != 0:
            return level
        if reached == 0:
            return NEVER
        for word in range(words):
            left = reach.front[here, word]
            while left != 0:
                low = left & -left
                left ^= low
                at = _BITS * word + bit_count(low - 1)
                for to in range(words):
                    reach.front[there, to] |= reach.next[at, to]
        for word in range(words):
            reach.front[there, word] &= ~reach.seen[word]
    return NEVER


@kernel
def chain_length(reach: Reach, start: int, state: int, most: int) -> int:
    """Return the number of nodes of the shortest chain from a candidate, true (1) or false (0), to its negation.

    Return NEVER or more if that exceeds `most`.
    """
    words, at = reach.size[1], reach.position[start]
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
def may_cycle(graph: CandidateGraph, reach: Reach, start: int, kind: int, most: int) -> bool:
    """Return whether a cycle of up to `most` nodes through a true candidate is possible.

    It returns by a false candidate with which it did not begin.
    """
    words, at = reach.size[1], reach.position[start]
    for last in range(first_strong(graph, start, kind), end_strong(graph, start, kind)):
        back = graph.strong[start, last]
        for word in range(words):
            reach.front[0, word] = reach.seen[word] = 0
        include(reach.seen, at)
        for turn in range(reach.exit_counts[at]):
            off = reach.exits[at, turn]
            if off != back:
                for word in range(words):
                    reach.front[0, word] |= reach.forth[reach.position[off], word]
        for word in range(words):
            reach.front[0, word] &= ~reach.seen[word]
            reach.goal[word] = reach.near[reach.position[back], word] & ~reach.seen[word]
        if levels_to_goal(reach, (most - 2) // 2) != NEVER:
            return True
    return False
