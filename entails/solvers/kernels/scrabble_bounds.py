"""Upper bounds on the worth (score or equity) of plays, for skipping anchors in a search for the best.

For every anchor and number of tiles, each run of squares that such a play could cover is evaluated once ("shadow play",
as the engines wolges and MAGPIE call it). The bound supposes the tiles with the best sum of word score and leave, the
best allowed tile on each premium square, and the best allowed tile in each cross word.

Tiles count only if they may be a word, see `scrabble_leaves`: alone, and with the tiles of the board that the run joins
if the whole rack is laid, or all but one of its tiles beside a single tile of the board. Fewer tiles nearly always are.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import (
    ALLOWED,
    ANCHOR,
    BEST_VALUE,
    CROSS,
    LETTER_TIMES,
    NO_CROSS,
    TILE,
    WORD_TIMES,
    WORTH,
    Worth,
)
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8, symbol_of
from entails.solvers.kernels.scrabble_leaves import LETTER_KEYS, LeaveArrays, may_spell

NOTHING_FITS = -1
NO_PLAY = -(1 << 62)
"""A worth below that of any play."""
MOST_TIMES = 9
"""Largest word multiplier that has a row of its own in `together`."""
NOT_TRIED, NOT_SPELLED, SPELLED = range(3)
ALONE, ANY = 0, SYMBOLS
"""Tables by the tiles of the board that a run joins: none, a symbol, or several tiles."""


class BoundTables(NamedTuple):
    """What the bounds of all anchors share.

    Attributes:
        worth, leaves: The criterion and the leaves.
        sums: The sums of the 0, 1, 2, ... most valuable tiles.
        spelled: By table and leave, whether the tiles laid without the leave may be a word, see `is_spelled`. The first
            dimension of this and of the next are tables, see `ALONE`.
        together: By table, multiplier and number of tiles, the most that they add to a word, including the leave.
        known: Whether the row of a multiplier in a table is filled, which happens when it is first needed.
        anagrams, letters: See `may_spell`.
        bonus, bonus_tiles: The rules.
    """

    worth: Worth
    leaves: LeaveArrays
    sums: I64
    spelled: U8
    together: I64
    known: U8
    anagrams: I64
    letters: int
    bonus: int
    bonus_tiles: int


@kernel
def sums_of_best(counts: I32, values: I32, all_tiles: int) -> I64:
    """Return the sums of the 0, 1, 2, ... most valuable tiles of a rack; blanks count 0."""
    worth = np.zeros(all_tiles, np.int32)
    used = 0
    for letter in range(1, SYMBOLS):
        for _ in range(counts[letter]):
            worth[used] = values[letter]
            used += 1
    worth.sort()
    sums = np.zeros(all_tiles + 1, np.int64)
    for tile in range(all_tiles):
        sums[tile + 1] = sums[tile] + worth[all_tiles - 1 - tile]
    return sums


@kernel
def mark_best_values(lines: I64, way: int, count: int, size: int, held: int, values: I32, blanks: int) -> None:
    """Write to each empty square the value of the best tile that fits there."""
    top, rest = NOTHING_FITS if blanks == 0 else 0, held
    while rest:
        bit = rest & -rest
        rest ^= bit
        top = max(top, values[symbol_of(bit)])
    for line in range(count):
        row = lines[way, line]
        for square in range(size):
            best, allowed = top, row[square, ALLOWED]
            if row[square, TILE] == 0 and row[square, CROSS] != NO_CROSS:
                best = 0 if blanks > 0 and allowed != 0 else NOTHING_FITS
                fitting = allowed & held
                while fitting:
                    bit = fitting & -fitting
                    fitting ^= bit
                    best = max(best, values[symbol_of(bit)])
            row[square, BEST_VALUE] = best


@kernel
def bounds_of(
    worth: Worth, leaves: LeaveArrays, sums: I64, anagrams: I64, letters: int, bonus: int, bonus_tiles: int
) -> BoundTables:
    """Return the tables of the bounds of all anchors, without rows."""
    spelled = np.zeros((SYMBOLS, len(leaves.tiles)), np.uint8)
    together = np.empty((SYMBOLS + 1, MOST_TIMES + 1, len(sums)), np.int64)
    known = np.zeros((SYMBOLS + 1, MOST_TIMES + 1), np.uint8)
    return BoundTables(worth, leaves, sums, spelled, together, known, anagrams, letters, bonus, bonus_tiles)


@kernel
def is_spelled(bounds: BoundTables, table: int, leave: int) -> bool:
    """Return whether the tiles laid without a leave may be a word, with the tile of the table."""
    spelled, leaves = bounds.spelled, bounds.leaves
    if table == ANY or (table != ALONE and leaves.tiles[leave] > 1):
        return True
    if spelled[table, leave] == NOT_TRIED:
        key = leaves.keys[leave] + LETTER_KEYS[table]
        fits = may_spell(bounds.anagrams, bounds.letters, key, leaves.blanks[leave])
        spelled[table, leave] = SPELLED if fits else NOT_SPELLED
    return bool(spelled[table, leave] == SPELLED)


@kernel
def fill_together(bounds: BoundTables, table: int, times: int) -> None:
    """Fill the row of a multiplier in a table: for each number of tiles, the best leave whose tiles may be a word."""
    leaves, worth, all_tiles = bounds.leaves, bounds.worth, len(bounds.sums) - 1
    row = bounds.together[table, times]
    bounds.known[table, times] = 1
    for laid in range(all_tiles + 1):
        most = NO_PLAY
        for place in range(leaves.starts[laid], leaves.starts[laid + 1]):
            leave = leaves.order[place]
            total = (bounds.sums[all_tiles] - leaves.faces[leave]) * times * worth.scale + worth.kept[leave]
            if total > most and is_spelled(bounds, table, leave):
                most = total
        row[laid] = most


@kernel
def bound_anchor(row: I64, size: int, anchor: int, bounds: BoundTables, reach: I64) -> None:
    """Write upper bounds to `reach[k]`: the worth of any play of k or more tiles with this leftmost anchor."""
    leaves, all_tiles = bounds.leaves, len(bounds.sums) - 1
    reach[:] = NO_PLAY
    lowest, end, board, key, table = anchor, anchor + 1, 0, 0, ALONE
    if anchor > 0 and row[anchor - 1, TILE] != 0:
        square = anchor - 1
        while square >= 0 and row[square, TILE] != 0:
            board += row[square, WORTH]
            key += LETTER_KEYS[row[square, TILE]]
            table = row[square, TILE] if table == ALONE else ANY
            square -= 1
    else:
        while lowest > 0 and row[lowest - 1, TILE] == 0 and row[lowest - 1, ANCHOR] == 0:
            lowest -= 1
    while end < size and row[end, TILE] != 0:
        board += row[end, WORTH]
        key += LETTER_KEYS[row[end, TILE]]
        table = row[end, TILE] if table == ALONE else ANY
        end += 1
    times, extra, crosses = 1, 0, 0
    for first in range(anchor, max(lowest, anchor - all_tiles + 1) - 1, -1):
        best = row[first, BEST_VALUE]
        if best == NOTHING_FITS:
            break
        times *= row[first, WORD_TIMES]
        extra += (row[first, LETTER_TIMES] - 1) * best
        if row[first, CROSS] != NO_CROSS:
            crosses += (row[first, CROSS] + row[first, LETTER_TIMES] * best) * row[first, WORD_TIMES]
        laid = anchor - first + 1
        square, run_times, run_extra, run_crosses, run_board = end, times, extra, crosses, board
        run_key, run_table = key, table
        while True:
            score = run_times * (run_board + run_extra) + run_crosses
            if laid >= bounds.bonus_tiles:
                score += bounds.bonus
            multiplier = min(run_times, MOST_TIMES)
            if bounds.known[run_table, multiplier] == 0:
                fill_together(bounds, run_table, multiplier)
            together = bounds.together[run_table, multiplier, laid]
            is_spelled_here = run_table != ANY or laid < all_tiles
            if not is_spelled_here:
                whole = leaves.keys[0] + run_key
                is_spelled_here = may_spell(bounds.anagrams, bounds.letters, whole, leaves.blanks[0])
            if is_spelled_here and together != NO_PLAY:
                over = score + (run_times - multiplier) * bounds.sums[laid]
                reach[laid] = max(reach[laid], over * bounds.worth.scale + together)
            if laid == all_tiles or square >= size:
                break
            best = row[square, BEST_VALUE]
            if best == NOTHING_FITS:
                break
            run_times *= row[square, WORD_TIMES]
            run_extra += (row[square, LETTER_TIMES] - 1) * best
            if row[square, CROSS] != NO_CROSS:
                run_crosses += (row[square, CROSS] + row[square, LETTER_TIMES] * best) * row[square, WORD_TIMES]
            laid += 1
            square += 1
            while square < size and row[square, TILE] != 0:
                run_board += row[square, WORTH]
                run_key += LETTER_KEYS[row[square, TILE]]
                run_table = row[square, TILE] if run_table == ALONE else ANY
                square += 1
    for tiles in range(all_tiles - 1, 0, -1):
        reach[tiles] = max(reach[tiles], reach[tiles + 1])
