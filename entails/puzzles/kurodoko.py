"""Kurodoko: a number counts the white cells it sees, including itself; no two black cells share an edge.
A number sees along its row and column up to the next black cell. All white cells are connected, and cells with a
number are white.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS
from entails.locale.message import Message, Plural
from entails.models.constraints import Count
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    WHITE_CONNECTED,
    Marks,
    Sights,
    black_apart,
    clue_text,
    connected,
    white_clues,
    yes_no_variables,
)
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, touching, view
from entails.puzzles.common.links import ShadingPuzzle

GENRES = ("kurodoko",)
ALIASES = ("kuromasu",)
SEES = Plural(
    Message(
        "{cell} sees {count} white cell (including itself)", "{cell} voit {count} case blanche (elle-même comprise)"
    ),
    Message(
        "{cell} sees {count} white cells (including itself)", "{cell} voit {count} cases blanches (elle-même comprise)"
    ),
)


@dataclass(frozen=True)
class Kurodoko(OnBoard):
    """The numbers of a grid, row by row; -1 is a white cell with an unknown number."""

    clues: tuple[int | None, ...]


class KurodokoPuzzle(ShadingPuzzle[Kurodoko]):
    name = "kurodoko"
    link = PuzzleLink(Kurodoko, GENRES, (NUMBERS,))
    settled = True
    examples = (
        Example("small", "kurodoko/5/5/g25g.3w56", "one solution"),
        Example("several", "kurodoko/5/5/h5g.3w56", "several solutions"),
        Example("clash", "kurodoko/5/5/225g.3w56", "no solution"),
    )

    def state(self, puzzle: Kurodoko) -> Statement:
        board = puzzle.board
        clues = {cell: clue for cell, clue in enumerate(puzzle.clues) if clue is not None}
        sights = Sights(board, [cell for cell, clue in clues.items() if clue > 0])
        builder = StatementBuilder((*yes_no_variables(board, "black {name}"), *sights.variables))
        black = builder.facts(board.cells)
        black_apart(builder, board, black)
        connected(builder, board, [-lit for lit in black], WHITE_CONNECTED())
        white_clues(builder, board, black, clues)
        for cell, number in clues.items():
            if number >= 0:
                seen, meaning = sights.of(builder, cell, [-lit for lit in black]) if number else ((), ())
                name = board.name(cell)
                constraint = Count(seen, "=", number - 1)
                builder.given(f"{name}={number}", SEES(number, cell=name), *meaning, constraint, at=[cell])
        return builder.statement()

    def check(self, puzzle: Kurodoko, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.clues):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}

        def views() -> Iterator[str]:
            for cell, clue in enumerate(puzzle.clues):
                seen = 1 + sum(map(len, view(board, cell, black.__contains__)))
                if clue is not None and cell in black:
                    yield f"the number in {board.name(cell)} is black"
                elif clue not in (None, -1, seen):
                    yield f"{board.name(cell)} sees {seen} white cells, not {clue}"

        white = set(board.cells) - black
        return first(touching(board, black), pieces(board, white, "white"), views())

    def clues(self, puzzle: Kurodoko) -> Sequence[str]:
        return list(map(clue_text, puzzle.clues))


PUZZLE = KurodokoPuzzle()
