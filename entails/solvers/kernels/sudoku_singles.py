"""Singles, locked candidates, subsets and basic fish: finders.

Singles: a cell with one possible digit, or a digit with one possible cell of a unit. Both come in two forms. Without
pencil marks, only the digits on the board count (Landreau 2025 calls these last remaining cell and last possible
number). With them, earlier eliminations count too.

Locked candidates: if all places of a digit in a box lie on a line, or the reverse, the digit leaves the rest of the
other unit.

Subsets: n items that share n places take all of them. One search serves three techniques. Naked: n cells of a unit with
n digits between them. Hidden: n digits of a unit with n cells between them. Fish: n lines whose places for a digit lie
on n crossing lines. Locked pairs and triples are naked subsets at the crossing of a box and a line.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_board import (
    BOXES,
    COLUMNS,
    COUNT,
    FINE,
    FULL,
    HEAD_CASE,
    HEAD_NUMBER,
    HEAD_PLACE,
    HEAD_UNIT,
    I64,
    LOWEST,
    NO_CANDIDATE,
    NO_ENTRY,
    NO_PLACE,
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
from entails.solvers.kernels.sudoku_numbers import (
    BOX_LINE,
    FULL_HOUSE,
    HIDDEN_PAIR,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    HIDDEN_TRIPLE,
    LAST_IN_BOX,
    LAST_IN_COLUMN,
    LAST_IN_ROW,
    LAST_NUMBER,
    LOCKED_PAIR,
    NAKED_PAIR,
    NAKED_SINGLE,
    NAKED_TRIPLE,
    POINTING_PAIR,
    SWORDFISH,
    X_WING,
)

CHOICES = np.array(sorted(range(FULL + 1), key=lambda mask: (mask.bit_count(), mask)), np.int64)
"""All choices of 0 to 9 items out of nine, as masks, by size."""
FIRST_CHOICE = np.searchsorted(COUNT[CHOICES], np.arange(11)).astype(np.int64)
"""Index of the first choice of n items in `CHOICES`, for each n."""


@kernel
def next_subset(masks: I64, size: int, after: int) -> tuple[int, int]:
    """Return the next choice of `size` masks whose union has `size` bits, and the union.

    The first choice comes after 0. Each mask has at least two bits. The choice is 0 if there are no more, or if no
    other mask has bits, so that a subset would remove nothing.
    """
    usable, nonempty = 0, 0
    for index in range(9):
        count = COUNT[masks[index]]
        nonempty += count != 0
        usable |= (2 <= count <= size) << index
    if nonempty <= size or COUNT[usable] < size:
        return 0, 0
    choice = after
    while True:
        choice = next_choice(usable, size, choice)
        bits, left = 0, choice
        while left != 0:
            bits |= masks[LOWEST[left]]
            left &= left - 1
        if choice == 0 or COUNT[bits] == size:
            return choice, bits


@kernel
def next_choice(usable: int, size: int, after: int) -> int:
    """Return the next choice of `size` usable items in the order of CHOICES; 0 after the last."""
    choice = 0
    if after != 0:  # next combination of the same size, as in Gosper's hack, over usable items
        choice = ((after | FULL & ~usable) + (after & -after)) & usable
        if choice < after:
            return 0
    while COUNT[choice] < size:
        free = usable & ~choice
        choice |= free & -free
    return choice


@kernel
def find_naked(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    size = 2 if technique == NAKED_PAIR else 3 if technique == NAKED_TRIPLE else 4
    masks = np.empty(9, np.int64)
    for unit in range(27):
        for position in range(9):
            masks[position] = board.marks[UNIT_CELLS[unit, position]]
        cells, digits = next_subset(masks, size, 0)
        while cells != 0:
            keep_subset(board, technique, unit, cells, digits, cells, digits, steps)
            cells, digits = next_subset(masks, size, cells)


@kernel
def find_hidden(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    size = 2 if technique == HIDDEN_PAIR else 3 if technique == HIDDEN_TRIPLE else 4
    for unit in range(27):
        digits, cells = next_subset(board.places[unit], size, 0)
        while digits != 0:
            keep_subset(board, technique, unit, cells, digits, FULL & ~cells, FULL & ~digits, steps)
            digits, cells = next_subset(board.places[unit], size, digits)


@kernel
def keep_subset(
    board: CandidateBoard, technique: int, unit: int, cells: int, digits: int, spared: int, lost: int, steps: StepTable
) -> None:
    """Keep a subset step: these cells of the unit contain all of these digits.

    The cells that are not `spared` lose the digits that are `lost`.
    """
    open_there, others = 0, FULL & ~spared
    while others != 0:
        open_there |= board.marks[UNIT_CELLS[unit, LOWEST[others]]]
        others &= others - 1
    if open_there & lost == 0:
        return
    row = begin_step(steps, technique)
    steps.head[row, HEAD_UNIT], steps.head[row, HEAD_NUMBER] = unit, digits
    for position in range(9):
        cell = UNIT_CELLS[unit, position]
        if cells >> position & 1:
            add_evidence(steps, row, 9 * cell + LOWEST[board.marks[cell] & digits])
        if not spared >> position & 1:
            for digit in range(1, 10):
                if lost >> (digit - 1) & 1:
                    add_removal(steps, row, board, cell, digit)
    keep_step(steps, row)


@kernel
def find_fish(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find basic fish. Case 0: rows covered by columns. Case 1: columns covered by rows."""
    size = 2 if technique == X_WING else 3 if technique == SWORDFISH else 4
    masks = np.empty(9, np.int64)
    for digit in range(1, 10):
        for case in range(2):
            for line in range(9):
                masks[line] = board.places[COLUMNS * case + line, digit - 1]
            lines, crossing = next_subset(masks, size, 0)
            while lines != 0:
                row = begin_step(steps, technique)
                steps.head[row, HEAD_CASE] = case
                for line in range(9):
                    for position in range(9):
                        if crossing >> position & 1:
                            cell = UNIT_CELLS[COLUMNS * case + line, position]
                            if not lines >> line & 1:
                                add_removal(steps, row, board, cell, digit)
                            elif masks[line] >> position & 1:
                                add_evidence(steps, row, 9 * cell + digit - 1)
                keep_step(steps, row)
                lines, crossing = next_subset(masks, size, lines)


