"""Fish with fins, franken and mutant fish, Y-wings and XYZ-wings: finders.

Fish: n base houses hold a digit n times. If n other houses cover its places there, the digit leaves the rest of the
cover. Franken fish use boxes besides rows on one side and columns on the other; mutant fish use any houses on either
side. Places that the cover misses are fins, and so is a place in two base houses: removed candidates must see all fins.

Finned fish: the places of n lines lie on n crossing lines, except for fins in one box. Sashimi: without its fins, some
line has at most one place.

Wings: whichever digit the pivot takes, one of three cells holds z, so z leaves all cells that see all of them.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    BOXES,
    COLUMNS,
    COUNT,
    HEAD_CASE,
    HEAD_NUMBER,
    I64,
    LOWEST,
    NO_ENTRY,
    PEER_MASKS,
    PEERS,
    SEES,
    UNIT_CELLS,
    UNITS_OF,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_if_simplest,
    keep_step,
)
from entails.solvers.kernels.sudoku_numbers import FINNED_X_WING, SASHIMI_X_WING, XYZ_WING, Y_WING
from entails.solvers.kernels.sudoku_singles import CHOICES, FIRST_CHOICE

FRANKEN, MUTANT = 0, 1
_MOST_FINS = 5
_LARGEST = 7
_DEEPEST = _LARGEST + _MOST_FINS
_COVER, _FIN = 3, 4
"""Choices for a place: covered by its row, column or box (0 to 2), or a fin (_COVER); _FIN ends the choices."""


def _house_masks() -> I64:
    masks = np.zeros((27, 3), np.int64)
    for house in range(27):
        for cell in UNIT_CELLS[house]:
            masks[house, cell // 27] |= 1 << (cell % 27)
    return masks


HOUSE_MASKS = _house_masks()


@kernel
def find_any_fish(board: CandidateBoard, technique: int, size: int, kind: int, finned: bool, steps: StepTable) -> None:
    """Find all fish of a size, with or without fins.

    The step's case has a bit for each base house, its number one for each covering house.
    """
    base = np.zeros(_LARGEST, np.int64)
    places = np.zeros(3, np.int64)
    for digit in range(9):
        places[:] = 0
        for cell in range(81):
            if board.marks[cell] >> digit & 1:
                places[cell // 27] |= 1 << (cell % 27)
        depth = 0
        base[0] = -1
        while depth >= 0:
            base[depth] += 1
            if base[depth] > 26:
                depth -= 1
                continue
            house = base[depth]
            if board.places[house, digit] == 0 or (kind == FRANKEN and not fits_franken(base, depth)):
                continue
            if depth + 1 < size:
                depth += 1
                base[depth] = house
                continue
            cover_base(board, technique, digit, base[:size], places, kind, finned, steps)


@kernel
def fits_franken(base: I64, depth: int) -> bool:
    """Return whether a base is allowed in franken fish: it does not mix rows and columns."""
    rows, columns = False, False
    for at in range(depth + 1):
        rows = rows or base[at] < COLUMNS
        columns = columns or COLUMNS <= base[at] < BOXES
    return not (rows and columns)


@kernel
def cover_base(
    board: CandidateBoard, technique: int, digit: int, base: I64, places: I64, kind: int, finned: bool, steps: StepTable
) -> None:
    """Try every cover of the places in the base: each place is covered by one of its houses or is a fin."""
    inside, twice = np.zeros(3, np.int64), np.zeros(3, np.int64)
    base_bits, rows, columns, boxes = 0, False, False, False
    for house in base:
        base_bits |= 1 << house
        rows, columns, boxes = rows or house < COLUMNS, columns or COLUMNS <= house < BOXES, boxes or house >= BOXES
        for band in range(3):
            here = HOUSE_MASKS[house, band] & places[band]
            twice[band] |= inside[band] & here
            inside[band] |= here
    if not finned and twice.any():
        return
    chosen, choice = np.zeros(_DEEPEST + 1, np.int64), np.zeros(_DEEPEST + 1, np.int64)
    covers = np.zeros(_LARGEST, np.int64)
    fins, covered, sees = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    depth = 0
    chosen[0], choice[0] = first_open(inside, covered, fins, twice), -1
    while depth >= 0:
        choice[depth] += 1
        if choice[depth] >= _FIN or (choice[depth] == _COVER and not finned):
            depth -= 1
            continue
        used, fin_count, right, cover_bits = 0, 0, True, 0
        fins[:] = twice
        covered[:] = 0
        for at in range(depth + 1):
            cell = chosen[at]
            if choice[at] == _COVER:
                fins[cell // 27] |= 1 << (cell % 27)
                fin_count += 1
            else:
                house = UNITS_OF[cell, choice[at]]
                if base_bits >> house & 1 or used >= len(base):
                    right = False
                    break
                if kind == FRANKEN and ((rows and house < COLUMNS) or (columns and COLUMNS <= house < BOXES)):
                    right = False
                    break
                covers[used] = house
                used += 1
                cover_bits |= 1 << house
        if not right or fin_count > _MOST_FINS:
            continue
        for at in range(used):
            for band in range(3):
                covered[band] |= HOUSE_MASKS[covers[at], band]
        for band in range(3):  # another choice covers a fin that a later house covers
            right = right and fins[band] & covered[band] & ~twice[band] == 0
        if not right or not common_peers(fins, places, sees):
            continue
        cell = first_open(inside, covered, fins, twice)
        if cell >= 0:
            if depth < _DEEPEST:
                depth += 1
                chosen[depth], choice[depth] = cell, -1
            continue
        if used == len(base) and (fins.any() == finned):
            wide = boxes or cover_bits >> BOXES != 0
            pure = not (rows and columns) and not mixes(cover_bits, rows, columns)
            if (kind == FRANKEN and wide) or (kind == MUTANT and not pure):
                keep_fish(board, technique, digit, base_bits, cover_bits, inside, fins, sees, steps)


@kernel
def mixes(cover_bits: int, rows: bool, columns: bool) -> bool:
    """Return whether a cover has both rows and columns, or lines in the direction of the base."""
    in_rows, in_columns = cover_bits & 0x1FF != 0, cover_bits >> COLUMNS & 0x1FF != 0
    return (in_rows and in_columns) or (rows and in_rows) or (columns and in_columns)


@kernel
def first_open(inside: I64, covered: I64, fins: I64, twice: I64) -> int:
    """Return the first place of the base that is neither covered nor a fin; -1 if there is none."""
    for band in range(3):
        left = inside[band] & ~covered[band] & ~fins[band] & ~twice[band]
        if left != 0:
            bit = 0
            while left >> bit & 1 == 0:
                bit += 1
            return 27 * band + bit
    return -1


@kernel
def common_peers(fins: I64, places: I64, sees: I64) -> bool:
    """Write the cells that see every fin; return whether the digit is possible in any of them."""
    sees[:] = -1
    for band in range(3):
        left, cell = fins[band], 27 * band
        while left != 0:
            if left & 1:
                for part in range(3):
                    sees[part] &= PEER_MASKS[cell, part]
            left >>= 1
            cell += 1
    return bool((sees & places).any())


@kernel
def keep_fish(
    board: CandidateBoard,
    technique: int,
    digit: int,
    base_bits: int,
    cover_bits: int,
    inside: I64,
    fins: I64,
    sees: I64,
    steps: StepTable,
) -> None:
    """Keep the step of a fish.

    Places of the cover outside the base go, and places that two covering houses share, if they see all fins.
    """
    row = begin_step(steps, technique)
    steps.head[row, HEAD_CASE], steps.head[row, HEAD_NUMBER] = base_bits, cover_bits
    for turn in range(2):
        for cell in range(81):
            band, bit = cell // 27, cell % 27
            if inside[band] >> bit & 1 and fins[band] >> bit & 1 == turn:
                add_evidence(steps, row, 9 * cell + digit)
        add_evidence(steps, row, NO_ENTRY)
    for cell in range(81):
        band, bit = cell // 27, cell % 27
        covers = 0
        for view in range(3):
            covers += cover_bits >> UNITS_OF[cell, view] & 1
        if covers > inside[band] >> bit & 1 and sees[band] >> bit & 1 and not fins[band] >> bit & 1:
            add_removal(steps, row, board, cell, digit + 1)
    keep_if_simplest(steps, row)


@kernel
def find_finned(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find finned or sashimi fish.

    Case 0: rows covered by columns. Case 1: columns covered by rows. The fins are the second part of the evidence.
    """
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
                    find_covers(board, technique, digit, case, lines, size, sashimi, masks, steps)


