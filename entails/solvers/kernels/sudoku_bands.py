"""Propagation of classic 9x9 Sudoku on bit bands.

Where a digit may still go is 81 bits, kept as three bands of 27: bit 9 * row + column of its band. In a band a digit
takes one mini-row (three cells of a row in a box) in each row and each box, so the mini-rows still possible must hold a
permutation of 3x3; those in no permutation are gone, which is all that locked candidates can say, and one table knows
it. The same table serves the columns of the three bands of a stack. Once both agree, every hidden single of the digit
is a row with one bit. Naked singles and cells with two candidates come out of adding up the bands of all digits, 27
cells at a time. (The layout is that of the fast solvers of the Sudoku programmers' forum, JCZSolve and fsss2.)
"""

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
