"""The compiled finders against plain definitions of the techniques, on random positions."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.steps.argument import SHAPE, Candidate
from entails.solvers.sudoku.steps.path import available_steps

from .steps_grids import puzzles, random_marks

Removed = frozenset[Candidate]
Marks = dict[int, set[int]]
Finding = tuple[frozenset[int], Removed]
"""The cells of a step, and the candidates that it removes."""

UNITS = [unit.cells for unit in SHAPE.units]
SEEN = SHAPE.peers


def marks_of(grid: Grid) -> Marks:
    return {cell: set(grid.candidates(cell)) for cell in range(81) if not grid.cells[cell]}


def removed(marks: Marks, cells: set[int] | frozenset[int], digits: set[int]) -> Removed:
    return frozenset((cell, digit) for cell in cells if cell in marks for digit in digits & marks[cell])


def naked(marks: Marks, size: int) -> Iterator[Finding]:
    for unit in UNITS:
        for cells in combinations([c for c in unit if c in marks and 2 <= len(marks[c]) <= size], size):
            digits = set().union(*(marks[cell] for cell in cells))
            if len(digits) == size:
                yield frozenset(cells), removed(marks, set(unit) - set(cells), digits)


def hidden(marks: Marks, size: int) -> Iterator[Finding]:
    for unit in UNITS:
        places = {digit: {c for c in unit if digit in marks.get(c, ())} for digit in range(1, 10)}
        for digits in combinations([d for d in places if 2 <= len(places[d]) <= size], size):
            cells = set().union(*(places[digit] for digit in digits))
            if len(cells) == size:
                yield frozenset(cells), removed(marks, cells, set(range(1, 10)) - set(digits))


def fish(marks: Marks, size: int) -> Iterator[Finding]:
    for digit in range(1, 10):
        for base, cover in ((UNITS[:9], UNITS[9:18]), (UNITS[9:18], UNITS[:9])):
            lines = [{c for c in line if digit in marks.get(c, ())} for line in base]
            for chosen in combinations([line for line in lines if 2 <= len(line) <= size], size):
                cells = set().union(*chosen)
                crossing = [set(line) for line in cover if cells & set(line)]
                if len(crossing) == size:
                    yield frozenset(cells), removed(marks, set().union(*crossing) - cells, {digit})


def locked(
    marks: Marks, inside: list[tuple[int, ...]], outside: list[tuple[int, ...]], sizes: set[int]
) -> Iterator[Finding]:
    for unit in inside:
        for digit in range(1, 10):
            cells = {c for c in unit if digit in marks.get(c, ())}
            for second in outside:
                if len(cells) in sizes and cells <= set(second):
                    yield frozenset(cells), removed(marks, set(second) - cells, {digit})


def wings(marks: Marks, pivot_size: int) -> Iterator[Finding]:
    pairs = [cell for cell in marks if len(marks[cell]) == 2]
    for pivot in (cell for cell in marks if len(marks[cell]) == pivot_size):
        for item, second in combinations([cell for cell in pairs if cell in SEEN[pivot]], 2):
            both = marks[item] & marks[second]
            if len(both) == 1 and len(marks[item] | marks[second] | marks[pivot]) == 3:
                with_z = [item, second] if not both & marks[pivot] else [item, second, pivot]
                if (len(with_z) == 3) == (pivot_size == 3):
                    seen = frozenset.intersection(*(SEEN[cell] for cell in with_z)) - {pivot}
                    yield frozenset([pivot, item, second]), removed(marks, seen, both)


DEFINITIONS: dict[str, Callable[[Marks], Iterator[Finding]]] = {
    "pointing-pair": lambda marks: locked(marks, UNITS[18:], UNITS[:18], {2}),
    "pointing-triple": lambda marks: locked(marks, UNITS[18:], UNITS[:18], {3}),
    "box-line-reduction": lambda marks: locked(marks, UNITS[:18], UNITS[18:], {2, 3}),
    "naked-pair": lambda marks: naked(marks, 2),
    "naked-triple": lambda marks: naked(marks, 3),
    "naked-quad": lambda marks: naked(marks, 4),
    "hidden-pair": lambda marks: hidden(marks, 2),
    "hidden-triple": lambda marks: hidden(marks, 3),
    "hidden-quad": lambda marks: hidden(marks, 4),
    "x-wing": lambda marks: fish(marks, 2),
    "swordfish": lambda marks: fish(marks, 3),
    "jellyfish": lambda marks: fish(marks, 4),
    "y-wing": lambda marks: wings(marks, 2),
    "xyz-wing": lambda marks: wings(marks, 3),
}


@pytest.mark.parametrize("technique", DEFINITIONS)
def test_finders_agree_with_the_definition(technique: str) -> None:
    random = Random(technique)
    findings = 0
    for _, solution in puzzles(40):
        grid = random_marks(solution, random, random.uniform(0.1, 0.6), random.uniform(0.1, 0.4))
        wanted = {finding for finding in DEFINITIONS[technique](marks_of(grid)) if finding[1]}
        steps = available_steps(grid, [technique])
        assert {(frozenset(step.cells), frozenset(step.removes)) for step in steps} == wanted
        findings += len(wanted)
    assert findings > 5


def test_singles_agree_with_the_definition() -> None:
    random = Random(3)
    for _, solution in puzzles(40):
        grid = random_marks(solution, random, random.uniform(0.1, 0.9), random.uniform(0.0, 0.3))
        marks = marks_of(grid)
        plain = marks_of(Grid(SHAPE, grid.cells))
        for name, held in (("naked-single", marks), ("last-possible-number", plain)):
            alone = {(cell, *held[cell]) for cell in held if len(held[cell]) == 1}
            assert {step.places[0] for step in available_steps(grid, [name])} == alone
        for name, units, held in (
            ("last-remaining-row", UNITS[:9], plain),
            ("last-remaining-column", UNITS[9:18], plain),
            ("last-remaining-box", UNITS[18:], plain),
            ("hidden-single-line", UNITS[:18], marks),
            ("hidden-single-box", UNITS[18:], marks),
        ):
            places = [
                [(c, digit) for c in unit if digit in held.get(c, ())] for unit in units for digit in range(1, 10)
            ]
            assert {step.places[0] for step in available_steps(grid, [name])} == {p[0] for p in places if len(p) == 1}
        last = {empty[0] for unit in UNITS if len(empty := [c for c in unit if c in marks]) == 1}
        assert {step.places[0][0] for step in available_steps(grid, ["full-house"])} == last


def test_a_disjunction_is_an_argument() -> None:
    """A disjunction is a valid argument: each placement is a single after earlier ones, and the end is as stated."""
    number = 0
    for puzzle, _ in puzzles(40):
        for step in available_steps(puzzle, ["disjunction"]):
            number += 1
            for part in step.evidence.parts:
                moment = Moment(puzzle)
                moment.place(*part[0])
                for cell, digit in part[1:]:
                    assert (cell, digit) in moment.singles(), step.sentence
                    moment.place(cell, digit)
                if step.evidence.case == 0:
                    assert moment.is_contradictory, step.sentence
                else:
                    assert all(moment.digits.get(cell) == digit for cell, digit in step.places)
                    assert not any(digit in moment.marks.get(cell, ()) for cell, digit in step.removes)
    assert number > 5


@pytest.mark.parametrize("index", range(6))
def test_a_disjunction_within_a_disjunction_is_an_argument(index: int) -> None:
    """A nested disjunction is a valid argument: singles refute each removed candidate in turn, then contradict."""
    puzzle, _ = puzzles(40)[index]
    [step] = available_steps(puzzle, ["nested-disjunction"])
    supposed, *struck = step.evidence.parts[0]
    moment = Moment(puzzle)
    moment.place(*supposed)
    moment.follow()
    for cell, digit in struck:
        case = moment.copy()
        case.place(cell, digit)
        case.follow()
        assert case.is_contradictory
        moment.marks[cell].remove(digit)
        moment.follow()
    assert moment.is_contradictory


class Moment:
    """A grid with pencil marks, and singles, in plain Python."""

    def __init__(self, grid: Grid) -> None:
        self.marks = marks_of(grid)
        self.digits = dict(grid.givens())

    def copy(self) -> "Moment":
        moment = Moment(Grid(SHAPE, (0,) * 81))
        moment.marks, moment.digits = {cell: set(held) for cell, held in self.marks.items()}, dict(self.digits)
        return moment

    def place(self, cell: int, digit: int) -> None:
        assert digit in self.marks.pop(cell)
        self.digits[cell] = digit
        for peer in SEEN[cell]:
            self.marks.get(peer, set()).discard(digit)

    def singles(self) -> set[Candidate]:
        result = {(cell, *held) for cell, held in self.marks.items() if len(held) == 1}
        for unit in UNITS:
            for digit in range(1, 10):
                places = [cell for cell in unit if digit in self.marks.get(cell, ())]
                if len(places) == 1:
                    result.add((places[0], digit))
        return result

    @property
    def is_contradictory(self) -> bool:
        lost = (
            not any(self.digits.get(cell) == digit or digit in self.marks.get(cell, ()) for cell in unit)
            for unit in UNITS
            for digit in range(1, 10)
        )
        return any(not held for held in self.marks.values()) or any(lost)

    def follow(self) -> None:
        while not self.is_contradictory and (result := self.singles()):
            self.place(*min(result))
