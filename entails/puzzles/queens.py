"""Queens: one in each row and column of a board, and no two on a diagonal."""

import re
from dataclasses import dataclass
from functools import lru_cache

from entails.formats.text import EMPTY, place, square_of
from entails.locale.message import Message
from entails.models.constraints import Clause, Count
from entails.models.drawing import Cell, Drawing, DrawnChoice, Kind, Shade
from entails.models.encoding import Group
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Values

ONE = Message("{line} holds one queen", "{line} contient une seule dame")
DIAGONAL = Message("{cells} hold one queen at most", "{cells} : une dame au plus")
GIVEN = Message("a queen is given at {cell}", "une dame est donnée en {cell}")
_QUEENS = frozenset("Qq♛♕*")


@dataclass(frozen=True)
class Queens:
    """The cells of a square board that have a queen."""

    side: int
    queens: frozenset[int]

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


@lru_cache(64)
def rules(side: int) -> Statement:
    """The rules on an empty board: each row asks in which column its queen stands."""
    board = Lattice(side, side)
    variables = []
    for line in board.row_lines:
        sentence = ONE(line=line.name)
        holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=tuple(map(board.name, line.cells)))
        names = tuple(map(board.name, line.cells))
        variables.append(Variable(line.name.say(), range(1, side + 1), holds, says="queen {label}", labels=names))
    draft = StatementBuilder(variables)
    for line in board.column_lines:
        facts = tuple(draft.fact(*_seat(board, cell)) for cell in line.cells)
        draft.rule(ONE(line=line.name), Count(facts, "=", 1), at=[board.name(cell) for cell in line.cells])
    for cells in board.diagonals():
        facts = tuple(draft.fact(*_seat(board, cell)) for cell in cells)
        here = [board.name(cell) for cell in cells]
        draft.rule(DIAGONAL(cells=", ".join(here)), Count(facts, "<=", 1), at=here)
    return draft.statement()


def _seat(board: Lattice, cell: int) -> tuple[int, int]:
    """The row as a variable, the column as its value."""
    row, column = board.place(cell)
    return row, column + 1


class QueensPuzzle(Puzzle[Queens, Queens]):
    name = "queens"
    model = Queens
    examples = (
        Example("eight", "8", "the empty board: 92 solutions"),
        Example(
            "three-given",
            "......../......../.......Q/......../......../......../.....Q../.Q......",
            "three queens leave one way for the others",
        ),
        Example(
            "ten",
            ".........Q/..Q......./........../........../........../........../.Q......../........../........../..........",
            "10x10",
        ),
        Example(
            "corner", "Q...../....../....../....../....../......", "no queen can stand in the corner of a 6x6 board"
        ),
    )

    def state(self, puzzle: Queens) -> Statement:
        """Queens that stand already are what the puzzle gives."""
        board, draft = puzzle.board, StatementBuilder(frame=rules(puzzle.side))
        for cell in sorted(puzzle.queens):
            name = board.name(cell)
            draft.given(f"queen {name}", GIVEN(cell=name), Clause((draft.fact(*_seat(board, cell)),)), at=[name])
        return draft.statement()

    def decode(self, puzzle: Queens, values: Values) -> Queens:
        return Queens(
            puzzle.side, frozenset(puzzle.board.cell(row, column - 1) for row, column in enumerate(values) if column)
        )

    def check(self, puzzle: Queens, answer: Queens) -> str | None:
        if not puzzle.queens <= answer.queens:
            return "a queen that was given is gone"
        places = [divmod(cell, puzzle.side) for cell in sorted(answer.queens)]
        if len(places) != puzzle.side:
            return f"there are {len(places)} queens"
        for name, lines in (
            ("row", {row for row, _ in places}),
            ("column", {column for _, column in places}),
            ("diagonal", {row + column for row, column in places}),
            ("diagonal", {row - column for row, column in places}),
        ):
            if len(lines) < puzzle.side:
                return f"two queens share a {name}"
        return None

    def parse(self, text: str) -> Queens:
        """Rows of Q and ., or the number of rows alone; digits stand for as many empty cells, as in chess."""
        if re.fullmatch(r"\s*[0-9]{1,3}\s*", text):
            text = "/".join([text.strip()] * int(text))
        rows = square_of(re.sub("[0-9]{1,3}", lambda run: "." * int(run[0]), text), expected="rows of Q and .")
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                if word not in EMPTY | _QUEENS:
                    raise InvalidPuzzle(f"{word[:12]!r} stands here", where=place(r, c), expected="Q or .")
        words = [word for row in rows for word in row]
        return Queens(len(rows), frozenset(cell for cell, word in enumerate(words) if word in _QUEENS))

    def format(self, puzzle: Queens) -> str:
        """Rows between slashes."""
        return "/".join(
            "".join("Q" if cell in puzzle.queens else "." for cell in line.cells) for line in puzzle.board.row_lines
        )

    def format_answer(self, answer: Queens) -> str:
        return self.format(answer)

    def draw(self, puzzle: Queens, answer: Queens | None) -> Drawing:
        board, found = puzzle.board, answer.queens if answer else frozenset()
        cells = []
        for cell in board.cells:
            row, column = board.place(cell)
            queen = "♛" if cell in puzzle.queens | found else ""
            kind: Kind = "given" if cell in puzzle.queens else "found" if cell in found else "open"
            shade: Shade = "light" if (row + column) % 2 else ""
            cells.append(Cell(row=row, column=column, name=board.name(cell), text=queen, kind=kind, shade=shade))
        choices = (DrawnChoice(text="♛", fact="queen {name}"), DrawnChoice(text="·", fact="not queen {name}"))
        return Drawing(rows=puzzle.side, columns=puzzle.side, cells=tuple(cells), choices=choices)


PUZZLE = QueensPuzzle()
