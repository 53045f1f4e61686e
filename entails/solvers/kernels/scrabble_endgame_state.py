"""State of the endgame search: the positions of the current line, the bound table, and making of moves.

A position is the board, both racks and whether the last move was a pass; its hash is updated move by move. A frame of
the stack is one position of the line. Moves are stored once, in a pool; each position has a list of its possible moves.
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
    SHARE,
    UNTIL,
    OPEN,
    LAST,
    PASSED,
    ENTERED,
    BOUNDED,
) = range(27)
"""The fields of a frame.

They are the window; the best value, its move, whether it is proven, whether all values are;
the bounds of its list of moves, the next move to try (after the last one, the pass), and the size of the move
pool; the depth; hashes; scoreless turns in a row; the move being searched; the number of plays with which the
opponent could go out; the length of the log before; the values of both racks; whether the list is incomplete. If
moves get shares: the share, the number of positions at which that of the current move is spent, the number of moves
set aside in this round, the end of the round (a place in the list), and whether the pass is set aside. Lastly, the
number of positions before this one was entered, and whether a ceiling was computed (see `scrabble_ceilings`).
"""
FRAME = 27
WHOSE, LOW, HIGH, GOOD = range(4)
"""The columns of the table: a check, proven bounds of the value of a position, and the hash of a good move.

The check is the hash of the position, combined with the other columns by exclusive or. Threads share the table without
a lock (Hyatt and Mann 2002): an entry that two of them wrote at once does not pass the check.
"""
TABLE_FIELDS = 4
MOST_OUTS = 12
LOG_ENTRIES = 16
"""Upper bound on the log entries that a move writes for a square of its line, or beside it."""
RESTS = 1 << 11
"""Entries of `Stack.rests`; a last one has the current stamp."""
MOST_ZEROS, ALL_COUNT = 0, 1
"""The fields of `Stack.ending`."""
MOVER, OTHER = 0, 1
"""The two sides of a rack in hashes: of the player to move, and of the opponent."""


class BoundTable(NamedTuple):
    """Transposition table: bounds of positions by hash, and how often a move, by its hash, was good enough."""

    known: I64
    history: I32


class Hashes(NamedTuple):
    """Random numbers for hashing: letters on squares (blanks at + SYMBOLS), tile counts on racks, scoreless turns.

    A count of 0 tiles has the number 0.
    """

    squares: I64
    racks: I64
    zeros: int


class Stack(NamedTuple):
    """The board lines with a log of changes, and arrays with an entry for each ply of the current line.

    The latter are: both racks and their hashes by side, frames, squares that the move changed and squares whose plays
    are not listed yet (a mask for each line), two moves that were good enough at this depth, and plays with which the
    opponent can go out. The lists of moves follow each other: indices in the pool, and how promising each is. `ending`
    holds how many scoreless turns end the game, and whether plays without points count as such. `rests` has a move for
    each hash of the tiles that moves lay: hash, stamp, move.
    """

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
    rests: I64


def new_stack(rows: int, columns: int, plies: int, listed: int) -> Stack:
    """Allocate a stack for this number of plies and of listed moves."""
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
        np.zeros((RESTS + 1, 3), np.int64),
    )


@kernel
def rack_value(rack: I32, values: I32) -> int:
    """Return the points of the tiles on a rack."""
    total = 0
    for symbol in range(1, SYMBOLS):
        total += rack[symbol] * values[symbol]
    return total


@kernel
def key_of(stack: Stack, ply: int, hashes: Hashes) -> int:
    """Return the hash of the position at a ply."""
    player, frame = ply & 1, stack.frames[ply]
    key = frame[BOARD] ^ stack.rack_hashes[ply, player, MOVER] ^ stack.rack_hashes[ply, 1 - player, OTHER]
    return int(key ^ (hashes.zeros * frame[ZEROS]))


@kernel
def look_up(table: BoundTable, key: int) -> tuple[bool, int, int, int]:
    """Look up a position; return whether it is stored, its bounds, and the hash of a good move (0: none)."""
    known = table.known[key & (len(table.known) - 1)]
    low, high, good = known[LOW], known[HIGH], known[GOOD]
    if known[WHOSE] ^ low ^ high ^ good != key:
        return False, -INFINITE, INFINITE, 0
    return True, int(low), int(high), int(good)


@kernel
def rack_hash_after(stack: Stack, ply: int, side: int, moves: Moves, move: int, hashes: Hashes) -> int:
    """Return the hash of the mover's rack after a move, as seen by one side."""
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
    """Return the number of consecutive scoreless turns after a move."""
    if move == PASS or (stack.ending[ALL_COUNT] and moves.fields[move, MOVE_SCORE] == 0):
        return int(stack.frames[ply, ZEROS]) + 1
    return 0


@kernel
def key_after(stack: Stack, ply: int, moves: Moves, move: int, hashes: Hashes) -> int:
    """Return the hash of the position after a play, without making the play."""
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
    """Make a move: set up the position one ply deeper."""
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
    """Take back the last move of the line."""
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
    """Lay out the board of the root position; the racks are already set."""
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
