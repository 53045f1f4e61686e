"""How far a chain has to go, on sets of candidates: no path is kept, and one step is taken from many at once.

A set is a row of words; the open candidates of a board are numbered for it. Where a chain that exists is known to be
too long, nobody needs to look for it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bands import ones
from entails.solvers.kernels.sudoku_explainer_hint import X_KIND, Y_KIND
from entails.solvers.kernels.sudoku_explainer_links import Links
from entails.solvers.kernels.sudoku_steps import I64, LOWEST, Board

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
def number_open(board: Board, reach: Reach) -> None:
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
