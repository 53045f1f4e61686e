"""Tents: every tree has a tent of its own beside it, tents do not touch, and clues count the tents of a line."""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import SPARSE, PuzzleLink
from entails.formats.puzzlink.parts import UNKNOWN, Cells, address, rows_and_columns
from entails.formats.text import EMPTY, framed, number_in, place
from entails.locale.message import Message
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
OWN = Message("the tree in {cell} has a tent of its own", "l'arbre en {cell} a une tente à lui")
BELONGS = Message("a tent in {cell} belongs to one tree", "une tente en {cell} est à un seul arbre")
APART = Message("{cell} and {other} are not both tents", "{cell} et {other} ne sont pas deux tentes")
COUNT = Message("{line} has tents: {number}", "{line} a des tentes : {number}")
_EXPECTED = "the clues of columns above, those of rows before, T for a tree and . for any other cell"


@dataclass(frozen=True)
class Tents(OnBoard):
    """The clues above the columns, then those beside the rows; 1 for each tree, row by row."""

    clues: tuple[int | None, ...]
    trees: tuple[int, ...]


def _clue(word: str, where: str) -> int | None:
    return None if word in EMPTY else number_in(word, where, "a number, or . for none")


def _tree(word: str, where: str) -> int:
    if word not in EMPTY and word not in "Tt":
        raise InvalidPuzzle(f"{word[:12]!r} stands here", where=where, expected="T for a tree, or .")
    return int(word not in EMPTY)


class TentsPuzzle(LinkPuzzle[Tents, Marks]):
    name = "tents"
    link = PuzzleLink(Tents, GENRES, (Cells(many=rows_and_columns), SPARSE))
    examples = (
        Example("small", "tents/5/5/i1i1ho41161", "one solution"),
        Example("several", "tents/5/5/m1ho41161", "several solutions"),
        Example("clash", "tents/5/5/i2i1ho41161", "no solution"),
    )

    def state(self, puzzle: Tents) -> Statement:
        """Which tree a tent belongs to is nobody's business, so the pairs are hidden."""
        board, cells = puzzle.board, len(puzzle.board.cells)
        trees = [cell for cell in board.cells if puzzle.trees[cell]]
        pairs = [(tree, cell) for tree in trees for cell in board.beside(tree) if not puzzle.trees[cell]]
        hidden = (boolean(f"{board.name(tree)} owns {board.name(cell)}", hidden=True) for tree, cell in pairs)
        draft = StatementBuilder((*yes_no_variables(board, "tent {name}"), *hidden))
        tent, owns = (
            draft.facts(board.cells),
            dict(zip(pairs, draft.facts(range(cells, cells + len(pairs))), strict=True)),
        )
        for cell in board.cells:
            of = tuple(lit for (_, target), lit in owns.items() if target == cell)
            parts = (Clause((-tent[cell], *of)), Count(of, "<=", 1), *(Clause((-lit, tent[cell])) for lit in of))
            draft.rule(BELONGS(cell=board.name(cell)), *parts, at=[cell])
        for one, other in (*board.borders, *board.corners()):
            apart = Clause((-tent[one], -tent[other]))
            draft.rule(APART(cell=board.name(one), other=board.name(other)), apart, at=(one, other))
        for tree in trees:
            own = Count(tuple(lit for (origin, _), lit in owns.items() if origin == tree), "=", 1)
            draft.given(f"tree {board.name(tree)}", OWN(cell=board.name(tree)), own, at=[tree])
        for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
            if clue is not None and clue >= 0:
                many = Count(draft.facts(line.cells), "=", clue)
                draft.given(line.name.say(), COUNT(line=line.name, number=clue), many, at=line.cells)
        return draft.statement()

    def decode(self, puzzle: Tents, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))

    def check(self, puzzle: Tents, answer: Marks) -> str | None:
        """What is wrong with an answer. Tents that do not touch leave no tree with three, so trees and tents that hang
        together can be paired when they are as many."""
        board = puzzle.board
        if len(answer.cells) != len(puzzle.trees):
            return OTHER_SIZE
        tents = {cell for cell in board.cells if answer.cells[cell]}
        trees = {cell for cell in board.cells if puzzle.trees[cell]}
        camps = [
            (min(area), len(area & tents), len(area & trees))
            for area in areas(board, tents | trees, lambda one, other: (one in tents) != (other in tents))
        ]

        def on_trees() -> Iterator[str]:
            yield from (f"a tent is on the tree in {board.name(cell)}" for cell in sorted(tents & trees))

        def near() -> Iterator[str]:
            for one, other in (*board.borders, *board.corners()):
                if one in tents and other in tents:
                    yield f"two tents touch at {board.name(one)}"

        def told(words: str, wrong: Iterator[bool]) -> Iterator[str]:
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
            told("a tent is beside no tree", (not trees for _, _, trees in camps)),
            told("there are more tents than trees", (tents > trees for _, tents, trees in camps)),
            told("a tree has no tent", (not tents for _, tents, _ in camps)),
            told("there are fewer tents than trees", (tents < trees for _, tents, trees in camps)),
            counts(),
        )

    def parse(self, text: str) -> Tents:
        """An address of puzz.link; or rows with clues above and before them, T for a tree."""
        if address(text, *GENRES):
            return super().parse(text)
        above, before, rows = framed(text, expected=_EXPECTED)
        clues = [_clue(word, f"column {number}") for number, word in enumerate(above, 1)]
        clues += [_clue(word, f"row {number}") for number, word in enumerate(before, 1)]
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
