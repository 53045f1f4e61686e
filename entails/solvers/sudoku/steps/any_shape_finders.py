"""Singles, locked candidates, subsets, fish, wings and colours on a board of any shape.

A board of any shape on its way: digits, candidates, and which cells share a unit. Sets of cells are whole numbers, a
bit a cell.

Chains of strong and weak links on a board of any shape.

A candidate refuted by the singles that would follow from it, on a board of any shape.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from entails.encoders.sudoku import unit_name
from entails.locale.message import Sentence
from entails.locale.sudoku_steps import NO_CANDIDATE, NO_PLACE, TWICE
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.argument import Candidate, Evidence
from entails.solvers.sudoku.steps.step import Step

Places = int
"""Cells as bits."""


def cells_of(places: Places) -> Iterator[int]:
    """The cells of a set, in order."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


@lru_cache(64)
def peer_sets(shape: Shape) -> tuple[Places, ...]:
    """For each cell, those that may not hold its digit."""
    return tuple(sum(1 << peer for peer in peers) for peers in shape.peers)


@lru_cache(64)
def unit_sets(shape: Shape) -> tuple[Places, ...]:
    """The cells of each unit."""
    return tuple(sum(1 << cell for cell in unit.cells) for unit in shape.units)


class Moment:
    """A grid on its way: digits, candidates, and what follows from the candidates alone."""

    def __init__(self, grid: Grid) -> None:
        self.shape = grid.shape
        self.digits = list(grid.cells)
        self.marks = list(grid.open_masks())

    @cached_property
    def holds(self) -> list[Places]:
        """For each digit (from 1; 0 is unused), the cells that can be it."""
        found = [0] * (self.shape.size + 1)
        for cell, mask in enumerate(self.marks):
            for digit in mask_digits(mask):
                found[digit] |= 1 << cell
        return found

    @cached_property
    def plain(self) -> list[int]:
        """What the digits alone leave to each cell."""
        return list(Grid(self.shape, tuple(self.digits)).open_masks())

    def seen_by_all(self, cells: Iterable[int]) -> Places:
        """What every one of these cells sees."""
        peers, seen = peer_sets(self.shape), -1
        for cell in cells:
            seen &= peers[cell]
        return seen

    def trouble(self) -> Sentence | None:
        """What is plainly wrong."""
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
        """Write a digit, and rub it out in all the cells that see it."""
        self.digits[cell], self.marks[cell] = digit, 0
        for peer in self.shape.peers[cell]:
            self.marks[peer] &= ~(1 << (digit - 1))
        self.forget()

    def remove(self, cell: int, digit: int) -> None:
        """Rub out a candidate."""
        self.marks[cell] &= ~(1 << (digit - 1))
        self.forget()

    def copy(self) -> "Moment":
        """Another one to try things on."""
        other = object.__new__(Moment)
        other.shape, other.digits, other.marks = self.shape, self.digits.copy(), self.marks.copy()
        return other

    def forget(self) -> None:
        """Candidates changed: what followed from them is found again when it is asked for."""
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
        other: int = -1,
    ) -> Step | None:
        """A step, where it does something: `removes` may name what is gone already."""
        gone = tuple(sorted({(cell, digit) for cell, digit in removes if self.marks[cell] >> (digit - 1) & 1}))
        if not gone and places is None:
            return None
        rests = tuple(tuple(part) for part in parts)
        told = set(digits) or {digit for part in rests for _, digit in part}
        return Step(
            technique,
            tuple(dict.fromkeys(cell for part in rests for cell, _ in part)),
            tuple(sorted(told)),
            () if places is None else (places,),
            gone,
            Evidence(unit, rests, case, other, tuple(self.marks)),
            self.shape,
        )


Finder = Callable[[Moment, str], Iterator[Step | None]]


def partners_of(moment: Moment, digit: int) -> dict[int, list[int]]:
    """For each cell, those that are the only other place of the digit in a unit."""
    found: dict[int, list[int]] = {}
    for inside in unit_sets(moment.shape):
        places = inside & moment.holds[digit]
        if places.bit_count() == 2:
            one, other = cells_of(places)
            for cell, partner in ((one, other), (other, one)):
                if partner not in found.setdefault(cell, []):
                    found[cell].append(partner)
    return found


