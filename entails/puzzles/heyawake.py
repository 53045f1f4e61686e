"""Heyawake: rooms with as many black cells as they say; blacks do not touch, no white line goes through three rooms.

The white cells hang together. A white line may cross one wall, not two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ROOM_NUMBERS, WALLS
from entails.locale.message import Message
from entails.models.constraints import Clause, Count
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, clue_text, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, touching
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.regions import Roomed
from entails.puzzles.common.shading import WHITE_TOGETHER, black_apart, together

GENRES = ("heyawake", "heyawacky")
HOLDS = Message("the room of {cell} has black cells: {number}", "la pièce de {cell} a des cases noires : {number}")
BREAKS = Message("{cells} lie in three rooms: one is black", "{cells} sont dans trois pièces : une est noire")


@dataclass(frozen=True)
class Heyawake(Roomed):
    """The number of each room, None where it says none."""

    numbers: tuple[int | None, ...]


def _through_three_rooms(puzzle: Heyawake) -> Iterator[tuple[int, ...]]:
    """Cells in a line with a wall behind the first, a wall before the last, and none between."""
    for line in puzzle.board.lines:
        changes = [
            place for place in range(1, len(line.cells)) if not puzzle.open_between(*line.cells[place - 1 : place + 1])
        ]
        for one, other in pairwise(changes):
            yield line.cells[one - 1 : other + 1]


class HeyawakePuzzle(ShadingPuzzle[Heyawake]):
    name = "heyawake"
    link = PuzzleLink(Heyawake, GENRES, (WALLS, ROOM_NUMBERS))
    examples = (
        Example("small", "heyawake/5/5/0jdpohc2202g0", "one solution"),
        Example("several", "heyawake/5/5/0jdpohc22g2g0", "several solutions"),
        Example("clash", "heyawake/5/5/0jdpohc2002g0", "no solution"),
    )

    def state(self, puzzle: Heyawake) -> Statement:
        board = puzzle.board
        draft = StatementBuilder(yes_no_variables(board, "black {name}"))
        black = draft.facts(board.cells)
        black_apart(draft, board, black)
        together(draft, board, [-lit for lit in black], WHITE_TOGETHER())
        for cells in _through_three_rooms(puzzle):
            draft.rule(BREAKS(cells=board.names(cells)), Clause(tuple(black[cell] for cell in cells)), at=cells)
        for cells, number in zip(puzzle.room_cells, puzzle.numbers, strict=True):
            if number is not None and number >= 0:
                name = board.name(cells[0])
                draft.given(name, HOLDS(cell=name, number=number), Count(draft.facts(cells), "=", number), at=cells)
        return draft.statement()

    def check(self, puzzle: Heyawake, answer: Marks) -> str | None:
        board, rooms = puzzle.board, puzzle.rooms
        if len(answer.cells) != len(rooms):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}

        def counts() -> Iterator[str]:
            for room, number in enumerate(puzzle.numbers):
                held = sum(rooms[cell] == room for cell in black)
                if number not in (None, -1, held):
                    yield f"the room of {board.name(rooms.index(room))} has {held} black cells, not {number}"

        def lines() -> Iterator[str]:
            for line in board.lines:
                crossed, before = 0, line.cells[0]
                for cell in line.cells:
                    passes = before in black or puzzle.open_between(before, cell)
                    crossed = 0 if cell in black else crossed + (not passes)
                    if crossed > 1:
                        yield f"a white line goes through three rooms at {board.name(cell)}"
                    before = cell

        white = set(board.cells) - black
        return first(touching(board, black), pieces(board, white, "white"), counts(), lines())

    def clues(self, puzzle: Heyawake) -> list[str]:
        """The number of a room, in its first cell."""
        rooms = puzzle.rooms
        said = {rooms.index(room): number for room, number in enumerate(puzzle.numbers)}
        return [clue_text(said.get(cell)) for cell in puzzle.board.cells]


PUZZLE = HeyawakePuzzle()
