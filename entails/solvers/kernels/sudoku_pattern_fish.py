"""Fish of any houses: n of them hold a digit n times, so if n others cover its places there, these are used up.

Franken: boxes are among the houses, else rows on one side and columns on the other. Mutant: any houses on either side.
Places that the cover leaves out are fins, and so is one in two of the base houses: what goes must see them all.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_steps import BOXES, COLUMNS, I64, PEER_MASKS, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import CASE, NOTHING, OTHER, Found, begin, remove, rest

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
def find_any_fish(board: Board, technique: int, size: int, kind: int, finned: bool, found: Found) -> None:
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
    board: Board, technique: int, digit: int, base: I64, places: I64, kind: int, finned: bool, found: Found
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
    board: Board,
    technique: int,
    digit: int,
    base_bits: int,
    cover_bits: int,
    inside: I64,
    fins: I64,
    sees: I64,
    found: Found,
) -> None:
    """What lies in the cover but not in the base goes, and what two houses of the cover share, if it sees all fins."""
    row = begin(found, technique)
    found.head[row, CASE], found.head[row, OTHER] = base_bits, cover_bits
    for turn in range(2):
        for cell in range(81):
            band, bit = cell // 27, cell % 27
            if inside[band] >> bit & 1 and fins[band] >> bit & 1 == turn:
                rest(found, row, 9 * cell + digit)
        rest(found, row, NOTHING)
    for cell in range(81):
        band, bit = cell // 27, cell % 27
        covers = 0
        for view in range(3):
            covers += cover_bits >> UNITS_OF[cell, view] & 1
        if covers > inside[band] >> bit & 1 and sees[band] >> bit & 1 and not fins[band] >> bit & 1:
            remove(found, row, board, cell, digit + 1)
    keep_simplest(found, row)
