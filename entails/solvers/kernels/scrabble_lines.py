"""A Scrabble board as lines: what a tile may be, and what it adds, on every square of every row and every column.

Both ways are treated alike. Way 0 reads across, its lines are the rows; way 1 reads down, its lines are the columns.
Letters are symbols of the word graph, 0 is an empty square.

`lines` has the shape (way, line, square, field): all that the search wants to know about a square lies together. A
board with more rows than columns, or fewer, leaves some squares unused.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_graph import (
    I32,
    I64,
    SYMBOLS,
    TURN,
    U8,
    edge_at,
    first_of,
    is_complete,
    mask_of,
    step,
)

I8 = NDArray[np.int8]
Flags = NDArray[np.bool_]

TILE, WORTH, LETTER_TIMES, WORD_TIMES, ALLOWED, CROSS, ANCHOR, BEST_VALUE = range(8)
"""The fields of a square: the tile on it and what it counts (0 for none, and for a blank); its multipliers; the letters
that a tile laid here may be so that the word across the line is one, as a mask; what the tiles of that word count which
lie there already; whether a play may be built from here; room for `scrabble_bounds`."""
FIELDS = 8

ALL_LETTERS = (1 << SYMBOLS) - 2
NO_CROSS = -1
"""No word crosses the line on this square."""


def new_lines(rows: int, columns: int) -> I64:
    """Room for a board of this size."""
    longest = max(rows, columns)
    return np.zeros((2, longest, longest, FIELDS), np.int64)


@kernel
def lay_out(lines: I64, letters: I8, blanks: Flags, letter_times: U8, word_times: U8, values: I32) -> int:
    """Take over a board; gives how many tiles lie on it. `values` is what each symbol counts."""
    count = 0
    for row in range(letters.shape[0]):
        for column in range(letters.shape[1]):
            tile = letters[row, column] + 1
            count += tile != 0
            worth = 0 if blanks[row, column] else values[tile]
            lines[0, row, column, TILE] = lines[1, column, row, TILE] = tile
            lines[0, row, column, WORTH] = lines[1, column, row, WORTH] = worth
            lines[0, row, column, LETTER_TIMES] = lines[1, column, row, LETTER_TIMES] = letter_times[row, column]
            lines[0, row, column, WORD_TIMES] = lines[1, column, row, WORD_TIMES] = word_times[row, column]
    return count


@kernel
def letters_between(edges: I64, root: int, line: I64, first: int, square: int, last: int) -> int:
    """The letters that make first..last of a line a word when laid on the empty `square` among its tiles."""
    node = root
    if first == square:
        for place in range(last, square, -1):
            node = step(edges, node, line[place, TILE])
    else:
        for place in range(square - 1, first - 1, -1):
            node = step(edges, node, line[place, TILE])
        node = step(edges, node, TURN)
    mask, place = mask_of(edges, node), first_of(edges, node)
    found = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        reached = edge_at(edges, place)
        place += 1
        if first != square:
            for after in range(square + 1, last + 1):
                reached = step(edges, reached, line[after, TILE])
        if is_complete(edges, reached):
            found |= bit
    return found


@kernel
def meet_cross(row: I64, square: int, crossing: I64, line: int, count: int, edges: I64, root: int, alone: bool) -> None:
    """Find what the word in the `crossing` line, through an empty square of a row, allows and adds."""
    first = last = line
    added = 0
    while first > 0 and crossing[first - 1, TILE] != 0:
        first -= 1
        added += crossing[first, WORTH]
    while last < count - 1 and crossing[last + 1, TILE] != 0:
        last += 1
        added += crossing[last, WORTH]
    row[square, CROSS] = added
    row[square, ALLOWED] = 0 if alone else letters_between(edges, root, crossing, first, line, last)


@kernel
def check_crosses(lines: I64, way: int, count: int, size: int, edges: I64, root: int, alone: bool) -> None:
    """Find for each empty square of `count` lines what the crossing word allows and adds, and whether it is an anchor:
    an empty square beside a tile. With `alone`, a rule of the restricted game, nothing may cross."""
    for line in range(count):
        row = lines[way, line]
        for square in range(size):
            row[square, ANCHOR] = 0
            if row[square, TILE] != 0:
                continue
            above = line > 0 and lines[way, line - 1, square, TILE] != 0
            below = line < count - 1 and lines[way, line + 1, square, TILE] != 0
            if above or below:
                row[square, ANCHOR] = 1
                meet_cross(row, square, lines[1 - way, square], line, count, edges, root, alone)
            else:
                row[square, ALLOWED], row[square, CROSS] = ALL_LETTERS, NO_CROSS
                before = square > 0 and row[square - 1, TILE] != 0
                row[square, ANCHOR] = before or (square < size - 1 and row[square + 1, TILE] != 0)
