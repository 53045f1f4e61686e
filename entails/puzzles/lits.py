"""LITS: four black cells in every room make an L, I, T or S; like shapes do not touch, and all blacks hang together.

No 2x2 is all black. Shapes that are turned or mirrored are alike. A wall that ends inside a room cuts a shape: the four
cells of a room are connected without crossing it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import WALLS
from entails.locale.message import Message
from entails.models.constraints import Clause, Count, Table, TupleRows
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, hidden_choice, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, areas, first, pieces, squares
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.regions import Roomed
from entails.puzzles.common.shading import BLACK_TOGETHER, NOT_ALL_BLACK, no_square, together

GENRES = ("lits",)
SHAPE = Message("the room of {cell} holds an L, I, T or S", "la pièce de {cell} contient un L, I, T ou S")
UNLIKE = Message(
    "like shapes do not touch in {cell} and {other}", "deux formes égales ne se touchent pas en {cell} et {other}"
)


@dataclass(frozen=True)
class Lits(Roomed):
    """The walls are all that is given."""


def _turned(cells: Iterator[tuple[int, int]] | frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The same shape in its first position, turned and mirrored."""
    shapes = []
    found = list(cells)
    for _ in range(4):
        found = [(column, -row) for row, column in found]
        for form in (found, [(row, -column) for row, column in found]):
            top, left = min(row for row, _ in form), min(column for _, column in form)
            shapes.append(tuple(sorted((row - top, column - left) for row, column in form)))
    return frozenset(min(shapes))


_SHAPES = {
    _turned(frozenset(cells)): number
    for number, cells in enumerate(
        (
            ((0, 0), (1, 0), (2, 0), (2, 1)),
            ((0, 0), (1, 0), (2, 0), (3, 0)),
            ((0, 0), (0, 1), (0, 2), (1, 1)),
            ((0, 0), (0, 1), (1, 1), (1, 2)),
        )
    )
}


def _fours(puzzle: Lits, cells: tuple[int, ...]) -> Iterator[tuple[frozenset[int], int]]:
    """Every four of a room's cells that make one of the shapes across no wall, and which shape."""
    board, within = puzzle.board, set(cells)
    growing = {frozenset([cell]) for cell in cells}
    for _ in range(3):
        growing = {
            some | {neighbour}
            for some in growing
            for cell in some
            for neighbour in board.beside(cell)
            if neighbour in within - some and puzzle.open_between(cell, neighbour)
        }
    for four in growing:
        shape = _SHAPES.get(_turned(frozenset(map(board.place, four))))
        if shape is not None:
            yield four, shape


class LitsPuzzle(ShadingPuzzle[Lits]):
    name = "lits"
    link = PuzzleLink(Lits, GENRES, (WALLS,))
    examples = (
        Example("small", "lits/5/5/8ml41m0c", "one solution"),
        Example("several", "lits/5/5/8lb1102u", "several solutions"),
        Example("clash", "lits/5/5/at42438c", "no solution"),
    )

    def state(self, puzzle: Lits) -> Statement:
        board, rooms, room_cells = puzzle.board, puzzle.rooms, puzzle.room_cells
        kinds = [hidden_choice(f"shape {number}", range(4)) for number in range(len(room_cells))]
        draft = StatementBuilder((*yes_no_variables(board, "black {name}"), *kinds))
        black, first_kind = draft.facts(board.cells), len(board.cells)
        no_square(draft, board, black, NOT_ALL_BLACK)
        together(draft, board, black, BLACK_TOGETHER())
        for one, other in board.borders:
            if rooms[one] != rooms[other]:
                unlike = [
                    Clause(
                        (
                            -black[one],
                            -black[other],
                            -draft.fact(first_kind + rooms[one], shape),
                            -draft.fact(first_kind + rooms[other], shape),
                        )
                    )
                    for shape in range(4)
                ]
                draft.rule(UNLIKE(cell=board.name(one), other=board.name(other)), *unlike, at=(one, other))
        for number, cells in enumerate(room_cells):
            rows = [(*(int(cell in some) for cell in cells), shape) for some, shape in _fours(puzzle, cells)]
            fits = Table((*cells, first_kind + number), TupleRows(rows)) if rows else Count((), "=", 1)
            name = board.name(cells[0])
            draft.given(name, SHAPE(cell=name), fits, at=cells)
        return draft.statement()

    def check(self, puzzle: Lits, answer: Marks) -> str | None:
        board, rooms = puzzle.board, puzzle.rooms
        if len(answer.cells) != len(rooms):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}
        held = [{cell for cell in black if rooms[cell] == room} for room in range(max(rooms) + 1)]

        def counts(wrong: range) -> Iterator[str]:
            for room, cells in enumerate(held):
                if len(cells) in wrong:
                    yield f"the room of {board.name(rooms.index(room))} has {len(cells)} black cells"

        def parts() -> Iterator[str]:
            for room, cells in enumerate(held):
                if len(list(areas(board, cells, puzzle.open_between))) > 1:
                    yield f"the black cells in the room of {board.name(rooms.index(room))} are apart"

        def alike() -> Iterator[str]:
            shapes = [_turned(frozenset(map(board.place, cells))) if len(cells) == 4 else None for cells in held]
            for one, other in board.borders:
                both = one in black and other in black and rooms[one] != rooms[other]
                if both and shapes[rooms[one]] and shapes[rooms[one]] == shapes[rooms[other]]:
                    yield f"two shapes that are alike touch at {board.name(one)}"

        return first(
            squares(board, black, "black"),
            counts(range(5, len(rooms) + 1)),
            parts(),
            alike(),
            pieces(board, black, "black"),
            counts(range(4)),
        )


PUZZLE = LitsPuzzle()
