"""Endgame search: with an empty bag both racks are known, so the game is searched to its end.

Alpha-beta (Knuth and Moore 1975) on the difference of points still to come, from the view of the player to move. Every
legal play and the pass are tried. Proven bounds of positions are stored in a table, and a good move even if nothing is
proven. `search` has its own stack: a frame for each move of the current line.

Two passes in a row end the game here, though rule books require more. That changes no value: a third pass would restore
the same position with the same player to move, and a player who gains by playing there could have played before. Plays
without score (blanks among blanks) break this argument, since rule books count them like passes. If they occur, the
search counts turns as the rules do.

Moves are kept between turns. A play away from the squares that changed since the same player's last turn is still
legal if the rack has its tiles. So only plays at changed squares are searched again, and not even those if a known play
is good enough.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import GameArrays, Graph, PlayBuffer, Room, Worth, hand_of
from entails.solvers.kernels.scrabble_bounds import by_score
from entails.solvers.kernels.scrabble_endgame_state import (
    ALL_COUNT,
    ALL_SURE,
    ALPHA,
    BEST,
    BEST_AT,
    BEST_SURE,
    BETA,
    DEPTH,
    END,
    FIRST,
    GOOD,
    HIGH,
    INFINITE,
    KEY,
    LOW,
    MADE,
    MINE,
    MOST_OUTS,
    MOST_ZEROS,
    NEXT,
    NO_MOVE,
    OUTS,
    PARTLY,
    PASS,
    POOL,
    WHOSE,
    YOURS,
    ZEROS,
    BoundTable,
    Hashes,
    Stack,
    key_after,
    key_of,
    look_up,
    make,
    rack_value,
    unmake,
    zeros_after,
)
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from entails.solvers.kernels.scrabble_moves import (
    MOVE_FACE,
    MOVE_LAID,
    MOVE_LENGTH,
    MOVE_LINE,
    MOVE_SCORE,
    MOVE_START,
    MOVE_WAY,
    TILES,
    Moves,
    find_moves,
    find_single_moves,
    fits_rack,
    is_affected,
    note_changes,
)

NO_ROOM, KNOWN_LISTED, FIRST_LISTED = -1, -2, -3
"""Results of listing known moves, other than a move that is good enough at once."""

_FIRST_OF_ALL, _KILLER, _OUT = 1 << 28, 1 << 20, 1 << 16


@kernel
def kinds_of(rack: I32) -> int:
    """Return the symbols on a rack as a mask."""
    kinds = 0
    for symbol in range(SYMBOLS):
        kinds |= (rack[symbol] > 0) << symbol
    return kinds


@kernel
def keep_moves(stack: Stack, ply: int, moves: Moves, good: int, out: int) -> int:
    """List the player's moves from two plies ago that are still possible, starting with one known to be good.

    That is the move `good` of the table, or one that was good elsewhere at this depth. Return the first move that ends
    the game with enough, with `out` added to its score; else NO_ROOM, FIRST_LISTED if there is a good one, or
    KNOWN_LISTED.
    """
    frame, rack, killers = stack.frames[ply], stack.racks[ply, ply & 1], stack.killers[ply]
    before, top, kinds, changed = stack.frames[ply - 2], frame[FIRST], kinds_of(rack), stack.unsearched[ply]
    best, promise = -1, 0
    for at in range(before[FIRST], before[END]):
        move = stack.listed[at]
        fields = moves.fields[move]
        if moves.kinds[move] & ~kinds:
            continue
        if is_affected(changed, fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH]):
            continue
        if not fits_rack(moves.tiles[move], fields[MOVE_LAID], rack):
            continue
        if fields[MOVE_LAID] == rack[TILES] and fields[MOVE_SCORE] + out >= frame[BETA]:
            return int(move)
        if top >= len(stack.listed):
            return NO_ROOM
        hashed = moves.hashes[move]
        promised = 3 if hashed == good else 2 if hashed == killers[0] else 1 if hashed == killers[1] else 0
        if promised > promise:
            best, promise = top, promised
        stack.listed[top] = move
        top += 1
    frame[END] = top
    if best < 0:
        return KNOWN_LISTED
    move, stack.listed[best] = stack.listed[best], stack.listed[frame[FIRST]]
    stack.listed[frame[FIRST]] = move
    return FIRST_LISTED


@kernel
def list_outs(stack: Stack, ply: int, moves: Moves) -> None:
    """List the plays from the opponent's last turn that would end the game now, highest score first."""
    frame, outs, count = stack.frames[ply], stack.outs[ply], 0
    if ply > 0:
        before, rack, changed = stack.frames[ply - 1], stack.racks[ply, 1 - (ply & 1)], stack.changed[ply - 1]
        kinds = kinds_of(rack)
        for at in range(before[FIRST], before[END]):
            move = stack.listed[at]
            fields = moves.fields[move]
            if fields[MOVE_LAID] != rack[TILES] or moves.kinds[move] & ~kinds:
                continue
            if is_affected(changed, fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH]):
                continue
            if not fits_rack(moves.tiles[move], fields[MOVE_LAID], rack):
                continue
            place = min(count, MOST_OUTS - 1)
            if count == MOST_OUTS and moves.fields[outs[place], MOVE_SCORE] >= fields[MOVE_SCORE]:
                continue
            while place > 0 and moves.fields[outs[place - 1], MOVE_SCORE] < fields[MOVE_SCORE]:
                outs[place] = outs[place - 1]
                place -= 1
            outs[place] = move
            count = min(count + 1, MOST_OUTS)
    frame[OUTS] = count


