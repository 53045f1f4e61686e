"""Firefly: a line from the dot of each circle to another circle, never to its dot; a number counts its turns, and all
circles hang together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ARROWS
from entails.locale.message import Message
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
PASSES = Message("the line neither ends nor forks in {cell}", "le trait ne s'arrête ni ne bifurque en {cell}")
ONWARD = Message("a line through {cell} goes one way", "un trait par {cell} va dans un seul sens")
LEAVES = Message("a line leaves the dot of {cell}", "un trait part du point de {cell}")
ARRIVES = Message("other lines at {cell} arrive there", "les autres traits en {cell} y arrivent")
TURNS = Message("the line from {cell} turns so often: {number}", "le trait de {cell} tourne tant de fois : {number}")
COUNTED = Message("turns are counted in {cell}", "les virages sont comptés en {cell}")
TOGETHER = Message("all circles hang together", "tous les cercles sont reliés")
_SHOWN = " ↑↓←→"
_WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))

Circle = tuple[int, int]
"""Where its dot is (1 up, 2 down, 3 left, 4 right, 0 nowhere) and the number of turns, -1 without one."""


@dataclass(frozen=True)
class Firefly(OnBoard):
    """The circles of a board, row by row."""

    circles: tuple[Circle | None, ...]

    def dotted(self, cell: int) -> int | None:
        """The cell that the dot of a circle looks at; None where it has no dot, or looks out of the board."""
        circle = self.circles[cell]
        if circle is None or not circle[0]:
            return None
        (row, column), (down, right) = self.board.place(cell), _WAYS[circle[0] - 1]
        row, column = row + down, column + right
        return self.board.cell(row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None


class _Flow:
    """Which way each piece of line goes, and how many turns are left from each cell on, beyond the largest number all
    alike: hidden variables behind those of the lines."""

    def __init__(self, puzzle: Firefly) -> None:
        self.board: Lattice = puzzle.board
        self.most = max((circle[1] for circle in puzzle.circles if circle), default=0) + 1
        self.ways = [pair for one, other in self.board.borders for pair in ((one, other), (other, one))]
        self.first = len(self.board.borders)
        directed = [boolean(f"{self.board.name(a)} to {self.board.name(b)}", hidden=True) for a, b in self.ways]
        turns = [
            hidden_choice(f"turns from {self.board.name(cell)}", range(self.most + 1)) for cell in self.board.cells
        ]
        self.variables = (*directed, *turns)

    def read(self, draft: StatementBuilder) -> None:
        """Take the literals from a draft with these variables."""
        lits = draft.facts(range(self.first, self.first + len(self.ways)))
        self.to = dict(zip(self.ways, lits, strict=True))
        self._draft = draft

    def left(self, cell: int, turns: int) -> int:
        """The fact that so many turns are left in this cell and behind it."""
        return self._draft.fact(self.first + len(self.ways) + cell, min(turns, self.most))


def _pass(draft: StatementBuilder, puzzle: Firefly, flow: _Flow, steps: Steps, cell: int, on_line: int) -> None:
    """An empty cell: a line comes in and goes out, and the turns that are left are one less behind a turn."""
    name, beside = puzzle.board.name(cell), list(puzzle.board.beside(cell))
    into, out = [flow.to[other, cell] for other in beside], [flow.to[cell, other] for other in beside]
    passing = (
        Count(steps.at(cell), "=", 2, when=(on_line,)),
        Count(steps.at(cell), "=", 0, when=(-on_line,)),
        Count(tuple(into), "=", 1, when=(on_line,)),
        Count(tuple(out), "=", 1, when=(on_line,)),
    )
    draft.rule(PASSES(cell=name), *passing, at=[name])
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
    draft.rule(COUNTED(cell=name), *counted, at=[name])


def _circle(draft: StatementBuilder, puzzle: Firefly, flow: _Flow, cell: int, on_line: int) -> None:
    """A line leaves the dot, and all others arrive."""
    board, name, dot, circle = puzzle.board, puzzle.board.name(cell), puzzle.dotted(cell), puzzle.circles[cell]
    assert circle is not None
    arriving = [Clause((-flow.to[cell, other],)) for other in board.beside(cell) if other != dot]
    draft.rule(ARRIVES(cell=name), *arriving, Clause((flow.left(cell, 0),)), at=[name])
    draft.rule(TOGETHER(), Clause((on_line,)))
    if not circle[0]:
        return
    leaves = Clause((flow.to[cell, dot],)) if dot is not None else Count((), "=", 1)
    draft.given(f"dot {name}", LEAVES(cell=name), leaves, at=[name])
    if dot is not None and circle[1] >= 0:
        straight_there = puzzle.circles[dot] is not None  # to the circle beside it, without room for a turn
        turns = Count((), "=", circle[1]) if straight_there else Clause((flow.left(dot, circle[1]),))
        draft.given(f"{name}={circle[1]}", TURNS(cell=name, number=circle[1]), turns, at=[name])


def _followed(puzzle: Firefly, ways: dict[int, list[int]], cell: int, go: int) -> tuple[int, int, int | None]:
    """From a circle along a line: its turns, where it ends, and the cell before that; None for a loose end."""
    turns, before, here = 0, cell, go
    while puzzle.circles[here] is None:
        onward = [other for other in ways[here] if other != before]
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
        draft = StatementBuilder((*step_variables(board), *flow.variables, *used))
        flow.read(draft)
        steps = Steps(draft, board)
        on_line = draft.facts(range(flow.first + len(flow.ways) + cells, flow.first + len(flow.ways) + 2 * cells))
        for one, other in board.borders:
            line, there, back = steps.between(one, other), flow.to[one, other], flow.to[other, one]
            one_way = (
                Clause((-line, there, back)),
                Clause((-there, -back)),
                Clause((line, -there)),
                Clause((line, -back)),
            )
            draft.rule(ONWARD(cell=f"{board.name(one)}, {board.name(other)}"), *one_way, at=[])
        for cell in board.cells:
            if puzzle.circles[cell] is None:
                _pass(draft, puzzle, flow, steps, cell, on_line[cell])
            else:
                _circle(draft, puzzle, flow, cell, on_line[cell])
        by_lines = tuple((cell, cells + place) for place, step in enumerate(board.borders) for cell in step)
        draft.rule(TOGETHER(), Connected((*on_line, *steps.lits), by_lines))
        return draft.statement()

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
            """Each line from either end: where it begins and ends, its turns, the cell before its end, dots or not."""
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
                    yield f"a line from {board.name(cell)} to {board.name(end)} leaves no dot"
                if wrong == "turns" and from_dot and number not in (-1, turns):
                    yield f"the line from {board.name(cell)} turns {turns} times, not {number}"

        def loose() -> Iterator[str]:
            yield from (f"the line has a loose end at {board.name(cell)}" for cell, to in empty.items() if len(to) == 1)

        def apart() -> Iterator[str]:
            if len(list(areas(board, ways, lambda one, other: other in ways[one]))) > 1:
                yield "the circles do not hang together"

        def dark() -> Iterator[str]:
            for cell in circles:
                circle = puzzle.circles[cell]
                if circle and circle[0] and puzzle.dotted(cell) not in ways.get(cell, ()):
                    yield f"no line leaves the dot of {board.name(cell)}"

        def alone() -> Iterator[str]:
            if len(circles) > 1:
                yield from (f"no line reaches the circle in {board.name(cell)}" for cell in circles if cell not in ways)

        return first(
            forks(3, "forks"),
            forks(4, "crosses itself"),
            whole("dots"),
            whole("bodies"),
            whole("turns"),
            loose(),
            apart(),
            dark(),
            alone(),
        )

    def clues(self, puzzle: Firefly) -> Sequence[str]:
        return list(map(_clue, puzzle.circles))


PUZZLE = FireflyPuzzle()
