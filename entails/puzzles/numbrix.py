"""Numbrix: fill the grid with the numbers from 1 on; each shares an edge with the next."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from entails.formats.text import EMPTY, in_rows, joined, number_in, place, rows_of
from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Clause, Count
from entails.models.drawing import Cell, Drawing, Kind
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import GIVEN, Digits, Values, digit_choices, digit_variables
from entails.puzzles.common.checks import OTHER_SIZE, first

_EVERY = Message("every number is placed", "chaque nombre est placé")
_ONCE = Message("{value} appears once", "{value} apparaît une fois")
_NEXT = Message("{number} is next to {other}", "{number} est à côté de {other}")
_EXPECTED = "rows of numbers, . for an empty cell and x for a hole"
_HOLES = ("x", "#")
"""Signs of a hole. The first is written, because a text that starts with # is a comment."""

N = TypeVar("N", bound="NumberPath")


@dataclass(frozen=True)
class NumberPath(OnBoard):
    """A grid of given numbers, row by row; 0 is a hole, None an empty cell."""

    numbers: tuple[int | None, ...]

    @property
    def held(self) -> list[int]:
        """The cells that are not holes."""
        return [cell for cell in self.board.cells if self.numbers[cell] != 0]


def _number(word: str, where: str) -> int | None:
    if word in EMPTY:
        return None
    number = 0 if word in _HOLES else number_in(word, where, _EXPECTED)
    if number == 0 and word not in _HOLES:
        raise InvalidPuzzle("unexpected 0", where=where, expected=_EXPECTED)
    return number


class NumberPathPuzzle(Puzzle[N, Digits]):
    """A puzzle type with the numbers 1 to n, each adjacent to its successor; puzz.link has none."""

    text_format = _EXPECTED

    def neighbours(self, board: Lattice, cell: int) -> Iterator[int]:
        """Yield the neighbours of a cell."""
        raise NotImplementedError

    def state(self, puzzle: N) -> Statement:
        board, held = puzzle.board, puzzle.held
        number, count = {cell: place for place, cell in enumerate(held)}, len(held)
        builder = StatementBuilder(digit_variables(board, range(1, count + 1), held))
        builder.rule(_EVERY(), AllDifferent(tuple(range(count)), each=_ONCE()), at=range(count))
        near = [
            [number[neighbour] for neighbour in self.neighbours(board, cell) if neighbour in number] for cell in held
        ]
        for value in range(1, count):
            there = [
                Clause((-builder.fact(index, value), *builder.facts(near[index], value + 1))) for index in range(count)
            ]
            back = [
                Clause((-builder.fact(index, value + 1), *builder.facts(near[index], value))) for index in range(count)
            ]
            builder.rule(_NEXT(number=value, other=value + 1), *there, *back)
        for cell, clue in enumerate(puzzle.numbers):
            if clue:
                name, at = board.name(cell), number[cell]
                constraint = Clause((builder.fact(at, clue),)) if clue <= count else Count((), "=", 1)
                builder.given(f"{name}={clue}", GIVEN(cell=name, value=clue), constraint, at=[at])
        return builder.statement()

    def decode(self, puzzle: N, values: Values) -> Digits:
        return Digits.at(puzzle.board, puzzle.held, values)

    def check(self, puzzle: N, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells
        if len(held) != len(puzzle.numbers):
            return OTHER_SIZE
        at = {value: cell for cell, value in enumerate(held) if value is not None}

        def changed() -> Iterator[str]:
            for cell, value in enumerate(puzzle.numbers):
                if value and held[cell] != value:
                    yield f"the number in {board.name(cell)} has changed"

        def missing() -> Iterator[str]:
            yield from (f"{value} is missing" for value in range(1, len(puzzle.held) + 1) if value not in at)

        def leaps() -> Iterator[str]:
            for value in range(1, len(puzzle.held)):
                if at[value + 1] not in set(self.neighbours(board, at[value])):
                    yield f"{value} and {value + 1} are not neighbours"

        return first(changed(), missing(), leaps())

    def parse(self, text: str) -> N:
        """Parse rows of numbers with . for an empty cell and x for a hole.

        Two-digit numbers are separated by spaces or commas.
        """
        rows = rows_of(text, expected=_EXPECTED)
        numbers = [_number(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        if all(number == 0 for number in numbers):
            raise InvalidPuzzle("no cells", expected=_EXPECTED)
        return self.model(len(rows), len(rows[0]), tuple(numbers))

    def format(self, puzzle: N) -> str:
        words = ("." if number is None else _HOLES[0] if number == 0 else str(number) for number in puzzle.numbers)
        return joined(in_rows(words, puzzle.columns), ",")

    def format_answer(self, answer: Digits) -> str:
        words = ("." if number is None else str(number) for number in answer.cells)
        return joined(in_rows(words, answer.columns), ",")

    def draw(self, puzzle: N, answer: Digits | None) -> Drawing:
        board, cells = puzzle.board, []
        for cell, (row, column) in enumerate(map(board.place, board.cells)):
            clue = puzzle.numbers[cell]
            if clue == 0:
                cells.append(Cell(row=row, column=column, name=board.name(cell), kind="given", shade="black"))
                continue
            value = clue or (answer.cells[cell] if answer else None)
            kind: Kind = "given" if clue else "open" if value is None else "found"
            cells.append(
                Cell(row=row, column=column, name=board.name(cell), text="" if value is None else str(value), kind=kind)
            )
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=tuple(cells),
            choices=digit_choices(range(1, len(puzzle.held) + 1)),
        )


@dataclass(frozen=True)
class Numbrix(NumberPath):
    """A grid of given numbers, in which cells that share an edge are neighbours."""


class NumbrixPuzzle(NumberPathPuzzle[Numbrix]):
    name = "numbrix"
    model = Numbrix
    examples = (
        Example("small", "10,.,.,./.,14,13,./.,.,.,./.,.,.,.", "one solution"),
        Example("several", "10,.,.,./.,14,.,./.,.,.,./.,.,.,.", "several solutions"),
        Example("clash", "10,.,.,./.,14,14,./.,.,.,./.,.,.,.", "no solution"),
    )

    def neighbours(self, board: Lattice, cell: int) -> Iterator[int]:
        return board.beside(cell)


PUZZLE = NumbrixPuzzle()
