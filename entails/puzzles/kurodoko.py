"""Kurodoko: a number counts the white cells that it sees in its row and column, itself included; blacks do not touch.

The white cells hang together, and cells with a number are white.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS
from entails.locale.message import Message
from entails.models.constraints import Count
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, clue_text, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, touching, view
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.shading import WHITE_TOGETHER, Sights, black_apart, together, white_clues

GENRES = ("kurodoko",)
ALIASES = ("kuromasu",)
SEES = Message(
    "the {number} in {cell} counts the white cells it sees",
    "le {number} en {cell} compte les cases blanches qu'il voit",
)


@dataclass(frozen=True)
class Kurodoko(OnBoard):
    """The numbers of a board, row by row; -1 is a white cell that says nothing."""

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
        told = {cell: clue for cell, clue in enumerate(puzzle.clues) if clue is not None}
        sights = Sights(board, [cell for cell, clue in told.items() if clue > 0])
        draft = StatementBuilder((*yes_no_variables(board, "black {name}"), *sights.variables))
        black = draft.facts(board.cells)
        black_apart(draft, board, black)
        together(draft, board, [-lit for lit in black], WHITE_TOGETHER())
        white_clues(draft, board, black, told)
        for cell, number in told.items():
            if number >= 0:
                seen, meaning = sights.of(draft, cell, [-lit for lit in black]) if number else ((), ())
                name = board.name(cell)
                says = Count(seen, "=", number - 1)
                draft.given(f"{name}={number}", SEES(number=number, cell=name), *meaning, says, at=[cell])
        return draft.statement()

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
