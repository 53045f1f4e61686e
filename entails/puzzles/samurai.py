"""Samurai: solve overlapping Sudoku grids; every digit appears once in each row, column and box of each grid."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from entails.formats.text import EMPTY, in_rows, joined, place, rows_of
from entails.locale.message import Message, Sentence
from entails.models.constraints import AllDifferent, Clause
from entails.models.drawing import Cell, Drawing, Kind
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import BOX, CellLine, Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import GIVEN, Digits, Values, digit_choices, digit_variables
from entails.puzzles.common.checks import OTHER_SIZE, first

ALIASES = ("gattai", "twodoku")
LINE = Message("{line} of the grid at {cell}", "{line} de la grille en {cell}")
EVERY = Message("{line} contains every digit once", "{line} contient chaque chiffre une fois")
EACH = Message("{line} has one {value}", "{line} contient un seul {value}")
_EXPECTED = "rows of digits, . for an empty cell and x for a gap"
_GAPS = ("x", "#")
"""Signs of a gap. The first is written, because a text that starts with # is a comment."""
_SIDES = {9: 3, 4: 2}
"""The possible sides of grids, and the sides of their boxes."""


@dataclass(frozen=True)
class Samurai(OnBoard):
    """The given digits, row by row; 0 is a gap, None an empty cell."""

    digits: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if len(self.grids) < 2 or {cell for grid in self.grids for cell in grid.cells} != set(self.held):
            raise InvalidPuzzle(
                "the cells do not form several grids of 9x9 (or 4x4) that overlap in whole boxes", expected=_EXPECTED
            )

    @cached_property
    def held(self) -> list[int]:
        """The cells that are not gaps, which take a digit."""
        return [cell for cell in self.board.cells if self.digits[cell] != 0]

    @cached_property
    def side(self) -> int:
        """The side of each grid: 9, or 4 on small boards."""
        return 9 if min(self.rows, self.columns) >= 9 else 4

    @cached_property
    def grids(self) -> list[CellLine]:
        """The places of the grids: squares without gaps, offset by multiples of the box size."""
        board, side, box = self.board, self.side, _SIDES[self.side]
        grids: list[CellLine] = []
        for row in range(0, self.rows - side + 1, box):
            for column in range(0, self.columns - side + 1, box):
                cells = board.square(row, column, side, side)
                if all(self.digits[cell] != 0 for cell in cells):
                    grids.append(CellLine(BOX(number=len(grids) + 1), cells))
        return grids

    def houses(self) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
        """Yield the rows, columns and boxes of every grid; a box that two grids share comes once."""
        inner, seen = Lattice(self.side, self.side), set[tuple[int, ...]]()
        box = _SIDES[self.side]
        for grid in self.grids:
            for line in (*inner.lines, *inner.boxes(box, box)):
                cells = tuple(grid.cells[cell] for cell in line.cells)
                if cells not in seen:
                    seen.add(cells)
                    yield LINE(line=line.name, cell=self.board.name(grid.cells[0])), cells


def _digit(word: str, where: str, side: int) -> int | None:
    if word in EMPTY or word in _GAPS:
        return 0 if word in _GAPS else None
    if not word.isascii() or not word.isdecimal() or not 1 <= int(word[:3]) <= side:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=f"1 to {side}, . or x")
    return int(word)


class SamuraiPuzzle(Puzzle[Samurai, Digits]):
    name = "samurai"
    model = Samurai
    text_format = _EXPECTED
    examples = (
        Example("small", "....xx/.4..xx/....1./.34.../xx.3../xx...1", "two 4x4 grids"),
        Example("several", "....xx/.4..xx/....1./.34.../xx.3../xx....", "several solutions"),
        Example("clash", "....xx/.4..xx/....1./.34.../xx.3../xx...4", "no solution"),
    )

    def state(self, puzzle: Samurai) -> Statement:
        board, number = puzzle.board, {cell: at for at, cell in enumerate(puzzle.held)}
        builder = StatementBuilder(digit_variables(board, range(1, puzzle.side + 1), puzzle.held))
        for house, cells in puzzle.houses():
            over = tuple(number[cell] for cell in cells)
            builder.rule(EVERY(line=house), AllDifferent(over, each=EACH(line=house)), at=over)
        for cell, digit in enumerate(puzzle.digits):
            if digit:
                name, at = board.name(cell), number[cell]
                builder.given(
                    f"{name}={digit}", GIVEN(cell=name, value=digit), Clause((builder.fact(at, digit),)), at=[at]
                )
        return builder.statement()

    def decode(self, puzzle: Samurai, values: Values) -> Digits:
        return Digits.at(puzzle.board, puzzle.held, values)

    def check(self, puzzle: Samurai, answer: Digits) -> str | None:
        held = answer.cells
        if len(held) != len(puzzle.digits):
            return OTHER_SIZE

        def changed() -> Iterator[str]:
            for cell, digit in enumerate(puzzle.digits):
                if digit and held[cell] != digit:
                    yield f"the digit in {puzzle.board.name(cell)} has changed"

        def houses() -> Iterator[str]:
            for name, cells in puzzle.houses():
                if {held[cell] for cell in cells} != set(range(1, puzzle.side + 1)):
                    yield f"{name.say()} does not contain every digit once"

        return first(changed(), houses())

    def parse(self, text: str) -> Samurai:
        """Parse rows on lines or between slashes: digits, . for an empty cell, x for a gap."""
        rows = rows_of(text, expected=_EXPECTED)
        side = 9 if min(len(rows), len(rows[0])) >= 9 else 4
        digits = [_digit(word, place(r, c), side) for r, row in enumerate(rows) for c, word in enumerate(row)]
        return Samurai(len(rows), len(rows[0]), tuple(digits))

    def format(self, puzzle: Samurai) -> str:
        words = ("." if digit is None else _GAPS[0] if digit == 0 else str(digit) for digit in puzzle.digits)
        return joined(in_rows(words, puzzle.columns))

    def draw(self, puzzle: Samurai, answer: Digits | None) -> Drawing:
        board, box, cells = puzzle.board, _SIDES[puzzle.side], []
        regions = []
        for cell, (row, column) in enumerate(map(board.place, board.cells)):
            digit = puzzle.digits[cell]
            regions.append(-1 if digit == 0 else row // box * board.columns + column // box)
            if digit == 0:
                cells.append(Cell(row=row, column=column, kind="given", shade="light"))
                continue
            value = digit or (answer.cells[cell] if answer else None)
            kind: Kind = "given" if digit else "open" if value is None else "found"
            text = "" if value is None else str(value)
            cells.append(Cell(row=row, column=column, name=board.name(cell), text=text, kind=kind))
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=tuple(cells),
            regions=tuple(regions),
            choices=digit_choices(range(1, puzzle.side + 1)),
        )


PUZZLE = SamuraiPuzzle()
