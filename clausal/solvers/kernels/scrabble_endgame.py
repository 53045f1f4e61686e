"""The endgame: the bag is empty and both racks are known, so the rest of the game can be searched to its last point.

Alpha-beta (Knuth and Moore 1975) on the difference of points still to come, seen by the player to move. Every legal
play and the pass are tried. What is proven about a position is kept in a table, and a good move even where nothing is
proven. `search` has its own stack: a frame for each move of the line that is being looked at.

Two passes in a row end the game here, though rule books want more. That changes no value: a third pass would bring
back the same position with the same player to move, and whoever gains by playing there could have played before.
"""

from typing import NamedTuple

import numpy as np

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.scrabble_found import Found
from clausal.solvers.kernels.scrabble_generate import prepare
from clausal.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from clausal.solvers.kernels.scrabble_laying import (
    MOVE_FIELDS,
    MOVE_LAID,
    MOVE_ORDER,
    MOVE_SCORE,
    RACK_FIELDS,
    TILES,
    Moves,
    find_moves,
    keep_moves,
    lay,
)
from clausal.solvers.kernels.scrabble_lines import I8, Flags
from clausal.solvers.kernels.scrabble_parts import Game, Graph, Room, hand_of

INFINITE = 1_000_000
FULL_DEPTH = 10_000
UNLIMITED = 1 << 60
PASS, NO_MOVE = -1, -2
PASS_HASH = 1
ALPHA, BETA, BEST, BEST_AT, BEST_SURE, ALL_SURE, FIRST, END, NEXT, DEPTH, KEY, BOARD, PASSED, MADE = range(14)
"""The fields of a frame: the window; the best value, the move that gave it, whether that is proven, whether all is; the
moves, and the next to try (once they are done, the pass); how deep to look; hashes; was the last move a pass; the move
whose answer is being looked for."""
FRAME = 16
DONE, STOPPED, NO_ROOM = 0, 1, 2
VALUE, SURE, MOVE, NODES, STATUS, ZERO_PLAYS, MOST_NODES = range(7)
"""What a search tells: the value, whether it is proven, the move (an index, PASS or NO_MOVE), positions looked at, how
it ended, plays that scored nothing (with which the argument about passes is no proof). The last one it is told."""
TOLD = 8
LOW, HIGH, GOOD = range(3)
"""What the table holds of a position: bounds of its value, proven, and the hash of a good move."""

ENTER, GO_ON, LEAVE = range(3)
_FIRST_OF_ALL, _KILLER, _OUT = 1 << 28, 1 << 20, 1 << 16


class Table(NamedTuple):
    """What is known about positions, by their hash."""

    keys: I64
    known: I64


class Hashes(NamedTuple):
    """Random numbers: of a letter on a square (a blank is SYMBOLS further on), of so many tiles of a symbol on the rack
    of the player to move and of the other, and of a pass."""

    squares: I64
    racks: I64
    passed: int


class Stack(NamedTuple):
    """One of each for every move of a line: lines of the board, racks of both players, frames, lines that the move
    changed; the moves of all of them one after the other; two moves that were good enough at this depth."""

    lines: I64
    racks: I32
    frames: I64
    changed: I64
    killers: I64


def new_stack(rows: int, columns: int, tiles: int) -> Stack:
    """Room for games of so many tiles: each play lays one, and there is one pass in between at most."""
    plies, longest = 2 * tiles + 4, max(rows, columns)
    return Stack(
        np.zeros((plies, 2, longest, longest, 8), np.int64),
        np.zeros((plies, 2, RACK_FIELDS), np.int32),
        np.zeros((plies, FRAME), np.int64),
        np.zeros((plies, 2), np.int64),
        np.zeros((plies, 2), np.int64),
    )


@kernel
def rack_value(rack: I32, values: I32) -> int:
    """What the tiles of a rack count."""
    total = 0
    for symbol in range(1, SYMBOLS):
        total += rack[symbol] * values[symbol]
    return total


@kernel
def key_of(frame: I64, mine: I32, yours: I32, hashes: Hashes) -> int:
    """The hash of a position."""
    key = frame[BOARD]
    for symbol in range(SYMBOLS):
        if mine[symbol]:
            key ^= hashes.racks[0, symbol, mine[symbol]]
        if yours[symbol]:
            key ^= hashes.racks[1, symbol, yours[symbol]]
    return int(key ^ hashes.passed) if frame[PASSED] else int(key)


