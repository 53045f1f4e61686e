"""The web of strong and weak links in which chains run.

An end is a digit in a cell, or in one of two or three cells where a box and a line cross (a group). A strong link says
that one of its two ends is true, a weak link that not both are. Cells are masks of 27 bits, one for each three rows.

The links between candidates that chains follow, in the order in which Sudoku Explainer follows them: first those of
the cell, then those of its box, row and column.

What a chain of strong and weak links says: from the first end to the last, one of them is true.

Case 1, the same digit: what sees both is not. Case 2, two digits: what either excludes. Case 3, the ends also exclude
each other: a loop, in which each weak link is exactly one of two. Case 4, the chain comes back to its start: so it is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_als import Sets
from entails.solvers.kernels.sudoku_board import (
    BOXES,
    COLUMNS,
    COUNT,
    FULL,
    HEAD_CASE,
    HEAD_NUMBER,
    I64,
    LOWEST,
    NO_ENTRY,
    PEER_MASKS,
    UNIT_CELLS,
    UNITS_OF,
    CandidateBoard,
    StepTable,
    begin,
    keep_simplest,
    remove,
    rest,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_numbers import ALS_LOOP

OF_CELL, OF_ROW, OF_COLUMN, OF_BOX, OF_GROUP, OF_CROSS, OF_SET = 1, 2, 4, 8, 16, 32, 64
"""Where a strong link comes from: a cell of two candidates; a unit with two places; a unit whose places are two groups;
and among these, a box whose places lie on a row and a column; an almost locked set."""
OF_UNIT = OF_ROW | OF_COLUMN | OF_BOX

ENDS = 2000
_STRONG = 120
_WEAK = 160
DIGIT, CELL, CELLS, SEES, WIDE = 0, 1, 2, 5, 8
"""The columns of `ends`: the digit (from 0), the cell (-1 for a group), its cells, the cells that see all of these."""


class Web(NamedTuple):
    """`strong[end]` lists the other ends of its strong links, `kinds[end]` what these come from, `weak[end]` those of
    its weak links; `counts[end]` says how many of each. `known` finds an end by its digit and cells; `size[0]` is the
    number of ends."""

    ends: I64
    strong: I64
    kinds: I64
    weak: I64
    counts: I64
    known: I64
    size: I64


def new_web() -> Web:
    """Room for the links of a board."""
    ends, strong, kinds = np.zeros((ENDS, WIDE), np.int64), *np.zeros((2, ENDS, _STRONG), np.int64)
    known = np.zeros((9, 27 * 27 * 8), np.int64)
    weak, counts = np.zeros((ENDS, _WEAK), np.int64), np.zeros((ENDS, 2), np.int64)
    return Web(ends, strong, kinds, weak, counts, known, np.zeros(1, np.int64))


@kernel
def end_of(web: Web, digit: int, cells: I64) -> int:
    """The end for a digit in one of these cells: one cell, or some of a box on a line."""
    key = 8 * 27 * 26 + cells[0] if len(cells) == 1 else 0
    if len(cells) > 1:
        is_row = cells[0] // 9 == cells[1] // 9
        line = cells[0] // 9 if is_row else COLUMNS + cells[0] % 9
        inside = 0
        for cell in cells:
            inside |= 1 << (cell % 9 % 3 if is_row else cell // 9 % 3)
        key = 8 * (27 * line + cells[0] // 27 * 3 + cells[0] % 9 // 3) + inside
    if web.known[digit, key] > 0:
        return int(web.known[digit, key] - 1)
    end = web.size[0]
    if end >= ENDS - 1:
        return -1
    web.size[0] = end + 1
    web.known[digit, key] = end + 1
    row = web.ends[end]
    row[DIGIT], row[CELL] = digit, cells[0] if len(cells) == 1 else -1
    row[CELLS : CELLS + 3] = 0
    row[SEES : SEES + 3] = -1
    for cell in cells:
        row[CELLS + cell // 27] |= 1 << (cell % 27)
        for band in range(3):
            row[SEES + band] &= PEER_MASKS[cell, band]
    web.counts[end] = 0
    return int(end)


@kernel
def end_in(web: Web, digit: int, cells: I64, single: int) -> int:
    """The end for a digit in one of these cells, as three masks, wherever they lie; `single` is the cell where there is
    only one, else -1."""
    for end in range(web.size[0]):
        row = web.ends[end]
        if row[DIGIT] == digit and row[CELLS] == cells[0] and row[CELLS + 1] == cells[1] and row[CELLS + 2] == cells[2]:
            return end
    end = web.size[0]
    if end >= ENDS - 1:
        return -1
    web.size[0] = end + 1
    row = web.ends[end]
    row[DIGIT], row[CELL] = digit, single
    row[CELLS : CELLS + 3] = cells
    row[SEES : SEES + 3] = -1
    for cell in range(81):
        if cells[cell // 27] >> (cell % 27) & 1:
            for band in range(3):
                row[SEES + band] &= PEER_MASKS[cell, band]
    web.counts[end] = 0
    return int(end)


@kernel
def join(web: Web, one: int, other: int, kind: int) -> None:
    """A strong link between two ends; a second one only adds its kind."""
    if one < 0 or other < 0:
        return
    for turn in range(2):
        for at in range(web.counts[one, 0]):
            if web.strong[one, at] == other:
                web.kinds[one, at] |= kind
                break
        else:
            count = web.counts[one, 0]
            if count < _STRONG:
                web.strong[one, count], web.kinds[one, count] = other, kind
                web.counts[one, 0] = count + 1
        one, other = other, one
        if turn == 1:
            break


@kernel
def join_parts(web: Web, digit: int, unit: int, places: int, part: int, kind: int) -> None:
    """A strong link between some places of a digit in a unit and the others."""
    cells, others = np.empty(9, np.int64), np.empty(9, np.int64)
    count, left = 0, 0
    for position in range(9):
        if part >> position & 1:
            cells[count] = UNIT_CELLS[unit, position]
            count += 1
        elif places >> position & 1:
            others[left] = UNIT_CELLS[unit, position]
            left += 1
    if count > 0 and left > 0:
        join(web, end_of(web, digit, cells[:count]), end_of(web, digit, others[:left]), kind)


@kernel
def join_box(web: Web, digit: int, box: int, places: int) -> None:
    """The places of a box as two lines of three, or as a row and a column that cross."""
    for side in range(2):
        parts, first = 0, 0
        for line in range(3):
            mask = 0b111 << (3 * line) if side == 0 else 0b1001001 << line
            if places & mask != 0:
                parts += 1
                first = mask if parts == 1 else first
        if parts == 2:
            join_parts(web, digit, box, places, places & first, OF_GROUP)
    for row in range(3):
        for column in range(3):
            in_row, in_column = 0b111 << (3 * row), 0b1001001 << column
            alone_row, alone_column = places & in_row & ~in_column, places & in_column & ~in_row
            if places & ~(in_row | in_column) != 0 or alone_row == 0 or alone_column == 0:
                continue
            join_parts(web, digit, box, places, places & in_row, OF_GROUP | OF_CROSS)
            if places & in_row & in_column != 0:
                join_parts(web, digit, box, places, places & in_column, OF_GROUP | OF_CROSS)


@kernel
def weave(board: CandidateBoard, grouped: bool, web: Web) -> None:
    """Find the strong links of a board, of groups too if wanted. `places` must be up to date."""
    web.size[0] = 0
    web.known[:] = 0
    one = np.empty(1, np.int64)
    other = np.empty(1, np.int64)
    for cell in range(81):
        mask = board.marks[cell]
        if COUNT[mask] == 2:
            one[0] = cell
            join(web, end_of(web, LOWEST[mask], one), end_of(web, LOWEST[mask & (mask - 1)], one), OF_CELL)
    for unit in range(27):
        for digit in range(9):
            places = board.places[unit, digit]
            if COUNT[places] == 2:
                one[0], other[0] = UNIT_CELLS[unit, LOWEST[places]], UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
                join(web, end_of(web, digit, one), end_of(web, digit, other), OF_ROW << (unit // 9))
            elif COUNT[places] > 2 and grouped:
                if unit >= BOXES:
                    join_box(web, digit, unit, places)
                else:
                    parts, first = 0, 0
                    for third in range(3):
                        if places & (0b111 << (3 * third)) != 0:
                            parts += 1
                            first = 0b111 << (3 * third) if parts == 1 else first
                    if parts == 2:
                        join_parts(web, digit, unit, places, places & first, OF_GROUP)


@kernel
def weave_weak(web: Web) -> None:
    """Find the weak links between the ends of the strong ones."""
    for end in range(web.size[0]):
        for third in range(web.size[0]):
            if is_weak(web, end, third) and web.counts[end, 1] < _WEAK:
                web.weak[end, web.counts[end, 1]] = third
                web.counts[end, 1] += 1


@kernel
def is_weak(web: Web, one: int, other: int) -> bool:
    """Can these ends not both be true?"""
    ends = web.ends
    if ends[one, DIGIT] != ends[other, DIGIT]:
        return bool(ends[one, CELL] >= 0 and ends[one, CELL] == ends[other, CELL])
    for band in range(3):  # noqa: SIM110 - numba compiles no generators
        if ends[other, CELLS + band] & ~ends[one, SEES + band] != 0:
            return False
    return True


PEERS_IN_TURN = np.array(
    [
        list(dict.fromkeys(int(peer) for view in VIEWS for peer in UNIT_CELLS[UNITS_OF[cell, view]] if peer != cell))
        for cell in range(81)
    ],
    np.int64,
)
"""The peers of each cell: those in its box, then in its row, then in its column."""


OFFS = 8000
"""No more nodes that are off are followed in one level of a cycle's search."""


