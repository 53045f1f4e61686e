"""Branching forcing chains of Sudoku Explainer: Nishio, multiple and dynamic chains, and patterns inside chains.

A candidate that leads to a contradiction is false. Whatever follows both from a candidate and from its opposite, from
all candidates of a cell, or from all places of a digit in a unit, holds.

When the links of a spread end, chains of level 1 and above look for patterns on what is left of the board
(sudoku_patterns.py).
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import closed
from entails.solvers.kernels.sudoku_board import (
    CELL_KIND,
    CONTRADICTION_KIND,
    COUNT,
    DETAIL,
    DOUBLE,
    I64,
    LENGTH,
    LOWEST,
    NO_RATING,
    NOTHING,
    PEER_MASKS,
    RATING,
    REGION_KIND,
    REMOVES,
    UNIT_CELLS,
    UNITS_OF,
    XY_KIND,
    BestHint,
    CandidateBoard,
    add_hint_evidence,
    clear_hint,
    keep_score,
    length_tenths,
    would_be_best,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_graph import CandidateGraph, link_as_explainer
from entails.solvers.kernels.sudoku_numbers import DYNAMIC_TENTHS, LEVEL_TENTHS, MULTIPLE_TENTHS, NISHIO_TENTHS
from entails.solvers.kernels.sudoku_patterns import reach_by_patterns
from entails.solvers.kernels.sudoku_spread import (
    NISHIO,
    OFF_ROW,
    STATIC,
    Reach,
    Spreads,
    ancestors,
    begin_spread,
    clash_length,
    clear_if_full,
    clear_spreads,
    have_common,
    note_reach,
    note_reached,
    number_open,
    spread_until_stuck,
)

_LONGEST = 1 << 20
"""A number of nodes above that of any argument."""


@kernel
def find_forcing(
    board: CandidateBoard,
    mode: int,
    level: int,
    graph: CandidateGraph,
    reach: Reach,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
) -> None:
    """Find the best forcing chain of a mode. `places` must be up to date; levels above 0 also use patterns.

    A static search first computes as sets what each candidate reaches. Spreads are made only where these sets share
    something.
    """
    clear_hint(hint)
    clear_spreads(spreads)
    if mode == NISHIO:
        find_clashes(board, NISHIO_TENTHS, spreads, work, hint)
        return
    rating = MULTIPLE_TENTHS if mode == STATIC else DYNAMIC_TENTHS + LEVEL_TENTHS * level
    if mode == STATIC:
        link_as_explainer(board, graph)
        number_open(board, reach)
        note_reach(graph, reach, XY_KIND)
        note_reached(reach)
    rows = np.zeros(9, np.int64)
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] < (3 if mode == STATIC else 2):
            continue
        clear_if_full(spreads)
        count = 0
        for digit in range(9):
            if mask >> digit & 1:
                candidate = 9 * cell + digit
                if mode != STATIC:
                    look_at(board, candidate, mode, level, rating, spreads, work, hint)
                look_at_units(board, candidate, mode, level, rating, reach, spreads, work, hint)
                rows[count] = candidate
                count += 1
        compare(board, rows[:count], mode, level, rating, CELL_KIND, reach, spreads, work, hint)


@kernel
def find_clashes(board: CandidateBoard, rating: int, spreads: Spreads, work: CandidateBoard, hint: BestHint) -> None:
    """Find Nishio hints: suppositions refuted within one digit.

    If the places of a digit can be closed without a contradiction, none is searched for.
    """
    bands, here = np.zeros((9, 3), np.int32), np.zeros(3, np.int32)
    for cell in range(81):
        for digit in range(9):
            if board.marks[cell] >> digit & 1 or board.digits[cell] == digit + 1:
                bands[digit, cell // 27] |= 1 << cell % 27
    for candidate in range(729):
        cell, digit = candidate // 9, candidate % 9
        if not board.marks[cell] >> digit & 1 or COUNT[board.marks[cell]] < 2:
            continue
        for state in (1, 0):
            for band in range(3):
                here[band] = bands[digit, band] & (~PEER_MASKS[cell, band] if state == 1 else -1)
            if state == 0:
                here[cell // 27] ^= 1 << cell % 27
            row = candidate if state == 1 else OFF_ROW
            places, _, _ = closed(here[0], here[1], here[2])
            if places == 0 and spread(board, row, 2 * candidate + state, NISHIO, 0, spreads, work):
                keep_clash(spreads, row, 2 * candidate + state, rating, hint)
                spreads.used[0] = 0


@kernel
def keep_clash(spreads: Spreads, row: int, start: int, rating: int, hint: BestHint) -> None:
    """Keep the hint that a node is false, since it implies its own negation."""
    length = clash_length(spreads, row, longest_wanted(hint))
    if would_be_best(hint, rating + length_tenths(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + length_tenths(length), length, CONTRADICTION_KIND)
        add_hint_evidence(hint, start)


@kernel
def spread(
    board: CandidateBoard, row: int, start: int, mode: int, level: int, spreads: Spreads, work: CandidateBoard
) -> bool:
    """Compute all consequences of a node; return whether they contain a contradiction."""
    begin_spread(spreads, row, start, board, work)
    done_on, done_off, clash = spread_until_stuck(spreads, row, mode, board, work, 0, 0)
    while level > 0 and not clash and reach_by_patterns(spreads, row, board, work):
        done_on, done_off, clash = spread_until_stuck(spreads, row, mode, board, work, done_on, done_off)
    return clash


@kernel
def spread_from(
    board: CandidateBoard, candidate: int, mode: int, level: int, spreads: Spreads, work: CandidateBoard
) -> None:
    """Compute all consequences of a candidate being true, unless this was done before."""
    if not spreads.done[candidate]:
        spreads.done[candidate] = True
        spread(board, candidate, 2 * candidate + 1, mode, level, spreads, work)


@kernel
def look_at(
    board: CandidateBoard,
    candidate: int,
    mode: int,
    level: int,
    rating: int,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
) -> None:
    """Search for contradictions of a candidate, and for common consequences of both its values."""
    spread_from(board, candidate, mode, level, spreads, work)
    if spreads.clash[candidate, 0] >= 0:
        keep_clash(spreads, candidate, 2 * candidate + 1, rating, hint)
    used = spreads.used[0]
    if spread(board, OFF_ROW, 2 * candidate, mode, level, spreads, work):
        keep_clash(spreads, OFF_ROW, 2 * candidate, rating, hint)
    if COUNT[board.marks[candidate // 9]] >= 3:
        keep_common(spreads, np.array([candidate, OFF_ROW]), rating, DOUBLE, hint)
    spreads.used[0] = used


@kernel
def look_at_units(
    board: CandidateBoard,
    candidate: int,
    mode: int,
    level: int,
    rating: int,
    reach: Reach,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
) -> None:
    """Compare the places of the digit in each unit whose first place is this candidate."""
    cell, digit = candidate // 9, candidate % 9
    rows = np.zeros(9, np.int64)
    for turn in range(3):
        unit = UNITS_OF[cell, VIEWS[turn]]
        places = board.places[unit, digit]
        if COUNT[places] < 2 or UNIT_CELLS[unit, LOWEST[places]] != cell:
            continue
        count = 0
        for position in range(9):
            if places >> position & 1:
                rows[count] = 9 * UNIT_CELLS[unit, position] + digit
                count += 1
        compare(board, rows[:count], mode, level, rating, REGION_KIND, reach, spreads, work, hint)


@kernel
def compare(
    board: CandidateBoard,
    rows: I64,
    mode: int,
    level: int,
    rating: int,
    kind: int,
    reach: Reach,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
) -> None:
    """Keep the consequences that these candidates share; one of the candidates is true."""
    if mode != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(board, row, mode, level, spreads, work)
        keep_common(spreads, rows, rating, kind, hint)


@kernel
def keep_common(spreads: Spreads, rows: I64, rating: int, kind: int, hint: BestHint) -> None:
    """Keep the nodes that all of these spreads reach, true nodes first."""
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
            length = 0
            for row in rows:
                length += ancestors(spreads, row, spreads.link[row, node], most - length)
                if length > most:
                    break
            if length <= most and would_be_best(hint, rating + length_tenths(length), length, kind):
                keep_target(hint, node, rating + length_tenths(length), length, kind)
                for row in rows:
                    add_hint_evidence(hint, 2 * rows[0] if row == OFF_ROW else 2 * row + 1)
                most = longest_wanted(hint)


@kernel
def longest_wanted(hint: BestHint) -> int:
    """Return the length beyond which no argument of this search can beat the best hint."""
    return int(hint.score[LENGTH]) if hint.score[RATING] != NO_RATING else _LONGEST


@kernel
def keep_target(hint: BestHint, node: int, rating: int, length: int, kind: int) -> None:
    """Keep the hint that a node is true. Its evidence is the first node of each branch."""
    if node & 1:
        keep_score(hint, rating, length, kind, node // 2)
    else:
        keep_score(hint, rating, length, kind, NOTHING)
        hint.score[REMOVES] = 1
        hint.removes[0] = node // 2
    hint.score[DETAIL] = node
