"""Fillomino: a number is the size of its piece, cells side by side with the same number being of one piece."""

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
    "{cell} and {other} are of one piece where they are equal",
    "{cell} et {other} sont du même morceau quand ils sont égaux",
)
SIZE = Message("the piece of {cell} is as large as it says", "le morceau de {cell} a la taille qu'il dit")
WHOLE = Message("every piece hangs together", "chaque morceau est d'un seul tenant")


@dataclass(frozen=True)
class Fillomino(OnBoard):
    """The numbers that are given, row by row."""

    numbers: tuple[int | None, ...]

    @property
    def most(self) -> int:
        """No piece is larger: one with a number has that size, one without has only cells without, side by side."""
        without = [cell for cell, number in enumerate(self.numbers) if number in (None, UNKNOWN)]
        sizes = [*map(len, areas(self.board, without)), *(number or 1 for number in self.numbers)]
        return min(max(sizes), len(self.numbers))


def _reached(board: Lattice, cell: int, most: int) -> tuple[int, ...]:
    """The cells, up to this one, that may be the first of its piece."""
    row, column = board.place(cell)
    places = ((one, *board.place(one)) for one in range(cell + 1))
    return tuple(one for one, r, c in places if abs(r - row) + abs(c - column) < most)


def _hanging(board: Lattice, own: tuple[int, ...], joined: tuple[int, ...]) -> Connected:
    """Cells, the borders that join them, and the first cells of pieces, which hang on one cell that is always first."""
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
        """Each cell asks for its number, and which cell is the first of its piece. Every piece has one: all cells hang
        together by pieces, if their first cells are taken as joined."""
        board, borders, most = puzzle.board, puzzle.board.borders, puzzle.most
        cells, roots = len(board.cells), [_reached(board, cell, most) for cell in board.cells]
        choices = [hidden_choice(f"first of {board.name(cell)}", roots[cell]) for cell in board.cells]
        equal = [boolean(f"{board.name(a)} and {board.name(b)} are equal", hidden=True) for a, b in borders]
        draft = StatementBuilder((*size_variables(board, range(1, most + 1)), *choices, *equal))
        joined = draft.facts(range(2 * cells, 2 * cells + len(borders)))

        def first_of(cell: int, root: int) -> tuple[int, ...]:
            """The fact that a piece begins there, if it may."""
            return (draft.fact(cells + cell, root),) if root in roots[cell] else ()

        for (one, other), same in zip(borders, joined, strict=True):
            parts = []
            for size in range(1, most + 1):
                here, there = draft.fact(one, size), draft.fact(other, size)
                parts += [Clause((-here, -there, same)), Clause((-same, -here, there)), Clause((-same, here, -there))]
            for a, b in ((one, other), (other, one)):
                parts += [
                    Clause((-same, *(-lit for lit in first_of(a, root)), *first_of(b, root))) for root in roots[a]
                ]
            draft.rule(SAME(cell=board.name(one), other=board.name(other)), *parts, at=(one, other))
        own = tuple(first_of(cell, cell)[0] for cell in board.cells)
        for root in board.cells:
            members = [(1, lit) for cell in board.cells for lit in first_of(cell, root)]
            draft.rule(
                SIZE(cell=board.name(root)),
                Linear(((-1, root),), "=", 0, facts=tuple(members), when=(own[root],)),
                at=[root],
            )
            draft.rule(WHOLE(), *(Clause((-lit, own[root])) for _, lit in members))
        draft.rule(WHOLE(), _hanging(board, own, joined))
        for cell, number in enumerate(puzzle.numbers):
            if number is not None and number != UNKNOWN:
                name = board.name(cell)
                says = Clause((draft.fact(cell, number),)) if 1 <= number <= most else Count((), "=", 1)
                draft.given(f"{name}={number}", GIVEN(cell=name, value=number), says, at=[cell])
        return draft.statement()

    def check(self, puzzle: Fillomino, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells
        if len(held) != len(puzzle.numbers):
            return OTHER_SIZE
        known = [cell for cell in board.cells if held[cell] is not None]
        pieces = [sorted(area) for area in areas(board, known, lambda one, other: held[one] == held[other])]

        def sizes(large: bool) -> Iterator[str]:
            for cells in pieces:
                wanted = held[cells[0]] or 0
                if len(cells) > wanted if large else len(cells) < wanted:
                    yield f"the piece of {board.name(cells[0])} has {len(cells)} cells, not {wanted}"

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
