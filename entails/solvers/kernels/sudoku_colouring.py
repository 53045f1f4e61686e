"""Multi-colouring: two groups of partners of one digit, each coloured in turn, of which each has one true colour.

If a cell of one group's colour sees a cell of the other's, not both colours are true, so one of the two opposite ones
is: what sees both goes (case 1). A colour that sees both colours of another group is false (case 2).

Simple colouring: along pairs of partners, the cells of one digit are true and false in turn; one colour is true.

Remote pairs: cells of the same two candidates, each seeing the next. Cells an odd number of steps apart hold one
each, so what sees both is neither; that goes for any two cells of the chain.
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
from entails.solvers.kernels.sudoku_numbers import COLOURING, MULTI_COLOURING, REMOTE_PAIR

SEES_BOTH, FIRST_FALSE, SECOND_FALSE = range(3)
"""The forms: a cell sees both colours; or two cells of one colour see each other, so that the colour is false."""


@kernel
def find_colouring(board: CandidateBoard, found: StepTable) -> None:
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
                    keep_colours(board, digit, colour, group[:size], found)


@kernel
def colour_group(start: int, partners: I64, colour: I64, group: I64) -> int:
    """Colour all cells linked to `start` with 1 and 2 in turn, and list them; gives how many they are."""
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
def begin_colours(digit: int, colour: I64, group: I64, case: int, found: StepTable) -> int:
    row = begin(found, COLOURING)
    found.head[row, HEAD_CASE] = case
    for shade in (1, 2):
        for cell in group:
            if colour[cell] == shade:
                rest(found, row, 9 * cell + digit - 1)
        if shade == 1:
            rest(found, row, NO_ENTRY)
    return row


@kernel
def keep_colours(board: CandidateBoard, digit: int, colour: I64, group: I64, found: StepTable) -> None:
    places, shades, sees = np.zeros(3, np.int64), np.zeros((3, 3), np.int64), np.zeros((3, 3), np.int64)
    note_places(board, digit, places)
    for cell in group:
        shades[colour[cell], cell // 27] |= 1 << cell % 27
        for band in range(3):
            sees[colour[cell], band] |= PEER_MASKS[cell, band]
    for case in (FIRST_FALSE, SECOND_FALSE):
        if np.any(shades[case] & sees[case]):  # two cells of this colour see each other
            row = begin_colours(digit, colour, group, case, found)
            for cell in group:
                if colour[cell] == case:
                    remove(found, row, board, cell, digit)
            keep(found, row)
    places &= sees[1] & sees[2] & ~(shades[1] | shades[2])
    if np.any(places):
        row = begin_colours(digit, colour, group, SEES_BOTH, found)
        for cell in range(81):
            if places[cell // 27] >> cell % 27 & 1:
                remove(found, row, board, cell, digit)
        keep(found, row)


OPPOSITE, FALSE = 1, 2


@kernel
def find_multi_colouring(board: CandidateBoard, found: StepTable) -> None:
    """`places` must be up to date."""
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
        for one in range(groups):
            for other in range(groups):
                if one != other:
                    compare(board, digit, colour, group_of, one, other, found)


@kernel
def compare(
    board: CandidateBoard, digit: int, colour: I64, group_of: I64, one: int, other: int, found: StepTable
) -> None:
    meets = np.zeros((3, 3), np.bool_)
    for cell in range(81):
        if group_of[cell] == one:
            for seen in range(81):
                if group_of[seen] == other and SEES[cell, seen]:
                    meets[colour[cell], colour[seen]] = True
    for shade in range(1, 3):
        if meets[shade, 1] and meets[shade, 2]:
            row = begin_groups(digit, colour, group_of, one, shade, other, 1, FALSE, found)
            for cell in range(81):
                if group_of[cell] == one and colour[cell] == shade:
                    remove(found, row, board, cell, digit)
            keep_simplest(found, row)
        for facing in range(1, 3):
            if meets[shade, facing] and one < other:
                row = begin_groups(digit, colour, group_of, one, shade, other, facing, OPPOSITE, found)
                for cell in range(81):
                    if sees_colour(cell, colour, group_of, one, 3 - shade) and sees_colour(
                        cell, colour, group_of, other, 3 - facing
                    ):
                        remove(found, row, board, cell, digit)
                keep_simplest(found, row)


@kernel
def sees_colour(cell: int, colour: I64, group_of: I64, group: int, shade: int) -> bool:
    for other in range(81):  # noqa: SIM110 - numba compiles no generators
        if group_of[other] == group and colour[other] == shade and SEES[cell, other]:
            return True
    return False


@kernel
def begin_groups(
    digit: int, colour: I64, group_of: I64, one: int, shade: int, other: int, facing: int, case: int, found: StepTable
) -> int:
    """Four parts: the two colours that meet, or the one that is false and its opposite, then those of the other."""
    row = begin(found, MULTI_COLOURING)
    found.head[row, HEAD_CASE] = case
    for part in range(4):
        group = one if part < 2 else other
        wanted = shade if part < 2 else facing
        if part % 2 == 1:
            wanted = 3 - wanted
        for cell in range(81):
            if group_of[cell] == group and colour[cell] == wanted:
                rest(found, row, 9 * cell + digit - 1)
        rest(found, row, NO_ENTRY)
    return row


@kernel
def find_remote_pairs(board: CandidateBoard, found: StepTable) -> None:
    """The shortest chain between any two cells that are three steps or more apart."""
    before, steps, queue = np.empty((3, 81), np.int64)
    for start in range(81):
        pair = board.marks[start]
        if COUNT[pair] != 2:
            continue
        steps[:] = -1
        steps[start] = 0
        queue[0] = start
        done, size = 0, 1
        while done < size:
            cell = queue[done]
            done += 1
            for peer in PEERS[cell]:
                if board.marks[peer] == pair and steps[peer] < 0:
                    steps[peer], before[peer] = steps[cell] + 1, cell
                    queue[size] = peer
                    size += 1
                    if peer < start or steps[peer] < 3 or steps[peer] % 2 == 0:
                        continue
                    row = begin(found, REMOTE_PAIR)
                    found.head[row, HEAD_NUMBER] = pair
                    at = peer
                    while at != start:
                        rest(found, row, 9 * at + LOWEST[pair])
                        at = before[at]
                    rest(found, row, 9 * start + LOWEST[pair])
                    for other in range(81):
                        if board.marks[other] != pair and sees_both(other, start, peer, before):
                            remove(found, row, board, other, LOWEST[pair] + 1)
                            remove(found, row, board, other, LOWEST[pair & (pair - 1)] + 1)
                    keep_simplest(found, row)


@kernel
def sees_both(cell: int, start: int, end: int, before: I64) -> bool:
    """Does a cell see two of the chain that hold one digit each?"""
    even, odd, turn, at = False, False, 0, end
    while True:
        if SEES[cell, at]:
            even, odd = even or turn == 0, odd or turn == 1
        if at == start:
            return even and odd
        at, turn = before[at], 1 - turn
