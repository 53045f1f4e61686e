"""Position of a classic 9x9 grid on the kernels' board, which finds and applies steps.

Unique rectangles are also found if corners have lost one of the two digits. The argument does not depend on candidates:
if each corner is one of two digits, they alternate, and exchanging them gives another solution. But the puzzle's own
candidates could forbid the exchange, so the digits in the grid alone must have one solution.

Joint steps combine steps as technique libraries do: siamese fish, dual kites and empty rectangles, both units of a
subset, all places of a template. Each is sound by itself; together they are one step with all removals.

`Step` is one solving step as a value. Its sentence is built on demand, because text is slow.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby
from typing import Any

import numpy as np

from entails.locale import sudoku_steps as messages
from entails.locale.message import Language, Sentence
from entails.models.encoding import Native
from entails.models.errors import UnsupportedPuzzle
from entails.models.limits import Limits, Options
from entails.models.outcome import ModelCount
from entails.models.sudoku.grid import Grid, mask_digits
from entails.solvers.engine import count_enumerate
from entails.solvers.kernels.sudoku_board import (
    FINE,
    FULL,
    HEAD_CASE,
    HEAD_EVIDENCE,
    HEAD_NUMBER,
    HEAD_PLACE,
    HEAD_REMOVES,
    HEAD_TECHNIQUE,
    HEAD_UNIT,
    I64,
    NO_ENTRY,
    SEES,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    find_places,
    keep_if_simplest,
    new_board,
    new_step_table,
    place,
    set_up,
    simplest_step,
)
from entails.solvers.kernels.sudoku_cases import STRUCK
from entails.solvers.kernels.sudoku_numbers import (
    BUG,
    RECTANGLE_5,
    RECTANGLE_6,
    REMOTE_PAIR,
    SINGLES,
    UNIQUE_RECTANGLE,
    X_CHAIN,
)
from entails.solvers.kernels.sudoku_rectangles import LOCKED_DIGIT, ONE_CORNER, RECTANGLES, SAME_EXTRA, SIDES, SUBSET
from entails.solvers.kernels.sudoku_singles import find_singles, unit_of_single
from entails.solvers.kernels.sudoku_walk import find_easiest
from entails.solvers.sudoku.bits import ENGINE
from entails.solvers.sudoku.steps.argument import SHAPE, Candidate, Diagram, Evidence, Node, StepArgument, diagram
from entails.solvers.sudoku.steps.chain_words import explanation
from entails.solvers.sudoku.steps.finders import PatternFinders
from entails.solvers.sudoku.steps.technique import TECHNIQUES, Technique, chosen, technique
from entails.solvers.sudoku.steps.words import sentence, trouble

__all__ = ["SHAPE", "Candidate", "Evidence", "Step"]


@dataclass(frozen=True, slots=True)
class Step(StepArgument):
    """A step: an argument with its sentence and diagram."""

    @property
    def sentence(self) -> str:
        """Return the step in English, such as "In box 3, the 7 can only go in r2c8."."""
        return self.say()

    def say(self, language: Language = "en") -> str:
        """Return the step as a sentence in a language."""
        return messages.in_players_notation(sentence(self).say(language), language)

    def links(self, language: Language = "en") -> list[str]:
        """Return a sentence for every link of forcing chains and unique loops; `say` shortens long chains."""
        return [messages.in_players_notation(link.say(language), language) for link in explanation(self)]

    @property
    def diagram(self) -> Diagram:
        """Return the diagram of the step: candidates with their roles, links, and the chain in Eureka notation."""
        return diagram(self)

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """Return the step as plain data, with cells and candidates by name (r1c1, r1c1=5)."""
        drawn = self.diagram
        return {
            "technique": self.technique,
            "cells": [self.shape.cell_name(cell) for cell in self.cells],
            "digits": list(self.digits),
            "places": self._names(self.places),
            "removes": self._names(self.removes),
            "sentence": self.say(language),
            "marks": [{"role": mark.role, "candidates": self._names(mark.candidates)} for mark in drawn.marks],
            "links": [
                {"from": self._names(link.start), "to": self._names(link.end), "kind": link.kind}
                for link in drawn.links
            ],
            "chain": drawn.chain,
        }

    def _names(self, node: Node) -> list[str]:
        return [self.shape.candidate_name(*candidate) for candidate in node]


CORNER_TECHNIQUES = (UNIQUE_RECTANGLE, RECTANGLE_5, RECTANGLE_6)

_Corners = tuple[int, ...]


class MissingCorners:
    """Finder of rectangles in which corners lack candidates, for one technique; `places` must be up to date."""

    def __init__(self, board: CandidateBoard, number: int, steps: StepTable) -> None:
        self.board, self.number, self.steps = board, number, steps
        self.marks: list[int] = board.marks.tolist()

    def find(self) -> None:
        """Add all steps of the technique for rectangles in which some corner lacks one of the two digits."""
        for rectangle in RECTANGLES.tolist():
            masks = [self.marks[corner] for corner in rectangle]
            for low, high in combinations(range(9), 2):
                pair = 1 << low | 1 << high
                if all(mask & pair for mask in masks) and any(mask & pair != pair for mask in masks):
                    self._try(tuple(rectangle), pair)

    def _try(self, corners: _Corners, pair: int) -> None:
        more = [corner for corner in corners if self.marks[corner] & ~pair]
        if self.number == UNIQUE_RECTANGLE:
            if len(more) == 1:
                self._keep(corners, pair, ONE_CORNER, [(more[0], digit) for digit in mask_digits(pair)])
            for side in SIDES.tolist():
                turned = tuple(corners[at] for at in side)
                if set(more) == set(turned[:2]):
                    self._side(turned, pair)
        elif self.number == RECTANGLE_5:
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
        """Try a rectangle whose first two corners, on one side, have extra candidates."""
        roof = corners[:2]
        extra = (self.marks[roof[0]] | self.marks[roof[1]]) & ~pair
        if extra.bit_count() == 1:
            self._keep(corners, pair, SAME_EXTRA, [(cell, extra.bit_length()) for cell in self._seeing(roof)])
        for unit in set(SHAPE.units_of[roof[0]]) & set(SHAPE.units_of[roof[1]]):
            for digit, partner in (tuple(mask_digits(pair)), tuple(mask_digits(pair))[::-1]):
                if self._places(unit, digit) == 2 and all(self.marks[corner] >> (digit - 1) & 1 for corner in roof):
                    self._keep(corners, pair, LOCKED_DIGIT, [(corner, partner) for corner in roof], unit)
            if extra.bit_count() > 1:
                self._subsets(corners, pair, extra, unit)

    def _subsets(self, corners: _Corners, pair: int, extra: int, unit: int) -> None:
        """Try two corners as one cell with their extra candidates, in a naked subset with other cells of a unit."""
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
            yield NO_ENTRY
            yield from (9 * cell + digit - 1 for cell in cells for digit in mask_digits(self.marks[cell] & kept))

    def _keep(
        self,
        corners: _Corners,
        pair: int,
        case: int,
        gone: list[Candidate],
        unit: int = NO_ENTRY,
        parts: Iterable[int] = (),
    ) -> None:
        row = begin_step(self.steps, self.number)
        head = self.steps.head[row]
        head[HEAD_CASE], head[HEAD_NUMBER], head[HEAD_UNIT] = case, pair, unit
        for corner in corners:
            add_evidence(self.steps, row, 9 * corner + (self.marks[corner] & pair).bit_length() - 1)
        for part in parts:
            add_evidence(self.steps, row, part)
        for cell, digit in gone:
            add_removal(self.steps, row, self.board, cell, digit)
        keep_if_simplest(self.steps, row)

    def _places(self, unit: int, digit: int) -> int:
        return sum(self.marks[cell] >> (digit - 1) & 1 for cell in SHAPE.units[unit].cells)

    def _seeing(self, cells: tuple[int, ...] | list[int]) -> list[int]:
        return [cell for cell in range(81) if all(SEES[cell, target] for target in cells)]


_MOST = 300
"""Maximum number of joint steps that are listed."""
_PAIRS = ("finned fish", "complex fish", "two-string-kite", "empty-rectangle")
"""Families and techniques whose steps are joined in pairs; steps of other techniques are all joined at once."""


@dataclass(frozen=True, slots=True)
class JointStep(Step):
    """Several steps of one technique combined into one."""

    of: tuple[Step, ...] = ()

    def say(self, language: Language = "en") -> str:
        """Return the sentences of the steps, numbered."""
        return " ".join(f"{number}) {step.say(language)}" for number, step in enumerate(self.of, 1))

    @property
    def diagram(self) -> Diagram:
        """Return a diagram that combines those of all steps."""
        drawn = [step.diagram for step in self.of]
        marks, links = ([item for each in drawn for item in getattr(each, name)] for name in ("marks", "links"))
        return Diagram(tuple(dict.fromkeys(marks)), tuple(dict.fromkeys(links)))


def joint_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield joint steps: steps with a common pattern that together remove more than each alone."""
    alike: dict[Hashable, list[Step]] = {}
    for step in steps:
        if (key := _pattern(step)) is not None:
            alike.setdefault(key, []).append(step)
    count = 0
    for group in alike.values():
        in_pairs = technique(group[0].technique).family in _PAIRS or group[0].technique in _PAIRS
        for members in combinations(group, 2) if in_pairs else [tuple(group)]:
            joined = _join(members)
            if (
                count < _MOST
                and (not in_pairs or _match(*members))
                and all(len(joined.removes + joined.places) > len(member.removes + member.places) for member in members)
            ):
                count += 1
                yield joined


