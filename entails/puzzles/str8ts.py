"""Str8ts: no number repeats in a row or column; each run of white cells holds consecutive numbers, in any order."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from entails.formats.text import EMPTY, in_rows, number_in, number_text, place, square_of
from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Clause, Count, Distance
from entails.models.drawing import Cell, Drawing, Kind, Shade
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import CellLine, Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import GIVEN, Digits, Values, digit_choices, digit_variables
from entails.puzzles.common.checks import OTHER_SIZE, first

ONCE = Message("no number repeats in {line}", "aucun nombre ne se répète dans {line}")
STRAIGHT = Message("the numbers in {cells} are consecutive", "les nombres en {cells} sont consécutifs")
_EXPECTED = "rows of ., numbers, x for a black cell, and x5 for a black cell with a number"
_BLACK = ("x", "#")
"""Signs of a black cell. The first is written, because a text that starts with # is a comment."""
_MOST = 16


@dataclass(frozen=True)
class Str8ts:
    """A square of black and white cells with given numbers.

    Attributes:
        numbers: The givens, row by row; None is an empty cell.
        blacks: Whether each cell is black.
    """

    side: int
    numbers: tuple[int | None, ...]
    blacks: tuple[bool, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)

    @property
    def held(self) -> list[int]:
        """The cells with a number in a solution: white cells, and black cells with a given number."""
        return [cell for cell in self.board.cells if not self.blacks[cell] or self.numbers[cell] is not None]

    def straights(self) -> Iterator[tuple[int, ...]]:
        """Yield the maximal runs of at least two white cells."""
        for line in self.board.lines:
            for black, cells in groupby(line.cells, lambda cell: self.blacks[cell]):
                stretch = tuple(cells)
                if not black and len(stretch) > 1:
                    yield stretch


def _number(word: str, where: str, side: int) -> int | None:
    if not word or word in EMPTY:
        return None
    number = number_in(word, where, _EXPECTED)
    if not 1 <= number <= side:
        raise InvalidPuzzle(f"unexpected {number}", where=where, expected=f"1 to {side}")
    return number


class Str8tsPuzzle(Puzzle[Str8ts, Digits]):
    name = "str8ts"
    model = Str8ts
    text_format = _EXPECTED
    examples = (
        Example("small", ". 2 . . ./. . . . ./. . x . ./1 x 3 . 4/x . . . 1", "one solution"),
        Example("several", ". 2 . . ./. . . . ./. . x . ./1 x . . 4/x . . . 1", "several solutions"),
        Example("clash", ". 2 . . ./. . . . ./. . x . ./1 x 1 . 4/x . . . 1", "no solution"),
    )

    def state(self, puzzle: Str8ts) -> Statement:
        board, number = puzzle.board, {cell: place for place, cell in enumerate(puzzle.held)}
        builder = StatementBuilder(digit_variables(board, range(1, puzzle.side + 1), puzzle.held))

        def numbered(line: CellLine) -> tuple[int, ...]:
            return tuple(number[cell] for cell in line.cells if cell in number)

        for line in board.lines:
            if len(numbered(line)) > 1:
                builder.rule(ONCE(line=line.name), AllDifferent(numbered(line)), at=numbered(line))
        for cells in puzzle.straights():
            over = [number[cell] for cell in cells]
            near = [Distance(a, b, "<", len(over)) for place, a in enumerate(over) for b in over[place + 1 :]]
            builder.rule(STRAIGHT(cells=board.names(cells)), *near, at=over)
        for cell, value in enumerate(puzzle.numbers):
            if value is not None:
                name, at = board.name(cell), number[cell]
                constraint = Clause((builder.fact(at, value),)) if 1 <= value <= puzzle.side else Count((), "=", 1)
                builder.given(f"{name}={value}", GIVEN(cell=name, value=value), constraint, at=[at])
        return builder.statement()

    def decode(self, puzzle: Str8ts, values: Values) -> Digits:
        return Digits.at(puzzle.board, puzzle.held, values)

    def check(self, puzzle: Str8ts, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells
        if len(held) != len(puzzle.numbers):
            return OTHER_SIZE

        def changed() -> Iterator[str]:
            for cell, value in enumerate(puzzle.numbers):
                if value not in (None, held[cell]):
                    yield f"the number in {board.name(cell)} has changed"

        def missing() -> Iterator[str]:
            for cell in puzzle.held:
                if held[cell] not in range(1, puzzle.side + 1):
                    yield f"{board.name(cell)} has no number"

        def twice() -> Iterator[str]:
            for line in board.lines:
                numbers = [held[cell] for cell in line.cells if held[cell] is not None]
                if len(set(numbers)) < len(numbers):
                    yield f"{line.name.say()} has a repeated number"

        def straights() -> Iterator[str]:
            for cells in puzzle.straights():
                numbers = [held[cell] or 0 for cell in cells]
                if sorted(numbers) != list(range(min(numbers), min(numbers) + len(numbers))):
                    yield f"{board.names(cells)} are not consecutive"

        return first(changed(), missing(), twice(), straights())

    def parse(self, text: str) -> Str8ts:
        """Parse rows of words: . or a number for a white cell, x or x5 for a black one."""
        rows = square_of(text, expected=_EXPECTED)
        side = len(rows)
        if side > _MOST:
            raise InvalidPuzzle(f"{side} rows", expected=f"at most {_MOST}")
        words = [(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        blacks = tuple(word.startswith(_BLACK) for word, _ in words)
        numbers = (_number(word[black:], where, side) for (word, where), black in zip(words, blacks, strict=True))
        return Str8ts(side, tuple(numbers), blacks)

    def format(self, puzzle: Str8ts) -> str:
        words = (
            (_BLACK[0] if black else "")
            + ("" if number is None and black else "." if number is None else number_text(number))
            for number, black in zip(puzzle.numbers, puzzle.blacks, strict=True)
        )
        return "/".join(" ".join(row) for row in in_rows(words, puzzle.side))

    def draw(self, puzzle: Str8ts, answer: Digits | None) -> Drawing:
        board, cells = puzzle.board, []
        for cell, (row, column) in enumerate(map(board.place, board.cells)):
            clue, black = puzzle.numbers[cell], puzzle.blacks[cell]
            value = clue if clue is not None else answer.cells[cell] if answer and not black else None
            kind: Kind = "given" if clue is not None or black else "open" if value is None else "found"
            text = "" if value is None else str(value)
            shade: Shade = "black" if black else ""
            cells.append(Cell(row=row, column=column, name=board.name(cell), text=text, kind=kind, shade=shade))
        choices = digit_choices(range(1, puzzle.side + 1))
        return Drawing(rows=puzzle.side, columns=puzzle.side, cells=tuple(cells), choices=choices)


PUZZLE = Str8tsPuzzle()
