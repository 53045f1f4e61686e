"""`Grid`: the digits on a board. A puzzle, a solution and every position between them are grids."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import index, itemgetter
from typing import Any

from entails.models.errors import InvalidPuzzle, quantity
from entails.models.sudoku.shape import SYMBOLS, Shape, Unit

_TO_SYMBOL = bytes.maketrans(bytes(range(len(SYMBOLS) + 1)), b"." + SYMBOLS.encode())


@dataclass(frozen=True, slots=True)
class Grid:
    """A board with digits. `Grid.of` validates its input; the plain constructor does not.

    Attributes:
        shape: The board.
        cells: The digit of each cell, row by row; 0 is an empty cell.
        marks: Allowed candidates of each cell as a bitmask (bit d-1 is digit d), as in a 729-candidate puzzle.
            None: only the rules restrict the cells.
        found: Filled cells that were not given, if the source marks them. Ignored by comparisons.
    """

    shape: Shape
    cells: tuple[int, ...]
    marks: tuple[int, ...] | None = None
    found: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(cls, shape: Shape, cells: Sequence[int], marks: Sequence[int] | None = None) -> "Grid":
        """Validate the cells and marks of a grid and return it. Digits may conflict: a puzzle may have no solution.

        Marks are normalised: a filled cell allows its digit only. Marks that exclude nothing beyond what the digits
        exclude become None.
        """
        digits = _numbers(shape, cells, shape.size, "digit")
        grid = cls(shape, digits)
        if marks is None:
            return grid
        masks = _numbers(shape, marks, (1 << shape.size) - 1, "mask of candidates")
        for cell, (digit, mask) in enumerate(zip(digits, masks, strict=True)):
            if digit and not mask >> (digit - 1) & 1:
                raise InvalidPuzzle(f"the marks exclude its digit {digit}", where=shape.cell_name(cell))
        if all(not open_ & ~mask for open_, mask in zip(grid.open_masks(), masks, strict=True)):
            return grid
        return cls(shape, digits, tuple(1 << (d - 1) if d else mask for d, mask in zip(digits, masks, strict=True)))

    @property
    def with_marks(self) -> "Grid":
        """The same grid with all candidates as marks, even if they exclude nothing."""
        masks = self.open_masks()
        marks = (1 << (digit - 1) if digit else mask for digit, mask in zip(self.cells, masks, strict=True))
        return replace(self, marks=tuple(marks))

    @property
    def line(self) -> str:
        """The cells as one line of text, row by row; '.' is an empty cell."""
        return bytes(self.cells).translate(_TO_SYMBOL).decode("ascii")

    @property
    def is_full(self) -> bool:
        """Whether every cell has a digit."""
        return 0 not in self.cells

    def givens(self) -> tuple[tuple[int, int], ...]:
        """Return (cell, digit) of each filled cell."""
        return tuple((cell, digit) for cell, digit in enumerate(self.cells) if digit)

    def open_mask(self, cell: int) -> int:
        """Return the candidates of a cell as a bitmask; 0 for a filled cell.

        A candidate is a digit that the marks of the cell allow and that no peer holds.
        """
        cells = self.cells
        if cells[cell]:
            return 0
        seen = 0
        for peer in self.shape.peers[cell]:
            seen |= 1 << cells[peer]
        mark = -1 if self.marks is None else self.marks[cell]
        return ~(seen >> 1) & mark & ((1 << self.shape.size) - 1)

    def open_masks(self) -> tuple[int, ...]:
        """Return the candidates of every cell as bitmasks."""
        return tuple(map(self.open_mask, range(len(self.cells))))

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the candidates of a cell, smallest first; empty for a filled cell."""
        return tuple(mask_digits(self.open_mask(cell)))

    def allows(self, cell: int, digit: int) -> bool:
        """Return whether a digit is a candidate of a cell."""
        return self.open_mask(cell) >> (digit - 1) & 1 == 1

    def clashes(self) -> tuple[tuple[Unit, int, tuple[int, ...]], ...]:
        """Return each digit that occurs more than once in a unit: the unit, the digit and its cells."""
        return tuple(_repeated_digits(self))

    def fill(self, values: Sequence[int]) -> "Grid":
        """Return a grid of the same shape with these digits, such as a solver's solution; `solved_by` can check it."""
        return Grid(self.shape, tuple(map(int, values)))

    def solved_by(self, answer: "Grid") -> str | None:
        """Return why a solution of this puzzle is invalid, or None.

        This is the checker of every engine's solution. It uses only the units and this grid.
        """
        if answer.shape != self.shape or len(answer.cells) != self.shape.cells:
            return f"the solution is not a grid of shape {self.shape.name[:20]}"
        every, units = _unit_selectors(self.shape)
        digits = answer.cells
        for pick in units:
            if every != set(pick(digits)):
                return _describe_broken_rule(answer)
        for cell, clue in enumerate(self.cells):
            if clue and clue != digits[cell]:
                return f"{self.shape.cell_name(cell)} is {digits[cell]}, but {clue} is given"
        if self.marks is not None:
            for cell, (mark, digit) in enumerate(zip(self.marks, digits, strict=True)):
                if not mark >> (digit - 1) & 1:
                    return f"{self.shape.cell_name(cell)} is {digit}, which its marks exclude"
        return None


