"""Futoshiki: place every number once in each row and column so that all inequality signs hold."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import isqrt

from entails.formats.text import EMPTY, number_in, number_text, place, square_of
from entails.locale.message import Message
from entails.models.constraints import Compare
from entails.models.drawing import Drawing, Edge, Place
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import (
    Values,
    digit_cells,
    digit_choices,
    digit_variables,
    every_digit_once,
    give_digits,
)

LESS = Message("{small} is less than {large} (sign)", "{small} est inférieur à {large} (signe)")
_LARGEST = 20
_ROWS = "rows such as .<2.. with lines such as v..^ between them"
_UNEQUAL = re.compile(r"[0-9]{1,2}:(?:[0-9]{1,2}[URDL]*,?)+")


@dataclass(frozen=True)
class Futoshiki:
    """A square of numbers with inequality signs.

    Attributes:
        numbers: The numbers, row by row; None is an empty cell.
        less: The pairs of cells with a sign between them, the smaller number first.
    """

    side: int
    numbers: tuple[int | None, ...]
    less: tuple[tuple[int, int], ...] = ()

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


@lru_cache(64)
def rules(side: int) -> Statement:
    """Return the statement of an empty grid."""
    board = Lattice(side, side)
    builder = StatementBuilder(digit_variables(board, range(1, side + 1)))
    every_digit_once(builder, board.lines)
    return builder.statement()


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text without frames and blanks; a dot is a border without a sign."""
    for line in re.split(r"[/\n]", text.replace("∧", "^").replace("∨", "v")):
        if re.search("[-─]{2}|[-─][v^]", line):
            line = "".join(sign or "." for sign in re.findall("[-─]+([v^]?)[-─]+", line))
            line = line if line.strip(".") else ""
        elif re.fullmatch(r"[\sv^]+", line) and " " in line:
            line = line[::2].replace(" ", ".")
        if line := re.sub(r"[\s|\u2500-\u257f]", "", line):
            yield line


def _read_unequal(text: str) -> Futoshiki:
    steps = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
    side, _, cells = text.strip().partition(":")
    words: list[str] = []
    less: list[tuple[Place, Place]] = []
    for cell in cells.rstrip(",").split(","):
        row, column = divmod(len(words), max(1, int(side)))
        less += [((row + steps[way][0], column + steps[way][1]), (row, column)) for way in cell if way in steps]
        words.append(cell.rstrip("URDL"))
    if len(words) != int(side) ** 2:
        raise InvalidPuzzle(quantity(len(words), "cell"), expected=f"{int(side) ** 2}")
    return _puzzle(words, less)


def _puzzle(words: Sequence[str], less: Iterable[tuple[Place, Place]]) -> Futoshiki:
    board = Lattice(isqrt(len(words)), isqrt(len(words)))
    if not 1 <= board.rows <= _LARGEST:
        raise InvalidPuzzle(quantity(board.rows, "row"), expected=f"1 to {_LARGEST}")
    numbers = []
    for cell, word in enumerate(words):
        expected = f"1 to {board.rows}, or . for an empty cell"
        number = 0 if word in EMPTY else number_in(word, place(*board.place(cell)), expected)
        if number > board.rows:
            raise InvalidPuzzle(f"unexpected {number}", where=place(*board.place(cell)), expected=expected)
        numbers.append(number or None)
    pairs = list(less)
    for row, column in chain.from_iterable(pairs):
        if not (0 <= row < board.rows and 0 <= column < board.columns):
            raise InvalidPuzzle("a sign points outside the grid", where=place(row, column), expected="a cell")
    return Futoshiki(
        board.rows, tuple(numbers), tuple(sorted((board.cell(*small), board.cell(*large)) for small, large in pairs))
    )


