"""Nonogram: shade cells; the clues of a row or column are the lengths of its black runs, in order."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from entails.formats.puzzlink import numbers
from entails.formats.puzzlink.parts import HOME, NUMBERS, UNKNOWN, Body, address
from entails.formats.text import MOST, boards, one_board
from entails.locale.message import Message, Plural, all_of
from entails.models.constraints import Automaton
from entails.models.drawing import Drawing, blocks
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle, quantity
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Marks, Values, marked_cells, yes_no_variables, yes_or_no
from entails.puzzles.common.checks import OTHER_SIZE

GENRES = ("nonogram",)
RUNS = Plural(
    Message("{line} has a black run of length {runs}", "{line} a une suite noire de longueur {runs}"),
    Message("{line} has black runs of lengths {runs}", "{line} a des suites noires de longueurs {runs}"),
)
WHITE = Message("{line} has no black cell", "{line} n'a aucune case noire")
_CLUES = "5x3: and the clues of columns, then rows, between slashes, such as 1/1.1/3"

Runs = tuple[int, ...]


@dataclass(frozen=True)
class Nonogram:
    """The lengths of the black runs of each row and column."""

    rows: tuple[Runs, ...]
    columns: tuple[Runs, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(len(self.rows), len(self.columns))


@lru_cache(64)
def board_alone(rows: int, columns: int) -> Statement:
    """Return the statement of a grid without clues, with a black or white value for each cell."""
    return StatementBuilder(yes_no_variables(Lattice(rows, columns), "black {name}")).statement()


@lru_cache(1024)
def _reading(runs: Runs) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """Return an automaton (final state and transitions) that accepts lines with these runs.

    A state counts the black cells and the gaps between runs so far.
    """
    steps, at = [], 0
    for number, run in enumerate(runs):
        steps.append((at, 0, at))
        for _ in range(run):
            steps.append((at, 1, at + 1))
            at += 1
        if number + 1 < len(runs):
            steps.append((at, 0, at + 1))
            at += 1
    return at, (*steps, (at, 0, at))


def _outward(clues: Sequence[int | None], slots: int) -> list[Runs]:
    """Return the runs of all lines in reading order, from clues that are listed from the grid outward."""
    lines = (clues[start : start + slots] for start in range(0, len(clues), slots))
    return [tuple(run for run in reversed(line) if run) for line in lines]


def _runs(words: Sequence[str], where: str) -> Runs:
    if any(len(word) > 3 for word in words):
        raise InvalidPuzzle("a run is too long", where=where, expected=f"1 to {MOST}")
    return tuple(int(word) for word in words if word.strip("0"))


def _puzzle(rows: Sequence[Runs], columns: Sequence[Runs]) -> Nonogram:
    if not (1 <= len(rows) <= MOST and 1 <= len(columns) <= MOST):
        raise InvalidPuzzle(f"{len(rows)} rows and {len(columns)} columns", expected=f"1 to {MOST} of each")
    return Nonogram(tuple(rows), tuple(columns))


class NonogramPuzzle(Puzzle[Nonogram, Marks]):
    name = "nonogram"
    model = Nonogram
    text_format = f"{_CLUES}; a .non file; or a puzz.link address"
    examples = (
        Example("heart", "9x8:3/5/6/6/6/6/6/5/3/2.2/4.4/9/9/7/5/3/1", "one solution"),
        Example(
            "cat",
            "10x11:6/2.3.3/3.5/9/1.7/9/3.5/2.3.3/6.1/3/1.1/2.2/9/1.2.2.1/9/2.3.2/7/5.1/7.1/7.1/8",
            "a cat",
        ),
        Example("umbrella", "9x9:2/2/4.1/3.1/8/3/4/2/2/1/5/7/9/1.1.1.1.1/1/1/1.1/1", "for rainy days"),
        Example("key", "11x5:/3/1.1/1.1/1.1/3/1/1/3/1/2/3/1.1/1.6/1.1.1.1/3.1", "five solutions, one of them a key"),
        Example(
            "clash", "7x8:1/1.2/5/8/5/1.2/1/1/3/5/3/7/7/1/1", "two rows that are full, and a column with one black cell"
        ),
    )

    def state(self, puzzle: Nonogram) -> Statement:
        """State the puzzle: the runs of each line are a clue."""
        builder = StatementBuilder(base=board_alone(len(puzzle.rows), len(puzzle.columns)))
        for line, runs in zip(puzzle.board.lines, (*puzzle.rows, *puzzle.columns), strict=True):
            sentence = RUNS(len(runs), line=line.name, runs=all_of(map(str, runs))) if runs else WHITE(line=line.name)
            last, transitions = _reading(runs)
            pattern = Automaton(line.cells, start=0, finals=frozenset({last}), transitions=transitions)
            builder.given(line.name.say(), sentence, pattern, at=line.cells)
        return builder.statement()

    def decode(self, puzzle: Nonogram, values: Values) -> Marks:
        return Marks(len(puzzle.columns), tuple(values))

    def check(self, puzzle: Nonogram, answer: Marks) -> str | None:
        wide = len(puzzle.columns)
        if answer.columns != wide or len(answer.cells) != wide * len(puzzle.rows):
            return OTHER_SIZE
        rows = [answer.cells[start : start + wide] for start in range(0, len(answer.cells), wide)]
        for name, clues, lines in (
            ("row", puzzle.rows, rows),
            ("column", puzzle.columns, list(zip(*rows, strict=True))),
        ):
            for number, (runs, line) in enumerate(zip(clues, lines, strict=True), 1):
                lengths = tuple(len(list(run)) for black, run in groupby(line) if black)
                if lengths != runs:
                    return f"{name} {number} has black runs of {lengths}"
        return None

    def split(self, data: bytes, parse: Callable[[str], Nonogram]) -> Iterator[Entry[Nonogram]]:
        """Split a file into puzzles. A .non file is one puzzle, with blank lines between its sections."""
        return one_board(data, parse) if re.search(rb"(?mi)^\s*columns\s*$", data) else boards(data, parse)

    def parse(self, text: str) -> Nonogram:
        """Parse the format of the game Pattern (`5x3:` and clues), a .non file, or a puzz.link address.

        A .non file has sections `rows` and `columns`.
        """
        if link := address(text, "nonogram"):
            high, wide = (link.rows + 1) // 2, (link.columns + 1) // 2
            clues = numbers(link.body, link.columns * high + link.rows * wide)
            if UNKNOWN in clues:
                raise InvalidPuzzle("runs of unknown length are not supported", where="address", expected="numbers")
            split = link.columns * high
            return _puzzle(_outward(clues[split:], wide), _outward(clues[:split], high))
        if pattern := re.fullmatch(r"\s*([0-9]{1,3})x([0-9]{1,3}):([0-9./\s]*)", text):
            columns, lines = int(pattern[1]), pattern[3].strip().split("/")
            if len(lines) != columns + int(pattern[2]):
                wanted = f"{columns} of columns and {pattern[2]} of rows"
                raise InvalidPuzzle(quantity(len(lines), "clue"), expected=wanted)
            line_runs = [_runs(re.split(r"[.\s]+", line), f"clue {n}") for n, line in enumerate(lines, 1)]
            return _puzzle(line_runs[columns:], line_runs[:columns])
        sections: dict[str, list[Runs]] = {}
        current = None
        for number, line in enumerate(text.splitlines(), 1):
            if (word := line.strip().lower()) in ("rows", "columns"):
                current = sections.setdefault(word, [])
            elif current is not None and re.fullmatch(r"[0-9,\s]+", line):
                current.append(_runs(re.split(r"[,\s]+", line.strip()), f"line {number}"))
        if set(sections) != {"rows", "columns"}:
            raise InvalidPuzzle("no clues of rows and columns", expected=_CLUES)
        return _puzzle(sections["rows"], sections["columns"])

    def format(self, puzzle: Nonogram) -> str:
        """Return the puzzle in the format of the game Pattern, columns first."""
        clues = "/".join(".".join(map(str, runs)) for runs in (*puzzle.columns, *puzzle.rows))
        return f"{len(puzzle.columns)}x{len(puzzle.rows)}:{clues}"

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".#")

    def url(self, puzzle: Nonogram) -> str:
        """Return the puzz.link address, which lists the clues of columns, then rows, from the grid outward."""
        rows, columns = len(puzzle.rows), len(puzzle.columns)
        clues: list[int | None] = []
        for lines, slots in ((puzzle.columns, (rows + 1) // 2), (puzzle.rows, (columns + 1) // 2)):
            for runs in lines:
                if len(runs) > slots:
                    raise UnsupportedPuzzle("puzz.link addresses cannot express so many runs; use the format line")
                clues += [*reversed(runs), *[None] * (slots - len(runs))]
        return f"{HOME}nonogram/{columns}/{rows}/{NUMBERS.write(tuple(clues), Body('', rows, columns))}"

    def draw(self, puzzle: Nonogram, answer: Marks | None) -> Drawing:
        rows, columns = len(puzzle.rows), len(puzzle.columns)
        return Drawing(
            rows=rows,
            columns=columns,
            cells=marked_cells(puzzle.board, answer, shade="black"),
            regions=blocks(rows, columns, 5, 5),
            left=tuple(tuple(map(str, runs or (0,))) for runs in puzzle.rows),
            top=tuple(tuple(map(str, runs or (0,))) for runs in puzzle.columns),
            choices=yes_or_no("■", "black {name}", "black"),
        )


PUZZLE = NonogramPuzzle()
