"""Data of the Scrabble kernels: the board as lines, and a buffer for generated plays.

**Board.** `lines` has the shape (way, line, square, field), so that all fields of a square are adjacent. Way 0 reads
across, its lines are the rows; way 1 reads down, its lines are the columns. Both are treated alike. Letters are symbols
of the word graph; 0 is an empty square. A board that is not square leaves some squares unused.

**Plays.** A play is a word in its place: a row of `plays`, with its letters in `letters`. Its placements differ in
which of its tiles are blanks: rows of `placements`. What exceeds the room is only counted, in `totals`.
"""

from typing import NamedTuple

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

Ints = NDArray[np.int64]

LIST, TALLY, BEST = 0, 1, 2
"""Modes of a search: every placement, only their number and sum, or only the best."""

WAY, LINE, START, LENGTH, FIRST_LETTER = range(5)
"""The columns of `plays`: direction, line, first square, number of letters, and where these begin in `letters`."""
SCORE, PLAY, BLANKS = range(3)
"""The columns of `placements`. The blanks laid now are a mask over the letters of the word."""
COUNT, PLAYS, LETTERS, HIGHEST, SUM, SOURCE, BEST_SOURCE = range(7)
"""The fields of `totals`.

`HIGHEST` is the highest score, or the worth of the best placement in mode BEST; the last two
are the anchor being searched and that of the best placement.
"""
TOTALS = 7

LAID, AT, GAIN, CROSS_TIMES, CHOSEN = range(5)
"""The columns of `tiles`, the tiles of a play in the order they were laid.

They are letter, square, points in the
main word before its multiplier, and the multiplier of its cross word (0 for none). `CHOSEN` is scratch space for
blanks.
"""
TILE_FIELDS = 8


class PlayBuffer(NamedTuple):
    """Arrays for the plays that a search generates."""

    plays: I32
    letters: U8
    placements: I32
    totals: Ints


def new_play_buffer(plays: int, letters: int, placements: int) -> PlayBuffer:
    """Allocate a play buffer for this many plays, letters and placements."""
    return PlayBuffer(
        np.zeros((plays, 5), np.int32),
        np.zeros(letters, np.uint8),
        np.zeros((placements, 3), np.int32),
        np.zeros(TOTALS, np.int64),
    )


def new_tiles(tiles: int) -> I32:
    """Allocate a record for each tile of a rack that the search lays."""
    return np.zeros((tiles + 1, TILE_FIELDS), np.int32)


@kernel
def is_beaten(totals: Ints, worth: int) -> bool:
    """Return whether a placement of this worth at the current anchor is no better than the best so far.

    Among equals, the first in the order of the board counts, so that the best is the first of the list.
    """
    return bool(worth < totals[HIGHEST] or (worth == totals[HIGHEST] and totals[SOURCE] >= totals[BEST_SOURCE]))


@kernel
def record(placements: I32, totals: Ints, mode: int, score: int, worth: int, blanks: int, play: int) -> bool:
    """Record a placement; return whether it is the new best in mode BEST, where `worth` decides."""
    if mode == BEST:
        if is_beaten(totals, worth):
            return False
        totals[HIGHEST], totals[BEST_SOURCE], totals[COUNT] = worth, totals[SOURCE], 1
        placements[0, SCORE], placements[0, PLAY], placements[0, BLANKS] = score, 0, blanks
        return True
    place = totals[COUNT]
    totals[COUNT] = place + 1
    totals[SUM] += score
    if score > totals[HIGHEST]:
        totals[HIGHEST] = score
    if mode == LIST and place < len(placements):
        placements[place, SCORE], placements[place, PLAY], placements[place, BLANKS] = score, play, blanks
    return False


