"""Endgame search: with an empty bag both racks are known, so the game is searched to its end.

Alpha-beta (Knuth and Moore 1975) on the difference of points still to come, from the view of the player to move. Every
legal play and the pass are tried. Proven bounds of positions are stored in a table, and a good move even if nothing is
proven. `search` has its own stack: a frame for each move of the current line.

Two passes in a row end the game here, though rule books require more. That changes no value: a third pass would restore
the same position with the same player to move, and a player who gains by playing there could have played before. Plays
without score (blanks among blanks) break this argument, since rule books count them like passes. If they occur, the
search counts turns as the rules do.

The first plies are widened: each move gets a share of positions, and is set aside when it is spent. So a hard move does
not hide an easy proof behind it. The next round gives the moves set aside a larger share.
"""

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import GameArrays, Graph, PlayBuffer, Room, Worth
from entails.solvers.kernels.scrabble_ceilings import MOST_TILES, USUAL_CEILINGS, Ceilings, find_ceiling
from entails.solvers.kernels.scrabble_endgame_moves import (
    KNOWN_LISTED,
    NO_ROOM,
    bring_best_first,
    list_known,
    list_others,
    list_outs,
    put_in_order,
)
from entails.solvers.kernels.scrabble_endgame_state import (
    ALL_COUNT,
    ALL_SURE,
    ALPHA,
    BEST,
    BEST_AT,
    BEST_SURE,
    BETA,
    BOUNDED,
    DEPTH,
    END,
    ENTERED,
    FIRST,
    GOOD,
    HIGH,
    INFINITE,
    KEY,
    LAST,
    LOW,
    MADE,
    MINE,
    MOST_ZEROS,
    NEXT,
    NO_MOVE,
    OPEN,
    OUTS,
    PARTLY,
    PASS,
    PASSED,
    SHARE,
    UNTIL,
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
from entails.solvers.kernels.scrabble_graph import I32, I64, U8
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
    is_affected,
    note_changes,
)


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


FULL_DEPTH = 10_000
UNLIMITED = 1 << 60
PASS_HASH = 1
DONE, STOPPED, OUT_OF_ROOM = 0, 1, 2
VALUE, SURE, MOVE, NODES, STATUS, ZERO_PLAYS, MOST_NODES, BASE, MOVE_WANTED = range(9)
"""The fields of `statistics`.

They are the value, whether it is proven, the move (an index, PASS or NO_MOVE),
positions visited, status, plays without score that did not count as passes; the last three, inputs, are the node
limit, the first ply, and whether a move that reaches the value is wanted.
"""
RESULTS = 9
MOST_HISTORY = 400
_WIDENED, _FIRST_SHARE, _SHARE_SHIFT, _MORE = 4, 1000, 2, 3
"""Number of plies whose moves get shares of the search, the first share, how shares shrink by ply and grow by round."""
_WAIT_IF_LIKELY, _WAIT_IF_UNLIKELY = 16, 64
"""Positions that are searched before a ceiling is computed; doubled with each tile of its rack, like its cost."""
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
    put_in_order(stack, ply, moves, table, good, frame[YOURS], hashes)
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
    base: int,
) -> tuple[int, int, bool]:
    """Start the search of a position; return the next action, the value if it is known, and whether that is proven."""
    frame = stack.frames[ply]
    mine, yours = stack.racks[ply, ply & 1], stack.racks[ply, 1 - (ply & 1)]
    frame[KEY] = key_of(stack, ply, hashes)
    is_known, low, high, good = look_up(table, frame[KEY])
    if is_known and ply > base:
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
    frame[SHARE], frame[OPEN], frame[LAST], frame[PASSED] = share_at(ply - base, frame[DEPTH]), 0, NO_MOVE, 0
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
def share_at(ply: int, depth: int) -> int:
    """Return the positions that each move of a ply gets at first; 0 if they are not limited."""
    if depth < FULL_DEPTH // 2 or ply >= _WIDENED:
        return 0
    return _FIRST_SHARE >> (_SHARE_SHIFT * ply)


@kernel
def set_aside(stack: Stack, frame: I64) -> None:
    """Keep a move whose share is spent for the next round: gather it with others at the front of the list."""
    if frame[MADE] == PASS:
        frame[PASSED] = 1
        return
    at, front = frame[NEXT] - 1, frame[FIRST] + frame[OPEN]
    stack.listed[at], stack.listed[front] = stack.listed[front], stack.listed[at]
    frame[OPEN] += 1


@kernel
def begin_round(frame: I64) -> None:
    """Try the moves that were set aside again, with a larger share."""
    frame[SHARE] *= _MORE
    frame[LAST] = frame[FIRST] + frame[OPEN]
    frame[NEXT], frame[OPEN] = frame[FIRST], 0


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
def remember_bounds(table: BoundTable, key: int, low: int, high: int) -> None:
    """Tighten the proven bounds of a position in the table."""
    _, known_low, known_high, good = look_up(table, key)
    low, high = max(low, known_low), min(high, known_high)
    known = table.known[key & (len(table.known) - 1)]
    known[WHOSE], known[LOW], known[HIGH], known[GOOD] = key ^ low ^ high ^ good, low, high, good


