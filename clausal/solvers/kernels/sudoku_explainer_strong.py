"""Two, three or four strong links of one digit in a row, as SukakuExplainer looks for them.

A link is a unit where the digit has two places, or places in two groups: the two segments of a line, or in a box a row
and a column that cross, or two parallel lines. Links that share no place are joined where an end of one and an end of
the next lie in one unit; what sees the first end and the last goes. Where these two lie in one unit as well it is a
loop, and every join works.

The least rating wins, then what rules out most, then the simplest shape, then what SukakuExplainer meets first: kinds
of units, digits, units, orders and directions. All of that is one number.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clausal.solvers.kernels.jit import kernel
from clausal.solvers.kernels.sudoku_bands import ones
from clausal.solvers.kernels.sudoku_explainer_hint import NOTHING, REMOVES, Hint, keep_score, no_hint
from clausal.solvers.kernels.sudoku_steps import COUNT, I64, LOWEST, PEER_MASKS, UNIT_CELLS, Board

_BOX, _ROW, _COLUMN = range(3)
"""Kinds of units, in the order in which SukakuExplainer takes them."""
_FIRST_UNIT = np.array([18, 0, 9])
_MOST_LINKS = 36
"""A unit has one link; a box with the corners of a rectangle two."""
_LONGEST = 4
_BASE = np.array([0, 0, 40, 54, 58])
"""Ten times the rating of so many links in parallel lines; boxes add one, lines of both kinds one, groups three."""


def _unit_masks() -> I64:
    masks = np.zeros((27, 3), np.int64)
    for unit in range(27):
        for cell in UNIT_CELLS[unit]:
            masks[unit, cell // 27] |= 1 << cell % 27
    return masks


def _box_shapes() -> I64:
    """The ways to part the places in a box: what has to be empty, and both groups. First crosses, by their heart, then
    two parallel lines."""
    rows = [0b111 << 3 * row for row in range(3)]
    columns = [0b001001001 << column for column in range(3)]
    shapes = []
    for heart in range(9):
        row, column = rows[heart // 3], columns[heart % 3]
        shapes.append((511 & ~(row | column), column & ~(1 << heart), row & ~(1 << heart)))
    for lines in (rows, columns):
        shapes += [(lines[2], lines[0], lines[1]), (lines[1], lines[0], lines[2]), (lines[0], lines[1], lines[2])]
    return np.array(shapes)


def _orders() -> NDArray[np.int64]:
    """By the ranks of the links along a chain, when SukakuExplainer tries this order. Of each and its reverse only one
    is tried, the one that begins with the lower link."""
    known = np.zeros((5, 256), np.int64)
    tried = [
        ["01"],
        ["012", "102", "021"],
        ["0123", "1023", "2013", "0213", "1203", "2103", "0321", "0231", "1032", "0132", "1302", "0312"],
    ]
    for orders in tried:
        for when, order in enumerate(orders):
            known[len(order), sum(int(rank) << 2 * place for place, rank in enumerate(order))] = when
    return known


_UNIT_MASKS = _unit_masks()
_BOX_SHAPES = _box_shapes()
_ORDERS = _orders()


class Strong(NamedTuple):
    """The links of a digit: `kind` of unit, `unit`, whether it is `grouped`, the `places` as three masks, and `meets`,
    a mask of the links with which it shares a place, itself included. Ends are numbered 2 * link and 2 * link + 1:
    `sees` has what sees all of an end, `lies` its column, row and box, each NOTHING where it has cells of several.

    `joins[end, other]` is the unit in which two ends lie, NOTHING for none or where their links share a place;
    `near[end]` lists the ends that an end is joined to, `joined[end]` says how many. `path` has the ends where the
    links of a chain are entered, `turn` what is tried next, `taken` the links that share a place with those before,
    `goes` what the chain rules out as three masks. `size[0]` is the number of links."""

    kind: I64
    unit: I64
    grouped: I64
    places: I64
    meets: I64
    sees: I64
    lies: I64
    joins: I64
    near: I64
    joined: I64
    path: I64
    turn: I64
    taken: I64
    goes: I64
    size: I64


def new_strong() -> Strong:
    """Room for the links of a digit."""
    kind, unit, grouped, meets = np.zeros((4, _MOST_LINKS), np.int64)
    sees, lies = np.zeros((2, 2 * _MOST_LINKS, 3), np.int64)
    joins, near = np.zeros((2, 2 * _MOST_LINKS, 2 * _MOST_LINKS), np.int64)
    path, turn, taken = np.zeros((3, _LONGEST), np.int64)
    places, joined = np.zeros((_MOST_LINKS, 3), np.int64), np.zeros(2 * _MOST_LINKS, np.int64)
    goes, size = np.zeros(3, np.int64), np.zeros(1, np.int64)
    return Strong(kind, unit, grouped, places, meets, sees, lies, joins, near, joined, path, turn, taken, goes, size)


@kernel
def note_end(strong: Strong, end: int, unit: int, positions: int) -> None:
    """An end of a link: these positions of its unit."""
    sees, lies = strong.sees[end], strong.lies[end]
    sees[:] = (1 << 27) - 1
    first = True
    left = positions
    while left != 0:
        cell = UNIT_CELLS[unit, LOWEST[left]]
        left &= left - 1
        for band in range(3):
            sees[band] &= PEER_MASKS[cell, band]
        row, column = cell // 9, cell % 9
        box = row // 3 * 3 + column // 3
        if first:
            lies[0], lies[1], lies[2] = column, row, box
            first = False
        lies[0] = column if lies[0] == column else NOTHING
        lies[1] = row if lies[1] == row else NOTHING
        lies[2] = box if lies[2] == box else NOTHING


@kernel
def note_link(strong: Strong, kind: int, unit: int, positions: int, one: int, other: int, grouped: int) -> None:
    link = strong.size[0]
    strong.size[0] += 1
    strong.kind[link], strong.unit[link], strong.grouped[link] = kind, unit, grouped
    strong.places[link, :] = 0
    left = positions
    while left != 0:
        cell = UNIT_CELLS[unit, LOWEST[left]]
        left &= left - 1
        strong.places[link, cell // 27] |= 1 << cell % 27
    note_end(strong, 2 * link, unit, one)
    note_end(strong, 2 * link + 1, unit, other)


@kernel
def note_line(strong: Strong, kind: int, unit: int, positions: int) -> None:
    """A line with places in two boxes: these are the ends, a single place first."""
    for empty in range(3):
        if positions >> 3 * empty & 7 == 0:
            low, high = (3, 6) if empty == 0 else (0, 6) if empty == 1 else (0, 3)
            one, other = positions & 7 << low, positions & 7 << high
            if one != 0 and other != 0:
                if COUNT[one] > 1 and COUNT[other] == 1:
                    one, other = other, one
                note_link(strong, kind, unit, positions, one, other, 1)
            return


@kernel
def note_box(strong: Strong, unit: int, positions: int) -> None:
    """A box whose places make a cross or two parallel lines; the heart of a cross belongs to the end that needs it."""
    for shape in range(15 if COUNT[positions] >= 4 else 9):
        empty, column, row = _BOX_SHAPES[shape]
        if positions & empty != 0:
            continue
        one, other = positions & column, positions & row
        if one == 0 or other == 0:
            return
        if shape < 9:
            heart = 1 << shape
            if COUNT[other] == 1:
                note_link(strong, _BOX, unit, positions, other, one | heart, 1)
            elif COUNT[one] == 1:
                note_link(strong, _BOX, unit, positions, one, other | heart, 1)
            else:
                heart &= positions
                note_link(strong, _BOX, unit, positions, one | heart, other | heart, 1)
            return
        note_link(strong, _BOX, unit, positions, one, other, 1)
        apart = 3 if shape < 12 else 1
        if COUNT[positions] == 4 and (one << apart == other or one << 2 * apart == other):  # the corners of a rectangle
            low, high = one & -one | other & -other, one & (one - 1) | other & (other - 1)
            note_link(strong, _BOX, unit, positions, low, high, 1)
        return


@kernel
def note_links(board: Board, digit: int, strong: Strong) -> None:
    """All links of a digit, kind by kind, and which ends lie in one unit."""
    strong.size[0] = 0
    for kind in range(3):
        for unit in range(_FIRST_UNIT[kind], _FIRST_UNIT[kind] + 9):
            positions = board.places[unit, digit]
            count = COUNT[positions]
            if count < 2 or count > 6:
                continue
            if count == 2:
                low, high = LOWEST[positions], LOWEST[positions & (positions - 1)]
                if kind != _BOX or (low // 3 != high // 3 and low % 3 != high % 3):
                    note_link(strong, kind, unit, positions, positions & -positions, positions & (positions - 1), 0)
            elif kind == _BOX:
                note_box(strong, unit, positions)
            else:
                note_line(strong, kind, unit, positions)
    note_meetings(strong)
    note_joins(strong)


@kernel
def note_meetings(strong: Strong) -> None:
    places, meets = strong.places, strong.meets
    for link in range(strong.size[0]):
        meets[link] = 1 << link
        for other in range(link):
            shared = 0
            for band in range(3):
                shared |= places[link, band] & places[other, band]
            if shared != 0:
                meets[link] |= 1 << other
                meets[other] |= 1 << link


@kernel
def note_joins(strong: Strong) -> None:
    """Which ends lie in one unit, if their links share no place: in a column, else in a row, else in a box."""
    lies, joins, near, joined = strong.lies, strong.joins, strong.near, strong.joined
    for end in range(2 * strong.size[0]):
        joined[end] = 0
        for other in range(end):
            unit = NOTHING
            if strong.meets[end // 2] >> other // 2 & 1 == 0:
                if lies[end, 0] == lies[other, 0] and lies[end, 0] != NOTHING:
                    unit = 9 + lies[end, 0]
                elif lies[end, 1] == lies[other, 1] and lies[end, 1] != NOTHING:
                    unit = lies[end, 1]
                elif lies[end, 2] == lies[other, 2] and lies[end, 2] != NOTHING:
                    unit = 18 + lies[end, 2]
            joins[end, other] = joins[other, end] = unit
            if unit != NOTHING:
                near[end, joined[end]], near[other, joined[other]] = other, end
                joined[end] += 1
                joined[other] += 1


@kernel
def find_strong_links(board: Board, links: int, strong: Strong, hint: Hint) -> None:
    """The best chain of so many strong links; `places` must be up to date."""
    no_hint(hint)
    best = 1 << 62
    path, turn, taken = strong.path, strong.turn, strong.taken
    for digit in range(9):
        note_links(board, digit, strong)
        if strong.size[0] < links:
            continue
        for start in range(2 * strong.size[0]):
            path[0], taken[1] = start, strong.meets[start // 2]
            depth, turn[1] = 1, 0
            while depth > 0:
                last = path[depth - 1] ^ 1
                if turn[depth] == strong.joined[last]:
                    depth -= 1
                    continue
                end = strong.near[last, turn[depth]]
                turn[depth] += 1
                if taken[depth] >> end // 2 & 1:
                    continue
                path[depth] = end
                if depth + 1 < links:
                    taken[depth + 1] = taken[depth] | strong.meets[end // 2]
                    depth += 1
                    turn[depth] = 0
                elif start // 2 < end // 2:
                    best = try_path(board, digit, strong, links, best, hint)


@kernel
def try_path(board: Board, digit: int, strong: Strong, links: int, best: int, hint: Hint) -> int:
    """Keep the chain on the path if it is the best so far; gives the number of the best."""
    path = strong.path
    begins, finishes = path[0], path[links - 1] ^ 1
    ring = strong.joins[begins, finishes] != NOTHING
    if ring:
        if begins & 1:
            return best
        for at in range(1, links):
            if path[at] < begins:
                return best
    kinds, grouped = 0, 0
    for at in range(links):
        kinds |= 1 << strong.kind[path[at] // 2]
        grouped += strong.grouped[path[at] // 2]
    rating = _BASE[links]
    if grouped:
        rating += 3
    else:
        rating += (kinds >> _BOX & 1) + int(kinds >> _ROW & kinds >> _COLUMN & 1)
    if rating - 40 > best >> 56:
        return best
    goes, total = strong.goes, 0
    goes[:] = 0
    for turn in range(links if ring else 1):  # the ends first, then every join of a loop
        one, other = (begins, finishes) if turn == 0 else (path[turn - 1] ^ 1, path[turn])
        for band in range(3):
            left = strong.sees[one, band] & strong.sees[other, band]
            for at in range(links):
                left &= ~_UNIT_MASKS[strong.unit[path[at] // 2], band]
                if at > 0 and not ring:
                    left &= ~_UNIT_MASKS[strong.joins[path[at - 1] ^ 1, path[at]], band]
            while left != 0:
                low = left & -left
                left ^= low
                if board.marks[27 * band + ones(low - 1)] >> digit & 1:
                    goes[band] |= low
                    total += 1
    if total == 0:
        return best
    rank = when_met(strong, links, digit)
    key = ((rating - 40 << 6 | 63 - total) << 3 | grouped) << 7 | simplest_shape(strong, links)
    key = key << 40 | rank
    if key >= best:
        return best
    keep_score(hint, rating, 0, 0, NOTHING)
    count = 0
    for band in range(3):
        left = goes[band]
        while left != 0:
            low = left & -left
            left ^= low
            hint.removes[count] = 9 * (27 * band + ones(low - 1)) + digit
            count += 1
    hint.score[REMOVES] = count
    return int(key)


@kernel
def simplest_shape(strong: Strong, links: int) -> int:
    """The kinds along a chain as a number, the least of it, its reverse, and both with rows and columns exchanged."""
    least = 81
    for exchanged in range(2):
        forth, back = 0, 0
        for at in range(links):
            one, other = strong.kind[strong.path[at] // 2], strong.kind[strong.path[links - 1 - at] // 2]
            if exchanged:
                one, other = (3 - one if one else 0), (3 - other if other else 0)
            forth, back = 3 * forth + one, 3 * back + other
        least = min(least, forth, back)
    return least


@kernel
def when_met(strong: Strong, links: int, digit: int) -> int:
    """When SukakuExplainer meets the chain, in 40 bits: by the kinds of its links, the digit, the links, their order,
    and the directions."""
    path = strong.path
    kinds, members, order, directions = 0, 0, 0, 0
    for at in range(links):
        link, rank = path[at] // 2, 0
        for other in range(links):
            rank += path[other] // 2 < link
        kinds += colex(int(strong.kind[link]), rank)
        members |= link << 6 * (links - 1 - rank)
        order |= rank << 2 * at
        directions = directions << 1 | path[at] & 1
    return (((kinds << 4 | digit) << 24 | members) << 4 | int(_ORDERS[links, order])) << 4 | directions


@kernel
def colex(kind: int, rank: int) -> int:
    """What a kind adds to the place of a set of kinds among all, where so many are lower."""
    return (0, 1, rank + 2)[kind]
