"""Upper bounds of the points that a player can still score in an endgame if the opponent passes from now on.

Passing is always allowed, so such a bound holds for every play of the opponent. All tiles that are laid then come from
one rack, and every word formed has letters of this rack and of the board. The words that fit into each line are listed;
a tile on a square with neighbours across the line must fit a word there too. Each word gives an upper bound of the
score of laying a set of tiles, if certain tiles were laid before. The best order of such plays, over all sets of
tiles, bounds the points of the player. Two plays may use the same squares in this bound, which only raises it.
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import ALL_LETTERS, ANCHOR, LETTER_TIMES, TILE, WORD_TIMES, WORTH, Graph
from entails.solvers.kernels.scrabble_graph import (
    I32,
    I64,
    SYMBOLS,
    edge_at,
    first_of,
    is_complete,
    mask_of,
    rank,
    step,
    symbol_of,
)

MOST_TILES = 8
"""Maximum number of tiles on a rack that has a ceiling."""
MOST_WITH_BLANK = 3
"""Maximum number of tiles on a rack with a blank."""
NO_CEILING = 1 << 19
USUAL_CEILINGS = (0, 7, 16, 31, 55, 97, 163, 248, 350)
"""Median ceiling by number of tiles, in positions of self-play just after the bag ran out."""
LEVELS = 3
"""Levels of the number of other tiles of the rack in a cross word: none, one, more."""
FAR = 1 << 20


class Ceilings(NamedTuple):
    """Working arrays.

    Attributes:
        fitting: Masks of letters that fit, by way, line, square and level.
        rests: Highest sum of the other letters of a word, for the letters that fit.
        near: Distance of each square from the nearest anchor.
        allowed: Masks of letters that can be laid on the squares of a line.
        path: The squares of the word being built, see `NODE`.
        choices: Sets of the squares of a word: multiplier, extra points, tiles, points of cross words by level.
        scores: Highest score by level, of laying a set of tiles (column) if others are laid too (row).
        totals: By set of tiles: the set with the first of equal tiles instead, and the most points if it is laid.
        firsts: The first bit of each symbol in a set of tiles.
    """

    fitting: I64
    rests: I32
    near: I32
    allowed: I64
    path: I64
    choices: I64
    scores: I32
    totals: I64
    firsts: I64


NODE, TODO, SUM, LETTER, MARK = range(5)
"""The fields of `path`: node, letters left to try, value before, letter laid, and the bit of its tile."""
PRODUCT, EXTRA, LAID, CROSSES = range(4)
"""The fields of `choices`; the last is the first of the levels."""
CANON, LAID_TOTAL = range(2)
"""The columns of `totals`."""


def new_ceilings(rows: int, columns: int) -> Ceilings:
    """Allocate working arrays for a board of this size."""
    longest, sets = max(rows, columns), 1 << MOST_TILES
    return Ceilings(
        np.zeros((2, longest, longest, LEVELS), np.int64),
        np.zeros((2, longest, longest, SYMBOLS, LEVELS), np.int32),
        np.zeros((longest, longest), np.int32),
        np.zeros(longest, np.int64),
        np.zeros((longest + 1, 5), np.int64),
        np.zeros((sets, 3 + LEVELS), np.int64),
        np.zeros((sets, sets, LEVELS), np.int32),
        np.zeros((sets, 2), np.int64),
        np.zeros(SYMBOLS, np.int64),
    )


@kernel
def measure_distances(near: I32, lines: I64, rows: int, columns: int) -> None:
    """Write the distance of each square from the nearest anchor."""
    for row in range(rows):
        for column in range(columns):
            least = 0 if lines[0, row, column, ANCHOR] else FAR
            if row > 0:
                least = min(least, near[row - 1, column] + 1)
            if column > 0:
                least = min(least, near[row, column - 1] + 1)
            near[row, column] = least
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            if row < rows - 1:
                near[row, column] = min(near[row, column], near[row + 1, column] + 1)
            if column < columns - 1:
                near[row, column] = min(near[row, column], near[row, column + 1] + 1)


@kernel
def begin_sets(here: Ceilings, rack: I32) -> int:
    """Number the sets of tiles of a rack and clear their scores; return the number of tiles, or -1 if they are many."""
    tiles = 0
    for symbol in range(SYMBOLS):
        here.firsts[symbol] = tiles
        tiles += rack[symbol]
    if tiles > (MOST_WITH_BLANK if rack[0] > 0 else MOST_TILES):
        return -1
    for chosen in range(1 << tiles):
        canon = 0
        for symbol in range(SYMBOLS):
            if rack[symbol] > 0:
                first = here.firsts[symbol]
                count = 0
                for copy in range(rack[symbol]):
                    count += chosen >> (first + copy) & 1
                canon |= ((1 << count) - 1) << first
        here.totals[chosen, CANON] = canon
        part = chosen
        while part:
            here.scores[chosen, part, :] = -1
            part = (part - 1) & chosen
    return int(tiles)


@kernel
def find_ceiling(
    here: Ceilings,
    lines: I64,
    rows: int,
    columns: int,
    graph: Graph,
    values: I32,
    rack: I32,
    theirs: int,
    bonus: int,
    bonus_tiles: int,
) -> int:
    """Return an upper bound of the value for the owner of a rack, whoever is to move, or NO_CEILING.

    The value counts the points to come and those of the tiles left at the end; `theirs` is the value of the other rack.
    """
    tiles = begin_sets(here, rack)
    if tiles <= 0:
        return NO_CEILING
    measure_distances(here.near, lines, rows, columns)
    left, held = rack.copy(), 0
    for symbol in range(1, SYMBOLS):
        held |= (rack[symbol] > 0) << symbol
    here.fitting[:] = -1
    for turn in range(4):
        way = turn & 1
        here.fitting[way] = 0
        count, size = (rows, columns) if way == 0 else (columns, rows)
        for line in range(count):
            for square in range(size):
                here.allowed[square] = letters_at(here, lines, way, line, square, count, tiles)
            for start in range(size):
                if start == 0 or lines[way, line, start - 1, TILE] == 0:
                    list_words(
                        here,
                        lines,
                        way,
                        line,
                        start,
                        count,
                        size,
                        graph,
                        values,
                        left,
                        held,
                        tiles,
                        bonus,
                        bonus_tiles,
                        turn,
                    )
    return add_up(here, tiles, values, rack, theirs)


@kernel
def near_at(here: Ceilings, way: int, line: int, square: int) -> int:
    """Return the distance of a square of a line from the nearest anchor."""
    return int(here.near[line, square] if way == 0 else here.near[square, line])


@kernel
def has_neighbours(lines: I64, way: int, line: int, square: int, count: int) -> bool:
    """Return whether tiles lie across the line beside a square."""
    return bool(
        (line > 0 and lines[way, line - 1, square, TILE] != 0)
        or (line < count - 1 and lines[way, line + 1, square, TILE] != 0)
    )


@kernel
def letters_at(here: Ceilings, lines: I64, way: int, line: int, square: int, count: int, tiles: int) -> int:
    """Return the letters that words across the line and the distance from the tiles allow on a square, as a mask."""
    if lines[way, line, square, TILE] != 0 or near_at(here, way, line, square) >= tiles:
        return 0
    if not has_neighbours(lines, way, line, square, count):
        return int(ALL_LETTERS)
    across = here.fitting[1 - way, square, line]
    return int(ALL_LETTERS & (across[0] | across[1] | across[2]))


@kernel
def list_words(
    here: Ceilings,
    lines: I64,
    way: int,
    line: int,
    start: int,
    count: int,
    size: int,
    graph: Graph,
    values: I32,
    left: I32,
    held: int,
    tiles: int,
    bonus: int,
    bonus_tiles: int,
    turn: int,
) -> None:
    """List the words that begin at a square, and note the letters that fit and their scores."""
    path, edges, row = here.path, graph.edges, lines[way, line]
    square, node, laid, total, is_forward = start, graph.plain_root, 0, 0, True
    while True:
        if is_forward:
            while square < size and row[square, TILE] != 0 and node != 0:
                node = step(edges, node, row[square, TILE])
                total += row[square, WORTH]
                square += 1
            is_word = node != 0 and laid > 0 and square - start > 1 and is_complete(edges, node)
            if is_word and (square == size or row[square, TILE] == 0):
                note_word(
                    here, lines, way, line, start, square, count, total, laid, tiles, values, bonus, bonus_tiles, turn
                )
            if square < size and node != 0 and laid < tiles:
                path[square, NODE], path[square, SUM], path[square, LETTER] = node, total, 0
                choice = ALL_LETTERS if left[0] > 0 else held
                path[square, TODO] = mask_of(edges, node) & here.allowed[square] & choice
            else:
                square -= 1
            is_forward = False
            continue
        while square >= start and row[square, TILE] != 0:
            square -= 1
        if square < start:
            return
        letter, tried = path[square, LETTER], path[square, MARK]
        if letter != 0:  # take the tile back; after a letter's tile, the blank is tried
            symbol = letter if tried == 1 else 0
            left[symbol] += 1
            if symbol:
                held |= 1 << symbol
            laid -= 1
            path[square, LETTER] = 0
            if tried == 1 and left[0] > 0:
                left[0] -= 1
                path[square, LETTER], path[square, MARK] = letter, 0
                total = path[square, SUM]
        if path[square, LETTER] == 0:
            todo = path[square, TODO]
            if todo == 0:
                square -= 1
                continue
            bit = todo & -todo
            path[square, TODO] = todo ^ bit
            letter = symbol_of(bit)
            path[square, LETTER] = letter
            total = path[square, SUM]
            if left[letter] > 0:
                left[letter] -= 1
                held &= ~((left[letter] == 0) << letter)
                path[square, MARK] = 1
                total += values[letter]
            else:
                left[0] -= 1
                path[square, MARK] = 0
        mask = mask_of(edges, path[square, NODE])
        node = edge_at(edges, first_of(edges, path[square, NODE]) + rank(mask, 1 << letter))
        laid += 1
        square += 1
        is_forward = True


@kernel
def note_word(
    here: Ceilings,
    lines: I64,
    way: int,
    line: int,
    start: int,
    end: int,
    count: int,
    total: int,
    laid: int,
    tiles: int,
    values: I32,
    bonus: int,
    bonus_tiles: int,
    turn: int,
) -> None:
    """Note that a word fits, and raise the scores of laying any of its tiles at once, if the others are laid before."""
    row, path, rests, choices = lines[way, line], here.path, here.rests, here.choices
    nearest = FAR
    for square in range(start, end):
        if row[square, TILE] == 0:
            nearest = min(nearest, near_at(here, way, line, square))
    if laid + nearest > tiles:
        return
    level = min(laid - 1, LEVELS - 1)
    for square in range(start, end):
        if row[square, TILE] == 0:
            letter = path[square, LETTER]
            rest = total - values[letter] * path[square, MARK]
            known = here.fitting[way, line, square]
            if known[level] >> letter & 1 == 0:
                known[level] |= 1 << letter
                rests[way, line, square, letter, level] = rest
            else:
                rests[way, line, square, letter, level] = max(rests[way, line, square, letter, level], rest)
    if turn < 2:
        return
    choices[0, PRODUCT], choices[0, EXTRA], choices[0, LAID] = 1, 0, 0
    choices[0, CROSSES:] = 0
    sets, blanks, needed = 1, 0, 0
    for square in range(start, end):
        if row[square, TILE] != 0:
            continue
        letter = path[square, LETTER]
        value, times, letter_times = 0, row[square, WORD_TIMES], row[square, LETTER_TIMES]
        if path[square, MARK]:
            value = values[letter]
            copy = here.firsts[letter]
            while needed >> copy & 1:
                copy += 1
        else:
            copy = blanks
            blanks += 1
        needed |= 1 << copy
        highest, is_crossed = -FAR, has_neighbours(lines, way, line, square, count)
        for choice in range(sets):
            added = choices[sets + choice]
            added[PRODUCT] = choices[choice, PRODUCT] * times
            added[EXTRA] = choices[choice, EXTRA] + (letter_times - 1) * value
            added[LAID] = choices[choice, LAID] | 1 << copy
        for level in range(LEVELS):
            if here.fitting[1 - way, square, line, level] >> letter & 1:
                highest = max(highest, times * (rests[1 - way, square, line, letter, level] + letter_times * value))
            crossing = highest if is_crossed else max(highest, 0)
            for choice in range(sets):
                choices[sets + choice, CROSSES + level] = choices[choice, CROSSES + level] + crossing
        sets *= 2
    for choice in range(1, sets):
        added = choices[choice]
        score = added[PRODUCT] * (total + added[EXTRA])
        if laid >= bonus_tiles:
            together = 0
            for tile in range(tiles):
                together += added[LAID] >> tile & 1
            score += bonus if together >= bonus_tiles else 0
        known = here.scores[here.totals[needed, CANON], here.totals[added[LAID], CANON]]
        for level in range(LEVELS):
            known[level] = max(known[level], score + added[CROSSES + level])


@kernel
def add_up(here: Ceilings, tiles: int, values: I32, rack: I32, theirs: int) -> int:
    """Return the highest value over all orders of plays."""
    totals, scores, whole = here.totals, here.scores, (1 << tiles) - 1
    totals[0, LAID_TOTAL] = 0
    for chosen in range(1, whole + 1):
        if totals[chosen, CANON] != chosen:
            continue
        totals[chosen, LAID_TOTAL] = -FAR
        part = chosen
        while part:
            if totals[part, CANON] == part:
                for tile in range(tiles):
                    if (chosen & ~part) >> tile & 1:
                        fewer = totals[chosen ^ (1 << tile), CANON]
                        for level in range(LEVELS):
                            more = scores[fewer, part, min(level + 1, LEVELS - 1)]
                            scores[chosen, part, level] = max(scores[chosen, part, level], more)
                if scores[chosen, part, 0] >= 0:
                    before = totals[totals[chosen ^ part, CANON], LAID_TOTAL]
                    totals[chosen, LAID_TOTAL] = max(totals[chosen, LAID_TOTAL], before + scores[chosen, part, 0])
            part = (part - 1) & chosen
    ceiling = -FAR
    for chosen in range(whole + 1):
        if totals[chosen, CANON] != chosen:
            continue
        kept = value_of(here, whole ^ chosen, rack, values)
        end = 2 * theirs if chosen == whole else theirs - kept
        ceiling = max(ceiling, totals[chosen, LAID_TOTAL] + end)
    return int(ceiling)


@kernel
def value_of(here: Ceilings, chosen: int, rack: I32, values: I32) -> int:
    """Return the value of a set of tiles."""
    total = 0
    for symbol in range(1, SYMBOLS):
        for copy in range(rack[symbol]):
            total += (chosen >> (here.firsts[symbol] + copy) & 1) * values[symbol]
    return int(total)
