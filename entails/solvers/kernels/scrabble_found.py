"""Writing down what the search finds.

A play is a word in its place: a row of `plays`, its letters in `letters`. Its placements differ in which of its tiles
are blanks: rows of `placements`. What does not fit there is only counted: `totals` tells how much room it takes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_graph import I32, U8

I64 = NDArray[np.int64]

LIST, TALLY, BEST = 0, 1, 2
"""What is wanted: every placement, only their number and sum, or only the best."""

WAY, LINE, START, LENGTH, FIRST_LETTER = range(5)
"""The columns of `plays`: across or down, which line, which square of it, how many letters, where they begin."""
SCORE, PLAY, BLANKS = range(3)
"""The columns of `placements`. The blanks laid now are a mask over the letters of the word."""
COUNT, PLAYS, LETTERS, HIGHEST, SUM, SOURCE, BEST_SOURCE = range(7)
"""What `totals` holds; `HIGHEST` is the highest score, or what the best is worth where that is looked for; the last two
are the anchor being searched and that of the best placement."""
TOTALS = 7

LAID, AT, GAIN, CROSS_TIMES, CHOSEN = range(5)
"""What the search tells of the tiles of a play, in the order they were laid (`tiles`): letter, square, points in the
main word before its multiplier, and the multiplier of its cross word (0 for none). `CHOSEN` is room to deal blanks."""
TILE_FIELDS = 8


class Found(NamedTuple):
    """Room for what is found."""

    plays: I32
    letters: U8
    placements: I32
    totals: I64


def new_found(plays: int, letters: int, placements: int) -> Found:
    """Room for so many."""
    return Found(
        np.zeros((plays, 5), np.int32),
        np.zeros(letters, np.uint8),
        np.zeros((placements, 3), np.int32),
        np.zeros(TOTALS, np.int64),
    )


def new_tiles(tiles: int) -> I32:
    """Room for what the search tells of each tile of a rack."""
    return np.zeros((tiles + 1, TILE_FIELDS), np.int32)


@kernel
def is_beaten(totals: I64, worth: int) -> bool:
    """Is a placement worth this, from the present anchor, no better than the best so far? Of equal ones the first in
    the order of the board counts, so that the best is the first of the list."""
    return bool(worth < totals[HIGHEST] or (worth == totals[HIGHEST] and totals[SOURCE] >= totals[BEST_SOURCE]))


@kernel
def record(placements: I32, totals: I64, mode: int, score: int, worth: int, blanks: int, play: int) -> bool:
    """Take note of one placement; tells whether it is the new best of a search for the best, where `worth` decides."""
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
    totals: I64,
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
    kept: I64,
    weights: I64,
    leave: int,
) -> bool:
    """Record a play once for each way to lay blanks for some of its tiles; tells whether a new best was among them.

    Ways are found by choosing tiles to replace, in the order they were laid. `counts` is what the rack has left, below
    0 for the letters that are `short` and need a blank. `leave` is the number of what stays if no blank is laid; what
    is worth how much, see `scrabble_parts.Worth`.
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
    plays: I32, letters: U8, totals: I64, mode: int, way: int, line: int, start: int, end: int, word: U8
) -> None:
    """Write down a word in its place, `start` to just before `end`; the best replaces the one before it."""
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
    """The order of placements, highest score first; equal ones stay as they are (counting sort)."""
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
