"""Whole games between players that need no Python: search, lay, draw, exchange, pass, until the game ends.

The same moves as `entails.models.scrabble.game` and the players `best` and `equity` make, tile for tile: what is drawn
depends on random numbers that are given beforehand, a row of them for each draw.
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
from entails.solvers.kernels.scrabble_bounds import SCORES, LeaveArrays, LetterValues
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
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
"""The fields of a turn: who did what, its score, how many tiles it took; of a play where its word lies and which of its
letters are blanks, as a mask."""
TURN_FIELDS = 9
TO_MOVE, ZEROS, DRAWS, TURNS, STATUS = range(5)
"""What the state of a game holds besides tiles and points: the turns without score before this one, how often was
drawn, how many turns were made here, and how it stands."""
STATE = 5
GOING_ON, OUT, NO_SCORES, NO_LUCK = range(4)
"""How a game stands: so many turns as were wanted are made, or the bag is empty where that was the end; somebody went
out; too many turns without score; more tiles are to be drawn than random numbers were given for."""
NO_LEAVE = -1


class Conduct(NamedTuple):
    """The rules of turns in numbers, how many turns are wanted at most, and whether to stop when the bag is empty."""

    rack_size: int
    exchange_least: int
    zero_turns: int
    most_turns: int
    while_bag: bool


class Seats(NamedTuple):
    """The players: the tiles of each by symbol, their points, whether they look at equity, with these leave values."""

    racks: I32
    points: I64
    by_equity: U8
    values: LetterValues


class GameArraysOut(NamedTuple):
    """What was done: of each turn its fields, the letters of its word or the tiles exchanged, and what the tiles that
    stayed were worth (see `scrabble_bounds`); the state."""

    turns: I32
    words: U8
    kept: I64
    state: I64


def new_told(turns: int, longest: int) -> GameArraysOut:
    """Room for so many turns, with words and racks no longer than this."""
    return GameArraysOut(
        np.zeros((turns, TURN_FIELDS), np.int32),
        np.zeros((turns, longest), np.uint8),
        np.zeros(turns, np.int64),
        np.zeros(STATE, np.int64),
    )


@kernel
def draw(bag: I32, rack: I32, count: int, luck: NDArray[np.float64]) -> None:
    """Move so many tiles from the bag to a rack, or all that there are. Both end with their number of tiles."""
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
    """What an exchange best keeps, if the bag can give as many tiles as go."""
    chosen = NO_LEAVE
    for leave in range(len(worth.kept)):
        if 0 < all_tiles - leaves.tiles[leave] <= bag and (chosen < 0 or worth.kept[leave] > worth.kept[chosen]):
            chosen = leave
    return chosen


@kernel
def exchange(rack: I32, bag: I32, leaves: LeaveArrays, leave: int, gone: U8) -> int:
    """Take from a rack what is not kept, and tell it by symbol, letters in order and blanks last: all tiles, as far as
    the bag has others, where no leave is told."""
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
    found: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    conduct: Conduct,
    seats: Seats,
    told: GameArraysOut,
    bag: I32,
    moves: Moves,
    squares: I64,
    values: I32,
    starts: I32,
    opening: bool,
) -> bool:
    """Choose a move and make it, but for the tiles to be drawn; tells whether it is a play."""
    rows, columns = squares.shape[0], squares.shape[1]
    player = told.state[TO_MOVE]
    rack, turn = seats.racks[player], told.state[TURNS]
    fields = told.turns[turn]
    unseen = 0
    if bag[TILES] == 0:
        for other in range(len(seats.racks)):
            for symbol in range(SYMBOLS):
                unseen += seats.racks[other, symbol] * values[symbol] * (other != player)
    hand = hand_of(rack[:SYMBOLS], values)
    aim = Aim(bool(seats.by_equity[player]), seats.values, int(bag[TILES]), conduct.rack_size, unseen)
    ways = game.ways_of_opening if opening else 2
    leaves, worth = find(found, BEST, room, graph, game, aim, hand, ways, rows, columns)
    score, plays = found.placements[0, SCORE], found.totals[COUNT] > 0
    leave, kind = NO_LEAVE, PLAYED if plays else PASSED
    if bag[TILES] >= max(conduct.exchange_least, 1) and hand.all_tiles > 0:
        if aim.by_equity:
            leave = best_leave(leaves, worth, hand.all_tiles, bag[TILES])
        if not plays or (leave != NO_LEAVE and worth.kept[leave] > found.totals[HIGHEST] - score):
            kind = EXCHANGED
    fields[:] = 0
    fields[PLAYER], fields[KIND] = player, kind
    if kind == PLAYED:
        take_over(moves, 0, found, 0, room.lines, squares, values)
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
            told.words[turn, step] = moves.words[0, step]
        told.kept[turn] = (found.totals[HIGHEST] - score * worth.scale) // SCORES
    elif kind == EXCHANGED:
        fields[USED] = exchange(rack, bag, leaves, leave, told.words[turn])
        told.kept[turn] = worth.kept[leave] // SCORES if leave != NO_LEAVE else 0
    else:
        told.kept[turn] = worth.kept[len(worth.kept) - 1] // SCORES
    return kind == PLAYED


@kernel
def play_on(
    found: PlayBuffer,
    room: Room,
    graph: Graph,
    game: GameArrays,
    conduct: Conduct,
    seats: Seats,
    told: GameArraysOut,
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
    """Go on from a board and the tiles of all players, turn by turn. `squares` is as large as the board, `luck` has a
    row for each draw, counted from the first that is made here."""
    state, racks = told.state, seats.racks
    opening = prepare(room, graph, game, letters, blanks, letter_times, word_times, values, starts) != 2
    state[TURNS] = state[DRAWS] = 0
    state[STATUS] = GOING_ON
    while state[TURNS] < conduct.most_turns and (bag[TILES] > 0 or not conduct.while_bag):
        if state[DRAWS] == len(luck) and bag[TILES] > 0:
            state[STATUS] = NO_LUCK
            return
        player, turn = state[TO_MOVE], state[TURNS]
        if take_turn(found, room, graph, game, conduct, seats, told, bag, moves, squares, values, starts, opening):
            opening = False
        fields = told.turns[turn]
        if fields[KIND] == PLAYED:
            if bag[TILES] > 0:
                draw(bag, racks[player], conduct.rack_size - racks[player, TILES], luck[state[DRAWS]])
            state[DRAWS] += 1
        elif fields[KIND] == EXCHANGED:
            draw(bag, racks[player], fields[USED], luck[state[DRAWS]])
            state[DRAWS] += 1
            for place in range(fields[USED]):
                bag[told.words[turn, place]] += 1
            bag[TILES] += fields[USED]
        seats.points[player] += fields[POINTS]
        state[ZEROS] = 0 if fields[POINTS] > 0 else state[ZEROS] + 1
        state[TO_MOVE] = (player + 1) % len(racks)
        state[TURNS] += 1
        if bag[TILES] == 0:
            for one in range(len(racks)):
                if racks[one, TILES] == 0:
                    state[STATUS] = OUT
                    return
        if 0 < conduct.zero_turns <= state[ZEROS]:
            state[STATUS] = NO_SCORES
            return
