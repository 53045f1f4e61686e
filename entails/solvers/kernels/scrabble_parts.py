"""What the kernels of the Scrabble generator hand to each other: the graph, the rules, the tiles, room to work in."""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_found import new_tiles
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from entails.solvers.kernels.scrabble_lines import ALL_LETTERS, new_lines

NODE, TODO, SQUARE, SIDE, LEFT_NODE, LEFT_TODO, LEFTMOST, TOTAL, TIMES, CROSSES = range(10)
"""The fields of a frame of the search. Frame `d` chooses the tile that is laid after `d` others: from the edges of a
node, the letters still to do, on a square, going left or right. Once that is done it may go on leftwards from another
node (0 for no). Of the tiles before it: the leftmost square, the points of the main word, its multiplier, the points of
cross words."""
FRAME_FIELDS = 16


class Graph(NamedTuple):
    """A word graph, see `scrabble_graph`."""

    edges: I64
    root: int
    plain_root: int


class Game(NamedTuple):
    """What the rules say in numbers. `most_through` is how many tiles of the board a word may use, `alone` that it must
    make no second word, `lengths` how long it may be, as a mask."""

    bonus: int
    bonus_tiles: int
    most_through: int
    alone: bool
    lengths: int
    ways_of_opening: int


class Hand(NamedTuple):
    """The tiles to play with, by symbol. In `rack` blanks are at 0; `counts` are letters alone, and fall below 0 while
    a blank stands in. `held` are the letters that there are, as a mask."""

    rack: I32
    counts: I32
    held: int
    values: I32
    blanks: int
    all_tiles: int


@kernel
def hand_of(rack: I32, values: I32) -> Hand:
    """A rack as the search takes it."""
    counts, held, tiles = rack.copy(), 0, 0
    for symbol in range(SYMBOLS):
        tiles += rack[symbol]
        held |= (rack[symbol] > 0) << symbol
    counts[0] = 0
    return Hand(rack, counts, held & ALL_LETTERS, values, int(rack[0]), tiles)


class Worth(NamedTuple):
    """What makes a play the best: `scale` times its score and `kept` of the tiles that it leaves. A leave is a number:
    that of the full rack, the last of `kept`, less the `weights` of the tiles used, by symbol with the blank at 0.
    `most` is the best of `kept` after so many tiles are laid."""

    scale: int
    kept: I64
    weights: I64
    most: I64


class Room(NamedTuple):
    """Arrays to work in: the lines of the board, the frames of the search, the tiles laid, the word being built, and
    the way, line and square of each anchor."""

    lines: I64
    frames: I64
    tiles: I32
    word: U8
    anchors: I32


def new_room(rows: int, columns: int, tiles: int) -> Room:
    """Room for a board of this size and a rack of so many tiles."""
    return Room(
        new_lines(rows, columns),
        np.zeros((tiles + 2, FRAME_FIELDS), np.int64),
        new_tiles(tiles),
        np.zeros(max(rows, columns), np.uint8),
        np.zeros((2 * rows * columns, 3), np.int32),
    )
