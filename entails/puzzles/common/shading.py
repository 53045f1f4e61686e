"""Rules that puzzles with black and white cells share, each with its sentence."""

from collections.abc import Iterable, Sequence

from entails.locale.message import Message, Sentence
from entails.models.constraints import Clause, Connected, Constraint, Formula, Logic
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder, boolean

APART = Message("{cell} and {other} are not both black", "{cell} et {other} ne sont pas toutes deux noires")
WHITE_CONNECTED = Message("all white cells are connected", "toutes les cases blanches sont d'un seul tenant")
BLACK_CONNECTED = Message("all black cells are connected", "toutes les cases noires sont d'un seul tenant")
NOT_ALL_BLACK = Message("{cells} are not all black", "{cells} ne sont pas toutes noires")
NOT_ALL_WHITE = Message("{cells} are not all white", "{cells} ne sont pas toutes blanches")
STAYS_WHITE = Message("the clue cell {cell} is white", "la case à indice {cell} est blanche")


def black_apart(builder: StatementBuilder, board: Lattice, black: Sequence[int]) -> None:
    """State that no two black cells share an edge."""
    for cell, neighbour in board.borders:
        sentence = APART(cell=board.name(cell), other=board.name(neighbour))
        builder.rule(sentence, Clause((-black[cell], -black[neighbour])), at=(cell, neighbour))


def no_square(builder: StatementBuilder, board: Lattice, lits: Sequence[int], template: Message) -> None:
    """State that these literals are not all true in any 2x2 square."""
    for square in board.squares(2):
        constraint = Clause(tuple(-lits[cell] for cell in square))
        builder.rule(template(cells=board.names(square)), constraint, at=square)


def connected(builder: StatementBuilder, board: Lattice, lits: Sequence[int], sentence: Sentence) -> None:
    """State that the cells whose literals are true are connected."""
    builder.rule(sentence, Connected(tuple(lits), board.borders))


def white_clues(builder: StatementBuilder, board: Lattice, black: Sequence[int], cells: Iterable[int]) -> None:
    """State that cells with a clue are white."""
    for cell in cells:
        builder.rule(STAYS_WHITE(cell=board.name(cell)), Clause((-black[cell],)), at=[cell])


class Sights:
    """Lines of sight: how far the view from a cell reaches.

    Each cell in a straight line has a hidden variable: whether that cell and all cells before it let the view pass.
    """

    def __init__(self, board: Lattice, cells: Iterable[int]) -> None:
        self.ahead = [(cell, way) for cell in cells for way in ahead(board, cell)]
        names = [(cell, target) for cell, way in self.ahead for target in way]
        self._first = len(board.cells)
        self.variables = tuple(
            boolean(f"{board.name(cell)} sees {board.name(target)}", hidden=True) for cell, target in names
        )

    def of(
        self, builder: StatementBuilder, cell: int, passes: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[Constraint, ...]]:
        """Return the literals of visible cells and their definitions; `passes` has a literal for each cell."""
        seen, meaning, number = list[int](), list[Constraint](), self._first
        for origin, way in self.ahead:
            facts = builder.facts(range(number, number + len(way)))
            number += len(way)
            if origin == cell:
                seen += facts
                for place, target in enumerate(way):
                    passed: list[Formula] = [passes[target], *facts[max(0, place - 1) : place]]
                    both: Formula = ("and", *passed)
                    meaning.append(Logic(("iff", facts[place], both)))
        return tuple(seen), tuple(meaning)


def ahead(board: Lattice, cell: int) -> list[tuple[int, ...]]:
    """Return the cells above, below, to the left and to the right of a cell, nearest first."""
    row, column = board.place(cell)
    return [
        tuple(board.cell(r, column) for r in reversed(range(row))),
        tuple(board.cell(r, column) for r in range(row + 1, board.rows)),
        tuple(board.cell(row, c) for c in reversed(range(column))),
        tuple(board.cell(row, c) for c in range(column + 1, board.columns)),
    ]