@kernel
def is_answered(
    stack: Stack, ply: int, moves: Moves, move: int, rows: int, columns: int, changed: I64
) -> tuple[bool, int]:
    """Return whether the opponent can go out in reply with enough points, and an upper bound of the move's value."""
    frame, outs, fields = stack.frames[ply], stack.outs[ply], moves.fields[move]
    gained = fields[MOVE_SCORE] - 2 * (frame[MINE] - fields[MOVE_FACE])
    wanted, looked = max(frame[ALPHA], frame[BEST]), False
    for place in range(frame[OUTS]):
        answer = moves.fields[outs[place]]
        if gained - answer[MOVE_SCORE] > wanted:
            break
        if not looked:
            note_changes(stack.lines, rows, columns, moves, move, changed)
            looked = True
        if not is_affected(changed, answer[MOVE_WAY], answer[MOVE_LINE], answer[MOVE_START], answer[MOVE_LENGTH]):
            return True, int(gained - answer[MOVE_SCORE])
    return False, 0


@kernel
def list_known(ply: int, stack: Stack, moves: Moves, good: int, out: int) -> int:
    """Start a move list with the plays of the same player's last turn; return the result of `keep_moves`."""
    frame, unsearched = stack.frames[ply], stack.unsearched[ply]
    frame[FIRST] = frame[END] = stack.frames[ply - 1, END] if ply > 0 else 0
    frame[POOL] = stack.frames[ply - 1, POOL] if ply > 0 else 0
    if ply < 2:
        unsearched[:] = -1
        return KNOWN_LISTED
    for way in range(2):
        for line in range(unsearched.shape[1]):
            since = stack.changed[ply - 1, way, line] | stack.changed[ply - 2, way, line]
            unsearched[way, line] = since | stack.unsearched[ply - 2, way, line]
    return keep_moves(stack, ply, moves, good, out)


@kernel
def list_others(
    ply: int,
    stack: Stack,
    moves: Moves,
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    values: I32,
    hashes: Hashes,
    worth: Worth,
) -> bool:
    """Complete a move list; return False if it does not fit."""
    frame, rack, unsearched = stack.frames[ply], stack.racks[ply, ply & 1], stack.unsearched[ply]
    first = top = frame[POOL]
    if rack[TILES] == 1:
        bonus = game.bonus if game.bonus_tiles <= 1 else 0
        top = find_single_moves(moves, first, stack.lines, rack, values, unsearched, hashes.squares, bonus)
    elif rack[TILES] > 1:
        hand = hand_of(rack[:SYMBOLS], values)
        here = Room(stack.lines, room.frames, room.tiles, room.word, room.anchors)
        top = find_moves(moves, first, buffer, here, graph, game, hand, worth, unsearched, hashes.squares)
    if top < 0 or frame[END] + top - first > len(stack.listed):
        return False
    for move in range(first, top):
        stack.listed[frame[END]] = move
        frame[END] += 1
    frame[POOL] = top
    unsearched[:] = 0
    return True


@kernel
def put_in_order(stack: Stack, ply: int, moves: Moves, table: BoundTable, good: int, out: int) -> None:
    """Order moves: a known good move first, then moves good elsewhere, those that go out, then by score and tiles.

    Tiles count more for a player for whom it is enough to end the game soon.
    """
    frame, rack, killers = stack.frames[ply], stack.racks[ply, ply & 1], stack.killers[ply]
    last = len(table.history) - 1
    enough = frame[YOURS] - frame[MINE] - frame[BETA]
    per_tile = 4 + min(max(enough, 0), 60) // 2
    for at in range(frame[FIRST], frame[END]):
        move = stack.listed[at]
        fields, hashed = moves.fields[move], moves.hashes[move]
        order = 4 * fields[MOVE_SCORE] + per_tile * fields[MOVE_LAID] + 2 * fields[MOVE_FACE]
        order += table.history[hashed & last]
        if fields[MOVE_LAID] == rack[TILES]:
            order += _OUT + 4 * out
        if hashed == good:
            order = _FIRST_OF_ALL
        elif hashed == killers[0] or hashed == killers[1]:
            order += _KILLER
        stack.order[at] = order


