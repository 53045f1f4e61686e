"""Shakashaka: place black triangles in white cells so that every remaining white area is a rectangle.
A rectangle may be rotated by 45 degrees. A triangle fills half of its cell. A number in a black cell counts the
adjacent triangles.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import SMALL_NUMBERS
from entails.formats.text import in_rows, joined
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count, Table, TupleRows
from entails.models.drawing import Cell, Drawing, DrawnChoice, Kind
from entails.models.encoding import Group
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Digits, Values, clue_text
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import LinkPuzzle

GENRES = ("shakashaka",)
ONE = Message("{cell} is white or has one triangle", "{cell} est blanche ou contient un triangle")
BLACK = Message("{cell} is black", "{cell} est noire")
BESIDE = Plural(
    Message("{cell} has {count} adjacent triangle", "{cell} a {count} triangle voisin"),
    Message("{cell} has {count} adjacent triangles", "{cell} a {count} triangles voisins"),
)
RIGHT = Message(
    "white corners are right angles where {cells} meet", "les angles blancs sont droits là où se rejoignent {cells}"
)
_SHAPES = "◣◢◥◤"
"""Values 1 to 4, by the black half: lower left, lower right, upper right, upper left."""
_SAYS = ("white {}", "◣ {}", "◢ {}", "◥ {}", "◤ {}")


@dataclass(frozen=True)
class Shakashaka(OnBoard):
    """The black cells of a grid, row by row: a number, or -1 for a black cell without one."""

    blacks: tuple[int | None, ...]


# Eight sectors of 45 degrees surround a corner, two in each of the four cells that meet there (upper left, upper right,
# lower right, lower left). For each of these cells, the table has the white sectors by the value of the cell.
_SECTORS = (
    {0: (1, 1), 1: (0, 1), 2: (0, 0), 3: (1, 0), 4: (1, 1)},
    {0: (1, 1), 1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1)},
    {0: (1, 1), 1: (1, 0), 2: (1, 1), 3: (0, 1), 4: (0, 0)},
    {0: (1, 1), 1: (1, 1), 2: (0, 1), 3: (0, 0), 4: (1, 0)},
)


def _right_angles(sectors: tuple[int, ...]) -> bool:
    """Return whether every white angle around a corner of cells measures 90, 180 or 360 degrees."""
    if 0 not in sectors:
        return True
    start = sectors.index(0)
    turned = "".join(map(str, sectors[start:] + sectors[:start]))
    return all(len(stretch) in (2, 4) for stretch in turned.split("0") if stretch)


@lru_cache(None)
def _rows(open_cells: tuple[bool, ...]) -> TupleRows:
    """Return the allowed values of the cells around a corner; `open_cells` tells which of them are not black."""
    every = list(product(*(range(5) if here else (None,) for here in open_cells)))
    fits = [
        [value for value in values if value is not None]
        for values in every
        if _right_angles(
            tuple(
                part
                for sectors, value in zip(_SECTORS, values, strict=True)
                for part in ((0, 0) if value is None else sectors[value])
            )
        )
    ]
    return TupleRows(fits)


def _corners(board: Lattice) -> Iterator[tuple[int | None, ...]]:
    """Yield the four cells around each corner; None is outside the grid."""
    for row in range(board.rows + 1):
        for column in range(board.columns + 1):
            yield tuple(
                board.cell(r, c) if 0 <= r < board.rows and 0 <= c < board.columns else None
                for r, c in ((row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1))
            )


def _variable(name: str) -> Variable:
    sentence = ONE(cell=name)
    holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=(name,))
    return Variable(name, range(5), holds, says="{label}", labels=tuple(label.format(name) for label in _SAYS))


class ShakashakaPuzzle(LinkPuzzle[Shakashaka, Digits]):
    name = "shakashaka"
    link = PuzzleLink(Shakashaka, GENRES, (SMALL_NUMBERS,))
    examples = (
        Example("small", "shakashaka/5/5/k..mb.i1.h", "one solution"),
        Example("several", "shakashaka/5/5/k..p.i1.h", "several solutions"),
        Example("clash", "shakashaka/5/5/bh..mb.i1.h", "no solution"),
    )

    def state(self, puzzle: Shakashaka) -> Statement:
        board = puzzle.board
        builder = StatementBuilder(_variable(board.name(cell)) for cell in board.cells)
        for cells in _corners(board):
            around = [cell if cell is not None and puzzle.blacks[cell] is None else None for cell in cells]
            over = tuple(cell for cell in around if cell is not None)
            if over:
                rows = _rows(tuple(cell is not None for cell in around))
                builder.rule(RIGHT(cells=board.names(over)), Table(over, rows), at=over)
        for cell, number in enumerate(puzzle.blacks):
            if number is None:
                continue
            name = board.name(cell)
            builder.rule(BLACK(cell=name), Clause((builder.fact(cell, 0),)), at=[cell])
            if number >= 0:
                beside = tuple(-builder.fact(neighbour, 0) for neighbour in board.beside(cell))
                builder.given(f"{name}={number}", BESIDE(number, cell=name), Count(beside, "=", number), at=[cell])
        return builder.statement()

    def decode(self, puzzle: Shakashaka, values: Values) -> Digits:
        return Digits(puzzle.columns, tuple(values))

    def check(self, puzzle: Shakashaka, answer: Digits) -> str | None:
        """Return why a solution is invalid, or None.

        The diagonals cut each cell into four quarters; an area is a connected set of white quarters.
        """
        board, blacks = puzzle.board, puzzle.blacks
        if len(answer.cells) != len(blacks):
            return OTHER_SIZE
        triangles = {cell: value for cell, value in enumerate(answer.cells) if value and blacks[cell] is None}
        # The quarters that stay white for each triangle: 0 top, 1 right, 2 bottom, 3 left.
        left_white = {1: (0, 1), 2: (0, 3), 3: (2, 3), 4: (1, 2)}
        white = {
            (cell, side)
            for cell in board.cells
            if blacks[cell] is None
            for side in left_white.get(triangles.get(cell, 0), range(4))
        }

        def over(cell: int, side: int) -> tuple[int, int] | None:
            row, column = board.place(cell)
            row, column = row + (-1, 0, 1, 0)[side], column + (0, 1, 0, -1)[side]
            inside = 0 <= row < board.rows and 0 <= column < board.columns
            return (board.cell(row, column), (side + 2) % 4) if inside else None

        def areas() -> Iterator[list[tuple[int, int]]]:
            left = set(white)
            while left:
                waiting, area = [left.pop()], list[tuple[int, int]]()
                while waiting:
                    cell, side = waiting.pop()
                    area.append((cell, side))
                    for quarter in ((cell, (side + 1) % 4), (cell, (side - 1) % 4), over(cell, side)):
                        if quarter in left:
                            left.discard(quarter)
                            waiting.append(quarter)
                yield area

        def is_rectangle(area: list[tuple[int, int]]) -> bool:
            """Return whether an area, in quarters of cells, fills its bounding box, upright or rotated."""
            points = []
            for cell, side in area:
                row, column = (2 * number for number in board.place(cell))
                corners = ((row, column), (row, column + 2), (row + 2, column + 2), (row + 2, column))
                points += [(row + 1, column + 1), corners[side], corners[(side + 1) % 4]]
            rows, columns = [row for row, _ in points], [column for _, column in points]
            falling, rising = [row + column for row, column in points], [row - column for row, column in points]
            upright = (max(rows) - min(rows)) * (max(columns) - min(columns))
            slanting = (max(falling) - min(falling)) * (max(rising) - min(rising)) // 2
            return len(area) in (upright, slanting)

        def counts(over: bool) -> Iterator[str]:
            for cell, number in enumerate(blacks):
                held = sum(neighbour in triangles for neighbour in board.beside(cell))
                if number not in (None, -1) and (held > number if over else held < number):
                    yield f"{held} triangles are beside {board.name(cell)}, {'more' if over else 'fewer'} than {number}"

        def forms() -> Iterator[str]:
            yield from (
                f"the white area at {board.name(area[0][0])} is not a rectangle"
                for area in areas()
                if not is_rectangle(area)
            )

        def on_black() -> Iterator[str]:
            for cell, value in enumerate(answer.cells):
                if value and blacks[cell] is not None:
                    yield f"a triangle is in the black cell {board.name(cell)}"

        return first(on_black(), counts(True), forms(), counts(False))

    def format_answer(self, answer: Digits) -> str:
        words = ("?" if value is None else "." if not value else _SHAPES[value - 1] for value in answer.cells)
        return joined(in_rows(words, answer.columns))

    def draw(self, puzzle: Shakashaka, answer: Digits | None) -> Drawing:
        board, cells = puzzle.board, []
        for cell, number in enumerate(puzzle.blacks):
            row, column = board.place(cell)
            value = answer.cells[cell] if answer else None
            if number is not None:
                clue = "" if number < 0 else clue_text(number)
                cells.append(
                    Cell(row=row, column=column, name=board.name(cell), clue=clue, kind="given", shade="black")
                )
                continue
            text = _SHAPES[value - 1] if value else ""
            kind: Kind = "open" if value is None else "found"
            cells.append(Cell(row=row, column=column, name=board.name(cell), text=text, kind=kind))
        choices = tuple(DrawnChoice(text=shape, fact=f"{shape} {{name}}") for shape in _SHAPES)
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=tuple(cells),
            choices=(*choices, DrawnChoice(text="·", fact="white {name}")),
        )


PUZZLE = ShakashakaPuzzle()
