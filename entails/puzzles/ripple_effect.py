"""Ripple effect: fill each room of n cells with 1 to n; at least n cells separate equal numbers n in a line."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, WALLS
from entails.locale.message import Message
from entails.models.constraints import Clause
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

GENRES = ("ripple",)
ALIASES = ("ripple", "hakyuu")
FAR = Message(
    "{cell} and {other} are too close to both be {number}",
    "{cell} et {other} sont trop proches pour valoir toutes deux {number}",
)


@dataclass(frozen=True)
class RippleEffect(Roomed):
    """Rooms with givens, row by row."""

    numbers: tuple[int | None, ...]


class RippleEffectPuzzle(NumberPuzzle[RippleEffect]):
    name = "ripple-effect"
    link = PuzzleLink(RippleEffect, GENRES, (WALLS, NUMBERS))
    examples = (
        Example("small", "ripple/4/4/5d0st0g3g21p2", "one solution"),
        Example("several", "ripple/4/4/5d0st0i21p2", "several solutions"),
        Example("clash", "ripple/4/4/5d0st013g21p2", "no solution"),
    )

    def state(self, puzzle: RippleEffect) -> Statement:
        board, builder = puzzle.board, StatementBuilder(room_variables(puzzle))
        room_numbers(builder, puzzle)
        most = max(map(len, puzzle.room_cells))
        for line in board.lines:
            for place, cell in enumerate(line.cells):
                for gap, later in enumerate(line.cells[place + 1 : place + 1 + most]):
                    for number in range(gap + 1, most + 1):
                        near = Clause((-builder.fact(cell, number), -builder.fact(later, number)))
                        words = FAR(cell=board.name(cell), other=board.name(later), number=number)
                        builder.rule(words, near, at=(cell, later))
        give_numbers(builder, puzzle, puzzle.numbers)
        return builder.statement()

    def check(self, puzzle: RippleEffect, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells

        def near() -> Iterator[str]:
            for line in board.lines:
                last: dict[int, int] = {}
                for place, cell in enumerate(line.cells):
                    number = held[cell]
                    if number is not None:
                        if number in last and place - last[number] - 1 < number:
                            yield f"two {number}s are too close at {board.name(cell)}"
                        last[number] = place

        twice, missing = rooms_complete(puzzle, held)
        return first(twice, near(), missing, numbers_changed(puzzle, puzzle.numbers, held))

    def givens(self, puzzle: RippleEffect) -> Values:
        return [None if number == -1 else number for number in puzzle.numbers]

    def domain(self, puzzle: RippleEffect) -> range:
        return range(1, max(map(len, puzzle.room_cells)) + 1)


PUZZLE = RippleEffectPuzzle()
