"""Unique rectangles whose corners have lost one of the two digits already.

What the corners can still be does not matter to the argument: if each of the four is one of two digits, they take these
in turn, and exchanging them gives another solution. But marks that the puzzle came with could forbid the exchange; so
the digits in the grid alone, without any marks, must have one solution.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from entails.models.sudoku import mask_digits
from entails.solvers.kernels import sudoku_pattern_numbers as pattern
from entails.solvers.kernels import sudoku_steps as kernel
from entails.solvers.kernels import sudoku_steps_found as rows
from entails.solvers.kernels.sudoku_pattern_keep import keep_simplest
from entails.solvers.kernels.sudoku_steps_numbers import UNIQUE_RECTANGLE
from entails.solvers.kernels.sudoku_steps_rectangles import (
    LOCKED_DIGIT,
    ONE_CORNER,
    RECTANGLES,
    SAME_EXTRA,
    SIDES,
    SUBSET,
)
from entails.solvers.sudoku.steps.step import SHAPE, Candidate

TECHNIQUES = (UNIQUE_RECTANGLE, pattern.RECTANGLE_5, pattern.RECTANGLE_6)

_Corners = tuple[int, ...]


class MissingCorners:
    """The finder of one technique on a board whose `places` are up to date."""

    def __init__(self, board: kernel.Board, number: int, found: rows.Found) -> None:
        self.board, self.number, self.found = board, number, found
        self.marks: list[int] = board.marks.tolist()

    def find(self) -> None:
        """Add all steps of the technique in which some corner lacks one of the two digits."""
        for rectangle in RECTANGLES.tolist():
            masks = [self.marks[corner] for corner in rectangle]
            for one, other in combinations(range(9), 2):
                pair = 1 << one | 1 << other
                if all(mask & pair for mask in masks) and any(mask & pair != pair for mask in masks):
                    self._look(tuple(rectangle), pair)

    def _look(self, corners: _Corners, pair: int) -> None:
        more = [corner for corner in corners if self.marks[corner] & ~pair]
        if self.number == UNIQUE_RECTANGLE:
            if len(more) == 1:
                self._keep(corners, pair, ONE_CORNER, [(more[0], digit) for digit in mask_digits(pair)])
            for side in SIDES.tolist():
                turned = tuple(corners[at] for at in side)
                if set(more) == set(turned[:2]):
                    self._side(turned, pair)
        elif self.number == pattern.RECTANGLE_5:
            extra = [digit for corner in more for digit in mask_digits(self.marks[corner] & ~pair)]
            faces = set(more) in ({corners[0], corners[3]}, {corners[1], corners[2]})
            if len(set(extra)) == 1 and (len(more) == 3 or faces):
                self._keep(corners, pair, 0, [(cell, extra[0]) for cell in self._seeing(more)])
        elif set(more) in ({corners[0], corners[3]}, {corners[1], corners[2]}):
            for digit in mask_digits(pair):
                for view in (0, 1):
                    if all(self._places(SHAPE.units_of[corner][view], digit) == 2 for corner in more) and all(
                        self.marks[corner] >> (digit - 1) & 1 for corner in corners
                    ):
                        self._keep(corners, pair, digit, [(corner, digit) for corner in more])

    def _side(self, corners: _Corners, pair: int) -> None:
        """The first two corners, on one side, can be more."""
        roof = corners[:2]
        extra = (self.marks[roof[0]] | self.marks[roof[1]]) & ~pair
        if extra.bit_count() == 1:
            self._keep(corners, pair, SAME_EXTRA, [(cell, extra.bit_length()) for cell in self._seeing(roof)])
        for unit in set(SHAPE.units_of[roof[0]]) & set(SHAPE.units_of[roof[1]]):
            for digit, other in (tuple(mask_digits(pair)), tuple(mask_digits(pair))[::-1]):
                if self._places(unit, digit) == 2 and all(self.marks[corner] >> (digit - 1) & 1 for corner in roof):
                    self._keep(corners, pair, LOCKED_DIGIT, [(corner, other) for corner in roof], unit)
            if extra.bit_count() > 1:
                self._subsets(corners, pair, extra, unit)

    def _subsets(self, corners: _Corners, pair: int, extra: int, unit: int) -> None:
        """Like one cell with what else they can be, the two make a naked subset with others of a unit."""
        others = [cell for cell in SHAPE.units[unit].cells if self.marks[cell] and cell not in corners[:2]]
        for size in (1, 2, 3):
            for some in combinations(others, size):
                digits = extra
                for cell in some:
                    digits |= self.marks[cell]
                if digits.bit_count() == size + 1:
                    gone = [(cell, digit) for cell in others if cell not in some for digit in mask_digits(digits)]
                    self._keep(corners, pair, SUBSET, gone, unit, self._subset_parts(corners, pair, some))

    def _subset_parts(self, corners: _Corners, pair: int, some: tuple[int, ...]) -> Iterator[int]:
        for cells, kept in ((corners[:2], ~pair), (some, ~0)):
            yield rows.NOTHING
            yield from (9 * cell + digit - 1 for cell in cells for digit in mask_digits(self.marks[cell] & kept))

    def _keep(
        self,
        corners: _Corners,
        pair: int,
        case: int,
        gone: list[Candidate],
        unit: int = rows.NOTHING,
        parts: Iterable[int] = (),
    ) -> None:
        row = rows.begin(self.found, self.number)
        head = self.found.head[row]
        head[rows.CASE], head[rows.OTHER], head[rows.UNIT] = case, pair, unit
        for corner in corners:
            rows.rest(self.found, row, 9 * corner + (self.marks[corner] & pair).bit_length() - 1)
        for part in parts:
            rows.rest(self.found, row, part)
        for cell, digit in gone:
            rows.remove(self.found, row, self.board, cell, digit)
        keep_simplest(self.found, row)

    def _places(self, unit: int, digit: int) -> int:
        return sum(self.marks[cell] >> (digit - 1) & 1 for cell in SHAPE.units[unit].cells)

    def _seeing(self, cells: tuple[int, ...] | list[int]) -> list[int]:
        return [cell for cell in range(81) if all(kernel.SEES[cell, one] for one in cells)]