class FutoshikiPuzzle(Puzzle[Futoshiki, Futoshiki]):
    name = "futoshiki"
    model = Futoshiki
    text_format = _ROWS
    examples = (
        Example("classic", "..<..<./^..../...../..v../.>..../^v^^./...<../..<...", "signs alone, and one solution"),
        Example("small", "..../...2/..v./.42./^.../..3.", "numbers and signs"),
        Example("larger", "..5>.../..>..../v..v.^/..>.<.../.....v/.>.>..../^....v/..>..../...v../....>..", "6x6"),
        Example("two-ways", "..<..<./^..../...../..v../.>..../^v.^./...<../..<...", "two solutions"),
        Example("clash", "2<.<.<./..../..../....", "a chain of signs that is too long"),
    )

    def state(self, puzzle: Futoshiki) -> Statement:
        """State the puzzle: numbers and signs are the clues."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.side))
        give_digits(builder, board, puzzle.numbers)
        for pair in puzzle.less:
            small, large = map(board.name, pair)
            builder.given(f"{small}<{large}", LESS(small=small, large=large), Compare(pair[0], "<", pair[1]), at=pair)
        return builder.statement()

    def decode(self, puzzle: Futoshiki, values: Values) -> Futoshiki:
        return replace(puzzle, numbers=tuple(values))

    def check(self, puzzle: Futoshiki, answer: Futoshiki) -> str | None:
        side, numbers = puzzle.side, answer.numbers
        rows = [numbers[start : start + side] for start in range(0, len(numbers), side)]
        for line in (*rows, *zip(*rows, strict=True)):
            if set(line) != set(range(1, side + 1)):
                return f"a line reads {line}"
        if any(clue not in (None, number) for clue, number in zip(puzzle.numbers, numbers, strict=True)):
            return "a given number has changed"
        wrong = [pair for pair in puzzle.less if not (numbers[pair[0]] or 0) < (numbers[pair[1]] or 0)]
        return f"the sign between {puzzle.board.names(wrong[0])} is violated" if wrong else None

    def parse(self, text: str) -> Futoshiki:
        """Parse rows such as `.<2..` with lines such as `v..^` between them, or the format of Unequal, `4:0,0R,...`.

        Rows are drawn with frames, or written on one line between slashes. Letters in Unequal point at smaller numbers.
        """
        if _UNEQUAL.fullmatch(text.strip()):
            return _read_unequal(text)
        rows: list[str] = []
        signs: list[tuple[str, int, int]] = []
        for line in _lines(text):
            if set("^v") & set(line):
                signs += [(sign, len(rows), column) for column, sign in enumerate(line) if sign in "^v"]
            else:
                matches = enumerate(re.finditer("[<>]", line))
                signs += [(sign[0], len(rows), sign.start() - step) for step, sign in matches]
                rows.append(re.sub("[<>]", "", line))
        words = square_of("/".join(rows), expected=_ROWS)
        before = {"<": (0, -1), ">": (0, -1), "^": (-1, 0), "v": (-1, 0)}
        less = []
        for sign, row, column in signs:
            here, neighbour = (row, column), (row + before[sign][0], column + before[sign][1])
            less.append((neighbour, here) if sign in "<^" else (here, neighbour))
        return _puzzle([word for row in words for word in row], less)

    def format(self, puzzle: Futoshiki) -> str:
        """Return the rows between slashes; lines of signs only where there are any."""
        board, less = puzzle.board, set(puzzle.less)

        def sign(cell: int, neighbour: int, signs: str) -> str:
            return signs[0] if (cell, neighbour) in less else signs[1] if (neighbour, cell) in less else ""

        lines = []
        for row in board.row_lines:
            above = "".join(sign(cell - board.columns, cell, "^v") or "." for cell in row.cells)
            lines += [above] if above.strip(".") else []
            texts = [number_text(puzzle.numbers[cell] or 0).replace("0", ".") for cell in row.cells]
            signs = ["", *(sign(cell, cell + 1, "<>") for cell in row.cells[:-1])]
            lines.append("".join(map(str.__add__, signs, texts)))
        return "/".join(lines)

    def format_answer(self, answer: Futoshiki) -> str:
        return self.format(replace(answer, less=()))

    def draw(self, puzzle: Futoshiki, answer: Futoshiki | None) -> Drawing:
        board, edges = puzzle.board, []
        for small, large in puzzle.less:
            row, column = board.place(max(small, large))
            across = abs(small - large) > 1
            sign = ("^v" if across else "<>")[small > large]
            edges.append(Edge(row=row, column=column, way="across" if across else "down", text=sign, kind="given"))
        return Drawing(
            rows=puzzle.side,
            columns=puzzle.side,
            cells=digit_cells(board, puzzle.numbers, answer.numbers if answer else ()),
            edges=tuple(edges),
            choices=digit_choices(range(1, puzzle.side + 1)),
        )


PUZZLE = FutoshikiPuzzle()
