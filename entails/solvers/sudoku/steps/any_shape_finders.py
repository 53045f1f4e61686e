"""Finders for grids of any shape: singles, locked candidates, subsets, fish, wings, colouring, chains, refutations.

A `ShapeBoard` has digits, candidates, and the units that cells share. Sets of cells are integers with one bit per cell.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, permutations

from entails.encoders.sudoku import unit_name
from entails.locale.message import Sentence
from entails.locale.sudoku_steps import NO_CANDIDATE, NO_PLACE, TWICE
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.argument import Candidate, Evidence
from entails.solvers.sudoku.steps.position import Step

Places = int
"""A set of cells as bits."""


def cells_of(places: Places) -> Iterator[int]:
    """Yield the cells in a bitmask, in order."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


@lru_cache(64)
def peer_sets(shape: Shape) -> tuple[Places, ...]:
    """Return the peers of each cell as bitmasks."""
    return tuple(sum(1 << peer for peer in peers) for peers in shape.peers)


@lru_cache(64)
def unit_sets(shape: Shape) -> tuple[Places, ...]:
    """Return the cells of each unit as bitmasks."""
    return tuple(sum(1 << cell for cell in unit.cells) for unit in shape.units)


class ShapeBoard:
    """Digits and candidates of a grid of any shape, with cached values derived from the candidates."""

    def __init__(self, grid: Grid) -> None:
        self.shape = grid.shape
        self.digits = list(grid.cells)
        self.marks = list(grid.open_masks())

    @cached_property
    def holds(self) -> list[Places]:
        """Return the cells where each digit is possible (from 1; 0 is unused)."""
        holds = [0] * (self.shape.size + 1)
        for cell, mask in enumerate(self.marks):
            for digit in mask_digits(mask):
                holds[digit] |= 1 << cell
        return holds

    @cached_property
    def plain(self) -> list[int]:
        """Return the candidates of each cell as the placed digits alone leave them."""
        return list(Grid(self.shape, tuple(self.digits)).open_masks())

    def seen_by_all(self, cells: Iterable[int]) -> Places:
        """Return the cells that see all of these cells."""
        peers, seen = peer_sets(self.shape), -1
        for cell in cells:
            seen &= peers[cell]
        return seen

    def trouble(self) -> Sentence | None:
        """Return a visible contradiction as a sentence; None if there is none."""
        shape = self.shape
        for unit, inside in zip(shape.units, unit_sets(shape), strict=True):
            held = [self.digits[cell] for cell in unit.cells if self.digits[cell]]
            for digit in range(1, shape.size + 1):
                if held.count(digit) > 1:
                    return TWICE(unit=unit_name(unit), digit=digit)
                if digit not in held and not inside & self.holds[digit]:
                    return NO_PLACE(unit=unit_name(unit), digit=digit)
        for cell, digit in enumerate(self.digits):
            if not digit and not self.marks[cell]:
                return NO_CANDIDATE(cell=shape.cell_name(cell))
        return None

    def place(self, cell: int, digit: int) -> None:
        """Write a digit into a cell and remove it from the cell's peers."""
        self.digits[cell], self.marks[cell] = digit, 0
        for peer in self.shape.peers[cell]:
            self.marks[peer] &= ~(1 << (digit - 1))
        self.clear_cache()

    def remove(self, cell: int, digit: int) -> None:
        """Remove a candidate from a cell."""
        self.marks[cell] &= ~(1 << (digit - 1))
        self.clear_cache()

    def copy(self) -> "ShapeBoard":
        """Return an independent copy of the board."""
        copied = object.__new__(ShapeBoard)
        copied.shape, copied.digits, copied.marks = self.shape, self.digits.copy(), self.marks.copy()
        return copied

    def clear_cache(self) -> None:
        """Discard the cached values after the candidates have changed."""
        for name in ("holds", "plain"):
            self.__dict__.pop(name, None)

    def step(
        self,
        technique: str,
        parts: Sequence[Sequence[Candidate]],
        *,
        removes: Iterable[Candidate] = (),
        places: Candidate | None = None,
        digits: Iterable[int] = (),
        unit: int | None = None,
        case: int = 0,
        number: int = -1,
    ) -> Step | None:
        """Build a step; None if it changes nothing. `removes` may include candidates that are already gone."""
        gone = tuple(sorted({(cell, digit) for cell, digit in removes if self.marks[cell] >> (digit - 1) & 1}))
        if not gone and places is None:
            return None
        evidence = tuple(tuple(part) for part in parts)
        all_digits = set(digits) or {digit for part in evidence for _, digit in part}
        return Step(
            technique,
            tuple(dict.fromkeys(cell for part in evidence for cell, _ in part)),
            tuple(sorted(all_digits)),
            () if places is None else (places,),
            gone,
            Evidence(unit, evidence, case, number, tuple(self.marks)),
            self.shape,
        )


