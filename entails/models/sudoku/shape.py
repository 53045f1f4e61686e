"""`Shape`: the board of a Sudoku, defined by its units (rows, columns, boxes or regions).

A variant that only adds or moves units (diagonals, jigsaw regions) is another shape and needs no other code in grids,
encoders and engines. Cells are numbered row by row from 0 and shown to users as r1c1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from math import isqrt
from typing import Final

from entails.models.errors import InvalidPuzzle, quantity

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOP"
"""The digits as one character each: 10 is A, 25 is P."""

BOXES: Final = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}
"""Rows and columns of a box, for each size that has boxes."""

_SIZES: Final = ", ".join(f"{size}x{size}" for size in BOXES)
_JIGSAWS_KEPT: Final = 1024


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: cells that contain every digit exactly once."""

    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Shape:
    """A board with its units. Create one with `classic`, `diagonal`, `jigsaw` or `named`.

    The name determines the shape, so comparing, hashing and pickling use the name alone. The first `3 * size` units are
    the rows, the columns and the boxes (or jigsaw regions), in this order.
    """

    name: str
    size: int
    units: tuple[Unit, ...] = field(repr=False)

    @staticmethod
    def classic(size: int) -> "Shape":
        """Return the shape with rows, columns and boxes.

        Boxes of 6x6 have 2 rows and 3 columns, boxes of 12x12 have 3 rows and 4 columns.
        """
        return _classic(size)

    @staticmethod
    def diagonal(size: int = 9) -> "Shape":
        """Return the shape of Sudoku X: the classic units and both diagonals."""
        return _diagonal(size)

    @staticmethod
    def jigsaw(regions: str, diagonals: bool = False) -> "Shape":
        """Return the shape with rows, columns and irregular regions, with both diagonals on request.

        Regions that equal the boxes give the classic shape.

        Args:
            regions: One character per cell, row by row, that names its region. The characters are renamed 1, 2, 3, ...
                in order of appearance.
            diagonals: Whether the diagonals are units too.
        """
        return _jigsaw(_normal_regions(regions), diagonals)

    @staticmethod
    def named(text: str) -> "Shape":
        """Parse the name of a shape: "9", "16x16", "x", "x9", "jigsaw:REGIONS" or "x-jigsaw:REGIONS"."""
        wanted = text.strip() if len(text) < 2000 else ""
        if match := re.fullmatch(r"(x?)([0-9]{1,2})(?:x([0-9]{1,2}))?", wanted, re.IGNORECASE):
            prefix, size, width = match.groups()
            if width in (None, size):
                return _diagonal(int(size)) if prefix else _classic(int(size))
        if wanted.lower() == "x":
            return _diagonal(9)
        if match := re.fullmatch(r"(x-?)?jigsaw([0-9]{0,2}):(.+)", wanted, re.IGNORECASE | re.DOTALL):
            shape = Shape.jigsaw(match[3], diagonals=bool(match[1]))
            if match[2] in ("", str(shape.size)):
                return shape
        raise InvalidPuzzle(
            "unknown shape",
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
        """The number of cells."""
        return self.size * self.size

    @property
    def symbols(self) -> str:
        """The characters of the digits, smallest first."""
        return SYMBOLS[: self.size]

    @property
    def box(self) -> tuple[int, int] | None:
        """The rows and columns of a box; None for a jigsaw."""
        return None if "jigsaw" in self.name else BOXES[self.size]

    @property
    def has_diagonals(self) -> bool:
        """Whether both diagonals are units (Sudoku X)."""
        return len(self.units) > 3 * self.size

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the units of each cell."""
        indices: list[list[int]] = [[] for _ in range(self.cells)]
        for index, unit in enumerate(self.units):
            for cell in unit.cells:
                indices[cell].append(index)
        return tuple(map(tuple, indices))

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """The peers of each cell: the other cells of its units."""
        return tuple(
            frozenset(peer for index in indices for peer in self.units[index].cells) - {cell}
            for cell, indices in enumerate(self.units_of)
        )

    @cached_property
    def regions(self) -> tuple[int, ...]:
        """The number (from 0) of the box or jigsaw region of each cell."""
        return tuple(indices[2] - 2 * self.size for indices in self.units_of)

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: r1c1 for cell 0."""
        row, column = divmod(cell, self.size)
        return f"r{row + 1}c{column + 1}"

    def candidate_name(self, cell: int, digit: int) -> str:
        """Return the name of a candidate: r1c1=5 for digit 5 in cell 0. The digit is decimal in every size."""
        return f"{self.cell_name(cell)}={digit}"

    def parse_candidate(self, name: str) -> tuple[int, int]:
        """Return the cell and the digit of a candidate's name."""
        if match := re.fullmatch(r"r([0-9]{1,2})c([0-9]{1,2})=([0-9]{1,2})", name):
            row, column, digit = map(int, match.groups())
            if all(1 <= number <= self.size for number in (row, column, digit)):
                return (row - 1) * self.size + column - 1, digit
        raise InvalidPuzzle(
            "invalid candidate",
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
        raise InvalidPuzzle(f"no boxes for size {size}x{size}", where="shape", expected=_SIZES)
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
    """Return the shape of normalised regions. The cache is bounded, because there are very many jigsaws."""
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
    """Rename the regions in order of appearance; reject a text that is not n regions of n cells."""
    where = "jigsaw regions"
    names = "".join(text.split()) if len(text) < 2000 else text
    size = isqrt(len(names))
    if size * size != len(names) or not 2 <= size <= len(SYMBOLS):
        raise InvalidPuzzle(
            f"{quantity(len(names), 'cell')} do not make a square",
            where=where,
            expected="one character for each cell, 2x2 to 25x25",
        )
    appearance = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(appearance) != size:
        raise InvalidPuzzle(quantity(len(appearance), "region"), where=where, expected=f"{size} of {size} cells each")
    for name, number in appearance.items():
        if (count := names.count(name)) != size:
            raise InvalidPuzzle(
                f"region {number + 1} ({name!r}) has {quantity(count, 'cell')}",
                where=where,
                expected=f"{size} of {size} cells each",
            )
    return "".join(SYMBOLS[appearance[name]] for name in names)