@kernel
def put_in_order(moves: Moves, first: int, end: int, rack: I32, killers: I64, good: int, out: int) -> None:
    """Say how promising each move is: a move known to be good first, then those that go out, then by score and by how
    many tiles they get rid of."""
    for move in range(first, end):
        fields, hashed = moves.fields[move], moves.hashes[move]
        order = 2 * fields[MOVE_SCORE] + 3 * fields[MOVE_LAID]
        if fields[MOVE_LAID] == rack[TILES]:
            order += _OUT + 2 * out
        if hashed == good:
            order = _FIRST_OF_ALL
        elif hashed in (killers[0], killers[1]):
            order += _KILLER
        fields[MOVE_ORDER] = order


@kernel
def bring_best_first(moves: Moves, first: int, end: int) -> None:
    """Swap the most promising of the moves to the front."""
    best = first
    for move in range(first + 1, end):
        if moves.fields[move, MOVE_ORDER] > moves.fields[best, MOVE_ORDER]:
            best = move
    if best == first:
        return
    for field in range(MOVE_FIELDS):
        kept = moves.fields[first, field]
        moves.fields[first, field] = moves.fields[best, field]
        moves.fields[best, field] = kept
    for step in range(moves.words.shape[1]):
        letter = moves.words[first, step]
        moves.words[first, step] = moves.words[best, step]
        moves.words[best, step] = letter
    for place in range(moves.tiles.shape[1]):
        tile = moves.tiles[first, place]
        moves.tiles[first, place] = moves.tiles[best, place]
        moves.tiles[best, place] = tile
    hashed = moves.hashes[first]
    moves.hashes[first] = moves.hashes[best]
    moves.hashes[best] = hashed


@kernel
def note_value(frame: I64, value: int, sure: bool, move: int) -> bool:
    """Take note of what a move is worth; tells whether that is enough, so that no other need be tried."""
    if value > frame[BEST]:
        frame[BEST], frame[BEST_AT], frame[BEST_SURE] = value, move, sure
    frame[ALL_SURE] &= sure
    return bool(frame[BEST] >= frame[BETA])


@kernel
def remember(table: Table, frame: I64, moves: Moves, killers: I64) -> bool:
    """Keep what was found out about a position; tells whether its value is proven."""
    best, slot = frame[BEST], frame[KEY] & (len(table.keys) - 1)
    known = table.known[slot]
    if table.keys[slot] != frame[KEY]:
        table.keys[slot] = frame[KEY]
        known[LOW], known[HIGH], known[GOOD] = -INFINITE, INFINITE, 0
    enough = best >= frame[BETA]
    sure = bool(frame[BEST_SURE]) if enough else bool(frame[ALL_SURE])
    if sure:
        if enough or best > frame[ALPHA]:
            known[LOW] = max(known[LOW], best)
        if not enough:
            known[HIGH] = min(known[HIGH], best)
    if frame[BEST_AT] != NO_MOVE:
        known[GOOD] = PASS_HASH if frame[BEST_AT] == PASS else moves.hashes[frame[BEST_AT]]
        if enough and frame[BEST_AT] >= 0 and killers[0] != known[GOOD]:
            killers[1] = killers[0]
            killers[0] = known[GOOD]
    return sure


@kernel
def list_moves(
    ply: int,
    stack: Stack,
    moves: Moves,
    found: Found,
    room: Room,
    graph: Graph,
    game: Game,
    values: I32,
    hashes: Hashes,
) -> bool:
    """Find all plays of the player to move; those of two moves ago are kept where they still stand."""
    frame, rack = stack.frames[ply], stack.racks[ply, ply & 1]
    top = stack.frames[ply - 1, END] if ply > 0 else 0
    changed = np.zeros(2, np.int64)
    frame[FIRST] = top
    if ply < 2:
        changed[:] = -1
    else:
        changed[:] = stack.changed[ply - 1] | stack.changed[ply - 2]
        before = stack.frames[ply - 2]
        top = keep_moves(moves, before[FIRST], before[END], top, changed, rack)
    if top >= 0 and rack[TILES] > 0:
        hand = hand_of(rack[:SYMBOLS], values)
        here = Room(stack.lines[ply], room.frames, room.tiles, room.word, room.anchors)
        top = find_moves(moves, top, found, here, graph, game, hand, changed, hashes.squares)
    frame[END] = top
    return bool(top >= 0)


