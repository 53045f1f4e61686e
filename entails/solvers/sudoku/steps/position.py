"""`Position`: a grid on its way to being solved, on the kernels' board."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import groupby

import numpy as np

from entails.models.errors import UnsupportedPuzzle
from entails.models.sentence import Sentence
from entails.models.sudoku import Grid, mask_digits
from entails.solvers.kernels import sudoku_steps as kernel
from entails.solvers.kernels import sudoku_steps_found as rows
from entails.solvers.kernels.sudoku_pattern_numbers import BUG, REMOTE_PAIR
from entails.solvers.kernels.sudoku_steps_nested import STRUCK
from entails.solvers.kernels.sudoku_steps_numbers import SINGLES, X_CHAIN
from entails.solvers.kernels.sudoku_steps_singles import find_singles, unit_of_single
from entails.solvers.kernels.sudoku_steps_trouble import FINE
from entails.solvers.kernels.sudoku_steps_walk import find_easiest
from entails.solvers.sudoku.steps.missing_corners import TECHNIQUES as WITH_CORNERS
from entails.solvers.sudoku.steps.missing_corners import MissingCorners
from entails.solvers.sudoku.steps.patterns import Patterns
from entails.solvers.sudoku.steps.step import SHAPE, Candidate, Evidence, Step
from entails.solvers.sudoku.steps.technique import TECHNIQUES, Technique, chosen
from entails.solvers.sudoku.steps.trouble import trouble
from entails.solvers.sudoku.steps.twins import together
from entails.solvers.sudoku.steps.uniqueness import has_one_solution

_FEW = 4
"""Who names so few techniques wants them wherever they are."""


class Position:
    """Finds steps and takes them. `trouble` is what is wrong with the board, in words; None when nothing is known to
    be: the puzzle may still have no solution."""

    def __init__(self, grid: Grid, techniques: Iterable[str], unique: bool) -> None:
        refuse_other_shapes(grid)
        self.techniques = chosen(techniques)
        self.order = usable(self.techniques, unique)
        self.wanted = wanted(self.order)
        self.board = kernel.new_board()
        self.single = np.zeros((SINGLES, 81), np.int64)
        self.found = rows.new_found()
        self.given = np.array([int(bool(digit)) for digit in grid.cells], np.int64)
        self.given[list(grid.found)] = 0
        self.patterns = Patterns(self.given, thorough=len(self.techniques) <= _FEW)
        clash = kernel.set_up(self.board, *arrays(grid))
        self.trouble = trouble(clash) if clash != FINE else self._look()

    @property
    def grid(self) -> Grid:
        """The grid as it stands, with the candidates that are left as its marks."""
        marks = np.where(self.board.digits > 0, 1 << np.maximum(self.board.digits - 1, 0), self.board.marks)
        found = np.flatnonzero((self.board.digits > 0) & (self.given == 0)).tolist()
        return replace(Grid.of(SHAPE, self.board.digits.tolist(), marks.tolist()), found=tuple(found))

    @property
    def is_filled(self) -> bool:
        return bool(self.board.digits.all())

    def easiest(self) -> Step | None:
        """The simplest step of the easiest technique that has one."""
        if self.trouble or not self._find(self.order.tolist()):
            return None
        return self._step(rows.simplest(self.found))

    def all_steps(self) -> Iterator[Step]:
        """Every step of every technique, technique by technique; last, for those who named few, what some of them do
        together."""
        told: list[Step] = []
        for number in [] if self.trouble else self.order:
            self.available(number)
            for row in range(int(self.found.size[0])):
                step = self._step(row)
                told.append(step)
                yield step
        if self.patterns.thorough:
            yield from together(told)

    def available(self, number: int) -> int:
        """How many steps a technique has now."""
        self._find([number])
        if number == X_CHAIN and self.patterns.thorough:
            from entails.solvers.kernels.sudoku_pattern_x_returns import find_x_returns

            kernel.find_places(self.board)
            find_x_returns(self.board, self.found)
        if number in WITH_CORNERS and self.patterns.thorough and self._is_unique_without_marks:
            kernel.find_places(self.board)
            MissingCorners(self.board, number, self.found).find()
        return int(self.found.size[0])

    @cached_property
    def _is_unique_without_marks(self) -> bool:
        return has_one_solution(Grid.of(SHAPE, self.board.digits.tolist()))

    def _find(self, order: list[int]) -> bool:
        """All steps of the first technique that has any; False when none has. Neighbours that ratings count are looked
        for by one kernel, the others one by one."""
        for counted, group in groupby(order, lambda number: TECHNIQUES[number].is_counted):
            if counted:
                find_easiest(self.board, np.array(list(group)), self.single, self.found)
                if self.found.size[0] > 0:
                    return True
            else:
                for number in group:
                    self.patterns.find(TECHNIQUES[number], self.board, self.found)
                    if self.found.size[0] > 0:
                        return True
        return False

    def take(self, step: Step) -> None:
        """Do what a step says."""
        for cell, digit in step.places:
            kernel.place(self.board, cell, digit)
        for cell, digit in step.removes:
            self.board.marks[cell] &= ~(1 << (digit - 1))
        self.trouble = self._look()

    def _step(self, row: int) -> Step:
        technique, placed = (int(self.found.head[row, column]) for column in (rows.TECHNIQUE, rows.PLACE))
        if technique < SINGLES:
            self.found.head[row, rows.UNIT] = unit_of_single(self.board, technique, placed // 9, placed % 9 + 1)
        return step_of(self.found, row, self._marks())

    def _marks(self) -> tuple[int, ...]:
        return tuple(self.board.marks.tolist())

    def _look(self) -> Sentence | None:
        code = find_singles(self.board, self.wanted, self.single)
        return trouble(code) if code != FINE else None


def refuse_other_shapes(grid: Grid) -> None:
    if grid.shape != SHAPE:
        raise UnsupportedPuzzle(
            f"only classic 9x9 grids have steps and ratings, and this one has the shape {grid.shape.name[:20]}"
        )


def arrays(grid: Grid) -> tuple[kernel.I64, kernel.I64]:
    """Digits and marks as the kernels take them."""
    marks = np.full(81, kernel.FULL) if grid.marks is None else np.array(grid.marks, np.int64)
    return np.array(grid.cells, np.int64), marks


def usable(techniques: Iterable[Technique], unique: bool) -> kernel.I64:
    """The numbers of the techniques that give steps here, in their order."""
    found = [each.number for each in techniques if not each.criterion and (unique or not each.needs_unique)]
    return np.array(found, np.int64)


def wanted(order: kernel.I64) -> kernel.I64:
    """A flag for each technique: is it in the order?"""
    flags = np.zeros(len(TECHNIQUES), np.int64)
    flags[order] = 1
    return flags


def step_of(found: rows.Found, row: int, marks: tuple[int, ...]) -> Step:
    """The step that a finder wrote into a row, on a board with these marks."""
    head = found.head[row]
    rests = found.rests[row, : head[rows.RESTS]].tolist()
    technique = TECHNIQUES[head[rows.TECHNIQUE]]
    parts = _parts(rests)
    digits = {digit for part in parts for _, digit in part}
    if (
        technique.family in ("subsets", "locked sets", "uniqueness") and technique.number != BUG
    ) or technique.number == REMOTE_PAIR:
        further = {digit for part in parts[1:] for _, digit in part}
        digits = set(mask_digits(int(head[rows.OTHER]))) | further
    removes = tuple(map(_candidate, found.removes[row, : head[rows.REMOVES]].tolist()))
    if technique.family == "exclusion":
        digits = {digit for _, digit in removes}
    if technique.family == "wings":
        digits.add(removes[0][1])
    unit = int(head[rows.UNIT])
    return Step(
        technique.id,
        tuple(dict.fromkeys(cell for part in parts for cell, _ in part)),
        tuple(sorted(digits)),
        () if head[rows.PLACE] == rows.NOTHING else (_candidate(int(head[rows.PLACE])),),
        removes,
        Evidence(None if unit == rows.NOTHING else unit, parts, int(head[rows.CASE]), int(head[rows.OTHER]), marks),
    )


def _candidate(number: int) -> Candidate:
    number %= STRUCK
    return number // 9, number % 9 + 1


def _parts(rests: list[int]) -> tuple[tuple[Candidate, ...], ...]:
    parts: list[list[Candidate]] = [[]]
    for number in rests:
        if number == rows.NOTHING:
            parts.append([])
        else:
            parts[-1].append(_candidate(number))
    return tuple(tuple(part) for part in parts if part)
