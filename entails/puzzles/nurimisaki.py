"""Nurimisaki: white capes, one at each circle and nowhere else; a number is how far the white line from it goes.

A cape is a white cell with one white neighbour. The white cells hang together, and no 2x2 is all black or all white.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS
from entails.locale.message import Message
from entails.models.constraints import Count, Formula, Logic
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, clue_text, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, squares, view
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.shading import (
    NOT_ALL_BLACK,
    NOT_ALL_WHITE,
    WHITE_TOGETHER,
    ahead,
    no_square,
    together,
    white_clues,
)

GENRES = ("nurimisaki",)
CAPE = Message("{cell} has a circle: one neighbour is white", "{cell} porte un rond : une voisine est blanche")
NO_CAPE = Message(
    "{cell} has no circle: it is black or has two white neighbours",
    "{cell} n'a pas de cercle : elle est noire ou a deux voisines blanches",
)
FAR = Message("the white line from {cell} has length {number}", "le trait blanc de {cell} est de longueur {number}")


@dataclass(frozen=True)
class Nurimisaki(OnBoard):
    """The circles of a board, row by row: a number, or -1 without one."""

    clues: tuple[int | None, ...]


def _line(white: list[int], way: tuple[int, ...], number: int) -> Formula:
    """Together with the cell before them, so many of these are white, and not one more."""
    lits: list[Formula] = [white[one] for one in way[: number - 1]]
    lits += [-white[one] for one in way[number - 1 : number]]
    return ("and", *lits)


class NurimisakiPuzzle(ShadingPuzzle[Nurimisaki]):
    name = "nurimisaki"
    link = PuzzleLink(Nurimisaki, GENRES, (NUMBERS,))
    settled = True
    examples = (
        Example("small", "nurimisaki/5/5/.i.n2h2m3", "one solution"),
        Example("several", "nurimisaki/5/5/.i.q2m3", "several solutions"),
        Example("clash", "nurimisaki/5/5/3i.n2h2m3", "no solution"),
    )

    def state(self, puzzle: Nurimisaki) -> Statement:
        board, draft = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "black {name}"))
        black = draft.facts(board.cells)
        white = [-lit for lit in black]
        no_square(draft, board, black, NOT_ALL_BLACK)
        no_square(draft, board, white, NOT_ALL_WHITE)
        together(draft, board, white, WHITE_TOGETHER())
        white_clues(draft, board, black, [cell for cell in board.cells if puzzle.clues[cell] is not None])
        for cell, number in enumerate(puzzle.clues):
            name, beside = board.name(cell), tuple(white[other] for other in board.beside(cell))
            if number is None:
                draft.rule(NO_CAPE(cell=name), Count(beside, ">=", 2, when=(white[cell],)), at=[cell])
                continue
            draft.given(f"circle {name}", CAPE(cell=name), Count(beside, "=", 1), at=[cell])
            if number >= 0:
                ways = [_line(white, way, number) for way in ahead(board, cell) if 1 < number <= len(way) + 1]
                claim = Logic(("or", *ways)) if ways else Count((), "=", 1)
                draft.given(f"{name}={number}", FAR(cell=name, number=number), claim, at=[cell])
        return draft.statement()

    def check(self, puzzle: Nurimisaki, answer: Marks) -> str | None:
        board, clues = puzzle.board, puzzle.clues
        if len(answer.cells) != len(clues):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}
        white = set(board.cells) - black

        def lengths() -> Iterator[str]:
            for cell, clue in enumerate(clues):
                far = 1 + sum(map(len, view(board, cell, black.__contains__)))
                if clue not in (None, -1, far):
                    yield f"{board.name(cell)} sees {far} white cells, not {clue}"

        def capes() -> Iterator[str]:
            for cell, clue in enumerate(clues):
                open_sides = sum(other in white for other in board.beside(cell))
                if clue is not None and (cell in black or open_sides != 1):
                    yield f"the circle in {board.name(cell)} is not on a cape"

        def others() -> Iterator[str]:
            for cell in sorted(white):
                if clues[cell] is None and sum(other in white for other in board.beside(cell)) < 2:
                    yield f"there is a cape without a circle in {board.name(cell)}"

        return first(
            squares(board, black, "black"),
            pieces(board, white, "white"),
            lengths(),
            squares(board, white, "white"),
            capes(),
            others(),
        )

    def clues(self, puzzle: Nurimisaki) -> Sequence[str]:
        return ["○" if clue == -1 else clue_text(clue) for clue in puzzle.clues]


PUZZLE = NurimisakiPuzzle()
