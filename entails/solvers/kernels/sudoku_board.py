"""The board that human techniques work on, and the tables to which finders write steps and hints.

Candidates are bitmasks of nine bits, bit d - 1 for digit d; a filled cell has none. A candidate has the number 9 * cell
+ digit - 1. Units are numbered as in `Shape`: rows 0 to 8, columns 9 to 17, boxes 18 to 26.

A contradiction on a board is one number, so that kernels can return it.

`BestHint` is the best hint so far of a Sudoku Explainer finder. The lowest rating wins, then the shortest argument,
then the simplest kind, then the first one found.

`StepTable` holds the steps of a technique, one per row. A finder begins a row, adds the evidence of its argument and
the candidates that it removes, and keeps the row if it removes any. The next step overwrites a row that was not kept.
Where thousands of patterns remove the same candidates, only the simplest is kept.

Two cells are partners for a digit if they are its only places in a unit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

FINE = 0
NO_CANDIDATE = 1
"""Code of a contradiction, plus a cell: the cell has no candidate."""
NO_PLACE = 100
"""Code of a contradiction, plus 9 * unit + digit - 1: no cell of the unit can take the digit."""
CLASH = 400
"""Code of a contradiction, plus 9 * unit + digit - 1: the unit holds the digit twice."""


def split_contradiction(code: int) -> tuple[int, int]:
    """Split a contradiction code into its type and the added number."""
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
"""The peers of each cell as masks of 27 bits, one for each three rows."""
COUNT = np.array([mask.bit_count() for mask in range(FULL + 1)], np.int64)
LOWEST = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, FULL + 1))], np.int64)


class CandidateBoard(NamedTuple):
    """Digits and candidates of a 9x9 grid.

    Attributes:
        digits: Per cell, its digit; 0 if it is empty.
        marks: Per cell, its candidates as a mask.
        plain: Per cell, the candidates that the digits alone allow, without any eliminations.
        places: Per unit and digit, the positions that have the candidate, as a mask; valid after `find_places`.
        words: Working array of `find_singles`.
    """

    digits: I64
    marks: I64
    plain: I64
    places: I64
    words: I64


def new_board() -> CandidateBoard:
    """Allocate the arrays of a board."""
    digits, marks, plain, words = np.zeros((4, 81), np.int64)
    return CandidateBoard(digits, marks, plain, np.zeros((27, 9), np.int64), words)


@kernel
def place(board: CandidateBoard, cell: int, digit: int) -> None:
    """Write a digit into a cell and remove it from the cell's peers."""
    board.digits[cell] = digit
    board.marks[cell] = board.plain[cell] = 0
    others = ~(1 << (digit - 1))
    for peer in PEERS[cell]:
        board.marks[peer] &= others
        board.plain[peer] &= others


@kernel
def set_up(board: CandidateBoard, digits: I64, marks: I64) -> int:
    """Load a puzzle with its pencil marks; return a contradiction among its digits, or FINE."""
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
    for cell in range(81):  # numba checks `to.marks[:] = board.marks` for overlaps, which is slow
        to.digits[cell], to.marks[cell], to.plain[cell] = board.digits[cell], board.marks[cell], board.plain[cell]


@kernel
def find_places(board: CandidateBoard) -> None:
    """Compute the places of all digits from the candidates of the cells."""
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
    """Return whether no cell is empty."""
    return bool(board.digits.all())


RATING, LENGTH, KIND, PLACE, REMOVES, TRIAL, EVIDENCE, DETAIL = range(8)
"""The columns of `score`.

They are ten times the rating, the number of nodes, the kind, the candidate placed (or NOTHING), the
number of removals, of removals on trial and of entries of evidence, and a number for the sentence.
"""

NOTHING = -1
NO_RATING = 999
DOUBLE, X_KIND, Y_KIND, XY_KIND, CELL_KIND, REGION_KIND, CONTRADICTION_KIND = range(1, 8)
"""The kinds of chains, in the order in which Sudoku Explainer prefers them."""


