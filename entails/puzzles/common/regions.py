"""Boards that are cut into pieces: a border or none between two neighbours, the answer and its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from entails.formats.puzzlink.parts import walled
from entails.formats.text import in_rows, joined, number_text
from entails.models.drawing import DrawnChoice, Edge
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Variable, boolean

CHOICES = (DrawnChoice(text="━", fact="border {name}"), DrawnChoice(text="×", fact="not border {name}"))
"""What may be put between two cells."""


def border_name(board: Lattice, pair: tuple[int, int]) -> str:
    """How people find a border: "r1c1|r1c2"."""
    return f"{board.name(pair[0])}|{board.name(pair[1])}"


def border_variables(board: Lattice) -> tuple[Variable, ...]:
    """Yes or no for each pair of neighbours: a border runs between them."""
    return tuple(boolean(border_name(board, pair), says="border {name}") for pair in board.borders)


@dataclass(frozen=True)
class Division(OnBoard):
    """An answer: 1 where a border runs between two neighbours (`Lattice.borders`), None where nobody knows."""

    walls: tuple[int | None, ...]

    @property
    def pieces(self) -> tuple[int, ...]:
        """The number of the piece that each cell is in, in order of appearance."""
        return walled(self.board, [wall or 0 for wall in self.walls])

    def text(self) -> str:
        return joined(in_rows(map(number_text, self.pieces), self.columns))

    def loose(self) -> Iterator[str]:
        """Borders should end nowhere: on either side there is another piece."""
        pieces = self.pieces
        for (one, other), wall in zip(self.board.borders, self.walls, strict=True):
            if wall and pieces[one] == pieces[other]:
                yield f"the border beside {self.board.name(one)} ends inside of a piece"


@dataclass(frozen=True)
class Roomed(OnBoard):
    """A board with walls between neighbours (`Lattice.borders`), which may end inside of a room: the beginning of a
    puzzle's model."""

    walls: tuple[int, ...]

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The room of each cell, in order of appearance."""
        return walled(self.board, self.walls)

    @cached_property
    def walled_steps(self) -> frozenset[frozenset[int]]:
        """The pairs of neighbours with a wall between them."""
        return frozenset(frozenset(step) for step, wall in zip(self.board.borders, self.walls, strict=True) if wall)

    def open_between(self, cell: int, neighbour: int) -> bool:
        """Return whether no wall lies between two neighbours."""
        return frozenset((cell, neighbour)) not in self.walled_steps

    @property
    def room_cells(self) -> list[tuple[int, ...]]:
        """The cells of each room."""
        rooms = self.rooms
        return [tuple(cell for cell in self.board.cells if rooms[cell] == room) for room in range(max(rooms) + 1)]


def border_edges(board: Lattice, walls: Sequence[int | None] | None) -> tuple[Edge, ...]:
    """The borders of a picture, for somebody to choose."""
    return tuple(
        Edge(
            row=board.place(other)[0],
            column=board.place(other)[1],
            way="down" if board.place(one)[0] == board.place(other)[0] else "across",
            line=bool(wall),
            kind="open" if wall is None else "found",
            name=border_name(board, (one, other)),
        )
        for (one, other), wall in zip(board.borders, walls or [None] * len(board.borders), strict=True)
    )
