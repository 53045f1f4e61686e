"""Hitori: shade cells so that no number repeats in a row or column; no two black cells share an edge.
All white cells are connected.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from entails.formats.puzzlink import letters
from entails.formats.puzzlink.parts import HOME, LETTERS, Body, address
from entails.formats.text import in_rows, joined, number_in, number_text, place, rows_of
from entails.locale.message import Message
from entails.models.constraints import Count
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import (
    WHITE_CONNECTED,
    Marks,
    Values,
    black_apart,
    connected,
    marked_cells,
    yes_no_variables,
    yes_or_no,
)
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, touching

GENRES = ("hitori",)
ONCE = Message("{line} shows {number} at most once ({cells})", "{line} montre {number} au plus une fois ({cells})")


@dataclass(frozen=True)
class Hitori:
    """The numbers of a grid, row by row."""

    columns: int
    numbers: tuple[int, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(len(self.numbers) // self.columns, self.columns)


@lru_cache(64)
def rules(rows: int, columns: int) -> Statement:
    """Return the statement of the rules that do not depend on the numbers."""
    board = Lattice(rows, columns)
    builder = StatementBuilder(yes_no_variables(board, "black {name}"))
    black = builder.facts(board.cells)
    black_apart(builder, board, black)
    connected(builder, board, [-fact for fact in black], WHITE_CONNECTED())
    return builder.statement()


class HitoriPuzzle(Puzzle[Hitori, Marks]):
    name = "hitori"
    model = Hitori
    text_format = "rows of numbers, or a puzz.link address"
    examples = (
        Example("classic", "342215/365631/636541/613653/524463/114323", "one solution"),
        Example("large", "41657384/75868741/63484225/88441756/14725566/83582678/52578411/81134523", "8x8"),
        Example("two-ways", "342215/365631/636541/613655/524463/114323", "two solutions"),
        Example("clash", "342215/365631/636541/613653/424463/114323", "a corner that would be cut off"),
    )

    def state(self, puzzle: Hitori) -> Statement:
        """State the puzzle: repeated numbers are the clues."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.board.rows, puzzle.columns))
        for line in board.lines:
            for number in dict.fromkeys(puzzle.numbers[cell] for cell in line.cells):
                alike = [cell for cell in line.cells if puzzle.numbers[cell] == number]
                if len(alike) > 1:
                    once = Count(builder.facts(alike, 0), "<=", 1)
                    sentence = ONCE(line=line.name, number=number, cells=board.names(alike))
                    builder.given(f"{line.name.say()}: {number}", sentence, once, at=alike)
        return builder.statement()

    def decode(self, puzzle: Hitori, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values))

    def check(self, puzzle: Hitori, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.numbers):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}

        def twice() -> Iterator[str]:
            for line in board.lines:
                shown = [puzzle.numbers[cell] for cell in line.cells if cell not in black]
                yield from (
                    f"{line.name.say()} shows {number} more than once" for number in shown if shown.count(number) > 1
                )

        return first(touching(board, black), pieces(board, set(board.cells) - black, "white"), twice())

    def parse(self, text: str) -> Hitori:
        """Parse rows of numbers on lines or between slashes, with letters above 9; or a puzz.link address."""
        if link := address(text, "hitori"):
            numbers = letters(link.body, link.rows * link.columns)
            if None in numbers or any(number < 0 for number in numbers if number is not None):
                raise InvalidPuzzle("a cell has no number", where="address", expected="a number for each cell")
            return Hitori(link.columns, tuple(number or 0 for number in numbers))
        rows = rows_of(text, expected="rows of numbers")
        return Hitori(
            len(rows[0]),
            tuple(number_in(word, place(r, c), "a number") for r, row in enumerate(rows) for c, word in enumerate(row)),
        )

    def format(self, puzzle: Hitori) -> str:
        return joined(in_rows(map(number_text, puzzle.numbers), puzzle.columns))

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".#")

    def url(self, puzzle: Hitori) -> str:
        """Return the puzz.link address."""
        board = puzzle.board
        body = LETTERS.write(puzzle.numbers, Body("", board.rows, board.columns))
        return f"{HOME}hitori/{board.columns}/{board.rows}/{body}"

    def draw(self, puzzle: Hitori, answer: Marks | None) -> Drawing:
        return Drawing(
            rows=puzzle.board.rows,
            columns=puzzle.columns,
            cells=marked_cells(puzzle.board, answer, shade="black", clues=[str(number) for number in puzzle.numbers]),
            choices=yes_or_no("■", "black {name}", "black"),
        )


PUZZLE = HitoriPuzzle()
