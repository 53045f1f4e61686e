"""Chains of two, three or four strong links of one digit, as in SukakuExplainer.

A link is a unit in which the digit has two places, or places in two groups: two segments of a line, or in a box a row
and a column that cross, or two parallel lines. Links that share no place are joined where an end of one and an end of
the next lie in one unit. Cells that see the first and the last end lose the digit. If these two also lie in one unit,
the chain is a loop, and every joint removes candidates.

The lowest rating wins, then the most removals, then the simplest shape, then the one that SukakuExplainer meets first:
by types of units, digits, units, orders and directions. One number encodes all of these.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.sudoku_bits import bit_count
from entails.solvers.kernels.sudoku_board import (
    COUNT,
    I64,
    LOWEST,
    NOTHING,
    PEER_MASKS,
    REMOVES,
    UNIT_CELLS,
    BestHint,
    CandidateBoard,
    clear_hint,
    keep_score,
    places_in_band,
)

_BOX, _ROW, _COLUMN = range(3)
"""Types of units, in the order of SukakuExplainer."""
_FIRST_UNIT = np.array([18, 0, 9])
_MOST_LINKS = 36
"""Maximum number of links of a digit: one per unit, two in a box whose places are the corners of a rectangle."""
_LONGEST = 4
_BASE = np.array([0, 0, 40, 54, 58])
"""Ten times the rating of n links in parallel lines. Boxes add one, rows with columns one, groups three."""


def _unit_masks() -> I64:
    masks = np.zeros((27, 3), np.int64)
    for unit in range(27):
        for cell in UNIT_CELLS[unit]:
            masks[unit, cell // 27] |= 1 << cell % 27
    return masks


def _box_shapes() -> I64:
    """Return the ways to divide the places of a box: the empty cells and both groups; crosses come first."""
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
    """Return the position at which SukakuExplainer tries each order of links, indexed by their ranks along the chain.

    Of each order and its reverse it tries only one, the one that begins with the lower link.
    """
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


class StrongLinks(NamedTuple):
    """The strong links of a digit, the state of a search, and the best chains so far.

    Ends are numbered 2 * link and 2 * link + 1. The best chain of a digit stays valid while its places do not change.

    Attributes:
        kind: Per link, the type of its unit.
        unit: Per link, its unit.
        grouped: Per link, whether an end has several places.
        places: Per link, its places as three masks.
        meets: Per link, the links with which it shares a place, itself included.
        sees: Per end, the places of the digit that see all of it.
        end_units: Per end, its column, row and box; NOTHING where it has cells in several.
        near: Per end, the first and the second ends that share a unit with it and whose links share no place with its
            own.
        ends_in: Per unit, the first and the second ends in it.
        path: The ends at which the links of a chain are entered.
        left: Per depth, the ends still to be tried.
        taken: Per depth, the links that share a place with earlier ones.
        removed: Three working masks: the places of the digit while links are recorded, then the removals of a chain.
        size: The number of links, in `size[0]`.
        known: Per digit, the places for which the best chains hold.
        best: Per digit and number of links, the number of the best chain; NONE for none, UNSEEN if not searched.
        ruled_out: Per digit and number of links, the removals of the best chain.
    """

    kind: I64
    unit: I64
    grouped: I64
    places: I64
    meets: I64
    sees: I64
    end_units: I64
    near: I64
    ends_in: I64
    path: I64
    left: I64
    taken: I64
    removed: I64
    size: I64
    known: I64
    best: I64
    ruled_out: I64


NONE, UNSEEN = 1 << 62, -1


def new_strong_links() -> StrongLinks:
    """Allocate the arrays for the links of a digit."""
    kind, unit, grouped, meets = np.zeros((4, _MOST_LINKS), np.int64)
    sees, end_units = np.zeros((2, 2 * _MOST_LINKS, 3), np.int64)
    near, ends_in = np.zeros((2 * _MOST_LINKS, 2), np.int64), np.zeros((27, 2), np.int64)
    path, taken = np.zeros((2, _LONGEST), np.int64)
    left, places = np.zeros((_LONGEST, 2), np.int64), np.zeros((_MOST_LINKS, 3), np.int64)
    removed, size = np.zeros(3, np.int64), np.zeros(1, np.int64)
    known, best = np.zeros((9, 3), np.int64), np.full((9, _LONGEST + 1), NONE)
    ruled_out = np.zeros((9, _LONGEST + 1, 3), np.int64)
    return StrongLinks(
        kind,
        unit,
        grouped,
        places,
        meets,
        sees,
        end_units,
        near,
        ends_in,
        path,
        left,
        taken,
        removed,
        size,
        known,
        best,
        ruled_out,
    )


@kernel
def note_end(strong: StrongLinks, end: int, unit: int, positions: int) -> None:
    """Record an end of a link: its unit and the positions in it."""
    sees, end_units = strong.sees[end], strong.end_units[end]
    for band in range(3):
        sees[band] = strong.removed[band]
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
            end_units[0], end_units[1], end_units[2] = column, row, box
            first = False
        end_units[0] = column if end_units[0] == column else NOTHING
        end_units[1] = row if end_units[1] == row else NOTHING
        end_units[2] = box if end_units[2] == box else NOTHING


@kernel
def note_link(strong: StrongLinks, kind: int, unit: int, positions: int, first: int, second: int, grouped: int) -> None:
    link = strong.size[0]
    strong.size[0] += 1
    strong.kind[link], strong.unit[link], strong.grouped[link] = kind, unit, grouped
    strong.places[link, :] = 0
    left = positions
    while left != 0:
        cell = UNIT_CELLS[unit, LOWEST[left]]
        left &= left - 1
        strong.places[link, cell // 27] |= 1 << cell % 27
    note_end(strong, 2 * link, unit, first)
    note_end(strong, 2 * link + 1, unit, second)


@kernel
def note_line(strong: StrongLinks, kind: int, unit: int, positions: int) -> None:
    """Record the link of a line with places in two boxes; an end with one place comes first."""
    for empty in range(3):
        if positions >> 3 * empty & 7 == 0:
            low, high = (3, 6) if empty == 0 else (0, 6) if empty == 1 else (0, 3)
            first, second = positions & 7 << low, positions & 7 << high
            if first != 0 and second != 0:
                if COUNT[first] > 1 and COUNT[second] == 1:
                    first, second = second, first
                note_link(strong, kind, unit, positions, first, second, 1)
            return


@kernel
def note_box(strong: StrongLinks, unit: int, positions: int) -> None:
    """Record the links of a box whose places form a cross or two parallel lines.

    The heart of a cross belongs to the end that needs it.
    """
    for shape in range(15 if COUNT[positions] >= 4 else 9):
        empty, column, row = _BOX_SHAPES[shape]
        if positions & empty != 0:
            continue
        first, second = positions & column, positions & row
        if first == 0 or second == 0:
            return
        if shape < 9:
            heart = 1 << shape
            if COUNT[second] == 1:
                note_link(strong, _BOX, unit, positions, second, first | heart, 1)
            elif COUNT[first] == 1:
                note_link(strong, _BOX, unit, positions, first, second | heart, 1)
            else:
                heart &= positions
                note_link(strong, _BOX, unit, positions, first | heart, second | heart, 1)
            return
        note_link(strong, _BOX, unit, positions, first, second, 1)
        apart = 3 if shape < 12 else 1
        if COUNT[positions] == 4 and (
            first << apart == second or first << 2 * apart == second
        ):  # the corners of a rectangle
            low, high = first & -first | second & -second, first & (first - 1) | second & (second - 1)
            note_link(strong, _BOX, unit, positions, low, high, 1)
        return


@kernel
def note_links(board: CandidateBoard, digit: int, strong: StrongLinks) -> None:
    """Record all links of a digit by type of unit, and which of their ends share a unit."""
    strong.size[0] = 0
    for band in range(3):
        strong.removed[band] = strong.known[digit, band]
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
    note_near(strong)


@kernel
def note_meetings(strong: StrongLinks) -> None:
    places, meets = strong.places, strong.meets
    for link in range(strong.size[0]):
        meets[link] = 1 << link
        for earlier in range(link):
            shared = places[link, 0] & places[earlier, 0] | places[link, 1] & places[earlier, 1]
            if shared | places[link, 2] & places[earlier, 2] != 0:
                meets[link] |= 1 << earlier
                meets[earlier] |= 1 << link


@kernel
def note_near(strong: StrongLinks) -> None:
    """Record which ends share a unit, for links without a common place."""
    end_units, near, ends_in = strong.end_units, strong.near, strong.ends_in
    ends_in[:] = 0
    for end in range(2 * strong.size[0]):
        for view in range(3):
            if end_units[end, view] != NOTHING:
                ends_in[9 * view + end_units[end, view], end & 1] |= 1 << end // 2
    for end in range(2 * strong.size[0]):
        apart = ~strong.meets[end // 2]
        for side in range(2):
            mask = 0
            for view in range(3):
                if end_units[end, view] != NOTHING:
                    mask |= ends_in[9 * view + end_units[end, view], side]
            near[end, side] = mask & apart


@kernel
def joining_unit(strong: StrongLinks, end: int, partner: int) -> int:
    """Return the unit that two ends share: a column, else a row, else a box."""
    end_units = strong.end_units
    if end_units[end, 0] == end_units[partner, 0] and end_units[end, 0] != NOTHING:
        return 9 + int(end_units[end, 0])
    if end_units[end, 1] == end_units[partner, 1] and end_units[end, 1] != NOTHING:
        return int(end_units[end, 1])
    return 18 + int(end_units[end, 2])


@kernel
def find_strong_links(board: CandidateBoard, links: int, strong: StrongLinks, hint: BestHint) -> None:
    """Find the best chain of `links` strong links. `places` must be up to date."""
    clear_hint(hint)
    best, best_digit = NONE, 0
    for digit in range(9):
        note_places(board, digit, strong)
        if strong.best[digit, links] == UNSEEN:
            strong.best[digit, links] = NONE
            note_links(board, digit, strong)
            if strong.size[0] >= links:
                follow_links(digit, strong, links)
        if strong.best[digit, links] < best:
            best, best_digit = strong.best[digit, links], digit
    if best == NONE:
        return
    keep_score(hint, (best >> 56) + 40, 0, 0, NOTHING)
    count = 0
    for band in range(3):
        left = strong.ruled_out[best_digit, links, band]
        while left != 0:
            low = left & -left
            left ^= low
            hint.removes[count] = 9 * (27 * band + bit_count(low - 1)) + best_digit
            count += 1
    hint.score[REMOVES] = count


@kernel
def note_places(board: CandidateBoard, digit: int, strong: StrongLinks) -> None:
    """Discard the known chains of a digit if its places have changed."""
    for band in range(3):
        places = places_in_band(board, digit, band)
        if places != strong.known[digit, band]:
            strong.known[digit, band] = places
            for links in range(_LONGEST + 1):
                strong.best[digit, links] = UNSEEN


@kernel
def follow_links(digit: int, strong: StrongLinks, links: int) -> None:
    """Search all chains of `links` links, from every end."""
    path, left, taken, near = strong.path, strong.left, strong.taken, strong.near
    for start in range(2 * strong.size[0]):
        path[0], taken[1] = start, strong.meets[start // 2]
        depth = 1
        left[1, 0], left[1, 1] = near[start ^ 1, 0], near[start ^ 1, 1]
        while depth > 0:
            side = 0 if left[depth, 0] != 0 else 1
            mask = left[depth, side]
            if mask == 0:
                depth -= 1
                continue
            low = mask & -mask
            left[depth, side] = mask ^ low
            if taken[depth] & low != 0:
                continue
            link = bit_count(low - 1)
            end = 2 * link + side
            path[depth] = end
            if depth + 1 < links:
                taken[depth + 1] = taken[depth] | strong.meets[link]
                depth += 1
                left[depth, 0], left[depth, 1] = near[end ^ 1, 0], near[end ^ 1, 1]
            elif start // 2 < link and may_rule_out(strong, start, end ^ 1):
                try_path(digit, strong, links)


@kernel
def may_rule_out(strong: StrongLinks, begins: int, finishes: int) -> bool:
    """Return whether a chain may remove anything: some place sees both ends, or the ends share a unit."""
    sees = strong.sees
    seen = sees[begins, 0] & sees[finishes, 0] | sees[begins, 1] & sees[finishes, 1]
    seen |= sees[begins, 2] & sees[finishes, 2]
    return bool(seen | strong.near[begins, finishes & 1] >> finishes // 2 & 1 != 0)


@kernel
def try_path(digit: int, strong: StrongLinks, links: int) -> None:
    """Keep the chain on the path if it is the best of its digit."""
    path, best = strong.path, strong.best[digit, links]
    begins, finishes = path[0], path[links - 1] ^ 1
    ring = strong.near[begins, finishes & 1] >> finishes // 2 & 1 != 0
    if ring:
        if begins & 1:
            return
        for at in range(1, links):
            if path[at] < begins:
                return
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
        return
    removed, total = strong.removed, 0
    for band in range(3):
        removed[band] = 0
        spared = 0
        for at in range(links):
            spared |= _UNIT_MASKS[strong.unit[path[at] // 2], band]
            if at > 0 and not ring:
                spared |= _UNIT_MASKS[joining_unit(strong, path[at - 1] ^ 1, path[at]), band]
        for turn in range(links if ring else 1):  # the ends first, then every joint of a loop
            left, right = (begins, finishes) if turn == 0 else (path[turn - 1] ^ 1, path[turn])
            gone = strong.sees[left, band] & strong.sees[right, band] & ~spared
            removed[band] |= gone
            total += bit_count(gone)
    if total == 0:
        return
    rank = when_met(strong, links, digit)
    key = ((rating - 40 << 6 | 63 - total) << 3 | grouped) << 7 | simplest_shape(strong, links)
    key = key << 40 | rank
    if key < best:
        strong.best[digit, links] = key
        for band in range(3):
            strong.ruled_out[digit, links, band] = removed[band]


@kernel
def simplest_shape(strong: StrongLinks, links: int) -> int:
    """Return the link types along a chain as one number.

    It is the smallest for the chain, its reverse, and both with rows and columns exchanged.
    """
    least = 81
    for exchanged in range(2):
        forth, back = 0, 0
        for at in range(links):
            ahead, behind = strong.kind[strong.path[at] // 2], strong.kind[strong.path[links - 1 - at] // 2]
            if exchanged:
                ahead, behind = (3 - ahead if ahead else 0), (3 - behind if behind else 0)
            forth, back = 3 * forth + ahead, 3 * back + behind
        least = min(least, forth, back)
    return least


@kernel
def when_met(strong: StrongLinks, links: int, digit: int) -> int:
    """Return a chain's rank in SukakuExplainer's order: link types, digit, links, order, directions (40 bits)."""
    path = strong.path
    kinds, members, order, directions = 0, 0, 0, 0
    for at in range(links):
        link, rank = path[at] // 2, 0
        for member in range(links):
            rank += path[member] // 2 < link
        kinds += colex(int(strong.kind[link]), rank)
        members |= link << 6 * (links - 1 - rank)
        order |= rank << 2 * at
        directions = directions << 1 | path[at] & 1
    return (((kinds << 4 | digit) << 24 | members) << 4 | int(_ORDERS[links, order])) << 4 | directions


@kernel
def colex(kind: int, rank: int) -> int:
    """Return what a link type adds to the colexicographic rank of a set of types, given its rank."""
    return (0, 1, rank + 2)[kind]