def singles(moment: Moment, technique: str) -> Iterator[Step | None]:
    """A digit with one place in a unit, or a cell with one digit; by the digits alone, or with pencil marks."""
    shape, size = moment.shape, moment.shape.size
    if technique in ("naked-single", "last-possible-number"):
        masks = moment.marks if technique == "naked-single" else moment.plain
        for cell, mask in enumerate(masks):
            if not moment.digits[cell] and mask.bit_count() == 1:
                single = (cell, mask.bit_length())
                yield moment.step(technique, [[single]], places=single)
        return
    for index, unit in enumerate(shape.units):
        kind = "row" if index < size else "column" if index < 2 * size else "box" if index < 3 * size else "line"
        open_cells = [cell for cell in unit.cells if not moment.digits[cell]]
        if technique == "full-house":
            if len(open_cells) == 1 and moment.marks[open_cells[0]]:
                single = (open_cells[0], moment.marks[open_cells[0]].bit_length())
                yield moment.step(technique, [[single]], places=single, unit=index)
            continue
        plain = technique.startswith("last-remaining")
        if technique not in (f"last-remaining-{kind}", f"hidden-single-{'box' if kind == 'box' else 'line'}"):
            continue
        masks = moment.plain if plain else moment.marks
        for digit in range(1, size + 1):
            places = [cell for cell in open_cells if masks[cell] >> (digit - 1) & 1]
            if len(places) == 1 and moment.marks[places[0]] >> (digit - 1) & 1:
                single = (places[0], digit)
                yield moment.step(technique, [[single]], places=single, unit=index)


def locked(moment: Moment, technique: str) -> Iterator[Step | None]:
    """All places of a digit in one unit lie in another, or are seen by one cell: nothing else there is the digit."""
    shape, size = moment.shape, moment.shape.size
    units = unit_sets(shape)
    for index, inside in enumerate(units):
        is_box = 2 * size <= index < 3 * size
        if is_box != technique.startswith("pointing"):
            continue
        for digit in range(1, size + 1):
            places = inside & moment.holds[digit]
            count = places.bit_count()
            if count < 2 or (is_box and (count == 2) != (technique == "pointing-pair")):
                continue
            where = [(cell, digit) for cell in cells_of(places)]
            seen = moment.seen_by_all(cells_of(places)) & moment.holds[digit] & ~inside
            for other, around in enumerate(units):
                if other != index and not places & ~around:
                    removes = [(cell, digit) for cell in cells_of(around & ~inside)]
                    yield moment.step(technique, [where], removes=removes, unit=index, other=other)
                    seen &= ~around
            removes = [(cell, digit) for cell in cells_of(seen)]
            yield moment.step(technique, [where], removes=removes, unit=index)


_SIZES = {"pair": 2, "triple": 3, "quad": 4, "x-wing": 2, "swordfish": 3, "jellyfish": 4}


def _size(technique: str) -> int:
    return next(size for name, size in _SIZES.items() if technique.endswith(name))


def naked(moment: Moment, technique: str) -> Iterator[Step | None]:
    """So many cells of a unit with as many digits between them."""
    size = _size(technique)
    for index, unit in enumerate(moment.shape.units):
        usable = [cell for cell in unit.cells if 2 <= moment.marks[cell].bit_count() <= size]
        for chosen in combinations(usable, size):
            mask = 0
            for cell in chosen:
                mask |= moment.marks[cell]
            if mask.bit_count() != size:
                continue
            digits = tuple(mask_digits(mask))
            rests = [(cell, digit) for cell in chosen for digit in mask_digits(moment.marks[cell])]
            removes = [(cell, digit) for cell in unit.cells if cell not in chosen for digit in digits]
            yield moment.step(technique, [rests], removes=removes, digits=digits, unit=index, other=mask)


def hidden(moment: Moment, technique: str) -> Iterator[Step | None]:
    """So many digits of a unit with as many places between them."""
    size = _size(technique)
    every = range(1, moment.shape.size + 1)
    for index, inside in enumerate(unit_sets(moment.shape)):
        usable = [digit for digit in every if 2 <= (moment.holds[digit] & inside).bit_count() <= size]
        for chosen in combinations(usable, size):
            places = 0
            for digit in chosen:
                places |= moment.holds[digit] & inside
            if places.bit_count() != size:
                continue
            cells = list(cells_of(places))
            rests = [(cell, digit) for cell in cells for digit in chosen if moment.marks[cell] >> (digit - 1) & 1]
            removes = [(cell, digit) for cell in cells for digit in every if digit not in chosen]
            mask = sum(1 << (digit - 1) for digit in chosen)
            yield moment.step(technique, [rests], removes=removes, digits=chosen, unit=index, other=mask)


