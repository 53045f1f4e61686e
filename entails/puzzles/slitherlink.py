"""Slitherlink: draw one loop along cell edges; a number counts the edges of its cell that the loop uses."""

import re
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from entails.formats.puzzlink import small_numbers
from entails.formats.puzzlink.parts import HOME, SMALL_NUMBERS, Body, address
from entails.formats.text import EMPTY, in_rows, joined, place, rows_of
from entails.locale.message import Message, Plural
from entails.models.constraints import Count, Loop
from entails.models.drawing import Cell, Drawing, DrawnChoice, Edge
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Values
from entails.puzzles.common.checks import OTHER_SIZE

GENRES = ("slither", "slitherlink")
AROUND = Plural(
    Message("the loop uses {count} edge of {cell}", "la boucle suit {count} côté de {cell}"),
    Message("the loop uses {count} edges of {cell}", "la boucle suit {count} côtés de {cell}"),
)
PASSES = Message(
    "the line neither ends nor branches at dot {dot}", "le trait ne s'arrête ni ne bifurque au point {dot}"
)
ONE_LOOP = Message("the lines form one loop", "les traits forment une seule boucle")


@dataclass(frozen=True)
class Slitherlink:
    """The numbers of a grid, row by row; None is an empty cell."""

    columns: int
    clues: tuple[int | None, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(len(self.clues) // self.columns, self.columns)


@dataclass(frozen=True)
class LoopLines:
    """A solution: 1 for each edge on the loop, 0 for the others; None is unknown."""

    columns: int
    lines: tuple[int | None, ...]


@dataclass(frozen=True)
class Border:
    """An edge of the grid, above or to the left of a cell.

    Rows and columns go one beyond the grid, for the edges at the bottom and at the right.
    """

    row: int
    column: int
    across: bool

    @property
    def dots(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two corners of cells that the edge joins."""
        return (self.row, self.column), (self.row + (not self.across), self.column + self.across)


@lru_cache(64)
def borders(rows: int, columns: int) -> tuple[Border, ...]:
    """Return all edges: those above cells, row by row, then those to the left of cells."""
    across = [Border(row, column, True) for row in range(rows + 1) for column in range(columns)]
    down = [Border(row, column, False) for row in range(rows) for column in range(columns + 1)]
    return (*across, *down)


def name(border: Border, board: Lattice) -> str:
    """Return the name of an edge: "above r1c1", "right of r3c5"."""
    if border.across:
        below = border.row == board.rows
        return f"{'below' if below else 'above'} {board.name(board.cell(border.row - below, border.column))}"
    beyond = border.column == board.columns
    return f"{'right' if beyond else 'left'} of {board.name(board.cell(border.row, border.column - beyond))}"


@lru_cache(64)
def rules(rows: int, columns: int) -> Statement:
    """Return the statement of one loop; for each dot, a sentence says that the line neither ends nor branches there."""
    board, pieces, dots = Lattice(rows, columns), borders(rows, columns), Lattice(rows + 1, columns + 1)
    builder = StatementBuilder(boolean(name(piece, board), says="line {name}") for piece in pieces)
    meeting = [[number for number, piece in enumerate(pieces) if dots.place(dot) in piece.dots] for dot in dots.cells]
    passing = tuple(builder.rule(PASSES(dot=dots.name(dot)), at=meeting[dot]) for dot in dots.cells)
    ends = tuple((dots.cell(*start), dots.cell(*end)) for start, end in (piece.dots for piece in pieces))
    builder.rule(ONE_LOOP(), Loop(builder.facts(range(len(pieces))), ends, at_vertex=passing))
    return builder.statement()


def around(board: Lattice, cell: int) -> tuple[int, int, int, int]:
    """Return the four edges of a cell: above, below, left, right."""
    row, column = board.place(cell)
    left = (board.rows + 1) * board.columns + row * (board.columns + 1) + column
    return cell, cell + board.columns, left, left + 1


class SlitherlinkPuzzle(Puzzle[Slitherlink, LoopLines]):
    name = "slitherlink"
    model = Slitherlink
    text_format = "rows of . and 0 to 3, or a puzz.link address"
    examples = (
        Example("classic", "11.2./.1.1./1...1/.1.12/.3..1", "one loop"),
        Example("small", "..21/3..3/3.1./3..3", "4x4"),
        Example("large", "..23.3../1...2.../..0..113/1.0.3.../2....3../.0..1.../...0.2.1/1222...0", "8x8"),
        Example("two-ways", "11.2./.1.1./1...1/.1.12/.3..2", "two loops would do"),
        Example("clash", "11.2./.101./1...1/.1.12/.3..1", "a line that can go nowhere"),
    )

    def state(self, puzzle: Slitherlink) -> Statement:
        """State the puzzle: the numbers are the clues."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.board.rows, puzzle.columns))
        for cell, clue in enumerate(puzzle.clues):
            if clue is not None:
                sides, here = around(board, cell), board.name(cell)
                builder.given(
                    f"{here}={clue}", AROUND(clue, cell=here), Count(builder.facts(sides), "=", clue), at=[here]
                )
        return builder.statement()

    def decode(self, puzzle: Slitherlink, values: Values) -> LoopLines:
        return LoopLines(puzzle.columns, tuple(values))

    def check(self, puzzle: Slitherlink, answer: LoopLines) -> str | None:
        """Return why a solution is invalid, or None."""
        board = puzzle.board
        pieces = borders(board.rows, board.columns)
        if len(answer.lines) != len(pieces):
            return OTHER_SIZE
        drawn = {piece for piece, line in zip(pieces, answer.lines, strict=True) if line}
        ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for piece in drawn:
            for here, there in (piece.dots, piece.dots[::-1]):
                ways.setdefault(here, []).append(there)
        for dot, to in ways.items():
            if len(to) > 2:
                return f"the line {'branches' if len(to) == 3 else 'crosses itself'} at dot r{dot[0] + 1}c{dot[1] + 1}"
        for cell, clue in enumerate(puzzle.clues):
            row, column = divmod(cell, puzzle.columns)
            sides = {Border(row + down, column, True) for down in (0, 1)} | {
                Border(row, column + on, False) for on in (0, 1)
            }
            if clue is not None and len(sides & drawn) != clue:
                return f"{len(sides & drawn)} lines around r{row + 1}c{column + 1}, not {clue}"
        if not ways:
            return "there is no loop"
        passed, waiting = (
            set[tuple[int, int]](),
            [next((dot for dot, to in ways.items() if len(to) == 2), next(iter(ways)))],
        )
        while waiting:
            if (here := waiting.pop()) not in passed:
                passed.add(here)
                waiting += ways[here]
        closed = all(len(ways[dot]) == 2 for dot in passed)
        if closed and len(passed) < len(ways):
            return "there is more than one loop"
        ends = [dot for dot, to in ways.items() if len(to) == 1]
        return f"the line has a loose end at dot r{ends[0][0] + 1}c{ends[0][1] + 1}" if ends else None

    def parse(self, text: str) -> Slitherlink:
        """Parse rows of 0 to 4 and ., the format of the game Loopy (`5x5t0:` and clues), or a puzz.link address.

        Rows are on lines or between slashes. A letter of Loopy is a run of empty cells.
        """
        if link := address(text, "slither", "slitherlink"):
            clues = small_numbers(link.body, link.rows * link.columns)
            return Slitherlink(link.columns, tuple(None if clue is None or clue < 0 else clue for clue in clues))
        if loopy := re.fullmatch(r"\s*([0-9]{1,2})x([0-9]{1,2})(?:t0)?:([0-9a-z]+)\s*", text):
            columns, cells = (
                int(loopy[1]),
                re.sub("[a-z]", lambda run: "." * (ascii_lowercase.index(run[0]) + 1), loopy[3]),
            )
            if not columns or len(cells) != columns * int(loopy[2]):
                raise InvalidPuzzle(quantity(len(cells), "cell"), expected=f"{loopy[1]} times {loopy[2]}")
            text = "/".join(cells[start : start + columns] for start in range(0, len(cells), columns))
        rows = rows_of(text, expected="rows of 0, 1, 2, 3 and .")
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                if word not in EMPTY and word not in ("0", "1", "2", "3", "4"):
                    raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=place(r, c), expected="0 to 4, or .")
        return Slitherlink(len(rows[0]), tuple(None if word in EMPTY else int(word) for row in rows for word in row))

    def format(self, puzzle: Slitherlink) -> str:
        words = ("." if clue is None else str(clue) for clue in puzzle.clues)
        return joined(in_rows(words, puzzle.columns))

    def format_answer(self, answer: LoopLines) -> str:
        """Return the edges from top to bottom: rows of edges above cells and beside cells in turn."""
        wide = answer.columns
        rows = (len(answer.lines) - wide) // (2 * wide + 1)
        signs = ["?" if line is None else "1" if line else "." for line in answer.lines]
        across = in_rows((word.replace("1", "-") for word in signs[: (rows + 1) * wide]), wide)
        down = in_rows((word.replace("1", "|") for word in signs[(rows + 1) * wide :]), wide + 1)
        return "/".join("".join(row) for pair in zip(across, (*down, ()), strict=True) for row in pair if row)

    def url(self, puzzle: Slitherlink) -> str:
        """Return the puzz.link address."""
        board = puzzle.board
        body = SMALL_NUMBERS.write(puzzle.clues, Body("", board.rows, board.columns))
        return f"{HOME}slither/{board.columns}/{board.rows}/{body}"

    def draw(self, puzzle: Slitherlink, answer: LoopLines | None) -> Drawing:
        board = puzzle.board
        pieces = borders(board.rows, board.columns)
        cells = [(cell, clue) for cell, clue in enumerate(puzzle.clues) if clue is not None]
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            dots=True,
            cells=tuple(
                Cell(
                    row=board.place(cell)[0],
                    column=board.place(cell)[1],
                    text=str(clue),
                    kind="given",
                    name=board.name(cell),
                )
                for cell, clue in cells
            ),
            edges=tuple(
                Edge(
                    row=piece.row,
                    column=piece.column,
                    way="across" if piece.across else "down",
                    line=bool(line),
                    kind="open" if line is None else "found",
                    name=name(piece, board),
                )
                for piece, line in zip(pieces, answer.lines if answer else [None] * len(pieces), strict=True)
            ),
            choices=(DrawnChoice(text="━", fact="line {name}"), DrawnChoice(text="×", fact="not line {name}")),
        )


PUZZLE = SlitherlinkPuzzle()
