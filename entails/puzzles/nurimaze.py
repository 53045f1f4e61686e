"""Nurimaze: shade whole rooms to leave a white maze; the path from S to G visits all circles and no triangles.
All white cells are connected and form no loop. No 2x2 square is all black or all white.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import WALLS, Body, Cells, value_of
from entails.locale.message import Message
from entails.models.constraints import Clause, Connected, Count
from entails.models.errors import InvalidPuzzle
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    NOT_ALL_BLACK,
    NOT_ALL_WHITE,
    WHITE_CONNECTED,
    Marks,
    connected,
    no_square,
    white_clues,
    yes_no_variables,
)
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, squares
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.regions import Roomed

GENRES = ("nurimaze",)
SAME = Message(
    "{cell} and {other} are in one room: both black or both white",
    "{cell} et {other} sont dans une même pièce : toutes deux noires ou toutes deux blanches",
)
NO_RING = Message("the white cells form no loop", "les cases blanches ne forment aucune boucle")
WAY = Message(
    "the path from S to G neither ends nor branches in {cell}",
    "le chemin de S à G ne s'arrête ni ne bifurque en {cell}",
)
CIRCLE = Message("the path from S to G visits {cell}", "le chemin de S à G passe par {cell}")
TRIANGLE = Message(
    "the path from S to G avoids the triangle in {cell}", "le chemin de S à G évite le triangle en {cell}"
)
_START, _GOAL, _CIRCLE, _TRIANGLE = 1, 2, 3, 4


def _word(word: str, where: str) -> int:
    signs = "Ss1Gg2oO3tT4"
    if len(word) != 1 or word not in signs:
        expected = "S, G, o (circle), t (triangle), or . for an empty cell"
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=expected)
    return signs.index(word) // 3 + 1


def _mark(character: str, body: Body) -> int:  # noqa: ARG001
    return value_of(character, 5) or _TRIANGLE


@dataclass(frozen=True)
class Nurimaze(Roomed):
    """Rooms with signs, row by row: 1 is S, 2 is G, 3 a circle, 4 a triangle."""

    signs: tuple[int | None, ...]

    def __post_init__(self) -> None:
        for sign, name in ((_START, "S"), (_GOAL, "G")):
            if (many := self.signs.count(sign)) != 1:
                raise InvalidPuzzle(f"{many} cells with {name}", expected="one S and one G")


class NurimazePuzzle(ShadingPuzzle[Nurimaze]):
    name = "nurimaze"
    link = PuzzleLink(
        Nurimaze, GENRES, (WALLS, Cells(5, _mark, str, word=_word, signs="., S, G, o (circle) and t (triangle)"))
    )
    settled = True
    examples = (
        Example("small", "nurimaze/5/5/p5vlfupq1h29473", "one solution"),
        Example("several", "nurimaze/5/5/b9dsufut1c4c392", "several solutions"),
        Example("clash", "nurimaze/5/5/fset9veh1h29437", "no solution"),
    )

    def state(self, puzzle: Nurimaze) -> Statement:
        board, cells = puzzle.board, len(puzzle.board.cells)
        way = (boolean(f"way {board.name(cell)}", hidden=True) for cell in board.cells)
        builder = StatementBuilder((*yes_no_variables(board, "black {name}"), *way, boolean("the edge", hidden=True)))
        black, on_way, edge = (
            builder.facts(range(cells)),
            builder.facts(range(cells, 2 * cells)),
            builder.fact(2 * cells),
        )
        white = [-lit for lit in black]
        no_square(builder, board, black, NOT_ALL_BLACK)
        no_square(builder, board, white, NOT_ALL_WHITE)
        connected(builder, board, white, WHITE_CONNECTED())
        # Without a white 2x2, a ring surrounds black cells. It is impossible if every black area reaches the edge.
        outward = tuple((cell, cells) for cell in board.cells if len(list(board.beside(cell))) < 4)
        slanting = tuple(
            pair for square in board.squares(2) for pair in ((square[0], square[3]), (square[1], square[2]))
        )
        builder.rule(NO_RING(), Connected((*black, edge), (*board.borders, *slanting, *outward), root=cells))
        white_clues(builder, board, black, [cell for cell in board.cells if puzzle.signs[cell] is not None])
        for room in puzzle.room_cells:
            for cell, after in pairwise(room):
                alike = Clause((-black[cell], black[after])), Clause((black[cell], -black[after]))
                builder.given(
                    f"{board.name(cell)} {board.name(after)}",
                    SAME(cell=board.name(cell), other=board.name(after)),
                    *alike,
                    at=[cell, after],
                )
        for cell, sign in enumerate(puzzle.signs):
            name, beside = board.name(cell), tuple(on_way[neighbour] for neighbour in board.beside(cell))
            ends = sign in (_START, _GOAL)
            passes = Count(beside, "=", 1 if ends else 2, when=(on_way[cell],))
            builder.rule(WAY(cell=name), passes, Clause((-on_way[cell], white[cell])), at=[cell])
            if ends or sign == _CIRCLE:
                builder.given(f"way {name}", CIRCLE(cell=name), Clause((on_way[cell],)), at=[cell])
            elif sign == _TRIANGLE:
                builder.given(f"no way {name}", TRIANGLE(cell=name), Clause((-on_way[cell],)), at=[cell])
        return builder.statement()

    def check(self, puzzle: Nurimaze, answer: Marks) -> str | None:
        board, signs = puzzle.board, puzzle.signs
        if len(answer.cells) != len(signs):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}
        white = set(board.cells) - black

        def mixed() -> Iterator[str]:
            for room in puzzle.room_cells:
                if len({cell in black for cell in room}) > 1:
                    yield f"the room of {board.name(room[0])} is not all of one colour"

        def hidden() -> Iterator[str]:
            yield from (f"the sign in {board.name(cell)} is black" for cell in sorted(black) if signs[cell] is not None)

        def rings() -> Iterator[str]:
            left = set(white)
            while dead := [cell for cell in left if sum(neighbour in left for neighbour in board.beside(cell)) < 2]:
                left.difference_update(dead)
            if left:
                yield f"the white cells form a loop at {board.name(min(left))}"

        def way() -> set[int]:
            """Return the path from S to G by removing dead ends until only the path is left."""
            left, kept = set(white), {cell for cell in board.cells if signs[cell] in (_START, _GOAL)}
            while dead := [
                cell for cell in left - kept if sum(neighbour in left for neighbour in board.beside(cell)) < 2
            ]:
                left.difference_update(dead)
            return left

        def missed(sign: int, wrong: bool, words: str) -> Iterator[str]:
            walked = way()
            yield from (
                f"{words} in {board.name(cell)}"
                for cell in board.cells
                if signs[cell] == sign and (cell in walked) == wrong
            )

        return first(
            mixed(),
            hidden(),
            pieces(board, white, "white"),
            squares(board, black, "black"),
            squares(board, white, "white"),
            rings(),
            missed(_CIRCLE, False, "the path misses the circle"),
            missed(_TRIANGLE, True, "the path visits the triangle"),
        )

    def clues(self, puzzle: Nurimaze) -> Sequence[str]:
        return ["" if sign is None else " SG○△"[sign] for sign in puzzle.signs]


PUZZLE = NurimazePuzzle()
