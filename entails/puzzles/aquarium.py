"""Aquarium: fill the tanks with water so that the numbers count the full cells of each row and column.
Water lies level: it fills every cell of its tank that it can reach without rising.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import WALLS, Body, Cells, Gap, address, rows_and_columns
from entails.formats.text import clue_in, framed
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.drawing import Drawing
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    Marks,
    Values,
    clue_text,
    loose_walls,
    marked_cells,
    yes_no_variables,
    yes_or_no,
)
from entails.puzzles.common.checks import OTHER_SIZE, areas, first
from entails.puzzles.common.links import LinkPuzzle
from entails.puzzles.common.regions import Roomed

GENRES = ("aquarium",)
LEVEL = Message(
    "the water is level: {cell} and {other} are both full or both empty",
    "l'eau est à niveau : {cell} et {other} sont toutes deux pleines ou toutes deux vides",
)
RESTS = Message(
    "water in {cell} implies water below it in {other}", "l'eau en {cell} implique de l'eau au-dessous en {other}"
)
FULL = Plural(
    Message("{line} has {count} full cell", "{line} a {count} case pleine"),
    Message("{line} has {count} full cells", "{line} a {count} cases pleines"),
)


_EXPECTED = "a puzz.link address, or clues above and before rows of letters that name the tanks"


@dataclass(frozen=True)
class Aquarium(Roomed):
    """Tanks and clues: those above the columns, then those beside the rows."""

    clues: tuple[int | None, ...]


def _bodies(puzzle: Aquarium) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield each row, with the connected areas of the tanks from that row down."""
    board, rooms = puzzle.board, puzzle.rooms
    for row in range(board.rows):
        below = range(row * board.columns, len(rooms))
        yield row, [sorted(area) for area in areas(board, below, puzzle.open_between)]


class AquariumPuzzle(LinkPuzzle[Aquarium, Marks]):
    name = "aquarium"
    text_format = _EXPECTED
    link = PuzzleLink(Aquarium, GENRES, (WALLS, Gap(), Cells(many=rows_and_columns, signs="")))
    examples = (
        Example("small", "aquarium/5/5/du8096h0/g12g3g31h", "one solution"),
        Example("several", "aquarium/5/5/du8096h0/h2g3g31h", "several solutions"),
        Example("clash", "aquarium/5/5/du8096h0/212g3g31h", "no solution"),
    )

    def parse(self, text: str) -> Aquarium:
        """Parse a puzz.link address; or rows of letters that name the tanks, with clues above and before them."""
        if address(text, *GENRES):
            return super().parse(text)
        above, before, rows = framed(text, expected=_EXPECTED)
        clues = [clue_in(word, f"column {number}") for number, word in enumerate(above, 1)]
        clues += [clue_in(word, f"row {number}") for number, word in enumerate(before, 1)]
        walls = WALLS.typed([word for row in rows for word in row], Body("", len(rows), len(rows[0])))
        return Aquarium(len(rows), len(rows[0]), walls or (), tuple(clues))

    def state(self, puzzle: Aquarium) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "water {name}"))
        full = builder.facts(board.cells)
        for row, bodies in _bodies(puzzle):
            for cells in bodies:
                top = [cell for cell in cells if board.place(cell)[0] == row]
                for left, right in itertools.pairwise(top):
                    level = Clause((-full[left], full[right])), Clause((full[left], -full[right]))
                    builder.rule(LEVEL(cell=board.name(left), other=board.name(right)), *level, at=(left, right))
                for below in [cell for cell in cells if board.place(cell)[0] == row + 1] if top else ():
                    rests = Clause((-full[top[0]], full[below]))
                    builder.rule(RESTS(cell=board.name(top[0]), other=board.name(below)), rests, at=(top[0], below))
        for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
            if clue is not None and clue >= 0:
                count = Count(builder.facts(line.cells), "=", clue)
                builder.given(line.name.say(), FULL(clue, line=line.name), count, at=line.cells)
        return builder.statement()

    def decode(self, puzzle: Aquarium, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values))

    def check(self, puzzle: Aquarium, answer: Marks) -> str | None:
        board, rooms = puzzle.board, puzzle.rooms
        if len(answer.cells) != len(rooms):
            return OTHER_SIZE
        full = {cell for cell in board.cells if answer.cells[cell]}

        def falls() -> Iterator[str]:
            for cell, neighbour in board.borders:
                down = neighbour == cell + board.columns and board.place(cell)[1] == board.place(neighbour)[1]
                if down and puzzle.open_between(cell, neighbour) and cell in full and neighbour not in full:
                    yield f"the water in {board.name(cell)} has no water below it"

        def counts() -> Iterator[str]:
            for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
                held = sum(cell in full for cell in line.cells)
                if clue not in (None, -1, held):
                    yield f"{line.name.say()} has {held} full cells, not {clue}"

        def slopes() -> Iterator[str]:
            """Check that water fills every cell of its tank that it can reach without rising."""
            for start in sorted(full):
                reached, waiting = {start}, [start]
                while waiting:
                    here = waiting.pop()
                    for neighbour in board.beside(here):
                        rises = board.place(neighbour)[0] < board.place(start)[0]
                        if not rises and neighbour not in reached and puzzle.open_between(here, neighbour):
                            reached.add(neighbour)
                            waiting.append(neighbour)
                if not reached <= full:
                    yield f"the water in {board.name(start)} is not level"

        return first(falls(), slopes(), counts())

    def format_answer(self, answer: Any) -> str:
        return str(answer.text(".#"))

    def draw(self, puzzle: Aquarium, answer: Marks | None) -> Drawing:
        words = [(clue_text(clue),) for clue in puzzle.clues]
        return Drawing(
            rows=puzzle.rows,
            columns=puzzle.columns,
            cells=marked_cells(puzzle.board, answer, shade="black"),
            regions=puzzle.rooms,
            edges=loose_walls(puzzle.board, puzzle.walls, puzzle.rooms),
            top=tuple(words[: puzzle.columns]),
            left=tuple(words[puzzle.columns :]),
            choices=yes_or_no("■", "water {name}", "black"),
        )


PUZZLE = AquariumPuzzle()