class BestHint(NamedTuple):
    """The best hint so far, and the one on trial.

    Attributes:
        score: Rating, length, kind and counts; see the column constants.
        removes: The candidates that the best hint removes.
        trial: The candidates that the hint on trial removes.
        evidence: The evidence of the best hint: candidates, with NOTHING between parts, or the first nodes of chains.
    """

    score: I64
    removes: I64
    trial: I64
    evidence: I64


def new_hint() -> BestHint:
    """Allocate the arrays of a hint."""
    return BestHint(np.zeros(8, np.int64), *np.zeros((3, 729), np.int64))


@kernel
def clear_hint(hint: BestHint) -> None:
    hint.score[:] = 0
    hint.score[RATING] = NO_RATING
    hint.score[PLACE] = NOTHING


@kernel
def would_be_best(hint: BestHint, rating: int, length: int, kind: int) -> bool:
    """Return whether an argument with this rating, length and kind is better than the best hint so far."""
    score = hint.score
    if rating != score[RATING]:
        return bool(rating < score[RATING])
    if length != score[LENGTH]:
        return bool(length < score[LENGTH])
    return bool(kind < score[KIND])


@kernel
def try_removing(hint: BestHint, board: CandidateBoard, cell: int, mask: int) -> None:
    """Add those of these digits of a cell that are still candidates to the hint on trial."""
    left = board.marks[cell] & mask
    while left != 0:
        hint.trial[hint.score[TRIAL]] = 9 * cell + LOWEST[left]
        hint.score[TRIAL] += 1
        left &= left - 1


@kernel
def keep_trial(hint: BestHint, rating: int, length: int, kind: int) -> bool:
    """Make the hint on trial the best hint if it removes anything and is better; return whether it was kept."""
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
def add_hint_evidence(hint: BestHint, candidate: int) -> None:
    """Add a candidate or node to the evidence of the best hint."""
    hint.evidence[hint.score[EVIDENCE]] = candidate
    hint.score[EVIDENCE] += 1


@kernel
def keep_score(hint: BestHint, rating: int, length: int, kind: int, placed: int) -> None:
    score = hint.score
    score[RATING], score[LENGTH], score[KIND], score[PLACE] = rating, length, kind, placed
    score[REMOVES] = score[EVIDENCE] = score[DETAIL] = 0


@kernel
def length_tenths(length: int) -> int:
    """Return the tenths that the length of a chain adds to the rating of a hint."""
    added, most = 0, 4
    while length - 2 > most:
        most = most * 3 // 2 if added % 2 == 0 else most * 4 // 3
        added += 1
    return added


@kernel
def share_a_unit(left: int, right: int, view: int) -> bool:
    return bool(UNITS_OF[left, view] == UNITS_OF[right, view])


I16 = NDArray[np.int16]

ROWS = 512
"""Maximum number of steps of a technique that are listed at one position."""

HEAD_TECHNIQUE, HEAD_PLACE, HEAD_UNIT, HEAD_NUMBER, HEAD_CASE, HEAD_EVIDENCE, HEAD_REMOVES = range(7)
"""The columns of `head`.

They are the technique, the candidate placed (or NO_ENTRY), a unit (or NO_ENTRY), another number for
the sentence, the case of the technique, and the number of entries of `evidence` and `removes`.
"""

NO_ENTRY = -1
WIDTH = 200


class StepTable(NamedTuple):
    """The steps of a technique, one per row.

    Attributes:
        head: Technique, placement, unit and counts; see the column constants.
        evidence: The candidates that the step rests on, with NO_ENTRY between parts.
        removes: The candidates that the step removes.
        size: The number of rows kept, in `size[0]`.
    """

    head: I64
    evidence: I16
    removes: I16
    size: I64


def new_step_table() -> StepTable:
    """Allocate the table for the steps of one technique."""
    head = np.zeros((ROWS, 7), np.int64)
    return StepTable(head, np.zeros((ROWS, WIDTH), np.int16), np.zeros((ROWS, WIDTH), np.int16), np.zeros(1, np.int64))


@kernel
def begin_step(steps: StepTable, technique: int) -> int:
    """Return an empty row for a step of a technique; in a full table, the last row again."""
    row = min(int(steps.size[0]), ROWS - 1)
    head = steps.head[row]
    head[HEAD_TECHNIQUE] = technique
    head[HEAD_PLACE] = head[HEAD_UNIT] = head[HEAD_NUMBER] = NO_ENTRY
    head[HEAD_CASE] = head[HEAD_EVIDENCE] = head[HEAD_REMOVES] = 0
    return row


