"""Whole games in compiled code: choose a move, lay it, draw, and repeat until the game ends.

The moves are those of `entails.models.scrabble.game` and of the players `best` and `equity`, tile for tile. Draws use
random numbers that are passed in, a row for each draw.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import (
    ANCHOR,
    BEST,
    COUNT,
    HIGHEST,
    I8,
    SCORE,
    Flags,
    GameArrays,
    Graph,
    PlayBuffer,
    Room,
    Worth,
    hand_of,
)
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from entails.solvers.kernels.scrabble_leaves import SCORES, LeaveArrays, LetterValues
from entails.solvers.kernels.scrabble_moves import (
    BLANK_SYMBOL,
    MOVE_BLANKS,
    MOVE_LAID,
    MOVE_LENGTH,
    MOVE_LINE,
    MOVE_START,
    MOVE_WAY,
    TILES,
    Moves,
    lay,
    take_over,
)
from entails.solvers.kernels.scrabble_search import Aim, find, prepare

PASSED, PLAYED, EXCHANGED = range(3)
PLAYER, KIND, POINTS, USED, WAY, LINE, START, LENGTH, BLANKS = range(9)
"""The fields of a turn.

They are player, type of move, score, number of tiles; of a play, the place of its word and the mask of
its blanks.
"""
TURN_FIELDS = 9
TO_MOVE, ZEROS, DRAWS, TURNS, STATUS = range(5)
"""The state of a game besides tiles and points.

The fields are the player to move, scoreless turns in a row, draws, turns made here, and
status.
"""
STATE = 5
GOING_ON, OUT, NO_SCORES, NO_LUCK = range(4)
"""The status of a game.

