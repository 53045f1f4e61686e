"""Yajilin: draw one loop through every cell that is neither black nor a clue; arrows count black cells ahead.
No two black cells share an edge.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ARROWS
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.drawing import Drawing
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common import loops
from entails.puzzles.common.cells import APART, Marks, Values, ahead, clue_text, marked_cells, yes_no_variables
from entails.puzzles.common.checks import OTHER_SIZE, DrawnBoard, first, touching
from entails.puzzles.common.links import LinkPuzzle
from entails.puzzles.common.loops import Paths, Steps, one_loop, step_edges, step_variables

GENRES = ("yajilin", "yajirin")
ALIASES = ("arrow-ring",)
POINTS = Plural(
    Message("the arrow in {cell} points at {count} black cell", "la flèche en {cell} montre {count} case noire"),
    Message("the arrow in {cell} points at {count} black cells", "la flèche en {cell} montre {count} cases noires"),
)
CLUE = Message(
    "the clue cell {cell} is neither black nor on the loop", "la case à indice {cell} n'est ni noire ni sur la boucle"
)
ONE_OR_OTHER = Message("{cell} is either black or on the loop", "{cell} est soit noire soit sur la boucle")
ARROWS_SHOWN = " ↑↓←→"

Arrow = tuple[int, int]
"""A direction (1 up, 2 down, 3 left, 4 right, 0 none) and a number, -1 if unknown."""


@dataclass(frozen=True)
class Yajilin(OnBoard):
    """The clues of a grid, row by row: each an arrow and a number."""

    clues: tuple[Arrow | None, ...]


@dataclass(frozen=True)
class Ring:
    """A solution: the black cells and the loop."""

    marks: Marks
    loop: Paths

    def text(self) -> str:
        return self.loop.text(["?" if mark is None else ".#"[mark] for mark in self.marks.cells])


class YajilinPuzzle(LinkPuzzle[Yajilin, Ring]):
    name = "yajilin"
    link = PuzzleLink(Yajilin, GENRES, (ARROWS,))
    examples = (
        Example("small", "yajilin/5/5/30m3140a40g", "one solution"),
        Example("several", "yajilin/5/5/n3140a40g", "several solutions"),
        Example("clash", "yajilin/5/5/11m3140a40g", "no solution"),
    )

    def state(self, puzzle: Yajilin) -> Statement:
        board = puzzle.board
        builder = StatementBuilder((*step_variables(board), *yes_no_variables(board, "black {name}")))
        steps, black = (
            Steps(builder, board),
            builder.facts(range(len(board.borders), len(board.borders) + len(board.cells))),
        )
        one_loop(builder, board, steps)
        for cell, neighbour in board.borders:
            names = board.name(cell), board.name(neighbour)
            builder.rule(APART(cell=names[0], other=names[1]), Clause((-black[cell], -black[neighbour])), at=names)
        for cell, clue in enumerate(puzzle.clues):
            name, lines = board.name(cell), steps.at(cell)
            if clue is None:
                builder.rule(ONE_OR_OTHER(cell=name), Count((*lines, black[cell], black[cell]), "=", 2), at=[name])
                continue
            builder.rule(CLUE(cell=name), Count((*lines, black[cell]), "=", 0), at=[name])
            way, number = clue
            if way and number >= 0:
                seen = tuple(black[target] for target in ahead(board, cell)[way - 1])
                builder.given(f"{name}={number}", POINTS(number, cell=name), Count(seen, "=", number), at=[name])
        return builder.statement()

    def decode(self, puzzle: Yajilin, values: Values) -> Ring:
        lines = len(puzzle.board.borders)
        return Ring(
            Marks(puzzle.columns, tuple(values[lines:])), Paths(puzzle.rows, puzzle.columns, tuple(values[:lines]))
        )

    def check(self, puzzle: Yajilin, answer: Ring) -> str | None:
        board = puzzle.board
        if len(answer.marks.cells) != len(puzzle.clues) or len(answer.loop.lines) != len(board.borders):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.marks.cells[cell]}
        drawn = DrawnBoard(board, answer.loop.lines)

        def on_black() -> Iterator[str]:
            for cell in sorted(drawn.ways):
                if cell in black or puzzle.clues[cell] is not None:
                    yield f"the line goes through {board.name(cell)}, which is black or a clue"

        def counts() -> Iterator[str]:
            for cell, clue in enumerate(puzzle.clues):
                if clue is None or not clue[0] or clue[1] < 0:
                    continue
                step = (0, -board.columns, board.columns, -1, 1)[clue[0]]
                held, here = 0, cell
                while board.place(here)[clue[0] < 3] == board.place(cell)[clue[0] < 3] and here in board.cells:
                    held += here in black
                    here += step
                if held != clue[1]:
                    yield f"the arrow in {board.name(cell)} points at {held} black cells, not {clue[1]}"

        def black_clues() -> Iterator[str]:
            yield from (f"the clue in {board.name(cell)} is black" for cell in sorted(black) if puzzle.clues[cell])

        def empty() -> Iterator[str]:
            for cell in board.cells:
                if cell not in black and cell not in drawn.ways and puzzle.clues[cell] is None:
                    yield f"{board.name(cell)} is neither black nor on the loop"

        return first(
            drawn.forks(),
            drawn.crosses(),
            on_black(),
            touching(board, black),
            counts(),
            black_clues(),
            drawn.ends(),
            drawn.loops(),
            empty(),
        )

    def draw(self, puzzle: Yajilin, answer: Ring | None) -> Drawing:
        board = puzzle.board
        clues = [
            "" if clue is None else f"{clue_text(clue[1])}{ARROWS_SHOWN[clue[0]].strip()}" or "?"
            for clue in puzzle.clues
        ]
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=marked_cells(board, answer.marks if answer else None, shade="black", clues=clues, settled=True),
            edges=step_edges(board, answer.loop.lines if answer else None),
            lines=answer.loop.drawn() if answer else (),
            choices=loops.CHOICES,
        )


PUZZLE = YajilinPuzzle()
