"""Numberlink: connect equal numbers by lines that share no cell; cells may stay empty.

In an Arukone, lines pass through every cell.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, genre_of
from entails.locale.message import Message
from entails.models.constraints import Clause, Connected, Count
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example
from entails.puzzles.common.cells import clue_text, hidden_choice
from entails.puzzles.common.checks import OTHER_SIZE, DrawnBoard, areas, first
from entails.puzzles.common.links import LoopPuzzle
from entails.puzzles.common.loops import Paths, Steps, step_variables

GENRES = ("numlin", "numberlink", "arukone")
ALIASES = ("numlin", "arukone")
PASSES = Message("the line neither ends nor branches in {cell}", "le trait ne s'arrête ni ne bifurque en {cell}")
ENDS = Message("exactly one line starts at the {number} in {cell}", "exactement un trait part du {number} en {cell}")
SAME = Message(
    "a line between {cell} and {other} belongs to one number",
    "un trait entre {cell} et {other} appartient à un seul nombre",
)
FILLED = Message("a line passes through {cell}", "un trait passe par {cell}")
REACHES = Message("every line reaches a number", "chaque trait atteint un nombre")


@dataclass(frozen=True)
class Numberlink(OnBoard):
    """The numbers of a grid, row by row."""

    clues: tuple[int | None, ...]
    full: ClassVar[bool] = False
    """Whether every cell is on a line."""


@dataclass(frozen=True)
class Arukone(Numberlink):
    """A Numberlink grid whose lines must pass through every cell."""

    full: ClassVar[bool] = True


_ARUKONE = PuzzleLink(Arukone, ("arukone",), (NUMBERS,))


@dataclass(frozen=True)
class _Links(PuzzleLink[Numberlink]):
    """Reader and writer of the addresses of both types; flag e allows empty cells in an Arukone."""

    def read(self, text: str) -> Numberlink:
        if genre_of(text) != "arukone":
            return super().read(text)
        may_leave_empty = text.replace("arukone/e/", "numlin/", 1)
        return _ARUKONE.read(text) if may_leave_empty == text else super().read(may_leave_empty)

    def write(self, puzzle: Numberlink) -> str:
        return _ARUKONE.write(puzzle) if isinstance(puzzle, Arukone) else super().write(puzzle)


class NumberlinkPuzzle(LoopPuzzle[Numberlink]):
    name = "numberlink"
    link = _Links(Numberlink, ("numlin", "numberlink"), (NUMBERS,))
    examples = (
        Example("small", "numlin/4/4/i2g1g1h2h3g3", "one solution"),
        Example("several", "numlin/4/4/3k13g2h1h2", "several solutions"),
        Example("clash", "numlin/4/4/i1i1h3g232g", "no solution"),
    )

    def state(self, puzzle: Numberlink) -> Statement:
        """State the puzzle: each cell has the index of the number whose line passes it, or 0."""
        board, clues, steps_many = puzzle.board, puzzle.clues, len(puzzle.board.borders)
        numbers = sorted({clue for clue in clues if clue is not None})
        joins = [hidden_choice(f"line of {board.name(cell)}", range(len(numbers) + 1)) for cell in board.cells]
        used = [boolean(f"{board.name(cell)} is on a line", hidden=True) for cell in board.cells]
        builder = StatementBuilder((*step_variables(board), *joins, *used))
        steps, cells = Steps(builder, board), len(board.cells)
        on_line = builder.facts(range(steps_many + cells, steps_many + 2 * cells))
        for cell, neighbour in board.borders:
            line = steps.between(cell, neighbour)
            alike = [
                Clause((-line, -builder.fact(steps_many + here, value), builder.fact(steps_many + there, value)))
                for here, there in ((cell, neighbour), (neighbour, cell))
                for value in range(len(numbers) + 1)
            ]
            names = board.name(cell), board.name(neighbour)
            builder.rule(SAME(cell=names[0], other=names[1]), *alike, at=names)
        for cell, clue in enumerate(clues):
            name, none = board.name(cell), builder.fact(steps_many + cell, 0)
            if clue is None:
                passing = (
                    Count(steps.at(cell), "=", 2, when=(on_line[cell],)),
                    Count(steps.at(cell), "=", 0, when=(-on_line[cell],)),
                )
                empty = Clause((none, on_line[cell])), Clause((-none, -on_line[cell]))
                builder.rule(PASSES(cell=name), *passing, *empty, at=[name])
            else:
                own = builder.fact(steps_many + cell, numbers.index(clue) + 1)
                begins = Count(steps.at(cell), "=", 1), Clause((own,))
                builder.rule(REACHES(), Clause((on_line[cell],)))
                builder.given(f"{name}={clue}", ENDS(number=clue, cell=name), *begins, at=[name])
            if puzzle.full:
                builder.rule(FILLED(cell=name), Clause((on_line[cell],)), at=[name])
        # Forbid closed rings: all cells on lines are connected by lines, if the numbers count as joined.
        numbered = [cell for cell in board.cells if clues[cell] is not None]
        by_lines = tuple((cell, cells + place) for place, step in enumerate(board.borders) for cell in step)
        chained = tuple(itertools.pairwise(numbered))
        builder.rule(REACHES(), Connected((*on_line, *steps.lits), (*by_lines, *chained)))
        return builder.statement()

    def check(self, puzzle: Numberlink, answer: Paths) -> str | None:
        board, clues = puzzle.board, puzzle.clues
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        drawn = DrawnBoard(board, answer.lines)
        ways = drawn.ways
        lines = [
            (area, [clues[cell] for cell in sorted(area) if clues[cell] is not None])
            for area in areas(board, ways, lambda cell, neighbour: neighbour in ways[cell])
        ]

        def lines_with(wrong: str, words: str) -> Iterator[str]:
            for area, joined in lines:
                bad = len(joined) > 2 if wrong == "many" else not joined if wrong == "none" else len(set(joined)) > 1
                if bad:
                    yield f"the line at {board.name(min(area))} {words}"

        def through() -> Iterator[str]:
            for cell, to in ways.items():
                if clues[cell] is not None and len(to) > 1:
                    yield f"a line goes through the number in {board.name(cell)}"

        def ends() -> Iterator[str]:
            for cell, to in ways.items():
                if clues[cell] is None and len(to) == 1:
                    yield f"the line has a loose end at {board.name(cell)}"

        def alone() -> Iterator[str]:
            yield from (
                f"no line begins in {board.name(cell)}"
                for cell in board.cells
                if clues[cell] is not None and cell not in ways
            )

        def empty() -> Iterator[str]:
            yield from (f"no line passes through {board.name(cell)}" for cell in board.cells if cell not in ways)

        return first(
            drawn.forks(),
            drawn.crosses(),
            lines_with("many", "joins more than two numbers"),
            lines_with("different", "joins different numbers"),
            through(),
            ends(),
            lines_with("none", "joins no number"),
            alone(),
            empty() if puzzle.full else iter(()),
        )

    def clues(self, puzzle: Numberlink) -> Sequence[str]:
        return list(map(clue_text, puzzle.clues))


PUZZLE = NumberlinkPuzzle()
