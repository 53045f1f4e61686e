"""`Shape`: the board a Sudoku is played on, which is nothing but a list of units that hold every digit once.

A variant that only adds or moves units (diagonals, jigsaw regions) is another shape; grids, encoders and engines do not
notice. Cells are numbered row by row from 0; people see them as r1c1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from math import isqrt
from typing import Final

from entails.models.errors import InvalidPuzzle

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOP"
"""How digits are written as one character each: 10 is A, 25 is P."""

BOXES: Final = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}
"""Rows and columns of a box, for each size that has boxes."""

_SIZES: Final = ", ".join(f"{size}x{size}" for size in BOXES)
_JIGSAWS_KEPT: Final = 1024


@dataclass(frozen=True, slots=True)
class Unit:
    """Cells that hold every digit exactly once."""

    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Shape:
    """A board. Shapes come from the constructors below, which make the name say everything: two shapes with one name
    are equal, so comparing, hashing and pickling a shape costs no more than its name.

    The first `3 * size` units are the rows, the columns, and the boxes (or jigsaw regions), in this order.
    """

    name: str
    size: int
    units: tuple[Unit, ...] = field(repr=False)

    @staticmethod
    def classic(size: int) -> "Shape":
        """Rows, columns and boxes. The boxes of 6x6 are 2 rows by 3 columns, those of 12x12 3 rows by 4 columns."""
        return _classic(size)

    @staticmethod
    def diagonal(size: int = 9) -> "Shape":
        """Sudoku X: classic, and each of the two diagonals holds every digit once."""
        return _diagonal(size)

    @staticmethod
    def jigsaw(regions: str, diagonals: bool = False) -> "Shape":
        """Rows, columns and regions of any form, and the two diagonals if wanted. `regions` names the region of each
        cell by one character, row by row; which characters is up to the writer, so they are renamed 1, 2, 3... in order
        of appearance. Regions that are the boxes make the shape with boxes."""
        return _jigsaw(_normal_regions(regions), diagonals)

    @staticmethod
    def named(text: str) -> "Shape":
        """The shape that a person means by "9", "16x16", "x", "x9", "jigsaw:REGIONS" or "x-jigsaw:REGIONS"."""
        wanted = text.strip() if len(text) < 2000 else ""
        if found := re.fullmatch(r"(x?)([0-9]{1,2})(?:x([0-9]{1,2}))?", wanted, re.IGNORECASE):
            prefix, size, width = found.groups()
            if width in (None, size):
                return _diagonal(int(size)) if prefix else _classic(int(size))
        if wanted.lower() == "x":
            return _diagonal(9)
        if found := re.fullmatch(r"(x-?)?jigsaw([0-9]{0,2}):(.+)", wanted, re.IGNORECASE | re.DOTALL):
            shape = Shape.jigsaw(found[3], diagonals=bool(found[1]))
            if found[2] in ("", str(shape.size)):
                return shape
        raise InvalidPuzzle(
            "this is not the name of a shape",
            where="shape",
            expected=f'{_SIZES}, "x", "jigsaw:" and a region per cell, or "x-jigsaw:" with both',
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Shape) and self.name == other.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, ...]:
        return Shape.named, (self.name,)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.size * self.size

    @property
    def symbols(self) -> str:
        """The digits as characters, smallest first."""
        return SYMBOLS[: self.size]

    @property
    def box(self) -> tuple[int, int] | None:
        """Rows and columns of a box; None for a jigsaw."""
        return None if "jigsaw" in self.name else BOXES[self.size]

    @property
    def has_diagonals(self) -> bool:
        """The two diagonals hold every digit once, too."""
        return len(self.units) > 3 * self.size

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of the units it lies in."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for index, unit in enumerate(self.units):
            for cell in unit.cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For each cell, the other cells that may not hold the same digit."""
        return tuple(
            frozenset(peer for index in indices for peer in self.units[index].cells) - {cell}
            for cell, indices in enumerate(self.units_of)
        )

    @cached_property
    def regions(self) -> tuple[int, ...]:
        """For each cell, the number (from 0) of its box or jigsaw region."""
        return tuple(indices[2] - 2 * self.size for indices in self.units_of)

    def cell_name(self, cell: int) -> str:
        """r1c1 for cell 0."""
        row, column = divmod(cell, self.size)
        return f"r{row + 1}c{column + 1}"

    def candidate_name(self, cell: int, digit: int) -> str:
        """r1c1=5 for digit 5 in cell 0; the digit is a decimal number in every size."""
        return f"{self.cell_name(cell)}={digit}"

    def parse_candidate(self, name: str) -> tuple[int, int]:
        """Cell and digit of a candidate's name."""
        if found := re.fullmatch(r"r([0-9]{1,2})c([0-9]{1,2})=([0-9]{1,2})", name):
            row, column, digit = map(int, found.groups())
            if all(1 <= number <= self.size for number in (row, column, digit)):
                return (row - 1) * self.size + column - 1, digit
        raise InvalidPuzzle(
            "this is not a candidate of the grid",
            where=name[:20],
            expected=f"r1c1=1 to {self.candidate_name(self.cells - 1, self.size)}",
        )