class Links(NamedTuple):
    """`weak[candidate]`: what cannot be if the candidate is; `strong[candidate]`: what must be if it is not. The first
    `of_cell[candidate, 0 or 1]` are in the same cell; `until[candidate, 0 or 1]` is the number of all. `gone` marks
    what chains have ruled out. The rest is room for searches: a node is reached if its stamp is the search's mark. Of a
    cycle, `inside` has the cells as three masks, `sees[state, digit]` what sees one of its nodes."""

    weak: I64
    strong: I64
    of_cell: I64
    until: I64
    gone: NDArray[np.bool_]
    before: I64
    via: I64
    queue: I64
    stamp: I64
    mark: I64
    offs: I64
    inside: I64
    sees: I64


def new_links() -> Links:
    """Room for the links of a board."""
    weak, strong = np.zeros((729, 28), np.int64), np.zeros((729, 4), np.int64)
    of_cell, until = np.zeros((2, 729, 2), np.int64)
    gone, mark = np.zeros(729, np.bool_), np.zeros(1, np.int64)
    before, via, stamp = np.zeros((3, 729), np.int64)
    queue, offs = np.zeros((2, 729), np.int64), np.zeros((2, OFFS), np.int64)
    inside, sees = np.zeros(3, np.int64), np.zeros((2, 9, 3), np.int64)
    return Links(weak, strong, of_cell, until, gone, before, via, queue, stamp, mark, offs, inside, sees)


