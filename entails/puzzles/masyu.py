"""Masyu: draw one loop through all pearls; it goes straight through white pearls and turns on black ones.
The loop turns in at least one cell next to a white pearl. It goes straight through both cells next to a black pearl.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import CIRCLES
from entails.locale.message import Message
from entails.models.constraints import Clause, Constraint, Count
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.checks import OTHER_SIZE, DrawnBoard, first
from entails.puzzles.common.links import LoopPuzzle
from entails.puzzles.common.loops import Paths, Steps, one_loop, step_variables

GENRES = ("mashu", "masyu", "pearl")
ALIASES = ("mashu",)
WHITE_PEARL = Message(
    "the loop goes straight through the white pearl in {cell} and turns next to it",
    "la boucle va tout droit dans la perle blanche en {cell} et tourne à côté",
)
BLACK_PEARL = Message(
    "the loop turns on the black pearl in {cell} and goes straight on both sides",
    "la boucle tourne dans la perle noire en {cell} et va tout droit des deux côtés",
)
_WHITE, _BLACK = 1, 2


@dataclass(frozen=True)
class Masyu(OnBoard):
    """The pearls of a grid, row by row: 1 white, 2 black, 0 none."""

    pearls: tuple[int, ...]


def _white(place: tuple[int, int], cell: int, steps: Steps) -> Iterator[Constraint]:
    """Yield the constraints of a white pearl: the loop goes straight through it and turns in a cell next to it."""
    yield Count(steps.at(cell), "=", 2)
    for down, right in ((1, 0), (0, 1)):
        there, back = steps.toward(cell, down, right), steps.toward(cell, -down, -right)
        if there is None or back is None:
            yield from (Clause((-lit,)) for lit in (there, back) if lit is not None)
            continue
        yield Clause((-there, back))
        yield Clause((there, -back))
        row, column = place
        ahead = steps.toward(steps.board.cell(row + down, column + right), down, right)
        behind = steps.toward(steps.board.cell(row - down, column - right), -down, -right)
        if ahead is not None and behind is not None:
            yield Clause((-there, -ahead, -behind))


def _black(cell: int, steps: Steps) -> Iterator[Constraint]:
    """Yield the constraints of a black pearl: the loop turns on it and goes straight through both cells beside it."""
    row, column = steps.board.place(cell)
    for ways in (((1, 0), (-1, 0)), ((0, 1), (0, -1))):
        arms = [(way, arm) for way in ways if (arm := steps.toward(cell, *way)) is not None]
        yield Count(tuple(arm for _, arm in arms), "=", 1)
        for (down, right), arm in arms:
            beyond = steps.toward(steps.board.cell(row + down, column + right), down, right)
            yield Clause((-arm,) if beyond is None else (-arm, beyond))


class MasyuPuzzle(LoopPuzzle[Masyu]):
    name = "masyu"
    link = PuzzleLink(Masyu, GENRES, (CIRCLES,))
    examples = (
        Example("small", "mashu/5/5/3al301070", "one solution"),
        Example("several", "mashu/5/5/3al001070", "several solutions"),
        Example("clash", "mashu/5/5/cal301070", "no solution"),
    )

    def state(self, puzzle: Masyu) -> Statement:
        board, builder = puzzle.board, StatementBuilder(step_variables(puzzle.board))
        steps = Steps(builder, board)
        one_loop(builder, board, steps)
        for cell, pearl in enumerate(puzzle.pearls):
            name = board.name(cell)
            if pearl == _WHITE:
                builder.given(
                    f"white {name}", WHITE_PEARL(cell=name), *_white(board.place(cell), cell, steps), at=[name]
                )
            elif pearl == _BLACK:
                builder.given(f"black {name}", BLACK_PEARL(cell=name), *_black(cell, steps), at=[name])
        return builder.statement()

    def check(self, puzzle: Masyu, answer: Paths) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        drawn = DrawnBoard(board, answer.lines)
        ways = drawn.ways
        passed = [cell for cell in board.cells if puzzle.pearls[cell] and len(ways.get(cell, ())) == 2]

        def pearls(colour: int, wrong: str) -> Iterator[str]:
            for cell in passed:
                if puzzle.pearls[cell] == colour and drawn.straight(cell) == (colour == _BLACK):
                    yield f"the loop {wrong} {board.name(cell)}"

        def before_black() -> Iterator[str]:
            for cell in passed:
                turns = [
                    neighbour for neighbour in ways[cell] if len(ways[neighbour]) == 2 and not drawn.straight(neighbour)
                ]
                if puzzle.pearls[cell] == _BLACK and turns:
                    yield f"the loop turns next to the black pearl in {board.name(cell)}"

        def before_white() -> Iterator[str]:
            for cell in passed:
                if puzzle.pearls[cell] == _WHITE and all(map(drawn.straight, ways[cell])):
                    yield f"the loop goes straight on both sides of the white pearl in {board.name(cell)}"

        def missed() -> Iterator[str]:
            for cell in board.cells:
                if puzzle.pearls[cell] and cell not in ways:
                    yield f"the loop misses the pearl in {board.name(cell)}"

        return first(
            drawn.forks(),
            drawn.crosses(),
            pearls(_WHITE, "turns in the white pearl in"),
            pearls(_BLACK, "goes straight on in the black pearl in"),
            before_black(),
            before_white(),
            missed(),
            drawn.ends(),
            drawn.loops(),
        )

    def clues(self, puzzle: Masyu) -> Sequence[str]:
        return ["" if not pearl else " ○●"[pearl] for pearl in puzzle.pearls]


PUZZLE = MasyuPuzzle()