@kernel
def deal_blanks(
    placements: I32,
    totals: Ints,
    mode: int,
    counts: I32,
    blanks: int,
    short: int,
    tiles: I32,
    laid: int,
    start: int,
    times: int,
    score: int,
    play: int,
    scale: int,
    kept: Ints,
    weights: Ints,
    leave: int,
) -> bool:
    """Record a play once for each choice of its tiles that can be blanks; return whether one is a new best.

    Choices are enumerated in the order in which tiles were laid. `counts` is the remaining rack, below 0 for letters
    that are `short` and need a blank. `leave` is the number of the leave if no blank is laid; for worth, see `Worth`.
    """
    better = False
    if short == 0:
        better = record(placements, totals, mode, score, score * scale + kept[leave], 0, play)
    used = mask = tile = 0
    while True:
        if tile < laid and used < blanks:
            letter = tiles[tile, LAID]
            lacking = counts[letter] < 0
            if lacking or blanks - used > short:
                counts[letter] += 1
                short -= lacking
                tiles[used, CHOSEN] = tile
                used += 1
                score -= tiles[tile, GAIN] * (times + tiles[tile, CROSS_TIMES])
                mask |= 1 << (tiles[tile, AT] - start)
                leave += weights[letter] - weights[0]
                if short == 0 and record(placements, totals, mode, score, score * scale + kept[leave], mask, play):
                    better = True
            tile += 1
        elif used > 0:
            used -= 1
            tile = tiles[used, CHOSEN]
            letter = tiles[tile, LAID]
            counts[letter] -= 1
            short += counts[letter] < 0
            score += tiles[tile, GAIN] * (times + tiles[tile, CROSS_TIMES])
            mask ^= 1 << (tiles[tile, AT] - start)
            leave -= weights[letter] - weights[0]
            tile += 1
        else:
            return better


@kernel
def write_play(
    plays: I32, letters: U8, totals: Ints, mode: int, way: int, line: int, start: int, end: int, word: U8
) -> None:
    """Write a word to the buffer, from square `start` to just before `end`; in mode BEST it replaces the last one."""
    play, first = totals[PLAYS], totals[LETTERS]
    if mode == BEST:
        play = first = 0
    else:
        totals[PLAYS] += 1
        totals[LETTERS] += end - start
    if play < len(plays) and first + end - start <= len(letters):
        plays[play, WAY], plays[play, LINE], plays[play, START] = way, line, start
        plays[play, LENGTH], plays[play, FIRST_LETTER] = end - start, first
        for square in range(start, end):
            letters[first + square - start] = word[square]


@kernel
def best_first(placements: I32) -> I32:
    """Return the indices of placements by descending score (counting sort, stable)."""
    highest = 0
    for index in range(len(placements)):
        highest = max(highest, placements[index, SCORE])
    places = np.zeros(highest + 2, np.int32)
    for index in range(len(placements)):
        places[highest - placements[index, SCORE] + 1] += 1
    for score in range(1, highest + 2):
        places[score] += places[score - 1]
    order = np.empty(len(placements), np.int32)
    for index in range(len(placements)):
        place = highest - placements[index, SCORE]
        order[places[place]] = index
        places[place] += 1
    return order


I8 = NDArray[np.int8]
Flags = NDArray[np.bool_]

TILE, WORTH, LETTER_TIMES, WORD_TIMES, ALLOWED, CROSS, ANCHOR, BEST_VALUE = range(8)
"""The fields of a square.

They are its tile and the tile's value (0 for none, and for a blank); its multipliers; the
mask of letters that form a valid cross word here; the value of the tiles already in that cross word; whether the
square is an anchor; and a field for `scrabble_bounds`.
"""
FIELDS = 8

ALL_LETTERS = (1 << SYMBOLS) - 2
NO_CROSS = -1
"""Value of a square at which no word crosses the line."""


def new_lines(rows: int, columns: int) -> I64:
    """Allocate the lines, rows and columns, of a board of this size."""
    longest = max(rows, columns)
    return np.zeros((2, longest, longest, FIELDS), np.int64)


