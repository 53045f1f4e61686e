"""Simple colouring: along pairs of partners, the cells of one digit are true and false in turn; one colour is true."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import I64, PEER_MASKS, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, Found, begin, keep, remove, rest
from entails.solvers.kernels.sudoku_steps_links import count_links, has_partner, note_places, partners_of
from entails.solvers.kernels.sudoku_steps_numbers import COLOURING

SEES_BOTH, FIRST_FALSE, SECOND_FALSE = range(3)
"""The forms: a cell sees both colours; or two cells of one colour see each other, so that the colour is false."""


@kernel
def find_colouring(board: Board, found: Found) -> None:
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
def begin_colours(digit: int, colour: I64, group: I64, case: int, found: Found) -> int:
    row = begin(found, COLOURING)
    found.head[row, CASE] = case
    for shade in (1, 2):
        for cell in group:
            if colour[cell] == shade:
                rest(found, row, 9 * cell + digit - 1)
        if shade == 1:
            rest(found, row, NOTHING)
    return row


@kernel
def keep_colours(board: Board, digit: int, colour: I64, group: I64, found: Found) -> None:
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
