"""Candidate graph: strong and weak links between candidates, candidate groups and almost locked sets.

A node is a digit in a cell, or in one of several cells. A strong link says that at least one of its two nodes is true,
a weak link that at most one is. Cells are masks of 27 bits, one for each three rows.

Named chains and Sudoku Explainer search the same graph. They follow its links in different orders, and the order
decides which of several equal chains is found first: `UNITS_OF_CHAINS`, `UNITS_OF_EXPLAINER` and the two functions that
list weak links state it.

A chain of alternating links shows that its first or its last node is true. Case 1: both have the same digit, which
leaves the cells that see both. Case 2: the digits differ, and each node excludes candidates of the other's digit.
Case 3: the nodes also exclude each other, so that the chain is a loop, in which exactly one node of each weak link is
true. Case 4: the chain returns to its first node, which is true.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_als import AlmostLockedSets
from entails.solvers.kernels.sudoku_board import (
    BOXES,
    COUNT,
    FULL,
    HEAD_CASE,
    HEAD_NUMBER,
    I16,
    I64,
    LOWEST,
    NO_ENTRY,
    PEER_MASKS,
    UNIT_CELLS,
    UNITS_OF,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_if_simplest,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_numbers import ALS_LOOP

OF_CELL, OF_ROW, OF_COLUMN, OF_BOX, OF_GROUP, OF_CROSS, OF_SET = 1, 2, 4, 8, 16, 32, 64
"""Origins of strong links.

They are a cell with two candidates; a unit with two places for a digit; a unit whose places form two
groups; a box whose places lie on one row and one column (a special case of groups); an almost locked set.
"""
OF_UNIT = OF_ROW | OF_COLUMN | OF_BOX

CANDIDATES = 729
_LINKED = 1999
"""Maximum number of nodes with strong links; further ones are ignored."""
NODES = CANDIDATES + _LINKED
NO_NODE = -1
_STRONG = 120
_WEAK = 160
STRONG, WEAK = range(2)
"""The columns of `counts` and `in_cell`."""
DIGIT, CELL, CELLS, SEES, WIDE = 0, 1, 2, 5, 8
"""The columns of `nodes`.

They are the digit (from 0), the cell (-1 for several cells), the cells, and the cells that see them all.
"""

UNITS_OF_CHAINS = np.arange(27)
"""The order of units in which named chains find strong links: rows, columns, boxes."""
UNITS_OF_EXPLAINER = np.array([*range(BOXES, 27), *range(BOXES)])
"""The order of units in which Sudoku Explainer follows strong links: boxes, rows, columns."""
PEERS_IN_TURN = np.array(
    [
        list(dict.fromkeys(int(peer) for view in VIEWS for peer in UNIT_CELLS[UNITS_OF[cell, view]] if peer != cell))
        for cell in range(81)
    ],
    np.int64,
)
"""The peers of each cell in Sudoku Explainer's order: those in its box, then in its row, then in its column."""


class CandidateGraph(NamedTuple):
    """The links between the candidates of one board.

    The nodes 0 to 728 are the candidates, by number. Nodes of several cells follow.

    Attributes:
        nodes: Digit, cell, cells and common peers of each node.
        strong: Per node, the other nodes of its strong links. The link in its cell comes first.
        origins: Per node, the origins of these links, as flags.
        weak: Per node, the other nodes of its weak links.
        counts: Per node, the number of its strong and of its weak links.
        in_cell: Per candidate, how many of its strong and weak links stay in its cell, where they are listed first.
        order: The nodes that have strong links, in order of discovery.
        rank: Per node, its position in `order`; -1 if it is not there.
        size: The length of `order`, and the number of nodes in use.
    """

    nodes: I64
    strong: I16
    origins: I16
    weak: I16
    counts: I64
    in_cell: I64
    order: I64
    rank: I64
    size: I64


