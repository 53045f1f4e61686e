"""Simple loop: draw one loop through every cell that is not blocked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import YES_NO
from entails.locale.message import Message
from entails.models.constraints import Count
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.checks import OTHER_SIZE, DrawnBoard, first
from entails.puzzles.common.links import LoopPuzzle
from entails.puzzles.common.loops import Paths, Steps, one_loop, step_variables

GENRES = ("simpleloop",)
ALIASES = ("simpleloop",)
THROUGH = Message("the loop visits {cell}", "la boucle passe par {cell}")
BLOCKED = Message("{cell} is blocked", "{cell} est bloquée")


@dataclass(frozen=True)
class SimpleLoop(OnBoard):
    """The blocked cells (1) of a grid, row by row."""

    blocks: tuple[int, ...]


class SimpleLoopPuzzle(LoopPuzzle[SimpleLoop]):
    name = "simple-loop"
    link = PuzzleLink(SimpleLoop, GENRES, (YES_NO,))
    examples = (
        Example("small", "simpleloop/5/5/4020g", "one solution"),
        Example("several", "simpleloop/5/5/000gh", "several solutions"),
        Example("clash", "simpleloop/5/5/200q1", "no solution"),
    )

    def state(self, puzzle: SimpleLoop) -> Statement:
        board, builder = puzzle.board, StatementBuilder(step_variables(puzzle.board))
        steps = Steps(builder, board)
        one_loop(builder, board, steps)
        for cell, blocked in enumerate(puzzle.blocks):
            name = board.name(cell)
            if blocked:
                builder.given(f"block {name}", BLOCKED(cell=name), Count(steps.at(cell), "=", 0), at=[name])
            else:
                builder.rule(THROUGH(cell=name), Count(steps.at(cell), "=", 2), at=[name])
        return builder.statement()

    def check(self, puzzle: SimpleLoop, answer: Paths) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        drawn = DrawnBoard(board, answer.lines)

        def blocked() -> Iterator[str]:
            yield from (
                f"the line enters the block in {board.name(cell)}" for cell in drawn.ways if puzzle.blocks[cell]
            )

        def missed() -> Iterator[str]:
            for cell in board.cells:
                if not puzzle.blocks[cell] and cell not in drawn.ways:
                    yield f"the loop misses {board.name(cell)}"

        return first(drawn.forks(), drawn.crosses(), blocked(), drawn.ends(), drawn.loops(), missed())

    def clues(self, puzzle: SimpleLoop) -> Sequence[str]:
        return ["■" if blocked else "" for blocked in puzzle.blocks]


PUZZLE = SimpleLoopPuzzle()
