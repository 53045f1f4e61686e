"""Singles, locked candidates, subsets, fish, wings and colours on a board of any shape."""

from collections.abc import Iterator
from itertools import combinations

from entails.models.sudoku import mask_digits
from entails.solvers.sudoku.steps.house_moment import Moment, cells_of, partners_of, peer_sets, unit_sets
from entails.solvers.sudoku.steps.step import Step


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