@kernel
def find_covers(
    board: CandidateBoard,
    technique: int,
    digit: int,
    case: int,
    lines: int,
    size: int,
    sashimi: bool,
    masks: I64,
    steps: StepTable,
) -> None:
    """Try all crossing lines that cover the given lines except for fins in one box."""
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
        keep_finned(board, technique, digit, case, lines, cover, masks, steps)


@kernel
def keep_finned(
    board: CandidateBoard, technique: int, digit: int, case: int, lines: int, cover: int, masks: I64, steps: StepTable
) -> None:
    row = begin_step(steps, technique)
    steps.head[row, HEAD_CASE] = case
    for turn in range(2):
        for line in range(9):
            if lines >> line & 1:
                part = masks[line] & cover if turn == 0 else masks[line] & ~cover
                for position in range(9):
                    if part >> position & 1:
                        add_evidence(steps, row, 9 * UNIT_CELLS[COLUMNS * case + line, position] + digit)
        add_evidence(steps, row, NO_ENTRY)
    for line in range(9):
        if lines >> line & 1:
            continue
        for position in range(9):
            if (masks[line] & cover) >> position & 1:
                cell = UNIT_CELLS[COLUMNS * case + line, position]
                if sees_fins(cell, case, lines, cover, masks):
                    add_removal(steps, row, board, cell, digit + 1)
    keep_if_simplest(steps, row)


