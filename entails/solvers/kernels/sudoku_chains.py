"""Alternating chains by name, out of one web: "if this is not, that is" and "if that is, this is not" in turn.

X-chains and XY-chains: "if the first cell is not d, then the last one is", so what sees both is not d.

From each start, links are followed breadth first, so the chain found between two cells is a shortest one. A chain that
would pass a cell twice is left out: it is right, but hard to read.

X-chains that come back: "if this cell is not the digit, then it is". So it is, and what sees it is not.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_als import Sets, gather_sets
from entails.solvers.kernels.sudoku_bits import ones
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    LOWEST,
    PEER_MASKS,
    PEERS,
    SEES,
    CandidateBoard,
    StepTable,
    begin,
    count_links,
    has_partner,
    keep,
    keep_simplest,
    note_places,
    partners_of,
    remove,
    rest,
)
from entails.solvers.kernels.sudoku_graph import (
    CELL,
    DIGIT,
    ENDS,
    OF_BOX,
    OF_CELL,
    OF_COLUMN,
    OF_CROSS,
    OF_GROUP,
    OF_ROW,
    OF_SET,
    OF_UNIT,
    Web,
    conclude,
    end_in,
    join,
    weave,
    weave_weak,
)
from entails.solvers.kernels.sudoku_numbers import (
    AIC,
    AIC_LOOP,
    ALS_AIC,
    ALS_LOOP,
    EMPTY_RECTANGLE,
    GROUPED_AIC,
    GROUPED_LOOP,
    L_WING,
    M_WING,
    S_WING,
    SKYSCRAPER,
    TURBOT_FISH,
    TWO_STRING_KITE,
    W_WING,
    X_CHAIN,
    XY_CHAIN,
)

_LARGEST_SET, _ANY_SET = 4, 7
_MOST_ENDS = 24
"""Longer chains are not told: nobody follows them."""


@kernel
def find_named(board: CandidateBoard, technique: int, thorough: bool, web: Web, sets: Sets, found: StepTable) -> None:
    """All steps of one of these techniques; if one is thorough, with almost locked sets of any size. `places` must be
    up to date."""
    with_sets = technique in (ALS_AIC, ALS_LOOP)
    grouped = with_sets or technique in (GROUPED_AIC, GROUPED_LOOP, EMPTY_RECTANGLE)
    weave(board, grouped, web)
    if with_sets:
        join_sets(board, _ANY_SET if thorough else _LARGEST_SET, sets, web)
    weave_weak(web)
    line = np.empty(_MOST_ENDS, np.int64)
    if with_sets or technique in (AIC, AIC_LOOP, GROUPED_AIC, GROUPED_LOOP):
        find_long(board, technique, thorough, web, sets, line, found)
    else:
        find_short(board, technique, web, sets, line, found)


@kernel
def join_sets(board: CandidateBoard, largest: int, sets: Sets, web: Web) -> None:
    """In an almost locked set, one of any two of its digits is there."""
    gather_sets(board, largest, sets)
    for one in range(sets.size[0]):
        for digit in range(9):
            for other in range(digit):
                both = 1 << digit | 1 << other
                if sets.digits[one] & both != both or COUNT[sets.digits[one]] == 2:
                    continue
                ends = np.empty(2, np.int64)
                for turn in range(2):
                    wanted = other if turn else digit
                    cells = sets.holds[one, wanted]
                    ends[turn] = end_in(web, wanted, cells, only_cell(cells))
                join(web, ends[0], ends[1], OF_SET)


@kernel
def only_cell(cells: I64) -> int:
    """The cell of a mask of one; -1 for more."""
    found = -1
    for cell in range(81):
        if cells[cell // 27] >> (cell % 27) & 1:
            if found >= 0:
                return -1
            found = cell
    return found


@kernel
def find_long(
    board: CandidateBoard, technique: int, thorough: bool, web: Web, sets: Sets, line: I64, found: StepTable
) -> None:
    """Breadth first from each end that is supposed not to be: the shortest chains to all others. If one is thorough,
    loops are looked for from each first link alone, so that a short loop hides no longer one."""
    loop = technique in (AIC_LOOP, GROUPED_LOOP, ALS_LOOP)
    need = OF_GROUP if technique in (GROUPED_AIC, GROUPED_LOOP) else 0
    if technique in (ALS_AIC, ALS_LOOP):
        need = OF_SET
    before, via, length, queue = np.empty((4, 2 * ENDS), np.int64)
    for start in range(web.size[0]):
        first = 0
        while first < web.counts[start, 0]:
            beyond = first + 1 if thorough and loop else web.counts[start, 0]
            before[:] = -1
            size = 0
            for at in range(first, beyond):
                state = web.strong[start, at] + (ENDS if web.kinds[start, at] & need else 0)
                before[state], via[state], length[state] = state, start, 2
                queue[size] = state
                size += 1
            first = beyond
            done = 0
            while done < size:
                state = queue[done]
                done += 1
                if length[state] + 2 > _MOST_ENDS:
                    break
                was = size
                size = reach(web, need, start, state, before, via, length, queue, size)
                for at in range(was, size):
                    to = queue[at]
                    if to % ENDS >= start and (need == 0 or to >= ENDS):
                        count = trace_back(start, to, before, via, length, line)
                        conclude(board, technique, web, sets, line[:count], loop, found)


@kernel
def reach(
    web: Web, need: int, start: int, state: int, before: I64, via: I64, length: I64, queue: I64, size: int
) -> int:
    """Two links on from a state: an end, reached without one of the links that are needed yet, or with one."""
    end = state % ENDS
    for turn in range(web.counts[end, 1]):
        off = web.weak[end, turn]
        if off == start:
            continue
        for at in range(web.counts[off, 0]):
            to = web.strong[off, at] + (ENDS if state >= ENDS or web.kinds[off, at] & need else 0)
            if before[to] < 0:
                before[to], via[to], length[to] = state, off, length[state] + 2
                queue[size] = to
                size += 1
    return size


@kernel
def trace_back(start: int, state: int, before: I64, via: I64, length: I64, line: I64) -> int:
    """The ends from the first to the last."""
    count = length[state]
    at = count - 1
    while at > 0:
        line[at], line[at - 1] = state % ENDS, via[state]
        state = before[state]
        at -= 2
    line[0] = start
    return int(count)


@kernel
def find_short(board: CandidateBoard, technique: int, web: Web, sets: Sets, line: I64, found: StepTable) -> None:
    """Every chain of two strong links (fish of one digit, empty rectangles) or three (wings)."""
    three = technique in (W_WING, M_WING, S_WING, L_WING)
    kinds = np.zeros(3, np.int64)
    for first in range(web.size[0]):
        line[0] = first
        for one in range(web.counts[first, 0]):
            line[1], kinds[0] = web.strong[first, one], web.kinds[first, one]
            for turn in range(web.counts[line[1], 1]):
                line[2] = web.weak[line[1], turn]
                if line[2] == first:
                    continue
                for two in range(web.counts[line[2], 0]):
                    line[3], kinds[1] = web.strong[line[2], two], web.kinds[line[2], two]
                    if line[3] == line[1]:
                        continue
                    if not three:
                        if line[3] > first and is_pair_named(technique, web, line, kinds):
                            conclude(board, technique, web, sets, line[:4], False, found)
                        continue
                    for again in range(web.counts[line[3], 1]):
                        line[4] = web.weak[line[3], again]
                        if line[4] == line[2] or line[4] == line[1] or line[4] == first:
                            continue
                        for last in range(web.counts[line[4], 0]):
                            line[5], kinds[2] = web.strong[line[4], last], web.kinds[line[4], last]
                            if line[5] != line[3] and is_wing_named(technique, web, line, kinds):
                                conclude(board, technique, web, sets, line[:6], False, found)


@kernel
def is_pair_named(technique: int, web: Web, line: I64, kinds: I64) -> bool:
    """Two strong links of one digit: a turbot fish. Skyscraper: in two parallel lines, joined along a third. Two-string
    kite: in a row and a column, joined in a box. Empty rectangle: in a box whose places are a row and a column (or two
    places alone), and in a line."""
    digits = web.ends[line[:4], DIGIT]
    if digits[0] != digits[1] or digits[2] != digits[3] or digits[0] != digits[2]:
        return False
    if technique == EMPTY_RECTANGLE:
        one = kinds[0] & (OF_CROSS | OF_BOX) != 0 and kinds[1] & (OF_ROW | OF_COLUMN) != 0
        return bool(one or (kinds[1] & (OF_CROSS | OF_BOX) != 0 and kinds[0] & (OF_ROW | OF_COLUMN) != 0))
    if (kinds[0] | kinds[1]) & (OF_GROUP | OF_CELL) != 0:
        return False
    one, other = web.ends[line[1], CELL], web.ends[line[2], CELL]
    same_row, same_column = one // 9 == other // 9, one % 9 == other % 9
    same_box = one // 27 == other // 27 and one % 9 // 3 == other % 9 // 3
    rows, columns = kinds[0] & kinds[1] & OF_ROW != 0, kinds[0] & kinds[1] & OF_COLUMN != 0
    tower = (rows and same_column) or (columns and same_row)
    across = (kinds[0] & OF_ROW != 0 and kinds[1] & OF_COLUMN != 0) or (
        kinds[0] & OF_COLUMN != 0 and kinds[1] & OF_ROW != 0
    )
    if technique == SKYSCRAPER:
        return bool(tower)
    if technique == TWO_STRING_KITE:
        return bool(across and same_box)
    return bool(technique == TURBOT_FISH)


@kernel
def is_wing_named(technique: int, web: Web, line: I64, kinds: I64) -> bool:
    """Three strong links: W-wing cell, unit, cell; M-wing cell, unit, unit; S-wing unit, cell, unit; L-wing three
    units of more than one digit, joined in cells."""
    digit = web.ends[line[:6], DIGIT]
    cell = web.ends[line[:6], CELL]
    if technique == W_WING:
        if kinds[0] & OF_CELL == 0 or kinds[1] & OF_UNIT == 0 or kinds[2] & OF_CELL == 0:
            return False
        inner = digit[1] == digit[2] and digit[2] == digit[3] and digit[3] == digit[4]
        return bool(inner and digit[0] == digit[5] and cell[0] < cell[5])
    if technique == M_WING:
        if kinds[0] & OF_CELL == 0 or kinds[1] & OF_UNIT == 0 or kinds[2] & OF_UNIT == 0:
            return False
        inner = digit[1] == digit[2] and digit[2] == digit[3] and cell[3] == cell[4] and digit[3] != digit[4]
        return bool(inner and digit[4] == digit[5] and digit[5] == digit[0] and cell[0] != cell[5])
    if technique == S_WING:
        if kinds[0] & OF_UNIT == 0 or kinds[1] & OF_CELL == 0 or kinds[2] & OF_UNIT == 0:
            return False
        one = digit[0] == digit[1] and digit[1] == digit[2] and digit[2] != digit[3]
        return bool(one and digit[3] == digit[4] and digit[4] == digit[5] and cell[0] <= cell[5])
    if kinds[0] & OF_UNIT == 0 or kinds[1] & OF_UNIT == 0 or kinds[2] & OF_UNIT == 0:
        return False
    in_cells = cell[1] == cell[2] and cell[3] == cell[4]
    within = digit[0] == digit[1] and digit[2] == digit[3] and digit[4] == digit[5]
    return bool(within and in_cells and digit[1] != digit[2] and digit[3] != digit[4])


START = -2


@kernel
def find_x_chains(board: CandidateBoard, found: StepTable) -> None:
    """One digit: partners ("if not here, then there") and cells that see each other ("if here, then not there") in
    turn. Nodes are 2 * cell for "not here" and 2 * cell + 1 for "here"."""
    before, queue = np.empty((2, 162), np.int64)
    places, seen, seen_not = np.empty((3, 3), np.int64)
    for digit in range(1, 10):
        if count_links(board, digit) < 2:
            continue
        partners = partners_of(board, digit)
        note_places(board, digit, places)
        for start in range(81):
            if not has_partner(partners, start):
                continue
            seen[:] = seen_not[:] = 0
            seen_not[start // 27] = 1 << start % 27
            before[2 * start] = START
            queue[0] = 2 * start
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                cell = node // 2
                if node & 1:
                    for band in range(3):
                        left = PEER_MASKS[cell, band] & places[band] & ~seen_not[band]
                        seen_not[band] |= left
                        while left != 0:
                            low = left & -left
                            left ^= low
                            queue[size] = 2 * (27 * band + ones(low - 1))
                            before[queue[size]] = node
                            size += 1
                    continue
                for partner in partners[cell]:
                    if partner >= 0 and not seen[partner // 27] >> partner % 27 & 1:
                        seen[partner // 27] |= 1 << partner % 27
                        queue[size] = 2 * partner + 1
                        before[queue[size]] = node
                        size += 1
                        if partner > start and rules_out(start, partner, places):
                            keep_chain(board, X_CHAIN, digit, 2 * partner + 1, before, 2, found)


@kernel
def find_xy_chains(board: CandidateBoard, found: StepTable) -> None:
    """Cells of two candidates: "if not the one, then the other", which the next cell then cannot be. The node
    9 * cell + digit - 1 says that the cell is the digit."""
    before, queue = np.empty((2, 729), np.int64)
    places, of_two, seen = np.zeros((3, 9, 3), np.int64)
    for cell in range(81):
        left = board.marks[cell] if COUNT[board.marks[cell]] == 2 else 0
        while left != 0:
            of_two[LOWEST[left], cell // 27] |= 1 << cell % 27
            left &= left - 1
    for digit in range(9):
        note_places(board, digit + 1, places[digit])
    for start in range(81):
        if COUNT[board.marks[start]] != 2:
            continue
        for way in range(2):
            first = LOWEST[board.marks[start]]
            second = LOWEST[board.marks[start] ^ 1 << first]
            if way == 1:
                first, second = second, first
            seen[:] = 0
            seen[second, start // 27] = 1 << start % 27
            before[9 * start + second] = START
            queue[0] = 9 * start + second
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                digit = node % 9
                for band in range(3):
                    left = PEER_MASKS[node // 9, band] & of_two[digit, band]
                    while left != 0:
                        low = left & -left
                        left ^= low
                        neighbour = 27 * band + ones(low - 1)
                        other = LOWEST[board.marks[neighbour] ^ 1 << digit]
                        if seen[other, band] & low == 0:
                            seen[other, band] |= low
                            queue[size] = 9 * neighbour + other
                            before[queue[size]] = node
                            size += 1
                            if other == first and neighbour > start and rules_out(start, neighbour, places[first]):
                                keep_chain(board, XY_CHAIN, first + 1, 9 * neighbour + other, before, 9, found)


@kernel
def rules_out(start: int, end: int, places: I64) -> bool:
    """Does any of these places see both ends?"""
    some = 0
    for band in range(3):
        some |= PEER_MASKS[start, band] & PEER_MASKS[end, band] & places[band]
    return some != 0


@kernel
def keep_chain(
    board: CandidateBoard, technique: int, digit: int, end: int, before: I64, per_cell: int, found: StepTable
) -> None:
    """Note the chain that led to `end`, from its end to its start, with the digit that joins each cell to the next."""
    row = begin(found, technique)
    seen = np.zeros(81, np.bool_)
    node, length, start = end, 0, end // per_cell
    while node != START:
        start = node // per_cell
        if seen[start]:
            return
        seen[start] = True
        rest(found, row, 9 * start + (digit - 1 if per_cell == 2 else node % 9))
        length += 1
        node = before[node]
    if length > 2:
        for cell in PEERS[start]:
            if SEES[end // per_cell, cell]:
                remove(found, row, board, cell, digit)
        keep(found, row)


UNSEEN = -1


@kernel
def find_x_returns(board: CandidateBoard, found: StepTable) -> None:
    """Add them to the X-chains found so far, the shortest of each cell. `places` must be up to date. Nodes are
    2 * cell for "not here" and 2 * cell + 1 for "here"."""
    before, queue = np.zeros((2, 162), np.int64)
    for digit in range(1, 10):
        partners = partners_of(board, digit)
        for start in range(81):
            if partners[start].max() < 0:
                continue
            before[:] = UNSEEN
            before[2 * start] = START
            queue[0], done, size = 2 * start, 0, 1
            while done < size and before[2 * start + 1] == UNSEEN:
                node = queue[done]
                done += 1
                cell, here = node // 2, node & 1
                for at in range(20 if here else 3):
                    neighbour = PEERS[cell, at] if here else partners[cell, at]
                    if neighbour < 0 or board.marks[neighbour] >> (digit - 1) & 1 == 0:
                        continue
                    reached = 2 * neighbour + 1 - here
                    if before[reached] == UNSEEN:
                        before[reached] = node
                        queue[size] = reached
                        size += 1
            if before[2 * start + 1] != UNSEEN:
                keep_return(board, digit, start, before, found)


@kernel
def keep_return(board: CandidateBoard, digit: int, start: int, before: I64, found: StepTable) -> None:
    row = begin(found, X_CHAIN)
    node = 2 * start + 1
    while node != START:
        rest(found, row, 9 * (node // 2) + digit - 1)
        node = before[node]
    for cell in PEERS[start]:
        remove(found, row, board, cell, digit)
    keep_simplest(found, row)
