"""Sashigane: divide the grid into L shapes one cell wide; circles mark corners, arrows point from ends to corners.
A number in a circle is the size of its L.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, Body, Cells
from entails.formats.text import number_in
from entails.locale.message import Message
from entails.models.constraints import Clause, Count, Formula, Logic
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import ahead, hidden_choice
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import DivisionPuzzle
from entails.puzzles.common.regions import Division, border_variables

GENRES = ("sashigane",)
ARM = Message("{cell} leads to the corner of its L", "{cell} mène au coin de son L")
BORDER = Message(
    "{cell} and {other} are either in the same L or separated by a border",
    "{cell} et {other} sont soit dans le même L soit séparées par un bord",
)
CORNER = Message("{cell} is the corner of an L", "{cell} est le coin d'un L")
SIZE = Message("the L of {cell} has size {number}", "le L de {cell} est de taille {number}")
END = Message(
    "the arrow in {cell} is the end of an L and points to its corner",
    "la flèche en {cell} est le bout d'un L et montre son coin",
)
_CORNERS = ((0, 2), (0, 3), (1, 2), (1, 3))
"""The directions of the two arms of a corner: 0 up, 1 down, 2 left, 3 right, as in `ahead`."""
_BACK = (1, 0, 3, 2)
_ARROWS = "ghij"

Sign = tuple[int, int]
"""(0, number) for a circle, with -1 if unknown; (1 to 4, 0) for an arrow up, down, left or right."""


def _sign(character: str, body: Body) -> Sign:
    return (_ARROWS.index(character) + 1, 0) if character in _ARROWS else (0, NUMBERS.clue(character, body))


def _sign_text(sign: Sign) -> str:
    return _ARROWS[sign[0] - 1] if sign[0] else NUMBERS.text(sign[1])


def _word(word: str, where: str) -> Sign:
    """Parse an arrow (^v<>), or o and an optional number."""
    if len(word) == 1 and word in "^v<>":
        return "^v<>".index(word) + 1, 0
    if not word.startswith("o"):
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="^, v, <, >, o or o and a number")
    return 0, number_in(word[1:], where, "o and a number") if word[1:] else -1


@dataclass(frozen=True)
class Sashigane(OnBoard):
    """The circles and arrows of a grid, row by row."""

    signs: tuple[Sign | None, ...]


def _of_size(board: Lattice, cell: int, size: int, role: Callable[[int, int], int]) -> Iterator[Formula]:
    """Yield a formula for each possible L of this size with its corner in this cell."""
    far = ahead(board, cell)
    for number, (vertical, horizontal) in enumerate(_CORNERS):
        for length in range(1, size - 1):
            arms = ((vertical, length), (horizontal, size - 1 - length))
            if any(long > len(far[way]) for way, long in arms):
                continue
            parts: list[Formula] = [role(cell, 4 + number)]
            for way, long in arms:
                parts += [role(here, _BACK[way]) for here in far[way][:long]]
                parts += [-role(here, _BACK[way]) for here in far[way][long : long + 1]]
            yield ("and", *parts)


def _shown(sign: Sign | None) -> str:
    if sign is None:
        return ""
    return " ↑↓←→"[sign[0]] if sign[0] else "○" if sign[1] < 0 else str(sign[1])


class SashiganePuzzle(DivisionPuzzle[Sashigane]):
    name = "sashigane"
    link = PuzzleLink(
        Sashigane,
        GENRES,
        (Cells(20, _sign, _sign_text, word=_word, signs="., ^ v < > (arrows), o and o5 (circles)"),),
    )
    examples = (
        Example("small", "sashigane/5/5/q5m3kjk3s", "one solution"),
        Example("several", "sashigane/4/4/5q3q", "several solutions"),
        Example("clash", "sashigane/5/5/3p5m3kjk3s", "no solution"),
    )

    def state(self, puzzle: Sashigane) -> Statement:
        """State the puzzle: each cell has a role in its L.

        Roles 0 to 3 are the direction to the corner, roles 4 to 7 a corner with two arms.
        """
        board, borders = puzzle.board, puzzle.board.borders
        roles = [hidden_choice(f"role {board.name(cell)}", range(8)) for cell in board.cells]
        builder = StatementBuilder((*border_variables(board), *roles))

        def role(cell: int, value: int) -> int:
            return builder.fact(len(borders) + cell, value)

        def armed(cell: int, way: int) -> tuple[int, ...]:
            """Return the literals for "the cell is a corner with an arm in this direction"."""
            return tuple(role(cell, 4 + number) for number, ways in enumerate(_CORNERS) if way in ways)

        for cell in board.cells:
            parts = []
            for way, far in enumerate(ahead(board, cell)):
                back = _BACK[way]
                parts.append(
                    Clause((-role(cell, way), role(far[0], way), *armed(far[0], back)) if far else (-role(cell, way),))
                )
                for lit in armed(cell, way):
                    parts.append(Clause((-lit, role(far[0], back)) if far else (-lit,)))
            builder.rule(ARM(cell=board.name(cell)), *parts, at=[board.name(cell)])
        for border, (cell, neighbour) in enumerate(borders):
            way = 3 if board.place(cell)[0] == board.place(neighbour)[0] else 1
            names = board.name(cell), board.name(neighbour)
            joined: Formula = ("or", role(cell, way), role(neighbour, _BACK[way]))
            builder.rule(BORDER(cell=names[0], other=names[1]), Logic(("xor", builder.fact(border), joined)), at=names)
        for cell, sign in enumerate(puzzle.signs):
            if sign is None:
                continue
            name = board.name(cell)
            if sign[0]:
                way = sign[0] - 1
                behind = ahead(board, cell)[_BACK[way]]
                last = [Clause((-role(behind[0], way),))] if behind else []
                builder.given(f"arrow {name}", END(cell=name), Clause((role(cell, way),)), *last, at=[name])
                continue
            builder.given(
                f"circle {name}",
                CORNER(cell=name),
                Clause(tuple(role(cell, 4 + corner) for corner in range(4))),
                at=[name],
            )
            if sign[1] >= 0:
                ways = list(_of_size(board, cell, sign[1], role))
                constraint = Logic(("or", *ways)) if ways else Count((), "=", 1)
                builder.given(f"{name}={sign[1]}", SIZE(cell=name, number=sign[1]), constraint, at=[name])
        return builder.statement()

    def check(self, puzzle: Sashigane, answer: Division) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        numbers = answer.pieces
        walls = {frozenset(step) for step, wall in zip(board.borders, answer.walls, strict=True) if wall}
        pieces = [[cell for cell in board.cells if numbers[cell] == number] for number in range(max(numbers) + 1)]
        steps = (-board.columns, board.columns, -1, 1)

        def open_side(cell: int, way: int) -> bool:
            neighbour = cell + steps[way]
            return neighbour in set(board.beside(cell)) and frozenset((cell, neighbour)) not in walls

        def is_l(cells: list[int]) -> bool:
            """Return whether a piece is an L: a row and a column of cells that share an end."""
            corners = [
                cell for cell in cells if any(open_side(cell, up) and open_side(cell, side) for up, side in _CORNERS)
            ]
            forks = [cell for cell in cells if sum(open_side(cell, way) for way in range(4)) > 2]
            ends = [cell for cell in cells if sum(open_side(cell, way) for way in range(4)) == 1]
            return len(corners) == 1 and not forks and len(ends) == 2

        shaped = {cell for cells in pieces if is_l(cells) for cell in cells}
        arrows = [(cell, sign[0] - 1) for cell, sign in enumerate(puzzle.signs) if sign and sign[0] and cell in shaped]

        def not_on_ends() -> Iterator[str]:
            for cell, _ in arrows:
                if sum(open_side(cell, side) for side in range(4)) != 1:
                    yield f"the arrow in {board.name(cell)} is not at an end"

        def astray() -> Iterator[str]:
            for cell, way in arrows:
                if not open_side(cell, way):
                    yield f"the arrow in {board.name(cell)} does not point to the corner"

        def circles() -> Iterator[str]:
            for cell, sign in enumerate(puzzle.signs):
                sides = tuple(way for way in range(4) if open_side(cell, way))
                if sign is not None and not sign[0] and cell in shaped and sides not in _CORNERS:
                    yield f"the circle in {board.name(cell)} is not at a corner"

        def sizes() -> Iterator[str]:
            for cell, sign in enumerate(puzzle.signs):
                size = numbers.count(numbers[cell])
                if sign is not None and not sign[0] and sign[1] not in (-1, size):
                    yield f"the piece of {board.name(cell)} has {size} cells, not {sign[1]}"

        def shapes() -> Iterator[str]:
            yield from (f"the piece of {board.name(cells[0])} is not an L" for cells in pieces if not is_l(cells))

        return first(not_on_ends(), astray(), circles(), sizes(), answer.loose(), shapes())

    def clues(self, puzzle: Sashigane) -> Sequence[str]:
        return list(map(_shown, puzzle.signs))


PUZZLE = SashiganePuzzle()