@kernel
def sees_fins(cell: int, case: int, lines: int, cover: int, masks: I64) -> bool:
    for line in range(9):
        if lines >> line & 1:
            for position in range(9):
                fin = UNIT_CELLS[COLUMNS * case + line, position]
                if (masks[line] & ~cover) >> position & 1 and not SEES[cell, fin]:
                    return False
    return True


@kernel
def find_wings(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find wings: a pivot with candidates xy (Y-wing) or xyz (XYZ-wing) that sees two pincers, xz and yz."""
    pivot_size = 2 if technique == Y_WING else 3
    pincers = np.empty(20, np.int64)
    for pivot in range(81):
        if COUNT[board.marks[pivot]] == pivot_size:
            count = 0
            for peer in PEERS[pivot]:
                if COUNT[board.marks[peer]] == 2 and COUNT[board.marks[peer] | board.marks[pivot]] == 3:
                    pincers[count] = peer
                    count += 1
            for at in range(count):
                for second in pincers[at + 1 : count]:
                    keep_wing(board, technique, pivot, pincers[at], second, steps)


@kernel
def keep_wing(board: CandidateBoard, technique: int, pivot: int, first: int, second: int, steps: StepTable) -> None:
    shared = board.marks[first] & board.marks[second]
    all_digits = board.marks[pivot] | board.marks[first] | board.marks[second]
    pivot_has_it = board.marks[pivot] & shared != 0
    if COUNT[shared] != 1 or COUNT[all_digits] != 3 or pivot_has_it != (technique == XYZ_WING):
        return
    digit = LOWEST[shared] + 1
    row = begin_step(steps, technique)
    add_evidence(steps, row, 9 * pivot + LOWEST[board.marks[first] & ~shared])
    add_evidence(steps, row, 9 * first + LOWEST[board.marks[first] & ~shared])
    add_evidence(steps, row, 9 * second + LOWEST[board.marks[second] & ~shared])
    for cell in PEERS[first]:
        if SEES[second, cell] and cell != pivot and (technique == Y_WING or SEES[pivot, cell]):
            add_removal(steps, row, board, cell, digit)
    keep_step(steps, row)
