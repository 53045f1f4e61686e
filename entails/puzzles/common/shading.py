"""Rules that puzzles of black and white cells share, each under its sentence."""

from collections.abc import Iterable, Sequence

from entails.locale.message import Message, Sentence
from entails.models.constraints import Clause, Connected, Constraint, Formula, Logic
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder, boolean

APART = Message("{cell} and {other} are not both black", "{cell} et {other} ne sont pas noires toutes deux")
WHITE_TOGETHER = Message("the white cells hang together", "les cases blanches sont d'un seul tenant")
BLACK_TOGETHER = Message("the black cells hang together", "les cases noires sont d'un seul tenant")
NOT_ALL_BLACK = Message("{cells} are not all black", "{cells} ne sont pas toutes noires")
NOT_ALL_WHITE = Message("{cells} are not all white", "{cells} ne sont pas toutes blanches")
STAYS_WHITE = Message("{cell} has a clue and stays white", "{cell} porte un indice et reste blanche")


def black_apart(draft: StatementBuilder, board: Lattice, black: Sequence[int]) -> None:
    """No two black cells side by side."""
    for one, other in board.borders:
        sentence = APART(cell=board.name(one), other=board.name(other))
        draft.rule(sentence, Clause((-black[one], -black[other])), at=(one, other))


def no_square(draft: StatementBuilder, board: Lattice, lits: Sequence[int], template: Message) -> None:
    """No 2x2 of cells of which all these hold."""
    for square in board.squares(2):
        claim = Clause(tuple(-lits[cell] for cell in square))
        draft.rule(template(cells=board.names(square)), claim, at=square)


def together(draft: StatementBuilder, board: Lattice, lits: Sequence[int], sentence: Sentence) -> None:
    """The cells of which these hold make one piece."""
    draft.rule(sentence, Connected(tuple(lits), board.borders))


def white_clues(draft: StatementBuilder, board: Lattice, black: Sequence[int], cells: Iterable[int]) -> None:
    """Cells with a clue are white."""
    for cell in cells:
        draft.rule(STAYS_WHITE(cell=board.name(cell)), Clause((-black[cell],)), at=[cell])


class Sights:
    """What is seen from some cells: a hidden variable for each cell that lies ahead in a straight line, true where that
    cell and all before it let the eye pass."""

    def __init__(self, board: Lattice, cells: Iterable[int]) -> None:
        self.ahead = [(cell, way) for cell in cells for way in ahead(board, cell)]
        names = [(cell, target) for cell, way in self.ahead for target in way]
        self._first = len(board.cells)
        self.variables = tuple(
            boolean(f"{board.name(cell)} sees {board.name(target)}", hidden=True) for cell, target in names
        )

    def of(
        self, draft: StatementBuilder, cell: int, passes: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[Constraint, ...]]:
        """The facts "this cell is seen from there", and what they mean where `passes` are the literals of the cells."""
        seen, meaning, number = list[int](), list[Constraint](), self._first
        for origin, way in self.ahead:
            facts = draft.facts(range(number, number + len(way)))
            number += len(way)
            if origin == cell:
                seen += facts
                for place, target in enumerate(way):
                    passed: list[Formula] = [passes[target], *facts[max(0, place - 1) : place]]
                    both: Formula = ("and", *passed)
                    meaning.append(Logic(("iff", facts[place], both)))
        return tuple(seen), tuple(meaning)


def ahead(board: Lattice, cell: int) -> list[tuple[int, ...]]:
    """The cells above, below, to the left and to the right of a cell, the nearest first."""
    row, column = board.place(cell)
    return [
        tuple(board.cell(r, column) for r in reversed(range(row))),
        tuple(board.cell(r, column) for r in range(row + 1, board.rows)),
        tuple(board.cell(row, c) for c in reversed(range(column))),
        tuple(board.cell(row, c) for c in range(column + 1, board.columns)),
    ]