The values mean: stopped at the wanted number of turns or at the empty bag; a player went out; too many
scoreless turns; no random numbers left for a draw.
"""
NO_LEAVE = -1


class Conduct(NamedTuple):
    """The rules of turns as numbers, the maximum number of turns, and whether to stop once the bag is empty."""

    rack_size: int
    exchange_least: int
    zero_turns: int
    most_turns: int
    while_bag: bool


class Seats(NamedTuple):
    """The players: tiles by symbol, points, and the leave values of players who play by equity."""

    racks: I32
    points: I64
    by_equity: U8
    values: LetterValues


class GameArraysOut(NamedTuple):
    """The turns of a game: fields, letters of the word or tiles exchanged, leave values; and the final state."""

    turns: I32
    words: U8
    kept: I64
    state: I64


def new_game_output(turns: int, longest: int) -> GameArraysOut:
    """Allocate the arrays for this many turns, with words and racks up to `longest`."""
    return GameArraysOut(
        np.zeros((turns, TURN_FIELDS), np.int32),
        np.zeros((turns, longest), np.uint8),
        np.zeros(turns, np.int64),
        np.zeros(STATE, np.int64),
    )


@kernel
def draw(bag: I32, rack: I32, count: int, luck: NDArray[np.float64]) -> None:
    """Move `count` tiles, or all that are left, from the bag to a rack. Each array ends with its number of tiles."""
    for drawn in range(min(count, bag[TILES])):
        at, symbol = int(luck[drawn] * bag[TILES]), 1
        while at >= bag[symbol]:
            at -= bag[symbol]
            symbol = symbol + 1 if symbol < SYMBOLS - 1 else BLANK_SYMBOL
        bag[symbol] -= 1
        bag[TILES] -= 1
        rack[symbol] += 1
        rack[TILES] += 1


@kernel
def best_leave(leaves: LeaveArrays, worth: Worth, all_tiles: int, bag: int) -> int:
    """Return the best leave of an exchange that the bag has enough tiles for."""
    chosen = NO_LEAVE
    for leave in range(len(worth.kept)):
        if 0 < all_tiles - leaves.tiles[leave] <= bag and (chosen < 0 or worth.kept[leave] > worth.kept[chosen]):
            chosen = leave
    return chosen


@kernel
def exchange(rack: I32, bag: I32, leaves: LeaveArrays, leave: int, gone: U8) -> int:
    """Remove the tiles outside `leave` from a rack and write them to `gone`, in order, blanks last.

    With NO_LEAVE, all tiles are exchanged as far as the bag has others. Return their number.
    """
    count = 0
    for place in range(1, SYMBOLS + 1):
        symbol = place % SYMBOLS
        goes = rack[symbol]
        if leave != NO_LEAVE and goes > 0:
            goes -= leave // leaves.weights[symbol] % (goes + 1)
        for _ in range(goes):
            if count < bag[TILES]:
                gone[count] = symbol
                count += 1
    for place in range(count):
        rack[gone[place]] -= 1
    rack[TILES] -= count
    return count


@kernel
def take_turn(
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    conduct: Conduct,
    seats: Seats,
    output: GameArraysOut,
    bag: I32,
    moves: Moves,
    squares: I64,
    values: I32,
    starts: I32,
    opening: bool,
) -> bool:
    """Choose and make a move, without drawing tiles; return whether it is a play."""
    rows, columns = squares.shape[0], squares.shape[1]
    player = output.state[TO_MOVE]
    rack, turn = seats.racks[player], output.state[TURNS]
    fields = output.turns[turn]
    unseen = 0
    if bag[TILES] == 0:
        for opponent in range(len(seats.racks)):
            for symbol in range(SYMBOLS):
                unseen += seats.racks[opponent, symbol] * values[symbol] * (opponent != player)
    hand = hand_of(rack[:SYMBOLS], values)
    aim = Aim(bool(seats.by_equity[player]), seats.values, int(bag[TILES]), conduct.rack_size, unseen)
    ways = game.ways_of_opening if opening else 2
    leaves, worth = find(buffer, BEST, room, graph, game, aim, hand, ways, rows, columns)
    score, plays = buffer.placements[0, SCORE], buffer.totals[COUNT] > 0
    leave, kind = NO_LEAVE, PLAYED if plays else PASSED
    if bag[TILES] >= max(conduct.exchange_least, 1) and hand.all_tiles > 0:
        if aim.by_equity:
            leave = best_leave(leaves, worth, hand.all_tiles, bag[TILES])
        if not plays or (leave != NO_LEAVE and worth.kept[leave] > buffer.totals[HIGHEST] - score):
            kind = EXCHANGED
    fields[:] = 0
    fields[PLAYER], fields[KIND] = player, kind
    if kind == PLAYED:
        take_over(moves, 0, buffer, 0, room.lines, squares, values)
        move = moves.fields[0]
        if opening:
            for start in range(len(starts)):
                room.lines[0, starts[start, 0], starts[start, 1], ANCHOR] = 0
                room.lines[1, starts[start, 1], starts[start, 0], ANCHOR] = 0
        lay(room.lines, rows, columns, moves, 0, graph, values, np.zeros((0, 2), np.int64), 0)
        for place in range(move[MOVE_LAID]):
            rack[moves.tiles[0, place]] -= 1
        rack[TILES] -= move[MOVE_LAID]
        fields[POINTS], fields[USED], fields[BLANKS] = score, move[MOVE_LAID], move[MOVE_BLANKS]
        fields[WAY], fields[LINE] = move[MOVE_WAY], move[MOVE_LINE]
        fields[START], fields[LENGTH] = move[MOVE_START], move[MOVE_LENGTH]
        for step in range(move[MOVE_LENGTH]):
            output.words[turn, step] = moves.words[0, step]
        output.kept[turn] = (buffer.totals[HIGHEST] - score * worth.scale) // SCORES
    elif kind == EXCHANGED:
        fields[USED] = exchange(rack, bag, leaves, leave, output.words[turn])
        output.kept[turn] = worth.kept[leave] // SCORES if leave != NO_LEAVE else 0
    else:
        output.kept[turn] = worth.kept[len(worth.kept) - 1] // SCORES
    return kind == PLAYED


@kernel
def play_on(
    buffer: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    conduct: Conduct,
    seats: Seats,
    output: GameArraysOut,
    bag: I32,
    moves: Moves,
    squares: I64,
    values: I32,
    luck: NDArray[np.float64],
    letters: I8,
    blanks: Flags,
    letter_times: U8,
    word_times: U8,
    starts: I32,
) -> None:
    """Play a game to its end from a board and all racks.

    `squares` has the size of the board; `luck` has a row for each draw, counted from the first draw here.
    """
    state, racks = output.state, seats.racks
    opening = prepare(room, graph, game, letters, blanks, letter_times, word_times, values, starts) != 2
    state[TURNS] = state[DRAWS] = 0
    state[STATUS] = GOING_ON
    while state[TURNS] < conduct.most_turns and (bag[TILES] > 0 or not conduct.while_bag):
        if state[DRAWS] == len(luck) and bag[TILES] > 0:
            state[STATUS] = NO_LUCK
            return
        player, turn = state[TO_MOVE], state[TURNS]
        if take_turn(buffer, room, graph, game, conduct, seats, output, bag, moves, squares, values, starts, opening):
            opening = False
        fields = output.turns[turn]
        if fields[KIND] == PLAYED:
            if bag[TILES] > 0:
                draw(bag, racks[player], conduct.rack_size - racks[player, TILES], luck[state[DRAWS]])
            state[DRAWS] += 1
        elif fields[KIND] == EXCHANGED:
            draw(bag, racks[player], fields[USED], luck[state[DRAWS]])
            state[DRAWS] += 1
            for place in range(fields[USED]):
                bag[output.words[turn, place]] += 1
            bag[TILES] += fields[USED]
        seats.points[player] += fields[POINTS]
        state[ZEROS] = 0 if fields[POINTS] > 0 else state[ZEROS] + 1
        state[TO_MOVE] = (player + 1) % len(racks)
        state[TURNS] += 1
        if bag[TILES] == 0:
            for seat in range(len(racks)):
                if racks[seat, TILES] == 0:
                    state[STATUS] = OUT
                    return
        if 0 < conduct.zero_turns <= state[ZEROS]:
            state[STATUS] = NO_SCORES
            return
