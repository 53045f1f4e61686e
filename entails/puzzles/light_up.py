"""Light up, or akari: place bulbs that light every cell; no bulb lights another, and numbers count adjacent bulbs.
A bulb lights its row and column up to the next wall.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import SMALL_NUMBERS
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, clue_text, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, first, view
from entails.puzzles.common.links import ShadingPuzzle

GENRES = ("akari", "lightup")
ALIASES = ("akari", "lightup")
BESIDE = Plural(
    Message("{cell} has {count} adjacent bulb", "{cell} a {count} lampe voisine"),
    Message("{cell} has {count} adjacent bulbs", "{cell} a {count} lampes voisines"),
)
NOT_TWO = Message("there is at most one bulb in {cells}", "il y a au plus une lampe en {cells}")
LIT = Message("{cell} is lit", "{cell} est éclairée")
WALL = Message("{cell} is a wall", "{cell} est un mur")


@dataclass(frozen=True)
class LightUp(OnBoard):
    """The walls of a grid, row by row: a number, or -1 for a wall without one."""

    walls: tuple[int | None, ...]


def _stretches(puzzle: LightUp) -> Iterator[tuple[int, ...]]:
    """Yield the maximal runs of cells without walls, along rows and columns."""
    for line in puzzle.board.lines:
        stretch: list[int] = []
        for cell in (*line.cells, None):
            if cell is not None and puzzle.walls[cell] is None:
                stretch.append(cell)
            elif stretch:
                yield tuple(stretch)
                stretch = []


class LightUpPuzzle(ShadingPuzzle[LightUp]):
    name = "light-up"
    link = PuzzleLink(LightUp, GENRES, (SMALL_NUMBERS,))
    sign = "●"
    word = "bulb"
    signs = ".*"
    examples = (
        Example("small", "akari/5/5/.gdi7....gc..h6.", "one solution"),
        Example("several", "akari/5/5/.m7....gc..h6.", "several solutions"),
        Example("clash", "akari/5/5/5di7....gc..h6.", "no solution"),
    )

    def state(self, puzzle: LightUp) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "bulb {name}"))
        lines: dict[int, list[int]] = {cell: [] for cell in board.cells}
        for stretch in _stretches(puzzle):
            builder.rule(NOT_TWO(cells=board.names(stretch)), Count(builder.facts(stretch), "<=", 1), at=stretch)
            for cell in stretch:
                lines[cell] += stretch
        for cell, number in enumerate(puzzle.walls):
            name = board.name(cell)
            if number is None:
                builder.rule(LIT(cell=name), Clause(builder.facts(dict.fromkeys(lines[cell]))), at=[cell])
                continue
            builder.rule(WALL(cell=name), Clause((-builder.fact(cell),)), at=[cell])
            if number >= 0:
                bulbs = Count(builder.facts(board.beside(cell)), "=", number)
                builder.given(f"{name}={number}", BESIDE(number, cell=name), bulbs, at=[cell])
        return builder.statement()

    def check(self, puzzle: LightUp, answer: Marks) -> str | None:
        board, walls = puzzle.board, puzzle.walls
        if len(answer.cells) != len(walls):
            return OTHER_SIZE
        bulbs = {cell for cell in board.cells if answer.cells[cell]}
        seen = {
            cell: [c for way in view(board, cell, lambda c: walls[c] is not None) for c in way] for cell in board.cells
        }

        def in_walls() -> Iterator[str]:
            yield from (
                f"a bulb is in the wall at {board.name(cell)}" for cell in sorted(bulbs) if walls[cell] is not None
            )

        def dazzled() -> Iterator[str]:
            yield from (
                f"another bulb lights {board.name(cell)}" for cell in sorted(bulbs) if bulbs.intersection(seen[cell])
            )

        def counts() -> Iterator[str]:
            for cell, number in enumerate(walls):
                beside = sum(neighbour in bulbs for neighbour in board.beside(cell))
                if number not in (None, -1, beside):
                    yield f"{beside} bulbs are beside {board.name(cell)}, not {number}"

        def dark() -> Iterator[str]:
            for cell in board.cells:
                if walls[cell] is None and cell not in bulbs and not bulbs.intersection(seen[cell]):
                    yield f"{board.name(cell)} is dark"

        return first(in_walls(), dazzled(), counts(), dark())

    def clues(self, puzzle: LightUp) -> Sequence[str]:
        return ["" if wall == -1 else clue_text(wall) for wall in puzzle.walls]

    def is_block(self, puzzle: LightUp, cell: int) -> bool:
        return puzzle.walls[cell] is not None


PUZZLE = LightUpPuzzle()
