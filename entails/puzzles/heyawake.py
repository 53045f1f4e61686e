"""Heyawake: a number counts the black cells of its room; no straight white line passes through three rooms.
No two black cells share an edge. All white cells are connected.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ROOM_NUMBERS, WALLS
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import WHITE_CONNECTED, Marks, black_apart, clue_text, connected, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, touching
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.regions import Roomed

GENRES = ("heyawake", "heyawacky")
HOLDS = Plural(
    Message("the room of {cell} has {count} black cell", "la pièce de {cell} a {count} case noire"),
    Message("the room of {cell} has {count} black cells", "la pièce de {cell} a {count} cases noires"),
)
BREAKS = Message(
    "{cells} span three rooms and are not all white", "{cells} traversent trois pièces et ne sont pas toutes blanches"
)


@dataclass(frozen=True)
class Heyawake(Roomed):
    """Rooms, each with its number of black cells; None is a room without a number."""

    numbers: tuple[int | None, ...]


def _through_three_rooms(puzzle: Heyawake) -> Iterator[tuple[int, ...]]:
    """Yield the shortest straight runs of cells through three rooms."""
    for line in puzzle.board.lines:
        changes = [
            place for place in range(1, len(line.cells)) if not puzzle.open_between(*line.cells[place - 1 : place + 1])
        ]
        for start, end in pairwise(changes):
            yield line.cells[start - 1 : end + 1]


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
        builder = StatementBuilder(yes_no_variables(board, "black {name}"))
        black = builder.facts(board.cells)
        black_apart(builder, board, black)
        connected(builder, board, [-lit for lit in black], WHITE_CONNECTED())
        for cells in _through_three_rooms(puzzle):
            builder.rule(BREAKS(cells=board.names(cells)), Clause(tuple(black[cell] for cell in cells)), at=cells)
        for cells, number in zip(puzzle.room_cells, puzzle.numbers, strict=True):
            if number is not None and number >= 0:
                name = board.name(cells[0])
                builder.given(name, HOLDS(number, cell=name), Count(builder.facts(cells), "=", number), at=cells)
        return builder.statement()

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
        """Return the number of each room as a clue in its first cell."""
        rooms = puzzle.rooms
        shown = {rooms.index(room): number for room, number in enumerate(puzzle.numbers)}
        return [clue_text(shown.get(cell)) for cell in puzzle.board.cells]


PUZZLE = HeyawakePuzzle()