@kernel
def lay_out(lines: I64, letters: I8, blanks: Flags, letter_times: U8, word_times: U8, values: I32) -> int:
    """Copy a board to the lines; return its number of tiles. `values` are the points of each symbol."""
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
    """Return, as a mask, the letters that complete a line's squares first..last to a word on the empty `square`."""
    node = root
    if first == square:
        for place in range(last, square, -1):
            node = step(edges, node, line[place, TILE])
    else:
        for place in range(square - 1, first - 1, -1):
            node = step(edges, node, line[place, TILE])
        node = step(edges, node, TURN)
    mask, place = mask_of(edges, node), first_of(edges, node)
    allowed = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        reached = edge_at(edges, place)
        place += 1
        if first != square:
            for after in range(square + 1, last + 1):
                reached = step(edges, reached, line[after, TILE])
        if is_complete(edges, reached):
            allowed |= bit
    return allowed


@kernel
def meet_cross(row: I64, square: int, crossing: I64, line: int, count: int, edges: I64, root: int, alone: bool) -> None:
    """Compute the allowed letters and the points of the cross word through an empty square of a row."""
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
    """Compute the allowed letters, cross word points and anchors of all empty squares of `count` lines.

    An anchor is an empty square beside a tile. With `alone`, a rule of the restricted game, no cross word is allowed.
    """
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


NODE, TODO, SQUARE, SIDE, LEFT_NODE, LEFT_TODO, LEFTMOST, TOTAL, TIMES, CROSSES, LEAVE = range(11)
"""The fields of a frame of the search.

Frame `d` chooses the tile that is laid after `d` others: the node, the
letters still to try, the square, and the direction. Afterwards it may continue leftwards from another node (0 for
none). Of the tiles before it: the leftmost square, the points of the main word, its multiplier, the points of
cross words, the number of the leave, with a blank for each letter that the rack lacks.
"""
FRAME_FIELDS = 16


class Graph(NamedTuple):
    """A word graph as arrays, see `scrabble_graph`, and the anagrams of its words, see `scrabble_leaves`."""

    edges: I64
    root: int
    plain_root: int
    anagrams: I64


class GameArrays(NamedTuple):
    """The rules and tile values as numbers.

    `most_through` is the number of tiles of the board that a word may use, `alone` is true if a second word is
    forbidden, and `lengths` has the allowed word lengths as a mask.
    """

    bonus: int
    bonus_tiles: int
    most_through: int
    alone: bool
    lengths: int
    ways_of_opening: int


class Hand(NamedTuple):
    """The player's tiles, by symbol.

    In `rack`, blanks are at 0. `counts` are letters alone, and below 0 while a blank replaces one. `held` is the mask
    of the letters on the rack.
    """

    rack: I32
    counts: I32
    held: int
    values: I32
    blanks: int
    all_tiles: int


@kernel
def hand_of(rack: I32, values: I32) -> Hand:
    """Convert a rack to a `Hand`."""
    counts, held, tiles = rack.copy(), 0, 0
    for symbol in range(SYMBOLS):
        tiles += rack[symbol]
        held |= (rack[symbol] > 0) << symbol
    counts[0] = 0
    return Hand(rack, counts, held & ALL_LETTERS, values, int(rack[0]), tiles)


class Worth(NamedTuple):
    """The value by which plays are compared: `scale` times the score plus `kept`, the value of the leave.

    A leave is a number: that of the full rack, the last of `kept`, less the `weights` of the tiles used, by symbol with
    the blank at 0. `most` is the best of `kept` by the number of tiles laid.
    """

    scale: int
    kept: I64
    weights: I64
    most: I64


class Room(NamedTuple):
    """Working arrays of a search: board lines, search frames, laid tiles, the current word, and anchors."""

    lines: I64
    frames: I64
    tiles: I32
    word: U8
    anchors: I32


def new_room(rows: int, columns: int, tiles: int) -> Room:
    """Allocate the working arrays for a board of this size and a rack of this many tiles."""
    return Room(
        new_lines(rows, columns),
        np.zeros((tiles + 2, FRAME_FIELDS), np.int64),
        new_tiles(tiles),
        np.zeros(max(rows, columns), np.uint8),
        np.zeros((2 * rows * columns, 3), np.int32),
    )
