"""Masyu: one loop through all pearls; it goes straight on in a white one and turns before or behind, and turns in a
black one and goes straight on before and behind."""

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
    "the loop goes straight on in the white pearl {cell} and turns beside it",
    "la boucle va tout droit dans la perle blanche {cell} et tourne à côté",
)
BLACK_PEARL = Message(
    "the loop turns in the black pearl {cell} and goes straight on beside it",
    "la boucle tourne dans la perle noire {cell} et va tout droit à côté",
)
_WHITE, _BLACK = 1, 2


@dataclass(frozen=True)
class Masyu(OnBoard):
    """0 for no pearl, 1 for a white one, 2 for a black one, row by row."""

    pearls: tuple[int, ...]


def _white(place: tuple[int, int], cell: int, steps: Steps) -> Iterator[Constraint]:
    """One of the two axes is taken, and beyond one of its ends the loop does not go on."""
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
    """One arm on each axis, two cells long at least."""
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
        board, draft = puzzle.board, StatementBuilder(step_variables(puzzle.board))
        steps = Steps(draft, board)
        one_loop(draft, board, steps)
        for cell, pearl in enumerate(puzzle.pearls):
            name = board.name(cell)
            if pearl == _WHITE:
                draft.given(f"white {name}", WHITE_PEARL(cell=name), *_white(board.place(cell), cell, steps), at=[name])
            elif pearl == _BLACK:
                draft.given(f"black {name}", BLACK_PEARL(cell=name), *_black(cell, steps), at=[name])
        return draft.statement()

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
                turns = [other for other in ways[cell] if len(ways[other]) == 2 and not drawn.straight(other)]
                if puzzle.pearls[cell] == _BLACK and turns:
                    yield f"the loop turns beside the black pearl in {board.name(cell)}"

        def before_white() -> Iterator[str]:
            for cell in passed:
                if puzzle.pearls[cell] == _WHITE and all(map(drawn.straight, ways[cell])):
                    yield f"the loop goes straight on beside the white pearl in {board.name(cell)}"

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
