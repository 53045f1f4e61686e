"""Norinori: shade two cells in every region; every black cell has exactly one black neighbour.
The black cells form dominoes, which may cross borders of regions.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import WALLS
from entails.locale.message import Message
from entails.models.constraints import Count
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, areas, first
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.regions import Roomed

GENRES = ("norinori",)
TWO = Message("the region of {cell} has two black cells", "la région de {cell} a deux cases noires")
DOMINO = Message(
    "if {cell} is black, exactly one neighbour is black", "si {cell} est noire, exactement une voisine est noire"
)


@dataclass(frozen=True)
class Norinori(Roomed):
    """A grid whose only clues are its regions."""


class NorinoriPuzzle(ShadingPuzzle[Norinori]):
    name = "norinori"
    link = PuzzleLink(Norinori, GENRES, (WALLS,))
    examples = (
        Example("small", "norinori/5/5/9b24ck80", "one solution"),
        Example("several", "norinori/5/5/5qi8o4k8", "several solutions"),
        Example("clash", "norinori/5/5/4q007cg0", "no solution"),
    )

    def state(self, puzzle: Norinori) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "black {name}"))
        for cell in board.cells:
            paired = Count(builder.facts(board.beside(cell)), "=", 1, when=(builder.fact(cell),))
            builder.rule(DOMINO(cell=board.name(cell)), paired, at=[cell])
        for cells in puzzle.room_cells:
            name = board.name(cells[0])
            builder.given(name, TWO(cell=name), Count(builder.facts(cells), "=", 2), at=cells)
        return builder.statement()

    def check(self, puzzle: Norinori, answer: Marks) -> str | None:
        board, rooms = puzzle.board, puzzle.rooms
        if len(answer.cells) != len(rooms):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}

        def pieces(wrong: range) -> Iterator[str]:
            for area in areas(board, black):
                if len(area) in wrong:
                    yield f"a piece of {len(area)} black cells is at {board.name(min(area))}"

        def counts(wrong: range) -> Iterator[str]:
            for room in range(max(rooms) + 1):
                held = sum(rooms[cell] == room for cell in black)
                if held in wrong:
                    yield f"the region of {board.name(rooms.index(room))} has {held} black cells"

        many = range(3, len(rooms) + 1)
        return first(pieces(many), counts(many), pieces(range(2)), counts(range(2)))


PUZZLE = NorinoriPuzzle()
