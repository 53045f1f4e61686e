"""Searching classic 9x9 grids on bit bands: where to branch, and a search that can be paused and resumed.

A search is a stack of states (`BitSearch`); its top is worked on, the ones below wait for the other half of their
branch.

Propagation of classic 9x9 Sudoku on bit bands.

Where a digit may still go is 81 bits, kept as three bands of 27: bit 9 * row + column of its band. In a band a digit
takes one mini-row (three cells of a row in a box) in each row and each box, so the mini-rows still possible must hold a
permutation of 3x3; those in no permutation are gone, which is all that locked candidates can say, and one table knows
it. The same table serves the columns of the three bands of a stack. Once both agree, every hidden single of the digit
is a row with one bit. Naked singles and cells with two candidates come out of adding up the bands of all digits, 27
cells at a time. (The layout is that of the fast solvers of the Sudoku programmers' forum, JCZSolve and fsss2.)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]

STATE = 27
"""Words of a state: digit d (from 0) has its bands at 3 * d, 3 * d + 1, 3 * d + 2."""
FULL = (1 << 27) - 1
ROW = 511
THREE_ROWS = 1 | 1 << 9 | 1 << 18
"""Times nine bits of columns, it repeats them in the three rows of a band."""
ALL_DIGITS = 511

DEAD, OPEN, SOLVED = 0, 1, 2
"""What propagation makes of a state."""


def _tables() -> tuple[U16, I32, I32, I32, U8]:
    mini_rows = np.zeros(512, np.uint16)
    single = np.zeros(512, np.int32)
    column = np.zeros(512, np.uint8)
    for row in range(512):
        mini_rows[row] = sum(1 << box for box in range(3) if row >> 3 * box & 7)
        if row and row & (row - 1) == 0:
            single[row], column[row] = row, row.bit_length() - 1
    permutations = [1 << a | 8 << b | 64 << 3 - a - b for a in range(3) for b in range(3) if a != b]
    permuted = np.zeros(512, np.int32)
    permuted_band = np.zeros(512, np.int32)
    for possible in range(512):
        for permutation in permutations:
            if permutation & ~possible == 0:
                permuted[possible] |= permutation
        kept = int(permuted[possible])
        permuted_band[possible] = sum(7 << 3 * place for place in range(9) if kept >> place & 1)
    return mini_rows, permuted, permuted_band, single, column


MINI_ROWS, PERMUTED, PERMUTED_BAND, SINGLE, COLUMN = _tables()
"""For nine bits: the mini-rows of a row; the union of the permutations inside a 3x3 matrix, and the mini-rows of a band
in this union; a row if it has one bit, else 0; the place of that bit."""


@kernel
def ones(mask: int) -> int:
    """How many bits are set (compiled to one instruction)."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@kernel
def row_with(bit: int) -> int:
    """The row of a band that this bit lies in."""
    if bit <= ROW:
        return ROW
    return ROW << 9 if bit < 1 << 18 else ROW << 18


@kernel
def locked(band: int) -> int:
    """A band of one digit without the mini-rows that are in no permutation; 0 when there is no permutation."""
    possible = MINI_ROWS[band & 511] | MINI_ROWS[band >> 9 & 511] << 3 | MINI_ROWS[band >> 18 & 511] << 6
    return band & int(PERMUTED_BAND[possible])


@kernel
def singles(band: int) -> int:
    """The rows of a band that have one bit."""
    return int(SINGLE[band & 511] | SINGLE[band >> 9 & 511] << 9 | SINGLE[band >> 18 & 511] << 18)


@kernel
def close_digit(bands: I32, at: int) -> bool:
    """Locked candidates and hidden singles of one digit until nothing follows; False if it finds no place."""
    a, b, c = bands[at], bands[at + 1], bands[at + 2]
    while True:
        a, b, c = locked(a), locked(b), locked(c)
        if a == 0 or b == 0 or c == 0:
            return False
        x, y, z = (a | a >> 9 | a >> 18) & 511, (b | b >> 9 | b >> 18) & 511, (c | c >> 9 | c >> 18) & 511
        left = PERMUTED[(x & 7) | (y & 7) << 3 | (z & 7) << 6]
        middle = PERMUTED[(x >> 3 & 7) | (y & 56) | (z & 56) << 3]
        right = PERMUTED[(x >> 6) | (y >> 6) << 3 | (z & 448)]
        kept_x = (left & 7) | (middle & 7) << 3 | (right & 7) << 6
        kept_y = (left >> 3 & 7) | (middle & 56) | (right & 56) << 3
        kept_z = (left >> 6) | (middle >> 6) << 3 | (right & 448)
        if kept_x == x and kept_y == y and kept_z == z:
            bands[at], bands[at + 1], bands[at + 2] = a, b, c
            return True
        a, b, c = a & kept_x * THREE_ROWS, b & kept_y * THREE_ROWS, c & kept_z * THREE_ROWS


