"""Lists of the moves of a position in an endgame search, and their order.

Moves are kept between turns. A play away from the squares that changed since the same player's last turn is still
legal if the rack has its tiles. So only plays at changed squares are searched again, and not even those if a known play
is good enough.
"""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import GameArrays, Graph, PlayBuffer, Room, Worth, hand_of
from entails.solvers.kernels.scrabble_endgame_state import (
    BETA,
    BOARD,
    END,
    FIRST,
    LOGGED,
    MINE,
    MOST_OUTS,
    OUTS,
    POOL,
    RESTS,
    YOURS,
    BoundTable,
    Hashes,
    Stack,
)
from entails.solvers.kernels.scrabble_graph import I32, SYMBOLS
from entails.solvers.kernels.scrabble_leaves import by_score
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
    lay,
    note_changes,
)

NO_ROOM, KNOWN_LISTED, FIRST_LISTED = -1, -2, -3
"""Results of listing known moves, other than a move that is good enough at once."""

_FIRST_OF_ALL, _KILLER, _OUT = 1 << 28, 1 << 20, 1 << 16
_FAR_AHEAD = 120
"""A lead from which tiles laid do not count more."""


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
def tiles_hash(moves: Moves, move: int, hashes: Hashes) -> int:
    """Return a hash of the tiles that a move lays; the sum of two is the hash of all their tiles."""
    total = 0
    for place in range(moves.fields[move, MOVE_LAID]):
        total += hashes.squares[0, 0, moves.tiles[move, place]]
    return total


@kernel
def note_rests(stack: Stack, ply: int, moves: Moves, hashes: Hashes) -> int:
    """Enter the listed moves in `rests`, the best for each hash of tiles; return the stamp of valid entries."""
    frame, rests = stack.frames[ply], stack.rests
    rests[RESTS, 0] += 1
    stamp = rests[RESTS, 0]
    for at in range(frame[FIRST], frame[END]):
        move = stack.listed[at]
        total = tiles_hash(moves, move, hashes)
        entry = rests[(total >> 8) & (RESTS - 1)]
        if entry[1] == stamp and moves.fields[entry[2], MOVE_SCORE] >= moves.fields[move, MOVE_SCORE]:
            continue
        entry[0], entry[1], entry[2] = total, stamp, move
    return int(stamp)


@kernel
def are_apart(left: I32, right: I32) -> bool:
    """Return whether two moves neither cross nor touch."""
    if left[MOVE_WAY] == right[MOVE_WAY]:
        if abs(left[MOVE_LINE] - right[MOVE_LINE]) > 1:
            return True
        after = left[MOVE_START] > right[MOVE_START] + right[MOVE_LENGTH]
        return bool(after or right[MOVE_START] > left[MOVE_START] + left[MOVE_LENGTH])
    if right[MOVE_LINE] < left[MOVE_START] - 1 or right[MOVE_LINE] > left[MOVE_START] + left[MOVE_LENGTH]:
        return True
    return bool(left[MOVE_LINE] < right[MOVE_START] - 1 or left[MOVE_LINE] > right[MOVE_START] + right[MOVE_LENGTH])


@kernel
def put_in_order(stack: Stack, ply: int, moves: Moves, table: BoundTable, good: int, out: int, hashes: Hashes) -> None:
    """Order moves: a known good move first, then moves good elsewhere, those that go out, then by score and tiles.

    Tiles count more for a player for whom it is enough to end the game soon. A move after which a listed move goes out
    gets a part of that move's score.
    """
    frame, rack, killers = stack.frames[ply], stack.racks[ply, ply & 1], stack.killers[ply]
    last = len(table.history) - 1
    enough = frame[YOURS] - frame[MINE] - frame[BETA]
    per_tile = 4 + min(max(enough, 0), _FAR_AHEAD) // 2
    stamp = note_rests(stack, ply, moves, hashes)
    all_tiles = 0
    for symbol in range(SYMBOLS):
        all_tiles += rack[symbol] * hashes.squares[0, 0, symbol]
    for at in range(frame[FIRST], frame[END]):
        move = stack.listed[at]
        fields, hashed = moves.fields[move], moves.hashes[move]
        order = 4 * fields[MOVE_SCORE] + per_tile * fields[MOVE_LAID] + 2 * fields[MOVE_FACE]
        order += table.history[hashed & last]
        if fields[MOVE_LAID] == rack[TILES]:
            order += _OUT + 4 * out
        else:
            rest = all_tiles - tiles_hash(moves, move, hashes)
            entry = stack.rests[(rest >> 8) & (RESTS - 1)]
            if entry[0] == rest and entry[1] == stamp:
                second = moves.fields[entry[2]]
                if are_apart(fields, second):
                    order += 2 * second[MOVE_SCORE] + per_tile * second[MOVE_LAID] // 2
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


@kernel
def list_before(
    stack: Stack,
    moves: Moves,
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    values: I32,
    hashes: Hashes,
) -> bool:
    """List every play of the racks of plies 0 and 1 on the same board; return whether there was room.

    The plays after a play at ply 1 are taken from these lists, see `begin_after`.
    """
    worth = by_score(0)
    for ply in range(2):
        list_known(ply, stack, moves, 0, 0)
        if not list_others(ply, stack, moves, buffer, room, graph, game, values, hashes, worth):
            return False
    return True


@kernel
def begin_after(stack: Stack, moves: Moves, graph: Graph, values: I32, rows: int, columns: int, played: int) -> bool:
    """Make a play of the list of ply 1, given by its hash, so that a search can begin at ply 2.

    The board before it and the racks after it are laid out at ply 0. Return whether the play is in the list.
    """
    before, frame = stack.frames[1], stack.frames[2]
    stack.unsearched[:2] = 0
    stack.changed[0] = 0
    for at in range(before[FIRST], before[END]):
        move = stack.listed[at]
        if moves.hashes[move] == played:
            note_changes(stack.lines, rows, columns, moves, move, stack.changed[1])
            frame[LOGGED] = lay(stack.lines, rows, columns, moves, move, graph, values, stack.log, 0)
            frame[BOARD] = stack.frames[0, BOARD] ^ played
            stack.racks[2], stack.rack_hashes[2] = stack.racks[0], stack.rack_hashes[0]
            return True
    return False