@kernel
def bring_best_first(stack: Stack, first: int, end: int) -> None:
    """Swap the most promising move of a range to its front."""
    best = first
    for at in range(first + 1, end):
        if stack.order[at] > stack.order[best]:
            best = at
    move, order = stack.listed[best], stack.order[best]
    stack.listed[best], stack.order[best] = stack.listed[first], stack.order[first]
    stack.listed[first], stack.order[first] = move, order


FULL_DEPTH = 10_000
UNLIMITED = 1 << 60
PASS_HASH = 1
DONE, STOPPED, OUT_OF_ROOM = 0, 1, 2
VALUE, SURE, MOVE, NODES, STATUS, ZERO_PLAYS, MOST_NODES = range(7)
"""The fields of `statistics`.

They are the value, whether it is proven, the move (an index, PASS or NO_MOVE),
positions visited, status, plays without score that did not count as passes; the last one, an input, is the node
limit.
"""
RESULTS = 8
MOST_HISTORY = 400
SORTED = 24
"""Number of promising moves that are put in order; if none is good enough, the order of the others does not matter."""

ENTER, GO_ON, LEAVE = range(3)


@kernel
def note_value(frame: I64, value: int, sure: bool, move: int) -> bool:
    """Record the value of a move; return whether it suffices, so that no other move need be tried."""
    if value > frame[BEST]:
        frame[BEST], frame[BEST_AT], frame[BEST_SURE] = value, move, sure
    frame[ALL_SURE] &= sure
    return bool(frame[BEST] >= frame[BETA])


@kernel
def remember(table: BoundTable, frame: I64, moves: Moves, killers: I64, tiles: int) -> bool:
    """Store the result of a position in the table; return whether its value is proven."""
    best, key = frame[BEST], frame[KEY]
    _, low, high, good = look_up(table, key)
    enough = best >= frame[BETA]
    sure = bool(frame[BEST_SURE]) if enough else bool(frame[ALL_SURE])
    if sure:
        if enough or best > frame[ALPHA]:
            low = max(low, best)
        if not enough:
            high = min(high, best)
    if frame[BEST_AT] != NO_MOVE:
        good = PASS_HASH if frame[BEST_AT] == PASS else moves.hashes[frame[BEST_AT]]
        if enough and frame[BEST_AT] >= 0:
            at = good & (len(table.history) - 1)
            table.history[at] = min(table.history[at] + tiles, MOST_HISTORY)
            if killers[0] != good:
                killers[1] = killers[0]
                killers[0] = good
    known = table.known[key & (len(table.known) - 1)]
    known[WHOSE], known[LOW], known[HIGH], known[GOOD] = key ^ low ^ high ^ good, low, high, good
    return sure


@kernel
def complete(
    ply: int,
    stack: Stack,
    moves: Moves,
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    values: I32,
    hashes: Hashes,
    table: BoundTable,
    worth: Worth,
    good: int,
) -> bool:
    """List the remaining moves and order the whole list; return False if it does not fit."""
    frame = stack.frames[ply]
    if not list_others(ply, stack, moves, buffer, room, graph, game, values, hashes, worth):
        return False
    list_outs(stack, ply, moves)
    put_in_order(stack, ply, moves, table, good, frame[YOURS])
    frame[PARTLY] = 0
    return True


@kernel
def enter(
    ply: int,
    stack: Stack,
    moves: Moves,
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    values: I32,
    hashes: Hashes,
    table: BoundTable,
    worth: Worth,
) -> tuple[int, int, bool]:
    """Start the search of a position; return the next action, the value if it is known, and whether that is proven."""
    frame = stack.frames[ply]
    mine, yours = stack.racks[ply, ply & 1], stack.racks[ply, 1 - (ply & 1)]
    frame[KEY] = key_of(stack, ply, hashes)
    is_known, low, high, good = look_up(table, frame[KEY])
    if is_known and ply > 0:
        if low >= frame[BETA] or low == high:
            return LEAVE, low, True
        if high <= frame[ALPHA]:
            return LEAVE, high, True
    frame[MINE], frame[YOURS] = rack_value(mine, values), rack_value(yours, values)
    left = frame[YOURS]
    if frame[DEPTH] == 0:
        return LEAVE, int(left - frame[MINE]) // 2 + 4, False
    frame[BEST], frame[BEST_AT], frame[BEST_SURE] = -INFINITE, NO_MOVE, 0
    frame[ALL_SURE], frame[OUTS] = 1, 0
    enough = list_known(ply, stack, moves, good, 2 * left)
    frame[NEXT], frame[PARTLY] = frame[FIRST], 1
    if enough >= 0:
        value = moves.fields[enough, MOVE_SCORE] + 2 * left
        note_value(frame, value, True, enough)
        remember(table, frame, moves, stack.killers[ply], mine[TILES])
        return LEAVE, int(value), True
    if enough == NO_ROOM:
        return ENTER, 0, False
    if enough == KNOWN_LISTED and not complete(
        ply, stack, moves, buffer, room, graph, game, values, hashes, table, worth, good
    ):
        return ENTER, 0, False
    return GO_ON, 0, True