@kernel
def settle(bands: I32, settled: I32, pairs: I32, level: int, changed: int) -> int:
    """Everything that follows by hidden singles, locked candidates and naked singles: DEAD, OPEN or SOLVED.

    `changed` are the digits to close; they take turns, so that each hears of as much as possible before its turn.
    """
    here, known = bands[STATE * level : STATE * level + STATE], settled[3 * level : 3 * level + 3]
    digit = 8
    while True:
        while changed != 0:
            later = changed & ~((2 << digit) - 1)
            later = later if later != 0 else changed
            digit = ones((later & -later) - 1)
            changed ^= 1 << digit
            own = 3 * digit
            if not close_digit(here, own):
                return DEAD
            a = singles(here[own]) & ~known[0]
            b = singles(here[own + 1]) & ~known[1]
            c = singles(here[own + 2]) & ~known[2]
            if a | b | c == 0:
                continue
            known[0] |= a
            known[1] |= b
            known[2] |= c
            kept_a, kept_b, kept_c = here[own], here[own + 1], here[own + 2]
            for other in range(9):  # all alike and without a branch, which is faster; its own places are put back
                x, y, z = here[3 * other], here[3 * other + 1], here[3 * other + 2]
                hit = (x & a) | (y & b) | (z & c)
                here[3 * other], here[3 * other + 1], here[3 * other + 2] = x & ~a, y & ~b, z & ~c
                changed |= int(hit != 0) << other
            here[own], here[own + 1], here[own + 2] = kept_a, kept_b, kept_c
            changed &= ~(1 << digit)
        changed = naked_singles(here, known, pairs)
        if changed < 0:
            return DEAD
        if changed == 0:
            return SOLVED if known[0] & known[1] & known[2] == FULL else OPEN


@kernel
def naked_singles(here: I32, known: I32, pairs: I32) -> int:
    """Place the naked singles of a state and note its pairs. The digits that this changed as a mask, -1 if a cell has
    no candidate."""
    changed = 0
    for band in range(3):
        once, twice, thrice = 0, 0, 0
        for digit in range(9):
            places = here[3 * digit + band]
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
            while digit < 9 and here[3 * digit + band] & bit == 0:
                digit += 1
            if digit == 9:  # another naked single of this row has taken it
                return -1
            here[3 * digit + band] &= ~row_with(bit) | bit
            changed |= 1 << digit
    return changed


I64 = NDArray[np.int64]

LEVELS = 82
FOUND, EXHAUSTED, PAUSED = 0, 1, 2
"""How a call of `next_solution` ends."""
LEVEL, ALLOWANCE = 0, 1
"""What `Search.counters` holds: the top of the stack (-1 when all is done), and the branches it may still make."""
NOT_BEGUN = -1


class BitSearch(NamedTuple):
    """A search under way: the stack of states, and room to work in."""

    bands: I32
    """Level after level, `STATE` words each."""
    settled: I32
    """Per level three bands: the cells whose digit all other digits have been told."""
    changed: I32
    """Per level the digits that have lost a place and wait to be closed, as a mask."""
    pairs: I32
    """Three bands: the cells with two candidates in the state propagated last."""
    counters: I64


def new_search() -> BitSearch:
    """A search of nothing yet: `load_digits` or `load_masks` begins one."""
    return BitSearch(
        np.zeros(LEVELS * STATE, np.int32),
        np.zeros(LEVELS * 3, np.int32),
        np.zeros(LEVELS, np.int32),
        np.zeros(3, np.int32),
        np.array([-1, 0], np.int64),
    )


def _sight() -> I32:
    sight = np.zeros((27, 2), np.int32)
    for place in range(27):
        row, column = divmod(place, 9)
        box = 7 * THREE_ROWS << column // 3 * 3
        sight[place] = (THREE_ROWS << column | box | ROW << 9 * row), THREE_ROWS << column
    return sight


SIGHT = _sight()
"""For a place in a band: the cells it sees in its own band (itself included), and in each of the others."""


