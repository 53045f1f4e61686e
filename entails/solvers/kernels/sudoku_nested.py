"""Chains within chains: what chains on the board of a spread rule out, once links and patterns there are at their end.

For each node that such a chain shows, `Within` keeps the best chain: the least rating, then the fewest nodes, then the
simplest kind. It is of use if it rests on something that the outer spread has rubbed out, its reasons.

Forcing chains with chains inside: what they say, and how long they are, the chains inside counted.

Forcing chains that branch, within forcing chains: multiple and dynamic ones on the board of an outer spread.
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
    LOWEST,
    NO_RATING,
    REGION_KIND,
    UNIT_CELLS,
    UNITS_OF,
    X_KIND,
    XY_KIND,
    BestHint,
    CandidateBoard,
    added_for,
    rest_on,
    would_be_best,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_forcing import keep_target, longest_wanted, spread, spread_from
from entails.solvers.kernels.sudoku_graph import Links, link
from entails.solvers.kernels.sudoku_spread import (
    OFF_ROW,
    STATIC,
    Reach,
    Spreads,
    add_node,
    add_parent,
    ancestors,
    begin_link,
    clash_length,
    end_strong,
    first_strong,
    first_weak,
    forget_if_full,
    forget_spreads,
    have_common,
    note_lines,
    note_reach,
    note_reached,
    number_open,
)

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
def note_reason(within: Within, node: int, board: CandidateBoard, work: CandidateBoard, off: int, on: int) -> None:
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
def find_lines_within(board: CandidateBoard, work: CandidateBoard, links: Links, reach: Reach, within: Within) -> None:
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
def add_within(
    spreads: Spreads, row: int, work: CandidateBoard, within: Within, order: I64, nested: I64, numbers: I64
) -> int:
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


_KNOWN, _LINK = 0, 2
CHAINS = 400_000
"""No more chains inside are told apart."""


class Nested(NamedTuple):
    """`by[row, node]` is the number of the chain by which a spread reached a node, 0 for none; `length[number]` how
    many nodes it has. `stamp[number]` says for which sum it was counted last, `mark[0]` which is under way."""

    by: I64
    length: I64
    stamp: I64
    mark: I64


def new_nested() -> Nested:
    """Room for chains inside of the spreads from every candidate."""
    by = np.zeros((OFF_ROW + 1, 1458), np.int64)
    length, stamp = np.zeros((2, CHAINS), np.int64)
    return Nested(by, length, stamp, np.zeros(1, np.int64))


@kernel
def deep_length(spreads: Spreads, row: int, node: int, at: int, most: int, nested: Nested) -> int:
    """How many nodes one rests on, itself and the nodes of chains inside counted, each chain once in a sum."""
    spreads.mark[0] += 1
    mark, size, count = spreads.mark[0], 0, 0
    while True:
        count += 1
        number = nested.by[row, node]
        if number > 0 and nested.stamp[number] != nested.mark[0]:
            nested.stamp[number] = nested.mark[0]
            count += nested.length[number]
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
def keep_deep_clash(spreads: Spreads, row: int, start: int, rating: int, nested: Nested, hint: BestHint) -> None:
    """A node that contradicts itself: its opposite holds."""
    most = longest_wanted(hint)
    known = spreads.clash[row, _KNOWN]
    nested.mark[0] += 1
    length = deep_length(spreads, row, known, spreads.link[row, known], most, nested)
    if length <= most:  # the new node is the opposite of the known one, and no chain inside reached it
        length += deep_length(spreads, row, known ^ 1, spreads.clash[row, _LINK], most - length, nested)
    if would_be_best(hint, rating + added_for(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + added_for(length), length, CONTRADICTION_KIND)
        rest_on(hint, start)


@kernel
def keep_deep_common(spreads: Spreads, rows: I64, rating: int, kind: int, nested: Nested, hint: BestHint) -> None:
    """What all of these spreads reach, "is" first."""
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
            nested.mark[0] += 1
            length = 0
            for row in rows:
                length += deep_length(spreads, row, node, spreads.link[row, node], most - length, nested)
                if length > most:
                    break
            if length <= most and would_be_best(hint, rating + added_for(length), length, kind):
                keep_target(hint, node, rating + added_for(length), length, kind)
                for row in rows:
                    rest_on(hint, 2 * rows[0] if row == OFF_ROW else 2 * row + 1)
                most = longest_wanted(hint)


_LONGEST = 1 << 20
_KNOWN_FORCING, _NEW, _FORCING_LINK = range(3)


@kernel
def note_reasons(
    within: Within,
    target: int,
    board: CandidateBoard,
    work: CandidateBoard,
    spreads: Spreads,
    row: int,
    node: int,
    at: int,
) -> None:
    """The reasons of a node of a spread and of all that it rests on."""
    within.mark[0] += 1
    mark, size = within.mark[0], 0
    while True:
        if spreads.parents[at] > 0 and node & 1:
            note_reason(within, target, board, work, spreads.parents[at + 1] // 2, node // 2)
        for turn in range(spreads.parents[at]):
            parent = spreads.parents[at + 1 + turn]
            if within.seen[parent] != mark:
                within.seen[parent] = mark
                within.queue[size] = parent
                size += 1
        if size == 0:
            return
        size -= 1
        node = within.queue[size]
        at = spreads.link[row, node]


@kernel
def find_forcing_within(
    board: CandidateBoard,
    work: CandidateBoard,
    how: int,
    links: Links,
    reach: Reach,
    spreads: Spreads,
    spare: CandidateBoard,
    within: Within,
) -> None:
    """Forcing chains that branch, on the board of an outer spread: multiple ones, or dynamic ones."""
    forget_spreads(spreads)
    rating = 80 if how == STATIC else 85
    if how == STATIC:
        link(work, links)
        number_open(work, reach)
        note_reach(links, reach, XY_KIND)
        note_reached(reach)
    rows = np.zeros(9, np.int64)
    for cell in range(81):
        mask = work.marks[cell]
        if COUNT[mask] < (3 if how == STATIC else 2):
            continue
        forget_if_full(spreads)
        for digit in range(9):
            if not mask >> digit & 1:
                continue
            candidate = 9 * cell + digit
            if how != STATIC:
                clash_within(board, work, candidate, how, rating, spreads, spare, within)
            for turn in range(3):
                unit = UNITS_OF[cell, VIEWS[turn]]
                places = work.places[unit, digit]
                if COUNT[places] >= 2 and UNIT_CELLS[unit, LOWEST[places]] == cell:
                    some = 0
                    while places != 0:
                        rows[some] = 9 * UNIT_CELLS[unit, LOWEST[places]] + digit
                        places &= places - 1
                        some += 1
                    compare_within(board, work, rows[:some], how, rating, REGION_KIND, reach, spreads, spare, within)
        count = 0
        for digit in range(9):
            if mask >> digit & 1:
                rows[count] = 9 * cell + digit
                count += 1
        compare_within(board, work, rows[:count], how, rating, CELL_KIND, reach, spreads, spare, within)


@kernel
def clash_within(
    board: CandidateBoard,
    work: CandidateBoard,
    candidate: int,
    how: int,
    rating: int,
    spreads: Spreads,
    spare: CandidateBoard,
    within: Within,
) -> None:
    """A candidate that contradicts itself, if it is or if it is not, and what follows in both cases."""
    spread_from(work, candidate, how, 0, spreads, spare)
    used = spreads.used[0]
    spread(work, OFF_ROW, 2 * candidate, how, 0, spreads, spare)
    for row in (candidate, OFF_ROW):
        known = spreads.clash[row, _KNOWN_FORCING]
        if known >= 0:
            length = clash_length(spreads, row, _LONGEST)
            start = 2 * candidate + (1 if row == candidate else 0)
            value = rating + added_for(length)
            if is_better(within, start ^ 1, value, length, CONTRADICTION_KIND):
                keep_chain(within, start ^ 1, value, length, CONTRADICTION_KIND, start)
                note_reasons(within, start ^ 1, board, work, spreads, row, known, spreads.link[row, known])
                new = spreads.clash[row, _NEW]
                note_reasons(within, start ^ 1, board, work, spreads, row, new, spreads.clash[row, _FORCING_LINK])
    if COUNT[work.marks[candidate // 9]] >= 3:
        keep_common_within(board, work, np.array([candidate, OFF_ROW]), rating, DOUBLE, spreads, within)
    spreads.used[0] = used


@kernel
def compare_within(
    board: CandidateBoard,
    work: CandidateBoard,
    rows: I64,
    how: int,
    rating: int,
    kind: int,
    reach: Reach,
    spreads: Spreads,
    spare: CandidateBoard,
    within: Within,
) -> None:
    if how != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(work, row, how, 0, spreads, spare)
        keep_common_within(board, work, rows, rating, kind, spreads, within)


@kernel
def keep_common_within(
    board: CandidateBoard, work: CandidateBoard, rows: I64, rating: int, kind: int, spreads: Spreads, within: Within
) -> None:
    """What all of these spreads reach."""
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
            value = rating + added_for(length)
            if is_better(within, node, value, length, kind):
                keep_chain(within, node, value, length, kind, 2 * first + 1)
                for row in rows:
                    note_reasons(within, node, board, work, spreads, row, node, spreads.link[row, node])