def new_graph() -> CandidateGraph:
    """Allocate the arrays of a graph."""
    nodes, in_cell = np.zeros((NODES, WIDE), np.int64), np.zeros((CANDIDATES, 2), np.int64)
    cell = np.arange(CANDIDATES) // 9
    nodes[:CANDIDATES, DIGIT], nodes[:CANDIDATES, CELL] = np.arange(CANDIDATES) % 9, cell
    nodes[np.arange(CANDIDATES), CELLS + cell // 27] = 1 << cell % 27
    nodes[:CANDIDATES, SEES : SEES + 3] = PEER_MASKS[cell]
    strong, origins = np.zeros((2, NODES, _STRONG), np.int16)
    weak, counts = np.zeros((NODES, _WEAK), np.int16), np.zeros((NODES, 2), np.int64)
    order, rank = np.zeros(_LINKED, np.int64), np.full(NODES, -1)
    return CandidateGraph(nodes, strong, origins, weak, counts, in_cell, order, rank, np.array([0, CANDIDATES]))


@kernel
def clear(graph: CandidateGraph) -> None:
    """Remove all links, and all nodes that span several cells."""
    for node in range(graph.size[1]):
        graph.rank[node] = -1
        graph.counts[node, STRONG] = graph.counts[node, WEAK] = 0
    graph.size[0], graph.size[1] = 0, CANDIDATES


@kernel
def enlist(graph: CandidateGraph, node: int) -> int:
    """Append a node to `order` unless it is there; return the node, or NO_NODE if the array is full."""
    if graph.rank[node] < 0:
        count = graph.size[0]
        if count >= _LINKED:
            return NO_NODE
        graph.order[count], graph.rank[node] = node, count
        graph.size[0] = count + 1
    return node


@kernel
def node_of(graph: CandidateGraph, digit: int, cells: I64) -> int:
    """Return the node of a digit in these cells (three masks), added if new; NO_NODE if the array is full."""
    only = only_cell(cells)
    if only >= 0:
        return enlist(graph, 9 * only + digit)
    count = graph.size[1]
    for node in range(CANDIDATES, count):
        row = graph.nodes[node]
        if row[DIGIT] == digit and row[CELLS] == cells[0] and row[CELLS + 1] == cells[1] and row[CELLS + 2] == cells[2]:
            return node
    if count >= NODES or enlist(graph, count) == NO_NODE:
        return NO_NODE
    graph.size[1] = count + 1
    row = graph.nodes[count]
    row[DIGIT], row[CELL] = digit, -1
    row[CELLS : CELLS + 3] = cells
    row[SEES : SEES + 3] = -1
    for cell in range(81):
        if cells[cell // 27] >> (cell % 27) & 1:
            for band in range(3):
                row[SEES + band] &= PEER_MASKS[cell, band]
    return int(count)


@kernel
def only_cell(cells: I64) -> int:
    """Return the cell of a one-cell mask; -1 for more cells."""
    only = -1
    for cell in range(81):
        if cells[cell // 27] >> (cell % 27) & 1:
            if only >= 0:
                return -1
            only = cell
    return only


@kernel
def join(graph: CandidateGraph, left: int, right: int, origin: int) -> None:
    """Add a strong link between two nodes; if it exists, add the origin to the link."""
    if left < 0 or right < 0:
        return
    for turn in range(2):
        for at in range(graph.counts[left, STRONG]):
            if graph.strong[left, at] == right:
                graph.origins[left, at] |= origin
                break
        else:
            count = graph.counts[left, STRONG]
            if count < _STRONG:
                graph.strong[left, count], graph.origins[left, count] = right, origin
                graph.counts[left, STRONG] = count + 1
        left, right = right, left
        if turn == 1:
            break


@kernel
def link_strongly(board: CandidateBoard, graph: CandidateGraph, units: I64, grouped: bool) -> None:
    """Build the strong links of cells and units, the units in this order; with groups of cells if `grouped`.

    `places` must be up to date.
    """
    clear(graph)
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] == 2:
            first, second = 9 * cell + LOWEST[mask], 9 * cell + LOWEST[mask & (mask - 1)]
            join(graph, enlist(graph, first), enlist(graph, second), OF_CELL)
    for unit in units:
        for digit in range(9):
            places = board.places[unit, digit]
            if COUNT[places] == 2:
                first = 9 * UNIT_CELLS[unit, LOWEST[places]] + digit
                second = 9 * UNIT_CELLS[unit, LOWEST[places & (places - 1)]] + digit
                join(graph, enlist(graph, first), enlist(graph, second), OF_ROW << (unit // 9))
            elif COUNT[places] > 2 and grouped:
                link_groups(graph, digit, unit, places)


@kernel
def link_groups(graph: CandidateGraph, digit: int, unit: int, places: int) -> None:
    """Add the strong links of a unit whose places form two groups.

    Groups are the segments of a line in two boxes, two parallel lines of a box, or a row and a column of a box.
    """
    for side in range(1 if unit < BOXES else 2):
        parts, first = 0, 0
        for line in range(3):
            mask = 0b111 << (3 * line) if side == 0 else 0b1001001 << line
            if places & mask != 0:
                parts += 1
                first = mask if parts == 1 else first
        if parts == 2:
            link_parts(graph, digit, unit, places, places & first, OF_GROUP)
    for heart in range(0 if unit < BOXES else 9):
        in_row, in_column = 0b111 << (3 * (heart // 3)), 0b1001001 << (heart % 3)
        row_only, column_only = places & in_row & ~in_column, places & in_column & ~in_row
        if places & ~(in_row | in_column) != 0 or row_only == 0 or column_only == 0:
            continue
        link_parts(graph, digit, unit, places, places & in_row, OF_GROUP | OF_CROSS)
        if places & in_row & in_column != 0:
            link_parts(graph, digit, unit, places, places & in_column, OF_GROUP | OF_CROSS)


@kernel
def link_parts(graph: CandidateGraph, digit: int, unit: int, places: int, part: int, origin: int) -> None:
    """Add a strong link between some places of a digit in a unit and its remaining places."""
    cells = np.zeros((2, 3), np.int64)
    left = places
    while left != 0:
        position = LOWEST[left]
        left &= left - 1
        cell = UNIT_CELLS[unit, position]
        cells[0 if part >> position & 1 else 1, cell // 27] |= 1 << cell % 27
    join(graph, node_of(graph, digit, cells[0]), node_of(graph, digit, cells[1]), origin)


@kernel
def link_weakly(graph: CandidateGraph) -> None:
    """Add the weak links between nodes that have strong links, in order of discovery."""
    weak, counts = graph.weak, graph.counts
    for at in range(graph.size[0]):
        node = graph.order[at]
        for near in range(graph.size[0]):
            if counts[node, WEAK] < _WEAK and excludes(graph, node, graph.order[near]):
                weak[node, counts[node, WEAK]] = graph.order[near]
                counts[node, WEAK] += 1


@kernel
def excludes(graph: CandidateGraph, left: int, right: int) -> bool:
    """Return whether two nodes cannot both be true."""
    nodes = graph.nodes
    if nodes[left, DIGIT] != nodes[right, DIGIT]:
        return bool(nodes[left, CELL] >= 0 and nodes[left, CELL] == nodes[right, CELL])
    for band in range(3):  # noqa: SIM110 - numba compiles no generators
        if nodes[right, CELLS + band] & ~nodes[left, SEES + band] != 0:
            return False
    return True


@kernel
def link_as_explainer(board: CandidateBoard, graph: CandidateGraph) -> None:
    """Build the graph of all candidates in Sudoku Explainer's order: cell, box, row, column.

    `places` must be up to date.
    """
    link_strongly(board, graph, UNITS_OF_EXPLAINER, False)
    weak, counts, in_cell = graph.weak, graph.counts, graph.in_cell
    for cell in range(81):
        mask = board.marks[cell]
        left = mask
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            candidate, others, count = 9 * cell + digit, mask & ~(1 << digit), 0
            while others != 0:
                weak[candidate, count] = 9 * cell + LOWEST[others]
                others &= others - 1
                count += 1
            in_cell[candidate, WEAK] = counts[candidate, WEAK] = count
            in_cell[candidate, STRONG] = count == 1
        for peer in PEERS_IN_TURN[cell]:
            shared = mask & board.marks[peer]
            while shared != 0:
                digit = LOWEST[shared]
                shared &= shared - 1
                candidate = 9 * cell + digit
                weak[candidate, counts[candidate, WEAK]] = 9 * peer + digit
                counts[candidate, WEAK] += 1


@kernel
def conclude(
    board: CandidateBoard,
    technique: int,
    graph: CandidateGraph,
    sets: AlmostLockedSets,
    line: I64,
    loop: bool,
    steps: StepTable,
) -> None:
    """Keep the step of a chain if it removes anything. The evidence has the nodes as parts, first to last."""
    first, last = line[0], line[len(line) - 1]
    first_row, last_row = graph.nodes[first], graph.nodes[last]
    for at in range(1, len(line) - 1):
        if line[at] == first or line[at] == last:
            return
    row = begin_step(steps, technique)
    if excludes(graph, first, last):
        if not loop:
            return
        steps.head[row, HEAD_CASE] = 3
        for at in range(1, len(line), 2):
            following = line[at + 1] if at + 1 < len(line) else first
            remove_between(board, graph, line[at], following, steps, row)
            if technique == ALS_LOOP:
                remove_locked(board, graph, sets, line[at - 1], line[at], steps, row)
    elif loop:
        return
    elif first == last:
        steps.head[row, HEAD_CASE] = 4
        for digit in range(9):
            if first_row[CELL] >= 0 and digit != first_row[DIGIT]:
                add_removal(steps, row, board, first_row[CELL], digit + 1)
        for cell in range(81):  # for a single cell, these follow from placing the digit
            if first_row[CELL] < 0 and first_row[SEES + cell // 27] >> (cell % 27) & 1:
                add_removal(steps, row, board, cell, first_row[DIGIT] + 1)
    else:
        steps.head[row, HEAD_CASE] = 1 if first_row[DIGIT] == last_row[DIGIT] else 2
        remove_between(board, graph, first, last, steps, row)
    steps.head[row, HEAD_NUMBER] = len(line)
    for at in range(len(line)):
        end = graph.nodes[line[at]]
        for cell in range(81):
            if end[CELLS + cell // 27] >> (cell % 27) & 1:
                add_evidence(steps, row, 9 * cell + end[DIGIT])
        add_evidence(steps, row, NO_ENTRY)
    keep_if_simplest(steps, row)


@kernel
def remove_locked(
    board: CandidateBoard,
    graph: CandidateGraph,
    sets: AlmostLockedSets,
    first: int,
    last: int,
    steps: StepTable,
    row: int,
) -> None:
    """Remove the other digits of an almost locked set in a loop, as the set contains exactly one of two digits."""
    first_row, last_row = graph.nodes[first], graph.nodes[last]
    for at in range(sets.size[0]):
        here = (
            sets.digits[at] >> first_row[DIGIT] & sets.digits[at] >> last_row[DIGIT] & 1 == 1
            and first_row[DIGIT] != last_row[DIGIT]
        )
        for band in range(3):
            here = here and sets.holds[at, first_row[DIGIT], band] == first_row[CELLS + band]
            here = here and sets.holds[at, last_row[DIGIT], band] == last_row[CELLS + band]
        if not here or COUNT[sets.digits[at]] == 2:
            continue
        for digit in range(9):
            if digit not in (first_row[DIGIT], last_row[DIGIT]) and sets.digits[at] >> digit & 1:
                for cell in range(81):
                    if sets.sees[at, digit, cell // 27] >> (cell % 27) & 1:
                        add_removal(steps, row, board, cell, digit + 1)


@kernel
def remove_between(
    board: CandidateBoard, graph: CandidateGraph, first: int, last: int, steps: StepTable, row: int
) -> None:
    """Remove the candidates that exclude both of two nodes."""
    left, right = graph.nodes[first], graph.nodes[last]
    if left[DIGIT] == right[DIGIT]:
        for cell in range(81):
            band, bit = cell // 27, cell % 27
            if (left[SEES + band] & right[SEES + band]) >> bit & 1:
                add_removal(steps, row, board, cell, left[DIGIT] + 1)
        return
    if left[CELL] >= 0 and left[CELL] == right[CELL]:
        kept = 1 << left[DIGIT] | 1 << right[DIGIT]
        for digit in range(9):
            if (FULL & ~kept) >> digit & 1:
                add_removal(steps, row, board, left[CELL], digit + 1)
        return
    for turn in range(2):
        if left[CELL] >= 0:
            cell = left[CELL]
            if right[SEES + cell // 27] >> (cell % 27) & 1:
                add_removal(steps, row, board, cell, right[DIGIT] + 1)
        left, right = right, left
        if turn == 1:
            break
