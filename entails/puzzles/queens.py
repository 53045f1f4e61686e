"""Queens: place one queen in each row and column so that no two share a diagonal."""

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

ONE = Message("{line} has one queen", "{line} contient une seule dame")
DIAGONAL = Message("there is at most one queen in {cells}", "il y a au plus une dame en {cells}")
GIVEN = Message("{cell} has a queen (given)", "{cell} a une dame (donnée)")
_QUEENS = frozenset("Qq♛♕*")


@dataclass(frozen=True)
class Queens:
    """A square board with queens on some cells."""

    side: int
    queens: frozenset[int]

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


@lru_cache(64)
def rules(side: int) -> Statement:
    """Return the statement of an empty board; the variable of a row is the column of its queen."""
    board = Lattice(side, side)
    variables = []
    for line in board.row_lines:
        sentence = ONE(line=line.name)
        holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=tuple(map(board.name, line.cells)))
        names = tuple(map(board.name, line.cells))
        variables.append(Variable(line.name.say(), range(1, side + 1), holds, says="queen {label}", labels=names))
    builder = StatementBuilder(variables)
    for line in board.column_lines:
        facts = tuple(builder.fact(*_seat(board, cell)) for cell in line.cells)
        builder.rule(ONE(line=line.name), Count(facts, "=", 1), at=[board.name(cell) for cell in line.cells])
    for cells in board.diagonals():
        facts = tuple(builder.fact(*_seat(board, cell)) for cell in cells)
        here = [board.name(cell) for cell in cells]
        builder.rule(DIAGONAL(cells=", ".join(here)), Count(facts, "<=", 1), at=here)
    return builder.statement()


def _seat(board: Lattice, cell: int) -> tuple[int, int]:
    """Return the variable and the value that mean a queen on this cell: its row, and its column."""
    row, column = board.place(cell)
    return row, column + 1


class QueensPuzzle(Puzzle[Queens, Queens]):
    name = "queens"
    model = Queens
    text_format = "rows of . and Q, or the size, such as 8"
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
        """State the puzzle: the given queens are the clues."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.side))
        for cell in sorted(puzzle.queens):
            name = board.name(cell)
            builder.given(f"queen {name}", GIVEN(cell=name), Clause((builder.fact(*_seat(board, cell)),)), at=[name])
        return builder.statement()

    def decode(self, puzzle: Queens, values: Values) -> Queens:
        return Queens(
            puzzle.side, frozenset(puzzle.board.cell(row, column - 1) for row, column in enumerate(values) if column)
        )

    def check(self, puzzle: Queens, answer: Queens) -> str | None:
        if not puzzle.queens <= answer.queens:
            return "a given queen is missing"
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
        """Parse rows of Q and ., or only a size (8 or 8x8); a number is a run of empty cells, as in chess notation."""
        if size := re.fullmatch(r"\s*([0-9]{1,3})(?:x\1)?\s*", text):
            text = "/".join([size[1]] * int(size[1]))
        rows = square_of(re.sub("[0-9]{1,3}", lambda run: "." * int(run[0]), text), expected="rows of Q and .")
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                if word not in EMPTY | _QUEENS:
                    raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=place(r, c), expected="Q or .")
        words = [word for row in rows for word in row]
        return Queens(len(rows), frozenset(cell for cell, word in enumerate(words) if word in _QUEENS))

    def format(self, puzzle: Queens) -> str:
        """Return the rows between slashes."""
        return "/".join(
            "".join("Q" if cell in puzzle.queens else "." for cell in line.cells) for line in puzzle.board.row_lines
        )

    def format_answer(self, answer: Queens) -> str:
        return self.format(answer)

    def draw(self, puzzle: Queens, answer: Queens | None) -> Drawing:
        board, placed = puzzle.board, answer.queens if answer else frozenset()
        cells = []
        for cell in board.cells:
            row, column = board.place(cell)
            queen = "♛" if cell in puzzle.queens | placed else ""
            kind: Kind = "given" if cell in puzzle.queens else "found" if cell in placed else "open"
            shade: Shade = "light" if (row + column) % 2 else ""
            cells.append(Cell(row=row, column=column, name=board.name(cell), text=queen, kind=kind, shade=shade))
        choices = (DrawnChoice(text="♛", fact="queen {name}"), DrawnChoice(text="·", fact="not queen {name}"))
        return Drawing(rows=puzzle.side, columns=puzzle.side, cells=tuple(cells), choices=choices)


PUZZLE = QueensPuzzle()
