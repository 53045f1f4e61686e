"""Forcing chains of Sudoku Explainer that branch: Nishio, multiple and dynamic ones, and those with patterns inside.

A candidate that leads to a contradiction is not; what follows from a candidate and from its opposite, from all digits
of a cell or from all places of a digit in a unit, is so.

Patterns within a forcing chain: where its links end, locked candidates, hidden pairs, naked pairs and X-wings that
what was rubbed out has made.

Cycles and forcing chains of Sudoku Explainer: one line of "if this is, that is not; if that is not, this is".

Three passes: X follows units only, Y leaves cells of two candidates, XY takes all links. A chain that ends in the
opposite of its start settles the start; one that comes back to it is a cycle, of which one half is true.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel, thorough_kernel
from entails.solvers.kernels.sudoku_bits import close_digit, ones
from entails.solvers.kernels.sudoku_board import (
    CELL_KIND,
    COLUMNS,
    CONTRADICTION_KIND,
    COUNT,
    DOUBLE,
    I64,
    LENGTH,
    LOWEST,
    NO_RATING,
    NOTHING,
    OTHER,
    PEER_MASKS,
    RATING,
    REGION_KIND,
    REMOVES,
    UNIT_CELLS,
    UNITS_OF,
    X_KIND,
    XY_KIND,
    Y_KIND,
    BestHint,
    CandidateBoard,
    added_for,
    keep_score,
    keep_trial,
    no_hint,
    places_in_band,
    rest_on,
    try_removing,
    would_be_best,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_graph import OFFS, Links, link
from entails.solvers.kernels.sudoku_singles import shared_unit
from entails.solvers.kernels.sudoku_spread import (
    CYCLES,
    NISHIO,
    OFF_ROW,
    STATIC,
    Reach,
    Spreads,
    add_node,
    add_parent,
    ancestors,
    begin_link,
    begin_spread,
    chain_length,
    clash_length,
    end_strong,
    first_strong,
    forget_if_full,
    forget_spreads,
    have_common,
    may_cycle,
    note_lines,
    note_reach,
    note_reached,
    number_open,
    spread_until_stuck,
)


@kernel
def reach_by_patterns(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> bool:
    """Reach what the first kind of pattern that finds anything rules out; False when none does."""
    size = spreads.size[row, 0]
    by_locking(spreads, row, board, work)
    if spreads.size[row, 0] == size:
        by_hidden_pairs(spreads, row, board, work)
    if spreads.size[row, 0] == size:
        by_naked_pairs(spreads, row, board, work)
    if spreads.size[row, 0] == size:
        by_x_wings(spreads, row, board, work)
    return bool(spreads.size[row, 0] > size)


@kernel
def add_gone(spreads: Spreads, at: int, unit: int, digit: int, places: int) -> None:
    """These places of a digit, rubbed out before, are parents."""
    for position in range(9):
        if places >> position & 1:
            add_parent(spreads, at, 2 * (9 * UNIT_CELLS[unit, position] + digit))


@kernel
def by_locking(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for turn in range(27):
        unit = (turn + 18) % 27
        for digit in range(9):
            places = work.places[unit, digit]
            if not 2 <= COUNT[places] <= 3 or board.places[unit, digit] == places:
                continue
            for view in range(3):
                other = shared_unit(unit, places, view)
                if other < 0 or other == unit or (unit < 18) == (other < 18):
                    continue
                outside = 0
                for position in range(9):
                    outside |= (UNITS_OF[UNIT_CELLS[unit, position], view] != other) << position
                gone = board.places[unit, digit] & ~places & outside
                if gone == 0:
                    continue
                for position in range(9):
                    cell = UNIT_CELLS[other, position]
                    inside = UNITS_OF[cell, 0] == unit or UNITS_OF[cell, 1] == unit or UNITS_OF[cell, 2] == unit
                    if not inside and work.marks[cell] >> digit & 1:
                        at = begin_link(spreads)
                        add_gone(spreads, at, unit, digit, gone)
                        add_node(spreads, row, 2 * (9 * cell + digit), at)


@kernel
def by_hidden_pairs(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for unit in range(27):
        for one in range(9):
            places = work.places[unit, one]
            if COUNT[places] != 2:
                continue
            for other in range(one + 1, 9):
                if work.places[unit, other] != places:
                    continue
                gone_one = board.places[unit, one] & ~places
                gone_other = board.places[unit, other] & ~places
                if gone_one | gone_other == 0:
                    continue
                for position in range(9):
                    if places >> position & 1:
                        cell = UNIT_CELLS[unit, position]
                        for digit in range(9):
                            if digit != one and digit != other and work.marks[cell] >> digit & 1:
                                at = begin_link(spreads)
                                add_gone(spreads, at, unit, one, gone_one)
                                add_gone(spreads, at, unit, other, gone_other)
                                add_node(spreads, row, 2 * (9 * cell + digit), at)


@kernel
def by_naked_pairs(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for unit in range(27):
        for first in range(9):
            one = UNIT_CELLS[unit, first]
            pair = work.marks[one]
            if COUNT[pair] != 2:
                continue
            for second in range(first + 1, 9):
                other = UNIT_CELLS[unit, second]
                if work.marks[other] != pair or (board.marks[one] | board.marks[other]) == pair:
                    continue
                for cell in UNIT_CELLS[unit]:
                    if cell != one and cell != other:
                        for digit in range(9):
                            if (work.marks[cell] & pair) >> digit & 1:
                                at = begin_link(spreads)
                                for gone in range(9):
                                    if (board.marks[one] & ~pair) >> gone & 1:
                                        add_parent(spreads, at, 2 * (9 * one + gone))
                                    if (board.marks[other] & ~pair) >> gone & 1:
                                        add_parent(spreads, at, 2 * (9 * other + gone))
                                add_node(spreads, row, 2 * (9 * cell + digit), at)


@kernel
def by_x_wings(spreads: Spreads, row: int, board: CandidateBoard, work: CandidateBoard) -> None:
    for turn in range(2):
        base = COLUMNS * (1 - turn)
        for digit in range(9):
            for one in range(base, base + 9):
                places = work.places[one, digit]
                if COUNT[places] != 2:
                    continue
                for other in range(one + 1, base + 9):
                    if work.places[other, digit] != places:
                        continue
                    gone_one = board.places[one, digit] & ~places
                    gone_other = board.places[other, digit] & ~places
                    if gone_one | gone_other == 0:
                        continue
                    for line in range(base, base + 9):
                        hit = work.places[line, digit] & places
                        while line != one and line != other and hit != 0:
                            cell = UNIT_CELLS[line, LOWEST[hit]]
                            hit &= hit - 1
                            at = begin_link(spreads)
                            add_gone(spreads, at, one, digit, gone_one)
                            add_gone(spreads, at, other, digit, gone_other)
                            add_node(spreads, row, 2 * (9 * cell + digit), at)


_LONGEST = 1 << 20
"""No argument is so long."""


@kernel
def find_forcing(
    board: CandidateBoard,
    how: int,
    level: int,
    links: Links,
    reach: Reach,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
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
def find_clashes(board: CandidateBoard, rating: int, spreads: Spreads, work: CandidateBoard, hint: BestHint) -> None:
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
def keep_clash(spreads: Spreads, row: int, start: int, rating: int, hint: BestHint) -> None:
    """A node that contradicts itself: its opposite holds."""
    length = clash_length(spreads, row, longest_wanted(hint))
    if would_be_best(hint, rating + added_for(length), length, CONTRADICTION_KIND):
        keep_target(hint, start ^ 1, rating + added_for(length), length, CONTRADICTION_KIND)
        rest_on(hint, start)


@kernel
def spread(
    board: CandidateBoard, row: int, start: int, how: int, level: int, spreads: Spreads, work: CandidateBoard
) -> bool:
    """All that follows from a node; True if that contradicts itself."""
    begin_spread(spreads, row, start, board, work)
    done_on, done_off, clash = spread_until_stuck(spreads, row, how, board, work, 0, 0)
    while level > 0 and not clash and reach_by_patterns(spreads, row, board, work):
        done_on, done_off, clash = spread_until_stuck(spreads, row, how, board, work, done_on, done_off)
    return clash


@kernel
def spread_from(
    board: CandidateBoard, candidate: int, how: int, level: int, spreads: Spreads, work: CandidateBoard
) -> None:
    """What follows if the candidate is; found once."""
    if not spreads.done[candidate]:
        spreads.done[candidate] = True
        spread(board, candidate, 2 * candidate + 1, how, level, spreads, work)


@kernel
def look_at(
    board: CandidateBoard,
    candidate: int,
    how: int,
    level: int,
    rating: int,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
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
    board: CandidateBoard,
    candidate: int,
    how: int,
    level: int,
    rating: int,
    reach: Reach,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
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
    board: CandidateBoard,
    rows: I64,
    how: int,
    level: int,
    rating: int,
    kind: int,
    reach: Reach,
    spreads: Spreads,
    work: CandidateBoard,
    hint: BestHint,
) -> None:
    """Candidates of which one is: what follows from all of them."""
    if how != STATIC or have_common(reach, rows):
        for row in rows:
            spread_from(board, row, how, level, spreads, work)
        keep_common(spreads, rows, rating, kind, hint)


@kernel
def keep_common(spreads: Spreads, rows: I64, rating: int, kind: int, hint: BestHint) -> None:
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
def longest_wanted(hint: BestHint) -> int:
    """No longer argument of the same search is better than the best so far: what adds to the rating is its length."""
    return int(hint.score[LENGTH]) if hint.score[RATING] != NO_RATING else _LONGEST


@kernel
def keep_target(hint: BestHint, node: int, rating: int, length: int, kind: int) -> None:
    """The hint says that this node holds. It rests on the nodes where its branches begin."""
    if node & 1:
        keep_score(hint, rating, length, kind, node // 2)
    else:
        keep_score(hint, rating, length, kind, NOTHING)
        hint.score[REMOVES] = 1
        hint.removes[0] = node // 2
    hint.score[OTHER] = node


_CYCLE, _XY, _CHAIN = 65, 70, 66
_LONGEST_UNARY = 1460
"""Even, and more nodes than any chain has."""


@thorough_kernel
def find_unary(board: CandidateBoard, links: Links, reach: Reach, most: int, hint: BestHint) -> None:
    """The best cycle or forcing chain; or, if a rating (times ten) is given, all forcing chains of a pass up to that,
    the candidates that they rule out in `hint.removes`. `places` must be up to date."""
    no_hint(hint)
    link(board, links)
    number_open(board, reach)
    if most > 0:
        rule_out_all(board, links, reach, XY_KIND if most > _XY else X_KIND, most, hint)
        return
    for kind in (X_KIND, Y_KIND, XY_KIND):
        if kind == XY_KIND and hint.score[RATING] < _XY:
            return
        note_reach(links, reach, kind)
        note_lines(links, reach, kind)
        find_best(board, links, reach, kind, hint)


@kernel
def rule_out_all(board: CandidateBoard, links: Links, reach: Reach, kind: int, most: int, hint: BestHint) -> None:
    """All forcing chains of a pass up to a rating."""
    note_reach(links, reach, kind)
    note_lines(links, reach, kind)
    links.gone[:] = False
    longest = longest_up_to(_XY if kind == XY_KIND else _CHAIN, most, _LONGEST_UNARY)
    for at in range(reach.size[0]):
        start = reach.open[at]
        bit = 1 << start % 9
        if reach.lines[at, 1] and chain_length(reach, start, 1, longest) <= longest:
            rule_out(board, links, start // 9, bit, hint)
        if reach.lines[at, 0] and chain_length(reach, start, 0, longest) <= longest:
            rule_out(board, links, start // 9, ~bit, hint)


@kernel
def find_best(board: CandidateBoard, links: Links, reach: Reach, kind: int, hint: BestHint) -> None:
    """The best hint of a pass. Of hints that are as good the first is wanted, candidate by candidate: cycles, then the
    chain from where it is, then from where it is not."""
    base, chain_base = (_XY, _XY) if kind == XY_KIND else (_CYCLE, _CHAIN)
    length, first, state = _LONGEST_UNARY, -1, 0
    if kind != Y_KIND:
        length = longest_unary(hint, chain_base, kind, _LONGEST_UNARY) + 2
        for at in range(reach.size[0]):
            for now in (1, 0):
                if not reach.lines[at, now]:
                    continue
                found = chain_length(reach, reach.open[at], now, length - 2)
                if found < length:
                    length, first, state = found, at, now
    most = longest_unary(hint, base, kind, _LONGEST_UNARY)
    if first >= 0:  # a cycle before it may be as good
        most = min(most, longest_up_to(base, chain_base + added_for(length), length))
    for at in range(reach.size[0]):
        start = reach.open[at]
        begins = reach.lines[at, CYCLES] and most >= 4 and (kind != Y_KIND or COUNT[board.marks[start // 9]] == 2)
        if begins and may_cycle(links, reach, start, kind, most):
            find_cycles(board, links, reach, start, kind, most, hint)
            most = longest_unary(hint, base, kind, most)
        if at == first and would_be_best(hint, chain_base + added_for(length), length, kind):
            keep_score(hint, chain_base + added_for(length), length, kind, -1 if state == 1 else start)
            if state == 1:
                hint.score[REMOVES] = 1
                hint.removes[0] = start
            most = longest_unary(hint, base, kind, most)


@kernel
def longest_up_to(base: int, rating: int, length: int) -> int:
    """How many nodes a chain may have that is as good as one of this rating and length; 2 for none."""
    longest = 2
    while longest < _LONGEST_UNARY:
        mine = base + added_for(longest + 2)
        if mine > rating or (mine == rating and longest + 2 > length):
            break
        longest += 2
    return longest


@kernel
def longest_unary(hint: BestHint, base: int, kind: int, most: int) -> int:
    """How many nodes a chain may have, up to `most`, to be better than the best hint so far; 2 for none."""
    if hint.score[RATING] == NO_RATING:
        return most
    longest = 2
    while longest < most and would_be_best(hint, base + added_for(longest + 2), longest + 2, kind):
        longest += 2
    return longest


@kernel
def rule_out(board: CandidateBoard, links: Links, cell: int, mask: int, hint: BestHint) -> None:
    """One of all: note what is still there, once."""
    left = board.marks[cell] & mask
    for digit in range(9):
        if left >> digit & 1 and not links.gone[9 * cell + digit]:
            links.gone[9 * cell + digit] = True
            hint.removes[hint.score[REMOVES]] = 9 * cell + digit
            hint.score[REMOVES] += 1


@kernel
def find_cycles(
    board: CandidateBoard, links: Links, reach: Reach, start: int, kind: int, most: int, hint: BestHint
) -> None:
    """The cycles of up to `most` nodes. Level by level: all nodes that are off, then all that are on. An on node knows
    the off node before it and the on node before that; an off node may be met again on another line. Off nodes from
    which nothing follows are left out."""
    base = _XY if kind == XY_KIND else _CYCLE
    before, via, stamp, offs = links.before, links.via, links.stamp, links.offs
    here, there = links.queue[0], links.queue[1]
    links.mark[0] += 1
    mark = links.mark[0]
    here[0], size, length = start, 1, 0
    before[start], stamp[start] = start, mark
    while size > 0:
        length += 2
        if length > most or not would_be_best(hint, base + added_for(length), length, kind):
            return
        count = 0
        for at in range(size):
            node = here[at]
            for turn in range(reach.leads[reach.at[node]]):
                off = reach.ways[reach.at[node], turn]
                back, known = node, False
                while back != start and not known:
                    known = via[back] == off
                    back = before[back]
                if not known and count < OFFS:
                    offs[0, count], offs[1, count] = off, node
                    count += 1
        size = 0
        for at in range(count):
            off, node = offs[0, at], offs[1, at]
            for turn in range(first_strong(links, off, kind), end_strong(links, off, kind)):
                on = links.strong[off, turn]
                if on == start and length >= 4:
                    judge_cycle(board, links, start, off, node, base + added_for(length), length, kind, hint)
                if stamp[on] != mark:
                    before[on], via[on], stamp[on] = node, off, mark
                    there[size] = on
                    size += 1
        here, there = there, here


@kernel
def judge_cycle(
    board: CandidateBoard,
    links: Links,
    start: int,
    off: int,
    node: int,
    rating: int,
    length: int,
    kind: int,
    hint: BestHint,
) -> None:
    """What sees an on node and an off node of its digit goes, unless its cell is in the cycle."""
    if not would_be_best(hint, rating, length, kind):
        return
    inside, sees = links.inside, links.sees
    inside[:] = 0
    touched, on = 0, node
    while True:
        for state in range(2):
            candidate = on if state == 1 else off
            cell, digit = candidate // 9, candidate % 9
            if touched >> digit & 1 == 0:
                touched |= 1 << digit
                sees[0, digit] = 0
                sees[1, digit] = 0
            inside[cell // 27] |= 1 << cell % 27
            for band in range(3):
                sees[state, digit, band] |= PEER_MASKS[cell, band]
        if on == start:
            break
        off = links.via[on]
        on = links.before[on]
    for band in range(3):
        some, left = 0, touched
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            sees[0, digit, band] &= sees[1, digit, band] & places_in_band(board, digit, band) & ~inside[band]
            some |= sees[0, digit, band]
        while some != 0:
            low = some & -some
            some ^= low
            both, left = 0, touched
            while left != 0:
                digit = LOWEST[left]
                left &= left - 1
                if sees[0, digit, band] & low != 0:
                    both |= 1 << digit
            try_removing(hint, board, 27 * band + ones(low - 1), both)
    keep_trial(hint, rating, length, kind)
