"""Boards with the numbers 1 to n, each beside the next: what numbrix and hidoku share."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from entails.formats.text import EMPTY, in_rows, number_in, place, rows_of
from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Clause, Count
from entails.models.drawing import Cell, Drawing, Kind
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Puzzle
from entails.puzzles.common.cells import GIVEN, Digits, Values, digit_choices, digit_variables
from entails.puzzles.common.checks import OTHER_SIZE, first

_EVERY = Message("every number stands somewhere", "chaque nombre est placé")
_ONCE = Message("{value} stands once", "{value} est placé une fois")
_NEXT = Message("{number} is beside {other}", "{number} est à côté de {other}")
_EXPECTED = "rows of numbers, . for an empty cell and x for a hole"
_HOLES = ("x", "#")
"""The first is written: a text that begins with # is a comment."""

N = TypeVar("N", bound="NumberPath")


@dataclass(frozen=True)
class NumberPath(OnBoard):
    """The numbers that are given, row by row; 0 is a hole, None an empty cell."""

    numbers: tuple[int | None, ...]

    @property
    def held(self) -> list[int]:
        """The cells that hold a number."""
        return [cell for cell in self.board.cells if self.numbers[cell] != 0]


def _number(word: str, where: str) -> int | None:
    if word in EMPTY:
        return None
    number = 0 if word in _HOLES else number_in(word, where, _EXPECTED)
    if number == 0 and word not in _HOLES:
        raise InvalidPuzzle("0 stands here", where=where, expected=_EXPECTED)
    return number


class NumberPathPuzzle(Puzzle[N, Digits]):
    """The numbers from 1 on, each beside the next. puzz.link has none of these."""

    def neighbours(self, board: Lattice, cell: int) -> Iterator[int]:
        """Yield the cells beside a cell."""
        raise NotImplementedError

    def state(self, puzzle: N) -> Statement:
        board, held = puzzle.board, puzzle.held
        number, count = {cell: place for place, cell in enumerate(held)}, len(held)
        draft = StatementBuilder(digit_variables(board, range(1, count + 1), held))
        draft.rule(_EVERY(), AllDifferent(tuple(range(count)), each=_ONCE()), at=range(count))
        near = [[number[other] for other in self.neighbours(board, cell) if other in number] for cell in held]
        for value in range(1, count):
            there = [Clause((-draft.fact(one, value), *draft.facts(near[one], value + 1))) for one in range(count)]
            back = [Clause((-draft.fact(one, value + 1), *draft.facts(near[one], value))) for one in range(count)]
            draft.rule(_NEXT(number=value, other=value + 1), *there, *back)
        for cell, given in enumerate(puzzle.numbers):
            if given:
                name, at = board.name(cell), number[cell]
                says = Clause((draft.fact(at, given),)) if given <= count else Count((), "=", 1)
                draft.given(f"{name}={given}", GIVEN(cell=name, value=given), says, at=[at])
        return draft.statement()

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
            yield from (f"there is no {value}" for value in range(1, len(puzzle.held) + 1) if value not in at)

        def leaps() -> Iterator[str]:
            for value in range(1, len(puzzle.held)):
                if at[value + 1] not in set(self.neighbours(board, at[value])):
                    yield f"{value} and {value + 1} are not side by side"

        return first(changed(), missing(), leaps())

    def parse(self, text: str) -> N:
        """Rows of numbers, . for an empty cell, x for a hole; two-digit numbers need spaces or commas between them."""
        rows = rows_of(text, expected=_EXPECTED)
        numbers = [_number(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        if all(number == 0 for number in numbers):
            raise InvalidPuzzle("there are no cells", expected=_EXPECTED)
        return self.model(len(rows), len(rows[0]), tuple(numbers))

    def format(self, puzzle: N) -> str:
        words = ("." if number is None else _HOLES[0] if number == 0 else str(number) for number in puzzle.numbers)
        return "/".join(",".join(row) for row in in_rows(words, puzzle.columns))

    def format_answer(self, answer: Digits) -> str:
        words = ("." if number is None else str(number) for number in answer.cells)
        return "/".join(",".join(row) for row in in_rows(words, answer.columns))

    def draw(self, puzzle: N, answer: Digits | None) -> Drawing:
        board, cells = puzzle.board, []
        for cell, (row, column) in enumerate(map(board.place, board.cells)):
            given = puzzle.numbers[cell]
            if given == 0:
                cells.append(Cell(row=row, column=column, name=board.name(cell), kind="given", shade="black"))
                continue
            value = given or (answer.cells[cell] if answer else None)
            kind: Kind = "given" if given else "open" if value is None else "found"
            cells.append(
                Cell(row=row, column=column, name=board.name(cell), text="" if value is None else str(value), kind=kind)
            )
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=tuple(cells),
            choices=digit_choices(range(1, len(puzzle.held) + 1)),
        )
