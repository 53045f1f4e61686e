"""Colouring: cells linked by strong links of a digit, which contain the digit alternately.

Simple colouring: two colours alternate along the pairs of partners. All cells of one colour hold the digit, the others
do not.

Multi-colouring: two groups of partners, each with two colours. If a cell of one colour sees a cell of a colour of the
other group, not both colours are true, so one of the two opposite colours is: cells that see both lose the digit (case
1). A colour that sees both colours of another group is false (case 2).

Remote pairs: a chain of cells with the same two candidates, each seeing the next. Cells an odd number of links apart
hold one digit each, so a cell that sees two such cells has neither.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    HEAD_CASE,
    HEAD_NUMBER,
    I64,
    LOWEST,
    NO_ENTRY,
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
from entails.solvers.kernels.sudoku_numbers import COLOURING, MULTI_COLOURING, REMOTE_PAIR

SEES_BOTH, FIRST_FALSE, SECOND_FALSE = range(3)
"""The cases: a cell sees both colours; or two cells of one colour see each other, so that the colour is false."""


@kernel
def find_colouring(board: CandidateBoard, steps: StepTable) -> None:
    colour, group = np.empty((2, 81), np.int64)
    for digit in range(1, 10):
        if count_links(board, digit) < 2:
            continue
        partners = partners_of(board, digit)
        colour[:] = 0
        for start in range(81):
            if colour[start] == 0 and has_partner(partners, start):
                size = colour_group(start, partners, colour, group)
                if size > 2:
                    keep_colours(board, digit, colour, group[:size], steps)


@kernel
def colour_group(start: int, partners: I64, colour: I64, group: I64) -> int:
    """Colour all cells linked to `start` alternately 1 and 2, and list them; return their number."""
    group[0] = start
    colour[start] = 1
    done, size = 0, 1
    while done < size:
        cell = group[done]
        done += 1
        for partner in partners[cell]:
            if partner >= 0 and colour[partner] == 0:
                colour[partner] = 3 - colour[cell]
                group[size] = partner
                size += 1
    return size


@kernel
def begin_colours(digit: int, colour: I64, group: I64, case: int, steps: StepTable) -> int:
    row = begin_step(steps, COLOURING)
    steps.head[row, HEAD_CASE] = case
    for shade in (1, 2):
        for cell in group:
            if colour[cell] == shade:
                add_evidence(steps, row, 9 * cell + digit - 1)
        if shade == 1:
            add_evidence(steps, row, NO_ENTRY)
    return row


@kernel
def keep_colours(board: CandidateBoard, digit: int, colour: I64, group: I64, steps: StepTable) -> None:
    places, shades, sees = np.zeros(3, np.int64), np.zeros((3, 3), np.int64), np.zeros((3, 3), np.int64)
    note_places(board, digit, places)
    for cell in group:
        shades[colour[cell], cell // 27] |= 1 << cell % 27
        for band in range(3):
            sees[colour[cell], band] |= PEER_MASKS[cell, band]
    for case in (FIRST_FALSE, SECOND_FALSE):
        if np.any(shades[case] & sees[case]):  # two cells of this colour see each other
            row = begin_colours(digit, colour, group, case, steps)
            for cell in group:
                if colour[cell] == case:
                    add_removal(steps, row, board, cell, digit)
            keep_step(steps, row)
    places &= sees[1] & sees[2] & ~(shades[1] | shades[2])
    if np.any(places):
        row = begin_colours(digit, colour, group, SEES_BOTH, steps)
        for cell in range(81):
            if places[cell // 27] >> cell % 27 & 1:
                add_removal(steps, row, board, cell, digit)
        keep_step(steps, row)


OPPOSITE, FALSE = 1, 2


@kernel
def find_multi_colouring(board: CandidateBoard, steps: StepTable) -> None:
    """Find multi-colouring steps. `places` must be up to date."""
    group = np.empty(81, np.int64)
    for digit in range(1, 10):
        partners = partners_of(board, digit)
        colour = np.zeros(81, np.int64)
        group_of = np.full(81, -1, np.int64)
        groups = 0
        for start in range(81):
            if colour[start] == 0 and partners[start].max() >= 0:
                size = colour_group(start, partners, colour, group)
                for at in range(size):
                    group_of[group[at]] = groups
                groups += 1
        for left in range(groups):
            for right in range(groups):
                if left != right:
                    compare(board, digit, colour, group_of, left, right, steps)


@kernel
def compare(
    board: CandidateBoard, digit: int, colour: I64, group_of: I64, left: int, right: int, steps: StepTable
) -> None:
    meets = np.zeros((3, 3), np.bool_)
    for cell in range(81):
        if group_of[cell] == left:
            for seen in range(81):
                if group_of[seen] == right and SEES[cell, seen]:
                    meets[colour[cell], colour[seen]] = True
    for shade in range(1, 3):
        if meets[shade, 1] and meets[shade, 2]:
            row = begin_groups(digit, colour, group_of, left, shade, right, 1, FALSE, steps)
            for cell in range(81):
                if group_of[cell] == left and colour[cell] == shade:
                    add_removal(steps, row, board, cell, digit)
            keep_if_simplest(steps, row)
        for facing in range(1, 3):
            if meets[shade, facing] and left < right:
                row = begin_groups(digit, colour, group_of, left, shade, right, facing, OPPOSITE, steps)
                for cell in range(81):
                    if sees_colour(cell, colour, group_of, left, 3 - shade) and sees_colour(
                        cell, colour, group_of, right, 3 - facing
                    ):
                        add_removal(steps, row, board, cell, digit)
                keep_if_simplest(steps, row)


@kernel
def sees_colour(cell: int, colour: I64, group_of: I64, group: int, shade: int) -> bool:
    for coloured in range(81):
        if group_of[coloured] == group and colour[coloured] == shade and SEES[cell, coloured]:
            return True
    return False


@kernel
def begin_groups(
    digit: int, colour: I64, group_of: I64, left: int, shade: int, right: int, facing: int, case: int, steps: StepTable
) -> int:
    """Start a step whose evidence has four parts; return its row.

    The first two parts are the colour of the left group that meets the right group, and its opposite. The last two
    are the same of the right group.
    """
    row = begin_step(steps, MULTI_COLOURING)
    steps.head[row, HEAD_CASE] = case
    for part in range(4):
        group = left if part < 2 else right
        wanted = shade if part < 2 else facing
        if part % 2 == 1:
            wanted = 3 - wanted
        for cell in range(81):
            if group_of[cell] == group and colour[cell] == wanted:
                add_evidence(steps, row, 9 * cell + digit - 1)
        add_evidence(steps, row, NO_ENTRY)
    return row


@kernel
def find_remote_pairs(board: CandidateBoard, steps: StepTable) -> None:
    """Find the shortest chain between any two cells at least three links apart."""
    before, distance, queue = np.empty((3, 81), np.int64)
    for start in range(81):
        pair = board.marks[start]
        if COUNT[pair] != 2:
            continue
        distance[:] = -1
        distance[start] = 0
        queue[0] = start
        done, size = 0, 1
        while done < size:
            cell = queue[done]
            done += 1
            for peer in PEERS[cell]:
                if board.marks[peer] == pair and distance[peer] < 0:
                    distance[peer], before[peer] = distance[cell] + 1, cell
                    queue[size] = peer
                    size += 1
                    if peer < start or distance[peer] < 3 or distance[peer] % 2 == 0:
                        continue
                    row = begin_step(steps, REMOTE_PAIR)
                    steps.head[row, HEAD_NUMBER] = pair
                    at = peer
                    while at != start:
                        add_evidence(steps, row, 9 * at + LOWEST[pair])
                        at = before[at]
                    add_evidence(steps, row, 9 * start + LOWEST[pair])
                    for target in range(81):
                        if board.marks[target] != pair and sees_both(target, start, peer, before):
                            add_removal(steps, row, board, target, LOWEST[pair] + 1)
                            add_removal(steps, row, board, target, LOWEST[pair & (pair - 1)] + 1)
                    keep_if_simplest(steps, row)


@kernel
def sees_both(cell: int, start: int, end: int, before: I64) -> bool:
    """Return whether a cell sees two cells of the chain that contain different digits of the pair."""
    even, odd, turn, at = False, False, 0, end
    while True:
        if SEES[cell, at]:
            even, odd = even or turn == 0, odd or turn == 1
        if at == start:
            return even and odd
        at, turn = before[at], 1 - turn