def fish(moment: Moment, technique: str) -> Iterator[Step | None]:
    """So many rows whose places for a digit lie in as many columns, or the other way about."""
    size, wide = _size(technique), moment.shape.size
    units = unit_sets(moment.shape)
    for digit in range(1, wide + 1):
        for case in (0, 1):
            base, cross = units[case * wide : (case + 1) * wide], units[(1 - case) * wide : (2 - case) * wide]
            lines = [places for line in base if 2 <= (places := line & moment.holds[digit]).bit_count() <= size]
            for chosen in combinations(lines, size):
                body = sum(chosen)
                cover = [line for line in cross if line & body]
                if len(cover) != size:
                    continue
                removes = [(cell, digit) for cell in cells_of(sum(cover) & ~body)]
                rests = [(cell, digit) for cell in cells_of(body)]
                yield moment.step(technique, [rests], removes=removes, case=case)


def wings(moment: Moment, technique: str) -> Iterator[Step | None]:
    """A pivot of two digits (Y-wing: x, y) or three (XYZ-wing) that sees two pincers, xz and yz."""
    marks, peers = moment.marks, moment.shape.peers
    pivot_has_it = technique == "xyz-wing"
    for pivot, mask in enumerate(marks):
        if mask.bit_count() != 2 + pivot_has_it:
            continue
        pincers = [cell for cell in sorted(peers[pivot]) if marks[cell].bit_count() == 2]
        for one, other in combinations(pincers, 2):
            shared = marks[one] & marks[other]
            if shared.bit_count() != 1 or (mask | marks[one] | marks[other]).bit_count() != 3:
                continue
            if bool(mask & shared) != pivot_has_it:
                continue
            x, y, z = ((marks[one] & ~shared).bit_length(), (marks[other] & ~shared).bit_length(), shared.bit_length())
            seen = moment.seen_by_all([pivot, one, other] if pivot_has_it else [one, other]) & ~(1 << pivot)
            removes = [(cell, z) for cell in cells_of(seen & moment.holds[z])]
            yield moment.step(technique, [[(pivot, x), (one, x), (other, y)]], removes=removes, digits=(x, y, z))


def colouring(moment: Moment, technique: str) -> Iterator[Step | None]:
    """Along partners the places of a digit are true and false in turn."""
    peers = peer_sets(moment.shape)
    for digit in range(1, moment.shape.size + 1):
        partners = partners_of(moment, digit)
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
                    yield moment.step(technique, parts, removes=parts[case - 1], case=case)
            both = [
                (cell, digit)
                for cell in cells_of(moment.holds[digit] & ~(shades[0] | shades[1]))
                if peers[cell] & shades[0] and peers[cell] & shades[1]
            ]
            yield moment.step(technique, parts, removes=both)


_LONGEST = 16
"""Longer chains are not told: nobody follows them."""


Ends = dict[Candidate, list[Candidate]]


def _strong(moment: Moment, digits: Iterable[int], in_cells: bool, in_units: bool) -> Ends:
    """Of which two candidates one holds: the two of a cell, the two places of a digit in a unit."""
    links: Ends = {}
    if in_cells:
        for cell, mask in enumerate(moment.marks):
            if mask.bit_count() == 2:
                one, other = ((cell, digit) for digit in mask_digits(mask))
                links.setdefault(one, []).append(other)
                links.setdefault(other, []).append(one)
    if in_units:
        for digit in digits:
            for cell, partners in partners_of(moment, digit).items():
                links.setdefault((cell, digit), []).extend((partner, digit) for partner in partners)
    return links


def _weak(shape: Shape, one: Candidate, other: Candidate) -> bool:
    """Do they exclude each other?"""
    if one[0] == other[0]:
        return one[1] != other[1]
    return one[1] == other[1] and other[0] in shape.peers[one[0]]


def chains(moment: Moment, technique: str) -> Iterator[Step | None]:
    """Strong and weak links in turn, breadth first from each end: if the first is not, the last is.

    X-chains keep to one digit, XY-chains to cells of two candidates; others may do both, and come back as a loop.
    """
    every = range(1, moment.shape.size + 1)
    if technique == "x-chain":
        for digit in every:
            yield from _follow(moment, technique, _strong(moment, [digit], in_cells=False, in_units=True))
    else:
        in_units = technique != "xy-chain"
        yield from _follow(moment, technique, _strong(moment, every, in_cells=True, in_units=in_units))


