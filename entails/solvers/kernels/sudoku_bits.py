"""Search for solutions of classic 9x9 grids on bit bands: propagation, branching, pause and resume.

The places of a digit are 81 bits in three bands of 27: bit 9 * row + column of its band. In a band, a digit takes one
mini-row (three cells of a row in a box) in each row and each box. So the possible mini-rows must hold a permutation of
3x3, and those in no permutation are impossible. In a stack, the same holds for its columns and the three bands. This
covers all locked candidates, by tables. When both agree, every hidden single of the digit is a row with one bit.
Adding up the bands of all digits gives naked singles and cells with two candidates, 27 cells at a time. The layout
follows the fast solvers of the Sudoku programmers' forum, JCZSolve and fsss2.

A search is a stack of states (`BitSearch`). It works on the top; the states below hold the other half of their branch.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel, thorough_kernel

I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]

STATE = 27
"""Number of words of a state. Digit d (from 0) has its bands at d, 9 + d, 18 + d."""
FULL = (1 << 27) - 1
ROW = 511
THREE_ROWS = 1 | 1 << 9 | 1 << 18
"""Factor that repeats nine bits of columns in the three rows of a band."""
ALL_DIGITS = 511

DEAD, OPEN, SOLVED = 0, 1, 2
"""The results of propagating a state."""


def _tables() -> tuple[U16, I32, U8, I32]:
    mini_rows = np.zeros(512, np.uint16)
    single = np.zeros(512, np.int32)
    column = np.zeros(512, np.uint8)
    for row in range(512):
        mini_rows[row] = sum(1 << box for box in range(3) if row >> 3 * box & 7)
        if row and row & (row - 1) == 0:
            single[row], column[row] = row, row.bit_length() - 1
    permutations = [1 << a | 8 << b | 64 << 3 - a - b for a in range(3) for b in range(3) if a != b]
    permuted_band = np.zeros(512, np.int32)
    for possible in range(512):
        kept = 0
        for permutation in permutations:
            if permutation & ~possible == 0:
                kept |= permutation
        permuted_band[possible] = sum(7 << 3 * place for place in range(9) if kept >> place & 1)
    return mini_rows, single, column, permuted_band


def _turned(steps: int) -> I32:
    """Return the table that exchanges the columns in each stack: each column moves to the left, in a circle."""
    turned = np.zeros(512, np.int32)
    for columns in range(512):
        turned[columns] = sum(1 << at for at in range(9) if columns >> (at - at % 3 + (at + steps) % 3) & 1)
    return turned


MINI_ROWS, SINGLE, COLUMN, PERMUTED_BAND = _tables()
"""Tables by a mask of nine bits.

They hold the mini-rows of a row; the row itself if it has one bit, else 0; the position of that bit; and, for nine
possible mini-rows of a band, the cells of those that are in a permutation.
"""
TURNED, TURNED_BACK = _turned(1), _turned(2)
BOTH_TURNS, BOTH_TURNS_BACK = TURNED | TURNED_BACK << 9, TURNED_BACK | TURNED << 9
"""Tables by a mask of nine columns: each stack turned by one column or back, and both in one number of 18 bits."""


@kernel
def bit_count(mask: int) -> int:
    """Return the number of set bits (LLVM compiles this to one instruction)."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@kernel
def row_of_bit(bit: int) -> int:
    """Return the mask of the row within a band that contains a bit."""
    if bit <= ROW:
        return ROW
    return ROW << 9 if bit < 1 << 18 else ROW << 18


@kernel
def without_locked(band: int) -> int:
    """Return a band of one digit without the mini-rows that occur in no permutation; 0 if there is no permutation."""
    possible = MINI_ROWS[band & 511] | MINI_ROWS[band >> 9 & 511] << 3 | MINI_ROWS[band >> 18 & 511] << 6
    return band & int(PERMUTED_BAND[possible])


@kernel
def singles(band: int) -> int:
    """Return the rows of a band that have exactly one bit."""
    return int(SINGLE[band & 511] | SINGLE[band >> 9 & 511] << 9 | SINGLE[band >> 18 & 511] << 18)


