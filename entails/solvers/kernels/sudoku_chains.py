"""Named chains: X-chains, XY-chains, short named chains, and alternating inference chains (AIC).

Strong and weak links alternate: if this candidate is false, that one is true; if that one is true, the next is false.
So if the first node is false, the last one is true, and every candidate that sees both is false.

From each start, links are followed breadth first, so the chain between two nodes is a shortest one. X-chains and
XY-chains that would pass a cell twice are valid but hard to read, and are left out. An X-chain that returns to its
start proves the start: if the cell were not the digit, it would be.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_als import AlmostLockedSets, gather_sets
from entails.solvers.kernels.sudoku_bits import bit_count
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    LOWEST,
    PEER_MASKS,
    PEERS,
    SEES,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    count_links,
    has_partner,
    keep_if_simplest,
    keep_step,
    note_places,
    partners_of,
)
from entails.solvers.kernels.sudoku_graph import (
    CELL,
    DIGIT,
    NODES,
    OF_BOX,
    OF_CELL,
    OF_COLUMN,
    OF_CROSS,
    OF_GROUP,
    OF_ROW,
    OF_SET,
    OF_UNIT,
    STRONG,
    UNITS_OF_CHAINS,
    WEAK,
    CandidateGraph,
    conclude,
    join,
    link_strongly,
    link_weakly,
    node_of,
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
"""Maximum number of nodes of a chain; longer ones are too hard to follow."""


@kernel
def find_named(
    board: CandidateBoard,
    technique: int,
    thorough: bool,
    graph: CandidateGraph,
    sets: AlmostLockedSets,
    steps: StepTable,
) -> None:
    """Find all steps of a named chain technique; if `thorough`, with almost locked sets of any size.

    `places` must be up to date.
    """
    with_sets = technique in (ALS_AIC, ALS_LOOP)
    grouped = with_sets or technique in (GROUPED_AIC, GROUPED_LOOP, EMPTY_RECTANGLE)
    link_strongly(board, graph, UNITS_OF_CHAINS, grouped)
    if with_sets:
        join_sets(board, _ANY_SET if thorough else _LARGEST_SET, sets, graph)
    link_weakly(graph)
    line = np.empty(_MOST_ENDS, np.int64)
    if with_sets or technique in (AIC, AIC_LOOP, GROUPED_AIC, GROUPED_LOOP):
        find_long(board, technique, thorough, graph, sets, line, steps)
    else:
        find_short(board, technique, graph, sets, line, steps)


@kernel
def join_sets(board: CandidateBoard, largest: int, sets: AlmostLockedSets, graph: CandidateGraph) -> None:
    """Add the strong links of almost locked sets: a set contains at least one of any two of its digits."""
    gather_sets(board, largest, sets)
    for als in range(sets.size[0]):
        for digit in range(9):
            for lower in range(digit):
                both = 1 << digit | 1 << lower
                if sets.digits[als] & both != both or COUNT[sets.digits[als]] == 2:
                    continue
                ends = np.empty(2, np.int64)
                for turn in range(2):
                    wanted = lower if turn else digit
                    cells = sets.holds[als, wanted]
                    ends[turn] = node_of(graph, wanted, cells)
                join(graph, ends[0], ends[1], OF_SET)


@kernel
def find_long(
    board: CandidateBoard,
    technique: int,
    thorough: bool,
    graph: CandidateGraph,
    sets: AlmostLockedSets,
    line: I64,
    steps: StepTable,
) -> None:
    """Find the shortest chain from each node, supposed false, to every other node, breadth first.

    If `thorough`, search loops from each first link separately, so that no short loop hides a longer one.
    """
    loop = technique in (AIC_LOOP, GROUPED_LOOP, ALS_LOOP)
    need = OF_GROUP if technique in (GROUPED_AIC, GROUPED_LOOP) else 0
    if technique in (ALS_AIC, ALS_LOOP):
        need = OF_SET
    before, via, length, queue = np.empty((4, 2 * NODES), np.int64)
    for start in graph.order[: graph.size[0]]:
        first = 0
        while first < graph.counts[start, STRONG]:
            beyond = first + 1 if thorough and loop else graph.counts[start, STRONG]
            before[: graph.size[1]] = before[NODES : NODES + graph.size[1]] = -1
            size = 0
            for at in range(first, beyond):
                state = graph.strong[start, at] + (NODES if graph.origins[start, at] & need else 0)
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
                size = reach(graph, need, start, state, before, via, length, queue, size)
                for at in range(was, size):
                    to = queue[at]
                    if graph.rank[to % NODES] >= graph.rank[start] and (need == 0 or to >= NODES):
                        count = trace_back(start, to, before, via, length, line)
                        conclude(board, technique, graph, sets, line[:count], loop, steps)


@kernel
def reach(
    graph: CandidateGraph, need: int, start: int, state: int, before: I64, via: I64, length: I64, queue: I64, size: int
) -> int:
    """Queue the states two links after a state; return the new end of the queue.

    A state is a node, plus NODES if the chain contains a link of the origin that the technique needs.
    """
    end = state % NODES
    for turn in range(graph.counts[end, WEAK]):
        off = graph.weak[end, turn]
        if off == start:
            continue
        for at in range(graph.counts[off, STRONG]):
            to = graph.strong[off, at] + (NODES if state >= NODES or graph.origins[off, at] & need else 0)
            if before[to] < 0:
                before[to], via[to], length[to] = state, off, length[state] + 2
                queue[size] = to
                size += 1
    return size


@kernel
def trace_back(start: int, state: int, before: I64, via: I64, length: I64, line: I64) -> int:
    """Write the nodes of a chain, first to last; return their number."""
    count = length[state]
    at = count - 1
    while at > 0:
        line[at], line[at - 1] = state % NODES, via[state]
        state = before[state]
        at -= 2
    line[0] = start
    return int(count)


@kernel
def find_short(
    board: CandidateBoard, technique: int, graph: CandidateGraph, sets: AlmostLockedSets, line: I64, steps: StepTable
) -> None:
    """Find every chain of two (turbot fish, empty rectangles) or three (wings) strong links."""
    three = technique in (W_WING, M_WING, S_WING, L_WING)
    kinds = np.zeros(3, np.int64)
    for first in graph.order[: graph.size[0]]:
        line[0] = first
        for outer in range(graph.counts[first, STRONG]):
            line[1], kinds[0] = graph.strong[first, outer], graph.origins[first, outer]
            for turn in range(graph.counts[line[1], WEAK]):
                line[2] = graph.weak[line[1], turn]
                if line[2] == first:
                    continue
                for inner in range(graph.counts[line[2], STRONG]):
                    line[3], kinds[1] = graph.strong[line[2], inner], graph.origins[line[2], inner]
                    if line[3] == line[1]:
                        continue
                    if not three:
                        if graph.rank[line[3]] > graph.rank[first] and is_pair_named(technique, graph, line, kinds):
                            conclude(board, technique, graph, sets, line[:4], False, steps)
                        continue
                    for joint in range(graph.counts[line[3], WEAK]):
                        line[4] = graph.weak[line[3], joint]
                        if line[4] == line[2] or line[4] == line[1] or line[4] == first:
                            continue
                        for last in range(graph.counts[line[4], STRONG]):
                            line[5], kinds[2] = graph.strong[line[4], last], graph.origins[line[4], last]
                            if line[5] != line[3] and is_wing_named(technique, graph, line, kinds):
                                conclude(board, technique, graph, sets, line[:6], False, steps)


@kernel
def is_pair_named(technique: int, graph: CandidateGraph, line: I64, kinds: I64) -> bool:
    """Return whether two strong links of one digit form a technique's pattern.

    Turbot fish: any two. Skyscraper: in two parallel lines, joined along a crossing line. Two-string kite: in a row and
    a column, joined in a box. Empty rectangle: in a line, and in a box whose places lie on a row and a column or are
    two cells.
    """
    digits = graph.nodes[line[:4], DIGIT]
    if digits[0] != digits[1] or digits[2] != digits[3] or digits[0] != digits[2]:
        return False
    if technique == EMPTY_RECTANGLE:
        box_first = kinds[0] & (OF_CROSS | OF_BOX) != 0 and kinds[1] & (OF_ROW | OF_COLUMN) != 0
        return bool(box_first or (kinds[1] & (OF_CROSS | OF_BOX) != 0 and kinds[0] & (OF_ROW | OF_COLUMN) != 0))
    if (kinds[0] | kinds[1]) & (OF_GROUP | OF_CELL) != 0:
        return False
    left, right = graph.nodes[line[1], CELL], graph.nodes[line[2], CELL]
    same_row, same_column = left // 9 == right // 9, left % 9 == right % 9
    same_box = left // 27 == right // 27 and left % 9 // 3 == right % 9 // 3
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
def is_wing_named(technique: int, graph: CandidateGraph, line: I64, kinds: I64) -> bool:
    """Return whether three strong links form a technique's pattern.

    W-wing: cell, unit, cell. M-wing: cell, unit, unit. S-wing: unit, cell, unit. L-wing: three units of more than one
    digit, joined in cells.
    """
    digit = graph.nodes[line[:6], DIGIT]
    cell = graph.nodes[line[:6], CELL]
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
        outer = digit[0] == digit[1] and digit[1] == digit[2] and digit[2] != digit[3]
        return bool(outer and digit[3] == digit[4] and digit[4] == digit[5] and cell[0] <= cell[5])
    if kinds[0] & OF_UNIT == 0 or kinds[1] & OF_UNIT == 0 or kinds[2] & OF_UNIT == 0:
        return False
    in_cells = cell[1] == cell[2] and cell[3] == cell[4]
    within = digit[0] == digit[1] and digit[2] == digit[3] and digit[4] == digit[5]
    return bool(within and in_cells and digit[1] != digit[2] and digit[3] != digit[4])


START = -2


@kernel
def find_x_chains(board: CandidateBoard, steps: StepTable) -> None:
    """Find chains of one digit in which strong links and cells that see each other alternate.

    A search node is 2 * cell for "false here" and 2 * cell + 1 for "true here".
    """
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
                            queue[size] = 2 * (27 * band + bit_count(low - 1))
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
                            keep_chain(board, X_CHAIN, digit, 2 * partner + 1, before, 2, steps)


@kernel
def find_xy_chains(board: CandidateBoard, steps: StepTable) -> None:
    """Find chains of cells with two candidates, in which neighbours share a digit.

    The search node 9 * cell + digit - 1 says that the cell holds the digit.
    """
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
        for turn in range(2):
            first = LOWEST[board.marks[start]]
            second = LOWEST[board.marks[start] ^ 1 << first]
            if turn == 1:
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
                        neighbour = 27 * band + bit_count(low - 1)
                        rest_digit = LOWEST[board.marks[neighbour] ^ 1 << digit]
                        if seen[rest_digit, band] & low == 0:
                            seen[rest_digit, band] |= low
                            queue[size] = 9 * neighbour + rest_digit
                            before[queue[size]] = node
                            size += 1
                            if rest_digit == first and neighbour > start and rules_out(start, neighbour, places[first]):
                                keep_chain(board, XY_CHAIN, first + 1, 9 * neighbour + rest_digit, before, 9, steps)


@kernel
def rules_out(start: int, end: int, places: I64) -> bool:
    """Return whether any of these places sees both ends of a chain."""
    seen = 0
    for band in range(3):
        seen |= PEER_MASKS[start, band] & PEER_MASKS[end, band] & places[band]
    return seen != 0


@kernel
def keep_chain(
    board: CandidateBoard, technique: int, digit: int, end: int, before: I64, per_cell: int, steps: StepTable
) -> None:
    """Keep a chain, traced back from `end` to its start, with the digit that joins each cell to the next."""
    row = begin_step(steps, technique)
    seen = np.zeros(81, np.bool_)
    node, length, start = end, 0, end // per_cell
    while node != START:
        start = node // per_cell
        if seen[start]:
            return
        seen[start] = True
        add_evidence(steps, row, 9 * start + (digit - 1 if per_cell == 2 else node % 9))
        length += 1
        node = before[node]
    if length > 2:
        for cell in PEERS[start]:
            if SEES[end // per_cell, cell]:
                add_removal(steps, row, board, cell, digit)
        keep_step(steps, row)


UNSEEN = -1


@kernel
def find_x_returns(board: CandidateBoard, steps: StepTable) -> None:
    """Add X-chains that return to their start, the shortest for each cell, to the steps found before.

    `places` must be up to date. A search node is 2 * cell for "false here" and 2 * cell + 1 for "true here".
    """
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
                keep_return(board, digit, start, before, steps)


@kernel
def keep_return(board: CandidateBoard, digit: int, start: int, before: I64, steps: StepTable) -> None:
    row = begin_step(steps, X_CHAIN)
    node = 2 * start + 1
    while node != START:
        add_evidence(steps, row, 9 * (node // 2) + digit - 1)
        node = before[node]
    for cell in PEERS[start]:
        add_removal(steps, row, board, cell, digit)
    keep_if_simplest(steps, row)
