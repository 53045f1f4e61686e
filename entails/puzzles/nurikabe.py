"""Nurikabe: shade one connected sea around white islands; each island has one number, which is its size.
Islands do not share an edge, and no 2x2 square is all black.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from entails.formats.puzzlink import numbers
from entails.formats.puzzlink.parts import HOME, NUMBERS, UNKNOWN, Body, address
from entails.formats.text import EMPTY, in_rows, joined, number_in, number_text, place, rows_of
from entails.locale.message import Message, Sentence
from entails.models.constraints import Clause, Connected, Count
from entails.models.drawing import Drawing
from entails.models.encoding import Group
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Marks, Values, marked_cells, yes_or_no
from entails.puzzles.common.checks import OTHER_SIZE, areas, first, pieces, squares

GENRES = ("nurikabe",)
SIZE = Message("the island of {cell} has size {number}", "l'île de {cell} est de taille {number}")
ONE_ISLAND = Message("{cell} is black or belongs to one island", "{cell} est noire ou appartient à une seule île")
APART = Message(
    "{cell} and {other} do not belong to different islands",
    "{cell} et {other} n'appartiennent pas à des îles différentes",
)
WHOLE = Message("the island of {cell} is connected", "l'île de {cell} est d'un seul tenant")
NO_POOL = Message("{cells} are not all black", "{cells} ne sont pas toutes noires")
ONE_SEA = Message("all black cells are connected", "toutes les cases noires sont d'un seul tenant")
_SEA = 0


@dataclass(frozen=True)
class Nurikabe:
    """The numbers of a grid, row by row; None is an empty cell, -1 an island of unknown size."""

    columns: int
    clues: tuple[int | None, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(len(self.clues) // self.columns, self.columns)

    @property
    def islands(self) -> tuple[int, ...]:
        """The cells with a number, in reading order; each belongs to an island of its own."""
        return tuple(cell for cell, clue in enumerate(self.clues) if clue is not None)


@lru_cache(64)
def rules(board: Lattice, islands: tuple[int, ...], reach: int) -> Statement:
    """Return the statement for islands that extend at most `reach` cells from their numbers.

    The variable of a cell is 0 for the sea and i for the i-th island.
    """
    near = [_near(board, cell, islands, reach) for cell in board.cells]
    builder = StatementBuilder(_variable(board, cell, islands, near[cell]) for cell in board.cells)

    def fact(cell: int, island: int) -> tuple[int, ...]:
        """Return the literal for "the cell belongs to this island", as a list; empty if that is impossible."""
        return (builder.fact(cell, island),) if island in near[cell] else ()

    for cell, neighbour in board.borders:
        apart = [
            Clause((-builder.fact(here, island), *fact(there, _SEA), *fact(there, island)))
            for here, there in ((cell, neighbour), (neighbour, cell))
            for island in near[here]
            if island != _SEA
        ]
        builder.rule(APART(cell=board.name(cell), other=board.name(neighbour)), *apart, at=(cell, neighbour))
    for square in board.squares(2):
        black = [fact(cell, _SEA) for cell in square]
        if all(black):
            builder.rule(NO_POOL(cells=board.names(square)), Clause(tuple(-lit for (lit,) in black)), at=square)
    for island, clue in enumerate(islands, 1):
        _connected(builder, board, near, island, WHOLE(cell=board.name(clue)), root=clue)
    _connected(builder, board, near, _SEA, ONE_SEA())
    return builder.statement()


def _connected(
    builder: StatementBuilder,
    board: Lattice,
    near: list[tuple[int, ...]],
    island: int,
    sentence: Sentence,
    root: int | None = None,
) -> None:
    """State that the cells of an island, or of the sea, are connected."""
    number = {cell: place for place, cell in enumerate(cell for cell in board.cells if island in near[cell])}
    edges = tuple(
        (number[cell], number[neighbour]) for cell, neighbour in board.borders if cell in number and neighbour in number
    )
    lits = tuple(builder.fact(cell, island) for cell in number)
    builder.rule(
        sentence, Connected(lits, edges, None if root is None else number[root]), at=[] if root is None else [root]
    )


def _near(board: Lattice, cell: int, islands: tuple[int, ...], reach: int) -> tuple[int, ...]:
    """Return the possible values of a cell: its own island if it has a number, else the sea and islands in reach."""
    if cell in islands:
        return (islands.index(cell) + 1,)
    row, column = board.place(cell)
    away = [abs(row - r) + abs(column - c) for r, c in map(board.place, islands)]
    return (_SEA, *(island for island, steps in enumerate(away, 1) if steps < reach))


def _variable(board: Lattice, cell: int, islands: tuple[int, ...], values: tuple[int, ...]) -> Variable:
    name, sentence = board.name(cell), ONE_ISLAND(cell=board.name(cell))
    homes = [
        f"{name} in the island of {board.name(islands[value - 1])}" if value else f"black {name}" for value in values
    ]
    holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=(name,))
    return Variable(name, values, holds, says="{label}", labels=tuple(homes))


def _steps(board: Lattice, start: int, end: int) -> int:
    (row, column), (other_row, other_column) = board.place(start), board.place(end)
    return abs(row - other_row) + abs(column - other_column)


def _clue(word: str, where: str) -> int | None:
    if word in EMPTY:
        return None
    return UNKNOWN if word == "?" else number_in(word, where, "a number, ?, or . for an empty cell")


def _shown(clue: int | None) -> str:
    return "" if clue is None else "?" if clue == UNKNOWN else str(clue)


class NurikabePuzzle(Puzzle[Nurikabe, Marks]):
    name = "nurikabe"
    model = Nurikabe
    text_format = "rows of numbers, . and ?, or a puzz.link address"
    examples = (
        Example("classic", "1...3./....../2.1.3./....../...6../......", "one solution"),
        Example("small", "..6../...../.1.1./1..../...2.", "5x5"),
        Example(
            "large", "7...1..../......1.1/....1..../.2....1.2/........./......1../8..4....1/......2../...1...1.", "9x9"
        ),
        Example("three-ways", "1...3./....../2.1.1./....../...6../......", "three solutions"),
        Example("clash", "1...3./....../5.1.3./....../...6../......", "an island that does not fit"),
    )

    def state(self, puzzle: Nurikabe) -> Statement:
        """State the puzzle: the sizes of the islands are the clues."""
        board, islands = puzzle.board, puzzle.islands
        sizes = [puzzle.clues[cell] or 0 for cell in islands]
        reach = board.rows + board.columns if UNKNOWN in sizes else max(sizes, default=0)
        near = [_near(board, cell, islands, reach) for cell in board.cells]
        builder = StatementBuilder(base=rules(board, islands, reach))
        for island, (clue, size) in enumerate(zip(islands, sizes, strict=True), 1):
            if size != UNKNOWN:
                name, theirs = board.name(clue), [cell for cell in board.cells if island in near[cell]]
                close = builder.facts([cell for cell in theirs if _steps(board, clue, cell) < size], island)
                far = builder.facts([cell for cell in theirs if _steps(board, clue, cell) >= size], island)
                sized = (Count(close, "=", size), Count(far, "=", 0))
                builder.given(f"{name}={size}", SIZE(cell=name, number=size), *sized, at=[clue])
        return builder.statement()

    def decode(self, puzzle: Nurikabe, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(None if home is None else int(home == _SEA) for home in values))

    def check(self, puzzle: Nurikabe, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.clues):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}
        islands = [
            (area, [clue for cell in area if (clue := puzzle.clues[cell]) is not None])
            for area in areas(board, set(board.cells) - black)
        ]

        def counts(wrong: range) -> Iterator[str]:
            yield from (f"an island has {len(clues)} numbers" for _, clues in islands if len(clues) in wrong)

        def sizes() -> Iterator[str]:
            for area, clues in islands:
                if clues[0] not in (UNKNOWN, len(area)):
                    yield f"an island of {len(area)} cells has the number {clues[0]}"

        def drowned() -> Iterator[str]:
            yield from (
                f"the number in {board.name(cell)} is black" for cell in sorted(black) if puzzle.clues[cell] is not None
            )

        return first(
            squares(board, black, "black"),
            counts(range(1)),
            pieces(board, black, "black"),
            counts(range(2, len(puzzle.clues) + 1)),
            sizes(),
            drowned(),
        )

    def parse(self, text: str) -> Nurikabe:
        """Parse rows of numbers, ? and . on lines or between slashes, with letters above 9; or a puzz.link address."""
        if link := address(text, "nurikabe"):
            return Nurikabe(link.columns, tuple(numbers(link.body, link.rows * link.columns)))
        rows = rows_of(text, expected="rows of numbers and .")
        clues = [_clue(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        return Nurikabe(len(rows[0]), tuple(clues))

    def format(self, puzzle: Nurikabe) -> str:
        cells = len(puzzle.clues)  # a larger number in one letter could look like the extension of a file
        words = ("." if clue is None else "?" if clue == UNKNOWN else number_text(clue, cells) for clue in puzzle.clues)
        return joined(in_rows(words, puzzle.columns))

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".#")

    def url(self, puzzle: Nurikabe) -> str:
        """Return the puzz.link address."""
        board = puzzle.board
        body = NUMBERS.write(puzzle.clues, Body("", board.rows, board.columns))
        return f"{HOME}nurikabe/{board.columns}/{board.rows}/{body}"

    def draw(self, puzzle: Nurikabe, answer: Marks | None) -> Drawing:
        return Drawing(
            rows=puzzle.board.rows,
            columns=puzzle.columns,
            cells=marked_cells(
                puzzle.board, answer, shade="black", clues=list(map(_shown, puzzle.clues)), settled=True
            ),
            choices=yes_or_no("■", "black {name}", "black"),
        )


PUZZLE = NurikabePuzzle()