@kernel
def make(ply: int, stack: Stack, moves: Moves, graph: Graph, values: I32, rows: int, columns: int, move: int) -> None:
    """The position after a move, one ply on."""
    frame, after = stack.frames[ply], stack.frames[ply + 1]
    stack.lines[ply + 1] = stack.lines[ply]
    stack.racks[ply + 1] = stack.racks[ply]
    frame[MADE] = move
    after[BOARD], after[PASSED] = frame[BOARD], move == PASS
    after[DEPTH] = frame[DEPTH] - 1
    gained = 0 if move == PASS else moves.fields[move, MOVE_SCORE]
    after[ALPHA], after[BETA] = gained - frame[BETA], gained - max(frame[ALPHA], frame[BEST])
    stack.changed[ply] = 0
    if move != PASS:
        rack = stack.racks[ply + 1, ply & 1]
        for place in range(moves.fields[move, MOVE_LAID]):
            rack[moves.tiles[move, place]] -= 1
        rack[TILES] -= moves.fields[move, MOVE_LAID]
        after[BOARD] ^= moves.hashes[move]
        lay(stack.lines[ply + 1], rows, columns, moves, move, graph, values, stack.changed[ply])


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
    game: Game,
    values: I32,
    hashes: Hashes,
) -> None:
    """Lay out the board for the first frame; the racks are there already."""
    here = Room(stack.lines[0], room.frames, room.tiles, room.word, room.anchors)
    prepare(here, graph, game, letters, blanks, letter_times, word_times, values, starts)
    board = 0
    for row in range(letters.shape[0]):
        for column in range(letters.shape[1]):
            if letters[row, column] >= 0:
                board ^= hashes.squares[row, column, letters[row, column] + 1 + SYMBOLS * blanks[row, column]]
    stack.frames[0, BOARD] = board
    stack.killers[:] = 0


@kernel
def search(
    stack: Stack,
    moves: Moves,
    found: Found,
    room: Room,
    graph: Graph,
    game: Game,
    values: I32,
    hashes: Hashes,
    table: Table,
    told: I64,
    stop: U8,
) -> None:
    """Search from the first frame, whose window, depth and hashes are set."""
    rows, columns = hashes.squares.shape[0], hashes.squares.shape[1]
    frames, racks = stack.frames, stack.racks
    ply, doing, value, sure = 0, ENTER, 0, True
    told[NODES] = told[ZERO_PLAYS] = 0
    told[STATUS] = DONE
    while True:
        frame = frames[ply]
        mine, yours = racks[ply, ply & 1], racks[ply, 1 - (ply & 1)]
        if doing == ENTER:
            told[NODES] += 1
            if stop[0] or told[NODES] > told[MOST_NODES]:
                told[STATUS] = STOPPED
                return
            frame[KEY] = key_of(frame, mine, yours, hashes)
            slot, good = frame[KEY] & (len(table.keys) - 1), 0
            doing = GO_ON
            if table.keys[slot] == frame[KEY]:
                known = table.known[slot]
                good = known[GOOD]
                if ply > 0:
                    sure = True
                    if known[LOW] >= frame[BETA] or known[LOW] == known[HIGH]:
                        value, doing = known[LOW], LEAVE
                    elif known[HIGH] <= frame[ALPHA]:
                        value, doing = known[HIGH], LEAVE
            if doing == GO_ON and frame[DEPTH] == 0:
                value, sure, doing = (rack_value(yours, values) - rack_value(mine, values)) // 2 + 4, False, LEAVE
            if doing == GO_ON:
                if not list_moves(ply, stack, moves, found, room, graph, game, values, hashes):
                    told[STATUS] = NO_ROOM
                    return
                out = rack_value(yours, values)
                put_in_order(moves, frame[FIRST], frame[END], mine, stack.killers[ply], good, out)
                frame[BEST], frame[BEST_AT], frame[BEST_SURE] = -INFINITE, NO_MOVE, 0
                frame[ALL_SURE], frame[NEXT] = 1, frame[FIRST]
            continue
        if doing == LEAVE:
            if ply == 0:
                told[VALUE], told[SURE], told[MOVE] = value, sure, frame[BEST_AT]
                return
            ply -= 1
            frame = frames[ply]
            move = frame[MADE]
            gained = moves.fields[move, MOVE_SCORE] if move != PASS else 0
            enough = note_value(frame, gained - value, sure, move)
        elif frame[NEXT] > frame[END]:
            enough = True
        else:
            move, enough = frame[NEXT], False
            frame[NEXT] += 1
            if move == frame[END]:
                move = PASS
                if frame[PASSED]:
                    left = rack_value(yours, values) - rack_value(mine, values)
                    enough = note_value(frame, left, True, move)
                else:
                    make(ply, stack, moves, graph, values, rows, columns, move)
                    ply, doing = ply + 1, ENTER
            else:
                bring_best_first(moves, move, frame[END])
                gained = moves.fields[move, MOVE_SCORE]
                told[ZERO_PLAYS] += gained == 0
                if moves.fields[move, MOVE_LAID] == mine[TILES]:
                    enough = note_value(frame, gained + 2 * rack_value(yours, values), True, move)
                else:
                    make(ply, stack, moves, graph, values, rows, columns, move)
                    ply, doing = ply + 1, ENTER
            if doing == ENTER:
                continue
        doing = GO_ON
        if enough:
            sure = remember(table, frame, moves, stack.killers[ply])
            value, doing = frame[BEST], LEAVE
