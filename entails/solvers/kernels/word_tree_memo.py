"""What the search for the best tree has learnt about sets of words: a hash table of bounds.

A set is named by two numbers of 63 bits, the exclusive or of random numbers of its words (Zobrist 1970). Two sets that
share both would be mistaken for one another; among a billion sets the odds of that are less than one in 10^19.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

I64 = NDArray[np.int64]
I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]

NEVER = 1 << 28
"""The cost of what cannot be done within the guesses allowed: more than any total."""
WAYS = 4
"""Places where the bounds of one set may stand."""
DEPTHS = 64
CLUE_VALUES = 32


class Memo(NamedTuple):
    """Per place: the name of a set, bounds on its smallest total, and the guess that reaches the upper one."""

    names: I64
    bounds: I32
    guesses: I32


def new_memo(bits: int) -> Memo:
    """Room for 2^bits sets."""
    size = 1 << bits
    return Memo(np.zeros((size, 2), np.int64), np.zeros((size, 2), np.int32), np.zeros(size, np.int32))


def new_numbers(secrets: int, clues: int) -> I64:
    """The random numbers that sets are named by: of each secret, of each depth, of each value of each clue."""
    random = np.random.default_rng(20220131)
    return random.integers(1, 2**63 - 1, size=(secrets + DEPTHS + clues * CLUE_VALUES, 2), dtype=np.int64)


@kernel
def name_of(numbers: I64, secrets: I32, depth: int, clues: U8) -> tuple[int, int]:
    """The name of a set. A depth that cannot bind is no part of it: n words never need more than n guesses."""
    size = len(secrets)
    base = len(numbers) - len(clues) * CLUE_VALUES - DEPTHS
    row = base + min(depth, size, DEPTHS - 1)
    first, second = numbers[row, 0], numbers[row, 1]
    for secret in range(size):
        first ^= numbers[secrets[secret], 0]
        second ^= numbers[secrets[secret], 1]
    for clue in range(len(clues)):
        stated = base + DEPTHS + clue * CLUE_VALUES + np.int64(clues[clue])
        first ^= numbers[stated, 0]
        second ^= numbers[stated, 1]
    return first, second


@kernel
def place_of(memo: Memo, first: int, second: int) -> int:
    """Where the bounds of a set stand, -1 when nothing is known."""
    start = first & (len(memo.guesses) - 1) & ~(WAYS - 1)
    for place in range(start, start + WAYS):
        if memo.names[place, 0] == first and memo.names[place, 1] == second:
            return place
    return -1


@kernel
def remember(memo: Memo, first: int, second: int, lower: int, upper: int, guess: int) -> None:
    """Keep bounds; where there is no room, the smallest set gives way, since it is found again the soonest."""
    start = first & (len(memo.guesses) - 1) & ~(WAYS - 1)
    chosen = start
    for place in range(start, start + WAYS):
        if memo.bounds[place, 0] == 0 or (memo.names[place, 0] == first and memo.names[place, 1] == second):
            chosen = place
            break
        if memo.bounds[place, 0] < memo.bounds[chosen, 0]:
            chosen = place
    memo.names[chosen, 0] = first
    memo.names[chosen, 1] = second
    memo.bounds[chosen, 0] = lower
    memo.bounds[chosen, 1] = upper
    memo.guesses[chosen] = guess