def _match(left: Step, right: Step) -> bool:
    """Return whether two steps can be joined. Kites of two digits must meet in the same two cells."""
    joints = [{cell for part in step.evidence.parts[1:3] for cell, _ in part} for step in (left, right)]
    return left.digits == right.digits or joints[0] == joints[1]


def _join(steps: tuple[Step, ...]) -> Step:
    removes = tuple(dict.fromkeys(candidate for step in steps for candidate in step.removes))
    places = tuple(dict.fromkeys(candidate for step in steps for candidate in step.places))
    first = steps[0]
    if first.technique == "template":
        return replace(first, places=places, cells=tuple(cell for cell, _ in places))
    cells = tuple(dict.fromkeys(cell for step in steps for cell in step.cells))
    digits = tuple(sorted({digit for step in steps for digit in step.digits}))
    return JointStep(first.technique, cells, digits, places, removes, first.evidence, first.shape, steps)


def _pattern(step: Step) -> Hashable:
    """Return the key that joined steps have in common; None for steps that are never joined."""
    parts, case, family = step.evidence.parts, step.evidence.case, technique(step.technique).family
    if family == "finned fish":
        lines = frozenset(cell % 9 if case else cell // 9 for part in parts for cell, _ in part)
        return (parts[0][0][1], case, lines)
    if family == "complex fish":
        return (step.technique, parts[0][0][1], case) if len(parts) > 1 else None
    if step.technique == "two-string-kite":
        return (step.technique, step.shape.regions[parts[1][0][0]])
    if step.technique == "empty-rectangle":
        boxes = [{step.shape.regions[cell] for part in half for cell, _ in part} for half in (parts[:2], parts[2:])]
        return (step.technique, step.digits, next((min(box) for box in boxes if len(box) == 1), None))
    if step.technique == "multi-colouring":
        return (step.technique, frozenset(frozenset(part) for part in parts))
    if step.technique == "template":
        return (step.technique, step.digits) if step.places else None
    if (step.technique == "unique-rectangle" and len(parts) == 3) or step.technique == "death-blossom":
        return (step.technique, parts)
    return None


_MOST_NODES = 300_000
"""Limit on the search for a second solution, about a second. A grid that exceeds it is not treated as unique."""


def has_one_solution(grid: Grid) -> bool:
    """Return whether the grid is known to have a unique solution."""
    solutions = _solutions(grid)
    return solutions.exact and solutions.value == 1


def has_several_solutions(grid: Grid) -> bool:
    """Return whether the grid is known to have a second solution."""
    return _solutions(grid).value > 1


def has_no_solution(grid: Grid) -> bool:
    """Return whether the grid is known to have no solution."""
    solutions = _solutions(grid)
    return solutions.exact and solutions.value == 0


def _solutions(grid: Grid) -> ModelCount:
    if grid.shape != SHAPE:
        return _solutions_anywhere(grid)
    return count_enumerate(ENGINE, Native(grid), Limits(nodes=_MOST_NODES), Options(max_solutions=2))


def _solutions_anywhere(grid: Grid) -> ModelCount:
    """Count the solutions of a grid of any shape, up to two."""
    from entails.solvers.sudoku.persistent import PersistentSudoku

    with PersistentSudoku() as solver:
        solution, unique = solver.answer(grid)
    return ModelCount(0 if solution is None else 1 if unique else 2, solution is None or unique)


_FEW = 4
"""Maximum number of named techniques for which the search is thorough."""


class StepPosition:
    """A position of a classic grid that finds and applies steps.

    `trouble` is a visible contradiction as a sentence, or None; the puzzle may still have no solution.
    """

    def __init__(self, grid: Grid, techniques: Iterable[str], unique: bool) -> None:
        require_classic(grid)
        self.techniques = chosen(techniques)
        self.order = usable(self.techniques, unique)
        self.wanted = wanted(self.order)
        self.board = new_board()
        self.single = np.zeros((SINGLES, 81), np.int64)
        self.steps = new_step_table()
        self.is_given = np.array([int(bool(digit)) for digit in grid.cells], np.int64)
        self.is_given[list(grid.found)] = 0
        self.patterns = PatternFinders(self.is_given, thorough=len(self.techniques) <= _FEW)
        clash = set_up(self.board, *arrays(grid))
        self.trouble = trouble(clash) if clash != FINE else self._find_trouble()

    @property
    def grid(self) -> Grid:
        """Return the current grid with the remaining candidates as pencil marks."""
        marks = np.where(self.board.digits > 0, 1 << np.maximum(self.board.digits - 1, 0), self.board.marks)
        filled = np.flatnonzero((self.board.digits > 0) & (self.is_given == 0)).tolist()
        return replace(Grid.of(SHAPE, self.board.digits.tolist(), marks.tolist()), found=tuple(filled))

    @property
    def is_filled(self) -> bool:
        return bool(self.board.digits.all())

    def easiest(self) -> Step | None:
        """Return the simplest step of the easiest technique that has one."""
        if self.trouble or not self._find(self.order.tolist()):
            return None
        return self._step(simplest_step(self.steps))

    def all_steps(self) -> Iterator[Step]:
        """Yield every step of every technique, in order; in thorough mode, also joint steps."""
        listed: list[Step] = []
        for number in [] if self.trouble else self.order:
            self.available(number)
            for row in range(int(self.steps.size[0])):
                step = self._step(row)
                listed.append(step)
                yield step
        if self.patterns.thorough:
            yield from joint_steps(listed)

    def available(self, number: int) -> int:
        """Return the number of steps that a technique has at the position."""
        self._find([number])
        if number == X_CHAIN and self.patterns.thorough:
            from entails.solvers.kernels.sudoku_chains import find_x_returns

            find_places(self.board)
            find_x_returns(self.board, self.steps)
        if number in CORNER_TECHNIQUES and self.patterns.thorough and self._is_unique_without_marks:
            find_places(self.board)
            MissingCorners(self.board, number, self.steps).find()
        return int(self.steps.size[0])

    @cached_property
    def _is_unique_without_marks(self) -> bool:
        return has_one_solution(Grid.of(SHAPE, self.board.digits.tolist()))

    def _find(self, order: list[int]) -> bool:
        """Find all steps of the first technique that has any; return False if none has.

        One kernel searches consecutive counted techniques; the others are searched one by one.
        """
        for counted, group in groupby(order, lambda number: TECHNIQUES[number].is_counted):
            if counted:
                find_easiest(self.board, np.array(list(group)), self.single, self.steps)
                if self.steps.size[0] > 0:
                    return True
            else:
                for number in group:
                    self.patterns.find(TECHNIQUES[number], self.board, self.steps)
                    if self.steps.size[0] > 0:
                        return True
        return False

    def take(self, step: Step) -> None:
        """Apply a step to the position."""
        for cell, digit in step.places:
            place(self.board, cell, digit)
        for cell, digit in step.removes:
            self.board.marks[cell] &= ~(1 << (digit - 1))
        self.trouble = self._find_trouble()

    def _step(self, row: int) -> Step:
        technique, placed = (int(self.steps.head[row, column]) for column in (HEAD_TECHNIQUE, HEAD_PLACE))
        if technique < SINGLES:
            self.steps.head[row, HEAD_UNIT] = unit_of_single(self.board, technique, placed // 9, placed % 9 + 1)
        return step_of(self.steps, row, self._marks())

    def _marks(self) -> tuple[int, ...]:
        return tuple(self.board.marks.tolist())

    def _find_trouble(self) -> Sentence | None:
        code = find_singles(self.board, self.wanted, self.single)
        return trouble(code) if code != FINE else None


def require_classic(grid: Grid) -> None:
    if grid.shape != SHAPE:
        raise UnsupportedPuzzle(
            f"steps and ratings need a classic 9x9 grid; this grid has the shape {grid.shape.name[:20]}"
        )


def arrays(grid: Grid) -> tuple[I64, I64]:
    """Convert a grid to digits and candidates in the kernels' arrays."""
    marks = np.full(81, FULL) if grid.marks is None else np.array(grid.marks, np.int64)
    return np.array(grid.cells, np.int64), marks


def usable(techniques: Iterable[Technique], unique: bool) -> I64:
    """Return the numbers of the techniques that can have steps at a position, in order."""
    numbers = [each.number for each in techniques if not each.criterion and (unique or not each.needs_unique)]
    return np.array(numbers, np.int64)


def wanted(order: I64) -> I64:
    """Return a flag for each technique: whether the order contains it."""
    flags = np.zeros(len(TECHNIQUES), np.int64)
    flags[order] = 1
    return flags


def step_of(steps: StepTable, row: int, marks: tuple[int, ...]) -> Step:
    """Build the step in a row of the table, on a board with these candidates."""
    head = steps.head[row]
    evidence = steps.evidence[row, : head[HEAD_EVIDENCE]].tolist()
    technique = TECHNIQUES[head[HEAD_TECHNIQUE]]
    parts = _parts(evidence)
    digits = {digit for part in parts for _, digit in part}
    if (
        technique.family in ("subsets", "locked sets", "uniqueness") and technique.number != BUG
    ) or technique.number == REMOTE_PAIR:
        further = {digit for part in parts[1:] for _, digit in part}
        digits = set(mask_digits(int(head[HEAD_NUMBER]))) | further
    removes = tuple(map(_candidate, steps.removes[row, : head[HEAD_REMOVES]].tolist()))
    if technique.family == "exclusion":
        digits = {digit for _, digit in removes}
    if technique.family == "wings":
        digits.add(removes[0][1])
    unit = int(head[HEAD_UNIT])
    return Step(
        technique.id,
        tuple(dict.fromkeys(cell for part in parts for cell, _ in part)),
        tuple(sorted(digits)),
        () if head[HEAD_PLACE] == NO_ENTRY else (_candidate(int(head[HEAD_PLACE])),),
        removes,
        Evidence(None if unit == NO_ENTRY else unit, parts, int(head[HEAD_CASE]), int(head[HEAD_NUMBER]), marks),
    )


def _candidate(number: int) -> Candidate:
    number %= STRUCK
    return number // 9, number % 9 + 1


def _parts(evidence: list[int]) -> tuple[tuple[Candidate, ...], ...]:
    parts: list[list[Candidate]] = [[]]
    for number in evidence:
        if number == NO_ENTRY:
            parts.append([])
        else:
            parts[-1].append(_candidate(number))
    return tuple(tuple(part) for part in parts if part)
