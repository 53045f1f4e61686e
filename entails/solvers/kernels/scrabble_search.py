"""Move generation: every word that fits at an anchor, scored while it is built.

A play is built from the leftmost anchor that it covers (Appel and Jacobson 1988), along the word graph (Gordon 1994):
leftwards first, then, after the turn, rightwards. The search chooses letters, not tiles: a letter that the rack lacks
is left to a blank. When a word is complete, blanks are assigned in every possible way, each of which costs the points
of the tiles that they replace. So a rack with two blanks traverses the graph once for all of them.

`generate` handles one position: it lays out the board, finds the anchors and searches them.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import (
    ALL_LETTERS,
    ALLOWED,
    ANCHOR,
    AT,
    BEST,
    CROSS,
    CROSS_TIMES,
    CROSSES,
    GAIN,
    HIGHEST,
    I8,
    LAID,
    LEAVE,
    LEFT_NODE,
    LEFT_TODO,
    LEFTMOST,
    LETTER_TIMES,
    NO_CROSS,
    NODE,
    PLAYS,
    SIDE,
    SOURCE,
    SQUARE,
    TALLY,
    TILE,
    TIMES,
    TODO,
    TOTAL,
    WORD_TIMES,
    WORTH,
    Flags,
    GameArrays,
    Graph,
    Hand,
    PlayBuffer,
    Room,
    Worth,
    check_crosses,
    deal_blanks,
    hand_of,
    is_beaten,
    lay_out,
    record,
    write_play,
)
from entails.solvers.kernels.scrabble_bounds import (
    NO_PLAY,
    bound_anchor,
    bounds_of,
    mark_best_values,
    sums_of_best,
)
from entails.solvers.kernels.scrabble_graph import (
    I32,
    I64,
    TURN,
    U8,
    edge_at,
    first_of,
    is_complete,
    mask_of,
    rank,
    step,
    symbol_of,
)
from entails.solvers.kernels.scrabble_leaves import (
    MOST_LEAVES,
    LeaveArrays,
    LetterValues,
    by_equity,
    by_score,
    by_score_with,
    count_leaves,
    list_leaves,
    number_of_leaves,
    value_leaves,
)

LEFT, RIGHT = 0, 1


@kernel
def begin(edges: I64, root: int, row: I64, size: int, anchor: int) -> tuple[int, int, int, int, int, int]:
    """Return the initial search state for plays at an anchor.

    The result is the node and the points after the adjacent tiles, the leftmost of those, the lowest square for new
    tiles, the square after the tiles on the right, and the direction.

    After tiles on its left, a play can only go right: plays farther left belong to another anchor. Otherwise it begins
    with the tiles on the right of the anchor, backwards, and may go left as far as the last anchor.
    """
    node, total, leftmost = root, 0, anchor
    lowest, end = anchor, anchor + 1
    if anchor > 0 and row[anchor - 1, TILE] != 0:
        while leftmost > 0 and row[leftmost - 1, TILE] != 0:
            leftmost -= 1
            node = step(edges, node, row[leftmost, TILE])
            total += row[leftmost, WORTH]
        return step(edges, node, TURN), total, leftmost, lowest, end, RIGHT
    while end < size and row[end, TILE] != 0:
        end += 1
    for square in range(end - 1, anchor, -1):
        node = step(edges, node, row[square, TILE])
        total += row[square, WORTH]
    while lowest > 0 and row[lowest - 1, TILE] == 0 and row[lowest - 1, ANCHOR] == 0:
        lowest -= 1
    return node, total, leftmost, lowest, end, LEFT


@kernel
def search_anchor(
    buffer: PlayBuffer,
    mode: int,
    room: Room,
    graph: Graph,
    game: GameArrays,
    hand: Hand,
    worth: Worth,
    way: int,
    line: int,
    anchor: int,
    size: int,
    reach: I64,
) -> None:
    """Find every play whose leftmost anchor is the given one, on a line of `size` squares.

    `reach[k]` is an upper bound on the worth (score or equity) of plays of k tiles or more.
    """
    totals, edges, row = buffer.totals, graph.edges, room.lines[way, line]
    frames, tiles, word = room.frames, room.tiles, room.word
    counts, values, blanks, all_tiles = hand.counts, hand.values, hand.blanks, hand.all_tiles
    bonus, bonus_tiles, most_through, lengths = game.bonus, game.bonus_tiles, game.most_through, game.lengths
    held = hand.held
    todo = row[anchor, ALLOWED] & (ALL_LETTERS if blanks > 0 else held)
    if todo == 0 or all_tiles == 0:
        return
    node, total, leftmost, lowest, end, side = begin(edges, graph.root, row, size, anchor)
    todo &= mask_of(edges, node)
    if todo == 0:
        return
    for square in range(size):
        word[square] = row[square, TILE]
    kept, weights = worth.kept, worth.weights
    short = depth = 0
    frames[0, NODE], frames[0, TODO], frames[0, SQUARE], frames[0, SIDE] = node, todo, anchor, side
    frames[0, LEFT_NODE], frames[0, LEFTMOST], frames[0, LEAVE] = 0, leftmost, len(kept) - 1
    frames[0, TOTAL], frames[0, TIMES], frames[0, CROSSES] = total, 1, 0
    while depth >= 0:
        todo = frames[depth, TODO]
        if todo == 0:
            if frames[depth, LEFT_NODE] != 0:
                frames[depth, NODE], frames[depth, TODO] = frames[depth, LEFT_NODE], frames[depth, LEFT_TODO]
                frames[depth, LEFT_NODE] = 0
                frames[depth, SIDE], frames[depth, SQUARE] = LEFT, frames[depth, LEFTMOST] - 1
                continue
            depth -= 1
            if depth >= 0:
                letter = tiles[depth, LAID]
                counts[letter] += 1
                if counts[letter] == 1:
                    held |= 1 << letter
                elif counts[letter] <= 0:
                    short -= 1
            continue
        bit = todo & -todo
        frames[depth, TODO] = todo ^ bit
        letter = symbol_of(bit)
        left = counts[letter] - 1
        leave = frames[depth, LEAVE] - weights[letter if left >= 0 else 0]
        node, square = frames[depth, NODE], frames[depth, SQUARE]
        edge = edge_at(edges, first_of(edges, node) + rank(mask_of(edges, node), bit))
        now_short, now_held = short + (left < 0), held & ~bit if left == 0 else held
        laid = depth + 1
        leftwards = frames[depth, SIDE] == LEFT
        board = 0
        if leftwards:
            leftmost, next_square = square, end
        else:
            leftmost, next_square = frames[depth, LEFTMOST], square + 1
            while next_square < size and row[next_square, TILE] != 0:
                edge = step(edges, edge, row[next_square, TILE])
                board += row[next_square, WORTH]
                next_square += 1
        right_todo = left_todo = left_node = 0
        node = edge
        if laid < all_tiles and not (mode == BEST and is_beaten(totals, reach[laid + 1])):
            choice = ALL_LETTERS if now_short < blanks else now_held
            if leftwards:
                if square > lowest:
                    left_todo = mask_of(edges, node) & choice & row[square - 1, ALLOWED]
                    left_node = node if left_todo != 0 else 0
                node = step(edges, node, TURN)
            if next_square < size:
                right_todo = mask_of(edges, node) & choice & row[next_square, ALLOWED]
        crossing = row[square, CROSS] != NO_CROSS
        length = next_square - leftmost
        is_word = is_complete(edges, edge) and lengths >> length & 1 and length - laid <= most_through
        is_word = is_word and not (laid == 1 and way == 1 and crossing)
        if not is_word and right_todo == 0 and left_todo == 0:
            continue

        gain = values[letter] * row[square, LETTER_TIMES]
        total = frames[depth, TOTAL] + gain + board
        times = frames[depth, TIMES] * row[square, WORD_TIMES]
        crosses = frames[depth, CROSSES]
        cross_times = 0
        if crossing:
            cross_times = row[square, WORD_TIMES]
            crosses += (row[square, CROSS] + gain) * cross_times
        tiles[depth, LAID], tiles[depth, AT] = letter, square
        tiles[depth, GAIN], tiles[depth, CROSS_TIMES] = gain, cross_times
        word[square] = letter
        counts[letter] = left
        if is_word:
            score = times * total + crosses + (bonus if laid >= bonus_tiles else 0)
            better = False
            if mode == BEST and blanks == 0:
                better = record(buffer.placements, totals, mode, score, score * worth.scale + kept[leave], 0, 0)
            elif mode != BEST or not is_beaten(totals, score * worth.scale + worth.most[laid]):
                natural = len(kept) - 1
                if mode == BEST:
                    for tile in range(laid):
                        natural -= weights[tiles[tile, LAID]]
                better = deal_blanks(
                    buffer.placements,
                    totals,
                    mode,
                    counts,
                    blanks,
                    now_short,
                    tiles,
                    laid,
                    leftmost,
                    times,
                    score,
                    totals[PLAYS],
                    worth.scale,
                    kept,
                    weights,
                    natural,
                )
            if better or mode < TALLY:
                write_play(buffer.plays, buffer.letters, totals, mode, way, line, leftmost, next_square, word)
        if right_todo == 0 and left_todo == 0:
            counts[letter] = left + 1
            continue
        held, short, depth = now_held, now_short, laid
        frames[depth, NODE], frames[depth, TODO], frames[depth, SQUARE] = node, right_todo, next_square
        frames[depth, SIDE], frames[depth, LEFT_NODE], frames[depth, LEFT_TODO] = RIGHT, left_node, left_todo
        frames[depth, LEFTMOST], frames[depth, LEAVE] = leftmost, leave
        frames[depth, TOTAL], frames[depth, TIMES], frames[depth, CROSSES] = total, times, crosses


class Aim(NamedTuple):
    """The criterion of the best play: its score, or `by_equity` its score plus leave value.

    Equity depends on the number of tiles in the bag, the size of a full rack, and the points of the unseen tiles.
    """

    by_equity: bool
    values: LetterValues
    bag: int
    rack_size: int
    unseen: int


@kernel
def list_anchors(lines: I64, rows: int, columns: int, ways: int, anchors: I32) -> int:
    """Write the anchors in board order, across before down; return their number."""
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
    game: GameArrays,
    letters: I8,
    blanks: Flags,
    times: U8,
    word_times: U8,
    values: I32,
    starts: I32,
) -> int:
    """Lay out a board and find its anchors; return the number of directions in which plays are possible."""
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
def search_best(
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    hand: Hand,
    worth: Worth,
    leaves: LeaveArrays,
    sums: I64,
    rows: int,
    columns: int,
    count: int,
) -> None:
    """Find the best placement: bound every anchor, and search the most promising ones first."""
    totals, anchors, lines = buffer.totals, room.anchors, room.lines
    mark_best_values(lines, 0, rows, columns, hand.held, hand.values, hand.blanks)
    mark_best_values(lines, 1, columns, rows, hand.held, hand.values, hand.blanks)
    letters = mask_of(graph.edges, graph.root) & ALL_LETTERS
    bounds = bounds_of(worth, leaves, sums, graph.anagrams, letters, game.bonus, game.bonus_tiles)
    reach, waiting = np.empty((count, hand.all_tiles + 2), np.int64), np.arange(count)
    for index in range(count):
        way = anchors[index, 0]
        row, size = lines[way, anchors[index, 1]], columns if way == 0 else rows
        bound_anchor(row, size, anchors[index, 2], bounds, reach[index])
    while True:
        place, count = most_promising(reach, waiting, count, totals)
        if place < 0:
            break
        index = waiting[place]
        waiting[place] = waiting[count - 1]
        count -= 1
        totals[SOURCE] = index
        way, line, anchor = anchors[index, 0], anchors[index, 1], anchors[index, 2]
        size = columns if way == 0 else rows
        search_anchor(buffer, BEST, room, graph, game, hand, worth, way, line, anchor, size, reach[index])


@kernel
def most_promising(reach: I64, waiting: I64, count: int, totals: I64) -> tuple[int, int]:
    """Return the place of the anchor with the highest bound, -1 if there is none.

    Of the `count` anchors that are `waiting`, only those stay that can still beat the best play; return their number.
    """
    chosen, most, left = -1, NO_PLAY, 0
    for place in range(count):
        index = waiting[place]
        totals[SOURCE] = index
        if is_beaten(totals, reach[index, 1]):
            continue
        waiting[left] = index
        if reach[index, 1] > most:
            chosen, most = left, reach[index, 1]
        left += 1
    return chosen, left


@kernel
def find(
    buffer: PlayBuffer,
    mode: int,
    room: Room,
    graph: Graph,
    game: GameArrays,
    aim: Aim,
    hand: Hand,
    ways: int,
    rows: int,
    columns: int,
) -> tuple[LeaveArrays, Worth]:
    """Find every placement on the lines of `room`, or only the best, trying promising anchors first.

    Return the leaves of the rack and the criterion, by which other moves can be compared.
    """
    totals, anchors = buffer.totals, room.anchors
    totals[:] = 0
    totals[HIGHEST] = NO_PLAY if mode == BEST else -1
    count = list_anchors(room.lines, rows, columns, ways, anchors)
    sums = sums_of_best(hand.counts, hand.values, hand.all_tiles)
    size = number_of_leaves(hand.rack)
    if aim.by_equity:
        leaves = list_leaves(hand.rack, hand.values)
        value_leaves(leaves, hand.rack, aim.values)
        worth = by_equity(leaves, hand.all_tiles, aim.bag, aim.rack_size, aim.unseen)
    elif mode == BEST:
        leaves = list_leaves(hand.rack, hand.values) if size <= MOST_LEAVES else count_leaves(sums)
        worth = by_score_with(leaves, hand.all_tiles)
    else:
        leaves, worth = count_leaves(sums), by_score(hand.all_tiles)
    if mode == BEST:
        search_best(buffer, room, graph, game, hand, worth, leaves, sums, rows, columns, count)
        return leaves, worth
    for index in range(count):
        totals[SOURCE] = index
        way, line, square = anchors[index, 0], anchors[index, 1], anchors[index, 2]
        size = columns if way == 0 else rows
        search_anchor(buffer, mode, room, graph, game, hand, worth, way, line, square, size, worth.most)
    return leaves, worth


@kernel
def generate(
    buffer: PlayBuffer,
    mode: int,
    room: Room,
    graph: Graph,
    game: GameArrays,
    aim: Aim,
    rack: I32,
    points: I32,
    letters: I8,
    blanks: Flags,
    letter_times: U8,
    word_times: U8,
    starts: I32,
) -> None:
    """Find every placement in a position, or only the best by a criterion.

    `rack` and `points` are by symbol, the blank at 0; `starts` are the squares (row, column) one of which a first play
    must cover.
    """
    rows, columns = letters.shape
    hand = hand_of(rack, points)
    ways = prepare(room, graph, game, letters, blanks, letter_times, word_times, points, starts)
    find(buffer, mode, room, graph, game, aim, hand, ways, rows, columns)