@kernel
def link(board: CandidateBoard, links: Links) -> None:
    """Find all links of a board. `places` must be up to date."""
    weak, until = links.weak, links.until
    for cell in range(81):
        mask = board.marks[cell]
        if mask == 0:
            continue
        left = mask
        while left != 0:
            link_candidate(board, links, cell, LOWEST[left])
            left &= left - 1
        for peer in PEERS_IN_TURN[cell]:
            shared = mask & board.marks[peer]
            while shared != 0:
                digit = LOWEST[shared]
                shared &= shared - 1
                candidate = 9 * cell + digit
                weak[candidate, until[candidate, 0]] = 9 * peer + digit
                until[candidate, 0] += 1


@kernel
def link_candidate(board: CandidateBoard, links: Links, cell: int, digit: int) -> None:
    """The strong links of a candidate, and the weak ones of its cell."""
    candidate, others = 9 * cell + digit, board.marks[cell] & ~(1 << digit)
    weak, strong = links.weak[candidate], links.strong[candidate]
    count, left = 0, others
    while left != 0:
        weak[count] = 9 * cell + LOWEST[left]
        left &= left - 1
        count += 1
    links.of_cell[candidate, 0] = links.until[candidate, 0] = count
    count = 0
    if COUNT[others] == 1:
        strong[0] = 9 * cell + LOWEST[others]
        count = 1
    links.of_cell[candidate, 1] = count
    for turn in range(3):
        unit = UNITS_OF[cell, VIEWS[turn]]
        places = board.places[unit, digit]
        if COUNT[places] == 2:
            partner = UNIT_CELLS[unit, LOWEST[places]]
            if partner == cell:
                partner = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
            reached, known = 9 * partner + digit, False
            for at in range(count):
                known = known or strong[at] == reached
            if not known:
                strong[count] = reached
                count += 1
    links.until[candidate, 1] = count