@kernel
def find_locked_sets(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find locked pairs or triples. The unit of a step is the line; the box is that of its cells."""
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
            row = begin_step(steps, technique)
            steps.head[row, HEAD_UNIT], steps.head[row, HEAD_NUMBER] = line, digits
            for position in range(9):
                cell = UNIT_CELLS[line, position]
                if CHOICES[at] >> position & 1:
                    for digit in range(9):
                        if board.marks[cell] >> digit & 1:
                            add_evidence(steps, row, 9 * cell + digit)
            for cell in range(81):
                in_line = UNITS_OF[cell, 0] == line or UNITS_OF[cell, 1] == line
                in_box = UNITS_OF[cell, 2] == box
                if in_line == in_box:
                    continue
                for digit in range(9):
                    if digits >> digit & 1:
                        add_removal(steps, row, board, cell, digit + 1)
            for cell in UNIT_CELLS[line]:  # the third cell of the crossing
                if UNITS_OF[cell, 2] == box and board.marks[cell] & ~digits != 0:
                    for digit in range(9):
                        if digits >> digit & 1:
                            add_removal(steps, row, board, cell, digit + 1)
            keep_if_simplest(steps, row)


TOGETHER = np.array(
    [
        [
            [
                sum((UNITS_OF[cell, view] == UNITS_OF[centre, view]) << at for at, cell in enumerate(cells))
                for centre in cells
            ]
            for view in range(3)
        ]
        for cells in UNIT_CELLS
    ],
    np.int64,
)
"""Per unit, view and position, the positions in the same row (view 0), column (1) or box (2)."""


@kernel
def shared_unit(unit: int, places: int, view: int) -> int:
    """Return the row (view 0), column (1) or box (2) that contains all these positions of a unit; -1 for none."""
    position = LOWEST[places]
    return int(UNITS_OF[UNIT_CELLS[unit, position], view]) if places & ~TOGETHER[unit, view, position] == 0 else -1


@kernel
def lock(board: CandidateBoard, unit: int, crossing: int, digit: int, technique: int, steps: StepTable) -> None:
    """Keep a step: all places of the digit in `unit` are in `crossing`, so the rest of `crossing` loses it."""
    row = begin_step(steps, technique)
    steps.head[row, HEAD_UNIT], steps.head[row, HEAD_NUMBER] = unit, crossing
    bit = 1 << (digit - 1)
    for cell in UNIT_CELLS[unit]:
        if board.marks[cell] & bit != 0:
            add_evidence(steps, row, 9 * cell + digit - 1)
    for cell in UNIT_CELLS[crossing]:
        if UNITS_OF[cell, 0] != unit and UNITS_OF[cell, 1] != unit and UNITS_OF[cell, 2] != unit:
            add_removal(steps, row, board, cell, digit)
    keep_step(steps, row)


@kernel
def find_pointing(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find pointing pairs or triples: the two or three places of a digit in a box are on one line."""
    wanted = 2 if technique == POINTING_PAIR else 3
    for box in range(BOXES, 27):
        for digit in range(1, 10):
            places = board.places[box, digit - 1]
            if COUNT[places] == wanted:
                for view in range(2):
                    line = shared_unit(box, places, view)
                    if line >= 0 and COUNT[board.places[line, digit - 1]] > wanted:
                        lock(board, box, line, digit, technique, steps)


@kernel
def find_box_line(board: CandidateBoard, steps: StepTable) -> None:
    """Find box-line reductions: all places of a digit on a line are in one box."""
    for line in range(BOXES):
        for digit in range(1, 10):
            places = board.places[line, digit - 1]
            if 2 <= COUNT[places] <= 3:
                box = shared_unit(line, places, 2)
                if box >= 0 and COUNT[board.places[box, digit - 1]] > COUNT[places]:
                    lock(board, line, box, digit, BOX_LINE, steps)


PLAIN, FILLED, EMPTY = 16, 32, 48
"""Bit offsets in the word of a cell.

Its candidates come first, then those without eliminations, its digit, and a bit
for an empty cell. One pass over the words of a unit shows which of these occur once and twice.
"""


@kernel
def find_singles(board: CandidateBoard, wanted: I64, single: I64) -> int:
    """Write to `single[technique, cell]` the digit that the technique places there; 0 for none.

    Return a contradiction, or FINE; contradictions are found before any single is used. Techniques with pencil marks
    omit what the wanted techniques without them already find.
    """
    single[:] = 0
    for cell in range(81):
        digit = board.digits[cell]
        board.words[cell] = (
            board.marks[cell] | board.plain[cell] << PLAIN | (1 << digit) >> 1 << FILLED | int(digit == 0) << EMPTY
        )
    for cell in range(81):
        mask = board.marks[cell]
        if mask & (mask - 1) == 0 and board.digits[cell] == 0:
            if mask == 0:
                return NO_CANDIDATE + cell
            digit = LOWEST[mask] + 1
            plain = board.plain[cell] == mask
            if plain:
                single[LAST_NUMBER, cell] = digit
            if not (plain and wanted[LAST_NUMBER]):
                single[NAKED_SINGLE, cell] = digit
    for unit in range(27):
        trouble = find_singles_of(board, unit, wanted, single)
        if trouble != FINE:
            return trouble
    return FINE


@kernel
def find_singles_of(board: CandidateBoard, unit: int, wanted: I64, single: I64) -> int:
    """Find the hidden singles of one unit; return a contradiction, or FINE."""
    once, twice = 0, 0
    for cell in UNIT_CELLS[unit]:
        twice |= once & board.words[cell]
        once |= board.words[cell]
    lost = FULL & ~(once | once >> FILLED)
    if lost != 0:
        return NO_PLACE + 9 * unit + int(LOWEST[lost])
    alone = once & ~twice
    hidden = alone & FULL
    if alone >> EMPTY != 0:
        for cell in UNIT_CELLS[unit]:
            if board.digits[cell] == 0:
                single[FULL_HOUSE, cell] = LOWEST[hidden] + 1
    without, with_marks = LAST_IN_BOX, HIDDEN_SINGLE_BOX
    if unit < BOXES:
        without, with_marks = LAST_IN_ROW, HIDDEN_SINGLE_LINE
        if unit >= COLUMNS:
            without = LAST_IN_COLUMN
    while hidden != 0:
        bit = hidden & -hidden
        hidden ^= bit
        plain = twice >> PLAIN & bit == 0
        for cell in UNIT_CELLS[unit]:
            if board.marks[cell] & bit != 0:
                if plain:
                    single[without, cell] = LOWEST[bit] + 1
                if not (plain and wanted[without]):
                    single[with_marks, cell] = LOWEST[bit] + 1
                break
    return FINE


@kernel
def keep_singles(technique: int, single: I64, steps: StepTable) -> None:
    """Convert the singles of a technique to steps, without their units, which `unit_of_single` computes."""
    for cell in range(81):
        digit = single[technique, cell]
        if digit != 0:
            row = begin_step(steps, technique)
            steps.head[row, HEAD_PLACE] = 9 * cell + digit - 1
            add_evidence(steps, row, 9 * cell + digit - 1)
            keep_step(steps, row)


@kernel
def unit_of_single(board: CandidateBoard, technique: int, cell: int, digit: int) -> int:
    """Return the unit in which a single is visible; NO_ENTRY for a naked single."""
    row, column, box = int(UNITS_OF[cell, 0]), int(UNITS_OF[cell, 1]), int(UNITS_OF[cell, 2])
    if technique == FULL_HOUSE:
        return box if empty_cells(board, box) == 1 else row if empty_cells(board, row) == 1 else column
    if technique in (LAST_IN_BOX, HIDDEN_SINGLE_BOX):
        return box
    if technique == LAST_IN_ROW or (technique == HIDDEN_SINGLE_LINE and places_of(board, row, digit) == 1):
        return row
    if technique in (LAST_IN_COLUMN, HIDDEN_SINGLE_LINE):
        return column
    return NO_ENTRY


@kernel
def empty_cells(board: CandidateBoard, unit: int) -> int:
    count = 0
    for cell in UNIT_CELLS[unit]:
        count += board.digits[cell] == 0
    return count


@kernel
def places_of(board: CandidateBoard, unit: int, digit: int) -> int:
    count = 0
    for cell in UNIT_CELLS[unit]:
        count += board.marks[cell] >> (digit - 1) & 1
    return count
