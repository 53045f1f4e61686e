"""Galaxies: divide the grid into regions, each with one dot at its centre of rotational symmetry.
A region is the same after a rotation by 180 degrees around its dot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from entails.formats.puzzlink.link import DOTS, PuzzleLink
from entails.formats.puzzlink.parts import YES_NO, Trailing
from entails.locale.message import Message
from entails.models.constraints import Clause, Connected, Count
from entails.models.drawing import Cell, Drawing, Point
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common import regions
from entails.puzzles.common.cells import Values, hidden_choice
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import LinkPuzzle
from entails.puzzles.common.regions import Division, border_edges, border_variables

GENRES = ("tentaisho",)
ALIASES = ("tentaisho", "spiral-galaxies")
OWNED = Message("{cell} is in a region with a dot", "{cell} est dans une région avec un point")
CENTRE = Message(
    "the dot at {cell} is the centre of a connected, symmetric region",
    "le point en {cell} est le centre d'une région symétrique et d'un seul tenant",
)
BORDER = Message(
    "{cell} and {other} are either in the same region or separated by a border",
    "{cell} et {other} sont soit dans la même région soit séparées par un bord",
)
NOWHERE = -1
_BLACK = 2


@dataclass(frozen=True)
class Galaxies(OnBoard):
    """The dots and the holes of a grid.

    Attributes:
        dots: 1 for a white dot, 2 for a black one, 0 for none, at each point of a grid that is twice as fine.
        holes: 1 for each cell that is not part of the grid.
    """

    dots: tuple[int, ...]
    holes: tuple[int, ...]

    def __post_init__(self) -> None:
        for row, column in self.centres:
            if any(self.holes[cell] for cell in self._around(row, column)):
                raise InvalidPuzzle(
                    "a dot touches a cell that is not part of the grid", expected="dots inside the grid"
                )

    @cached_property
    def centres(self) -> list[tuple[int, int]]:
        """The positions of the dots in units of half a cell; the centre of a cell has even coordinates."""
        wide = 2 * self.columns - 1
        return [divmod(place, wide) for place, dot in enumerate(self.dots) if dot]

    def _around(self, row: int, column: int) -> list[int]:
        rows, columns = {row // 2, (row + 1) // 2}, {column // 2, (column + 1) // 2}
        return [self.board.cell(r, c) for r in sorted(rows) for c in sorted(columns)]

    @cached_property
    def touched(self) -> list[list[int]]:
        """The cells that each dot touches."""
        return [self._around(*centre) for centre in self.centres]

    def mirror(self, centre: tuple[int, int], cell: int) -> int | None:
        """Return the cell opposite a cell with respect to a dot, or None outside the board."""
        row, column = (a - b for a, b in zip(centre, self.board.place(cell), strict=True))
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        opposite = self.board.cell(row, column)
        return None if self.holes[opposite] else opposite

    def name(self, number: int) -> str:
        """Return the name of a dot, which lists the cells that it touches."""
        return "/".join(map(self.board.name, self.touched[number]))


def _possible_dots(puzzle: Galaxies) -> list[tuple[int, ...]]:
    """Return for each cell the dots to whose region it can belong."""
    touched: dict[int, list[int]] = {}
    for number, cells in enumerate(puzzle.touched):
        for cell in cells:
            touched.setdefault(cell, []).append(number)
    choices = []
    for cell in puzzle.board.cells:
        fits = [n for n, centre in enumerate(puzzle.centres) if puzzle.mirror(centre, cell) is not None]
        choices.append((NOWHERE,) if puzzle.holes[cell] else tuple(touched.get(cell, fits)))
    return choices


class GalaxiesPuzzle(LinkPuzzle[Galaxies, Division]):
    name = "galaxies"
    link = PuzzleLink(Galaxies, GENRES, (DOTS, Trailing(YES_NO, 0)))
    examples = (
        Example("small", "tentaisho/5/5/er8eziek8a0", "one solution"),
        Example("several", "tentaisho/4/4/jel202eneg0", "several solutions"),
        Example("clash", "tentaisho/5/5/geq8eziek8a0", "no solution"),
    )

    def state(self, puzzle: Galaxies) -> Statement:
        """State the puzzle: each cell belongs to the region of one dot."""
        board, borders, may = puzzle.board, puzzle.board.borders, _possible_dots(puzzle)
        pieces = [hidden_choice(f"piece of {board.name(cell)}", may[cell] or (NOWHERE,)) for cell in board.cells]
        builder = StatementBuilder((*border_variables(board), *pieces))

        def of(cell: int, number: int) -> tuple[int, ...]:
            """Return the literal for "the cell belongs to this dot", as a list; empty if that is impossible."""
            return (builder.fact(len(borders) + cell, number),) if number in may[cell] else ()

        for number, centre in enumerate(puzzle.centres):
            name, cells = puzzle.name(number), [cell for cell in board.cells if number in may[cell]]
            turned = []
            for cell in cells:
                opposite = puzzle.mirror(centre, cell)
                if opposite is not None and opposite != cell:
                    turned.append(Clause((*(-lit for lit in of(cell, number)), *of(opposite, number))))
            places = {cell: place for place, cell in enumerate(cells)}
            edges = tuple((places[a], places[b]) for a, b in borders if a in places and b in places)
            whole = Connected(tuple(of(cell, number)[0] for cell in cells), edges, places[puzzle.touched[number][0]])
            names = [board.name(cell) for cell in puzzle.touched[number]]
            builder.given(f"dot {name}", CENTRE(cell=name), *turned, whole, at=names)
        for cell in board.cells:
            if not may[cell]:
                builder.rule(OWNED(cell=board.name(cell)), Count((), "=", 1), at=[board.name(cell)])
        for border, (cell, neighbour) in enumerate(borders):
            wall, parts = builder.fact(border), []
            for number in sorted({*may[cell], *may[neighbour]}):
                here, there = of(cell, number), of(neighbour, number)
                if here and there:
                    parts.append(Clause((-here[0], -there[0], -wall)))
                parts += [Clause((*(-lit for lit in a), *b, wall)) for a, b in ((here, there), (there, here)) if a]
            names = [board.name(cell), board.name(neighbour)]
            builder.rule(BORDER(cell=names[0], other=names[1]), *parts, at=names)
        return builder.statement()

    def decode(self, puzzle: Galaxies, values: Values) -> Division:
        return Division(puzzle.rows, puzzle.columns, tuple(values[: len(puzzle.board.borders)]))

    def check(self, puzzle: Galaxies, answer: Division) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        pieces, held = answer.pieces, dict[int, list[int]]()
        walls = {step for step, wall in zip(board.borders, answer.walls, strict=True) if wall}
        for number, cells in enumerate(puzzle.touched):
            held.setdefault(pieces[cells[0]], []).append(number)

        def crossed() -> Iterator[str]:
            for number, cells in enumerate(puzzle.touched):
                if any((cell, neighbour) in walls for cell in cells for neighbour in cells):
                    yield f"a border goes through the dot at {puzzle.name(number)}"

        def by_dots(words: str, wrong: range) -> Iterator[str]:
            for cell in board.cells:
                if not puzzle.holes[cell] and len(held.get(pieces[cell], ())) in wrong:
                    yield f"the region of {board.name(cell)} {words}"

        def lopsided() -> Iterator[str]:
            for cell in board.cells:
                for number in held.get(pieces[cell], ()) if len(held.get(pieces[cell], ())) == 1 else ():
                    opposite = puzzle.mirror(puzzle.centres[number], cell)
                    if opposite is None or pieces[opposite] != pieces[cell]:
                        yield f"the region of {board.name(cell)} is not symmetric about its dot"

        def rims() -> Iterator[str]:
            for step in board.borders:
                holes = sum(puzzle.holes[cell] for cell in step)
                if holes and (step in walls) != (holes == 1):
                    yield f"the border of the grid is wrong at {board.name(step[0])}"

        several = range(2, len(puzzle.dots) + 1)
        return first(
            crossed(),
            by_dots("has no dot", range(1)),
            lopsided(),
            by_dots("has several dots", several),
            answer.loose(),
            rims(),
        )

    def draw(self, puzzle: Galaxies, answer: Division | None) -> Drawing:
        board, colours = puzzle.board, [dot for dot in puzzle.dots if dot]
        cells = tuple(
            Cell(
                row=row,
                column=column,
                name=board.name(cell),
                kind="given",
                shade="black" if puzzle.holes[cell] else "",
            )
            for cell, (row, column) in enumerate(map(board.place, board.cells))
        )
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=cells,
            edges=border_edges(board, answer.walls if answer else None),
            points=tuple(
                Point(row=row + 1, column=column + 1, black=colour == _BLACK)
                for (row, column), colour in zip(puzzle.centres, colours, strict=True)
            ),
            choices=regions.CHOICES,
        )


PUZZLE = GalaxiesPuzzle()
