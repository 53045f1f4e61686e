"""Plays of a rack with one tile left, of which an endgame has most: no words are built, what each empty square allows
says all. A tile makes a word along a line if the square allows it across the other way, see `scrabble_lines`."""

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, symbol_of
from entails.solvers.kernels.scrabble_laying import (
    BLANK_SYMBOL,
    MOVE_BLANKS,
    MOVE_FACE,
    MOVE_LAID,
    MOVE_LENGTH,
    MOVE_LINE,
    MOVE_SCORE,
    MOVE_START,
    MOVE_WAY,
    Moves,
    is_affected,
)
from entails.solvers.kernels.scrabble_lines import (
    ALL_LETTERS,
    ALLOWED,
    ANCHOR,
    CROSS,
    LETTER_TIMES,
    NO_CROSS,
    TILE,
    WORD_TIMES,
)


@kernel
def find_single_moves(
    moves: Moves, top: int, lines: I64, rack: I32, values: I32, changed: I64, squares: I64, bonus: int
) -> int:
    """Add every play of the only tile of a rack that squares which changed affect; gives the new top, or -1 when there
    is no room. As in `scrabble_search`, a tile that makes words both ways is told across."""
    rows, columns = squares.shape[0], squares.shape[1]
    tile = 0
    while rack[tile] == 0:
        tile += 1
    held = ALL_LETTERS if tile == BLANK_SYMBOL else 1 << tile
    for way in range(2):
        count, size = (rows, columns) if way == 0 else (columns, rows)
        for line in range(count):
            if changed[way, line] == 0:
                continue
            row = lines[way, line]
            for square in range(size):
                fitting = row[square, ALLOWED] & held
                if not row[square, ANCHOR] or fitting == 0:
                    continue
                along = lines[1 - way, square, line]
                fitting &= along[ALLOWED]
                if along[CROSS] == NO_CROSS or (way == 1 and row[square, CROSS] != NO_CROSS):
                    continue
                start, end = square, square + 1
                while start > 0 and row[start - 1, TILE] != 0:
                    start -= 1
                while end < size and row[end, TILE] != 0:
                    end += 1
                if not is_affected(changed, way, line, start, end - start):
                    continue
                while fitting:
                    bit = fitting & -fitting
                    fitting ^= bit
                    if top >= len(moves.hashes):
                        return -1
                    write_single(
                        moves, top, lines, way, line, square, start, end, tile, symbol_of(bit), values, squares, bonus
                    )
                    top += 1
    return top


@kernel
def write_single(
    moves: Moves,
    move: int,
    lines: I64,
    way: int,
    line: int,
    square: int,
    start: int,
    end: int,
    tile: int,
    letter: int,
    values: I32,
    squares: I64,
    bonus: int,
) -> None:
    """Write down one tile on a square as a move."""
    row, along = lines[way, line], lines[1 - way, square, line]
    for place in range(start, end):
        moves.words[move, place - start] = row[place, TILE]
    moves.words[move, square - start] = letter
    gain, times = values[tile] * row[square, LETTER_TIMES], row[square, WORD_TIMES]
    score = (along[CROSS] + gain) * times + bonus
    if row[square, CROSS] != NO_CROSS:
        score += (row[square, CROSS] + gain) * times
    blank = tile == BLANK_SYMBOL
    fields = moves.fields[move]
    fields[MOVE_WAY], fields[MOVE_LINE], fields[MOVE_START], fields[MOVE_LENGTH] = way, line, start, end - start
    fields[MOVE_SCORE], fields[MOVE_BLANKS] = score, blank << (square - start)
    fields[MOVE_LAID], fields[MOVE_FACE] = 1, values[tile]
    moves.tiles[move, 0], moves.kinds[move] = tile, 1 << tile
    down, across = (line, square) if way == 0 else (square, line)
    moves.hashes[move] = squares[down, across, letter + SYMBOLS * blank]