def _lines(size: int) -> Iterator[Unit]:
    for row in range(size):
        yield Unit(f"row {row + 1}", tuple(range(row * size, (row + 1) * size)))
    for column in range(size):
        yield Unit(f"column {column + 1}", tuple(range(column, size * size, size)))


@cache
def _classic(size: int) -> Shape:
    if size not in BOXES:
        raise InvalidPuzzle(f"there is no {size}x{size} grid with boxes", where="shape", expected=_SIZES)
    high, wide = BOXES[size]
    corners = [row * size + column for row in range(0, size, high) for column in range(0, size, wide)]
    inside = [row * size + column for row in range(high) for column in range(wide)]
    boxes = (Unit(f"box {number}", tuple(corner + step for step in inside)) for number, corner in enumerate(corners, 1))
    return Shape(f"{size}x{size}", size, (*_lines(size), *boxes))


@cache
def _diagonal(size: int) -> Shape:
    return Shape(f"x{size}", size, (*_classic(size).units, *_diagonals(size)))


def _diagonals(size: int) -> tuple[Unit, Unit]:
    falling = Unit("diagonal 1", tuple(range(0, size * size, size + 1)))
    rising = Unit("diagonal 2", tuple(range(size - 1, size * size - 1, size - 1)))
    return falling, rising


@lru_cache(_JIGSAWS_KEPT)
def _jigsaw(regions: str, diagonals: bool) -> Shape:
    """There are too many jigsaws to keep each one ever seen; a forgotten one is made again, equal by its name."""
    size = isqrt(len(regions))
    if size in BOXES and regions == "".join(SYMBOLS[box] for box in _classic(size).regions):
        return _diagonal(size) if diagonals else _classic(size)
    units = (
        Unit(f"region {number}", tuple(cell for cell, region in enumerate(regions) if region == symbol))
        for number, symbol in enumerate(SYMBOLS[:size], 1)
    )
    lines, name = tuple(_lines(size)), f"jigsaw{size}:{regions}"
    if not diagonals:
        return Shape(name, size, (*lines, *units))
    return Shape(f"x-{name}", size, (*lines, *units, *_diagonals(size)))


def _normal_regions(text: str) -> str:
    """Regions renamed in order of appearance, once they are known to cover the grid in n regions of n cells."""
    where = "jigsaw regions"
    names = "".join(text.split()) if len(text) < 2000 else text
    size = isqrt(len(names))
    if size * size != len(names) or not 2 <= size <= len(SYMBOLS):
        raise InvalidPuzzle(
            f"{len(names)} cells do not make a square",
            where=where,
            expected="one character for each cell, 2x2 to 25x25",
        )
    appearance = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(appearance) != size:
        raise InvalidPuzzle(
            f"there are {len(appearance)} regions", where=where, expected=f"{size} of {size} cells each"
        )
    for name, number in appearance.items():
        if (count := names.count(name)) != size:
            raise InvalidPuzzle(
                f"region {number + 1} ({name!r}) has {count} cells",
                where=where,
                expected=f"{size} of {size} cells each",
            )
    return "".join(SYMBOLS[appearance[name]] for name in names)