def _follow(moment: Moment, technique: str, strong: Ends) -> Iterator[Step | None]:
    shape = moment.shape
    by_cell: dict[int, list[Candidate]] = {}
    for end in strong:
        by_cell.setdefault(end[0], []).append(end)
    near = {
        end: [
            *(other for other in by_cell[end[0]] if other != end),
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
            if length[end] + 2 > _LONGEST:
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
                        yield _conclude(moment, technique, start, reached, before)


def _conclude(
    moment: Moment,
    technique: str,
    start: Candidate,
    last: Candidate,
    before: dict[Candidate, tuple[Candidate, Candidate]],
) -> Step | None:
    """What a chain rules out, under its name."""
    line, at = [last], last
    while True:
        end, off = before[at]
        line.append(off)
        if off == start:
            break
        line.append(end)
        at = end
    line.reverse()
    inner, shape = line[1:-1], moment.shape
    if start in inner or last in inner:
        return None
    if technique == "x-chain" and start == last:
        removes = [(peer, start[1]) for peer in shape.peers[start[0]]]
        return moment.step(technique, [list(reversed(line))], removes=removes)
    if technique in ("x-chain", "xy-chain"):
        cells = list(dict.fromkeys(cell for cell, _ in line))
        each = 2 if technique == "xy-chain" else 1
        if start[1] != last[1] or start[0] == last[0] or len(cells) < 3 or len(cells) * each != len(line):
            return None
        seen = moment.seen_by_all([start[0], last[0]])
        removes = [(cell, start[1]) for cell in cells_of(seen & moment.holds[start[1]])]
        rests = line[1::2] if technique == "xy-chain" else line
        return moment.step(technique, [list(reversed(rests))], removes=removes)
    parts = [[end] for end in line]
    if (technique == "aic-loop") != (start != last and _weak(shape, start, last)):
        return None
    if technique == "aic-loop":
        pairs = zip(line[1::2], [*line[2::2], start], strict=True)
        removes = [each for one, other in pairs for each in _between(moment, one, other)]
        return moment.step(technique, parts, removes=removes, case=3, other=len(line))
    if start == last:
        cell, digit = start
        removes = [(cell, other) for other in mask_digits(moment.marks[cell]) if other != digit]
        return moment.step(technique, parts, removes=removes, case=4, other=len(line))
    case = 1 if start[1] == last[1] else 2
    return moment.step(technique, parts, removes=_between(moment, start, last), case=case, other=len(line))


def _between(moment: Moment, one: Candidate, other: Candidate) -> list[Candidate]:
    """One of the two is true: what neither leaves."""
    if one[0] == other[0]:
        return [(one[0], digit) for digit in mask_digits(moment.marks[one[0]]) if digit not in (one[1], other[1])]
    if one[1] == other[1]:
        return [(cell, one[1]) for cell in cells_of(moment.seen_by_all([one[0], other[0]]) & moment.holds[one[1]])]
    peers = moment.shape.peers
    return [(a[0], b[1]) for a, b in ((one, other), (other, one)) if a[0] in peers[b[0]] and a[0] != b[0]]


def refuted(moment: Moment, technique: str) -> Iterator[Step | None]:
    """Suppose a candidate and follow the singles: where something would have to be and not to be, it is not. The
    simplest only, among the cells of fewest candidates first."""
    cells = sorted((cell for cell, mask in enumerate(moment.marks) if mask), key=lambda c: moment.marks[c].bit_count())
    for cell in cells:
        found = []
        for digit in mask_digits(moment.marks[cell]):
            branch = _spread(moment, (cell, digit))
            if branch is not None:
                found.append((len(branch), branch))
        if found:
            _, branch = min(found)
            yield moment.step(technique, [branch], removes=[(cell, branch[0][1])], case=7, other=0)
            return


def _spread(moment: Moment, supposed: Candidate) -> list[Candidate] | None:
    """The candidates that follow one after the other, up to one that cannot be; None without a contradiction."""
    shape = moment.shape
    there = moment.copy()
    there.place(*supposed)
    line, units = [supposed], unit_sets(shape)
    while True:
        single = next(
            ((cell, mask.bit_length()) for cell, mask in enumerate(there.marks) if mask.bit_count() == 1), None
        )
        dead = next((cell for cell, mask in enumerate(there.marks) if not mask and not there.digits[cell]), None)
        if dead is not None:
            return [*line, (dead, moment.marks[dead].bit_length())]
        for inside in () if single else units:
            for digit in range(1, shape.size + 1):
                places = inside & there.holds[digit]
                if places.bit_count() == 1:
                    single = (places.bit_length() - 1, digit)
                elif not places and not any(there.digits[cell] == digit for cell in cells_of(inside)):
                    lost = next(cells_of(inside & moment.holds[digit]), None)
                    return None if lost is None else [*line, (lost, digit)]
        if single is None:
            return None
        there.place(*single)
        line.append(single)