Finder = Callable[[ShapeBoard, str], Iterator[Step | None]]


def partners_of(board: ShapeBoard, digit: int) -> dict[int, list[int]]:
    """Return, for each cell, the cells that are the only other place of the digit in a unit."""
    partners: dict[int, list[int]] = {}
    for inside in unit_sets(board.shape):
        places = inside & board.holds[digit]
        if places.bit_count() == 2:
            left, right = cells_of(places)
            for cell, partner in ((left, right), (right, left)):
                if partner not in partners.setdefault(cell, []):
                    partners[cell].append(partner)
    return partners


def singles(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find singles: a digit with one place in a unit, or a cell with one digit, with or without pencil marks."""
    shape, size = board.shape, board.shape.size
    if technique in ("naked-single", "last-possible-number"):
        masks = board.marks if technique == "naked-single" else board.plain
        for cell, mask in enumerate(masks):
            if not board.digits[cell] and mask.bit_count() == 1:
                single = (cell, mask.bit_length())
                yield board.step(technique, [[single]], places=single)
        return
    for index, unit in enumerate(shape.units):
        kind = "row" if index < size else "column" if index < 2 * size else "box" if index < 3 * size else "line"
        open_cells = [cell for cell in unit.cells if not board.digits[cell]]
        if technique == "full-house":
            if len(open_cells) == 1 and board.marks[open_cells[0]]:
                single = (open_cells[0], board.marks[open_cells[0]].bit_length())
                yield board.step(technique, [[single]], places=single, unit=index)
            continue
        plain = technique.startswith("last-remaining")
        if technique not in (f"last-remaining-{kind}", f"hidden-single-{'box' if kind == 'box' else 'line'}"):
            continue
        masks = board.plain if plain else board.marks
        for digit in range(1, size + 1):
            places = [cell for cell in open_cells if masks[cell] >> (digit - 1) & 1]
            if len(places) == 1 and board.marks[places[0]] >> (digit - 1) & 1:
                single = (places[0], digit)
                yield board.step(technique, [[single]], places=single, unit=index)


def locked(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find digits whose places in a unit are all in another unit, or all seen by a cell outside."""
    shape, size = board.shape, board.shape.size
    units = unit_sets(shape)
    for index, inside in enumerate(units):
        is_box = 2 * size <= index < 3 * size
        if is_box != technique.startswith("pointing"):
            continue
        for digit in range(1, size + 1):
            places = inside & board.holds[digit]
            count = places.bit_count()
            if count < 2 or (is_box and (count == 2) != (technique == "pointing-pair")):
                continue
            where = [(cell, digit) for cell in cells_of(places)]
            seen = board.seen_by_all(cells_of(places)) & board.holds[digit] & ~inside
            for crossing, around in enumerate(units):
                if crossing != index and not places & ~around:
                    removes = [(cell, digit) for cell in cells_of(around & ~inside)]
                    yield board.step(technique, [where], removes=removes, unit=index, number=crossing)
                    seen &= ~around
            removes = [(cell, digit) for cell in cells_of(seen)]
            yield board.step(technique, [where], removes=removes, unit=index)


_SIZES = {"pair": 2, "triple": 3, "quad": 4, "x-wing": 2, "swordfish": 3, "jellyfish": 4}


def _size(technique: str) -> int:
    return next(size for name, size in _SIZES.items() if technique.endswith(name))


def naked(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find naked subsets: n cells of a unit with only n candidates together."""
    size = _size(technique)
    for index, unit in enumerate(board.shape.units):
        usable = [cell for cell in unit.cells if 2 <= board.marks[cell].bit_count() <= size]
        for chosen in combinations(usable, size):
            mask = 0
            for cell in chosen:
                mask |= board.marks[cell]
            if mask.bit_count() != size:
                continue
            digits = tuple(mask_digits(mask))
            evidence = [(cell, digit) for cell in chosen for digit in mask_digits(board.marks[cell])]
            removes = [(cell, digit) for cell in unit.cells if cell not in chosen for digit in digits]
            yield board.step(technique, [evidence], removes=removes, digits=digits, unit=index, number=mask)


def hidden(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find hidden subsets: n digits of a unit with only n places together."""
    size = _size(technique)
    every = range(1, board.shape.size + 1)
    for index, inside in enumerate(unit_sets(board.shape)):
        usable = [digit for digit in every if 2 <= (board.holds[digit] & inside).bit_count() <= size]
        for chosen in combinations(usable, size):
            places = 0
            for digit in chosen:
                places |= board.holds[digit] & inside
            if places.bit_count() != size:
                continue
            cells = list(cells_of(places))
            evidence = [(cell, digit) for cell in cells for digit in chosen if board.marks[cell] >> (digit - 1) & 1]
            removes = [(cell, digit) for cell in cells for digit in every if digit not in chosen]
            mask = sum(1 << (digit - 1) for digit in chosen)
            yield board.step(technique, [evidence], removes=removes, digits=chosen, unit=index, number=mask)


def fish(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find fish: n rows whose places for a digit lie in n columns, or the reverse."""
    size, wide = _size(technique), board.shape.size
    units = unit_sets(board.shape)
    for digit in range(1, wide + 1):
        for case in (0, 1):
            base, cross = units[case * wide : (case + 1) * wide], units[(1 - case) * wide : (2 - case) * wide]
            lines = [places for line in base if 2 <= (places := line & board.holds[digit]).bit_count() <= size]
            for chosen in combinations(lines, size):
                body = sum(chosen)
                cover = [line for line in cross if line & body]
                if len(cover) != size:
                    continue
                removes = [(cell, digit) for cell in cells_of(sum(cover) & ~body)]
                evidence = [(cell, digit) for cell in cells_of(body)]
                yield board.step(technique, [evidence], removes=removes, case=case)


def wings(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find wings: a pivot with candidates xy (Y-wing) or xyz (XYZ-wing) that sees the pincers xz and yz."""
    marks, peers = board.marks, board.shape.peers
    pivot_has_it = technique == "xyz-wing"
    for pivot, mask in enumerate(marks):
        if mask.bit_count() != 2 + pivot_has_it:
            continue
        pincers = [cell for cell in sorted(peers[pivot]) if marks[cell].bit_count() == 2]
        for left, right in combinations(pincers, 2):
            shared = marks[left] & marks[right]
            if shared.bit_count() != 1 or (mask | marks[left] | marks[right]).bit_count() != 3:
                continue
            if bool(mask & shared) != pivot_has_it:
                continue
            x, y, z = ((marks[left] & ~shared).bit_length(), (marks[right] & ~shared).bit_length(), shared.bit_length())
            seen = board.seen_by_all([pivot, left, right] if pivot_has_it else [left, right]) & ~(1 << pivot)
            removes = [(cell, z) for cell in cells_of(seen & board.holds[z])]
            yield board.step(technique, [[(pivot, x), (left, x), (right, y)]], removes=removes, digits=(x, y, z))


def colouring(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find steps of simple colouring: places joined by strong links are alternately true and false."""
    peers = peer_sets(board.shape)
    for digit in range(1, board.shape.size + 1):
        partners = partners_of(board, digit)
        left = set(partners)
        while left:
            colours = {min(left): 0}
            order = [min(left)]
            for cell in order:
                for partner in partners[cell]:
                    if partner not in colours:
                        colours[partner] = 1 - colours[cell]
                        order.append(partner)
            left -= colours.keys()
            if len(order) < 3:
                continue
            parts = [[(cell, digit) for cell in order if colours[cell] == shade] for shade in (0, 1)]
            shades = [sum(1 << cell for cell, _ in part) for part in parts]
            for case, shade in enumerate(shades, 1):
                if any(peers[cell] & shade for cell in cells_of(shade)):
                    yield board.step(technique, parts, removes=parts[case - 1], case=case)
            both = [
                (cell, digit)
                for cell in cells_of(board.holds[digit] & ~(shades[0] | shades[1]))
                if peers[cell] & shades[0] and peers[cell] & shades[1]
            ]
            yield board.step(technique, parts, removes=both)


LONGEST = 16
"""Maximum number of nodes of a chain; longer ones are too hard to follow."""


Ends = dict[Candidate, list[Candidate]]


def _strong(board: ShapeBoard, digits: Iterable[int], in_cells: bool, in_units: bool) -> Ends:
    """Return the strong links: between two candidates of a cell, and between two places of a digit in a unit."""
    links: Ends = {}
    if in_cells:
        for cell, mask in enumerate(board.marks):
            if mask.bit_count() == 2:
                left, right = ((cell, digit) for digit in mask_digits(mask))
                links.setdefault(left, []).append(right)
                links.setdefault(right, []).append(left)
    if in_units:
        for digit in digits:
            for cell, partners in partners_of(board, digit).items():
                links.setdefault((cell, digit), []).extend((partner, digit) for partner in partners)
    return links


def _weak(shape: Shape, left: Candidate, right: Candidate) -> bool:
    """Return whether two candidates exclude each other."""
    if left[0] == right[0]:
        return left[1] != right[1]
    return left[1] == right[1] and right[0] in shape.peers[left[0]]


def chains(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find chains of alternating strong and weak links, breadth first from each node.

    If the first node is false, the last one is true. X-chains use one digit, XY-chains cells with two candidates; the
    others may use both, and may return as a loop.
    """
    every = range(1, board.shape.size + 1)
    if technique == "x-chain":
        for digit in every:
            yield from _follow(board, technique, _strong(board, [digit], in_cells=False, in_units=True))
    else:
        in_units = technique != "xy-chain"
        yield from _follow(board, technique, _strong(board, every, in_cells=True, in_units=in_units))


def _follow(board: ShapeBoard, technique: str, strong: Ends) -> Iterator[Step | None]:
    shape = board.shape
    by_cell: dict[int, list[Candidate]] = {}
    for end in strong:
        by_cell.setdefault(end[0], []).append(end)
    near = {
        end: [
            *(rival for rival in by_cell[end[0]] if rival != end),
            *((peer, end[1]) for peer in sorted(shape.peers[end[0]]) if (peer, end[1]) in strong),
        ]
        for end in strong
    }
    xy = technique == "xy-chain"
    for start in strong:
        before: dict[Candidate, tuple[Candidate, Candidate]] = {}
        length = dict.fromkeys(strong[start], 2)
        queue = list(length)
        for end in queue:
            before[end] = (start, start)
        for end in queue:
            if length[end] + 2 > LONGEST:
                break
            for off in near[end]:
                if off == start or (xy and off[0] == end[0]):
                    continue
                for reached in strong[off]:
                    if reached in before:
                        continue
                    before[reached], length[reached] = (end, off), length[end] + 2
                    queue.append(reached)
                    if reached >= start:
                        yield _conclude(board, technique, start, reached, before)


def _conclude(
    board: ShapeBoard,
    technique: str,
    start: Candidate,
    last: Candidate,
    before: dict[Candidate, tuple[Candidate, Candidate]],
) -> Step | None:
    """Return the step of a chain with the technique that the chain belongs to; None if it removes nothing."""
    line, at = [last], last
    while True:
        end, off = before[at]
        line.append(off)
        if off == start:
            break
        line.append(end)
        at = end
    line.reverse()
    inner, shape = line[1:-1], board.shape
    if start in inner or last in inner:
        return None
    if technique == "x-chain" and start == last:
        removes = [(peer, start[1]) for peer in shape.peers[start[0]]]
        return board.step(technique, [list(reversed(line))], removes=removes)
    if technique in ("x-chain", "xy-chain"):
        cells = list(dict.fromkeys(cell for cell, _ in line))
        each = 2 if technique == "xy-chain" else 1
        if start[1] != last[1] or start[0] == last[0] or len(cells) < 3 or len(cells) * each != len(line):
            return None
        seen = board.seen_by_all([start[0], last[0]])
        removes = [(cell, start[1]) for cell in cells_of(seen & board.holds[start[1]])]
        evidence = line[1::2] if technique == "xy-chain" else line
        return board.step(technique, [list(reversed(evidence))], removes=removes)
    parts = [[end] for end in line]
    if (technique == "aic-loop") != (start != last and _weak(shape, start, last)):
        return None
    if technique == "aic-loop":
        pairs = zip(line[1::2], [*line[2::2], start], strict=True)
        removes = [each for left, right in pairs for each in _between(board, left, right)]
        return board.step(technique, parts, removes=removes, case=3, number=len(line))
    if start == last:
        cell, digit = start
        removes = [(cell, rival) for rival in mask_digits(board.marks[cell]) if rival != digit]
        return board.step(technique, parts, removes=removes, case=4, number=len(line))
    case = 1 if start[1] == last[1] else 2
    return board.step(technique, parts, removes=_between(board, start, last), case=case, number=len(line))


def _between(board: ShapeBoard, left: Candidate, right: Candidate) -> list[Candidate]:
    """Return the candidates that are false if either of two candidates is true."""
    if left[0] == right[0]:
        return [(left[0], digit) for digit in mask_digits(board.marks[left[0]]) if digit not in (left[1], right[1])]
    if left[1] == right[1]:
        return [(cell, left[1]) for cell in cells_of(board.seen_by_all([left[0], right[0]]) & board.holds[left[1]])]
    peers = board.shape.peers
    return [(a[0], b[1]) for a, b in ((left, right), (right, left)) if a[0] in peers[b[0]] and a[0] != b[0]]


def links(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find skyscrapers, two-string kites and turbot fish: two strong links whose ends do not see each other."""
    shape, peers = board.shape, board.shape.peers
    for digit in range(1, shape.size + 1):
        pairs = _pairs(board, digit)
        ends = [(unit, left, right) for unit, *pair in pairs for left, right in (pair, pair[::-1])]
        for one_unit, first, near in ends:
            for other_unit, far, last in ends:
                if first < last and near in peers[far] and first != far and near != last and first not in peers[last]:
                    joint = {*shape.units_of[near]} & {*shape.units_of[far]}
                    if technique in ("turbot-fish", _name(shape, one_unit, other_unit, joint)):
                        line = [(cell, digit) for cell in (first, near, far, last)]
                        yield board.step(
                            technique,
                            [[end] for end in line],
                            removes=_between(board, line[0], line[-1]),
                            case=1,
                            number=len(line),
                        )


def _pairs(board: ShapeBoard, digit: int) -> list[tuple[int, int, int]]:
    """Return the units in which a digit has two places, with the places."""
    inside = [(unit, cells & board.holds[digit]) for unit, cells in enumerate(unit_sets(board.shape))]
    return [(unit, *cells_of(places)) for unit, places in inside if places.bit_count() == 2]  # type: ignore[misc]


def _name(shape: Shape, left: int, right: int, joint: set[int]) -> str | None:
    """Return the name of two strong links in these units, joined in others; None for the general turbot fish."""
    kinds = {_kind(shape, left), _kind(shape, right)}
    joints = {_kind(shape, unit) for unit in joint}
    if (kinds == {"row"} and "column" in joints) or (kinds == {"column"} and "row" in joints):
        return "skyscraper"
    return "two-string-kite" if kinds == {"row", "column"} and joints & {"box", "region"} else None


def _kind(shape: Shape, unit: int) -> str:
    return shape.units[unit].name.split()[0]


def w_wings(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find W-wings: two cells with the same two candidates, each of which sees an end of a strong link."""
    peers = board.shape.peers
    pairs = [(cell, mask) for cell, mask in enumerate(board.marks) if mask.bit_count() == 2]
    for (left, mask), (right, same) in combinations(pairs, 2):
        if mask != same:
            continue
        for kept, joint in permutations(mask_digits(mask)):
            for _, *ends in _pairs(board, joint):
                for near, far in (ends, ends[::-1]):
                    if near in peers[left] and far in peers[right] and near != right and far != left:
                        line = [(left, kept), (left, joint), (near, joint), (far, joint), (right, joint), (right, kept)]
                        yield board.step(
                            technique,
                            [[end] for end in line],
                            removes=_between(board, line[0], line[-1]),
                            case=1,
                            number=len(line),
                        )


def refuted(board: ShapeBoard, technique: str) -> Iterator[Step | None]:
    """Find the simplest candidate that singles refute, in the cells with the fewest candidates."""
    cells = sorted((cell for cell, mask in enumerate(board.marks) if mask), key=lambda c: board.marks[c].bit_count())
    for cell in cells:
        branches = []
        for digit in mask_digits(board.marks[cell]):
            branch = _spread(board, (cell, digit))
            if branch is not None:
                branches.append((len(branch), branch))
        if branches:
            _, branch = min(branches)
            yield board.step(technique, [branch], removes=[(cell, branch[0][1])], case=7, number=0)
            return


def _spread(board: ShapeBoard, supposed: Candidate) -> list[Candidate] | None:
    """Return the consequences in order, up to one that cannot be true; None if there is no contradiction."""
    shape = board.shape
    there = board.copy()
    there.place(*supposed)
    line, units = [supposed], unit_sets(shape)
    placed = [0] * (shape.size + 1)
    for cell, digit in enumerate(there.digits):
        placed[digit] |= 1 << cell
    while True:
        single = next(
            ((cell, mask.bit_length()) for cell, mask in enumerate(there.marks) if mask.bit_count() == 1), None
        )
        dead = next((cell for cell, mask in enumerate(there.marks) if not mask and not there.digits[cell]), None)
        if dead is not None:
            return [*line, (dead, board.marks[dead].bit_length())]
        for inside in () if single else units:
            for digit in range(1, shape.size + 1):
                places = inside & there.holds[digit]
                if places.bit_count() == 1:
                    single = (places.bit_length() - 1, digit)
                elif not places and not inside & placed[digit]:
                    lost = next(cells_of(inside & board.holds[digit]), None)
                    return None if lost is None else [*line, (lost, digit)]
        if single is None:
            return None
        there.place(*single)
        placed[single[1]] |= 1 << single[0]
        line.append(single)
