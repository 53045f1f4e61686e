"""Firefly: draw a line from the dot of each circle to another circle; a number counts the turns of the line.
A line never arrives at a dot. Lines neither cross nor branch, and all circles are connected.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ARROWS
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Connected, Count
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example
from entails.puzzles.common.cells import clue_text, hidden_choice
from entails.puzzles.common.checks import OTHER_SIZE, DrawnBoard, areas, first
from entails.puzzles.common.links import LoopPuzzle
from entails.puzzles.common.loops import Paths, Steps, step_variables

GENRES = ("firefly",)
ALIASES = ("hotaru-beam",)
PASSES = Message("the line neither ends nor branches in {cell}", "le trait ne s'arrête ni ne bifurque en {cell}")
ONWARD = Message(
    "a line between {cell} and {other} has one direction", "un trait entre {cell} et {other} a un seul sens"
)
LEAVES = Message("a line leaves the dot of {cell}", "un trait part du point de {cell}")
ARRIVES = Message("all other lines at {cell} end there", "tous les autres traits en {cell} s'y arrêtent")
TURNS = Plural(
    Message("the line from {cell} makes {count} turn", "le trait de {cell} fait {count} virage"),
    Message("the line from {cell} makes {count} turns", "le trait de {cell} fait {count} virages"),
)
COUNTED = Message(
    "the turns of the line through {cell} are counted", "les virages du trait passant par {cell} sont comptés"
)
CONNECTED = Message("all circles are connected", "tous les cercles sont reliés")
_SHOWN = " ↑↓←→"
_WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))

Circle = tuple[int, int]
"""The direction of the dot (1 up, 2 down, 3 left, 4 right, 0 none) and the number of turns, -1 if unknown."""


@dataclass(frozen=True)
class Firefly(OnBoard):
    """The circles of a grid, row by row, with the directions of their dots."""

    circles: tuple[Circle | None, ...]

    def dotted(self, cell: int) -> int | None:
        """Return the cell that the dot of a circle faces, or None if there is no dot or no such cell."""
        circle = self.circles[cell]
        if circle is None or not circle[0]:
            return None
        (row, column), (down, right) = self.board.place(cell), _WAYS[circle[0] - 1]
        row, column = row + down, column + right
        return self.board.cell(row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None


class _Flow:
    """Auxiliary variables: the direction of each line segment, and the number of turns left from each cell on.

    Numbers of turns above the largest clue are not distinguished.
    """

    def __init__(self, puzzle: Firefly) -> None:
        self.board: Lattice = puzzle.board
        self.most = max((circle[1] for circle in puzzle.circles if circle), default=0) + 1
        self.ways = [pair for cell, neighbour in self.board.borders for pair in ((cell, neighbour), (neighbour, cell))]
        self.first = len(self.board.borders)
        directed = [boolean(f"{self.board.name(a)} to {self.board.name(b)}", hidden=True) for a, b in self.ways]
        turns = [
            hidden_choice(f"turns from {self.board.name(cell)}", range(self.most + 1)) for cell in self.board.cells
        ]
        self.variables = (*directed, *turns)

    def read(self, builder: StatementBuilder) -> None:
        """Set the fields to the literals of these variables of a builder."""
        lits = builder.facts(range(self.first, self.first + len(self.ways)))
        self.to = dict(zip(self.ways, lits, strict=True))
        self._builder = builder

    def left(self, cell: int, turns: int) -> int:
        """Return the literal for "from this cell on, the line has this many turns left"."""
        return self._builder.fact(self.first + len(self.ways) + cell, min(turns, self.most))


def _pass(builder: StatementBuilder, puzzle: Firefly, flow: _Flow, steps: Steps, cell: int, on_line: int) -> None:
    """State the constraints of a cell without a circle: a line passes or avoids it; a turn uses one turn."""
    name, beside = puzzle.board.name(cell), list(puzzle.board.beside(cell))
    into, out = [flow.to[neighbour, cell] for neighbour in beside], [flow.to[cell, neighbour] for neighbour in beside]
    passing = (
        Count(steps.at(cell), "=", 2, when=(on_line,)),
        Count(steps.at(cell), "=", 0, when=(-on_line,)),
        Count(tuple(into), "=", 1, when=(on_line,)),
        Count(tuple(out), "=", 1, when=(on_line,)),
    )
    builder.rule(PASSES(cell=name), *passing, at=[name])
    counted = [Clause((on_line, flow.left(cell, 0)))]
    for come, before in zip(beside, into, strict=True):
        for go, behind in zip(beside, out, strict=True):
            turn = int(abs(come - cell) != abs(go - cell))
            if come == go:
                continue
            if puzzle.circles[go] is not None:
                counted.append(Clause((-before, -behind, flow.left(cell, turn))))
                continue
            for turns in range(flow.most + 1):
                here = flow.left(cell, turns + turn)
                counted.append(Clause((-before, -behind, -flow.left(go, turns), here)))
    builder.rule(COUNTED(cell=name), *counted, at=[name])


def _circle(builder: StatementBuilder, puzzle: Firefly, flow: _Flow, cell: int, on_line: int) -> None:
    """State the constraints of a circle: one line leaves at its dot, all other lines arrive."""
    board, name, dot, circle = puzzle.board, puzzle.board.name(cell), puzzle.dotted(cell), puzzle.circles[cell]
    assert circle is not None
    arriving = [Clause((-flow.to[cell, neighbour],)) for neighbour in board.beside(cell) if neighbour != dot]
    builder.rule(ARRIVES(cell=name), *arriving, Clause((flow.left(cell, 0),)), at=[name])
    builder.rule(CONNECTED(), Clause((on_line,)))
    if not circle[0]:
        return
    leaves = Clause((flow.to[cell, dot],)) if dot is not None else Count((), "=", 1)
    builder.given(f"dot {name}", LEAVES(cell=name), leaves, at=[name])
    if dot is not None and circle[1] >= 0:
        straight_there = puzzle.circles[dot] is not None  # the dot faces a circle, so the line has no turn
        turns = Count((), "=", circle[1]) if straight_there else Clause((flow.left(dot, circle[1]),))
        builder.given(f"{name}={circle[1]}", TURNS(circle[1], cell=name), turns, at=[name])


def _followed(puzzle: Firefly, ways: dict[int, list[int]], cell: int, go: int) -> tuple[int, int, int | None]:
    """Follow a line from a circle; return its turns, its end (None if it is loose) and the cell before the end."""
    turns, before, here = 0, cell, go
    while puzzle.circles[here] is None:
        onward = [neighbour for neighbour in ways[here] if neighbour != before]
        if len(onward) != 1:
            return turns, here, None
        turns += abs(onward[0] - here) != abs(here - before)
        before, here = here, onward[0]
    return turns, here, before


def _clue(circle: Circle | None) -> str:
    return "" if circle is None else f"{clue_text(circle[1]).replace('?', '')}{_SHOWN[circle[0]]}".strip() or "○"


class FireflyPuzzle(LoopPuzzle[Firefly]):
    name = "firefly"
    link = PuzzleLink(Firefly, GENRES, (ARROWS,))
    examples = (
        Example("small", "firefly/4/4/e21a3421e43a", "one solution"),
        Example("several", "firefly/4/4/e21a3.21e43a", "several solutions"),
        Example("clash", "firefly/4/4/e22a3421e43a", "no solution"),
    )

    def state(self, puzzle: Firefly) -> Statement:
        board, flow = puzzle.board, _Flow(puzzle)
        cells = len(board.cells)
        used = [boolean(f"{board.name(cell)} is on a line", hidden=True) for cell in board.cells]
        builder = StatementBuilder((*step_variables(board), *flow.variables, *used))
        flow.read(builder)
        steps = Steps(builder, board)
        on_line = builder.facts(range(flow.first + len(flow.ways) + cells, flow.first + len(flow.ways) + 2 * cells))
        for cell, neighbour in board.borders:
            line, there, back = steps.between(cell, neighbour), flow.to[cell, neighbour], flow.to[neighbour, cell]
            one_way = (
                Clause((-line, there, back)),
                Clause((-there, -back)),
                Clause((line, -there)),
                Clause((line, -back)),
            )
            builder.rule(ONWARD(cell=board.name(cell), other=board.name(neighbour)), *one_way, at=[])
        for cell in board.cells:
            if puzzle.circles[cell] is None:
                _pass(builder, puzzle, flow, steps, cell, on_line[cell])
            else:
                _circle(builder, puzzle, flow, cell, on_line[cell])
        by_lines = tuple((cell, cells + place) for place, step in enumerate(board.borders) for cell in step)
        builder.rule(CONNECTED(), Connected((*on_line, *steps.lits), by_lines))
        if not any(puzzle.circles):  # nothing begins or ends a line
            builder.rule(CONNECTED(), Count(on_line, "=", 0))
        return builder.statement()

    def check(self, puzzle: Firefly, answer: Paths) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        ways = DrawnBoard(board, answer.lines).ways
        circles = [cell for cell in board.cells if puzzle.circles[cell] is not None]
        empty = {cell: to for cell, to in ways.items() if puzzle.circles[cell] is None}

        def forks(many: int, words: str) -> Iterator[str]:
            yield from (f"the line {words} at {board.name(cell)}" for cell, to in empty.items() if len(to) == many)

        def lines() -> Iterator[tuple[int, int, int, int | None, bool, bool]]:
            """Yield each line twice, once from either end.

            The values are start, end, turns, the cell before the end, and whether it starts and ends at a dot.
            """
            for cell in circles:
                for go in ways.get(cell, ()):
                    turns, end, before = _followed(puzzle, ways, cell, go)
                    yield cell, end, turns, before, go == puzzle.dotted(cell), before == puzzle.dotted(end)

        def whole(wrong: str) -> Iterator[str]:
            for cell, end, turns, before, from_dot, to_dot in lines():
                number = (puzzle.circles[cell] or (0, -1))[1]
                if before is None:
                    continue
                if wrong == "dots" and from_dot and to_dot:
                    yield f"a line joins the dots of {board.name(cell)} and {board.name(end)}"
                if wrong == "bodies" and not from_dot and not to_dot:
                    yield f"a line from {board.name(cell)} to {board.name(end)} starts at no dot"
                if wrong == "turns" and from_dot and number not in (-1, turns):
                    yield f"the line from {board.name(cell)} turns {turns} times, not {number}"

        def loose() -> Iterator[str]:
            yield from (f"the line has a loose end at {board.name(cell)}" for cell, to in empty.items() if len(to) == 1)

        def apart() -> Iterator[str]:
            if len(list(areas(board, ways, lambda cell, neighbour: neighbour in ways[cell]))) > 1:
                yield "the circles are not connected"

        def ring() -> Iterator[str]:
            yield from (
                f"the line at {board.name(min(line))} reaches no circle"
                for line in areas(board, ways, lambda cell, neighbour: neighbour in ways[cell])
                if line.isdisjoint(circles)
            )

        def dark() -> Iterator[str]:
            for cell in circles:
                circle = puzzle.circles[cell]
                if circle and circle[0] and puzzle.dotted(cell) not in ways.get(cell, ()):
                    yield f"no line leaves the dot of {board.name(cell)}"

        def alone() -> Iterator[str]:
            if len(circles) > 1:
                yield from (f"no line reaches the circle in {board.name(cell)}" for cell in circles if cell not in ways)

        return first(
            forks(3, "branches"),
            forks(4, "crosses itself"),
            whole("dots"),
            whole("bodies"),
            whole("turns"),
            loose(),
            apart(),
            ring(),
            dark(),
            alone(),
        )

    def clues(self, puzzle: Firefly) -> Sequence[str]:
        return list(map(_clue, puzzle.circles))


PUZZLE = FireflyPuzzle()
