"""Upper bounds on the worth (score or equity) of plays, for skipping anchors in a search for the best; leave values.

For every anchor and number of tiles, each run of squares that such a play could cover is evaluated once ("shadow play",
as the engines wolges and MAGPIE call it). The bound supposes the tiles with the best sum of word score and leave, the
best allowed tile on each premium square, and the best allowed tile in each cross word.

Leave values are computed for every leave of a rack at once. A leave is a number whose digits are the copies of each
tile, A first and the blank last, as in `entails.solvers.scrabble.leave`. All worths are integers, so that equal ones
are equal on every machine: values are in parts of a point (`PARTS`), and since they fade as the bag runs out, a point
is multiplied by the size of a rack.
"""

from typing import NamedTuple

import numpy as np

from entails.models.scrabble.tiles import BLANK
from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import (
    ALL_LETTERS,
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
from entails.solvers.kernels.scrabble_graph import (
    I32,
    I64,
    SYMBOLS,
    U8,
    edge_at,
    first_of,
    is_complete,
    mask_of,
    rank,
    symbol_of,
)

PARTS = 1_000_000
"""Number of parts of a point; values are given in parts."""
SCORES = 1 << 14
"""A number above any score, which prefers the higher score among plays of equal worth."""
NEITHER, VOWEL, CONSONANT = range(3)


class LetterValues(NamedTuple):
    """Leave values in fractions of a point, by symbol with the blank at 0.

    They are values of each number of copies, of two different tiles together, and of each number of vowels and
    consonants; and which symbols are vowels or consonants.
    """

    copies: I64
    pairs: I64
    balance: I64
    sorts: U8


class LeaveArrays(NamedTuple):
    """Number of tiles, points and value of each leave of a rack, and the digit weights of each symbol."""

    tiles: I32
    faces: I32
    worth: I64
    weights: I64


@kernel
def leaves_of(rack: I32, points: I32, values: LetterValues) -> LeaveArrays:
    """Compute every leave of a rack of symbols, by number, with its value while the bag is full."""
    size = 1
    for symbol in range(SYMBOLS):
        size *= rack[symbol] + 1
    tiles, faces, worth = np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int64)
    vowels, consonants = np.zeros(size, np.int64), np.zeros(size, np.int64)
    weights, held = np.zeros(SYMBOLS, np.int64), np.zeros(SYMBOLS, np.int64)
    kinds, size = 0, 1
    for kind in range(SYMBOLS - 2, -1, -1):
        symbol = 0 if kind == BLANK else kind + 1
        if rack[symbol] == 0:
            continue
        weights[symbol] = size
        for number in range(size):
            together = 0
            for before in range(kinds):
                held_before = held[before]
                if number // weights[held_before] % (rack[held_before] + 1):
                    together += values.pairs[symbol, held_before]
            for copy in range(1, rack[symbol] + 1):
                at = number + copy * size
                tiles[at], faces[at] = tiles[number] + copy, faces[number] + copy * points[symbol]
                vowels[at] = vowels[number] + copy * (values.sorts[symbol] == VOWEL)
                consonants[at] = consonants[number] + copy * (values.sorts[symbol] == CONSONANT)
                worth[at] = worth[number] + together + values.copies[symbol, min(copy, values.copies.shape[1] - 1)]
        held[kinds] = symbol
        kinds += 1
        size *= rack[symbol] + 1
    most = len(values.balance) - 1
    for number in range(size):
        worth[number] += values.balance[min(vowels[number], most), min(consonants[number], most)]
    return LeaveArrays(tiles, faces, worth, weights)


@kernel
def no_leaves() -> LeaveArrays:
    """Return empty leave arrays, for searches by score only."""
    return LeaveArrays(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.int64))


@kernel
def by_score(all_tiles: int) -> Worth:
    """Return the worth that counts only the score."""
    return Worth(1, np.zeros(1, np.int64), np.zeros(SYMBOLS, np.int64), np.zeros(all_tiles + 1, np.int64))


@kernel
def by_equity(leaves: LeaveArrays, all_tiles: int, bag: int, rack_size: int, unseen: int) -> Worth:
    """Return the worth that adds score and leave value (equity).

    With an empty bag, the player who goes out wins the points of the `unseen` tiles and the opponent loses them, so
    tiles kept count double against the player.
    """
    point = PARTS * rack_size
    kept, most = leaves.worth * (min(bag, rack_size) * SCORES), np.full(all_tiles + 1, -(1 << 62), np.int64)
    for number in range(len(kept)):
        if bag == 0:
            kept[number] = (2 * unseen if number == 0 else -2 * leaves.faces[number]) * point * SCORES
        laid = all_tiles - leaves.tiles[number]
        most[laid] = max(most[laid], kept[number])
    return Worth(point * SCORES + 1, kept, leaves.weights, most)


