"""Forcing chains of Sudoku Explainer that branch: Nishio, multiple and dynamic ones, and those with patterns inside.

A candidate that leads to a contradiction is not; what follows from a candidate and from its opposite, from all digits
of a cell or from all places of a digit in a unit, is so.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bands import close_digit
from entails.solvers.kernels.sudoku_explainer_hint import (
    CELL_KIND,
    CONTRADICTION_KIND,
    DOUBLE,
    LENGTH,
    NO_RATING,
    NOTHING,
    OTHER,
    RATING,
    REGION_KIND,
    REMOVES,
    XY_KIND,
    Hint,
    added_for,
    keep_score,
    no_hint,
    rest_on,
    would_be_best,
)
from entails.solvers.kernels.sudoku_explainer_links import Links, link
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_explainer_nested import reach_by_patterns
from entails.solvers.kernels.sudoku_explainer_reach import Reach, have_common, note_reach, note_reached, number_open
from entails.solvers.kernels.sudoku_explainer_spread import (
    NISHIO,
    OFF_ROW,
    STATIC,
    Spreads,
    ancestors,
    begin_spread,
    clash_length,
    forget_if_full,
    forget_spreads,
    spread_until_stuck,
)
from entails.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEER_MASKS, UNIT_CELLS, UNITS_OF, Board

_LONGEST = 1 << 20
"""No argument is so long."""


@kernel
def find_forcing(
    board: Board, how: int, level: int, links: Links, reach: Reach, spreads: Spreads, work: Board, hint: Hint
) -> None:
    """The best hint of a search. `places` must be up to date; a level above 0 looks for patterns where links end.

    What a static search reaches is known beforehand, as sets: only where these have something in common, spreads tell
    how it is reached.
    """
    no_hint(hint)
    forget_spreads(spreads)
    rating = 75 if how == NISHIO else 80 if how == STATIC else 85 if level == 0 else 85 + 5 * level
    if how == NISHIO:
        find_clashes(board, rating, spreads, work, hint)
        return
    if how == STATIC:
        link(board, links)
        number_open(board, reach)
        note_reach(links, reach, XY_KIND)
        note_reached(reach)
    rows = np.zeros(9, np.int64)
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] < (3 if how == STATIC else 2):
            continue
        forget_if_full(spreads)
        count = 0
        for digit in range(9):
            if mask >> digit & 1:
                candidate = 9 * cell + digit
                if how != STATIC:
                    look_at(board, candidate, how, level, rating, spreads, work, hint)
                look_at_units(board, candidate, how, level, rating, reach, spreads, work, hint)
                rows[count] = candidate
                count += 1
        compare(board, rows[:count], how, level, rating, CELL_KIND, reach, spreads, work, hint)


@kernel
def find_clashes(board: Board, rating: int, spreads: Spreads, work: Board, hint: Hint) -> None:
    """Nishio: one digit at a time, contradictions only. Where its places can be filled without one, there is none."""
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
            if not close_digit(here, 0) and spread(board, row, 2 * candidate + state, NISHIO, 0, spreads, work):
                keep_clash(spreads, row, 2 * candidate + state, rating, hint)
                spreads.used[0] = 0


@kernel
def keep_clash(spreads: Spreads, row: int, start: int, rating: int, hint: Hint) -> None:
    """A node that contradicts itself: its opposite holds."""
    length = clash_length(spreads, row, longest_wanted(hint))
    if would_be_best(hint, rating + added_for(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + added_for(length), length, CONTRADICTION_KIND)
        rest_on(hint, start)


@kernel
def spread(board: Board, row: int, start: int, how: int, level: int, spreads: Spreads, work: Board) -> bool:
    """All that follows from a node; True if that contradicts itself."""
    begin_spread(spreads, row, start, board, work)
    done_on, done_off, clash = spread_until_stuck(spreads, row, how, board, work, 0, 0)
    while level > 0 and not clash and reach_by_patterns(spreads, row, board, work):
        done_on, done_off, clash = spread_until_stuck(spreads, row, how, board, work, done_on, done_off)
    return clash


@kernel
def spread_from(board: Board, candidate: int, how: int, level: int, spreads: Spreads, work: Board) -> None:
    """What follows if the candidate is; found once."""
    if not spreads.done[candidate]:
        spreads.done[candidate] = True
        spread(board, candidate, 2 * candidate + 1, how, level, spreads, work)


@kernel
def look_at(
    board: Board, candidate: int, how: int, level: int, rating: int, spreads: Spreads, work: Board, hint: Hint
) -> None:
    """One candidate: contradictions, and what follows whether it is or not."""
    spread_from(board, candidate, how, level, spreads, work)
    if spreads.clash[candidate, 0] >= 0:
        keep_clash(spreads, candidate, 2 * candidate + 1, rating, hint)
    used = spreads.used[0]
    if spread(board, OFF_ROW, 2 * candidate, how, level, spreads, work):
        keep_clash(spreads, OFF_ROW, 2 * candidate, rating, hint)
    if COUNT[board.marks[candidate // 9]] >= 3:
        keep_common(spreads, np.array([candidate, OFF_ROW]), rating, DOUBLE, hint)
    spreads.used[0] = used


@kernel
def look_at_units(
    board: Board,
    candidate: int,
    how: int,
    level: int,
    rating: int,
    reach: Reach,
    spreads: Spreads,
    work: Board,
    hint: Hint,
) -> None:
    """The units in which this candidate is the first place of its digit."""
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
        compare(board, rows[:count], how, level, rating, REGION_KIND, reach, spreads, work, hint)


@kernel
def compare(
    board: Board,
    rows: I64,
    how: int,
    level: int,
    rating: int,
    kind: int,
    reach: Reach,
    spreads: Spreads,
    work: Board,
    hint: Hint,
) -> None:
    """Candidates of which one is: what follows from all of them."""
    if how != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(board, row, how, level, spreads, work)
        keep_common(spreads, rows, rating, kind, hint)


@kernel
def keep_common(spreads: Spreads, rows: I64, rating: int, kind: int, hint: Hint) -> None:
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
            length = 0
            for row in rows:
                length += ancestors(spreads, row, spreads.link[row, node], most - length)
                if length > most:
                    break
            if length <= most and would_be_best(hint, rating + added_for(length), length, kind):
                keep_target(hint, node, rating + added_for(length), length, kind)
                for row in rows:
                    rest_on(hint, 2 * rows[0] if row == OFF_ROW else 2 * row + 1)
                most = longest_wanted(hint)


@kernel
def longest_wanted(hint: Hint) -> int:
    """No longer argument of the same search is better than the best so far: what adds to the rating is its length."""
    return int(hint.score[LENGTH]) if hint.score[RATING] != NO_RATING else _LONGEST


@kernel
def keep_target(hint: Hint, node: int, rating: int, length: int, kind: int) -> None:
    """The hint says that this node holds. It rests on the nodes where its branches begin."""
    if node & 1:
        keep_score(hint, rating, length, kind, node // 2)
    else:
        keep_score(hint, rating, length, kind, NOTHING)
        hint.score[REMOVES] = 1
        hint.removes[0] = node // 2
    hint.score[OTHER] = node
