"""Fish of any houses: n of them hold a digit n times, so if n others cover its places there, these are used up.

Franken: boxes are among the houses, else rows on one side and columns on the other. Mutant: any houses on either side.
Places that the cover leaves out are fins, and so is one in two of the base houses: what goes must see them all.

Finned fish: n lines whose places for a digit lie on n crossing lines, but for some fins in one box. What the fish
would rule out goes where it also sees every fin. Sashimi: a line that has one place at most without its fins.

Y-wing and XYZ-wing: whichever digit the pivot takes, one of three cells holds z, so what sees all of them cannot.
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
    begin,
    keep,
    keep_simplest,
    remove,
    rest,
)
from entails.solvers.kernels.sudoku_numbers import FINNED_X_WING, SASHIMI_X_WING, XYZ_WING, Y_WING
from entails.solvers.kernels.sudoku_singles import CHOICES, FIRST_CHOICE

FRANKEN, MUTANT = 0, 1
_MOST_FINS = 5
_DEEPEST = 4 + _MOST_FINS
_COVER, _FIN = 3, 4
"""How a place is dealt with: covered by its row, column or box (0 to 2), or a fin."""


def _house_masks() -> I64:
    masks = np.zeros((27, 3), np.int64)
    for house in range(27):
        for cell in UNIT_CELLS[house]:
            masks[house, cell // 27] |= 1 << (cell % 27)
    return masks


HOUSE_MASKS = _house_masks()


@kernel
def find_any_fish(board: CandidateBoard, technique: int, size: int, kind: int, finned: bool, found: StepTable) -> None:
    """All fish of a size, with fins or without. CASE has a bit for each base house, OTHER for each that covers."""
    base = np.zeros(4, np.int64)
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
            cover_base(board, technique, digit, base[:size], places, kind, finned, found)


@kernel
def fits_franken(base: I64, depth: int) -> bool:
    """Not rows and columns at once."""
    rows, columns = False, False
    for at in range(depth + 1):
        rows = rows or base[at] < COLUMNS
        columns = columns or COLUMNS <= base[at] < BOXES
    return not (rows and columns)


@kernel
def cover_base(
    board: CandidateBoard, technique: int, digit: int, base: I64, places: I64, kind: int, finned: bool, found: StepTable
) -> None:
    """Every cover of the places of some base houses: place by place, by one of its houses or as a fin."""
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
    chosen, way = np.zeros(_DEEPEST + 1, np.int64), np.zeros(_DEEPEST + 1, np.int64)
    covers = np.zeros(4, np.int64)
    fins, covered, sees = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    depth = 0
    chosen[0], way[0] = first_open(inside, covered, fins, twice), -1
    while depth >= 0:
        way[depth] += 1
        if way[depth] >= _FIN or (way[depth] == _COVER and not finned):
            depth -= 1
            continue
        used, fin_count, right, cover_bits = 0, 0, True, 0
        fins[:] = twice
        covered[:] = 0
        for at in range(depth + 1):
            cell = chosen[at]
            if way[at] == _COVER:
                fins[cell // 27] |= 1 << (cell % 27)
                fin_count += 1
            else:
                house = UNITS_OF[cell, way[at]]
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
        for band in range(3):  # a fin that a later house covers is another way's business
            right = right and fins[band] & covered[band] & ~twice[band] == 0
        if not right or not common_peers(fins, places, sees):
            continue
        cell = first_open(inside, covered, fins, twice)
        if cell >= 0:
            if depth < _DEEPEST:
                depth += 1
                chosen[depth], way[depth] = cell, -1
            continue
        if used == len(base) and (fins.any() == finned):
            wide = boxes or cover_bits >> BOXES != 0
            pure = not (rows and columns) and not mixes(cover_bits, rows, columns)
            if (kind == FRANKEN and wide) or (kind == MUTANT and not pure):
                keep_fish(board, technique, digit, base_bits, cover_bits, inside, fins, sees, found)


@kernel
def mixes(cover_bits: int, rows: bool, columns: bool) -> bool:
    """Has the cover both rows and columns, or what the base has?"""
    in_rows, in_columns = cover_bits & 0x1FF != 0, cover_bits >> COLUMNS & 0x1FF != 0
    return (in_rows and in_columns) or (rows and in_rows) or (columns and in_columns)


@kernel
def first_open(inside: I64, covered: I64, fins: I64, twice: I64) -> int:
    """The first place of the base that is neither covered nor a fin; -1 for none."""
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
    """What sees every fin; False when the digit has no place there."""
    sees[:] = -1
    for band in range(3):
        left, cell = fins[band], 27 * band
        while left != 0:
            if left & 1:
                for other in range(3):
                    sees[other] &= PEER_MASKS[cell, other]
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
    found: StepTable,
) -> None:
    """What lies in the cover but not in the base goes, and what two houses of the cover share, if it sees all fins."""
    row = begin(found, technique)
    found.head[row, HEAD_CASE], found.head[row, HEAD_NUMBER] = base_bits, cover_bits
    for turn in range(2):
        for cell in range(81):
            band, bit = cell // 27, cell % 27
            if inside[band] >> bit & 1 and fins[band] >> bit & 1 == turn:
                rest(found, row, 9 * cell + digit)
        rest(found, row, NO_ENTRY)
    for cell in range(81):
        band, bit = cell // 27, cell % 27
        covers = 0
        for view in range(3):
            covers += cover_bits >> UNITS_OF[cell, view] & 1
        if covers > inside[band] >> bit & 1 and sees[band] >> bit & 1 and not fins[band] >> bit & 1:
            remove(found, row, board, cell, digit + 1)
    keep_simplest(found, row)


@kernel
def find_finned(board: CandidateBoard, technique: int, found: StepTable) -> None:
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
    board: CandidateBoard,
    technique: int,
    digit: int,
    case: int,
    lines: int,
    size: int,
    sashimi: bool,
    masks: I64,
    found: StepTable,
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
    board: CandidateBoard, technique: int, digit: int, case: int, lines: int, cover: int, masks: I64, found: StepTable
) -> None:
    row = begin(found, technique)
    found.head[row, HEAD_CASE] = case
    for turn in range(2):
        for line in range(9):
            if lines >> line & 1:
                part = masks[line] & cover if turn == 0 else masks[line] & ~cover
                for position in range(9):
                    if part >> position & 1:
                        rest(found, row, 9 * UNIT_CELLS[COLUMNS * case + line, position] + digit)
        rest(found, row, NO_ENTRY)
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


@kernel
def find_wings(board: CandidateBoard, technique: int, found: StepTable) -> None:
    """A pivot of two digits (Y-wing: x, y) or three (XYZ-wing: x, y, z) that sees two pincers, xz and yz."""
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
                for other in pincers[at + 1 : count]:
                    keep_wing(board, technique, pivot, pincers[at], other, found)


@kernel
def keep_wing(board: CandidateBoard, technique: int, pivot: int, one: int, other: int, found: StepTable) -> None:
    shared = board.marks[one] & board.marks[other]
    all_digits = board.marks[pivot] | board.marks[one] | board.marks[other]
    pivot_has_it = board.marks[pivot] & shared != 0
    if COUNT[shared] != 1 or COUNT[all_digits] != 3 or pivot_has_it != (technique == XYZ_WING):
        return
    digit = LOWEST[shared] + 1
    row = begin(found, technique)
    rest(found, row, 9 * pivot + LOWEST[board.marks[one] & ~shared])
    rest(found, row, 9 * one + LOWEST[board.marks[one] & ~shared])
    rest(found, row, 9 * other + LOWEST[board.marks[other] & ~shared])
    for cell in PEERS[one]:
        if SEES[other, cell] and cell != pivot and (technique == Y_WING or SEES[pivot, cell]):
            remove(found, row, board, cell, digit)
    keep(found, row)