NOTHING_FITS = -1
NO_PLAY = -(1 << 62)
"""A worth below that of any play."""
MOST_TIMES = 27
"""Largest word multiplier that has a row of its own in `together`."""
UNKNOWN = 1 << 62
ANY_LENGTH = -1
MOST_ASKED = 30
"""Maximum number of tiles of a rack whose word lengths are computed; the lengths have to fit into a mask."""


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
def fill_together(together: I64, times: int, worth: Worth, faces: I32, tiles: I32, sums: I64) -> None:
    """Write the most that 0, 1, 2, ... tiles add to a word with this multiplier, including the value of the leave.

    `faces` and `tiles` are the points and tile counts of every leave; they are empty if only the score counts.
    """
    all_tiles = len(sums) - 1
    if len(faces) == 0:
        together[:] = sums * times
        return
    together[:] = NO_PLAY
    for leave in range(len(faces)):
        laid = all_tiles - tiles[leave]
        total = (sums[all_tiles] - faces[leave]) * times * worth.scale + worth.kept[leave]
        together[laid] = max(together[laid], total)


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
def lengths_of_words(edges: I64, plain_root: int, counts: I32, held: int, all_tiles: int, blanks: int) -> int:
    """Return, as a mask, the lengths of words that a rack can spell; all lengths with two or more blanks."""
    if blanks > 1 or all_tiles == 0 or all_tiles > MOST_ASKED:
        return ANY_LENGTH
    every = (1 << (all_tiles + 1)) - 1
    left = counts.copy()
    nodes, todo = np.zeros(all_tiles + 1, np.int64), np.zeros(all_tiles + 1, np.int64)
    laid = np.zeros(all_tiles + 1, np.int64)
    nodes[0] = plain_root
    todo[0] = mask_of(edges, plain_root) & (ALL_LETTERS if blanks > 0 else held)
    lengths = depth = short = 0
    while depth >= 0 and lengths | 3 != every:
        if todo[depth] == 0:
            depth -= 1
            if depth >= 0:
                letter = laid[depth]
                left[letter] += 1
                held |= (left[letter] == 1) << letter
                short -= left[letter] <= 0
            continue
        bit = todo[depth] & -todo[depth]
        todo[depth] ^= bit
        edge = edge_at(edges, first_of(edges, nodes[depth]) + rank(mask_of(edges, nodes[depth]), bit))
        letter = symbol_of(bit)
        if is_complete(edges, edge):
            lengths |= 2 << depth
        left[letter] -= 1
        if left[letter] == 0:
            held ^= bit
        short += left[letter] < 0
        laid[depth] = letter
        depth += 1
        nodes[depth] = edge
        choice = ALL_LETTERS if short < blanks else held
        todo[depth] = mask_of(edges, edge) & choice if depth < all_tiles else 0
    return lengths


@kernel
def bound_anchor(
    row: I64,
    size: int,
    anchor: int,
    sums: I64,
    together: I64,
    lengths: int,
    bonus: int,
    bonus_tiles: int,
    worth: Worth,
    leaves: LeaveArrays,
    reach: I64,
) -> None:
    """Write upper bounds to `reach[k]`: the worth of any play of k or more tiles with this leftmost anchor.

    `together` (see `fill_together`) has a row for each multiplier, filled when first needed.
    """
    all_tiles = len(sums) - 1
    reach[:] = NO_PLAY
    lowest, end, board = anchor, anchor + 1, 0
    after_tiles = anchor > 0 and row[anchor - 1, TILE] != 0
    if after_tiles:
        square = anchor - 1
        while square >= 0 and row[square, TILE] != 0:
            board += row[square, WORTH]
            square -= 1
    else:
        while lowest > 0 and row[lowest - 1, TILE] == 0 and row[lowest - 1, ANCHOR] == 0:
            lowest -= 1
    while end < size and row[end, TILE] != 0:
        board += row[end, WORTH]
        end += 1
    through = after_tiles or end > anchor + 1
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
        square, run_times, run_extra, run_crosses, run_board, run_through = end, times, extra, crosses, board, through
        while True:
            if run_through or lengths >> laid & 1:
                score = run_times * (run_board + run_extra) + run_crosses
                if laid >= bonus_tiles:
                    score += bonus
                multiplier = min(run_times, MOST_TIMES)
                if together[multiplier, 0] == UNKNOWN:
                    fill_together(together[multiplier], multiplier, worth, leaves.faces, leaves.tiles, sums)
                score += (run_times - multiplier) * sums[laid]
                reach[laid] = max(reach[laid], score * worth.scale + together[multiplier, laid])
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
                run_through = True
                square += 1
    for tiles in range(all_tiles - 1, 0, -1):
        reach[tiles] = max(reach[tiles], reach[tiles + 1])
