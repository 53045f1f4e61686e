"""Suguru: every room of n cells holds the numbers 1 to n, and like numbers do not touch, not even at a corner."""

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
APART = Message("{cell} and {other} touch and differ", "{cell} et {other} se touchent et diffèrent")


@dataclass(frozen=True)
class Suguru(Roomed):
    """The numbers that are given, row by row."""

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
        board, draft = puzzle.board, StatementBuilder(room_variables(puzzle))
        room_numbers(draft, puzzle)
        for one, other in (*board.borders, *board.corners()):
            draft.rule(APART(cell=board.name(one), other=board.name(other)), Compare(one, "!=", other), at=(one, other))
        give_numbers(draft, puzzle, puzzle.numbers)
        return draft.statement()

    def check(self, puzzle: Suguru, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells

        def close() -> Iterator[str]:
            for one in board.cells:
                for other in board.cells:
                    near = max(abs(a - b) for a, b in zip(board.place(one), board.place(other), strict=True)) == 1
                    if one < other and near and held[one] is not None and held[one] == held[other]:
                        yield f"{board.name(one)} and {board.name(other)} touch and are both {held[one]}"

        twice, missing = rooms_complete(puzzle, held)
        return first(twice, close(), missing, numbers_changed(puzzle, puzzle.numbers, held))

    def givens(self, puzzle: Suguru) -> Values:
        return [None if number == -1 else number for number in puzzle.numbers]

    def domain(self, puzzle: Suguru) -> range:
        return range(1, max(map(len, puzzle.room_cells)) + 1)


PUZZLE = SuguruPuzzle()
