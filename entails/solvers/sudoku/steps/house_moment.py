"""A board of any shape on its way: digits, candidates, and which cells share a unit. Sets of cells are whole numbers, a
bit a cell."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from entails.models.sentence import Sentence
from entails.models.sudoku import Grid, Shape, mask_digits
from entails.models.sudoku.statement import unit_name
from entails.solvers.sudoku.steps.argument import Candidate
from entails.solvers.sudoku.steps.step import Evidence, Step
from entails.solvers.sudoku.steps.trouble import NO_CANDIDATE, NO_PLACE, TWICE

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
