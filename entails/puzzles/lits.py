"""LITS: shade an L, I, T or S tetromino in every region; equal tetrominoes never share an edge.
All black cells are connected, and no 2x2 square is all black. Rotated and reflected tetrominoes are equal.

The four cells of a region are connected without crossing a wall that ends inside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import WALLS
from entails.locale.message import Message
from entails.models.constraints import Clause, Count, Table, TupleRows
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    BLACK_CONNECTED,
    NOT_ALL_BLACK,
    Marks,
    connected,
    hidden_choice,
    no_square,
    yes_no_variables,
)
from entails.puzzles.common.checks import OTHER_SIZE, areas, first, pieces, squares
from entails.puzzles.common.links import ShadingPuzzle
from entails.puzzles.common.regions import Roomed

GENRES = ("lits",)
SHAPE = Message("the region of {cell} contains an L, I, T or S", "la région de {cell} contient un L, I, T ou S")
UNLIKE = Message(
    "{cell} and {other} are not both black in equal tetrominoes",
    "{cell} et {other} ne sont pas toutes deux noires dans des tétrominos égaux",
)


@dataclass(frozen=True)
class Lits(Roomed):
    """A grid whose only clues are its regions."""


def _normal_form(cells: Iterator[tuple[int, int]] | frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return the shape in its normal form, which is the same after rotations and reflections."""
    shapes = []
    shape = list(cells)
    for _ in range(4):
        shape = [(column, -row) for row, column in shape]
        for form in (shape, [(row, -column) for row, column in shape]):
            top, left = min(row for row, _ in form), min(column for _, column in form)
            shapes.append(tuple(sorted((row - top, column - left) for row, column in form)))
    return frozenset(min(shapes))


_SHAPES = {
    _normal_form(frozenset(cells)): number
    for number, cells in enumerate(
        (
            ((0, 0), (1, 0), (2, 0), (2, 1)),
            ((0, 0), (1, 0), (2, 0), (3, 0)),
            ((0, 0), (0, 1), (0, 2), (1, 1)),
            ((0, 0), (0, 1), (1, 1), (1, 2)),
        )
    )
}


def _tetrominoes(puzzle: Lits, cells: tuple[int, ...]) -> Iterator[tuple[frozenset[int], int]]:
    """Yield the tetrominoes inside a region that cross no wall, each with the number of its shape."""
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
        shape = _SHAPES.get(_normal_form(frozenset(map(board.place, four))))
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
        builder = StatementBuilder((*yes_no_variables(board, "black {name}"), *kinds))
        black, first_kind = builder.facts(board.cells), len(board.cells)
        no_square(builder, board, black, NOT_ALL_BLACK)
        connected(builder, board, black, BLACK_CONNECTED())
        for cell, neighbour in board.borders:
            if rooms[cell] != rooms[neighbour]:
                unlike = [
                    Clause(
                        (
                            -black[cell],
                            -black[neighbour],
                            -builder.fact(first_kind + rooms[cell], shape),
                            -builder.fact(first_kind + rooms[neighbour], shape),
                        )
                    )
                    for shape in range(4)
                ]
                builder.rule(UNLIKE(cell=board.name(cell), other=board.name(neighbour)), *unlike, at=(cell, neighbour))
        for number, cells in enumerate(room_cells):
            rows = [(*(int(cell in some) for cell in cells), shape) for some, shape in _tetrominoes(puzzle, cells)]
            fits = Table((*cells, first_kind + number), TupleRows(rows)) if rows else Count((), "=", 1)
            name = board.name(cells[0])
            builder.given(name, SHAPE(cell=name), fits, at=cells)
        return builder.statement()

    def check(self, puzzle: Lits, answer: Marks) -> str | None:
        board, rooms = puzzle.board, puzzle.rooms
        if len(answer.cells) != len(rooms):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}
        held = [{cell for cell in black if rooms[cell] == room} for room in range(max(rooms) + 1)]

        def counts(wrong: range) -> Iterator[str]:
            for room, cells in enumerate(held):
                if len(cells) in wrong:
                    yield f"the region of {board.name(rooms.index(room))} has {len(cells)} black cells"

        def parts() -> Iterator[str]:
            for room, cells in enumerate(held):
                if len(list(areas(board, cells, puzzle.open_between))) > 1:
                    yield f"the black cells in the region of {board.name(rooms.index(room))} are not connected"

        def alike() -> Iterator[str]:
            shapes = [_normal_form(frozenset(map(board.place, cells))) if len(cells) == 4 else None for cells in held]
            for cell, neighbour in board.borders:
                both = cell in black and neighbour in black and rooms[cell] != rooms[neighbour]
                if both and shapes[rooms[cell]] and shapes[rooms[cell]] == shapes[rooms[neighbour]]:
                    yield f"equal tetrominoes touch at {board.name(cell)}"

        return first(
            squares(board, black, "black"),
            counts(range(5, len(rooms) + 1)),
            parts(),
            alike(),
            pieces(board, black, "black"),
            counts(range(4)),
        )


PUZZLE = LitsPuzzle()
