"""Finned fish: n lines whose places for a digit lie on n crossing lines, but for some fins in one box. What the fish
would rule out goes where it also sees every fin. Sashimi: a line that has one place at most without its fins."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import FINNED_X_WING, SASHIMI_X_WING
from entails.solvers.kernels.sudoku_steps import COLUMNS, COUNT, I64, SEES, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, Found, begin, remove, rest
from entails.solvers.kernels.sudoku_steps_subsets import CHOICES, FIRST_CHOICE


@kernel
def find_finned(board: Board, technique: int, found: Found) -> None:
    """CASE 0: rows that share columns; CASE 1: columns that share rows. The fins are the second part."""
    sashimi = technique >= SASHIMI_X_WING
    size = 2 + technique - (SASHIMI_X_WING if sashimi else FINNED_X_WING)
    masks = np.empty(9, np.int64)
    for digit in range(9):
        for case in range(2):
            usable = 0
            for line in range(9):
                masks[line] = board.places[COLUMNS * case + line, digit]
                usable |= (COUNT[masks[line]] >= 2) << line
            for at in range(FIRST_CHOICE[size], FIRST_CHOICE[size + 1]):
                lines = CHOICES[at]
                if lines & ~usable == 0:
                    find_covers(board, technique, digit, case, lines, size, sashimi, masks, found)


@kernel
def find_covers(
    board: Board,
    technique: int,
    digit: int,
    case: int,
    lines: int,
    size: int,
    sashimi: bool,
    masks: I64,
    found: Found,
) -> None:
    """All crossing lines that cover these lines but for fins in one box."""
    for at in range(FIRST_CHOICE[size], FIRST_CHOICE[size + 1]):
        cover = CHOICES[at]
        fins, box, thin, whole = 0, -1, False, True
        for line in range(9):
            if lines >> line & 1:
                outside = masks[line] & ~cover
                whole = whole and masks[line] & cover != 0
                thin = thin or (outside != 0 and COUNT[masks[line] & cover] <= 1)
                for position in range(9):
                    if outside >> position & 1:
                        here = UNITS_OF[UNIT_CELLS[COLUMNS * case + line, position], 2]
                        fins += 1
                        box = here if box in (-1, here) else -2
        if fins == 0 or box < 0 or thin != sashimi or not whole:
            continue
        keep_finned(board, technique, digit, case, lines, cover, masks, found)


@kernel
def keep_finned(
    board: Board, technique: int, digit: int, case: int, lines: int, cover: int, masks: I64, found: Found
) -> None:
    row = begin(found, technique)
    found.head[row, CASE] = case
    for turn in range(2):
        for line in range(9):
            if lines >> line & 1:
                part = masks[line] & cover if turn == 0 else masks[line] & ~cover
                for position in range(9):
                    if part >> position & 1:
                        rest(found, row, 9 * UNIT_CELLS[COLUMNS * case + line, position] + digit)
        rest(found, row, NOTHING)
    for line in range(9):
        if lines >> line & 1:
            continue
        for position in range(9):
            if (masks[line] & cover) >> position & 1:
                cell = UNIT_CELLS[COLUMNS * case + line, position]
                if sees_fins(cell, case, lines, cover, masks):
                    remove(found, row, board, cell, digit + 1)
    keep_simplest(found, row)


@kernel
def sees_fins(cell: int, case: int, lines: int, cover: int, masks: I64) -> bool:
    for line in range(9):
        if lines >> line & 1:
            for position in range(9):
                fin = UNIT_CELLS[COLUMNS * case + line, position]
                if (masks[line] & ~cover) >> position & 1 and not SEES[cell, fin]:
                    return False
    return True