@kernel
def closed(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Apply locked candidates and hidden singles of a digit to a fixpoint; return its bands, zeros if it has no place.

    In a stack, a digit takes another column in each band. So the possible columns x, y, z of the bands must hold one of
    six permutations. These are three rotations and three reflections, for the three stacks at once.
    """
    while True:
        a, b, c = without_locked(a), without_locked(b), without_locked(c)
        if a == 0 or b == 0 or c == 0:
            return 0, 0, 0
        x, y, z = (a | a >> 9 | a >> 18) & 511, (b | b >> 9 | b >> 18) & 511, (c | c >> 9 | c >> 18) & 511
        both = (x | x << 9) & BOTH_TURNS[y] & BOTH_TURNS_BACK[z]
        rotations, reflections = both & 511, both >> 9
        kept_x = rotations | reflections
        kept_y = TURNED_BACK[rotations] | TURNED[reflections]
        kept_z = TURNED[rotations] | TURNED_BACK[reflections]
        if kept_x == x and kept_y == y and kept_z == z:
            return a, b, c
        a, b, c = a & kept_x * THREE_ROWS, b & kept_y * THREE_ROWS, c & kept_z * THREE_ROWS


@kernel
def settle(bands: I32, settled: I32, pairs: I32, level: int, changed: int) -> int:
    """Apply singles and locked candidates to a fixpoint; return DEAD, OPEN or SOLVED.

    `changed` are the digits to close. They take turns, so that each uses as many changes as possible.
    """
    here, known = bands[STATE * level : STATE * level + STATE], settled[3 * level : 3 * level + 3]
    known_a, known_b, known_c = known[0], known[1], known[2]
    digit = 8
    while True:
        while changed != 0:
            later = changed & ~((2 << digit) - 1)
            later = later if later != 0 else changed
            digit = bit_count((later & -later) - 1)
            changed ^= 1 << digit
            own_a, own_b, own_c = closed(here[digit], here[9 + digit], here[18 + digit])
            if own_a == 0:
                return DEAD
            a, b, c = singles(own_a) & ~known_a, singles(own_b) & ~known_b, singles(own_c) & ~known_c
            if a | b | c != 0:
                known_a |= a
                known_b |= b
                known_c |= c
                for rival in range(9):  # no branches, for speed; the digit's own places are restored
                    x, y, z = here[rival], here[9 + rival], here[18 + rival]
                    hit = (x & a) | (y & b) | (z & c)
                    here[rival], here[9 + rival], here[18 + rival] = x & ~a, y & ~b, z & ~c
                    changed |= int(hit != 0) << rival
                changed &= ~(1 << digit)
            here[digit], here[9 + digit], here[18 + digit] = own_a, own_b, own_c
        known[0], known[1], known[2] = known_a, known_b, known_c
        changed = naked_singles(here, known, pairs)
        if changed < 0:
            return DEAD
        if changed == 0:
            return SOLVED if known_a & known_b & known_c == FULL else OPEN


@kernel
def naked_singles(here: I32, known: I32, pairs: I32) -> int:
    """Place the naked singles of a state, and note the cells with two candidates.

    Return the digits that changed, as a mask; -1 if a cell has no candidate.
    """
    changed = 0
    for band in range(3):
        once, twice, thrice = 0, 0, 0
        for digit in range(9):
            places = here[9 * band + digit]
            thrice |= twice & places
            twice |= once & places
            once |= places
        if once != FULL:
            return -1
        pairs[band] = twice & ~thrice
        left = once & ~twice & ~known[band]
        while left != 0:
            bit = left & -left
            left ^= bit
            digit = 0
            while digit < 9 and here[9 * band + digit] & bit == 0:
                digit += 1
            if digit == 9:  # another naked single of this row took the digit
                return -1
            here[9 * band + digit] &= ~row_of_bit(bit) | bit
            changed |= 1 << digit
    return changed


I64 = NDArray[np.int64]

LEVELS = 82
FOUND, EXHAUSTED, PAUSED = 0, 1, 2
"""The results of `next_solution`."""
LEVEL, ALLOWANCE = 0, 1
"""The entries of `BitSearch.counters`: the top of the stack (-1 at the end), and the branches still allowed."""
NOT_BEGUN = -1


class BitSearch(NamedTuple):
    """The state of a solution search: a stack of candidate states and working arrays."""

    bands: I32
    """Per level, `STATE` words."""
    settled: I32
    """Per level, three bands: the cells whose digit was removed from all other digits."""
    changed: I32
    """Per level, a mask of the digits that have lost a place and wait to be closed."""
    pairs: I32
    """Three bands: the cells with two candidates in the state propagated last."""
    counters: I64


def new_search() -> BitSearch:
    """Allocate an empty search; `load_digits` or `load_masks` starts it."""
    return BitSearch(
        np.zeros(LEVELS * STATE, np.int32),
        np.zeros(LEVELS * 3, np.int32),
        np.zeros(LEVELS, np.int32),
        np.zeros(3, np.int32),
        np.array([-1, 0], np.int64),
    )


def _sight() -> I64:
    sight = np.zeros((96, 2), np.int64)
    for place in range(27):
        row, column = divmod(place, 9)
        far = THREE_ROWS << column
        near = far | 7 * THREE_ROWS << column // 3 * 3 | ROW << 9 * row
        for band in range(3):
            a, b, c = (near if seen == band else far for seen in range(3))
            sight[32 * band + place] = a | b << 32, c
    return sight


SIGHT = _sight()
"""Per cell, numbered 32 * band + position: the cells it sees in the first two bands (32 bits each) and in the third."""


@kernel
def choose(bands: I32, pairs: I32, level: int) -> tuple[int, int, int]:
    """Choose the cell and digit to branch on; return (digit, band, bit).

    Among cells with two candidates, choose the one whose digits are candidates of the most cells in sight. Cells with
    two candidates count threefold, because they would be settled at once. Without such a cell, choose a digit with the
    fewest places in a row.
    """
    here = bands[STATE * level : STATE * level + STATE]
    upper, lower = int(pairs[0]) | int(pairs[1]) << 32, int(pairs[2])
    if upper | lower == 0:
        return fewest_places(here)
    best = 0
    for half in range(2):
        left = lower if half else upper
        while left != 0:
            cell = bit_count((left & -left) - 1) + 64 * half
            left &= left - 1
            band, bit = cell >> 5, 1 << (cell & 31)
            holds = 0
            for digit in range(9):
                holds |= int(here[9 * band + digit] & bit != 0) << digit
            low, high = bit_count((holds & -holds) - 1), bit_count((holds & (holds - 1)) - 1)
            x = (int(here[low]) | int(here[9 + low]) << 32) & SIGHT[cell, 0]
            y = (int(here[high]) | int(here[9 + high]) << 32) & SIGHT[cell, 0]
            z = (int(here[18 + low]) | int(here[18 + high]) << 32) & (SIGHT[cell, 1] | SIGHT[cell, 1] << 32)
            seen = bit_count(x) + bit_count(y) + bit_count(z)
            seen += 2 * (bit_count(x & upper) + bit_count(y & upper) + bit_count(z & (lower | lower << 32)))
            best = max(best, seen << 16 | (127 - cell) << 8 | high)  # the first of the best
    cell = 127 - (best >> 8 & 255)
    return best & 255, cell >> 5, 1 << (cell & 31)


@kernel
def fewest_places(here: I32) -> tuple[int, int, int]:
    """Return the first place of a digit that has the fewest places, but several, in a row, as (digit, band, bit)."""
    best = 1 << 20
    for band in range(3):
        for digit in range(9):
            places = here[9 * band + digit]
            for row in range(3):  # one place counts as 17; no branches, for speed
                count = bit_count(places >> 9 * row & ROW) - 2 & 15
                best = min(best, count << 7 | 9 * digit + 3 * band + row)
    digit, row = (best & 127) // 9, (best & 127) % 9
    places = here[9 * (row // 3) + digit] & ROW << 9 * (row % 3)
    return digit, row // 3, places & -places


@kernel
def branch(search: BitSearch, digit: int, band: int, bit: int) -> None:
    """Place the digit on a new level, and remove it from the cell on the level below."""
    bands, settled, level = search.bands, search.settled, search.counters[LEVEL]
    here, there = bands[STATE * level : STATE * level + STATE], bands[STATE * level + STATE : STATE * level + 2 * STATE]
    for word in range(STATE):
        there[word] = here[word]
    for word in range(3 * level, 3 * level + 3):
        settled[word + 3] = settled[word]
    here[9 * band + digit] &= ~bit
    there[9 * band + digit] &= ~row_of_bit(bit) | bit
    search.changed[level] = search.changed[level + 1] = 1 << digit
    search.counters[LEVEL] = level + 1


@kernel
def next_solution(search: BitSearch, answer: U8) -> int:
    """Search for the next solution and write it to `answer`.

    Return FOUND, EXHAUSTED, or PAUSED when the allowance of branches is used up.
    """
    bands, counters = search.bands, search.counters
    while counters[LEVEL] >= 0:
        level = counters[LEVEL]
        state = settle(bands, search.settled, search.pairs, level, search.changed[level])
        search.changed[level] = 0
        if state == OPEN:
            if counters[ALLOWANCE] <= 0:
                return PAUSED
            counters[ALLOWANCE] -= 1
            digit, band, bit = choose(bands, search.pairs, level)
            branch(search, digit, band, bit)
            continue
        counters[LEVEL] = level - 1
        if state == SOLVED:
            read(bands, level, answer)
            return FOUND
    return EXHAUSTED


@kernel
def read(bands: I32, level: int, answer: U8) -> None:
    """Write the digits of a solved state to `answer`."""
    for digit in range(9):
        for row in range(9):
            places = bands[STATE * level + 9 * (row // 3) + digit] >> row % 3 * 9 & ROW
            answer[9 * row + COLUMN[places]] = digit + 1


@kernel
def begin(search: BitSearch) -> None:
    """Restart the search with the state on level 0, and all digits due for propagation."""
    search.settled[:3] = 0
    search.changed[0] = ALL_DIGITS
    search.counters[LEVEL] = 0


@kernel
def load_digits(search: BitSearch, cells: U8) -> None:
    """Start the search with a grid of digits, 0 for an empty cell.

    A digit that is twice in a row ends the search at once.
    """
    bands = search.bands
    places = bands[STATE : 3 * STATE]  # by digit; empty cells write to unused words: no branches, for speed
    begin(search)
    for band in range(3):
        places[:10] = 0
        empty = 0
        for place in range(27):
            clue = cells[27 * band + place]
            is_empty = int(clue == 0)
            empty |= is_empty << place
            places[clue + is_empty * (10 + place)] |= 1 << place
        for digit in range(9):
            own = places[digit + 1]
            if singles(own) != own:
                search.counters[LEVEL] = -1
                return
            free = empty
            for row in (ROW, ROW << 9, ROW << 18):
                if own & row != 0:
                    free &= ~row
            bands[9 * band + digit] = own | free


@kernel
def load_masks(search: BitSearch, masks: U16) -> None:
    """Start the search with the candidates of each cell, digit d at bit d - 1."""
    begin(search)
    search.bands[:STATE] = 0
    for cell in range(81):
        band, bit = cell // 27, 1 << cell % 27
        for digit in range(9):
            if masks[cell] >> digit & 1 != 0:
                search.bands[9 * band + digit] |= bit


@thorough_kernel
def count_grids(search: BitSearch, grids: U8, first: int, limit: int, solutions: U8, counts: I64, spare: U8) -> int:
    """Count the solutions of each row of `grids` from `first` on, up to a limit, and store its first solution.

    A row costs one branch of the allowance, and each branch one more. When the allowance is used up, return the row to
    resume with. Its count is NOT_BEGUN unless it was already loaded.
    """
    for row in range(first, len(grids)):
        if search.counters[ALLOWANCE] <= 0:
            return row
        if counts[row] == NOT_BEGUN:
            search.counters[ALLOWANCE] -= 1
            load_digits(search, grids[row])
            counts[row] = 0
        while counts[row] < limit:
            ending = next_solution(search, solutions[row] if counts[row] == 0 else spare)
            if ending == PAUSED:
                return row
            if ending == EXHAUSTED:
                break
            counts[row] += 1
    return len(grids)
