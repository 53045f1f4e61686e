"""One call for one position: lay out the board, find the anchors, search them."""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_bounds import (
    MOST_TIMES,
    NO_PLAY,
    UNKNOWN,
    bound_anchor,
    lengths_of_words,
    mark_best_values,
    sums_of_best,
)
from entails.solvers.kernels.scrabble_found import BEST, HIGHEST, SOURCE, Found, is_beaten
from entails.solvers.kernels.scrabble_graph import I32, I64, U8
from entails.solvers.kernels.scrabble_leaves import Leaves, Values, by_equity, by_score, leaves_of, no_leaves
from entails.solvers.kernels.scrabble_lines import ANCHOR, I8, Flags, check_crosses, lay_out
from entails.solvers.kernels.scrabble_parts import Game, Graph, Hand, Room, Worth, hand_of
from entails.solvers.kernels.scrabble_search import search_anchor


class Aim(NamedTuple):
    """What makes a play the best: the score, or with `by_equity` score and leave together, for which it matters how
    many tiles are in the bag, how many a full rack has, and what the tiles that the player does not see count."""

    by_equity: bool
    values: Values
    bag: int
    rack_size: int
    unseen: int


@kernel
def list_anchors(lines: I64, rows: int, columns: int, ways: int, anchors: I32) -> int:
    """Write down the anchors in the order of the board, across before down; gives how many there are."""
    count = 0
    for way in range(ways):
        of_way, size = (rows, columns) if way == 0 else (columns, rows)
        for line in range(of_way):
            for square in range(size):
                if lines[way, line, square, ANCHOR]:
                    anchors[count, 0], anchors[count, 1], anchors[count, 2] = way, line, square
                    count += 1
    return count


@kernel
def prepare(
    room: Room,
    graph: Graph,
    game: Game,
    letters: I8,
    blanks: Flags,
    times: U8,
    word_times: U8,
    values: I32,
    starts: I32,
) -> int:
    """Lay out a board and find its anchors; gives in how many ways plays may go."""
    rows, columns = letters.shape
    lines = room.lines
    is_empty = lay_out(lines, letters, blanks, times, word_times, values) == 0
    check_crosses(lines, 0, rows, columns, graph.edges, graph.root, game.alone)
    check_crosses(lines, 1, columns, rows, graph.edges, graph.root, game.alone)
    if is_empty:
        for start in range(len(starts)):
            lines[0, starts[start, 0], starts[start, 1], ANCHOR] = 1
            lines[1, starts[start, 1], starts[start, 0], ANCHOR] = 1
    return game.ways_of_opening if is_empty else 2


@kernel
def bound_anchors(
    room: Room, graph: Graph, game: Game, hand: Hand, worth: Worth, leaves: Leaves, rows: int, columns: int, count: int
) -> I64:
    """The bounds of each anchor, see `bound_anchor`."""
    lines, anchors = room.lines, room.anchors
    mark_best_values(lines, 0, rows, columns, hand.held, hand.values, hand.blanks)
    mark_best_values(lines, 1, columns, rows, hand.held, hand.values, hand.blanks)
    sums = sums_of_best(hand.counts, hand.values, hand.all_tiles)
    lengths = lengths_of_words(graph.edges, graph.plain_root, hand.counts, hand.held, hand.all_tiles, hand.blanks)
    reach = np.empty((count, hand.all_tiles + 2), np.int64)
    together = np.full((MOST_TIMES + 1, hand.all_tiles + 1), UNKNOWN, np.int64)
    for index in range(count):
        way = anchors[index, 0]
        row, size = lines[way, anchors[index, 1]], columns if way == 0 else rows
        bound_anchor(
            row,
            size,
            anchors[index, 2],
            sums,
            together,
            lengths,
            game.bonus,
            game.bonus_tiles,
            worth,
            leaves,
            reach[index],
        )
    return reach


@kernel
def most_promising(reach: I64, totals: I64) -> int:
    """The anchor with the highest bound that can still improve on the best; -1 when there is none."""
    chosen = -1
    for index in range(len(reach)):
        totals[SOURCE] = index
        if not is_beaten(totals, reach[index, 1]) and (chosen < 0 or reach[index, 1] > reach[chosen, 1]):
            chosen = index
    return chosen


@kernel
def find(
    found: Found,
    mode: int,
    room: Room,
    graph: Graph,
    game: Game,
    aim: Aim,
    hand: Hand,
    ways: int,
    rows: int,
    columns: int,
) -> tuple[Leaves, Worth]:
    """Every placement on the lines of `room`, from one anchor after the other, or the best, from those that promise
    most; gives the leaves of the rack and what decided, which other moves can be measured by."""
    totals, anchors = found.totals, room.anchors
    totals[:] = 0
    totals[HIGHEST] = NO_PLAY if mode == BEST else -1
    if aim.by_equity:
        leaves = leaves_of(hand.rack, hand.values, aim.values)
        worth = by_equity(leaves, hand.all_tiles, aim.bag, aim.rack_size, aim.unseen)
    else:
        leaves, worth = no_leaves(), by_score(hand.all_tiles)
    count = list_anchors(room.lines, rows, columns, ways, anchors)
    reach = np.zeros((1, 1), np.int64)
    if mode == BEST:
        reach = bound_anchors(room, graph, game, hand, worth, leaves, rows, columns, count)
    for turn in range(count):
        index = most_promising(reach, totals) if mode == BEST else turn
        if index < 0:
            break
        totals[SOURCE] = index
        way, line, square = anchors[index, 0], anchors[index, 1], anchors[index, 2]
        size, bounds = columns if way == 0 else rows, reach[index if mode == BEST else 0]
        search_anchor(found, mode, room, graph, game, hand, worth, way, line, square, size, bounds)
        if mode == BEST:
            reach[index, 1] = NO_PLAY
    return leaves, worth


@kernel
def generate(
    found: Found,
    mode: int,
    room: Room,
    graph: Graph,
    game: Game,
    aim: Aim,
    rack: I32,
    points: I32,
    letters: I8,
    blanks: Flags,
    letter_times: U8,
    word_times: U8,
    starts: I32,
) -> None:
    """Every placement, or the best by this aim. `rack` and `points` are by symbol, the blank at 0; `starts` are the
    squares (row, column) that a first play must cover one of."""
    rows, columns = letters.shape
    hand = hand_of(rack, points)
    ways = prepare(room, graph, game, letters, blanks, letter_times, word_times, points, starts)
    find(found, mode, room, graph, game, aim, hand, ways, rows, columns)