@kernel
def add_evidence(steps: StepTable, row: int, candidate: int) -> None:
    """Add a candidate to the evidence of a step."""
    count = steps.head[row, HEAD_EVIDENCE]
    if count < WIDTH:
        steps.evidence[row, count] = candidate
        steps.head[row, HEAD_EVIDENCE] = count + 1


@kernel
def add_removal(steps: StepTable, row: int, board: CandidateBoard, cell: int, digit: int) -> None:
    """Add a candidate to the removals of a step, if the board still has it."""
    count = steps.head[row, HEAD_REMOVES]
    if count < WIDTH and board.marks[cell] & (1 << (digit - 1)) != 0:
        steps.removes[row, count] = 9 * cell + digit - 1
        steps.head[row, HEAD_REMOVES] = count + 1


@kernel
def keep_step(steps: StepTable, row: int) -> None:
    """Keep the step of a row if it places or removes anything."""
    if steps.size[0] < ROWS and (steps.head[row, HEAD_REMOVES] > 0 or steps.head[row, HEAD_PLACE] != NO_ENTRY):
        steps.size[0] += 1


@kernel
def simplest_step(steps: StepTable) -> int:
    """Return the row of the first step with the least evidence."""
    best = 0
    for row in range(1, steps.size[0]):
        if steps.head[row, HEAD_EVIDENCE] < steps.head[best, HEAD_EVIDENCE]:
            best = row
    return best


@kernel
def keep_if_simplest(steps: StepTable, row: int) -> None:
    """Keep the step in a row unless an equally simple step removes the same candidates.

    Its removals are sorted and made unique. A simpler step replaces the one that removes the same.
    """
    head = steps.head
    count = sort_unique(steps.removes[row], head[row, HEAD_REMOVES])
    head[row, HEAD_REMOVES] = count
    if count == 0 or row >= ROWS - 1:
        return
    for kept in range(steps.size[0]):
        if head[kept, HEAD_REMOVES] == count and np.all(steps.removes[kept, :count] == steps.removes[row, :count]):
            if head[row, HEAD_EVIDENCE] < head[kept, HEAD_EVIDENCE]:
                head[kept] = head[row]
                steps.evidence[kept] = steps.evidence[row]
            return
    steps.size[0] += 1


@kernel
def sort_unique(numbers: I16, count: int) -> int:
    """Sort the first `count` numbers and drop duplicates; return the remaining number."""
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
    """Return the number of units in which a digit has exactly two places."""
    count = 0
    for unit in range(27):
        count += COUNT[board.places[unit, digit - 1]] == 2
    return count


@kernel
def note_places(board: CandidateBoard, digit: int, cells: I64) -> None:
    """Write the cells where a digit is possible, as three masks of 27 bits."""
    for band in range(3):
        cells[band] = places_in_band(board, digit - 1, band)


@kernel
def places_in_band(board: CandidateBoard, digit: int, band: int) -> int:
    """Return the cells of a band where a digit (from 0) is possible, as a mask of 27 bits."""
    places = board.places
    return int(places[3 * band, digit] | places[3 * band + 1, digit] << 9 | places[3 * band + 2, digit] << 18)


@kernel
def partners_of(board: CandidateBoard, digit: int) -> I64:
    """Return each cell's partner in its row, column and box, the only other place of the digit; -1 for none."""
    partners = np.full((81, 3), -1, np.int64)
    for unit in range(27):
        places = board.places[unit, digit - 1]
        if COUNT[places] == 2:
            first = UNIT_CELLS[unit, LOWEST[places]]
            second = UNIT_CELLS[unit, LOWEST[places & (places - 1)]]
            partners[first, unit // 9] = second
            partners[second, unit // 9] = first
    return partners


@kernel
def has_partner(partners: I64, cell: int) -> bool:
    return bool(partners[cell, 0] >= 0 or partners[cell, 1] >= 0 or partners[cell, 2] >= 0)
