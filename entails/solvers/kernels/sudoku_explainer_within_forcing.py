"""Forcing chains that branch, within forcing chains: multiple and dynamic ones on the board of an outer spread."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_explainer_forcing import spread, spread_from
from entails.solvers.kernels.sudoku_explainer_hint import (
    CELL_KIND,
    CONTRADICTION_KIND,
    DOUBLE,
    REGION_KIND,
    XY_KIND,
    added_for,
)
from entails.solvers.kernels.sudoku_explainer_links import Links, link
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_explainer_reach import Reach, have_common, note_reach, note_reached, number_open
from entails.solvers.kernels.sudoku_explainer_spread import (
    OFF_ROW,
    STATIC,
    Spreads,
    ancestors,
    clash_length,
    forget_if_full,
    forget_spreads,
)
from entails.solvers.kernels.sudoku_explainer_within import Within, is_better, keep_chain, note_reason
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, UNIT_CELLS, UNITS_OF, Board

_LONGEST = 1 << 20
_KNOWN, _NEW, _LINK = range(3)


@kernel
def note_reasons(
    within: Within, target: int, board: Board, work: Board, spreads: Spreads, row: int, node: int, at: int
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
    board: Board, work: Board, how: int, links: Links, reach: Reach, spreads: Spreads, spare: Board, within: Within
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
    board: Board, work: Board, candidate: int, how: int, rating: int, spreads: Spreads, spare: Board, within: Within
) -> None:
    """A candidate that contradicts itself, if it is or if it is not, and what follows in both cases."""
    spread_from(work, candidate, how, 0, spreads, spare)
    used = spreads.used[0]
    spread(work, OFF_ROW, 2 * candidate, how, 0, spreads, spare)
    for row in (candidate, OFF_ROW):
        known = spreads.clash[row, _KNOWN]
        if known >= 0:
            length = clash_length(spreads, row, _LONGEST)
            start = 2 * candidate + (1 if row == candidate else 0)
            value = rating + added_for(length)
            if is_better(within, start ^ 1, value, length, CONTRADICTION_KIND):
                keep_chain(within, start ^ 1, value, length, CONTRADICTION_KIND, start)
                note_reasons(within, start ^ 1, board, work, spreads, row, known, spreads.link[row, known])
                new = spreads.clash[row, _NEW]
                note_reasons(within, start ^ 1, board, work, spreads, row, new, spreads.clash[row, _LINK])
    if COUNT[work.marks[candidate // 9]] >= 3:
        keep_common_within(board, work, np.array([candidate, OFF_ROW]), rating, DOUBLE, spreads, within)
    spreads.used[0] = used


@kernel
def compare_within(
    board: Board,
    work: Board,
    rows: I64,
    how: int,
    rating: int,
    kind: int,
    reach: Reach,
    spreads: Spreads,
    spare: Board,
    within: Within,
) -> None:
    if how != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(work, row, how, 0, spreads, spare)
        keep_common_within(board, work, rows, rating, kind, spreads, within)


@kernel
def keep_common_within(
    board: Board, work: Board, rows: I64, rating: int, kind: int, spreads: Spreads, within: Within
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
