"""Kakuro: fill in digits so that each run adds up to its clue; no digit repeats in a run."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.parts import HOME, Body, Cells, address, value_of
from entails.formats.text import EMPTY, place, rows_of
from entails.locale.message import Message, Sentence
from entails.models.constraints import AllDifferent, Linear
from entails.models.drawing import Cell, Drawing, Kind
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Digits, Values, digit_choices, digit_variables
from entails.puzzles.common.checks import OTHER_SIZE, first

GENRES = ("kakuro",)
ACROSS = Message("the run to the right of {place}", "la suite à droite de {place}")
DOWN = Message("the run below {place}", "la suite sous {place}")
NO_TWICE = Message("no digit repeats in {run}", "aucun chiffre ne se répète dans {run}")
ADDS_UP = Message("{run} adds up to {sum}", "{run} a pour somme {sum}")
_DIGITS = range(1, 10)
_WORD = re.compile(r"(\d{0,2})\\(\d{0,2})")
_EXPECTED = (
    r"a puzz.link address, or rows of . for a cell, x for a wall and 4\8 for sums below and to the right, including "
    "the row above and the column before the grid"
)

Wall = tuple[int, int]
"""The sums of the runs below and to the right; 0 without a clue."""


@dataclass(frozen=True)
class Kakuro:
    """Walls, with their sums, and empty cells (None), row by row.

    The row above the grid and the column before it are included; they are all walls.
    """

    rows: int
    columns: int
    walls: tuple[Wall | None, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)

    def wall(self, row: int, column: int) -> Wall | None:
        """Return the wall at a place, or None for a cell. Row 0 is above the grid, column 0 to the left of it."""
        return self.walls[row * (self.columns + 1) + column]

    @property
    def cells(self) -> list[int]:
        """The cells that take a digit."""
        board = self.board
        return [cell for cell in board.cells if self.wall(*(at + 1 for at in board.place(cell))) is None]


@dataclass(frozen=True)
class Run:
    """A run of cells in a line after a wall, with its sum."""

    name: Sentence
    short: str
    cells: tuple[int, ...]
    sum: int


def runs(puzzle: Kakuro) -> Iterator[Run]:
    """Yield every run: those across, then those down."""
    board = puzzle.board
    for down in (0, 1):
        for row in range(puzzle.rows + 1):
            for column in range(puzzle.columns + 1):
                wall = puzzle.wall(row, column)
                if wall is None:
                    continue
                cells, r, c = list[int](), row + down, column + 1 - down
                while r <= puzzle.rows and c <= puzzle.columns and puzzle.wall(r, c) is None:
                    cells.append(board.cell(r - 1, c - 1))
                    r, c = r + down, c + 1 - down
                if cells:
                    name, way = f"r{row}c{column}", DOWN if down else ACROSS
                    yield Run(way(place=name), f"{name} {'down' if down else 'across'}", tuple(cells), wall[1 - down])


def _sum(character: str) -> int:
    """Return the sum that a character of an address stands for: 0 to 9, a to j (to 19), A to Z (to 45); - is 0."""
    return 0 if character == "-" else value_of(character.lower(), 36) + (10 if character.isupper() else 0)


def _sum_text(number: int) -> str:
    return "0123456789abcdefghij"[number] if number < 20 else chr(ord("A") + number - 20)


def _wall(first: str, body: Body) -> Wall:
    return (0, 0) if first == "." else (_sum(first), _sum(body.take()))


def _wall_text(wall: Wall) -> str:
    return "".join(map(_sum_text, wall)) if any(wall) else "."


_INSIDE = Cells(20, _wall, _wall_text)


def _from_address(body: Body) -> Kakuro:
    """Parse the body of an address: the walls inside the grid, then the sums on its top and left sides."""
    inside = _INSIDE.read(body)
    rows = [inside[start : start + body.columns] for start in range(0, len(inside), body.columns)]
    above = [(0, 0) if wall else (_sum(body.take()), 0) for wall in rows[0]]
    before = [(0, 0) if row[0] else (0, _sum(body.take())) for row in rows]
    if not body.ended:
        left = body.text[body.at :][:12]
        raise InvalidPuzzle(f"unexpected {left!r}", where="address", expected="the end of the address")
    walls: list[Wall | None] = [(0, 0), *above]
    for wall, row in zip(before, rows, strict=True):
        walls += [wall, *row]
    return Kakuro(body.rows, body.columns, tuple(walls))


def _typed(word: str, where: str) -> Wall | None:
    if word in EMPTY:
        return None
    match = _WORD.fullmatch("\\" if word in ("x", "#") else word)
    if match is None:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=r"., x or sums such as 4\8")
    sums = int(match[1] or 0), int(match[2] or 0)
    if max(sums) > sum(_DIGITS):
        raise InvalidPuzzle(f"{max(sums)} is not a sum of different digits", where=where, expected="at most 45")
    return sums


def _around(walls: Sequence[Wall | None], wide: int) -> Iterator[tuple[Wall, Wall | None, int]]:
    """Yield the walls above and left of the grid, with the place after each and the index of its sum."""
    for way, places, step in ((0, range(1, wide), wide), (1, range(wide, len(walls), wide), 1)):
        for at in places:
            yield walls[at] or (0, 0), walls[at + step], way


class KakuroPuzzle(Puzzle[Kakuro, Digits]):
    name = "kakuro"
    model = Kakuro
    text_format = _EXPECTED
    examples = (
        Example("small", "kakuro/4/4/la070n06m.06l498a", "one solution"),
        Example("several", "kakuro/4/4/la070n06m.06l008a", "several solutions"),
        Example("clash", "kakuro/4/4/la070n06m.06l598a", "no solution"),
    )

    def state(self, puzzle: Kakuro) -> Statement:
        """State the puzzle: the sums are the clues."""
        board, cells = puzzle.board, puzzle.cells
        number = {cell: place for place, cell in enumerate(cells)}
        builder = StatementBuilder(digit_variables(board, _DIGITS, cells))
        for run in runs(puzzle):
            over = tuple(number[cell] for cell in run.cells)
            builder.rule(NO_TWICE(run=run.name), AllDifferent(over), at=over)
            if run.sum:
                adding = Linear(tuple((1, variable) for variable in over), "=", run.sum)
                builder.given(f"{run.short}={run.sum}", ADDS_UP(run=run.name, sum=run.sum), adding, at=over)
        return builder.statement()

    def decode(self, puzzle: Kakuro, values: Values) -> Digits:
        return Digits.at(puzzle.board, puzzle.cells, values)

    def check(self, puzzle: Kakuro, answer: Digits) -> str | None:
        if len(answer.cells) != puzzle.rows * puzzle.columns:
            return OTHER_SIZE
        held = [(run, [digit for cell in run.cells if (digit := answer.cells[cell])]) for run in runs(puzzle)]

        def twice() -> Iterator[str]:
            yield from (
                f"{run.name.say()} has a repeated digit" for run, digits in held if len({*digits}) < len(digits)
            )

        def sums() -> Iterator[str]:
            for run, digits in held:
                if run.sum and len(digits) == len(run.cells) and sum(digits) != run.sum:
                    yield f"{run.name.say()} adds up to {sum(digits)}, not {run.sum}"

        def missing() -> Iterator[str]:
            for cell in puzzle.cells:
                if answer.cells[cell] not in _DIGITS:
                    yield f"{puzzle.board.name(cell)} has no digit"

        return first(twice(), sums(), missing())

    def parse(self, text: str) -> Kakuro:
        """Parse a puzz.link address, or rows with the walls around the grid: x or sums; . is a cell."""
        if link := address(text, *GENRES):
            return _from_address(Body(link.body, link.rows, link.columns))
        rows = rows_of(text, expected=_EXPECTED)
        walls = [_typed(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)]
        wide = len(rows[0])
        if len(rows) < 2 or wide < 2 or None in walls[:wide] or None in walls[::wide]:
            raise InvalidPuzzle("the first row and the first column are not all walls", expected=_EXPECTED)
        if any(walls[0] or ()) or any(
            wall[1 - way] or (wall[way] and behind is not None) for wall, behind, way in _around(walls, wide)
        ):
            raise InvalidPuzzle("a sum outside the grid has no run", expected=_EXPECTED)
        return Kakuro(len(rows) - 1, wide - 1, tuple(walls))

    def format(self, puzzle: Kakuro) -> str:
        """Return the address without the site."""
        wide, body = puzzle.columns + 1, Body("", puzzle.rows, puzzle.columns)
        inside = tuple(wall for place, wall in enumerate(puzzle.walls) if place >= wide and place % wide)
        sums = "".join(_sum_text(wall[way]) for wall, behind, way in _around(puzzle.walls, wide) if behind is None)
        return f"kakuro/{puzzle.columns}/{puzzle.rows}/{_INSIDE.write(inside, body)}{sums}"

    def url(self, puzzle: Kakuro) -> str:
        return HOME + self.format(puzzle)

    def draw(self, puzzle: Kakuro, answer: Digits | None) -> Drawing:
        """Draw the grid with the walls around it, as in magazines."""
        cells = []
        for at, wall in enumerate(puzzle.walls):
            row, column = divmod(at, puzzle.columns + 1)
            if wall is not None:
                clue = f"{wall[0] or ''}\\{wall[1] or ''}" if any(wall) else ""
                cells.append(Cell(row=row, column=column, clue=clue, kind="given", shade="light"))
                continue
            cell = puzzle.board.cell(row - 1, column - 1)
            digit = answer.cells[cell] if answer else None
            kind: Kind = "open" if digit is None else "found"
            text = "" if digit is None else str(digit)
            cells.append(Cell(row=row, column=column, name=puzzle.board.name(cell), text=text, kind=kind))
        return Drawing(
            rows=puzzle.rows + 1, columns=puzzle.columns + 1, cells=tuple(cells), choices=digit_choices(_DIGITS)
        )


PUZZLE = KakuroPuzzle()
