"""Lines from the middle of a cell to that of the next: variables, the rule of one loop, the answer and its picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entails.formats.drawing.text import box
from entails.formats.text import in_rows, joined
from entails.locale.message import Message
from entails.models.constraints import Loop
from entails.models.drawing import DrawnChoice, DrawnLine, Edge
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder, Variable, boolean

PASSES = Message("the line neither ends nor forks in {cell}", "le trait ne s'arrête ni ne bifurque en {cell}")
ONE_LOOP = Message("the lines make one loop", "les traits forment une seule boucle")
CHOICES = (DrawnChoice(text="━", fact="line {name}"), DrawnChoice(text="×", fact="not line {name}"))
"""What may be put on a border: that the line crosses it, or not."""


def step_name(board: Lattice, step: tuple[int, int]) -> str:
    """How people find a piece of line: "r1c1-r1c2"."""
    return f"{board.name(step[0])}-{board.name(step[1])}"


def step_variables(board: Lattice) -> tuple[Variable, ...]:
    """Yes or no for each pair of neighbours: a line goes from one to the other."""
    return tuple(boolean(step_name(board, step), says="line {name}") for step in board.borders)


class Steps:
    """The literals of the lines of a board, by the cells that they join; `first` numbers the first variable."""

    def __init__(self, draft: StatementBuilder, board: Lattice, first: int = 0) -> None:
        self.board = board
        self.lits = draft.facts(range(first, first + len(board.borders)))
        self._of = {frozenset(step): lit for step, lit in zip(board.borders, self.lits, strict=True)}

    def between(self, one: int, other: int) -> int:
        """The literal of the line between two neighbours."""
        return self._of[frozenset((one, other))]

    def at(self, cell: int) -> tuple[int, ...]:
        """The lines that meet in a cell."""
        return tuple(self.between(cell, other) for other in self.board.beside(cell))

    def toward(self, cell: int, down: int, right: int) -> int | None:
        """The line from a cell in a direction; None at the edge of the board."""
        row, column = self.board.place(cell)
        row, column = row + down, column + right
        if not (0 <= row < self.board.rows and 0 <= column < self.board.columns):
            return None
        return self.between(cell, self.board.cell(row, column))


def one_loop(draft: StatementBuilder, board: Lattice, steps: Steps) -> None:
    """All lines make one loop; that they neither end nor fork is said of each cell."""
    passing = tuple(draft.rule(PASSES(cell=board.name(cell)), at=[board.name(cell)]) for cell in board.cells)
    draft.rule(ONE_LOOP(), Loop(steps.lits, board.borders, at_vertex=passing))


@dataclass(frozen=True)
class Paths:
    """An answer: 1 where a line joins two neighbours, in the order of the board's borders; None where nobody knows."""

    rows: int
    columns: int
    lines: tuple[int | None, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)

    def text(self, signs: Sequence[str] = ()) -> str:
        """A sign for each cell whose arms are its lines; what stands in `signs` where a cell has none."""
        board, arms = self.board, dict[int, set[str]]()
        for (one, other), line in zip(board.borders, self.lines, strict=True):
            if line:
                ways = ("right", "left") if other == one + 1 and board.columns > 1 else ("down", "up")
                arms.setdefault(one, set()).add(ways[0])
                arms.setdefault(other, set()).add(ways[1])
        words = []
        for cell in board.cells:
            to = arms.get(cell, set())
            sign = box(*(int(way in to) for way in ("up", "right", "down", "left")))
            words.append(sign if to else signs[cell] if signs else ".")
        return joined(in_rows(words, self.columns))

    def drawn(self) -> tuple[DrawnLine, ...]:
        """The lines of a picture."""
        place = self.board.place
        steps = (step for step, line in zip(self.board.borders, self.lines, strict=True) if line)
        return tuple(DrawnLine(through=tuple(map(place, step)), kind="found") for step in steps)


def step_edges(board: Lattice, lines: Iterable[int | None] | None) -> tuple[Edge, ...]:
    """The borders that a line may cross, for somebody to choose."""
    known = list(lines) if lines is not None else [None] * len(board.borders)
    return tuple(
        Edge(
            row=board.place(other)[0],
            column=board.place(other)[1],
            way="down" if board.place(one)[0] == board.place(other)[0] else "across",
            kind="open" if line is None else "found",
            name=step_name(board, (one, other)),
        )
        for (one, other), line in zip(board.borders, known, strict=True)
    )
