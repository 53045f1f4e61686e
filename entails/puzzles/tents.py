"""Tents: place a tent next to each tree; tents never touch, even diagonally, and clues count tents per line.
Each tent belongs to exactly one tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import SPARSE, PuzzleLink
from entails.formats.puzzlink.parts import UNKNOWN, Cells, address, rows_and_columns
from entails.formats.text import EMPTY, clue_in, framed, place
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Marks, Values, clue_text, marked_cells, yes_no_variables, yes_or_no
from entails.puzzles.common.checks import OTHER_SIZE, areas, first
from entails.puzzles.common.links import LinkPuzzle

GENRES = ("tents",)
OWN = Message("the tree in {cell} has its own tent", "l'arbre en {cell} a sa propre tente")
BELONGS = Message(
    "a tent in {cell} belongs to exactly one tree", "une tente en {cell} appartient à exactement un arbre"
)
APART = Message("{cell} and {other} do not both have a tent", "{cell} et {other} n'ont pas toutes deux une tente")
COUNT = Plural(
    Message("{line} has {count} tent", "{line} a {count} tente"),
    Message("{line} has {count} tents", "{line} a {count} tentes"),
)
_EXPECTED = "a puzz.link address, or clues above and before rows of T for a tree and . for any other cell"


@dataclass(frozen=True)
class Tents(OnBoard):
    """Trees with clues.

    Attributes:
        clues: The numbers above the columns, then those beside the rows.
        trees: 1 for each tree, row by row.
    """

    clues: tuple[int | None, ...]
    trees: tuple[int, ...]


def _tree(word: str, where: str) -> int:
    if word not in {*EMPTY, "T", "t"}:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="T for a tree, or .")
    return int(word not in EMPTY)


class TentsPuzzle(LinkPuzzle[Tents, Marks]):
    name = "tents"
    text_format = _EXPECTED
    link = PuzzleLink(Tents, GENRES, (Cells(many=rows_and_columns, signs=""), SPARSE))
    examples = (
        Example("small", "tents/5/5/i1i1ho41161", "one solution"),
        Example("several", "tents/5/5/m1ho41161", "several solutions"),
        Example("clash", "tents/5/5/i2i1ho41161", "no solution"),
    )

    def state(self, puzzle: Tents) -> Statement:
        """State the puzzle. Auxiliary variables pair trees with tents."""
        board, cells = puzzle.board, len(puzzle.board.cells)
        trees = [cell for cell in board.cells if puzzle.trees[cell]]
        pairs = [(tree, cell) for tree in trees for cell in board.beside(tree) if not puzzle.trees[cell]]
        hidden = (boolean(f"{board.name(tree)} owns {board.name(cell)}", hidden=True) for tree, cell in pairs)
        builder = StatementBuilder((*yes_no_variables(board, "tent {name}"), *hidden))
        tent, owns = (
            builder.facts(board.cells),
            dict(zip(pairs, builder.facts(range(cells, cells + len(pairs))), strict=True)),
        )
        for cell in board.cells:
            of = tuple(lit for (_, target), lit in owns.items() if target == cell)
            parts = (Clause((-tent[cell], *of)), Count(of, "<=", 1), *(Clause((-lit, tent[cell])) for lit in of))
            builder.rule(BELONGS(cell=board.name(cell)), *parts, at=[cell])
        for cell, neighbour in (*board.borders, *board.corners()):
            apart = Clause((-tent[cell], -tent[neighbour]))
            builder.rule(APART(cell=board.name(cell), other=board.name(neighbour)), apart, at=(cell, neighbour))
        for tree in trees:
            own = Count(tuple(lit for (origin, _), lit in owns.items() if origin == tree), "=", 1)
            builder.given(f"tree {board.name(tree)}", OWN(cell=board.name(tree)), own, at=[tree])
        for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
            if clue is not None and clue >= 0:
                count = Count(builder.facts(line.cells), "=", clue)
                builder.given(line.name.say(), COUNT(clue, line=line.name), count, at=line.cells)
        return builder.statement()

    def decode(self, puzzle: Tents, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))

    def check(self, puzzle: Tents, answer: Marks) -> str | None:
        """Return why a solution is invalid, or None.

        Since tents do not touch, no tree has more than two adjacent tents. A connected group of trees and tents can
        therefore be paired if it has as many trees as tents.
        """
        board = puzzle.board
        if len(answer.cells) != len(puzzle.trees):
            return OTHER_SIZE
        tents = {cell for cell in board.cells if answer.cells[cell]}
        trees = {cell for cell in board.cells if puzzle.trees[cell]}
        camps = [
            (min(area), len(area & tents), len(area & trees))
            for area in areas(board, tents | trees, lambda cell, neighbour: (cell in tents) != (neighbour in tents))
        ]

        def on_trees() -> Iterator[str]:
            yield from (f"a tent is on the tree in {board.name(cell)}" for cell in sorted(tents & trees))

        def near() -> Iterator[str]:
            for cell, neighbour in (*board.borders, *board.corners()):
                if cell in tents and neighbour in tents:
                    yield f"two tents touch at {board.name(cell)}"

        def camps_with(words: str, wrong: Iterator[bool]) -> Iterator[str]:
            for (cell, *_), bad in zip(camps, wrong, strict=True):
                if bad:
                    yield f"at {board.name(cell)} {words}"

        def counts() -> Iterator[str]:
            for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
                held = sum(cell in tents for cell in line.cells)
                if clue not in (None, UNKNOWN, held):
                    yield f"{line.name.say()} has {held} tents, not {clue}"

        return first(
            on_trees(),
            near(),
            camps_with("a tent is next to no tree", (not trees for _, _, trees in camps)),
            camps_with("there are more tents than trees", (tents > trees for _, tents, trees in camps)),
            camps_with("a tree has no tent", (not tents for _, tents, _ in camps)),
            camps_with("there are fewer tents than trees", (tents < trees for _, tents, trees in camps)),
            counts(),
        )

    def parse(self, text: str) -> Tents:
        """Parse a puzz.link address; or rows with clues above and before them, T for a tree."""
        if address(text, *GENRES):
            return super().parse(text)
        above, before, rows = framed(text, expected=_EXPECTED)
        clues = [clue_in(word, f"column {number}") for number, word in enumerate(above, 1)]
        clues += [clue_in(word, f"row {number}") for number, word in enumerate(before, 1)]
        trees = [_tree(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        return Tents(len(rows), len(rows[0]), tuple(clues), tuple(trees))

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".A")

    def draw(self, puzzle: Tents, answer: Marks | None) -> Drawing:
        words = [(clue_text(clue),) for clue in puzzle.clues]
        clues = ["♣" if tree else "" for tree in puzzle.trees]
        return Drawing(
            rows=puzzle.rows,
            columns=puzzle.columns,
            cells=marked_cells(puzzle.board, answer, sign="▲", clues=clues, settled=True),
            top=tuple(words[: puzzle.columns]),
            left=tuple(words[puzzle.columns :]),
            choices=yes_or_no("▲", "tent {name}"),
        )


PUZZLE = TentsPuzzle()
