"""Minesweeper: find the mines; a number counts the mines around it, and cells with a number have none."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.text import EMPTY, in_rows, joined, number_in, once_each, place, rows_of
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Marks, Values, clue_text, marked_cells, yes_no_variables, yes_or_no
from entails.puzzles.common.checks import OTHER_SIZE, first

ALIASES = ("mines",)
AROUND = Plural(
    Message("{count} mine is around {cell}", "{count} mine est autour de {cell}"),
    Message("{count} mines are around {cell}", "{count} mines sont autour de {cell}"),
)
CLEAR = Message("the open cell {cell} has no mine", "la case ouverte {cell} n'a pas de mine")
MINES = Plural(
    Message("the grid has {count} mine", "la grille a {count} mine"),
    Message("the grid has {count} mines", "la grille a {count} mines"),
)
_TOTAL = re.compile(r"(mines)\s*=\s*(\S*)", re.IGNORECASE)
_EXPECTED = "rows of numbers 0 to 8, . for a covered cell, and mines=10 if their number is known"


@dataclass(frozen=True)
class Minesweeper(OnBoard):
    """A grid of numbers and covered cells.

    Attributes:
        numbers: The numbers of open cells, row by row; None is a covered cell.
        mines: The total number of mines; None if unknown.
    """

    numbers: tuple[int | None, ...]
    mines: int | None = None


def _number(word: str, where: str) -> int | None:
    if word in EMPTY or word == "?":
        return None
    number = number_in(word, where, _EXPECTED)
    if number > 8:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="0 to 8, or .")
    return number


class MinesweeperPuzzle(Puzzle[Minesweeper, Marks]):
    name = "minesweeper"
    model = Minesweeper
    text_format = _EXPECTED
    examples = (
        Example("small", "11...1/1..1../.1..1./1.33../....2.", "one solution"),
        Example("several", "11...1/1..1../.1..1./..33../....2.", "several solutions"),
        Example("clash", "11...1/1..1../.1..1./3.33../....2.", "no solution"),
    )

    def state(self, puzzle: Minesweeper) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "mine {name}"))
        for cell, number in enumerate(puzzle.numbers):
            if number is not None:
                name = board.name(cell)
                builder.rule(CLEAR(cell=name), Clause((-builder.fact(cell),)), at=[cell])
                around = Count(builder.facts(board.around(cell)), "=", number)
                builder.given(f"{name}={number}", AROUND(number, cell=name), around, at=[cell])
        if puzzle.mines is not None:
            every = Count(builder.facts(board.cells), "=", puzzle.mines)
            builder.given(f"mines={puzzle.mines}", MINES(puzzle.mines), every, at=board.cells)
        return builder.statement()

    def decode(self, puzzle: Minesweeper, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values))

    def check(self, puzzle: Minesweeper, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.numbers):
            return OTHER_SIZE
        mines = {cell for cell in board.cells if answer.cells[cell]}

        def opened() -> Iterator[str]:
            for cell in sorted(mines):
                if puzzle.numbers[cell] is not None:
                    yield f"a mine is in the open cell {board.name(cell)}"

        def counts() -> Iterator[str]:
            for cell, number in enumerate(puzzle.numbers):
                around = sum(neighbour in mines for neighbour in board.around(cell))
                if number not in (None, around):
                    yield f"{around} mines are around {board.name(cell)}, not {number}"

        def total() -> Iterator[str]:
            if puzzle.mines not in (None, len(mines)):
                yield f"there are {len(mines)} mines, not {puzzle.mines}"

        return first(opened(), counts(), total())

    def parse(self, text: str) -> Minesweeper:
        """Parse rows of numbers with . for covered cells; `mines=10` after them is the total number of mines."""
        totals = once_each((name.lower(), number) for name, number in _TOTAL.findall(text))
        if totals and not re.fullmatch("[0-9]{1,4}", totals["mines"]):
            raise InvalidPuzzle(f"unexpected {totals['mines'][:12]!r}", where="mines", expected="a number")
        rows = rows_of(_TOTAL.sub("", text), expected=_EXPECTED)
        numbers = [_number(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        return Minesweeper(len(rows), len(rows[0]), tuple(numbers), int(totals["mines"]) if totals else None)

    def format(self, puzzle: Minesweeper) -> str:
        text = joined(in_rows(("." if number is None else str(number) for number in puzzle.numbers), puzzle.columns))
        return text if puzzle.mines is None else f"{text} mines={puzzle.mines}"

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".*")

    def draw(self, puzzle: Minesweeper, answer: Marks | None) -> Drawing:
        return Drawing(
            rows=puzzle.rows,
            columns=puzzle.columns,
            cells=marked_cells(
                puzzle.board, answer, sign="●", clues=list(map(clue_text, puzzle.numbers)), settled=True
            ),
            choices=yes_or_no("●", "mine {name}"),
        )


PUZZLE = MinesweeperPuzzle()
