"""Division of a grid into pieces: a Boolean variable per border, the solution and its drawing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from entails.formats.puzzlink.parts import walled
from entails.formats.text import in_rows, joined, number_text
from entails.models.drawing import DrawnChoice, Edge
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Variable, boolean

CHOICES = (DrawnChoice(text="━", fact="border {name}"), DrawnChoice(text="×", fact="not border {name}"))
"""The choices between two cells: a border, or none."""


def border_name(board: Lattice, pair: tuple[int, int]) -> str:
    """Return the name of the border between two cells: "r1c1|r1c2"."""
    return f"{board.name(pair[0])}|{board.name(pair[1])}"


def border_variables(board: Lattice) -> tuple[Variable, ...]:
    """Return a Boolean variable for each pair of neighbours: whether a border separates them."""
    return tuple(boolean(border_name(board, pair), says="border {name}") for pair in board.borders)


@dataclass(frozen=True)
class Division(OnBoard):
    """A solution: 1 for each pair of neighbours (`Lattice.borders`) that a border separates; None is unknown."""

    walls: tuple[int | None, ...]

    @property
    def pieces(self) -> tuple[int, ...]:
        """The number of each cell's piece, in order of appearance."""
        return walled(self.board, [wall or 0 for wall in self.walls])

    def text(self) -> str:
        return joined(in_rows(map(number_text, self.pieces), self.columns))

    def loose(self) -> Iterator[str]:
        """Yield an error for each border that has the same piece on both sides."""
        pieces = self.pieces
        for (cell, neighbour), wall in zip(self.board.borders, self.walls, strict=True):
            if wall and pieces[cell] == pieces[neighbour]:
                yield f"a border at {self.board.name(cell)} ends inside a piece"


@dataclass(frozen=True)
class Roomed(OnBoard):
    """Base class of puzzles with walls between neighbours (`Lattice.borders`), which may end inside a room."""

    walls: tuple[int, ...]

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The number of each cell's room, in order of appearance."""
        return walled(self.board, self.walls)

    @cached_property
    def walled_steps(self) -> frozenset[frozenset[int]]:
        """The pairs of neighbours with a wall between them."""
        return frozenset(frozenset(step) for step, wall in zip(self.board.borders, self.walls, strict=True) if wall)

    def open_between(self, cell: int, neighbour: int) -> bool:
        """Return whether there is no wall between two neighbours."""
        return frozenset((cell, neighbour)) not in self.walled_steps

    @property
    def room_cells(self) -> list[tuple[int, ...]]:
        """The cells of each room."""
        rooms = self.rooms
        return [tuple(cell for cell in self.board.cells if rooms[cell] == room) for room in range(max(rooms) + 1)]


def border_edges(board: Lattice, walls: Sequence[int | None] | None) -> tuple[Edge, ...]:
    """Return the borders of a drawing that a user can set."""
    return tuple(
        Edge(
            row=board.place(neighbour)[0],
            column=board.place(neighbour)[1],
            way="down" if board.place(cell)[0] == board.place(neighbour)[0] else "across",
            line=bool(wall),
            kind="open" if wall is None else "found",
            name=border_name(board, (cell, neighbour)),
        )
        for (cell, neighbour), wall in zip(board.borders, walls or [None] * len(board.borders), strict=True)
    )
