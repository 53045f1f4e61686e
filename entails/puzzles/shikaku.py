"""Shikaku: divide the grid into rectangles, each with one number, which is its size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, UNKNOWN
from entails.locale.message import Message
from entails.models.constraints import Clause, Count
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import clue_text, hidden_choice
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import DivisionPuzzle
from entails.puzzles.common.regions import Division, border_variables

GENRES = ("shikaku",)
ONE = Message("{cell} is in exactly one rectangle", "{cell} est dans exactement un rectangle")
SIZE = Message("the rectangle of {cell} has size {number}", "le rectangle de {cell} est de taille {number}")
BORDER = Message(
    "{cell} and {other} are either in the same rectangle or separated by a border",
    "{cell} et {other} sont soit dans le même rectangle soit séparées par un bord",
)


@dataclass(frozen=True)
class Shikaku(OnBoard):
    """The numbers of a grid, row by row; -1 is a rectangle of unknown size."""

    clues: tuple[int | None, ...]


def _rectangles(board: Lattice, clues: tuple[int | None, ...], cell: int) -> Iterator[frozenset[int]]:
    """Yield the possible rectangles of a number: of its size, any if unknown, with no other number inside."""
    (row, column), size = board.place(cell), clues[cell]
    numbered = [board.place(index) for index, clue in enumerate(clues) if clue is not None and index != cell]
    for high in range(1, board.rows + 1):
        widths = range(1, board.columns + 1) if size == UNKNOWN else [size // high] if size and size % high == 0 else []
        for wide in widths:
            for top in range(max(0, row - high + 1), min(row, board.rows - high) + 1):
                for left in range(max(0, column - wide + 1), min(column, board.columns - wide) + 1):
                    if not any(top <= r < top + high and left <= c < left + wide for r, c in numbered):
                        yield frozenset(board.square(top, left, high, wide))


class ShikakuPuzzle(DivisionPuzzle[Shikaku]):
    name = "shikaku"
    link = PuzzleLink(Shikaku, GENRES, (NUMBERS,))
    examples = (
        Example("small", "shikaku/5/5/2l4l6g4j23g4", "one solution"),
        Example("several", "shikaku/5/5/j5g6h4m33g4j", "several solutions"),
        Example("clash", "shikaku/5/5/3l4l6g4j23g4", "no solution"),
    )

    def state(self, puzzle: Shikaku) -> Statement:
        """State the puzzle: each number has one of its possible rectangles.

        A number whose clue is dropped chooses -1; then cells may be in no rectangle.
        """
        board, clues = puzzle.board, puzzle.clues
        numbered = [(cell, clue) for cell, clue in enumerate(clues) if clue is not None]
        fitting = {cell: list(_rectangles(board, clues, cell)) for cell, _ in numbered}
        choices = [
            hidden_choice(f"rectangle of {board.name(cell)}", range(-1, len(fitting[cell]))) for cell, _ in numbered
        ]
        builder = StatementBuilder((*border_variables(board), *choices))
        covers: dict[int, list[int]] = {cell: [] for cell in board.cells}
        dropped: list[int] = []
        for number, (cell, clue) in enumerate(numbered, len(board.borders)):
            name = board.name(cell)
            for place, cells in enumerate(fitting[cell]):
                for covered in cells:
                    covers[covered].append(builder.fact(number, place))
            dropped.append(builder.fact(number, -1))
            builder.given(f"{name}={clue}", SIZE(cell=name, number=clue_text(clue)), Clause((-dropped[-1],)), at=[name])
        for cell in board.cells:
            lits = tuple(covers[cell])
            once = Count(lits, "<=", 1), Clause((*lits, *dropped))
            builder.rule(ONE(cell=board.name(cell)), *once, at=[board.name(cell)])
        for border, (cell, neighbour) in enumerate(board.borders):
            here, there, wall = set(covers[cell]), set(covers[neighbour]), builder.fact(border)
            inside = [Clause((-lit, -wall)) for lit in sorted(here & there)]
            parts = [*inside, *(Clause((-lit, wall)) for lit in sorted(here ^ there))]
            names = board.name(cell), board.name(neighbour)
            builder.rule(BORDER(cell=names[0], other=names[1]), *parts, at=names)
        return builder.statement()

    def check(self, puzzle: Shikaku, answer: Division) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        numbers = answer.pieces
        pieces = [[cell for cell in board.cells if numbers[cell] == number] for number in range(max(numbers) + 1)]
        held = [(cells, [clue for cell in cells if (clue := puzzle.clues[cell]) is not None]) for cells in pieces]

        def counts(wrong: range) -> Iterator[str]:
            for cells, clues in held:
                if len(clues) in wrong:
                    yield f"the piece of {board.name(cells[0])} has {len(clues)} numbers"

        def forms() -> Iterator[str]:
            for cells, _ in held:
                rows, columns = zip(*map(board.place, cells), strict=True)
                if (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) != len(cells):
                    yield f"the piece of {board.name(cells[0])} is not a rectangle"

        def sizes() -> Iterator[str]:
            for cells, clues in held:
                if clues[0] not in (-1, len(cells)):
                    yield f"the piece of {board.name(cells[0])} has {len(cells)} cells, not {clues[0]}"

        return first(counts(range(1)), counts(range(2, len(numbers) + 1)), forms(), sizes(), answer.loose())

    def clues(self, puzzle: Shikaku) -> Sequence[str]:
        return list(map(clue_text, puzzle.clues))


PUZZLE = ShikakuPuzzle()
