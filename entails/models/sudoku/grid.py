"""`Grid`: digits on a board, some of them missing. The same value is a puzzle, an answer, and everything between."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index, itemgetter
from typing import Any

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.shape import SYMBOLS, Shape, Unit

_TO_SYMBOL = bytes.maketrans(bytes(range(len(SYMBOLS) + 1)), b"." + SYMBOLS.encode())


@dataclass(frozen=True, slots=True)
class Grid:
    """A board with the digits on it: 0 is an empty cell.

    `marks` restrict the empty cells beyond the rules, as in a 729-candidate puzzle: a bitmask per cell, bit d-1 for
    digit d; None means that nothing but the rules counts. `found` are filled cells that the puzzle did not give, where
    that is known; it does not make another grid. `Grid.of` checks its input; the plain constructor trusts it.
    """

    shape: Shape
    cells: tuple[int, ...]
    marks: tuple[int, ...] | None = None
    found: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(cls, shape: Shape, cells: Sequence[int], marks: Sequence[int] | None = None) -> "Grid":
        """A grid from outside. Digits that clash are fine: a puzzle without solution is still a puzzle.

        Marks come out in one normal form: a filled cell allows its digit only, and marks that exclude nothing beyond
        what the digits already exclude are None.
        """
        digits = _numbers(shape, cells, shape.size, "digit")
        grid = cls(shape, digits)
        if marks is None:
            return grid
        masks = _numbers(shape, marks, (1 << shape.size) - 1, "mask of candidates")
        for cell, (digit, mask) in enumerate(zip(digits, masks, strict=True)):
            if digit and not mask >> (digit - 1) & 1:
                raise InvalidPuzzle(
                    f"the marks exclude the digit {digit} that stands here", where=shape.cell_name(cell)
                )
        if all(not open_ & ~mask for open_, mask in zip(grid.open_masks(), masks, strict=True)):
            return grid
        return cls(shape, digits, tuple(1 << (d - 1) if d else mask for d, mask in zip(digits, masks, strict=True)))

    @property
    def line(self) -> str:
        """One character per cell, row by row; '.' is empty."""
        return bytes(self.cells).translate(_TO_SYMBOL).decode("ascii")

    @property
    def is_full(self) -> bool:
        """No cell is empty."""
        return 0 not in self.cells

    def givens(self) -> tuple[tuple[int, int], ...]:
        """(cell, digit) of each filled cell."""
        return tuple((cell, digit) for cell, digit in enumerate(self.cells) if digit)

    def open_mask(self, cell: int) -> int:
        """The digits that may still go into a cell, as a bitmask: 0 when the cell is filled, else all those that the
        marks allow and no peer holds."""
        cells = self.cells
        if cells[cell]:
            return 0
        seen = 0
        for peer in self.shape.peers[cell]:
            seen |= 1 << cells[peer]
        mark = -1 if self.marks is None else self.marks[cell]
        return ~(seen >> 1) & mark & ((1 << self.shape.size) - 1)

    def open_masks(self) -> tuple[int, ...]:
        """`open_mask` of every cell."""
        return tuple(map(self.open_mask, range(len(self.cells))))

    def candidates(self, cell: int) -> tuple[int, ...]:
        """The digits that may still go into a cell; none when it is filled."""
        return tuple(mask_digits(self.open_mask(cell)))

    def allows(self, cell: int, digit: int) -> bool:
        """The cell is empty, its marks leave the digit, and no peer holds it."""
        return self.open_mask(cell) >> (digit - 1) & 1 == 1

    def clashes(self) -> tuple[tuple[Unit, int, tuple[int, ...]], ...]:
        """Where the rules are broken already: the unit, the digit it holds more than once, and its cells."""
        return tuple(_clashes(self))

    def fill(self, values: Sequence[int]) -> "Grid":
        """A grid of the same shape with these digits, such as an engine's answer. Not checked: see `solved_by`."""
        return Grid(self.shape, tuple(map(int, values)))

    def solved_by(self, answer: "Grid") -> str | None:
        """What is wrong with an answer to this puzzle; None when it is right.

        This is the referee that every engine's answer has to pass, so it reads nothing but the units and this grid.
        """
        if answer.shape != self.shape or len(answer.cells) != self.shape.cells:
            return f"the answer is not a grid of the shape {self.shape.name[:20]}"
        every, units = _referee(self.shape)
        found = answer.cells
        for pick in units:
            if every != set(pick(found)):
                return _broken_rule(answer)
        for cell, given in enumerate(self.cells):
            if given and given != found[cell]:
                return f"{self.shape.cell_name(cell)} holds {found[cell]}, but {given} is given"
        if self.marks is not None:
            for cell, (mark, digit) in enumerate(zip(self.marks, found, strict=True)):
                if not mark >> (digit - 1) & 1:
                    return f"{self.shape.cell_name(cell)} holds {digit}, which its marks exclude"
        return None


def mask_digits(mask: int) -> Iterator[int]:
    """The digits of a bitmask, smallest first."""
    while mask:
        yield (mask & -mask).bit_length()
        mask &= mask - 1


@lru_cache(1024)
def _referee(shape: Shape) -> tuple[frozenset[int], tuple[Callable[[tuple[int, ...]], Any], ...]]:
    """The set of all digits, and for each unit a function that picks its cells out of a grid."""
    return frozenset(range(1, shape.size + 1)), tuple(itemgetter(*unit.cells) for unit in shape.units)


def _clashes(grid: Grid) -> Iterator[tuple[Unit, int, tuple[int, ...]]]:
    for unit in grid.shape.units:
        digits = [grid.cells[cell] for cell in unit.cells]
        for digit in sorted(set(digits) - {0}):
            if digits.count(digit) > 1:
                yield unit, digit, tuple(cell for cell in unit.cells if grid.cells[cell] == digit)


def _broken_rule(answer: Grid) -> str:
    """The sentence for an answer that breaks a rule: a cell without a digit first, else a digit that comes twice."""
    for cell, digit in enumerate(answer.cells):
        if not digit:
            return f"{answer.shape.cell_name(cell)} is empty"
        if not 1 <= digit <= answer.shape.size:
            return f"{answer.shape.cell_name(cell)} holds {digit}, which is no digit of this grid"
    unit, digit, cells = next(_clashes(answer))
    return f"{unit.name} holds {digit} {'twice' if len(cells) == 2 else f'{len(cells)} times'}"


def _numbers(shape: Shape, values: Sequence[int], most: int, what: str) -> tuple[int, ...]:
    """One whole number from 0 to `most` for each cell."""
    if len(values) != shape.cells:
        raise InvalidPuzzle(
            f"there are {len(values)} cells",
            where="grid",
            expected=f"{shape.cells} for a {shape.size}x{shape.size} grid",
        )
    numbers = tuple(values)
    if set(map(type, numbers)) == {int} and min(numbers) >= 0 and max(numbers) <= most:
        return numbers
    return tuple(_number(value, most, what, shape.cell_name(cell)) for cell, value in enumerate(numbers))


def _number(value: object, most: int, what: str, where: str) -> int:
    try:
        number = -1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if 0 <= number <= most:
        return number
    raise InvalidPuzzle(f"this is not a {what} of the grid", where=where, expected=f"a number from 0 to {most}")