def mask_digits(mask: int) -> Iterator[int]:
    """Yield the digits of a bitmask, smallest first."""
    while mask:
        yield (mask & -mask).bit_length()
        mask &= mask - 1


@lru_cache(1024)
def _unit_selectors(shape: Shape) -> tuple[frozenset[int], tuple[Callable[[tuple[int, ...]], Any], ...]]:
    """Return the set of all digits and, for each unit, a function that selects its cells from a grid."""
    return frozenset(range(1, shape.size + 1)), tuple(itemgetter(*unit.cells) for unit in shape.units)


def _repeated_digits(grid: Grid) -> Iterator[tuple[Unit, int, tuple[int, ...]]]:
    for unit in grid.shape.units:
        digits = [grid.cells[cell] for cell in unit.cells]
        for digit in sorted(set(digits) - {0}):
            if digits.count(digit) > 1:
                yield unit, digit, tuple(cell for cell in unit.cells if grid.cells[cell] == digit)


def _describe_broken_rule(answer: Grid) -> str:
    """Describe the first broken rule of an invalid solution: an empty or invalid cell, else a repeated digit."""
    for cell, digit in enumerate(answer.cells):
        if not digit:
            return f"{answer.shape.cell_name(cell)} is empty"
        if not 1 <= digit <= answer.shape.size:
            return f"{answer.shape.cell_name(cell)} is {digit}, which is not a digit of this grid"
    unit, digit, cells = next(_repeated_digits(answer))
    return f"{unit.name} contains {digit} {'twice' if len(cells) == 2 else f'{len(cells)} times'}"


def _numbers(shape: Shape, values: Sequence[int], most: int, noun: str) -> tuple[int, ...]:
    """Check that there is one integer from 0 to `most` for each cell, and return them."""
    if len(values) != shape.cells:
        raise InvalidPuzzle(
            quantity(len(values), "cell"),
            where="grid",
            expected=f"{shape.cells} for a {shape.size}x{shape.size} grid",
        )
    numbers = tuple(values)
    if set(map(type, numbers)) == {int} and min(numbers) >= 0 and max(numbers) <= most:
        return numbers
    return tuple(_number(value, most, noun, shape.cell_name(cell)) for cell, value in enumerate(numbers))


def _number(value: object, most: int, noun: str, where: str) -> int:
    try:
        number = -1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if 0 <= number <= most:
        return number
    raise InvalidPuzzle(f"invalid {noun}", where=where, expected=f"a number from 0 to {most}")
