"""Skyscrapers: place every height once in each row and column; a clue counts the buildings visible from its side.
A building hides all lower ones behind it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, UNKNOWN, Body, Cells, Trailing, address, all_four_sides
from entails.formats.text import clue_in, framed_all_round
from entails.locale.message import Message, Plural, Sentence
from entails.models.constraints import Automaton
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Digits, Values, clue_text, digit_variables, every_digit_once, give_digits
from entails.puzzles.common.checks import first
from entails.puzzles.common.links import NumberPuzzle

GENRES = ("skyscrapers", "building", "skyscraper")
SEEN = Plural(
    Message("{line} shows {count} building from {side}", "{line} montre {count} immeuble vu {side}"),
    Message("{line} shows {count} buildings from {side}", "{line} montre {count} immeubles vus {side}"),
)
SIDES = (
    Message("above", "d'en haut"),
    Message("below", "d'en bas"),
    Message("the left", "de gauche"),
    Message("the right", "de droite"),
)


_EXPECTED = "a puzz.link address, or rows of heights and . with a clue or . at both ends of each row and column"


@dataclass(frozen=True)
class Skyscrapers(OnBoard):
    """A grid of buildings, with clues on four sides.

    Attributes:
        clues: The numbers above, below, to the left and to the right.
        heights: The given heights, row by row.
    """

    clues: tuple[int | None, ...]
    heights: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if self.rows != self.columns or self.rows > 16:
            raise InvalidPuzzle(f"{self.rows} rows of {self.columns} cells", expected="a square of at most 16 rows")
        for cell, height in enumerate(self.given):
            if height is not None and not 1 <= height <= self.rows:
                raise InvalidPuzzle(f"height {height}", where=self.board.name(cell), expected=f"1 to {self.rows}")

    @property
    def given(self) -> list[int | None]:
        """The given heights; None for a cell with a question mark."""
        return [None if height == UNKNOWN else height for height in self.heights]


@lru_cache(64)
def rules(side: int) -> Statement:
    """Return the statement of an empty grid: a Latin square."""
    board = Lattice(side, side)
    builder = StatementBuilder(digit_variables(board, range(1, side + 1)))
    every_digit_once(builder, board.lines)
    return builder.statement()


def _sights(puzzle: Skyscrapers) -> Iterator[tuple[Sentence, Sentence, tuple[int, ...], int]]:
    """Yield each clue: its side, its line, the cells in viewing order, and its number."""
    board, side = puzzle.board, puzzle.rows
    for place, clue in enumerate(puzzle.clues):
        if clue is not None and clue >= 0:
            way, number = divmod(place, side)
            line = (board.column_lines if way < 2 else board.row_lines)[number]
            yield SIDES[way](), line.name, line.cells if way in (0, 2) else line.cells[::-1], clue


class SkyscrapersPuzzle(NumberPuzzle[Skyscrapers]):
    name = "skyscrapers"
    text_format = _EXPECTED
    link = PuzzleLink(Skyscrapers, GENRES, (Cells(many=all_four_sides, signs=""), Trailing(NUMBERS, None)))
    examples = (
        Example("small", "skyscrapers/4/4/2g22g4i3g1g2h", "one solution"),
        Example("several", "skyscrapers/4/4/h22g4i3g1g2h", "several solutions"),
        Example("clash", "skyscrapers/4/4/1g22g4i3g1g2h", "no solution"),
    )

    def parse(self, text: str) -> Skyscrapers:
        """Parse a puzz.link address; or rows of heights and . with clues on all four sides."""
        if address(text, *GENRES):
            return super().parse(text)
        above, below, left, right, *rows = framed_all_round(text, expected=_EXPECTED)
        sides = (("column", above), ("column", below), ("row", left), ("row", right))
        clues = tuple(clue_in(word, f"{line} {n}") for line, words in sides for n, word in enumerate(words, 1))
        heights = NUMBERS.typed([word for row in rows for word in row], Body("", len(rows), len(rows[0])))
        return Skyscrapers(len(rows), len(rows[0]), clues, heights or ())

    def state(self, puzzle: Skyscrapers) -> Statement:
        builder, size = StatementBuilder(base=rules(puzzle.rows)), puzzle.rows
        give_digits(builder, puzzle.board, puzzle.given)
        for side, line, cells, clue in _sights(puzzle):
            steps = []
            for high in range(size + 1):
                for seen in range(clue + 1):
                    for height in range(1, size + 1):
                        now = seen + (height > high)
                        if now <= clue:
                            steps.append((high * (clue + 1) + seen, height, max(high, height) * (clue + 1) + now))
            finals = frozenset(high * (clue + 1) + clue for high in range(size + 1))
            sees = Automaton(cells, 0, finals, tuple(steps))
            sentence = SEEN(clue, side=side, line=line)
            builder.given(f"{side.say()} {line.say()}", sentence, sees, at=cells)
        return builder.statement()

    def check(self, puzzle: Skyscrapers, answer: Digits) -> str | None:
        held = answer.cells

        def twice() -> Iterator[str]:
            for line in puzzle.board.lines:
                known = [held[cell] for cell in line.cells if held[cell] is not None]
                if len(set(known)) < len(known):
                    yield f"{line.name.say()} has a repeated height"

        def sights() -> Iterator[str]:
            for side, line, cells, clue in _sights(puzzle):
                heights = [held[cell] or 0 for cell in cells]
                seen = sum(height > max(heights[:place], default=0) for place, height in enumerate(heights))
                if seen != clue:
                    yield f"{line.say()} shows {seen} from {side.say()}, not {clue}"

        def missing() -> Iterator[str]:
            for cell, height in enumerate(held):
                if height not in range(1, puzzle.rows + 1):
                    yield f"{puzzle.board.name(cell)} has no height"

        def changed() -> Iterator[str]:
            for cell, height in enumerate(puzzle.given):
                if height not in (None, held[cell]):
                    yield f"the height in {puzzle.board.name(cell)} has changed"

        return first(twice(), sights(), missing(), changed())

    def givens(self, puzzle: Skyscrapers) -> Values:
        return puzzle.given

    def domain(self, puzzle: Skyscrapers) -> range:
        return range(1, puzzle.rows + 1)

    def outside(self, puzzle: Skyscrapers) -> dict[str, Any]:
        side = puzzle.rows
        words = [(clue_text(clue),) for clue in puzzle.clues]
        names = ("top", "bottom", "left", "right")
        return {name: tuple(words[start * side : (start + 1) * side]) for start, name in enumerate(names)}


PUZZLE = SkyscrapersPuzzle()
