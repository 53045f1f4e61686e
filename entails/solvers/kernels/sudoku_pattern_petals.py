"""Death blossom and Sue de Coq: almost locked sets around a cell, and around the crossing of a box and a line."""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_als import Sets, gather_sets
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import DEATH_BLOSSOM, SUE_DE_COQ
from entails.solvers.kernels.sudoku_steps import BOXES, COUNT, I64, LOWEST, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import NOTHING, OTHER, UNIT, Found, begin, remove, rest
from entails.solvers.kernels.sudoku_steps_subsets import CHOICES, FIRST_CHOICE

_PETAL, _LARGEST_PETAL = 4, 7
_STEM = 5


@kernel
def find_blossoms(board: Board, thorough: bool, sets: Sets, found: Found) -> None:
    """Whatever the stem is, one of its petals loses that digit and is locked: so some petal holds what all have."""
    gather_sets(board, _LARGEST_PETAL if thorough else _PETAL, sets)
    petals = np.zeros((_STEM, len(sets.digits)), np.int64)
    counts = np.zeros(_STEM, np.int64)
    for stem in range(81):
        size = COUNT[board.marks[stem]]
        if not 2 <= size <= _STEM:
            continue
        left, at = board.marks[stem], 0
        while left != 0:
            digit = LOWEST[left]
            left &= left - 1
            counts[at] = 0
            for one in range(sets.size[0]):
                inside = sets.cells[one, stem // 27] >> (stem % 27) & 1
                seen = sets.sees[one, digit, stem // 27] >> (stem % 27) & 1
                if not inside and seen and sets.digits[one] >> digit & 1:
                    petals[at, counts[at]] = one
                    counts[at] += 1
            at += 1
        choose_petals(board, sets, stem, petals, counts[:size], found)


@kernel
def choose_petals(board: Board, sets: Sets, stem: int, petals: I64, counts: I64, found: Found) -> None:
    """One petal for each digit of the stem, in every way in which all have a further digit in common. A petal may serve
    for several digits, but not for all."""
    turn, chosen, shared = np.zeros((3, _STEM), np.int64)
    at = 0
    while at >= 0:
        if turn[at] >= counts[at]:
            at -= 1
            continue
        chosen[at] = petals[at, turn[at]]
        turn[at] += 1
        shared[at] = sets.digits[chosen[at]] & (shared[at - 1] if at > 0 else ~board.marks[stem])
        if shared[at] == 0 or not any_seen(board, sets, chosen[: at + 1], shared[at]):
            continue
        if at + 1 == len(counts):
            if np.any(chosen[: at + 1] != chosen[0]):
                conclude_blossom(board, sets, stem, chosen[: len(counts)], shared[at], found)
        else:
            at += 1
            turn[at] = 0


@kernel
def any_seen(board: Board, sets: Sets, petals: I64, shared: int) -> bool:
    """Is there a place for one of the digits that sees all its places in the petals?"""
    for digit in range(9):
        if shared >> digit & 1:
            for band in range(3):
                seen = -1
                for petal in petals:
                    seen &= sets.sees[petal, digit, band]
                if seen & (2**27 - 1) != 0:
                    for bit in range(27):
                        if seen >> bit & 1 and board.marks[27 * band + bit] >> digit & 1:
                            return True
    return False


@kernel
def conclude_blossom(board: Board, sets: Sets, stem: int, petals: I64, shared: int, found: Found) -> None:
    """The stem is the first part, each petal one more."""
    for digit in range(9):
        if not shared >> digit & 1:
            continue
        row = begin(found, DEATH_BLOSSOM)
        found.head[row, OTHER] = digit + 1
        for cell in range(81):
            seen = cell != stem
            for petal in petals:
                seen = seen and sets.sees[petal, digit, cell // 27] >> (cell % 27) & 1 != 0
            if seen:
                remove(found, row, board, cell, digit + 1)
        rest_on_cell(board, stem, found, row)
        rest(found, row, NOTHING)
        for at in range(len(petals)):
            petal = petals[at]
            if np.any(petals[:at] == petal):
                continue
            for cell in range(81):
                if sets.cells[petal, cell // 27] >> (cell % 27) & 1:
                    rest_on_cell(board, cell, found, row)
            rest(found, row, NOTHING)
        keep_simplest(found, row)


@kernel
def rest_on_cell(board: Board, cell: int, found: Found, row: int) -> None:
    for digit in range(9):
        if board.marks[cell] >> digit & 1:
            rest(found, row, 9 * cell + digit)


@kernel
def find_sue_de_coq(board: Board, found: Found) -> None:
    """Some cells of a crossing, of the rest of its line and of the rest of its box have as many digits as cells, and
    line and box share none: each digit is used up once."""
    cross, line_cells, box_cells = np.zeros((3, 9), np.int64)
    for box in range(BOXES, 27):
        for line in range(BOXES):
            sizes = split(board, box, line, cross, line_cells, box_cells)
            if sizes[0] < 2:
                continue
            for at in range(FIRST_CHOICE[2], FIRST_CHOICE[4]):
                inner, inner_digits = CHOICES[at], 0
                if inner >> sizes[0] != 0:
                    continue
                inner_digits = digits_of(board, cross, inner)
                if COUNT[inner_digits] < COUNT[inner] + 2:
                    continue
                for one in range(1, FIRST_CHOICE[5]):
                    in_line = CHOICES[one]
                    if in_line >> sizes[1] != 0:
                        continue
                    line_digits = digits_of(board, line_cells, in_line)
                    for two in range(1, FIRST_CHOICE[5]):
                        in_box = CHOICES[two]
                        if in_box >> sizes[2] != 0:
                            continue
                        box_digits = digits_of(board, box_cells, in_box)
                        cells = COUNT[inner] + COUNT[in_line] + COUNT[in_box]
                        if line_digits & box_digits != 0 or COUNT[inner_digits | line_digits | box_digits] != cells:
                            continue
                        row = begin(found, SUE_DE_COQ)
                        found.head[row, UNIT], found.head[row, OTHER] = box, line
                        parts = (inner, in_line, in_box)
                        for part in range(3):
                            for position in range(9):
                                if parts[part] >> position & 1:
                                    cell = cross[position] if part == 0 else line_cells[position]
                                    cell = box_cells[position] if part == 2 else cell
                                    rest_on_cell(board, cell, found, row)
                            rest(found, row, NOTHING)
                        gone_line = (inner_digits | line_digits) & ~box_digits
                        gone_box = (inner_digits | box_digits) & ~line_digits
                        for position in range(9):
                            if position < sizes[1] and not in_line >> position & 1:
                                remove_digits(board, line_cells[position], gone_line, found, row)
                            if position < sizes[2] and not in_box >> position & 1:
                                remove_digits(board, box_cells[position], gone_box, found, row)
                            if position < sizes[0] and not inner >> position & 1:
                                remove_digits(board, cross[position], gone_line | gone_box, found, row)
                        keep_simplest(found, row)


@kernel
def split(board: Board, box: int, line: int, cross: I64, line_cells: I64, box_cells: I64) -> tuple[int, int, int]:
    """The open cells of a crossing, of the rest of the line and of the rest of the box; gives how many of each."""
    count, in_line, in_box = 0, 0, 0
    view = 0 if line < 9 else 1
    for cell in UNIT_CELLS[line]:
        if board.marks[cell] != 0:
            if UNITS_OF[cell, 2] == box:
                cross[count] = cell
                count += 1
            else:
                line_cells[in_line] = cell
                in_line += 1
    for cell in UNIT_CELLS[box]:
        if board.marks[cell] != 0 and UNITS_OF[cell, view] != line:
            box_cells[in_box] = cell
            in_box += 1
    return count, in_line, in_box


@kernel
def digits_of(board: Board, cells: I64, chosen: int) -> int:
    digits = 0
    for position in range(9):
        if chosen >> position & 1:
            digits |= board.marks[cells[position]]
    return digits


@kernel
def remove_digits(board: Board, cell: int, digits: int, found: Found, row: int) -> None:
    for digit in range(9):
        if digits >> digit & 1:
            remove(found, row, board, cell, digit + 1)
