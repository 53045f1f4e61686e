"""The board that a person solves on: digits, pencil marks, and what the digits alone allow.

Candidates are bitmasks of nine bits, bit d-1 for digit d; a filled cell has none. A candidate has the number
9 * cell + digit - 1. Units are numbered as in `Shape`: rows 0 to 8, columns 9 to 17, boxes 18 to 26.

What is wrong with a board, as one number, so that kernels can hand it on. Nothing here is compiled.

`Hint`: the best argument so far of a finder of Sudoku Explainer. The least rating wins, then the shortest argument,
then the simplest kind, then what was found first.

`Found`: where finders write the steps they find, one a row.

A finder begins a row, notes the candidates that its argument rests on and those that it rules out, and keeps the row
when it rules out any. What is not kept is overwritten by the next row.

Patterns come by the thousand, and many rule out the same: of these only the simplest is kept.

The numbers by which kernels know the techniques, in the default order; singles come first.

`entails.solvers.sudoku.steps.technique` gives them names. Nothing here is compiled, so importing it costs nothing.

The numbers of the techniques that only steps and hints look for, after those of the default order.

Each group has a finder of its own, which is compiled when somebody first looks that far.

Links of one digit: two cells are partners when they are its only places in a unit, so that one of them holds it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

FINE = 0
NO_CANDIDATE = 1
"""NO_CANDIDATE + cell: nothing can go there."""
NO_PLACE = 100
"""NO_PLACE + 9 * unit + digit - 1: no cell of the unit can take the digit."""
CLASH = 400
"""CLASH + 9 * unit + digit - 1: the unit holds the digit twice."""


def split(code: int) -> tuple[int, int]:
    """The kind of trouble and what was added to it."""
    kind = next(kind for kind in (CLASH, NO_PLACE, NO_CANDIDATE) if code >= kind)
    return kind, code - kind


I64 = NDArray[np.int64]

FULL = 511
COLUMNS = 9
BOXES = 18


def _unit_cells() -> I64:
    cells = np.arange(81).reshape(9, 9)
    boxes = cells.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    return np.concatenate([cells, cells.T, boxes])


def _sees() -> NDArray[np.bool_]:
    cell = np.arange(81)
    row, column = np.divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    near = (row[:, None] == row) | (column[:, None] == column) | (box[:, None] == box)
    return np.array(near & (cell[:, None] != cell))


UNIT_CELLS = _unit_cells()
SEES = _sees()
UNITS_OF = np.array([[unit for unit in range(27) if cell in UNIT_CELLS[unit]] for cell in range(81)])
IN_BOX = np.array([cell // 9 % 3 * 3 + cell % 3 for cell in range(81)])
"""The position of each cell in its box."""
PEERS = np.array([np.flatnonzero(SEES[cell]) for cell in range(81)])
PEER_MASKS = SEES.reshape(81, 3, 27) @ (1 << np.arange(27))
"""The same as masks of 27 bits, one for each three rows."""
COUNT = np.array([mask.bit_count() for mask in range(FULL + 1)], np.int64)
LOWEST = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, FULL + 1))], np.int64)


class CandidateBoard(NamedTuple):
    """`places[unit, digit - 1]` is the mask of positions in the unit that have the candidate; it is only true after
    `find_places`. `plain` ignores every pencil mark that was rubbed out: it is what someone without pencil sees.
    `words` is room for `find_singles`."""

    digits: I64
    marks: I64
    plain: I64
    places: I64
    words: I64


def new_board() -> CandidateBoard:
    """Room for a board."""
    digits, marks, plain, words = np.zeros((4, 81), np.int64)
    return CandidateBoard(digits, marks, plain, np.zeros((27, 9), np.int64), words)


@kernel
def place(board: CandidateBoard, cell: int, digit: int) -> None:
    """Write a digit, and rub it out in all the cells that see it."""
    board.digits[cell] = digit
    board.marks[cell] = board.plain[cell] = 0
    others = ~(1 << (digit - 1))
    for peer in PEERS[cell]:
        board.marks[peer] &= others
        board.plain[peer] &= others


@kernel
def set_up(board: CandidateBoard, digits: I64, marks: I64) -> int:
    """Fill the board with a puzzle and the marks that come with it; gives what is wrong with it at once."""
    board.digits[:] = 0
    board.plain[:] = FULL
    board.marks[:] = marks
    for cell in range(81):
        if digits[cell] != 0:
            place(board, cell, digits[cell])
    for unit in range(27):
        seen = 0
        for cell in UNIT_CELLS[unit]:
            if digits[cell] != 0:
                bit = 1 << (digits[cell] - 1)
                if seen & bit != 0:
                    return CLASH + 9 * unit + int(digits[cell]) - 1
                seen |= bit
    return FINE


@kernel
def copy_board(to: CandidateBoard, board: CandidateBoard) -> None:
    for cell in range(81):  # what numba makes of `to.marks[:] = board.marks` looks for an overlap first, and is slow
        to.digits[cell], to.marks[cell], to.plain[cell] = board.digits[cell], board.marks[cell], board.plain[cell]


@kernel
def find_places(board: CandidateBoard) -> None:
    """Turn the marks of the cells into the places of the digits."""
    places = board.places
    places[:] = 0
    for cell in range(81):
        mask = board.marks[cell]
        row, column, box, position = UNITS_OF[cell, 0], UNITS_OF[cell, 1], UNITS_OF[cell, 2], IN_BOX[cell]
        while mask != 0:
            digit = LOWEST[mask]
            mask &= mask - 1
            places[row, digit] |= 1 << column - COLUMNS
            places[column, digit] |= 1 << row
            places[box, digit] |= 1 << position


@kernel
def is_filled(board: CandidateBoard) -> bool:
    """No cell is empty."""
    return bool(board.digits.all())


RATING, LENGTH, KIND, PLACE, REMOVES, TRIAL, RESTS, OTHER = range(8)
"""The columns of `score`: ten times the rating, how many nodes the argument has, its kind, the candidate that it places
(or NOTHING), how many it rules out; how many are on trial; on how many it rests, and a number for its sentence."""

NOTHING = -1
NO_RATING = 999
DOUBLE, X_KIND, Y_KIND, XY_KIND, CELL_KIND, REGION_KIND, CONTRADICTION_KIND = range(1, 8)
"""The kinds of chains, in the order in which Sudoku Explainer prefers them."""


class BestHint(NamedTuple):
    """`removes` holds the candidates that the best argument rules out, `trial` those of the one being looked at,
    `rests` what the best rests on: candidates, with NOTHING between its parts, or nodes where chains begin."""

    score: I64
    removes: I64
    trial: I64
    rests: I64


def new_hint() -> BestHint:
    """Room for a hint."""
    return BestHint(np.zeros(8, np.int64), *np.zeros((3, 729), np.int64))


@kernel
def no_hint(hint: BestHint) -> None:
    hint.score[:] = 0
    hint.score[RATING] = NO_RATING
    hint.score[PLACE] = NOTHING


@kernel
def would_be_best(hint: BestHint, rating: int, length: int, kind: int) -> bool:
    """Is an argument of this rating, length and kind better than the best so far?"""
    score = hint.score
    if rating != score[RATING]:
        return bool(rating < score[RATING])
    if length != score[LENGTH]:
        return bool(length < score[LENGTH])
    return bool(kind < score[KIND])


@kernel
def try_removing(hint: BestHint, board: CandidateBoard, cell: int, mask: int) -> None:
    """These digits are ruled out in a cell, as far as they are still there."""
    left = board.marks[cell] & mask
    while left != 0:
        hint.trial[hint.score[TRIAL]] = 9 * cell + LOWEST[left]
        hint.score[TRIAL] += 1
        left &= left - 1


@kernel
def keep_trial(hint: BestHint, rating: int, length: int, kind: int) -> bool:
    """What is on trial becomes the best hint, if it rules out anything and is better; True if so."""
    count = hint.score[TRIAL]
    hint.score[TRIAL] = 0
    if count > 0 and would_be_best(hint, rating, length, kind):
        keep_score(hint, rating, length, kind, NOTHING)
        hint.score[REMOVES] = count
        for at in range(count):
            hint.removes[at] = hint.trial[at]
        return True
    return False


@kernel
def rest_on(hint: BestHint, candidate: int) -> None:
    """The best hint rests on this candidate."""
    hint.rests[hint.score[RESTS]] = candidate
    hint.score[RESTS] += 1


@kernel
def keep_score(hint: BestHint, rating: int, length: int, kind: int, placed: int) -> None:
    score = hint.score
    score[RATING], score[LENGTH], score[KIND], score[PLACE] = rating, length, kind, placed
    score[REMOVES] = score[RESTS] = score[OTHER] = 0


@kernel
def added_for(length: int) -> int:
    """What the length of a chain adds to ten times its rating."""
    added, most = 0, 4
    while length - 2 > most:
        most = most * 3 // 2 if added % 2 == 0 else most * 4 // 3
        added += 1
    return added


@kernel
def share_a_unit(one: int, other: int, view: int) -> bool:
    return bool(UNITS_OF[one, view] == UNITS_OF[other, view])


I16 = NDArray[np.int16]

ROWS = 512
"""More steps of one technique than this, at one moment, are not listed."""

HEAD_TECHNIQUE, HEAD_PLACE, HEAD_UNIT, HEAD_NUMBER, HEAD_CASE, HEAD_RESTS, HEAD_REMOVES = range(7)
"""The columns of `head`: the technique, the candidate that is placed (or NOTHING), a unit (or NOTHING), another number
that the sentence needs, which form of the technique it is, and how many entries `rests` and `removes` have."""

NO_ENTRY = -1
WIDTH = 200


class StepTable(NamedTuple):
    """`rests` and `removes` hold candidates; NOTHING in `rests` separates its parts. `size[0]` is the number of rows
    kept."""

    head: I64
    rests: I16
    removes: I16
    size: I64


def new_found() -> StepTable:
    """Room for the steps of one technique."""
    head = np.zeros((ROWS, 7), np.int64)
    return StepTable(head, np.zeros((ROWS, WIDTH), np.int16), np.zeros((ROWS, WIDTH), np.int16), np.zeros(1, np.int64))


@kernel
def begin(found: StepTable, technique: int) -> int:
    """A fresh row. When all are used up, the last one is used again and again."""
    row = min(int(found.size[0]), ROWS - 1)
    head = found.head[row]
    head[HEAD_TECHNIQUE] = technique
    head[HEAD_PLACE] = head[HEAD_UNIT] = head[HEAD_NUMBER] = NO_ENTRY
    head[HEAD_CASE] = head[HEAD_RESTS] = head[HEAD_REMOVES] = 0
    return row


@kernel
def rest(found: StepTable, row: int, candidate: int) -> None:
    """The step rests on this candidate."""
    count = found.head[row, HEAD_RESTS]
    if count < WIDTH:
        found.rests[row, count] = candidate
        found.head[row, HEAD_RESTS] = count + 1


@kernel
def remove(found: StepTable, row: int, board: CandidateBoard, cell: int, digit: int) -> None:
    """The step rules this out, if it is still there."""
    count = found.head[row, HEAD_REMOVES]
    if count < WIDTH and board.marks[cell] & (1 << (digit - 1)) != 0:
        found.removes[row, count] = 9 * cell + digit - 1
        found.head[row, HEAD_REMOVES] = count + 1


@kernel
def keep(found: StepTable, row: int) -> None:
    """The step counts if it does something."""
    if found.size[0] < ROWS and (found.head[row, HEAD_REMOVES] > 0 or found.head[row, HEAD_PLACE] != NO_ENTRY):
        found.size[0] += 1


@kernel
def simplest(found: StepTable) -> int:
    """The row that rests on the least; the first of them."""
    best = 0
    for row in range(1, found.size[0]):
        if found.head[row, HEAD_RESTS] < found.head[best, HEAD_RESTS]:
            best = row
    return best


@kernel
def keep_simplest(found: StepTable, row: int) -> None:
    """Keep the step, what it rules out in order and once, if none that is as simple rules out the same."""
    head = found.head
    count = sort_once(found.removes[row], head[row, HEAD_REMOVES])
    head[row, HEAD_REMOVES] = count
    if count == 0 or row >= ROWS - 1:
        return
    for other in range(found.size[0]):
        if head[other, HEAD_REMOVES] == count and np.all(found.removes[other, :count] == found.removes[row, :count]):
            if head[row, HEAD_RESTS] < head[other, HEAD_RESTS]:
                head[other] = head[row]
                found.rests[other] = found.rests[row]
            return
    found.size[0] += 1


@kernel
def sort_once(numbers: I16, count: int) -> int:
    """Sort the first of these numbers, each once; gives how many are left."""
    size = 0
    for at in range(count):
        number, place = numbers[at], size
        while place > 0 and numbers[place - 1] > number:
            place -= 1
        if place > 0 and numbers[place - 1] == number:
            continue
        for later in range(size, place, -1):
            numbers[later] = numbers[later - 1]
        numbers[place] = number
        size += 1
    return size


@kernel
def count_links(board: CandidateBoard, digit: int) -> int:
    """In how many units the digit has two places."""
    count = 0
    for unit in range(27):
        count += COUNT[board.places[unit, digit - 1]] == 2
    return count


@kernel
def note_places(board: CandidateBoard, digit: int, cells: I64) -> None:
    """The cells that a digit may be in, as three masks of 27 bits."""
    for band in range(3):
        cells[band] = places_in_band(board, digit - 1, band)


@kernel
def places_in_band(board: CandidateBoard, digit: int, band: int) -> int:
    """The cells of three rows that a digit (from 0) may be in, as a mask of 27 bits."""
    places = board.places
    return int(places[3 * band, digit] | places[3 * band + 1, digit] << 9 | places[3 * band + 2, digit] << 18)


@kernel
def partners_of(board: CandidateBoard, digit: int) -> I64:
    """For each cell, its partner in its row, its column and its box; -1 for none."""
    partners = np.full((81, 3), -1, np.int64)
    for unit in range(27):
        places = board.places[unit, digit - 1]
        if COUNT[places] == 2:
            one = UNIT_CELLS[unit, LOWEST[places]]
            other = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
            partners[one, unit // 9] = other
            partners[other, unit // 9] = one
    return partners


@kernel
def has_partner(partners: I64, cell: int) -> bool:
    return bool(partners[cell, 0] >= 0 or partners[cell, 1] >= 0 or partners[cell, 2] >= 0)
