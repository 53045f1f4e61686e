"""What the search of an endgame works in: the positions of the line that it looks at, what it knows about positions,
and how a move leads from one to the next.

A position is the board, the racks of both and whether the last move was a pass; its hash is kept up move by move. A
frame of the stack is one position of the line. Moves are written down once, in a pool; each position has a list of
those that can be made there.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import FIELDS, I8, Flags, GameArrays, Graph, Room
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from entails.solvers.kernels.scrabble_moves import (
    MOVE_LAID,
    MOVE_SCORE,
    RACK_FIELDS,
    TILES,
    Moves,
    lay,
    note_changes,
    take_back,
)
from entails.solvers.kernels.scrabble_search import prepare

INFINITE = 1_000_000
PASS, NO_MOVE = -1, -2
(
    ALPHA,
    BETA,
    BEST,
    BEST_AT,
    BEST_SURE,
    ALL_SURE,
    FIRST,
    END,
    NEXT,
    POOL,
    DEPTH,
    KEY,
    BOARD,
    ZEROS,
    MADE,
    OUTS,
    LOGGED,
    MINE,
    YOURS,
    PARTLY,
) = range(20)
"""The fields of a frame: the window; the best value, the move that gave it, whether that is proven, whether all is; the
first of its list of moves, the end of it, the next to try (once they are done, the pass), and how many moves the pool
holds; how deep to look; hashes; how many turns in a row brought nothing; the move whose answer is being looked for; how
many plays there are with which the other could go out; how long the log was before; what both racks count; is the list
not complete yet."""
FRAME = 20
WHOSE, LOW, HIGH, GOOD = range(4)
"""What the table holds of a position: its hash, bounds of its value, proven, and the hash of a good move."""
TABLE_FIELDS = 4
MOST_OUTS = 12
LOG_ENTRIES = 16
"""More than a move changes of a square of its line, or beside it."""
MOST_ZEROS, ALL_COUNT = 0, 1
"""The fields of `Stack.ending`."""
MOVER, OTHER = 0, 1
"""The two sides of a rack in hashes: of the player to move, and of the one who waits."""


class BoundTable(NamedTuple):
    """What is known about positions, by their hash; and how often a move, by its own, was good enough."""

    known: I64
    history: I32


class Hashes(NamedTuple):
    """Random numbers: of a letter on a square (a blank is SYMBOLS further on), of so many tiles of a symbol on the rack
    of the player to move and of the other, and of a turn that brought nothing. No tiles have the number 0."""

    squares: I64
    racks: I64
    zeros: int


class Stack(NamedTuple):
    """The lines of the board, and what they were before each move. One of each for every move of the line: racks of
    both players and their hashes by side, frames, squares that the move changed and squares whose plays are not listed
    yet (a mask for each line), two moves that were good enough at this depth, plays with which the other can go out.
    The lists of moves, one after the other: places in the pool, and how promising each is. And how the game ends: after
    so many turns in a row that brought nothing, and whether plays without points are among those."""

    lines: I64
    log: I64
    racks: I32
    rack_hashes: I64
    frames: I64
    changed: I64
    unsearched: I64
    killers: I64
    outs: I32
    listed: I32
    order: I32
    ending: I64


def new_stack(rows: int, columns: int, plies: int, listed: int) -> Stack:
    """Room for so many moves in a row, and so many in all lists."""
    longest = max(rows, columns)
    return Stack(
        np.zeros((2, longest, longest, FIELDS), np.int64),
        np.zeros((plies * LOG_ENTRIES * longest, 2), np.int64),
        np.zeros((plies, 2, RACK_FIELDS), np.int32),
        np.zeros((plies, 2, 2), np.int64),
        np.zeros((plies, FRAME), np.int64),
        np.zeros((plies, 2, longest), np.int64),
        np.zeros((plies, 2, longest), np.int64),
        np.zeros((plies, 2), np.int64),
        np.zeros((plies, MOST_OUTS), np.int32),
        np.zeros(listed, np.int32),
        np.zeros(listed, np.int32),
        np.zeros(2, np.int64),
    )


@kernel
def rack_value(rack: I32, values: I32) -> int:
    """What the tiles of a rack count."""
    total = 0
    for symbol in range(1, SYMBOLS):
        total += rack[symbol] * values[symbol]
    return total


@kernel
def key_of(stack: Stack, ply: int, hashes: Hashes) -> int:
    """The hash of a position of the line."""
    player, frame = ply & 1, stack.frames[ply]
    key = frame[BOARD] ^ stack.rack_hashes[ply, player, MOVER] ^ stack.rack_hashes[ply, 1 - player, OTHER]
    return int(key ^ (hashes.zeros * frame[ZEROS]))


@kernel
def rack_hash_after(stack: Stack, ply: int, side: int, moves: Moves, move: int, hashes: Hashes) -> int:
    """The hash of what a move leaves on the rack of the player to move, seen from one side."""
    player = ply & 1
    rack, hashed = stack.racks[ply, player], stack.rack_hashes[ply, player, side]
    laid = moves.fields[move, MOVE_LAID]
    for place in range(laid):
        tile = moves.tiles[move, place]
        hashed ^= hashes.racks[side, tile, rack[tile]] ^ hashes.racks[side, tile, rack[tile] - 1]
        rack[tile] -= 1
    for place in range(laid):
        rack[moves.tiles[move, place]] += 1
    return int(hashed)


@kernel
def zeros_after(stack: Stack, ply: int, moves: Moves, move: int) -> int:
    """How many turns in a row have brought nothing after a move."""
    if move == PASS or (stack.ending[ALL_COUNT] and moves.fields[move, MOVE_SCORE] == 0):
        return int(stack.frames[ply, ZEROS]) + 1
    return 0


@kernel
def key_after(stack: Stack, ply: int, moves: Moves, move: int, hashes: Hashes) -> int:
    """The hash of the position that a play leads to, without making it."""
    left = rack_hash_after(stack, ply, OTHER, moves, move, hashes)
    key = stack.frames[ply, BOARD] ^ moves.hashes[move] ^ stack.rack_hashes[ply, 1 - (ply & 1), MOVER] ^ left
    return int(key ^ (hashes.zeros * zeros_after(stack, ply, moves, move)))


@kernel
def make(
    ply: int,
    stack: Stack,
    moves: Moves,
    graph: Graph,
    values: I32,
    hashes: Hashes,
    rows: int,
    columns: int,
    move: int,
) -> None:
    """The position after a move, one ply on."""
    frame, after, player = stack.frames[ply], stack.frames[ply + 1], ply & 1
    stack.racks[ply + 1] = stack.racks[ply]
    stack.rack_hashes[ply + 1] = stack.rack_hashes[ply]
    frame[MADE] = move
    after[BOARD], after[ZEROS] = frame[BOARD], zeros_after(stack, ply, moves, move)
    after[DEPTH], after[LOGGED] = frame[DEPTH] - 1, frame[LOGGED]
    gained = 0 if move == PASS else moves.fields[move, MOVE_SCORE]
    after[ALPHA], after[BETA] = gained - frame[BETA], gained - max(frame[ALPHA], frame[BEST])
    stack.changed[ply] = 0
    if move != PASS:
        for side in (MOVER, OTHER):
            left = rack_hash_after(stack, ply, side, moves, move, hashes)
            stack.rack_hashes[ply + 1, player, side] = left
        rack = stack.racks[ply + 1, player]
        for place in range(moves.fields[move, MOVE_LAID]):
            rack[moves.tiles[move, place]] -= 1
        rack[TILES] -= moves.fields[move, MOVE_LAID]
        after[BOARD] ^= moves.hashes[move]
        note_changes(stack.lines, rows, columns, moves, move, stack.changed[ply])
        after[LOGGED] = lay(stack.lines, rows, columns, moves, move, graph, values, stack.log, frame[LOGGED])


@kernel
def unmake(ply: int, stack: Stack) -> None:
    """Back to the position before the last move of the line."""
    take_back(stack.lines, stack.log, stack.frames[ply, LOGGED], stack.frames[ply - 1, LOGGED])


@kernel
def begin_at(
    letters: I8,
    blanks: Flags,
    letter_times: U8,
    word_times: U8,
    starts: I32,
    stack: Stack,
    room: Room,
    graph: Graph,
    game: GameArrays,
    values: I32,
    hashes: Hashes,
) -> None:
    """Lay out the board for the first frame; the racks are there already."""
    here = Room(stack.lines, room.frames, room.tiles, room.word, room.anchors)
    prepare(here, graph, game, letters, blanks, letter_times, word_times, values, starts)
    board = 0
    for row in range(letters.shape[0]):
        for column in range(letters.shape[1]):
            if letters[row, column] >= 0:
                board ^= hashes.squares[row, column, letters[row, column] + 1 + SYMBOLS * blanks[row, column]]
    stack.frames[0, BOARD] = board
    for player in range(2):
        for side in range(2):
            hashed = 0
            for symbol in range(SYMBOLS):
                hashed ^= hashes.racks[side, symbol, stack.racks[0, player, symbol]]
            stack.rack_hashes[0, player, side] = hashed
    stack.killers[:] = 0
    stack.frames[0, LOGGED] = 0
