"""Nurimisaki: shade cells so that only the circles are dead ends of the white area; a number measures its white line.
A circle has one white neighbour, every other white cell at least two. A number counts the white cells in a straight
line from its circle, including the circle. All white cells are connected, and no 2x2 square is all black or all white.
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
from entails.puzzles.common.cells import (
    NOT_ALL_BLACK,
    NOT_ALL_WHITE,
    WHITE_CONNECTED,
    Marks,
    ahead,
    clue_text,
    connected,
    no_square,
    white_clues,
    yes_no_variables,
)
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, squares, view
from entails.puzzles.common.links import ShadingPuzzle

GENRES = ("nurimisaki",)
CAPE = Message(
    "{cell} has a circle: exactly one neighbour is white", "{cell} porte un rond : exactement une voisine est blanche"
)
NO_CAPE = Message(
    "{cell} has no circle: it is black or has at least two white neighbours",
    "{cell} n'a pas de rond : elle est noire ou a au moins deux voisines blanches",
)
FAR = Message(
    "the white line from {cell} has length {number}", "le trait blanc partant de {cell} est de longueur {number}"
)


@dataclass(frozen=True)
class Nurimisaki(OnBoard):
    """The circles of a grid, row by row: a number, or -1 for a circle without one."""

    clues: tuple[int | None, ...]


def _line(white: list[int], way: tuple[int, ...], number: int) -> Formula:
    """Return the formula for "exactly `number` cells are white in this direction", including the circle."""
    lits: list[Formula] = [white[cell] for cell in way[: number - 1]]
    lits += [-white[cell] for cell in way[number - 1 : number]]
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
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "black {name}"))
        black = builder.facts(board.cells)
        white = [-lit for lit in black]
        no_square(builder, board, black, NOT_ALL_BLACK)
        no_square(builder, board, white, NOT_ALL_WHITE)
        connected(builder, board, white, WHITE_CONNECTED())
        white_clues(builder, board, black, [cell for cell in board.cells if puzzle.clues[cell] is not None])
        for cell, number in enumerate(puzzle.clues):
            name, beside = board.name(cell), tuple(white[neighbour] for neighbour in board.beside(cell))
            if number is None:
                builder.rule(NO_CAPE(cell=name), Count(beside, ">=", 2, when=(white[cell],)), at=[cell])
                continue
            builder.given(f"circle {name}", CAPE(cell=name), Count(beside, "=", 1), at=[cell])
            if number >= 0:
                ways = [_line(white, way, number) for way in ahead(board, cell) if 1 < number <= len(way) + 1]
                constraint = Logic(("or", *ways)) if ways else Count((), "=", 1)
                builder.given(f"{name}={number}", FAR(cell=name, number=number), constraint, at=[cell])
        return builder.statement()

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
                open_sides = sum(neighbour in white for neighbour in board.beside(cell))
                if clue is not None and (cell in black or open_sides != 1):
                    yield f"the circle in {board.name(cell)} is not a dead end"

        def others() -> Iterator[str]:
            for cell in sorted(white):
                if clues[cell] is None and sum(neighbour in white for neighbour in board.beside(cell)) < 2:
                    yield f"there is a dead end without a circle in {board.name(cell)}"

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
