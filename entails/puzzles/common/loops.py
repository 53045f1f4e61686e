"""Lines between the centres of cells: variables, the rule of a single loop, solution and drawing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entails.formats.drawing.text import box
from entails.formats.text import in_rows, joined
from entails.locale.message import Message
from entails.models.constraints import Loop
from entails.models.drawing import DrawnChoice, DrawnLine, Edge
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder, Variable, boolean

PASSES = Message("the line neither ends nor branches in {cell}", "le trait ne s'arrête ni ne bifurque en {cell}")
ONE_LOOP = Message("the lines form one loop", "les traits forment une seule boucle")
CHOICES = (DrawnChoice(text="━", fact="line {name}"), DrawnChoice(text="×", fact="not line {name}"))
"""The choices of a border: the line crosses it, or not."""


def step_name(board: Lattice, step: tuple[int, int]) -> str:
    """Return the name of a line segment: "r1c1-r1c2"."""
    return f"{board.name(step[0])}-{board.name(step[1])}"


def step_variables(board: Lattice) -> tuple[Variable, ...]:
    """Return a Boolean variable for each pair of neighbours: whether a line joins them."""
    return tuple(boolean(step_name(board, step), says="line {name}") for step in board.borders)


class Steps:
    """The literals of all line segments of a board, by the cells that they join.

    `first` is the number of the first variable.
    """

    def __init__(self, builder: StatementBuilder, board: Lattice, first: int = 0) -> None:
        self.board = board
        self.lits = builder.facts(range(first, first + len(board.borders)))
        self._of = {frozenset(step): lit for step, lit in zip(board.borders, self.lits, strict=True)}

    def between(self, cell: int, neighbour: int) -> int:
        """Return the literal of the line between two neighbours."""
        return self._of[frozenset((cell, neighbour))]

    def at(self, cell: int) -> tuple[int, ...]:
        """Return the literals of the line segments at a cell."""
        return tuple(self.between(cell, neighbour) for neighbour in self.board.beside(cell))

    def toward(self, cell: int, down: int, right: int) -> int | None:
        """Return the literal of the line segment from a cell in a direction, or None at the edge of the board."""
        row, column = self.board.place(cell)
        row, column = row + down, column + right
        if not (0 <= row < self.board.rows and 0 <= column < self.board.columns):
            return None
        return self.between(cell, self.board.cell(row, column))


def one_loop(builder: StatementBuilder, board: Lattice, steps: Steps) -> None:
    """State that all lines form one loop, with a sentence for each cell: the line neither ends nor branches there."""
    passing = tuple(builder.rule(PASSES(cell=board.name(cell)), at=[board.name(cell)]) for cell in board.cells)
    builder.rule(ONE_LOOP(), Loop(steps.lits, board.borders, at_vertex=passing))


@dataclass(frozen=True)
class Paths:
    """A solution: 1 for each pair of neighbours that a line joins, in the order of `Lattice.borders`."""

    rows: int
    columns: int
    lines: tuple[int | None, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)

    def text(self, signs: Sequence[str] = ()) -> str:
        """Return a box-drawing character for each cell with lines; `signs` are the characters of the other cells."""
        board, arms = self.board, dict[int, set[str]]()
        for (cell, neighbour), line in zip(board.borders, self.lines, strict=True):
            if line:
                ways = ("right", "left") if neighbour == cell + 1 and board.columns > 1 else ("down", "up")
                arms.setdefault(cell, set()).add(ways[0])
                arms.setdefault(neighbour, set()).add(ways[1])
        words = []
        for cell in board.cells:
            to = arms.get(cell, set())
            sign = box(*(int(way in to) for way in ("up", "right", "down", "left")))
            words.append(sign if to else signs[cell] if signs else ".")
        return joined(in_rows(words, self.columns))

    def drawn(self) -> tuple[DrawnLine, ...]:
        """Return the lines as part of a drawing."""
        place = self.board.place
        steps = (step for step, line in zip(self.board.borders, self.lines, strict=True) if line)
        return tuple(DrawnLine(through=tuple(map(place, step)), kind="found") for step in steps)


def step_edges(board: Lattice, lines: Iterable[int | None] | None) -> tuple[Edge, ...]:
    """Return the borders that a line may cross and that a user can set."""
    known = list(lines) if lines is not None else [None] * len(board.borders)
    return tuple(
        Edge(
            row=board.place(neighbour)[0],
            column=board.place(neighbour)[1],
            way="down" if board.place(cell)[0] == board.place(neighbour)[0] else "across",
            kind="open" if line is None else "found",
            name=step_name(board, (cell, neighbour)),
        )
        for (cell, neighbour), line in zip(board.borders, known, strict=True)
    )
