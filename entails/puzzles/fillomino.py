"""Fillomino: divide the grid into regions; a number is the size of its region.
Regions of the same size do not share an edge.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, UNKNOWN
from entails.locale.message import Message
from entails.models.constraints import Clause, Connected, Count, Linear
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example
from entails.puzzles.common.cells import GIVEN, Digits, Values, hidden_choice
from entails.puzzles.common.cells import digit_variables as size_variables
from entails.puzzles.common.checks import OTHER_SIZE, areas, first
from entails.puzzles.common.links import NumberPuzzle

GENRES = ("fillomino",)
ALIASES = ("allied-occupation",)
SAME = Message(
    "{cell} and {other} are either in the same region or different",
    "{cell} et {other} sont soit dans la même région soit différentes",
)
SIZE = Message("the number in {cell} is the size of its region", "le nombre en {cell} est la taille de sa région")
WHOLE = Message("every region is connected", "chaque région est d'un seul tenant")


@dataclass(frozen=True)
class Fillomino(OnBoard):
    """The given numbers of a grid, row by row."""

    numbers: tuple[int | None, ...]

    @property
    def most(self) -> int:
        """An upper bound on the size of a cell's region: its given number, or the size of its empty area."""
        without = [cell for cell, number in enumerate(self.numbers) if number in (None, UNKNOWN)]
        sizes = [*map(len, areas(self.board, without)), *(number or 1 for number in self.numbers)]
        return min(max(sizes), len(self.numbers))


def _reached(board: Lattice, cell: int, most: int) -> tuple[int, ...]:
    """Return the cells that can be the first cell of this cell's region, in reading order up to the cell itself."""
    row, column = board.place(cell)
    places = ((root, *board.place(root)) for root in range(cell + 1))
    return tuple(root for root, r, c in places if abs(r - row) + abs(c - column) < most)


def _connected(board: Lattice, own: tuple[int, ...], joined: tuple[int, ...]) -> Connected:
    """Return the constraint that every cell is connected to the first cell of its region.

    The nodes are cells, joined borders and first cells; all first cells count as joined to cell 0, which is always one.
    """
    cells, always = len(board.cells), own[0]
    lits = (*[always] * cells, *joined, *own)
    edges = [(cell, cells + place) for place, step in enumerate(board.borders) for cell in step]
    first_node = cells + len(joined)
    edges += [(cell, first_node + cell) for cell in board.cells]
    edges += [(first_node, first_node + cell) for cell in board.cells if cell]
    return Connected(lits, tuple(edges), first_node)


class FillominoPuzzle(NumberPuzzle[Fillomino]):
    name = "fillomino"
    link = PuzzleLink(Fillomino, GENRES, (NUMBERS,))
    examples = (
        Example("small", "fillomino/4/4/22g4g4g4i4421g", "one solution"),
        Example("several", "fillomino/3/3/1g34h44g", "several solutions"),
        Example("clash", "fillomino/3/3/h2g1g342", "no solution"),
    )

    def state(self, puzzle: Fillomino) -> Statement:
        """State the puzzle: each cell has a number and the first cell of its region.

        A region has exactly one first cell: all cells are connected through regions, if first cells count as joined.
        """
        board, borders, most = puzzle.board, puzzle.board.borders, puzzle.most
        cells, roots = len(board.cells), [_reached(board, cell, most) for cell in board.cells]
        choices = [hidden_choice(f"first of {board.name(cell)}", roots[cell]) for cell in board.cells]
        equal = [boolean(f"{board.name(a)} and {board.name(b)} are equal", hidden=True) for a, b in borders]
        builder = StatementBuilder((*size_variables(board, range(1, most + 1)), *choices, *equal))
        joined = builder.facts(range(2 * cells, 2 * cells + len(borders)))

        def first_of(cell: int, root: int) -> tuple[int, ...]:
            """Return the literal for "this cell's region starts at `root`", as a list; empty if that is impossible."""
            return (builder.fact(cells + cell, root),) if root in roots[cell] else ()

        for (cell, neighbour), same in zip(borders, joined, strict=True):
            parts = []
            for size in range(1, most + 1):
                here, there = builder.fact(cell, size), builder.fact(neighbour, size)
                parts += [Clause((-here, -there, same)), Clause((-same, -here, there)), Clause((-same, here, -there))]
            for a, b in ((cell, neighbour), (neighbour, cell)):
                parts += [
                    Clause((-same, *(-lit for lit in first_of(a, root)), *first_of(b, root))) for root in roots[a]
                ]
            builder.rule(SAME(cell=board.name(cell), other=board.name(neighbour)), *parts, at=(cell, neighbour))
        own = tuple(first_of(cell, cell)[0] for cell in board.cells)
        for root in board.cells:
            members = [(1, lit) for cell in board.cells for lit in first_of(cell, root)]
            builder.rule(
                SIZE(cell=board.name(root)),
                Linear(((-1, root),), "=", 0, facts=tuple(members), when=(own[root],)),
                at=[root],
            )
            builder.rule(WHOLE(), *(Clause((-lit, own[root])) for _, lit in members))
        builder.rule(WHOLE(), _connected(board, own, joined))
        for cell, number in enumerate(puzzle.numbers):
            if number is not None and number != UNKNOWN:
                name = board.name(cell)
                constraint = Clause((builder.fact(cell, number),)) if 1 <= number <= most else Count((), "=", 1)
                builder.given(f"{name}={number}", GIVEN(cell=name, value=number), constraint, at=[cell])
        return builder.statement()

    def check(self, puzzle: Fillomino, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells
        if len(held) != len(puzzle.numbers):
            return OTHER_SIZE
        known = [cell for cell in board.cells if held[cell] is not None]
        pieces = [sorted(area) for area in areas(board, known, lambda cell, neighbour: held[cell] == held[neighbour])]

        def sizes(large: bool) -> Iterator[str]:
            for cells in pieces:
                wanted = held[cells[0]] or 0
                if len(cells) > wanted if large else len(cells) < wanted:
                    yield f"the region of {board.name(cells[0])} has {len(cells)} cells, not {wanted}"

        def missing() -> Iterator[str]:
            yield from (f"{board.name(cell)} has no number" for cell in board.cells if held[cell] is None)

        def changed() -> Iterator[str]:
            for cell, number in enumerate(puzzle.numbers):
                if number not in (None, UNKNOWN, held[cell]):
                    yield f"the number in {board.name(cell)} has changed"

        return first(sizes(True), sizes(False), missing(), changed())

    def givens(self, puzzle: Fillomino) -> Values:
        return [None if number == UNKNOWN else number for number in puzzle.numbers]

    def domain(self, puzzle: Fillomino) -> range:
        return range(1, puzzle.most + 1)


PUZZLE = FillominoPuzzle()
