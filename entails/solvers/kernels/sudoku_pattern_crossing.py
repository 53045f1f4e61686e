"""Locked pairs and triples: a naked subset where a box and a line cross rules out in both at once."""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_pattern_numbers import LOCKED_PAIR
from entails.solvers.kernels.sudoku_steps import BOXES, COUNT, UNIT_CELLS, UNITS_OF, Board
from entails.solvers.kernels.sudoku_steps_found import OTHER, UNIT, Found, begin, remove, rest
from entails.solvers.kernels.sudoku_steps_subsets import CHOICES, FIRST_CHOICE


@kernel
def find_locked_sets(board: Board, technique: int, found: Found) -> None:
    """UNIT is the line; the box is that of the cells."""
    size = 2 if technique == LOCKED_PAIR else 3
    for line in range(BOXES):
        for at in range(FIRST_CHOICE[size], FIRST_CHOICE[size + 1]):
            digits, box = 0, -1
            for position in range(9):
                if CHOICES[at] >> position & 1:
                    cell = UNIT_CELLS[line, position]
                    here = UNITS_OF[cell, 2] if board.marks[cell] != 0 else -2
                    box = here if box in (-1, here) else -2
                    digits |= board.marks[cell]
            if box < 0 or COUNT[digits] != size:
                continue
            row = begin(found, technique)
            found.head[row, UNIT], found.head[row, OTHER] = line, digits
            for position in range(9):
                cell = UNIT_CELLS[line, position]
                if CHOICES[at] >> position & 1:
                    for digit in range(9):
                        if board.marks[cell] >> digit & 1:
                            rest(found, row, 9 * cell + digit)
            for cell in range(81):
                in_line = UNITS_OF[cell, 0] == line or UNITS_OF[cell, 1] == line
                in_box = UNITS_OF[cell, 2] == box
                if in_line == in_box:
                    continue
                for digit in range(9):
                    if digits >> digit & 1:
                        remove(found, row, board, cell, digit + 1)
            for cell in UNIT_CELLS[line]:  # the third cell of the crossing
                if UNITS_OF[cell, 2] == box and board.marks[cell] & ~digits != 0:
                    for digit in range(9):
                        if digits >> digit & 1:
                            remove(found, row, board, cell, digit + 1)
            keep_simplest(found, row)