@kernel
def is_of_mover(frame: I64) -> bool:
    """Return whether the ceiling of the player to move is more likely to decide a position than the opponent's."""
    return bool(frame[ALPHA] >= (frame[YOURS] - frame[MINE]) // 2)


@kernel
def ceiling_wait(stack: Stack, ply: int, is_first: bool, is_move_wanted: bool) -> int:
    """Return the number of positions to search before a ceiling is computed: more if it is unlikely to decide.

    The ceiling of the opponent proves a value, but of the moves only the pass reaches it.
    """
    frame = stack.frames[ply]
    if is_of_mover(frame):
        tiles, gap = stack.racks[ply, ply & 1, TILES], frame[ALPHA] - frame[YOURS]
    else:
        tiles, gap = stack.racks[ply, 1 - (ply & 1), TILES], -frame[BETA] - frame[MINE]
    if tiles > MOST_TILES or (is_first and is_move_wanted and not is_of_mover(frame)):
        return UNLIMITED
    if gap < USUAL_CEILINGS[tiles]:
        return int(_WAIT_IF_UNLIKELY << tiles)
    return 0 if is_first else int(_WAIT_IF_LIKELY << tiles)


@kernel
def apply_ceiling(
    ply: int,
    stack: Stack,
    graph: Graph,
    game: GameArrays,
    values: I32,
    table: BoundTable,
    ceilings: Ceilings,
    rows: int,
    columns: int,
) -> tuple[bool, int]:
    """Return whether a ceiling decides a position, and its value or a bound outside the window."""
    frame = stack.frames[ply]
    frame[BOUNDED] = 1
    is_mine, me = is_of_mover(frame), ply & 1
    theirs, rack = (frame[YOURS], stack.racks[ply, me]) if is_mine else (frame[MINE], stack.racks[ply, 1 - me])
    ceiling = find_ceiling(
        ceilings, stack.lines, rows, columns, graph, values, rack, theirs, game.bonus, game.bonus_tiles
    )
    if is_mine and ceiling <= frame[ALPHA]:
        remember_bounds(table, frame[KEY], -INFINITE, ceiling)
        return True, ceiling
    if not is_mine and -ceiling >= frame[BETA]:
        remember_bounds(table, frame[KEY], -ceiling, INFINITE)
        return True, -ceiling
    return False, 0


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
    ceilings: Ceilings,
) -> None:
    """Search from the frame of the first ply, whose window, depth and hashes are set."""
    rows, columns = hashes.squares.shape[0], hashes.squares.shape[1]
    frames, racks, changed = stack.frames, stack.racks, np.zeros_like(stack.changed[0])
    worth = by_score(0)
    base = int(statistics[BASE])
    ply, doing, value, sure = base, ENTER, 0, True
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
            frame[ENTERED], frame[BOUNDED] = statistics[NODES], 0
            spent = -1
            for before in range(base, min(ply, base + _WIDENED)):
                if frames[before, SHARE] > 0 and statistics[NODES] > frames[before, UNTIL]:
                    spent = before
                    break
            if spent >= 0:
                while ply > spent:
                    unmake(ply, stack)
                    ply -= 1
                set_aside(stack, frames[ply])
                doing = GO_ON
                continue
            doing, value, sure = enter(ply, stack, moves, buffer, room, graph, game, values, hashes, table, worth, base)
            if doing == ENTER:
                statistics[STATUS] = OUT_OF_ROOM
                return
            continue
        if doing == LEAVE:
            if ply == base:
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
        elif (
            not frame[BOUNDED]
            and frame[DEPTH] > FULL_DEPTH // 2
            and statistics[NODES] - frame[ENTERED]
            >= ceiling_wait(stack, ply, ply == base, bool(statistics[MOVE_WANTED]))
        ):
            is_known, value = apply_ceiling(ply, stack, graph, game, values, table, ceilings, rows, columns)
            if is_known:
                sure, doing = True, LEAVE
            continue
        elif frame[NEXT] > frame[END]:
            enough = frame[OPEN] == 0 and frame[PASSED] == 0
            if not enough:
                begin_round(frame)
                continue
        else:
            if frame[NEXT] == frame[LAST]:  # the moves of this round are tried
                frame[NEXT] = frame[END]
                if frame[PASSED]:
                    frame[PASSED] = 0
                else:
                    frame[NEXT] += 1
                    continue
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
                if at < frame[FIRST] + SORTED and not frame[PARTLY] and frame[LAST] == NO_MOVE:
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
                frame[UNTIL] = statistics[NODES] + frame[SHARE]
                make(ply, stack, moves, graph, values, hashes, rows, columns, move)
                ply += 1
                continue
        doing = GO_ON
        if enough:
            sure = remember(table, frame, moves, stack.killers[ply], racks[ply, ply & 1, TILES])
            value, doing = frame[BEST], LEAVE
