"""Moves as rows of arrays, and the changes that laying a move makes to a board.

A play of a line depends only on that line: its tiles, the letters that each empty square allows, the anchors. After a
move, only the lines that it changed are searched again; plays in other lines remain.

Plays of a rack with one tile, the most frequent in endgames, need no word graph: a tile forms a word along a line if
the square allows it as a cross letter of the other way, see `scrabble_board`.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import (
    ALL_LETTERS,
    ALLOWED,
    ANCHOR,
    BLANKS,
    COUNT,
    CROSS,
    FIELDS,
    FIRST_LETTER,
    LENGTH,
    LETTER_TIMES,
    LETTERS,
    LINE,
    LIST,
    NO_CROSS,
    PLAY,
    PLAYS,
    SCORE,
    START,
    TILE,
    WAY,
    WORD_TIMES,
    WORTH,
    GameArrays,
    Graph,
    Hand,
    PlayBuffer,
    Room,
    Worth,
    meet_cross,
)
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8, symbol_of
from entails.solvers.kernels.scrabble_search import search_anchor

MOVE_WAY, MOVE_LINE, MOVE_START, MOVE_LENGTH, MOVE_SCORE, MOVE_BLANKS, MOVE_LAID, MOVE_FACE = range(8)
"""The fields of a move. Its blanks are a mask over its letters; the last is the value of the tiles that it lays."""
MOVE_FIELDS = 8
BLANK_SYMBOL = 0
"""The symbol of a blank among the tiles of a move or a rack."""
TILES = SYMBOLS
"""The index of the number of tiles in a rack; before it are the counts of each symbol."""
RACK_FIELDS = SYMBOLS + 1


class Moves(NamedTuple):
    """Arrays of moves: fields, letters of words, tiles laid, masks of their symbols, hashes of tiles on squares."""

    fields: I32
    words: U8
    tiles: U8
    kinds: I64
    hashes: I64


def new_moves(moves: int, longest: int, tiles: int) -> Moves:
    """Allocate arrays for this many moves, with words up to `longest` letters and this many tiles."""
    return Moves(
        np.zeros((moves, MOVE_FIELDS), np.int32),
        np.zeros((moves, longest), np.uint8),
        np.zeros((moves, max(tiles, 1)), np.uint8),
        np.zeros(moves, np.int64),
        np.zeros(moves, np.int64),
    )


@kernel
def fits_rack(tiles: U8, laid: int, rack: I32) -> bool:
    """Return whether a rack has the tiles that a move lays."""
    fits, taken = True, 0
    while fits and taken < laid:
        rack[tiles[taken]] -= 1
        fits = rack[tiles[taken]] >= 0
        taken += 1
    for place in range(taken):
        rack[tiles[place]] += 1
    return fits


@kernel
def is_affected(changed: I64, way: int, line: int, start: int, length: int) -> bool:
    """Return whether a play covers a changed square or ends beside one. `changed` has a mask for each line."""
    return bool(changed[way, line] & ((((1 << (length + 2)) - 1) << start) >> 1))


@kernel
def reaches(row: I64, size: int, anchor: int, tiles: int, changed: int) -> bool:
    """Return whether changed squares on the line can affect a play of this many tiles at an anchor."""
    first, last, left = anchor, anchor + 1, tiles - 1
    if anchor > 0 and row[anchor - 1, TILE] != 0:
        while first > 0 and row[first - 1, TILE] != 0:
            first -= 1
    else:
        while first > anchor - left and first > 0 and row[first - 1, TILE] == 0 and row[first - 1, ANCHOR] == 0:
            first -= 1
    while last < size and (left > 0 or row[last, TILE] != 0):
        left -= row[last, TILE] == 0
        last += 1
    return bool(changed & ((((1 << (last - first + 2)) - 1) << first) >> 1))


@kernel
def find_moves(
    moves: Moves,
    top: int,
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    hand: Hand,
    worth: Worth,
    changed: I64,
    squares: I64,
) -> int:
    """Add every play that changed squares affect; return the new top, or -1 if the arrays are full.

    `squares` are the hashes of a letter on a square, by row and column.
    """
    totals, lines = buffer.totals, room.lines
    rows, columns = squares.shape[0], squares.shape[1]
    totals[:] = 0
    for way in range(2):
        count, size = (rows, columns) if way == 0 else (columns, rows)
        for line in range(count):
            here = changed[way, line]
            if here == 0:
                continue
            row = lines[way, line]
            for square in range(size):
                if row[square, ANCHOR] and reaches(row, size, square, hand.all_tiles, here):
                    search_anchor(buffer, LIST, room, graph, game, hand, worth, way, line, square, size, worth.most)
    if totals[PLAYS] > len(buffer.plays) or totals[LETTERS] > len(buffer.letters):
        return -1
    if totals[COUNT] > len(buffer.placements) or top + totals[COUNT] > len(moves.hashes):
        return -1
    for index in range(totals[COUNT]):
        play = buffer.plays[buffer.placements[index, PLAY]]
        if is_affected(changed, play[WAY], play[LINE], play[START], play[LENGTH]):
            take_over(moves, top, buffer, index, lines, squares, hand.values)
            top += 1
    return top


@kernel
def take_over(moves: Moves, move: int, buffer: PlayBuffer, index: int, lines: I64, squares: I64, values: I32) -> None:
    """Copy a play from the buffer to a move."""
    play, blanks = buffer.placements[index, PLAY], buffer.placements[index, BLANKS]
    way, line, start, length = (
        buffer.plays[play, WAY],
        buffer.plays[play, LINE],
        buffer.plays[play, START],
        buffer.plays[play, LENGTH],
    )
    first, laid, hashed, kinds, face = buffer.plays[play, FIRST_LETTER], 0, 0, 0, 0
    for step in range(length):
        letter = buffer.letters[first + step]
        moves.words[move, step] = letter
        if lines[way, line, start + step, TILE] == 0:
            blank = blanks >> step & 1
            tile = BLANK_SYMBOL if blank else int(letter)
            moves.tiles[move, laid] = tile
            kinds |= 1 << tile
            face += values[tile]
            laid += 1
            row, column = (line, start + step) if way == 0 else (start + step, line)
            hashed ^= squares[row, column, letter + SYMBOLS * blank]
    fields = moves.fields[move]
    fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH] = way, line, start, length
    fields[MOVE_SCORE], fields[MOVE_BLANKS], fields[MOVE_LAID] = buffer.placements[index, SCORE], blanks, laid
    fields[MOVE_FACE] = face
    moves.hashes[move], moves.kinds[move] = hashed, kinds


@kernel
def note_changes(lines: I64, rows: int, columns: int, moves: Moves, move: int, changed: I64) -> None:
    """Write to `changed`, a mask per line, the squares at which plays differ once a move is made."""
    fields = moves.fields[move]
    way, line, start, length = fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH]
    of_way, size = (rows, columns) if way == 0 else (columns, rows)
    across = 1 - way
    changed[:] = 0
    for square in range(start, start + length):
        if lines[way, line, square, TILE] == 0:
            changed[way, line] |= 1 << square
            changed[across, square] |= 1 << line
            crossing = lines[across, square]
            for side in (-1, 1):
                at = line + side
                while 0 <= at < of_way and crossing[at, TILE] != 0:
                    at += side
                if 0 <= at < of_way:
                    changed[way, at] |= 1 << square
    for square in (start - 1, start + length):
        if 0 <= square < size:
            changed[across, square] |= 1 << line


@kernel
def put(lines: I64, way: int, line: int, square: int, field: int, value: int, log: I64, used: int) -> int:
    """Change a field of a square and log its old value if the log has room; return the new length of the log."""
    if used >= len(log):
        lines[way, line, square, field] = value
        return used
    longest = lines.shape[1]
    log[used, 0] = ((way * longest + line) * longest + square) * FIELDS + field
    log[used, 1] = lines[way, line, square, field]
    lines[way, line, square, field] = value
    return used + 1


@kernel
def take_back(lines: I64, log: I64, used: int, until: int) -> None:
    """Undo the changes in the log from an index on."""
    flat = lines.reshape(lines.size)
    for entry in range(used - 1, until - 1, -1):
        flat[log[entry, 0]] = log[entry, 1]


@kernel
def lay(
    lines: I64, rows: int, columns: int, moves: Moves, move: int, graph: Graph, values: I32, log: I64, used: int
) -> int:
    """Lay the tiles of a move and update the affected squares; return the new length of the log.

    Former contents are logged, see `put`; an empty log is for callers that undo nothing.
    """
    fields = moves.fields[move]
    way, line, start, length = fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH]
    blanks, across = fields[MOVE_BLANKS], 1 - way
    of_way, size = (rows, columns) if way == 0 else (columns, rows)
    new = 0
    for step in range(length):
        square = start + step
        if lines[way, line, square, TILE] == 0:
            new |= 1 << step
            letter = moves.words[move, step]
            worth = 0 if blanks >> step & 1 else values[letter]
            used = put(lines, way, line, square, TILE, letter, log, used)
            used = put(lines, across, square, line, TILE, letter, log, used)
            used = put(lines, way, line, square, WORTH, worth, log, used)
            used = put(lines, across, square, line, WORTH, worth, log, used)
            used = put(lines, way, line, square, ANCHOR, 0, log, used)
            used = put(lines, across, square, line, ANCHOR, 0, log, used)
    for step in range(length):
        if new >> step & 1:
            square = start + step
            crossing = lines[across, square]
            for side in (-1, 1):
                at = line + side
                while 0 <= at < of_way and crossing[at, TILE] != 0:
                    at += side
                if 0 <= at < of_way:
                    used = touch(lines, way, at, square, of_way, graph, log, used)
    for square in (start - 1, start + length):
        if 0 <= square < size:
            used = touch(lines, across, square, line, size, graph, log, used)
    return used


@kernel
def touch(lines: I64, way: int, line: int, square: int, count: int, graph: Graph, log: I64, used: int) -> int:
    """Make an empty square beside a tile an anchor, and update its cross word."""
    used = put(lines, way, line, square, ANCHOR, 1, log, used)
    used = put(lines, 1 - way, square, line, ANCHOR, 1, log, used)
    used = put(lines, way, line, square, CROSS, 0, log, used)
    used = put(lines, way, line, square, ALLOWED, 0, log, used)
    meet_cross(lines[way, line], square, lines[1 - way, square], line, count, graph.edges, graph.root, False)
    return used


@kernel
def find_single_moves(
    moves: Moves, top: int, lines: I64, rack: I32, values: I32, changed: I64, squares: I64, bonus: int
) -> int:
    """Add every play of a one-tile rack that changed squares affect; return the new top, or -1 if the arrays are full.

    As in `scrabble_search`, a tile that forms words both ways is recorded across.
    """
    rows, columns = squares.shape[0], squares.shape[1]
    tile = 0
    while rack[tile] == 0:
        tile += 1
    held = ALL_LETTERS if tile == BLANK_SYMBOL else 1 << tile
    for way in range(2):
        count, size = (rows, columns) if way == 0 else (columns, rows)
        for line in range(count):
            if changed[way, line] == 0:
                continue
            row = lines[way, line]
            for square in range(size):
                fitting = row[square, ALLOWED] & held
                if not row[square, ANCHOR] or fitting == 0:
                    continue
                along = lines[1 - way, square, line]
                fitting &= along[ALLOWED]
                if along[CROSS] == NO_CROSS or (way == 1 and row[square, CROSS] != NO_CROSS):
                    continue
                start, end = square, square + 1
                while start > 0 and row[start - 1, TILE] != 0:
                    start -= 1
                while end < size and row[end, TILE] != 0:
                    end += 1
                if not is_affected(changed, way, line, start, end - start):
                    continue
                while fitting:
                    bit = fitting & -fitting
                    fitting ^= bit
                    if top >= len(moves.hashes):
                        return -1
                    write_single(
                        moves, top, lines, way, line, square, start, end, tile, symbol_of(bit), values, squares, bonus
                    )
                    top += 1
    return top


@kernel
def write_single(
    moves: Moves,
    move: int,
    lines: I64,
    way: int,
    line: int,
    square: int,
    start: int,
    end: int,
    tile: int,
    letter: int,
    values: I32,
    squares: I64,
    bonus: int,
) -> None:
    """Write the play of a single tile on a square as a move."""
    row, along = lines[way, line], lines[1 - way, square, line]
    for place in range(start, end):
        moves.words[move, place - start] = row[place, TILE]
    moves.words[move, square - start] = letter
    gain, times = values[tile] * row[square, LETTER_TIMES], row[square, WORD_TIMES]
    score = (along[CROSS] + gain) * times + bonus
    if row[square, CROSS] != NO_CROSS:
        score += (row[square, CROSS] + gain) * times
    blank = tile == BLANK_SYMBOL
    fields = moves.fields[move]
    fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH] = way, line, start, end - start
    fields[MOVE_SCORE], fields[MOVE_BLANKS] = score, blank << (square - start)
    fields[MOVE_LAID], fields[MOVE_FACE] = 1, values[tile]
    moves.tiles[move, 0], moves.kinds[move] = tile, 1 << tile
    down, across = (line, square) if way == 0 else (square, line)
    moves.hashes[move] = squares[down, across, letter + SYMBOLS * blank]
