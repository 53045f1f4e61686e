"""Yin-yang: colour every cell black or white; each colour is connected, and no 2x2 square has a single colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import CIRCLES
from entails.locale.message import Message
from entails.models.constraints import Clause
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    BLACK_CONNECTED,
    NOT_ALL_BLACK,
    NOT_ALL_WHITE,
    WHITE_CONNECTED,
    Marks,
    connected,
    no_square,
    yes_no_variables,
)
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, squares
from entails.puzzles.common.links import ShadingPuzzle

GENRES = ("yinyang",)
ALIASES = ("yinyang",)
WHITE = Message("{cell} is white (given)", "{cell} est blanche (donnée)")
BLACK = Message("{cell} is black (given)", "{cell} est noire (donnée)")


@dataclass(frozen=True)
class YinYang(OnBoard):
    """The circles of a grid, row by row: 1 white, 2 black, 0 none."""

    circles: tuple[int, ...]


class YinYangPuzzle(ShadingPuzzle[YinYang]):
    name = "yin-yang"
    link = PuzzleLink(YinYang, GENRES, (CIRCLES,))
    settled = True
    examples = (
        Example("small", "yinyang/4/4/fljj00", "one solution"),
        Example("several", "yinyang/4/4/3606a0", "several solutions"),
        Example("clash", "yinyang/4/4/61d14i", "no solution"),
    )

    def state(self, puzzle: YinYang) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "black {name}"))
        black = builder.facts(board.cells)
        white = [-lit for lit in black]
        no_square(builder, board, black, NOT_ALL_BLACK)
        no_square(builder, board, white, NOT_ALL_WHITE)
        connected(builder, board, black, BLACK_CONNECTED())
        connected(builder, board, white, WHITE_CONNECTED())
        for cell, circle in enumerate(puzzle.circles):
            if circle:
                name = board.name(cell)
                lit = white[cell] if circle == 1 else black[cell]
                builder.given(name, (WHITE if circle == 1 else BLACK)(cell=name), Clause((lit,)), at=[cell])
        return builder.statement()

    def check(self, puzzle: YinYang, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.circles):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}
        white = {cell for cell in board.cells if answer.cells[cell] == 0}

        def changed() -> Iterator[str]:
            for cell, circle in enumerate(puzzle.circles):
                if circle and (cell in black) != (circle == 2):
                    yield f"the circle in {board.name(cell)} has changed"

        def empty() -> Iterator[str]:
            yield from (f"{board.name(cell)} is empty" for cell in board.cells if answer.cells[cell] is None)

        return first(
            squares(board, black, "black"),
            squares(board, white, "white"),
            pieces(board, black, "black"),
            pieces(board, white, "white"),
            empty(),
            changed(),
        )

    def clues(self, puzzle: YinYang) -> Sequence[str]:
        return ["" if not circle else " ○●"[circle] for circle in puzzle.circles]


PUZZLE = YinYangPuzzle()