@kernel
def conclude(
    board: CandidateBoard, technique: int, web: Web, sets: Sets, line: I64, loop: bool, found: StepTable
) -> None:
    """Write the step of a chain, if it rules anything out. Its parts are the ends, from first to last."""
    first, last = line[0], line[len(line) - 1]
    one, other = web.ends[first], web.ends[last]
    for at in range(1, len(line) - 1):
        if line[at] == first or line[at] == last:
            return
    row = begin(found, technique)
    if is_weak(web, first, last):
        if not loop:
            return
        found.head[row, HEAD_CASE] = 3
        for at in range(1, len(line), 2):
            following = line[at + 1] if at + 1 < len(line) else first
            remove_between(board, web, line[at], following, found, row)
            if technique == ALS_LOOP:
                remove_locked(board, web, sets, line[at - 1], line[at], found, row)
    elif loop:
        return
    elif first == last:
        found.head[row, HEAD_CASE] = 4
        for digit in range(9):
            if one[CELL] >= 0 and digit != one[DIGIT]:
                remove(found, row, board, one[CELL], digit + 1)
        for cell in range(81):  # of one cell this follows once it is filled
            if one[CELL] < 0 and one[SEES + cell // 27] >> (cell % 27) & 1:
                remove(found, row, board, cell, one[DIGIT] + 1)
    else:
        found.head[row, HEAD_CASE] = 1 if one[DIGIT] == other[DIGIT] else 2
        remove_between(board, web, first, last, found, row)
    found.head[row, HEAD_NUMBER] = len(line)
    for at in range(len(line)):
        end = web.ends[line[at]]
        for cell in range(81):
            if end[CELLS + cell // 27] >> (cell % 27) & 1:
                rest(found, row, 9 * cell + end[DIGIT])
        rest(found, row, NO_ENTRY)
    keep_simplest(found, row)


@kernel
def remove_locked(
    board: CandidateBoard, web: Web, sets: Sets, first: int, last: int, found: StepTable, row: int
) -> None:
    """In a loop just one of two digits of an almost locked set is there, so its other digits are all locked in."""
    one, other = web.ends[first], web.ends[last]
    for at in range(sets.size[0]):
        here = sets.digits[at] >> one[DIGIT] & sets.digits[at] >> other[DIGIT] & 1 == 1 and one[DIGIT] != other[DIGIT]
        for band in range(3):
            here = here and sets.holds[at, one[DIGIT], band] == one[CELLS + band]
            here = here and sets.holds[at, other[DIGIT], band] == other[CELLS + band]
        if not here or COUNT[sets.digits[at]] == 2:
            continue
        for digit in range(9):
            if digit not in (one[DIGIT], other[DIGIT]) and sets.digits[at] >> digit & 1:
                for cell in range(81):
                    if sets.sees[at, digit, cell // 27] >> (cell % 27) & 1:
                        remove(found, row, board, cell, digit + 1)


@kernel
def remove_between(board: CandidateBoard, web: Web, first: int, last: int, found: StepTable, row: int) -> None:
    """One of two ends is true: what neither leaves goes."""
    one, other = web.ends[first], web.ends[last]
    if one[DIGIT] == other[DIGIT]:
        for cell in range(81):
            band, bit = cell // 27, cell % 27
            if (one[SEES + band] & other[SEES + band]) >> bit & 1:
                remove(found, row, board, cell, one[DIGIT] + 1)
        return
    if one[CELL] >= 0 and one[CELL] == other[CELL]:
        kept = 1 << one[DIGIT] | 1 << other[DIGIT]
        for digit in range(9):
            if (FULL & ~kept) >> digit & 1:
                remove(found, row, board, one[CELL], digit + 1)
        return
    for turn in range(2):
        if one[CELL] >= 0:
            cell = one[CELL]
            if other[SEES + cell // 27] >> (cell % 27) & 1:
                remove(found, row, board, cell, other[DIGIT] + 1)
        one, other = other, one
        if turn == 1:
            break
