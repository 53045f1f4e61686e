"""The moves of a position in an endgame: which there are, and in which order they are tried.

A play away from the squares that changed since the same player's last turn is still there, if the rack has its tiles:
so only what lies at such squares is searched again, and not even that where a known play turns out to be good enough.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_endgame_parts import (
    ALPHA,
    BEST,
    BETA,
    END,
    FIRST,
    MINE,
    MOST_OUTS,
    OUTS,
    POOL,
    Hashes,
    Stack,
    Table,
)
from entails.solvers.kernels.scrabble_found import Found
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS
from entails.solvers.kernels.scrabble_laying import (
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
    fits_rack,
    is_affected,
    note_changes,
)
from entails.solvers.kernels.scrabble_parts import Game, Graph, Room, Worth, hand_of
from entails.solvers.kernels.scrabble_single import find_single_moves

NO_ROOM, KNOWN_LISTED, FIRST_LISTED = -1, -2, -3
"""What listing known moves comes to, where it is not a move that is good enough at once."""

_FIRST_OF_ALL, _KILLER, _OUT = 1 << 28, 1 << 20, 1 << 16


@kernel
def kinds_of(rack: I32) -> int:
    """The kinds of tile on a rack, as a mask."""
    kinds = 0
    for symbol in range(SYMBOLS):
        kinds |= (rack[symbol] > 0) << symbol
    return kinds


@kernel
def keep_moves(stack: Stack, ply: int, moves: Moves, good: int, out: int) -> int:
    """List the moves of two plies ago that can still be made, one first that is known to be `good` here or was good in
    another place of this depth. Gives the first that ends the game with enough, by adding `out` to its score: then no
    others are wanted; else NO_ROOM, FIRST_LISTED when there is a good one, or KNOWN_LISTED."""
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
    """Find plays of the other's last turn with which the other could go out now, those that score most first."""
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
    """Can the other answer a play by going out with enough, with one of the plays that are known? And what the play is
    worth then at most."""
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
    """Begin a list with the plays that are known from the same player's last turn, see `keep_moves`."""
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
    found: Found,
    room: Room,
    graph: Graph,
    game: Game,
    values: I32,
    hashes: Hashes,
    worth: Worth,
) -> bool:
    """Complete a list; tells whether there was room."""
    frame, rack, unsearched = stack.frames[ply], stack.racks[ply, ply & 1], stack.unsearched[ply]
    first = top = frame[POOL]
    if rack[TILES] == 1:
        bonus = game.bonus if game.bonus_tiles <= 1 else 0
        top = find_single_moves(moves, first, stack.lines, rack, values, unsearched, hashes.squares, bonus)
    elif rack[TILES] > 1:
        hand = hand_of(rack[:SYMBOLS], values)
        here = Room(stack.lines, room.frames, room.tiles, room.word, room.anchors)
        top = find_moves(moves, first, found, here, graph, game, hand, worth, unsearched, hashes.squares)
    if top < 0 or frame[END] + top - first > len(stack.listed):
        return False
    for move in range(first, top):
        stack.listed[frame[END]] = move
        frame[END] += 1
    frame[POOL] = top
    unsearched[:] = 0
    return True


@kernel
def put_in_order(stack: Stack, ply: int, moves: Moves, table: Table, good: int, out: int) -> None:
    """Say how promising each move is: a move known to be good first, then those that were good elsewhere, those that go
    out, and by score and what they get rid of."""
    frame, rack, killers = stack.frames[ply], stack.racks[ply, ply & 1], stack.killers[ply]
    last = len(table.history) - 1
    for at in range(frame[FIRST], frame[END]):
        move = stack.listed[at]
        fields, hashed = moves.fields[move], moves.hashes[move]
        order = 4 * fields[MOVE_SCORE] + 4 * fields[MOVE_LAID] + 2 * fields[MOVE_FACE] + table.history[hashed & last]
        if fields[MOVE_LAID] == rack[TILES]:
            order += _OUT + 4 * out
        if hashed == good:
            order = _FIRST_OF_ALL
        elif hashed == killers[0] or hashed == killers[1]:
            order += _KILLER
        stack.order[at] = order


@kernel
def bring_best_first(stack: Stack, first: int, end: int) -> None:
    """Swap the most promising of the moves to the front."""
    best = first
    for at in range(first + 1, end):
        if stack.order[at] > stack.order[best]:
            best = at
    move, order = stack.listed[best], stack.order[best]
    stack.listed[best], stack.order[best] = stack.listed[first], stack.order[first]
    stack.listed[first], stack.order[first] = move, order