@kernel
def known_after(ply: int, stack: Stack, moves: Moves, move: int, hashes: Hashes, table: BoundTable) -> tuple[bool, int]:
    """Return whether the position after a play is known well enough, and the play's value."""
    key, frame = key_after(stack, ply, moves, move, hashes), stack.frames[ply]
    gained = moves.fields[move, MOVE_SCORE]
    is_known, low, high, _ = look_up(table, key)
    if not is_known:
        return False, 0
    if low == high or gained - low <= max(frame[ALPHA], frame[BEST]):
        return True, int(gained - low)
    return bool(gained - high >= frame[BETA]), int(gained - high)


@kernel
def search(
    stack: Stack,
    moves: Moves,
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    values: I32,
    hashes: Hashes,
    table: BoundTable,
    statistics: I64,
    stop: U8,
) -> None:
    """Search from the root frame, whose window, depth and hashes are set."""
    rows, columns = hashes.squares.shape[0], hashes.squares.shape[1]
    frames, racks, changed = stack.frames, stack.racks, np.zeros_like(stack.changed[0])
    worth = by_score(0)
    ply, doing, value, sure = 0, ENTER, 0, True
    statistics[NODES] = statistics[ZERO_PLAYS] = 0
    statistics[STATUS] = DONE
    while True:
        frame = frames[ply]
        mine = racks[ply, ply & 1]
        if doing == ENTER:
            statistics[NODES] += 1
            if stop[0] or statistics[NODES] > statistics[MOST_NODES]:
                statistics[STATUS] = STOPPED
                return
            doing, value, sure = enter(ply, stack, moves, buffer, room, graph, game, values, hashes, table, worth)
            if doing == ENTER:
                statistics[STATUS] = OUT_OF_ROOM
                return
            continue
        if doing == LEAVE:
            if ply == 0:
                statistics[VALUE], statistics[SURE], statistics[MOVE] = value, sure, frame[BEST_AT]
                return
            unmake(ply, stack)
            ply -= 1
            frame = frames[ply]
            move = frame[MADE]
            gained = moves.fields[move, MOVE_SCORE] if move != PASS else 0
            enough = note_value(frame, gained - value, sure, move)
        elif frame[PARTLY] and frame[NEXT] > frame[FIRST]:
            enough = False
            if not complete(ply, stack, moves, buffer, room, graph, game, values, hashes, table, worth, 0):
                statistics[STATUS] = OUT_OF_ROOM
                return
        elif frame[NEXT] > frame[END]:
            enough = True
        else:
            at, move, enough = frame[NEXT], PASS, False
            frame[NEXT] += 1
            if at == frame[END]:
                left = frame[YOURS] - frame[MINE]
                until_end = stack.ending[MOST_ZEROS] - frame[ZEROS]
                # if the opponent can end the game by passing too, a pass is worth at most the end value
                if until_end <= 1 or (until_end == 2 and left <= max(frame[ALPHA], frame[BEST])):
                    enough = note_value(frame, left, True, move)
                else:
                    doing = ENTER
            else:
                if at < frame[FIRST] + SORTED and not frame[PARTLY]:
                    bring_best_first(stack, at, frame[END])
                move = stack.listed[at]
                gained = moves.fields[move, MOVE_SCORE]
                statistics[ZERO_PLAYS] += gained == 0 and not stack.ending[ALL_COUNT]
                if moves.fields[move, MOVE_LAID] == mine[TILES]:
                    enough = note_value(frame, gained + 2 * frame[YOURS], True, move)
                elif zeros_after(stack, ply, moves, move) >= stack.ending[MOST_ZEROS]:
                    left = frame[YOURS] - frame[MINE] + moves.fields[move, MOVE_FACE]
                    enough = note_value(frame, left, True, move)
                else:
                    is_known, value = is_answered(stack, ply, moves, move, rows, columns, changed)
                    if not is_known:
                        is_known, value = known_after(ply, stack, moves, move, hashes, table)
                    if is_known:
                        enough = note_value(frame, value, True, move)
                    else:
                        doing = ENTER
            if doing == ENTER:
                make(ply, stack, moves, graph, values, hashes, rows, columns, move)
                ply += 1
                continue
        doing = GO_ON
        if enough:
            sure = remember(table, frame, moves, stack.killers[ply], racks[ply, ply & 1, TILES])
            value, doing = frame[BEST], LEAVE
