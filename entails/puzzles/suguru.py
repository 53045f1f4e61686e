"""Suguru: fill each room of n cells with the numbers 1 to n; equal numbers never touch, even diagonally."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, WALLS
from entails.locale.message import Message
from entails.models.constraints import Compare
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    Digits,
    Values,
    give_numbers,
    numbers_changed,
    room_numbers,
    room_variables,
    rooms_complete,
)
from entails.puzzles.common.checks import first
from entails.puzzles.common.links import NumberPuzzle
from entails.puzzles.common.regions import Roomed

GENRES = ("suguru",)
ALIASES = ("tectonic",)
APART = Message("the touching cells {cell} and {other} differ", "les cases {cell} et {other} se touchent et diffèrent")


@dataclass(frozen=True)
class Suguru(Roomed):
    """Rooms with givens, row by row."""

    numbers: tuple[int | None, ...]


class SuguruPuzzle(NumberPuzzle[Suguru]):
    name = "suguru"
    link = PuzzleLink(Suguru, GENRES, (WALLS, NUMBERS))
    examples = (
        Example("small", "suguru/4/4/6kgsk0g1i541g2g3351g", "one solution"),
        Example("several", "suguru/4/4/6kgsk0k541g2g3351g", "several solutions"),
        Example("clash", "suguru/4/4/6kgsk011i541g2g3351g", "no solution"),
    )

    def state(self, puzzle: Suguru) -> Statement:
        board, builder = puzzle.board, StatementBuilder(room_variables(puzzle))
        room_numbers(builder, puzzle)
        for cell, neighbour in (*board.borders, *board.corners()):
            builder.rule(
                APART(cell=board.name(cell), other=board.name(neighbour)),
                Compare(cell, "!=", neighbour),
                at=(cell, neighbour),
            )
        give_numbers(builder, puzzle, puzzle.numbers)
        return builder.statement()

    def check(self, puzzle: Suguru, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells

        def close() -> Iterator[str]:
            for cell in board.cells:
                for neighbour in board.cells:
                    near = max(abs(a - b) for a, b in zip(board.place(cell), board.place(neighbour), strict=True)) == 1
                    if cell < neighbour and near and held[cell] is not None and held[cell] == held[neighbour]:
                        yield f"{board.name(cell)} and {board.name(neighbour)} touch and are both {held[cell]}"

        twice, missing = rooms_complete(puzzle, held)
        return first(twice, close(), missing, numbers_changed(puzzle, puzzle.numbers, held))

    def givens(self, puzzle: Suguru) -> Values:
        return [None if number == -1 else number for number in puzzle.numbers]

    def domain(self, puzzle: Suguru) -> range:
        return range(1, max(map(len, puzzle.room_cells)) + 1)


PUZZLE = SuguruPuzzle()
