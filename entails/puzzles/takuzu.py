"""Takuzu, or binairo: place as many 0s as 1s in every row and column; no three equal digits are adjacent in a line.
No two rows and no two columns are equal.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, groupby

from entails.formats.text import EMPTY, joined, place, square_of
from entails.locale.message import Message
from entails.models.constraints import Clause, Count, Differ
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Values, digit_cells, digit_choices, digit_variables, give_digits

ALIASES = ("binairo",)

HALVES = Message("{line} has as many 0s as 1s", "{line} contient autant de 0 que de 1")
NOT_THREE = Message("{cells} are not all {digit}", "{cells} ne valent pas toutes {digit}")
NO_TWINS = Message("{line} and {other} differ", "{line} et {other} diffèrent")
_TWINS = "twins:"


@dataclass(frozen=True)
class Takuzu:
    """A square of digits, row by row; None is an empty cell."""

    side: int
    digits: tuple[int | None, ...]
    twins: bool = False

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


def _digit(word: str, where: str) -> int | None:
    if word not in EMPTY and word not in ("0", "1"):
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="0, 1 or . for an empty cell")
    return None if word in EMPTY else int(word)


@lru_cache(64)
def rules(side: int, twins: bool) -> Statement:
    """Return the statement of an empty grid."""
    board = Lattice(side, side)
    builder = StatementBuilder(digit_variables(board, range(2)))
    for line in board.lines:
        halves = [Count(builder.facts(line.cells, digit), "=", side // 2) for digit in (0, 1)]
        builder.rule(HALVES(line=line.name), *halves, at=line.cells)
        for three in line.windows(3):
            for digit in (0, 1):
                not_three = Clause(tuple(-fact for fact in builder.facts(three, digit)))
                builder.rule(NOT_THREE(cells=board.names(three), digit=digit), not_three, at=three)
    for lines in () if twins else (board.row_lines, board.column_lines):
        for line, twin in combinations(lines, 2):
            both = line.cells + twin.cells
            builder.rule(NO_TWINS(line=line.name, other=twin.name), Differ(line.cells, twin.cells), at=both)
    return builder.statement()


class TakuzuPuzzle(Puzzle[Takuzu, Takuzu]):
    name = "takuzu"
    model = Takuzu
    text_format = "rows of ., 0 and 1; twins: before them allows equal lines"
    examples = (
        Example("classic", "..00../...00./.1..../....../0.0.../.....0", "one solution"),
        Example("small", ".0../0.../.01./..1.", "4x4, done in a minute"),
        Example(
            "large",
            "........../0.......1./0..00...../..1.0...0./.0......../...0.00.../..1.....11/.1.....1.1/........../.1..0.0.1.",
            "10x10",
        ),
        Example("two-ways", "..00../...00./.1..../....../1.0.../.....0", "two solutions"),
        Example("clash", "..00../...00./.1..../....../0.0.../..0..0", "three 0s too many in a column"),
    )

    def state(self, puzzle: Takuzu) -> Statement:
        builder = StatementBuilder(base=rules(puzzle.side, puzzle.twins))
        give_digits(builder, puzzle.board, puzzle.digits)
        return builder.statement()

    def decode(self, puzzle: Takuzu, values: Values) -> Takuzu:
        return replace(puzzle, digits=tuple(values))

    def check(self, puzzle: Takuzu, answer: Takuzu) -> str | None:
        if answer.side != puzzle.side or None in answer.digits:
            return "it is not a full grid of the same size"
        if any(clue not in (None, digit) for clue, digit in zip(puzzle.digits, answer.digits, strict=True)):
            return "a given digit has changed"
        text = "".join(map(str, answer.digits))
        rows = [text[start : start + puzzle.side] for start in range(0, len(text), puzzle.side)]
        for lines in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
            for line in lines:
                if line.count("0") != line.count("1") or any(len(list(run)) > 2 for _, run in groupby(line)):
                    return f"a line reads {line}"
            if not puzzle.twins and len(set(lines)) < len(lines):
                return "two lines are equal"
        return None

    def parse(self, text: str) -> Takuzu:
        """Parse rows of 0, 1 and . on lines or between slashes; `twins:` before them allows equal lines."""
        text = text.lstrip()
        twins = text.lower().startswith(_TWINS)
        rows = square_of(text[len(_TWINS) if twins else 0 :], expected="rows of 0, 1 and .")
        if len(rows) % 2:
            raise InvalidPuzzle(
                f"{quantity(len(rows), 'row')} cannot have as many 0s as 1s", expected="an even number of rows"
            )
        return Takuzu(
            len(rows),
            tuple(_digit(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row)),
            twins,
        )

    def format(self, puzzle: Takuzu) -> str:
        words = ["." if digit is None else str(digit) for digit in puzzle.digits]
        rows = tuple(tuple(words[start : start + puzzle.side]) for start in range(0, len(words), puzzle.side))
        return _TWINS * puzzle.twins + joined(rows)

    def format_answer(self, answer: Takuzu) -> str:
        return self.format(replace(answer, twins=False))

    def draw(self, puzzle: Takuzu, answer: Takuzu | None) -> Drawing:
        cells = digit_cells(puzzle.board, puzzle.digits, answer.digits if answer else ())
        return Drawing(rows=puzzle.side, columns=puzzle.side, cells=cells, choices=digit_choices((0, 1)))


PUZZLE = TakuzuPuzzle()
