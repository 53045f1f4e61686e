"""Moves as rows of arrays, and what laying one changes on the lines of a board: little, so little is done.

A play of one line sees only that line: its tiles, the letters that each empty square allows, the anchors. So after a
move only the lines that it changed have to be searched again; plays in other lines stay as they were.
"""

from typing import NamedTuple

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.scrabble_found import (
    BLANKS,
    COUNT,
    FIRST_LETTER,
    LENGTH,
    LETTERS,
    LINE,
    LIST,
    PLAY,
    PLAYS,
    SCORE,
    START,
    WAY,
    Found,
)
from clausal.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from clausal.solvers.kernels.scrabble_leaves import by_score
from clausal.solvers.kernels.scrabble_lines import ANCHOR, TILE, WORTH, meet_cross
from clausal.solvers.kernels.scrabble_parts import Game, Graph, Hand, Room
from clausal.solvers.kernels.scrabble_search import search_anchor

MOVE_WAY, MOVE_LINE, MOVE_START, MOVE_LENGTH, MOVE_SCORE, MOVE_BLANKS, MOVE_LAID, MOVE_ORDER = range(8)
"""The fields of a move. Its blanks are a mask over its letters; the last is room for whoever wants an order."""
MOVE_FIELDS = 8
BLANK_SYMBOL = 0
"""How a blank is written among the tiles of a move and of a rack."""
TILES = SYMBOLS
"""Where a rack holds how many tiles it has; before it, how many of each symbol."""
RACK_FIELDS = SYMBOLS + 1


class Moves(NamedTuple):
    """Room for moves: their fields, the letters of their words, the tiles that they lay, and a hash of those on their
    squares."""

    fields: I32
    words: U8
    tiles: U8
    hashes: I64


def new_moves(moves: int, longest: int, tiles: int) -> Moves:
    """Room for so many, of words no longer than this, with so many tiles."""
    return Moves(
        np.zeros((moves, MOVE_FIELDS), np.int32),
        np.zeros((moves, longest), np.uint8),
        np.zeros((moves, max(tiles, 1)), np.uint8),
        np.zeros(moves, np.int64),
    )


@kernel
def fits_rack(tiles: U8, laid: int, rack: I32) -> bool:
    """Does a rack have these tiles?"""
    fits = True
    for place in range(laid):
        rack[tiles[place]] -= 1
        if rack[tiles[place]] < 0:
            fits = False
    for place in range(laid):
        rack[tiles[place]] += 1
    return fits


@kernel
def keep_moves(moves: Moves, first: int, end: int, top: int, changed: I64, rack: I32) -> int:
    """Copy the moves first..end to `top` that lie in lines which did not change and whose tiles the rack has; gives the
    new top, or -1 when there is no room."""
    for move in range(first, end):
        if changed[moves.fields[move, MOVE_WAY]] >> moves.fields[move, MOVE_LINE] & 1:
            continue
        if fits_rack(moves.tiles[move], moves.fields[move, MOVE_LAID], rack):
            if top >= len(moves.hashes):
                return -1
            moves.fields[top] = moves.fields[move]
            moves.words[top] = moves.words[move]
            moves.tiles[top] = moves.tiles[move]
            moves.hashes[top] = moves.hashes[move]
            top += 1
    return top


@kernel
def find_moves(
    moves: Moves, top: int, found: Found, room: Room, graph: Graph, game: Game, hand: Hand, changed: I64, squares: I64
) -> int:
    """Add every play in the lines that changed; gives the new top, or -1 when there is no room. `squares` are the
    hashes of a letter on a square, by row and column."""
    totals, lines = found.totals, room.lines
    rows, columns = squares.shape[0], squares.shape[1]
    totals[:] = 0
    worth = by_score(hand.all_tiles)
    for way in range(2):
        count, size = (rows, columns) if way == 0 else (columns, rows)
        for line in range(count):
            if changed[way] >> line & 1:
                for square in range(size):
                    if lines[way, line, square, ANCHOR]:
                        search_anchor(found, LIST, room, graph, game, hand, worth, way, line, square, size, worth.most)
    if totals[PLAYS] > len(found.plays) or totals[LETTERS] > len(found.letters):
        return -1
    if totals[COUNT] > len(found.placements) or top + totals[COUNT] > len(moves.hashes):
        return -1
    for index in range(totals[COUNT]):
        take_over(moves, top, found, index, lines, squares)
        top += 1
    return top


@kernel
def take_over(moves: Moves, move: int, found: Found, index: int, lines: I64, squares: I64) -> None:
    """Write what was found as a move."""
    play, blanks = found.placements[index, PLAY], found.placements[index, BLANKS]
    way, line, start, length = (
        found.plays[play, WAY],
        found.plays[play, LINE],
        found.plays[play, START],
        found.plays[play, LENGTH],
    )
    first, laid, hashed = found.plays[play, FIRST_LETTER], 0, 0
    for step in range(length):
        letter = found.letters[first + step]
        moves.words[move, step] = letter
        if lines[way, line, start + step, TILE] == 0:
            blank = blanks >> step & 1
            moves.tiles[move, laid] = BLANK_SYMBOL if blank else letter
            laid += 1
            row, column = (line, start + step) if way == 0 else (start + step, line)
            hashed ^= squares[row, column, letter + SYMBOLS * blank]
    fields = moves.fields[move]
    fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH] = way, line, start, length
    fields[MOVE_SCORE], fields[MOVE_BLANKS], fields[MOVE_LAID] = found.placements[index, SCORE], blanks, laid
    moves.hashes[move] = hashed


@kernel
def lay(lines: I64, rows: int, columns: int, moves: Moves, move: int, graph: Graph, values: I32, changed: I64) -> None:
    """Lay the tiles of a move, and note in `changed` (a mask for each way) the lines in which plays differ now."""
    fields = moves.fields[move]
    way, line, start, length = fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH]
    blanks, other = fields[MOVE_BLANKS], 1 - way
    of_way, size = (rows, columns) if way == 0 else (columns, rows)
    changed[way], changed[other] = 1 << line, 0
    new = 0
    for step in range(length):
        square = start + step
        if lines[way, line, square, TILE] == 0:
            new |= 1 << step
            letter = moves.words[move, step]
            worth = 0 if blanks >> step & 1 else values[letter]
            lines[way, line, square, TILE] = lines[other, square, line, TILE] = letter
            lines[way, line, square, WORTH] = lines[other, square, line, WORTH] = worth
            lines[way, line, square, ANCHOR] = lines[other, square, line, ANCHOR] = 0
            changed[other] |= 1 << square
    for step in range(length):
        if new >> step & 1:
            square = start + step
            crossing = lines[other, square]
            for side in (-1, 1):
                at = line + side
                while 0 <= at < of_way and crossing[at, TILE] != 0:
                    at += side
                if 0 <= at < of_way:
                    lines[way, at, square, ANCHOR] = crossing[at, ANCHOR] = 1
                    meet_cross(lines[way, at], square, crossing, at, of_way, graph.edges, graph.root, False)
                    changed[way] |= 1 << at
    for square in (start - 1, start + length):
        if 0 <= square < size:
            lines[way, line, square, ANCHOR] = lines[other, square, line, ANCHOR] = 1
            meet_cross(lines[other, square], line, lines[way, line], square, size, graph.edges, graph.root, False)
            changed[other] |= 1 << square
