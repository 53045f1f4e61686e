"""Ripple effect: every room of n cells holds 1 to n; between two equal numbers n in a line are n cells at least."""

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
    "{cell} and {other} are too near for two {number}s", "{cell} et {other} sont trop proches pour deux {number}"
)


@dataclass(frozen=True)
class RippleEffect(Roomed):
    """The numbers that are given, row by row."""

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
        board, draft = puzzle.board, StatementBuilder(room_variables(puzzle))
        room_numbers(draft, puzzle)
        most = max(map(len, puzzle.room_cells))
        for line in board.lines:
            for place, one in enumerate(line.cells):
                for gap, other in enumerate(line.cells[place + 1 : place + 1 + most]):
                    for number in range(gap + 1, most + 1):
                        near = Clause((-draft.fact(one, number), -draft.fact(other, number)))
                        words = FAR(cell=board.name(one), other=board.name(other), number=number)
                        draft.rule(words, near, at=(one, other))
        give_numbers(draft, puzzle, puzzle.numbers)
        return draft.statement()

    def check(self, puzzle: RippleEffect, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells

        def near() -> Iterator[str]:
            for line in board.lines:
                last: dict[int, int] = {}
                for place, cell in enumerate(line.cells):
                    number = held[cell]
                    if number is not None:
                        if number in last and place - last[number] - 1 < number:
                            yield f"two {number}s are too near at {board.name(cell)}"
                        last[number] = place

        twice, missing = rooms_complete(puzzle, held)
        return first(twice, near(), missing, numbers_changed(puzzle, puzzle.numbers, held))

    def givens(self, puzzle: RippleEffect) -> Values:
        return [None if number == -1 else number for number in puzzle.numbers]

    def domain(self, puzzle: RippleEffect) -> range:
        return range(1, max(map(len, puzzle.room_cells)) + 1)


PUZZLE = RippleEffectPuzzle()