@kernel
def choose(bands: I32, pairs: I32, level: int) -> tuple[int, int, int]:
    """Where to branch: (digit, band, bit).

    Among cells with two candidates, the one whose digits are candidates of most cells in sight; cells with two
    candidates themselves count threefold, since they would be settled at once. Without such a cell, a digit with the
    fewest places in a row.
    """
    here = bands[STATE * level : STATE * level + STATE]
    best_digit, best_band, best_bit, best = 0, 0, 0, 0
    p, q, r = pairs[0], pairs[1], pairs[2]
    if p | q | r != 0:
        for band in range(3):
            left = pairs[band]
            while left != 0:
                bit = left & -left
                left ^= bit
                place = ones(bit - 1)
                near, far = SIGHT[place, 0], SIGHT[place, 1]
                a, b, c = near if band == 0 else far, near if band == 1 else far, near if band == 2 else far
                holds = 0
                for digit in range(9):
                    holds |= int(here[3 * digit + band] & bit != 0) << digit
                other = ones((holds & -holds) - 1)
                one = ones((holds & (holds - 1)) - 1)
                x, y, z = here[3 * one] & a, here[3 * one + 1] & b, here[3 * one + 2] & c
                seen = ones(x) + ones(y) + ones(z) + 2 * (ones(x & p) + ones(y & q) + ones(z & r))
                x, y, z = here[3 * other] & a, here[3 * other + 1] & b, here[3 * other + 2] & c
                seen += ones(x) + ones(y) + ones(z) + 2 * (ones(x & p) + ones(y & q) + ones(z & r))
                if seen > best:
                    best, best_digit, best_band, best_bit = seen, one, band, bit
        return best_digit, best_band, best_bit
    fewest = 10
    for digit in range(9):
        for row in range(9):
            band, shift = row // 3, row % 3 * 9
            places = here[3 * digit + band] >> shift & ROW
            count = ones(places)
            if 1 < count < fewest:
                fewest, best_digit, best_band, best_bit = count, digit, band, (places & -places) << shift
    return best_digit, best_band, best_bit


@kernel
def branch(search: BitSearch, digit: int, band: int, bit: int) -> None:
    """Put the digit there on a new level; the level below waits with the digit gone from there."""
    bands, settled, level = search.bands, search.settled, search.counters[LEVEL]
    here, there = bands[STATE * level : STATE * level + STATE], bands[STATE * level + STATE : STATE * level + 2 * STATE]
    for word in range(STATE):
        there[word] = here[word]
    for word in range(3 * level, 3 * level + 3):
        settled[word + 3] = settled[word]
    here[3 * digit + band] &= ~bit
    there[3 * digit + band] &= ~row_with(bit) | bit
    search.changed[level] = search.changed[level + 1] = 1 << digit
    search.counters[LEVEL] = level + 1


@kernel
def next_solution(search: BitSearch, answer: U8) -> int:
    """Search on to the next solution, which goes into `answer`: FOUND, EXHAUSTED, or PAUSED with no branch left."""
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
    """The digits of a solved state, cell by cell."""
    for digit in range(9):
        for row in range(9):
            places = bands[STATE * level + 3 * digit + row // 3] >> row % 3 * 9 & ROW
            answer[9 * row + COLUMN[places]] = digit + 1


@kernel
def begin(search: BitSearch) -> None:
    """The state on level 0 is all there is, and every digit waits to be closed."""
    search.settled[:3] = 0
    search.changed[0] = ALL_DIGITS
    search.counters[LEVEL] = 0


@kernel
def load_digits(search: BitSearch, cells: U8) -> None:
    """Begin with a grid of digits, 0 for an empty cell. A digit twice in a row ends the search before it begins."""
    bands = search.bands
    begin(search)
    for band in range(3):
        for digit in range(9):
            bands[3 * digit + band] = 0
        filled = 0
        for place in range(27):
            given = cells[27 * band + place]
            if given != 0:
                bands[3 * given - 3 + band] |= 1 << place
                filled |= 1 << place
        for digit in range(9):
            own = bands[3 * digit + band]
            if singles(own) != own:
                search.counters[LEVEL] = -1
                return
            free = FULL & ~filled
            for row in (ROW, ROW << 9, ROW << 18):
                if own & row != 0:
                    free &= ~row
            bands[3 * digit + band] = own | free


@kernel
def load_masks(search: BitSearch, masks: U16) -> None:
    """Begin with the candidates of each cell, digit d at bit d - 1."""
    begin(search)
    search.bands[:STATE] = 0
    for cell in range(81):
        band, bit = cell // 27, 1 << cell % 27
        for digit in range(9):
            if masks[cell] >> digit & 1 != 0:
                search.bands[3 * digit + band] |= bit


@kernel
def count_grids(search: BitSearch, grids: U8, first: int, limit: int, solutions: U8, counts: I64, spare: U8) -> int:
    """Count the solutions of each row of `grids` from `first` on, each up to `limit`; the first one is kept.

    A row costs one branch of the allowance, and each branch one more. Once that is spent it returns the row to go on
    with, which may be under way: its count is NOT_BEGUN until it is loaded.
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
