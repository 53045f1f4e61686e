"""`Found`: where finders write the steps they find, one a row.

A finder begins a row, notes the candidates that its argument rests on and those that it rules out, and keeps the row
when it rules out any. What is not kept is overwritten by the next row.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_steps import I64, Board

I16 = NDArray[np.int16]

ROWS = 512
"""More steps of one technique than this, at one moment, are not listed."""

TECHNIQUE, PLACE, UNIT, OTHER, CASE, RESTS, REMOVES = range(7)
"""The columns of `head`: the technique, the candidate that is placed (or NOTHING), a unit (or NOTHING), another number
that the sentence needs, which form of the technique it is, and how many entries `rests` and `removes` have."""

NOTHING = -1
WIDTH = 200


class Found(NamedTuple):
    """`rests` and `removes` hold candidates; NOTHING in `rests` separates its parts. `size[0]` is the number of rows
    kept."""

    head: I64
    rests: I16
    removes: I16
    size: I64


def new_found() -> Found:
    """Room for the steps of one technique."""
    head = np.zeros((ROWS, 7), np.int64)
    return Found(head, np.zeros((ROWS, WIDTH), np.int16), np.zeros((ROWS, WIDTH), np.int16), np.zeros(1, np.int64))


@kernel
def begin(found: Found, technique: int) -> int:
    """A fresh row. When all are used up, the last one is used again and again."""
    row = min(int(found.size[0]), ROWS - 1)
    head = found.head[row]
    head[TECHNIQUE] = technique
    head[PLACE] = head[UNIT] = head[OTHER] = NOTHING
    head[CASE] = head[RESTS] = head[REMOVES] = 0
    return row


@kernel
def rest(found: Found, row: int, candidate: int) -> None:
    """The step rests on this candidate."""
    count = found.head[row, RESTS]
    if count < WIDTH:
        found.rests[row, count] = candidate
        found.head[row, RESTS] = count + 1


@kernel
def remove(found: Found, row: int, board: Board, cell: int, digit: int) -> None:
    """The step rules this out, if it is still there."""
    count = found.head[row, REMOVES]
    if count < WIDTH and board.marks[cell] & (1 << (digit - 1)) != 0:
        found.removes[row, count] = 9 * cell + digit - 1
        found.head[row, REMOVES] = count + 1


@kernel
def keep(found: Found, row: int) -> None:
    """The step counts if it does something."""
    if found.size[0] < ROWS and (found.head[row, REMOVES] > 0 or found.head[row, PLACE] != NOTHING):
        found.size[0] += 1


@kernel
def simplest(found: Found) -> int:
    """The row that rests on the least; the first of them."""
    best = 0
    for row in range(1, found.size[0]):
        if found.head[row, RESTS] < found.head[best, RESTS]:
            best = row
    return best
